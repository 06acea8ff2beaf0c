/* core/evaluate/trial.c - Begins and ends trials of alternatives; reports and
 * applies their results. */

#include "core/evaluate/trial.h"

#include "core/check/nearest.h"
#include "core/coverage/coverage.h"
#include "core/evaluate/selection.h"
#include "core/print/message.h"
#include "core/type/choice.h"
#include "core/type/text_rules.h"

/* ---- begin and end ------------------------------------------------------- */

static uint32_t enough_of(const ys_choice *choice) {
  if (choice->mode == YS_ALL_OF) return UINT32_MAX;
  return choice->mode == YS_ONE_OF ? 2 : 1;
}

/* Gives a trial for the value and its choice: a new one, or one that is over.
 */
static ys_trial *make_trial(ys_chooser *c, const ys_stop *stop) {
  ys_trial *t = c->spare_trials;
  if (t == NULL) {
    t = ys_arena_new(&c->space->arena, ys_trial);
    if (t == NULL) return NULL;
  } else {
    c->spare_trials = t->spare;
  }
  *t = (ys_trial){
      .choice = stop->value.field->choice,
      .range = ys_choice_range(stop->value.field->choice, stop->value.slot),
      .enough = enough_of(stop->value.field->choice),
      .given = *stop->value.slot,
      .known = c->upcoming,
      .tried = t->tried,
      .room = t->room,
      .validator = {.spare = t->validator.spare}};
  t->index = t->range.first;
  c->upcoming = NULL;
  return t;
}

ys_status ys_trial_begin(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = make_trial(c, stop);
  if (t == NULL) return YS_NOMEM;
  YS_TRY(ys_trial_need_tried(&c->space->arena, t));
  if (ys_is_collection(stop->value.slot))
    t->parts = ys_slot_given_values(stop->value.slot);
  if (t->parts != NULL) {
    t->from = t->parts->first;
    t->left = t->parts->count;
  }
  stop->trial = t;
  return ys_trial_merge_selected(c, stop);
}

void ys_trial_end(ys_chooser *c, ys_stop *stop) {
  stop->trial->spare = c->spare_trials;
  c->spare_trials = stop->trial;
  stop->trial = NULL;
}

ys_status ys_trial_settle_records(ys_chooser *c) {
  if (!ys_folding_is_full(&c->folding) || ys_trial_above(c->top) != NULL)
    return YS_OK;
  return ys_folding_settle(&c->folding, &c->outcome, &c->space->arena, 0);
}

/* ---- outcomes ------------------------------------------------------------ */

/* Moves records to the outcome of the slot: all of them, or only violations of
 * the schema. */
static void move_records(ys_chooser *c, const ys_stop *stop, ys_diag *found,
                         bool all) {
  ys_diags *outcome = ys_trial_outcome(c, stop->up);
  for (ys_diag *next; found != NULL; found = next) {
    next = found->next;
    if (!all && ys_code_group(found->code) != YS_GROUP_SCHEMA) continue;
    found->owner = stop->value.slot;
    ys_diags_append(outcome, found);
  }
}

/* ---- reasons ------------------------------------------------------------- */

/* Gives the sentence of a record for the reasons of another one. Alternatives
 * may contain themselves: reasons that are long already are left out, so that
 * those of each level of a value do not contain those of all levels below. */
static ys_status sentence_of(const ys_chooser *c, const ys_diag *found,
                             ys_arena *arena, ys_str *out) {
  enum { LONG = 256 };
  ys_diag diag = *found;
  if (diag.choice != NULL && diag.args[1].len > LONG)
    diag.args[1] = YS_STR("…");
  return ys_message_sentence(arena, &c->space->sources, &diag, out);
}

/* Gives the reason why an alternative does not fit, or "". Its text is for a
 * record of the arena. */
static ys_status reason_of(ys_chooser *c, const ys_stop *stop, uint32_t index,
                           ys_arena *arena, ys_str *out) {
  const ys_trial *t = stop->trial;
  const ys_tried *tried = ys_trial_tried(t, index);
  bool fits;
  *out = tried->why;
  if (out->len > 0) return YS_OK;
  if (tried->found.first != NULL)
    return sentence_of(c, tried->found.first, arena, out);
  const ys_typed alternative = ys_typed_alternative(&stop->value, index);
  return ys_check_fits(c->space, &alternative, YS_CHECK_PART, &fits, out);
}

static ys_status reasons_of(ys_chooser *c, const ys_stop *stop,
                            const ys_nearest_choice *nearest, ys_arena *arena,
                            ys_buf *out) {
  const ys_trial *t = stop->trial;
  for (uint32_t i = 0; i < t->choice->count; i++) {
    ys_str why;
    if (nearest->found && nearest->index == i) continue;
    YS_TRY(reason_of(c, stop, i, arena, &why));
    if (why.len > 0) ys_choice_add_reason(out, t->choice, i, why);
  }
  if (nearest->found) ys_choice_report_nearest(out, t->choice, nearest->index);
  return YS_OK;
}

/* Collects the reasons of all alternatives. */
static ys_status reason(ys_chooser *c, const ys_stop *stop,
                        const ys_nearest_choice *nearest, ys_arena *arena,
                        ys_str *out) {
  const ys_trial *t = stop->trial;
  ys_status status = YS_OK;
  ys_buf buf = ys_buf_of(c->space->arena.memory);
  if (t->passed > 1 && t->choice->mode == YS_ONE_OF)
    ys_choice_add_pair(&buf, t->choice, t->first, t->second);
  else
    status = reasons_of(c, stop, nearest, arena, &buf);
  if (status == YS_OK) status = ys_buf_keep(&buf, arena, out);
  ys_buf_release(&buf);
  return status;
}

/* ---- violations ---------------------------------------------------------- */

/* Records the violations of a value whose key selects an alternative, each at
 * its own place. `*reported` is false if there are none there: then a choice
 * below fits nothing. */
static ys_status report_selected(ys_chooser *c, const ys_stop *stop,
                                 bool *reported) {
  const uint32_t before = c->space->diags.count;
  *reported = false;
  if (stop->value.field->choice->by == NULL) return YS_OK;
  YS_TRY(ys_check_selected(c->space, &stop->value, YS_CHECK_MERGED));
  if (c->space->diags.count == before) /* its types fit: perhaps not its keys */
    YS_TRY(ys_check_selected(c->space, &stop->value, YS_CHECK_FINAL));
  *reported = c->space->diags.count != before;
  return YS_OK;
}

/* Records that no alternative fits, and the violations of the nearest one. */
static ys_status report_alternatives(ys_chooser *c, const ys_stop *stop,
                                     bool is_inner) {
  const ys_choice *choice = stop->value.field->choice;
  ys_arena *arena = ys_space_records(c->space);
  ys_nearest_choice nearest = {0};
  ys_str expected, why;
  if (!is_inner && choice->by == NULL && choice->mode != YS_ALL_OF &&
      stop->trial->passed == 0)
    YS_TRY(ys_nearest_find_merged(c->space, &stop->value, &nearest));
  if (!nearest.fixed || ys_coverage_changes(c->space)) {
    YS_TRY(ys_choice_expected(arena, choice, &expected));
    YS_TRY(reason(c, stop, &nearest, arena, &why));
    YS_TRY(ys_check_report(c->space, &stop->value, expected, why));
  }
  return nearest.found
             ? ys_nearest_report_merged(c->space, &stop->value, &nearest)
             : YS_OK;
}

/* Records that the type of the value is invalid. */
static ys_status record_misfit(ys_chooser *c, const ys_stop *stop,
                               bool is_inner) {
  bool reported;
  YS_TRY(report_selected(c, stop, &reported));
  return reported ? YS_OK : report_alternatives(c, stop, is_inner);
}

/* Gives the first of the records that were added since `kept` was copied, and
 * removes them from the space. */
static ys_diag *take_records(ys_space *space, const ys_diags *kept) {
  ys_diag *first = ys_diags_since(&space->diags, kept);
  ys_diags_restore(&space->diags, kept);
  return first;
}

/* Reports that the type of the value is invalid: as a record, or as the reason
 * why the alternative that contains the value does not fit. */
static ys_status report_misfit(ys_chooser *c, const ys_stop *stop) {
  ys_stop *holder = ys_trial_open_above(stop->up);
  const ys_diags kept = c->space->diags;
  if (holder != NULL) {
    holder->trial->types = YS_TYPES_MISFIT;
    ys_trial_open_records(c);
    YS_TRY(record_misfit(c, stop, true));
    ys_trial_close_records(c);
    return ys_message_sentence(
        ys_trial_records(c), &c->space->sources, take_records(c->space, &kept),
        &ys_trial_tried(holder->trial, holder->trial->index)->why);
  }
  if (c->how == YS_CHOOSE_ALONE)
    return YS_OK; /* defaults stay unchanged (reference#defaults-of-a-schema) */
  YS_TRY(ys_space_open_records(c->space));
  YS_TRY(record_misfit(c, stop, false));
  ys_invalid_parts_set_gap(ys_diags_since(&c->space->diags, &kept),
                           ys_trial_gap(c, stop));
  stop->value.slot->flags |=
      stop->trial->types == YS_TYPES_LACK ? YS_SLOT_DIRTY : YS_SLOT_INVALID;
  return ys_space_close_records(c->space);
}

/* The nearest alternative, by the rules that do not hold. */
static ys_nearest_choice nearest_by_rules(const ys_stop *stop) {
  const ys_trial *t = stop->trial;
  ys_nearest_choice nearest = {0};
  if (t->passed > 0 || !ys_is_collection(stop->value.slot)) return nearest;
  if (ys_nearest_by_key(t->choice, stop->value.slot, &nearest) &&
      (nearest.unknown != NULL ||
       ys_trial_tried(t, nearest.index)->found.count > 0))
    return nearest;
  nearest = (ys_nearest_choice){0};
  for (uint32_t i = 0; i < t->choice->count; i++)
    ys_nearest_compare(&stop->value, i, ys_trial_tried(t, i)->found.count,
                       &nearest);
  return nearest;
}

/* Records the violations of the nearest alternative: what its rules found, or
 * that a key has a value of no alternative. */
static ys_status report_nearest(ys_chooser *c, const ys_stop *stop,
                                const ys_nearest_choice *nearest) {
  const ys_diags kept = c->space->diags;
  ys_diags *diags =
      &ys_trial_tried(stop->trial,
                      nearest->unknown == NULL ? nearest->index : 0)
           ->found;
  if (nearest->unknown == NULL && diags->count > 0) {
    move_records(c, stop, diags->first, true);
    *diags = (ys_diags){0};
    return YS_OK;
  }
  ys_trial_open_records(c);
  YS_TRY(ys_nearest_report_merged(c->space, &stop->value, nearest));
  ys_trial_close_records(c);
  move_records(c, stop, take_records(c->space, &kept), true);
  return YS_OK;
}

/* Reports that the rules of the alternatives do not hold. */
static ys_status report_rules(ys_chooser *c, const ys_stop *stop) {
  const ys_nearest_choice nearest = nearest_by_rules(stop);
  ys_arena *arena = ys_trial_records(c);
  ys_str expected, why, path;
  ys_diag *diag;
  if (nearest.fixed) return report_nearest(c, stop, &nearest);
  YS_TRY(ys_choice_expected(arena, stop->value.field->choice, &expected));
  YS_TRY(reason(c, stop, &nearest, arena, &why));
  YS_TRY(ys_path_text(arena, &stop->value.path, &path));
  diag = ys_diags_add(ys_trial_outcome(c, stop->up), arena, YS_E_RULE,
                      ys_slot_place(stop->value.slot),
                      stop->value.field->choice->place);
  if (diag == NULL) return YS_NOMEM;
  diag->owner = stop->value.slot;
  diag->choice = ys_choice_rule(stop->value.field->choice);
  diag->path = path;
  diag->args[0] = expected;
  diag->args[1] = why;
  ys_diag_about(diag, stop->value.field);
  return nearest.found ? report_nearest(c, stop, &nearest) : YS_OK;
}

/* Reports the only alternative whose types fit, unless a key with a fixed value
 * says that another one is meant. */
static ys_status report_sole(ys_chooser *c, const ys_stop *stop) {
  const ys_trial *t = stop->trial;
  ys_nearest_choice nearest = {0};
  if (t->choice->by == NULL &&
      ys_nearest_by_key(t->choice, stop->value.slot, &nearest) &&
      (nearest.unknown != NULL || nearest.index != t->sole))
    return report_nearest(c, stop, &nearest);
  move_records(c, stop, ys_trial_tried(t, t->sole)->found.first, true);
  return YS_OK;
}

/* ---- the end of a trial -------------------------------------------------- */

/* Checks the complete value against each alternative of all-of once more,
 * because one alternative may have added what another refuses. This includes
 * the counts of keys and the choices below. */
static ys_status hold_all(ys_chooser *c, const ys_stop *stop, bool *out) {
  const ys_trial *t = stop->trial;
  *out = t->typed == t->choice->count;
  if (!*out || t->choice->count == 1 || !ys_is_collection(stop->value.slot))
    return YS_OK;
  for (uint32_t i = 0; i < t->choice->count; i++) {
    const ys_typed each = ys_typed_alternative(&stop->value, i);
    bool does;
    YS_TRY(ys_check_fits(c->space, &each, YS_CHECK_COMPLETE, &does, NULL));
    if (does) continue;
    *out = false;
    YS_TRY(ys_check_fits(c->space, &each, YS_CHECK_COMPLETE, &does,
                         &ys_trial_tried(t, i)->why));
  }
  return YS_OK;
}

/* Concludes all-of: the records of each alternative are reported. Alternatives
 * may share what they contain, so the number of records would double with each
 * level of a value if repeated ones were kept. */
static ys_status conclude_all(ys_chooser *c, const ys_stop *stop) {
  const ys_trial *t = stop->trial;
  ys_diags all = {0};
  uint32_t lists = 0;
  bool fits;
  YS_TRY(hold_all(c, stop, &fits));
  if (!fits && c->how == YS_CHOOSE_ALONE)
    YS_TRY(ys_slot_set_value(&c->space->arena, stop->value.slot, &t->given));
  if (!fits) return report_misfit(c, stop);
  for (uint32_t i = 0; i < t->choice->count; i++) {
    ys_diag *d = ys_trial_tried(t, i)->found.first;
    lists += d != NULL;
    for (ys_diag *next; d != NULL; d = next) {
      next = d->next;
      ys_diags_append(&all, d);
    }
  }
  if (lists > 1) YS_TRY(ys_diags_unrepeat(&all, true, c->space->arena.memory));
  move_records(c, stop, all.first, true);
  return YS_OK;
}

static bool has_fit(const ys_trial *t) {
  return t->choice->mode == YS_ONE_OF ? t->passed == 1 : t->passed > 0;
}

/* Completes the value even if no alternative fits, if it is clear from which
 * one: validation may be skipped. */
static ys_status complete(ys_chooser *c, const ys_stop *stop) {
  const ys_trial *t = stop->trial;
  if (t->fits && has_fit(t))
    YS_TRY(ys_slot_set_value(&c->space->arena, stop->value.slot, &t->fitting));
  if (t->passed > 0)
    return ys_trial_share_numbers(c->space, t, stop->value.slot);
  if (t->suited == 0) return YS_OK;
  if (t->choice->mode == YS_ONE_OF && t->suited > 1) return YS_OK;
  return ys_trial_fill(c->space, &stop->value,
                       t->typed == 1 ? t->sole : t->suits);
}

/* Notes which alternative the value holds. */
static ys_status note_chosen(ys_chooser *c, const ys_stop *stop, bool sole) {
  const ys_trial *t = stop->trial;
  const uint32_t index = has_fit(t) ? t->first
                         : sole     ? t->sole
                                    : YS_SELECTION_NONE;
  return ys_selection_note(c, &stop->value, index);
}

ys_status ys_trial_conclude(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  const bool too_many = t->choice->mode == YS_ONE_OF && t->passed > 1;
  const bool sole = t->typed == 1 && t->passed == 0;
  ys_status status = YS_OK;
  bool variable = false;
  if (t->choice->mode == YS_ALL_OF) return conclude_all(c, stop);
  if (too_many)
    YS_TRY(ys_is_variable(c->space, stop->value.field, stop->value.slot,
                          &variable));
  if (variable) return note_chosen(c, stop, false);
  if (sole) YS_TRY(report_sole(c, stop));
  if (sole       ? t->types == YS_TYPES_LACK
      : too_many ? !t->choice->has_rules
                 : t->typed == 0)
    status = report_misfit(c, stop);
  else if (!sole && !has_fit(t))
    status = report_rules(c, stop);
  YS_TRY(status);
  for (uint32_t i = t->range.first; i < t->range.end; i++)
    if (!sole || i != t->sole)
      move_records(c, stop, ys_trial_tried(t, i)->found.first, false);
  YS_TRY(note_chosen(c, stop, sole));
  return complete(c, stop);
}
