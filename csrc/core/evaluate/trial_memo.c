#include "core/evaluate/trial_memo.h"

#include "core/evaluate/selection.h"
#include "core/tree/charge.h"

typedef enum result { NOT_KNOWN, MISFIT, DECIDED } result;

/* The identity of a value and its path: two hashes, with seeds that no author
 * of a document can know. They stand for the contents, so that no copy has to
 * be kept. */
typedef struct print {
  uint64_t a, b;
} print;

typedef struct ys_trial_result {
  struct ys_trial_result *next; /* of the same choice and the same first hash */
  const ys_choice *choice;
  print print; /* of the value before the trial … */
  const ys_given_values
      *parts;            /* … and the parts that it was given in, or NULL */
  uint64_t contexts;     /* chooser.contexts when the trial began … */
  uint64_t surroundings; /* … and what was around the value then */
  bool looked;           /* a function has looked at that */
  result result;
  bool changed;       /* DECIDED: the trial has changed the value … */
  ys_slot value;      /* … to this one */
  ys_str why;         /* MISFIT: the reason */
  ys_diag *records;   /* DECIDED: copies of what was recorded */
  const void *chosen; /* DECIDED: what core/evaluate/selection.h has noted */
} ys_trial_result;

/* ---- values and paths ---------------------------------------------------- */

static uint64_t scalar_of(const ys_slot *slot) {
  uint64_t bits = 0;
  switch (slot->kind) {
  case YS_BOOL: return slot->u.boolean;
  case YS_INT: return slot->u.natural;
  case YS_FLOAT:
    if (ys_slot_is_exact(slot)) return ys_hash(1, slot->u.exact->text);
    memcpy(&bits, &slot->u.number, sizeof bits);
    return bits;
  case YS_CLOSURE: return slot->u.closure;
  default: return 0;
  }
}

/* Adds two words to a print. */
static void add_words(const ys_chooser *c, print *p, uint64_t one,
                      uint64_t other) {
  p->a = ys_hash_mix(p->a ^ one, c->seed[0] ^ other);
  p->b = ys_hash_mix(p->b ^ other, c->seed[1] ^ one);
}

/* Adds a value and its places. Returns false if a value below was given in
 * several parts, which are not compared. Recursion is bounded by the limit on
 * depth. */
static bool add_below(const ys_chooser *c, print *p, const ys_slot *slot);
static bool add_value(const ys_chooser *c, print *p, const ys_slot *slot) {
  const uint64_t kind = (uint64_t)slot->kind << 8 | slot->flags;
  const uint64_t text =
      slot->kind == YS_STRING ? ys_hash(p->a | 1, ys_slot_text(slot)) : 0;
  add_words(c, p,
            (uint64_t)ys_slot_size(slot) << 32 | kind << 16 |
                ys_slot_source(slot),
            ys_slot_where(slot));
  add_words(c, p, (uintptr_t)slot->key, text ^ scalar_of(slot));
  if (slot->kind == YS_STRING)
    p->b =
        ys_hash_mix(p->b ^ ys_hash(p->b | 1, ys_slot_text(slot)), c->seed[1]);
  return !ys_is_collection(slot) || add_below(c, p, slot);
}

static bool add_below(const ys_chooser *c, print *p, const ys_slot *slot) {
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (ys_is_collection(s) && ys_slot_given_values(s) != NULL) return false;
    if (!add_value(c, p, s)) return false;
  }
  return true;
}

/* Makes the print of a value and its path. False: it has none. */
static bool make_print(const ys_chooser *c, const ys_typed *value, print *out) {
  *out = (print){c->seed[1], c->seed[0]};
  for (const ys_path *path = &value->path; path != NULL; path = path->up)
    add_words(c, out, (uintptr_t)path->key, path->index);
  return add_value(c, out, value->slot);
}

/* Whether two values and their annotations are the same. */
static bool is_same(const ys_slot *a, const ys_slot *b) {
  if (a->kind != b->kind || a->flags != b->flags ||
      ys_slot_size(a) != ys_slot_size(b) || a->key != b->key ||
      ys_slot_source(a) != ys_slot_source(b) ||
      ys_slot_where(a) != ys_slot_where(b) ||
      ys_slot_annots(a) != ys_slot_annots(b))
    return false;
  if (a->kind == YS_STRING) return ys_str_eq(ys_slot_text(a), ys_slot_text(b));
  if (!ys_is_collection(a)) return scalar_of(a) == scalar_of(b);
  const ys_slot *s = ys_slot_first(a), *t = ys_slot_first(b);
  for (; s != NULL && t != NULL; s = s->next, t = t->next)
    if (!is_same(s, t)) return false;
  return s == t;
}

/* Whether two values were given in the same parts, which are merged in the same
 * way. */
static bool has_same_parts(const ys_given_values *a, const ys_given_values *b) {
  if (a == b) return true;
  if (a == NULL || b == NULL || a->count != b->count) return false;
  const ys_given_value *p = a->first, *q = b->first;
  for (; p != NULL; p = p->next, q = q->next)
    if (p->options.append_arrays != q->options.append_arrays ||
        p->options.old_names != q->options.old_names ||
        !is_same(&p->value, &q->value))
      return false;
  return true;
}

/* ---- the table ----------------------------------------------------------- */

static ys_trial_result *first(const ys_memo *known,
                              const ys_trial_result *about) {
  return ys_pairs_find(&known->pairs, (uintptr_t)about->choice, about->print.a);
}

static ys_trial_result *find(const ys_memo *known,
                             const ys_trial_result *about) {
  ys_trial_result *k = first(known, about);
  while (k != NULL &&
         (k->print.a != about->print.a || k->print.b != about->print.b ||
          !has_same_parts(k->parts, about->parts)))
    k = k->next;
  return k;
}

static ys_status add(ys_memo *known, const ys_trial_result *about,
                     ys_trial_result **out) {
  ys_trial_result *k;
  YS_KEEP(k, &known->arena, *about);
  k->next = first(known, k);
  *out = k;
  return ys_pairs_note(&known->pairs, &known->arena, (uintptr_t)k->choice,
                       k->print.a, k);
}

static ys_status copy_value(ys_chooser *c, ys_arena *arena,
                            const ys_choice *choice, const ys_slot *from,
                            ys_slot *to) {
  YS_TRY(ys_trial_memo_charge(c, choice, c->top, from));
  YS_TRY(ys_slot_copy(arena, from, to));
  to->flags = from->flags;
  return YS_OK;
}

/* ---- records ------------------------------------------------------------- */

/* Copies the records of a list that are about `owner`, from `first` on. */
static ys_status copy_records(ys_arena *arena, const ys_diag *first,
                              const void *owner, ys_diag **out) {
  ys_diag **end = out;
  *out = NULL;
  for (const ys_diag *d = first; d != NULL && d->owner == owner; d = d->next) {
    ys_diag *copy;
    YS_KEEP(copy, arena, *d);
    copy->next = NULL;
    *end = copy;
    end = &copy->next;
  }
  return YS_OK;
}

/* ---- recalling and keeping ----------------------------------------------- */

static ys_status apply(ys_chooser *c, const ys_trial_result *known,
                       const ys_typed *value) {
  ys_slot *slot = value->slot;
  const ys_stop *holder = ys_trial_open_above(c->top);
  ys_diags *outcome = ys_trial_outcome(c, c->top);
  ys_diag *records;
  ys_slot copy = {0};
  if (known->result == MISFIT) {
    holder->trial->types = YS_TYPES_MISFIT;
    ys_trial_tried(holder->trial, holder->trial->index)->why = known->why;
    return YS_OK;
  }
  YS_TRY(ys_selection_set(c, value, known->chosen));
  if (known->changed) {
    YS_TRY(copy_value(c, &c->copies, known->choice, &known->value, &copy));
    YS_TRY(ys_slot_set_value(&c->copies, slot, &copy));
  }
  YS_TRY(copy_records(ys_trial_records(c), known->records, NULL, &records));
  for (ys_diag *next; records != NULL; records = next) {
    next = records->next;
    records->owner = slot;
    ys_diags_append(outcome, records);
  }
  return YS_OK;
}

/* The identity of everything around the value while it stays as it is: the
 * alternative that is tried for the nearest value that contains this one. */
static uint64_t surroundings_of(const ys_chooser *c, const ys_slot *slot) {
  const ys_stop *above = ys_trial_above(c->top);
  while (above != NULL && above->value.slot == slot)
    above = ys_trial_above(above->up);
  return above != NULL ? above->trial->descent : 0;
}

static bool is_known(const ys_trial_result *known, uint64_t surroundings) {
  return known != NULL && known->result != NOT_KNOWN &&
         (!known->looked || known->surroundings == surroundings);
}

/* Whether a trial may be repeated very often: the two innermost trials around
 * it cannot multiply its cost by more than the number of their alternatives. */
static bool is_deep(const ys_chooser *c) {
  const ys_stop *holder = ys_trial_open_above(c->top);
  return holder != NULL && ys_trial_open_above(holder->up) != NULL;
}

static void make_seeds(ys_chooser *c) {
  uint64_t *seed = c->seed;
  if (seed[0] != 0) return;
  seed[0] = ys_hash_seed(c->space) | 1;
  seed[1] = ys_hash_mix(seed[0], ~ys_hash_seed(seed)) | 1;
}

ys_status ys_trial_memo_recall(ys_chooser *c, const ys_typed *value,
                               bool *done) {
  ys_trial_result about = {.choice = value->field->choice}, *known;
  ys_slot *slot = value->slot;
  const uint64_t surroundings = surroundings_of(c, slot);
  *done = false;
  c->upcoming = NULL;
  if (!is_deep(c)) return YS_OK;
  make_seeds(c);
  if (ys_is_collection(slot)) about.parts = ys_slot_given_values(slot);
  if (!make_print(c, value, &about.print)) return YS_OK;
  known = find(&c->known, &about);
  if (is_known(known, surroundings)) {
    *done = true;
    return apply(c, known, value);
  }
  if (known == NULL) YS_TRY(add(&c->known, &about, &known));
  known->contexts = c->contexts;
  known->surroundings = surroundings;
  c->upcoming = known;
  return YS_OK;
}

const ys_diag *ys_trial_memo_last_record(ys_chooser *c, const ys_stop *stop) {
  return ys_trial_outcome(c, stop->up)->last;
}

/* Keeps the value, unless it is as it was. */
static ys_status keep_value(ys_chooser *c, const ys_stop *stop,
                            ys_trial_result *known) {
  print now;
  known->changed = known->parts != NULL || !make_print(c, &stop->value, &now) ||
                   now.a != known->print.a || now.b != known->print.b;
  return known->changed ? copy_value(c, &c->known.arena, known->choice,
                                     stop->value.slot, &known->value)
                        : YS_OK;
}

ys_status ys_trial_memo_keep(ys_chooser *c, const ys_stop *stop,
                             const ys_diag *last) {
  ys_trial_result *known = stop->trial->known;
  const ys_stop *holder = ys_trial_open_above(stop->up);
  if (known == NULL) return YS_OK;
  known->looked = known->contexts != c->contexts;
  if (holder->trial->types == YS_TYPES_MISFIT) {
    known->result = MISFIT;
    known->why = ys_trial_tried(holder->trial, holder->trial->index)->why;
    return YS_OK;
  }
  YS_TRY(keep_value(c, stop, known));
  YS_TRY(copy_records(&c->known.arena,
                      last != NULL ? last->next
                                   : ys_trial_outcome(c, stop->up)->first,
                      stop->value.slot, &known->records));
  for (ys_diag *d = known->records; d != NULL; d = d->next)
    d->owner = NULL;
  known->chosen = ys_selection_get(c, &stop->value);
  known->result = DECIDED;
  return YS_OK;
}

void ys_trial_memo_settle(ys_chooser *c) {
  if (c->known.pairs.count > 0 && ys_trial_above(c->top) == NULL)
    ys_trial_memo_release(c);
}

void ys_trial_memo_release(ys_chooser *c) {
  ys_memo_release(&c->known);
}

/* ---- the bound ----------------------------------------------------------- */

/* How many nodes may be copied for each node of the document. */
enum { EACH = 64 };

/* The place of the value, or, if it was made by a program, of the choice. */
static ys_place place_of(const ys_slot *slot, const ys_choice *choice) {
  const ys_place place = ys_slot_place(slot);
  return place.line > 0 ? place : choice->place;
}

ys_status ys_trial_memo_charge(ys_chooser *c, const ys_choice *choice,
                               const ys_stop *above, const ys_slot *slot) {
  const uint32_t limit = c->space->limits.max_nodes;
  if (ys_trial_above((ys_stop *)(uintptr_t)above) == NULL) return YS_OK;
  if (c->most_copied == 0)
    c->most_copied = EACH * ys_slot_count(c->root) + limit;
  c->copied += ys_slot_count(slot);
  if (c->copied <= c->most_copied) return YS_OK;
  return ys_space_limit(c->space, YS_E_TOO_MANY_TRIALS, place_of(slot, choice),
                        limit);
}
