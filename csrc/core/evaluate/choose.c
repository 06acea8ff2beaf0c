#include "core/evaluate/choose.h"

#include "core/check/check.h"
#include "core/check/coerce.h"
#include "core/evaluate/trial_memo.h"
#include "core/type/fields.h"

/* ---- entering and leaving slots ------------------------------------------ */

/* Makes a slot the current one. */
static ys_status enter(ys_chooser *c, const ys_typed *value,
                       bool is_alternative) {
  ys_stop *stop;
  YS_REUSE(stop, c->spare, up, &c->space->arena);
  *stop = (ys_stop){
      .up = c->top, .value = *value, .is_alternative = is_alternative};
  c->top = stop;
  if (ys_typed_has_children(value)) stop->next = ys_slot_first(value->slot);
  return value->field->choice != NULL ? ys_trial_begin(c, stop) : YS_OK;
}

static void leave(ys_chooser *c) {
  ys_stop *stop = c->top;
  if (stop->trial != NULL) ys_trial_end(c, stop);
  c->top = stop->up;
  stop->up = c->spare;
  c->spare = stop;
}

/* ---- the walk down ------------------------------------------------------- */

/* If a choice fits none of its alternatives by type, the alternative that
 * contains it does not fit either. Then the rest of that alternative is
 * skipped. */
static void give_up(ys_chooser *c) {
  const ys_stop *holder = ys_trial_open_above(c->top);
  if (holder == NULL || holder->trial->types != YS_TYPES_MISFIT) return;
  while (c->top != holder)
    leave(c);
}

/* Enters a slot that has choices itself or below. */
static ys_status visit(ys_chooser *c, const ys_typed *value,
                       bool is_alternative) {
  const ys_field *field = value->field;
  ys_slot *slot = value->slot;
  bool done = false;
  if (!field->unsettled || (slot->flags & YS_UNFIT) != 0) return YS_OK;
  /* Convert a number before an alternative is chosen for it. */
  if (!is_alternative) ys_coerce(field, slot);
  if (field->choice != NULL)
    YS_TRY(ys_trial_at_once(c, value, &done));
  else
    done = !ys_typed_has_children(value);
  if (!done && field->choice != NULL) {
    YS_TRY(ys_trial_memo_recall(c, value, &done));
    if (done) give_up(c);
  }
  return done ? YS_OK : enter(c, value, is_alternative);
}

/* Goes to the next child, or up after the last one. */
static ys_status walk(ys_chooser *c) {
  ys_stop *stop = c->top;
  const ys_field *field = stop->value.field;
  while (c->top == stop && stop->next != NULL) {
    ys_slot *child = stop->next;
    ys_typed below = {
        field->item, child, {&stop->value.path, child->key, stop->index++}};
    stop->next = child->next;
    if (field->kind == YS_MAP)
      YS_TRY(ys_fields_find(c->space, field->map, child->key, &stop->expect,
                            &below.field));
    if (below.field != NULL) YS_TRY(visit(c, &below, false));
  }
  if (c->top == stop) leave(c);
  return YS_OK;
}

/* ---- trials -------------------------------------------------------------- */

/* Finds out whether none of the later alternatives suits. */
static ys_status find_only(ys_chooser *c, const ys_stop *stop) {
  ys_trial *t = stop->trial;
  bool does = t->suited > 1 || t->parts != NULL;
  for (uint32_t i = t->index + 1; i < t->range.end && !does; i++)
    YS_TRY(ys_trial_suit(c, &stop->value, i, &does));
  t->only = !does;
  return YS_OK;
}

static ys_status copy_slot(ys_chooser *c, const ys_stop *stop) {
  ys_slot *slot = stop->value.slot, copy = {0};
  YS_TRY(ys_trial_memo_charge(c, stop->value.field->choice, stop->up, slot));
  stop->trial->mark = ys_arena_now(&c->copies);
  YS_TRY(ys_slot_copy(&c->copies, slot, &copy));
  copy.flags = slot->flags;
  return ys_slot_set_value(&c->copies, slot, &copy);
}

/* Makes a copy of the value to be completed, unless no other alternative needs
 * the original. */
static ys_status copy_value(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  if (t->parts != NULL) return YS_OK; /* the value was assembled from copies */
  t->copied = !t->only && ys_is_collection(stop->value.slot);
  return t->copied ? copy_slot(c, stop) : YS_OK;
}

/* Prepares a value that all alternatives complete: there is no choice to make.
 * A default of the schema keeps its original, in case that it does not fit. */
static ys_status keep_value(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  const bool first = !t->only;
  t->only = true;
  return first && c->how == YS_CHOOSE_ALONE &&
                 ys_is_collection(stop->value.slot)
             ? copy_slot(c, stop)
             : YS_OK;
}

static ys_status fill(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  if (t->choice->mode != YS_ALL_OF) {
    YS_TRY(find_only(c, stop));
    YS_TRY(copy_value(c, stop));
  } else {
    YS_TRY(keep_value(c, stop));
  }
  YS_TRY(ys_trial_fill(c->space, &stop->value, t->index));
  t->step = YS_TRY_SETTLE;
  return ys_defaults_find(c->defaults, stop->value.slot);
}

/* ---- trying the alternatives in turn ------------------------------------- */

/* Whether more alternatives have to be tried. */
static bool is_open(const ys_trial *t) {
  return t->index < t->range.end && t->passed < t->enough;
}

/* Begins the trial of the next alternative that suits. */
static ys_status begin(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  const ys_diag *last;
  bool begun;
  for (; is_open(t); t->index++) {
    bool does;
    YS_TRY(ys_trial_suits(c, stop, &does));
    if (does && t->suited++ == 0) t->suits = t->index;
    if (does) return fill(c, stop);
  }
  if (t->choice->mode == YS_ALL_OF && t->suited == t->choice->count &&
      !t->filled) {
    t->filled = true;
    t->index = 0;
    t->step = YS_TRY_BELOW;
    return YS_OK;
  }
  YS_TRY(ys_trial_next_round(c, stop, &begun));
  if (begun) return YS_OK;
  YS_TRY(ys_trial_end_rounds(c, stop));
  last = ys_trial_memo_last_record(c, stop);
  YS_TRY(ys_trial_conclude(c, stop));
  YS_TRY(ys_trial_memo_keep(c, stop, last));
  leave(c);
  give_up(c);
  ys_trial_memo_settle(c);
  return ys_trial_settle_records(c);
}

static ys_status settle(ys_chooser *c, ys_stop *stop, ys_question *question) {
  ys_trial *t = stop->trial;
  bool asking;
  YS_TRY(ys_defaults_settle_all(c->defaults, question, &asking));
  if (asking) return YS_OK;
  t->step = YS_TRY_BELOW;
  if (t->choice->mode != YS_ALL_OF) return YS_OK;
  t->step = YS_TRY_BEGIN; /* the other alternatives complete the value, too */
  t->index++;
  return YS_OK;
}

static ys_status go_below(ys_chooser *c, ys_stop *stop) {
  const ys_typed current =
      ys_typed_alternative(&stop->value, stop->trial->index);
  stop->trial->step = YS_TRY_TYPES;
  stop->trial->types = YS_TYPES_FIT;
  stop->trial->descent = ++c->descents;
  return visit(c, &current, true);
}

/* ---- rules --------------------------------------------------------------- */

static const ys_slot *parent_of(const ys_stop *stop) {
  while (stop->is_alternative)
    stop = stop->up;
  return stop->up != NULL ? stop->up->value.slot : NULL;
}

/* Keeps the copy that was completed if it is the first one that fits. The
 * memory of all others is given back: nothing refers to them any more, because
 * records have texts of their own, and functions get values of Lua. */
static ys_status end_copy(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  if (t->passed == 1 && t->first == t->index) {
    t->fitting = *stop->value.slot;
    t->fits = true;
  } else if (t->parts == NULL) {
    ys_arena_rewind(&c->copies, &t->mark);
  }
  return ys_slot_set_value(&c->space->arena, stop->value.slot, &t->given);
}

static ys_status next_alternative(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  t->step = t->filled ? YS_TRY_BELOW : YS_TRY_BEGIN;
  if (t->copied) YS_TRY(end_copy(c, stop));
  t->index++;
  if (t->filled && t->index == t->choice->count) t->step = YS_TRY_BEGIN;
  return YS_OK;
}

/* Records the result of the current alternative after all of its rules have
 * run. */
static ys_status validate(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  if (ys_trial_tried(t, t->index)->found.first == NULL &&
      t->types != YS_TYPES_LACK) {
    t->passed++;
    ys_trial_tried(t, t->index)->fits = true;
    if (t->passed == 1) t->first = t->index;
    if (t->passed == 1 && ys_trial_shares_numbers(stop)) t->enough = UINT32_MAX;
    if (t->passed == 2) t->second = t->index;
  }
  return next_alternative(c, stop);
}

static ys_status begin_rules(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  ys_tried *tried = ys_trial_tried(t, t->index);
  const ys_typed current = ys_typed_alternative(&stop->value, t->index);
  ys_status status;
  const ys_whereabouts where = {.root = c->root,
                                .parent = parent_of(stop),
                                .found = &tried->found,
                                .outcome = &tried->outcome};
  t->typed++;
  t->sole = t->index;
  t->validated = *stop->value.slot;
  t->step = YS_TRY_RULES;
  if (!current.field->has_rules || (c->how != YS_CHOOSE_VALIDATE && t->only)) {
    return validate(c, stop);
  }
  ys_trial_open_records(c);
  status = ys_validator_init_at(&t->validator, c->space, &current, &where);
  ys_trial_close_records(c);
  return status;
}

/* Whether only the complete value can be validated. */
static bool is_final(const ys_field *alternative) {
  return alternative->unsettled || alternative->has_required;
}

/* Validates the counts of keys, now that the value is complete. */
static ys_status validate_types(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  const ys_typed current = ys_typed_alternative(&stop->value, t->index);
  bool does = t->types == YS_TYPES_FIT;
  if (t->index == t->suits) t->validated = *stop->value.slot;
  if (does && is_final(current.field))
    YS_TRY(ys_check_fits(c->space, &current, YS_CHECK_FINAL, &does, NULL));
  if (!does && t->types == YS_TYPES_FIT && t->choice->by != NULL)
    t->types = YS_TYPES_LACK;
  if (does || t->types == YS_TYPES_LACK) return begin_rules(c, stop);
  if (t->types == YS_TYPES_FIT)
    YS_TRY(ys_check_fits(c->space, &current, YS_CHECK_FINAL, &does,
                         &ys_trial_tried(t, t->index)->why));
  return next_alternative(c, stop);
}

/* Answers for a closure when none is called: `when=` is false and rules hold.
 */
static ys_status answer_alone(ys_validator *validator,
                              const ys_question *question) {
  const ys_answer answer = {
      .verdict = question->kind == YS_ASK_WHEN ? YS_INVALID_VALUE : YS_VALID};
  return ys_validator_answer(validator, &answer);
}

static ys_status run_rules(ys_chooser *c, ys_stop *stop,
                           ys_question *question) {
  ys_trial *t = stop->trial;
  ys_status status;
  ys_trial_open_records(c);
  for (;;) {
    status = ys_validator_next(&t->validator, question);
    if (status != YS_OK || question->kind == YS_ASK_NOTHING ||
        c->how != YS_CHOOSE_ALONE)
      break;
    YS_TRY(answer_alone(&t->validator, question));
  }
  ys_trial_close_records(c);
  if (status != YS_OK || question->kind != YS_ASK_NOTHING) return status;
  return validate(c, stop);
}

/* ---- the walk ------------------------------------------------------------ */

static ys_status go_on(ys_chooser *c, ys_question *question) {
  ys_stop *stop = c->top;
  if (stop->trial == NULL) return walk(c);
  switch (stop->trial->step) {
  case YS_TRY_SETTLE: return settle(c, stop, question);
  case YS_TRY_BELOW: return go_below(c, stop);
  case YS_TRY_TYPES: return validate_types(c, stop);
  case YS_TRY_RULES: return run_rules(c, stop, question);
  default: return begin(c, stop);
  }
}

ys_status ys_chooser_init(ys_chooser *chooser, ys_defaults *defaults,
                          const ys_field *field, ys_slot *root,
                          ys_choosing how) {
  const ys_typed document = {.field = field, .slot = root};
  *chooser = (ys_chooser){
      .space = defaults->space, .defaults = defaults, .root = root, .how = how};
  ys_folding_init(&chooser->folding, defaults->space->arena.memory);
  ys_arena_init(&chooser->copies, defaults->space->arena.memory);
  ys_memo_init(&chooser->known, defaults->space->arena.memory);
  ys_memo_init(&chooser->chosen, defaults->space->arena.memory);
  chooser->folding.on = chooser->folding.open = defaults->space->folding.on;
  chooser->folding.sorted = true; /* they are in the document's order */
  return visit(chooser, &document, false);
}

ys_status ys_chooser_next(ys_chooser *chooser, ys_question *question) {
  *question = (ys_question){.kind = YS_ASK_NOTHING};
  while (chooser->top != NULL && question->kind == YS_ASK_NOTHING)
    YS_TRY(go_on(chooser, question));
  return YS_OK;
}

void ys_chooser_release(ys_chooser *chooser) {
  if (chooser->space != NULL) {
    ys_trial_memo_release(chooser);
    ys_memo_release(&chooser->chosen);
    ys_folding_release(&chooser->folding);
    ys_arena_absorb(&chooser->space->arena, &chooser->copies);
  }
  *chooser = (ys_chooser){0};
}

ys_status ys_chooser_answer(ys_chooser *chooser, const ys_answer *answer) {
  ys_status status;
  ys_trial_open_records(chooser);
  status = ys_validator_answer(&chooser->top->trial->validator, answer);
  ys_trial_close_records(chooser);
  return status;
}

ys_status ys_chooser_path(ys_chooser *chooser, ys_str *out) {
  ys_status status;
  ys_trial_open_records(chooser);
  status = ys_validator_path(&chooser->top->trial->validator, out);
  ys_trial_close_records(chooser);
  return status;
}
