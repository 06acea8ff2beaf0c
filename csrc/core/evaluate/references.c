#include "core/evaluate/references.h"

#include "core/provenance/provenance.h"
#include "core/reference/identity.h"
#include "core/reference/target.h"
#include "core/type/fields.h"
#include "core/type/text_rules.h"

/* A slot on the way down from the root. Where a slot has alternatives, the
 * visit of the alternative that holds is below that of the slot itself. */
typedef struct ys_referring {
  struct ys_referring *up;
  ys_typed value;
  const ys_refers *reference; /* the next one to look up */
  bool asked;                 /* its `when=` was asked and is true */
  ys_slot *next;              /* the next child */
  uint32_t index, expect; /* index of that child; where its key is expected */
  ys_range alternatives;  /* those that are still to be visited */
  uint32_t nested;        /* how many visits above are of the same slot */
} ys_referring;

/* ---- mentions ------------------------------------------------------------ */

/* Notes something that other documents decide about. */
static ys_status mention(ys_referrer *r, const ys_mention *about,
                         const ys_path *path) {
  ys_mention *made;
  YS_KEEP(made, &r->space->arena, *about);
  YS_APPEND(r->first, r->last, made);
  return ys_path_text(&r->space->arena, path, &made->path);
}

static ys_status mention_item(ys_referrer *r, const ys_identity *identity,
                              ys_slot *item, const ys_path *path) {
  ys_mention about = {.identity = identity, .slot = item};
  YS_NEW_LIST(about.values, &r->space->arena, identity->count);
  if (!ys_identity_of(r->space, identity, item, about.values)) return YS_OK;
  return mention(r, &about, path);
}

/* ---- identities ---------------------------------------------------------- */

static ys_status mention_items(ys_referrer *r, const ys_typed *value,
                               const ys_identity *identity) {
  uint32_t index = 0;
  if (value->slot->kind == YS_MAP)
    return mention_item(r, identity, value->slot, &value->path);
  for (ys_slot *s = ys_slot_first(value->slot); s != NULL; s = s->next) {
    const ys_path path = {&value->path, NULL, index++};
    YS_TRY(mention_item(r, identity, s, &path));
  }
  return YS_OK;
}

static ys_status identify(ys_referrer *r, const ys_typed *value) {
  if (!ys_is_collection(value->slot)) return YS_OK;
  for (const ys_identity *i = value->field->identities; i != NULL;
       i = i->next) {
    YS_TRY(ys_identity_check(r->space, value, i));
    if (i->scope != YS_SCOPE_DOCUMENT) YS_TRY(mention_items(r, value, i));
  }
  return YS_OK;
}

/* ---- references ---------------------------------------------------------- */

/* Where the path of a target begins, or NULL. */
static ys_slot *base_of(const ys_referrer *r, const ys_target *target) {
  const ys_referring *visit = r->top;
  const ys_slot *last = NULL;
  uint32_t left = target->up;
  if (left == 0) return r->root;
  for (; visit != NULL; visit = visit->up) {
    ys_slot *slot = visit->value.slot;
    if (slot->kind != YS_MAP || slot == last) continue;
    last = slot;
    if (--left == 0) return slot;
  }
  return NULL;
}

/* Gives the names of a target; NULL if its path begins nowhere. */
static ys_status names_of(ys_referrer *r, const ys_target *target,
                          const ys_name_set **out) {
  const void *identity = ys_target_identity(target);
  ys_slot *base = base_of(r, target);
  ys_name_set *names = NULL;
  *out = NULL;
  if (base == NULL) return YS_OK;
  *out = ys_pairs_get(&r->names, identity, base);
  if (*out != NULL) return YS_OK;
  YS_NEW(names, &r->space->arena);
  YS_TRY(ys_name_set_collect(r->space, target, base, names));
  *out = names;
  return ys_pairs_set(&r->names, &r->space->arena, identity, base, names);
}

static ys_status need_room(ys_referrer *r, uint32_t count) {
  if (r->room >= count) return YS_OK;
  r->found = ys_arena_zalloc(&r->space->arena, count, sizeof *r->found);
  r->room = r->found == NULL ? 0 : count;
  return r->found == NULL ? YS_NOMEM : YS_OK;
}

/* Where a value is missing in the data, if it is a default. */
static ys_gap gap_of(const ys_referrer *r) {
  const ys_referring *visit = r->top;
  if (ys_gap_is_given(r->space, visit->value.slot)) return (ys_gap){0};
  while (visit->up != NULL && !ys_gap_is_given(r->space, visit->value.slot))
    visit = visit->up;
  return ys_gap_of(r->space, visit->value.slot, visit->value.path.up == NULL);
}

/* Leaves the reference of the current slot to other documents. */
static ys_status leave_open(ys_referrer *r, const ys_refers *reference) {
  const ys_typed *value = &r->top->value;
  const bool given = ys_gap_is_given(r->space, value->slot);
  const ys_mention about = {.reference = reference,
                            .slot = value->slot,
                            .sensitive = value->field->sensitive,
                            .gap = given ? 0 : gap_of(r).at.line};
  const ys_referred open = {.reference = reference,
                            .target = &reference->targets[0]};
  YS_TRY(ys_provenance_refer(r->space, value->slot, &open, NULL));
  return mention(r, &about, &value->path);
}

/* The value of the current slot is a name. */
static ys_status lead_to(ys_referrer *r, const ys_refers *reference,
                         const ys_target *target, const ys_slot *name) {
  const bool key = target->steps[target->count - 1].kind == YS_STEP_KEYS;
  const ys_referred found = {
      .reference = reference, .target = target, .name = name};
  return ys_provenance_refer(r->space, r->top->value.slot, &found,
                             key ? name->next : name);
}

/* Looks up the value of the current slot in the names of all targets. */
static ys_status look_up(ys_referrer *r, const ys_refers *reference) {
  const ys_typed *value = &r->top->value;
  const ys_slot *name;
  bool uncertain = false;
  YS_TRY(ys_is_variable(r->space, value->field, value->slot, &uncertain));
  if (uncertain) return YS_OK;
  if (reference->kind.len > 0) return leave_open(r, reference);
  YS_TRY(need_room(r, reference->count));
  for (uint32_t i = 0; i < reference->count; i++) {
    YS_TRY(names_of(r, &reference->targets[i], &r->found[i]));
    if (r->found[i] == NULL) continue;
    name = ys_name_set_find(r->found[i], value->slot);
    if (name != NULL)
      return lead_to(r, reference, &reference->targets[i], name);
    uncertain |= r->found[i]->uncertain;
  }
  if (reference->scope != YS_SCOPE_DOCUMENT) return leave_open(r, reference);
  if (uncertain) return YS_OK;
  return ys_refer_missing(r->space, value, reference, r->found, gap_of(r));
}

static void ask(ys_referrer *r, ys_question *question) {
  const ys_referring *visit = r->top, *up = visit->up;
  while (up != NULL && up->value.slot == visit->value.slot)
    up = up->up;
  *question = (ys_question){.kind = YS_ASK_WHEN,
                            .closure = visit->reference->when,
                            .slot = visit->value.slot,
                            .parent = up != NULL ? up->value.slot : NULL,
                            .root = r->root,
                            .place = visit->reference->place};
}

/* Looks up the next reference of the current slot, after its `when=`. */
static ys_status refer(ys_referrer *r, ys_question *question) {
  ys_referring *visit = r->top;
  const ys_refers *reference = visit->reference;
  if (reference->when != 0 && !visit->asked) {
    ask(r, question);
    return YS_OK;
  }
  visit->asked = false;
  visit->reference = reference->next;
  return look_up(r, reference);
}

/* ---- the walk ------------------------------------------------------------ */

/* Alternatives of alternatives may lead to themselves without end, as long as
 * nothing is below them. */
enum { MOST_NESTED = 100 };

static ys_status prepare(ys_referrer *r, ys_referring *visit) {
  const ys_typed *value = &visit->value;
  YS_TRY(identify(r, value));
  if (value->slot->kind == YS_NULL) return YS_OK;
  if (!ys_is_collection(value->slot))
    visit->reference = value->field->references;
  if (ys_typed_has_children(value)) visit->next = ys_slot_first(value->slot);
  if (value->field->choice != NULL && visit->nested < MOST_NESTED)
    return ys_selection_find(r->chooser, value, &visit->alternatives);
  return YS_OK;
}

/* Makes a slot the current one, if something in it refers to names. */
static ys_status enter(ys_referrer *r, const ys_typed *value, uint32_t nested) {
  ys_referring *visit;
  if (!value->field->has_references || (value->slot->flags & YS_UNFIT) != 0)
    return YS_OK;
  YS_REUSE(visit, r->spare, up, &r->space->arena);
  *visit = (ys_referring){.up = r->top, .value = *value, .nested = nested};
  r->top = visit;
  return prepare(r, visit);
}

static void leave(ys_referrer *r) {
  ys_referring *visit = r->top;
  r->top = visit->up;
  visit->up = r->spare;
  r->spare = visit;
}

/* Goes to the next alternative or child, or up after the last one. */
static ys_status walk(ys_referrer *r) {
  ys_referring *visit = r->top;
  const ys_field *field = visit->value.field;
  YS_TRY(ys_space_settle(r->space));
  if (visit->alternatives.first < visit->alternatives.end) {
    const ys_typed one =
        ys_typed_alternative(&visit->value, visit->alternatives.first++);
    return enter(r, &one, visit->nested + 1);
  }
  while (r->top == visit && visit->next != NULL) {
    ys_slot *child = visit->next;
    ys_typed below = {
        field->item, child, {&visit->value.path, child->key, visit->index++}};
    visit->next = child->next;
    if (field->kind == YS_MAP)
      YS_TRY(ys_fields_find(r->space, field->map, child->key, &visit->expect,
                            &below.field));
    if (below.field != NULL) YS_TRY(enter(r, &below, 0));
  }
  if (r->top == visit) leave(r);
  return YS_OK;
}

ys_status ys_referrer_init(ys_referrer *referrer, const ys_chooser *chooser,
                           const ys_field *field, ys_slot *root) {
  const ys_typed document = {.field = field, .slot = root};
  *referrer =
      (ys_referrer){.space = chooser->space, .chooser = chooser, .root = root};
  return enter(referrer, &document, 0);
}

ys_status ys_referrer_next(ys_referrer *referrer, ys_question *question) {
  *question = (ys_question){.kind = YS_ASK_NOTHING};
  while (referrer->top != NULL && question->kind == YS_ASK_NOTHING)
    YS_TRY(referrer->top->reference != NULL ? refer(referrer, question)
                                            : walk(referrer));
  return YS_OK;
}

/* ---- answers ------------------------------------------------------------- */

ys_status ys_referrer_path(const ys_referrer *referrer, ys_str *out) {
  return ys_path_text(ys_space_records(referrer->space),
                      &referrer->top->value.path, out);
}

/* Records that `when=` gave no answer. */
static ys_status record_problem(ys_referrer *r, const ys_answer *answer) {
  const ys_referring *visit = r->top;
  ys_arena *arena = ys_space_records(r->space);
  ys_diag *diag = ys_space_diagnose(
      r->space,
      answer->verdict == YS_NO_BOOLEAN ? YS_E_WHEN_NOT_BOOLEAN
                                       : YS_E_WHEN_FAILED,
      ys_slot_place(visit->value.slot), visit->reference->place);
  if (diag == NULL) return YS_NOMEM;
  diag->rule = YS_STR("when");
  ys_diag_about(diag, visit->value.field);
  YS_TRY(ys_referrer_path(r, &diag->path));
  YS_TRY(ys_arena_str(arena, answer->message, &diag->args[0]));
  return ys_arena_str(arena, answer->calls, &diag->calls);
}

ys_status ys_referrer_answer(ys_referrer *referrer, const ys_answer *answer) {
  ys_referring *visit = referrer->top;
  if (answer->verdict == YS_VALID) {
    visit->asked = true;
    return YS_OK;
  }
  if (answer->verdict != YS_INVALID_VALUE)
    YS_TRY(record_problem(referrer, answer));
  visit->reference = visit->reference->next;
  return YS_OK;
}
