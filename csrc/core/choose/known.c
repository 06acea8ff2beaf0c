#include "core/choose/known.h"

#include "core/tree/charge.h"

/* One step of a path, from the value up to the root. */
typedef struct step {
  const ys_key *key;
  uint32_t index;
} step;

typedef enum result { NOT_KNOWN, MISFIT, DECIDED } result;

typedef struct ys_known {
  struct ys_known *next; /* in its bucket */
  const ys_choice *choice;
  const step *path; /* [depth] */
  uint32_t depth;
  uint64_t hash;
  ys_slot given;         /* a copy of the value before the trial, … */
  const ys_parts *parts; /* … and the parts that it was given in, or NULL */
  uint64_t contexts;     /* chooser.contexts when the trial began */
  result result;
  ys_str why;       /* MISFIT: the reason */
  ys_slot value;    /* DECIDED: the value after the trial */
  ys_diag *records; /* DECIDED: copies of what was recorded */
} ys_known;

/* ---- values and paths ---------------------------------------------------- */

static uint64_t scalar_of(const ys_slot *slot) {
  uint64_t bits = 0;
  switch (slot->kind) {
  case YS_BOOL: return slot->u.boolean;
  case YS_INT: return slot->u.natural;
  case YS_FLOAT: memcpy(&bits, &slot->u.number, sizeof bits); return bits;
  case YS_CLOSURE: return slot->u.closure;
  default: return 0;
  }
}

/* Computes a hash of a value and its places. Returns false if a value below was
 * given in several parts, which are not compared. Recursion is bounded by the
 * limit on depth. */
static bool hash_below(const ys_slot *slot, uint64_t *hash);
static bool hash_value(const ys_slot *slot, uint64_t *hash) {
  uint64_t h = ys_hash_mix(*hash, (uint64_t)slot->kind << 8 | slot->flags);
  h = ys_hash_mix(h, (uint64_t)(uintptr_t)slot->key);
  h = ys_hash_mix(h, ys_slot_where(slot));
  h = ys_hash_mix(h, (uint64_t)slot->size << 16 | slot->source);
  if (slot->kind == YS_STRING)
    h = ys_hash_mix(h, ys_hash(h | 1, ys_slot_text(slot)));
  else
    h = ys_hash_mix(h, scalar_of(slot));
  *hash = h;
  return !ys_is_collection(slot) || hash_below(slot, hash);
}

static bool hash_below(const ys_slot *slot, uint64_t *hash) {
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (ys_is_collection(s) && ys_slot_parts(s) != NULL) return false;
    if (!hash_value(s, hash)) return false;
  }
  return true;
}

static bool is_same(const ys_slot *a, const ys_slot *b) {
  if (a->kind != b->kind || a->flags != b->flags || a->size != b->size ||
      a->key != b->key || a->source != b->source ||
      ys_slot_where(a) != ys_slot_where(b))
    return false;
  if (a->kind == YS_STRING) return ys_str_eq(ys_slot_text(a), ys_slot_text(b));
  if (!ys_is_collection(a)) return scalar_of(a) == scalar_of(b);
  const ys_slot *s = ys_slot_first(a), *t = ys_slot_first(b);
  for (; s != NULL && t != NULL; s = s->next, t = t->next)
    if (!is_same(s, t)) return false;
  return s == t;
}

/* Whether the annotations of two equal values are the same ones. */
static bool has_same_annots(const ys_slot *a, const ys_slot *b) {
  if (ys_slot_annots(a) != ys_slot_annots(b)) return false;
  if (!ys_is_collection(a)) return true;
  const ys_slot *s = ys_slot_first(a), *t = ys_slot_first(b);
  for (; s != NULL; s = s->next, t = t->next)
    if (!has_same_annots(s, t)) return false;
  return true;
}

/* Whether two values were given in the same parts, which are merged in the same
 * way. */
static bool has_same_parts(const ys_parts *a, const ys_parts *b) {
  if (a == b) return true;
  if (a == NULL || b == NULL || a->count != b->count) return false;
  const ys_part *p = a->first, *q = b->first;
  for (; p != NULL; p = p->next, q = q->next)
    if (p->options.append_arrays != q->options.append_arrays ||
        p->options.old_names != q->options.old_names ||
        !is_same(&p->value, &q->value) ||
        !has_same_annots(&p->value, &q->value))
      return false;
  return true;
}

static uint32_t depth_of(const ys_path *path) {
  uint32_t depth = 0;
  for (; path != NULL; path = path->up)
    depth++;
  return depth;
}

static uint64_t hash_path(uint64_t hash, const ys_path *path) {
  for (; path != NULL; path = path->up)
    hash = ys_hash_mix(hash, (uint64_t)(uintptr_t)path->key + path->index);
  return hash;
}

static bool is_path(const ys_known *known, const ys_path *path) {
  for (uint32_t i = 0; i < known->depth; i++, path = path->up)
    if (path == NULL || path->key != known->path[i].key ||
        path->index != known->path[i].index)
      return false;
  return path == NULL;
}

static ys_status keep_path(ys_arena *arena, ys_known *known,
                           const ys_path *path) {
  step *steps;
  known->depth = depth_of(path);
  steps = ys_arena_alloc(arena, known->depth * sizeof *steps);
  if (steps == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < known->depth; i++, path = path->up)
    steps[i] = (step){path->key, path->index};
  known->path = steps;
  return YS_OK;
}

/* ---- the table ----------------------------------------------------------- */

static ys_known **bucket_of(const ys_known_table *table, uint64_t hash) {
  return &table->buckets[hash & (table->capacity - 1)];
}

static ys_status grow(ys_known_table *table, ys_memory memory) {
  ys_known_table grown = {.count = table->count,
                          .capacity =
                              table->capacity == 0 ? 64 : 2 * table->capacity};
  const size_t size = grown.capacity * sizeof *grown.buckets;
  grown.buckets = ys_memory_new(memory, size);
  if (grown.buckets == NULL) return YS_NOMEM;
  memset(grown.buckets, 0, size);
  for (size_t i = 0; i < table->capacity; i++)
    for (ys_known *k = table->buckets[i], *next; k != NULL; k = next) {
      ys_known **bucket = bucket_of(&grown, k->hash);
      next = k->next;
      k->next = *bucket;
      *bucket = k;
    }
  ys_memory_free(memory, table->buckets,
                 table->capacity * sizeof *table->buckets);
  *table = grown;
  return YS_OK;
}

static ys_known *find(const ys_known_table *table, uint64_t hash,
                      const ys_choice *choice, const ys_slot *slot,
                      const ys_path *path) {
  if (table->capacity == 0) return NULL;
  ys_known *k = *bucket_of(table, hash);
  while (k != NULL && (k->hash != hash || k->choice != choice ||
                       !is_path(k, path) || !is_same(&k->given, slot) ||
                       !has_same_parts(k->parts, ys_slot_parts(slot))))
    k = k->next;
  return k;
}

static ys_status copy_value(ys_chooser *c, const ys_choice *choice,
                            const ys_slot *from, ys_slot *to) {
  YS_TRY(ys_known_charge(c, choice, c->top, from));
  YS_TRY(ys_slot_copy(&c->space->arena, from, to));
  to->flags = from->flags;
  return YS_OK;
}

static ys_status add(ys_chooser *c, const ys_known *about, const ys_slot *slot,
                     const ys_path *path, ys_known **out) {
  ys_known_table *table = &c->known;
  ys_known *k = ys_arena_new(&c->space->arena, ys_known);
  if (k == NULL) return YS_NOMEM;
  *k = *about;
  YS_TRY(keep_path(&c->space->arena, k, path));
  YS_TRY(copy_value(c, k->choice, slot, &k->given));
  if (table->count >= table->capacity)
    YS_TRY(grow(table, c->space->arena.memory));
  table->count++;
  k->next = *bucket_of(table, k->hash);
  *bucket_of(table, k->hash) = k;
  *out = k;
  return YS_OK;
}

/* ---- records ------------------------------------------------------------- */

/* Copies the records of a list that are about `owner`, from `first` on. */
static ys_status copy_records(ys_chooser *c, const ys_diag *first,
                              const void *owner, ys_diag **out) {
  ys_diag **end = out;
  *out = NULL;
  for (const ys_diag *d = first; d != NULL && d->owner == owner; d = d->next) {
    ys_diag *copy = ys_arena_alloc(ys_trial_records(c), sizeof *copy);
    if (copy == NULL) return YS_NOMEM;
    *copy = *d;
    copy->next = NULL;
    *end = copy;
    end = &copy->next;
  }
  return YS_OK;
}

/* ---- recalling and keeping ----------------------------------------------- */

static ys_status apply(ys_chooser *c, const ys_known *known, ys_slot *slot) {
  const ys_stop *holder = ys_trial_open_above(c->top);
  ys_diags *outcome = ys_trial_outcome(c, c->top);
  ys_diag *records;
  ys_slot copy = {0};
  if (known->result == MISFIT) {
    holder->trial->misfit = true;
    ys_trial_tried(holder->trial, holder->trial->index)->why = known->why;
    return YS_OK;
  }
  YS_TRY(copy_value(c, known->choice, &known->value, &copy));
  ys_trial_set(slot, &copy);
  YS_TRY(copy_records(c, known->records, NULL, &records));
  for (ys_diag *next; records != NULL; records = next) {
    next = records->next;
    records->owner = slot;
    ys_diags_append(outcome, records);
  }
  return YS_OK;
}

/* Whether a trial may be repeated very often: the two innermost trials around
 * it cannot multiply its cost by more than the number of their alternatives. */
static bool is_deep(const ys_chooser *c) {
  const ys_stop *holder = ys_trial_open_above(c->top);
  return holder != NULL && ys_trial_open_above(holder->up) != NULL;
}

ys_status ys_known_recall(ys_chooser *c, const ys_field *field, ys_slot *slot,
                          const ys_path *path, bool *done) {
  ys_known about = {.choice = field->choice,
                    .hash = ys_hash_seed(c->space),
                    .contexts = c->contexts};
  ys_known *known;
  *done = false;
  c->upcoming = NULL;
  if (!is_deep(c) || !ys_is_collection(slot)) return YS_OK;
  about.parts = ys_slot_parts(slot);
  about.hash = hash_path(about.hash ^ (uint64_t)(uintptr_t)about.choice, path);
  if (!hash_value(slot, &about.hash)) return YS_OK;
  known = find(&c->known, about.hash, about.choice, slot, path);
  if (known != NULL && known->result != NOT_KNOWN) {
    *done = true;
    return apply(c, known, slot);
  }
  if (known == NULL) YS_TRY(add(c, &about, slot, path, &known));
  known->contexts = c->contexts;
  c->upcoming = known;
  return YS_OK;
}

const ys_diag *ys_known_last_record(ys_chooser *c, const ys_stop *stop) {
  return ys_trial_outcome(c, stop->up)->last;
}

ys_status ys_known_keep(ys_chooser *c, const ys_stop *stop,
                        const ys_diag *last) {
  ys_known *known = stop->trial->known;
  const ys_stop *holder = ys_trial_open_above(stop->up);
  if (known == NULL || known->contexts != c->contexts) return YS_OK;
  if (holder->trial->misfit) {
    known->result = MISFIT;
    known->why = ys_trial_tried(holder->trial, holder->trial->index)->why;
    return YS_OK;
  }
  YS_TRY(copy_value(c, known->choice, stop->slot, &known->value));
  YS_TRY(copy_records(
      c, last != NULL ? last->next : ys_trial_outcome(c, stop->up)->first,
      stop->slot, &known->records));
  for (ys_diag *d = known->records; d != NULL; d = d->next)
    d->owner = NULL;
  known->result = DECIDED;
  return YS_OK;
}

void ys_known_settle(ys_chooser *c) {
  if (c->known.capacity > 0 && ys_trial_above(c->top) == NULL)
    ys_known_release(c);
}

void ys_known_release(ys_chooser *c) {
  if (c->known.capacity > 0)
    ys_memory_free(c->space->arena.memory, c->known.buckets,
                   c->known.capacity * sizeof *c->known.buckets);
  c->known = (ys_known_table){0};
}

/* ---- the bound ----------------------------------------------------------- */

/* How many nodes may be copied for each node of the document. */
enum { EACH = 64 };

/* The place of the value, or, if it was made by a program, of the choice. */
static ys_place place_of(const ys_slot *slot, const ys_choice *choice) {
  const ys_place place = ys_slot_place(slot);
  return place.line > 0 ? place : choice->place;
}

ys_status ys_known_charge(ys_chooser *c, const ys_choice *choice,
                          const ys_stop *above, const ys_slot *slot) {
  const uint32_t limit = c->space->limits.max_nodes;
  if (ys_trial_above((ys_stop *)(uintptr_t)above) == NULL) return YS_OK;
  if (c->most_copied == 0)
    c->most_copied = EACH * ys_slot_count(c->root) + limit;
  c->copied += ys_slot_count(slot);
  if (c->copied <= c->most_copied) return YS_OK;
  YS_TRY(ys_space_limit(c->space, YS_E_TOO_MANY_TRIALS, place_of(slot, choice),
                        limit));
  return YS_INVALID;
}
