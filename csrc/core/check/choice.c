/* core/check/choice.c - Checks values against alternatives
 * (reference#alternatives). */

#include "core/type/choice.h"
#include "core/check/checker.h"
#include "core/check/nearest.h"
#include "core/coverage/coverage.h"
#include "core/fix/fix.h"
#include "core/print/message.h"
#include "core/type/selector.h"
#include "core/type/state.h"

/* ---- one alternative ----------------------------------------------------- */

static bool is_recorded(const ys_diag *last, const ys_diag *diag) {
  return last != NULL && last->code == diag->code &&
         last->by.line == diag->by.line && last->by.source == diag->by.source &&
         ys_str_eq(last->path, diag->path);
}

/* Discards the violations found during a trial, but keeps the failures of the
 * schema's functions. Trials call a function repeatedly, so each failure is
 * kept once. */
static void keep_failures(ys_diags *diags, ys_diag *found) {
  for (ys_diag *next; found != NULL; found = next) {
    next = found->next;
    if (found->code == YS_E_KEY_FAILED && !is_recorded(diags->last, found))
      ys_diags_append(diags, found);
  }
}

/* Makes a sentence of a record. What is sensitive is masked here, because the
 * sentence becomes a part of a record whose own place need not be sensitive. */
static ys_status reason(ys_space *space, const ys_diag *diag, ys_str *out) {
  const ys_masks masks = {.mask_path = space->mask_path, .space = space};
  ys_arena *arena = ys_space_records(space);
  ys_diag shown = *diag;
  if (space->mask_path != NULL && ys_type_has_sensitive(space))
    YS_TRY(ys_masks_record(&masks, &space->sources, arena, diag, &shown));
  return ys_message_reason(arena, &space->sources, &shown, out);
}

/* Checks a value against its field, an alternative, in a trial. */
static ys_status try_value(const ys_checker *outer, const ys_typed *value,
                           bool *fits, ys_str *why) {
  ys_space *space = outer->space;
  ys_diags kept = space->diags;
  ys_slot slot = *value->slot; /* a trial must not change it */
  const ys_typed view = {value->field, &slot, value->path};
  ys_checker c = {.space = space,
                  .mode = outer->mode,
                  .how = why != NULL ? YS_TRYING : YS_TRYING_SILENTLY,
                  .skips = outer->skips,
                  .verdicts = outer->verdicts,
                  .view = &slot,
                  .viewed = ys_checker_origin(outer, value->slot)};
  ys_diag *found;
  ys_status status;
  space->diags = (ys_diags){.hint_effort = kept.hint_effort};
  status = ys_check_value(&c, &view);
  found = space->diags.first;
  kept.hint_effort = space->diags.hint_effort;
  space->diags = kept;
  YS_TRY(status);
  *fits = c.violations == 0;
  if (why != NULL) *why = YS_STR("");
  while (found != NULL && ys_code_group(found->code) == YS_GROUP_WARNING)
    found = found->next;
  if (!*fits && found != NULL && why != NULL) YS_TRY(reason(space, found, why));
  keep_failures(&space->diags, found);
  return YS_OK;
}

typedef struct verdict {
  bool fits;
  bool has_reason; /* `why` was asked for */
  ys_str why;
} verdict;

/* Whether a value fits an alternative that suits it: no value does when this
 * change is made. */
static bool decide(const ys_checker *c, const ys_field *alternative,
                   bool fits) {
  return ys_changed(c->space, alternative, YS_CHANGE_WITHOUT, fits, false);
}

/* Whether a value would pass the check of an alternative. Each alternative of a
 * recursive schema checks the values below again, so the results of definitions
 * are remembered while nothing changes the values. Without a memory, the time
 * would double with each level of a value. */
static ys_status fits_one(ys_checker *c, const ys_typed *value, bool *fits,
                          ys_str *why) {
  ys_memo *all = c->verdicts;
  const ys_slot *slot = ys_checker_origin(c, value->slot);
  const ys_field *field = value->field;
  verdict *v;
  if (field->like == NULL) {
    YS_TRY(try_value(c, value, fits, why));
    *fits = decide(c, field, *fits);
    return YS_OK;
  }
  v = ys_pairs_get(&all->pairs, field, slot);
  if (v == NULL || (why != NULL && !v->has_reason)) {
    YS_NEW(v, &all->arena);
    v->has_reason = why != NULL;
    YS_TRY(try_value(c, value, &v->fits, why != NULL ? &v->why : NULL));
    YS_TRY(ys_pairs_set(&all->pairs, &all->arena, field, slot, v));
  }
  *fits = decide(c, field, v->fits);
  if (why != NULL) *why = v->why;
  return YS_OK;
}

ys_status ys_check_fits(ys_space *space, const ys_typed *value,
                        ys_check_mode mode, bool *fits, ys_str *why) {
  ys_memo verdicts;
  const ys_checker outer = {
      .space = space, .mode = mode, .verdicts = &verdicts};
  ys_status status;
  ys_memo_init(&verdicts, space->arena.memory);
  status = try_value(&outer, value, fits, why);
  ys_memo_release(&verdicts);
  return status;
}

/* ---- all of them --------------------------------------------------------- */

typedef struct tally {
  uint32_t fits;
  uint32_t first; /* the first that fits */
} tally;

/* Whether the outcome is known without the remaining alternatives. A value that
 * fits too many is not a violation yet: it may still be added to, and rules may
 * distinguish the alternatives. */
static bool is_settled(const ys_checker *c, const ys_choice *choice,
                       const tally *t, uint32_t tried) {
  if (choice->mode == YS_ALL_OF) return t->fits < tried && ys_checker_tries(c);
  return t->fits > 0;
}

static ys_status try_all(ys_checker *c, const ys_typed *value, tally *t) {
  const ys_choice *choice = value->field->choice;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_typed tried = ys_typed_alternative(value, i);
    bool fits;
    if (is_settled(c, choice, t, i)) return YS_OK;
    YS_TRY(fits_one(c, &tried, &fits, NULL));
    if (!fits) continue;
    if (++t->fits == 1) t->first = i;
  }
  return YS_OK;
}

/* Collects why alternatives do not fit, in one line if one of them is the
 * nearest, which is left out. Because most values fit, this is done only after
 * a violation was found. */
static ys_status find_reasons(ys_checker *c, const ys_typed *value,
                              const ys_nearest_choice *nearest, ys_buf *out) {
  const ys_choice *choice = value->field->choice;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_typed tried = ys_typed_alternative(value, i);
    bool fits;
    ys_str why;
    if (nearest->found && nearest->index == i) continue;
    YS_TRY(fits_one(c, &tried, &fits, &why));
    if (!fits) ys_choice_add_reason(out, choice, i, why);
  }
  if (nearest->found) ys_choice_report_nearest(out, choice, nearest->index);
  return YS_OK;
}

static bool is_content(const ys_choice *choice, const tally *t) {
  return choice->mode == YS_ALL_OF ? t->fits == choice->count : t->fits > 0;
}

/* Whether the nearest alternative is reported: in a report on values, not while
 * alternatives around this one are tried. */
static bool reports_nearest(const ys_checker *c, const ys_choice *choice) {
  return choice->mode != YS_ALL_OF && !ys_checker_is_own(c) &&
         c->how != YS_TRYING && c->how != YS_TRYING_SILENTLY;
}

/* Records that a value fits no alternative, and why. */
static ys_status report_misfit(ys_checker *c, const ys_typed *value,
                               const ys_nearest_choice *nearest) {
  ys_arena *arena = ys_space_records(c->space);
  ys_str expected = {0}, why = {0};
  ys_status status;
  ys_buf buf = ys_buf_of(arena->memory);
  status = find_reasons(c, value, nearest, &buf);
  if (status == YS_OK) status = ys_buf_keep(&buf, arena, &why);
  ys_buf_release(&buf);
  YS_TRY(status);
  YS_TRY(ys_choice_expected(arena, value->field->choice, &expected));
  const ys_hint hint = {.text = why};
  return ys_check_invalid(c, value, YS_STR(""), expected, &hint);
}

static ys_status misfit(ys_checker *c, const ys_typed *value) {
  ys_nearest_choice nearest = {0};
  if (reports_nearest(c, value->field->choice))
    YS_TRY(ys_nearest_find(c, value, &nearest));
  if (!nearest.fixed || ys_coverage_changes(c->space)) {
    YS_TRY(report_misfit(c, value, &nearest));
  } else {
    ys_checker_add_violation(c);
    if (!ys_checker_tries(c)) value->slot->flags |= YS_SLOT_INVALID;
  }
  return nearest.found ? ys_nearest_report(c, value, &nearest) : YS_OK;
}

ys_status ys_check_report(ys_space *space, const ys_typed *value,
                          ys_str expected, ys_str why) {
  ys_checker c = {.space = space, .mode = YS_CHECK_PART, .how = YS_TRYING};
  const ys_hint hint = {.text = why};
  return ys_check_invalid(&c, value, YS_STR(""), expected, &hint);
}

static ys_status notice_all(ys_checker *c, const ys_typed *value,
                            const tally *t) {
  const ys_choice *choice = value->field->choice;
  const bool all = choice->mode == YS_ALL_OF;
  const ys_checking before = c->how;
  const uint32_t first = all ? 0 : t->first;
  const uint32_t end = all ? choice->count : t->first + 1;
  c->how = YS_CHECKING_CHOSEN;
  for (uint32_t i = first; i < end; i++) {
    const ys_typed fitting = ys_typed_alternative(value, i);
    YS_TRY(ys_check_value(c, &fitting));
  }
  c->how = before;
  return YS_OK;
}

/* Repeats the check of the alternatives that fit, to record their warnings
 * about deprecated keys. Choices inside them do so, too, each of them once. */
static ys_status take_notices(ys_checker *c, const ys_typed *value,
                              const tally *t) {
  ys_memo own;
  ys_status status;
  if (ys_checker_tries(c) || !ys_checker_is_given(c)) return YS_OK;
  if (c->noticed != NULL) return notice_all(c, value, t);
  ys_memo_init(&own, c->space->arena.memory);
  c->noticed = &own;
  status = notice_all(c, value, t);
  ys_memo_release(&own);
  c->noticed = NULL;
  return status;
}

/* Whether the warnings about a value were recorded before, in an alternative
 * that has the same choice. */
static ys_status is_noticed(ys_checker *c, const ys_typed *value, bool *out) {
  *out = false;
  if (c->noticed == NULL || ys_checker_tries(c)) return YS_OK;
  return ys_pairs_meet(&c->noticed->pairs, &c->noticed->arena,
                       value->field->choice, value->slot, out);
}

/* ---- alternatives that a key selects ------------------------------------- */

/* Records that a value lacks the key that selects an alternative, or is no map.
 */
static ys_status no_kind(ys_checker *c, const ys_typed *value) {
  const ys_choice *choice = value->field->choice;
  const ys_kind kind = (ys_kind)value->slot->kind;
  ys_arena *arena = ys_space_records(c->space);
  ys_str found = ys_kind_name(kind), expected = {0};
  if (kind == YS_MAP)
    YS_TRY(ys_str_fill(arena, "map without the key \"%s\"",
                       YS_WORDS(choice->by->key->text), &found));
  YS_TRY(ys_choice_expected(arena, choice, &expected));
  return ys_check_invalid(c, value, found, expected, NULL);
}

/* Records that the key has a value that selects no alternative. */
static ys_status unknown_kind(ys_checker *c, const ys_typed *value,
                              ys_slot *entry) {
  const ys_choice *choice = value->field->choice;
  ys_arena *arena = ys_space_records(c->space);
  const ys_typed child = {value->field, entry, {&value->path, entry->key, 0}};
  ys_str found = {0}, expected = {0}, meant;
  ys_hint hint = {0};
  YS_TRY(ys_choice_kinds(arena, choice, &expected));
  if (ys_choice_is_masked(choice, entry->key)) {
    found = YS_MASKED;
  } else {
    YS_TRY(ys_selector_found(arena, entry, &found));
    YS_TRY(ys_selector_hint(c->space, choice->by, entry, &hint.text, &meant));
    hint.fix = ys_fix_text(c->space, entry, meant);
  }
  return ys_check_invalid(c, &child, found, expected, &hint);
}

/* Whether the value may get its key, or another value for it, from elsewhere:
 * from a default, another document or an overlay. */
static bool is_unfinished(const ys_checker *c, const ys_typed *value,
                          const ys_slot *entry) {
  if (value->slot->kind != YS_MAP || !ys_checker_is_given(c)) return false;
  if (entry == NULL)
    return value->path.key != NULL || ys_slot_annots(value->slot) != NULL;
  return ys_slot_annots(entry) != NULL;
}

/* Gives the index of the alternative that a value selects, or -1. */
static int64_t find_selected(const ys_checker *c, const ys_typed *value) {
  const ys_choice *choice = value->field->choice;
  const int64_t selected = ys_selector_find(choice->by, value->slot);
  return selected >= 0 && decide(c, &choice->alternatives[selected], true)
             ? selected
             : -1;
}

static ys_status validate_selected(ys_checker *c, const ys_typed *value) {
  const ys_selector *by = value->field->choice->by;
  const int64_t selected = find_selected(c, value);
  ys_slot *entry = ys_selector_entry(by, value->slot);
  if (is_unfinished(c, value, entry)) return YS_OK;
  if (entry != NULL && (entry->flags & YS_SLOT_INVALID) != 0)
    return YS_OK; /* already reported */
  if (selected < 0)
    return entry != NULL ? unknown_kind(c, value, entry) : no_kind(c, value);
  const ys_typed chosen = ys_typed_alternative(value, (uint32_t)selected);
  return ys_check_value(c, &chosen);
}

/* Checks a value against the alternative that it selects, as if there were no
 * others. */
static ys_status check_selected(ys_checker *c, const ys_typed *value) {
  const ys_checking outer = c->how;
  const uint32_t before = c->violations;
  if (outer == YS_CHECKING) c->how = YS_CHECKING_CHOSEN;
  YS_TRY(validate_selected(c, value));
  c->how = outer;
  if (c->violations != before && !ys_checker_tries(c))
    value->slot->flags |= YS_SLOT_DIRTY;
  return YS_OK;
}

ys_status ys_check_selected(ys_space *space, const ys_typed *value,
                            ys_check_mode mode) {
  ys_checker c = {.space = space, .mode = mode};
  return check_selected(&c, value);
}

/* ---- all kinds of choices ------------------------------------------------ */

/* Whether the choice is not validated now. A null or a default that was not
 * given may still be replaced, and merged values are validated by
 * core/evaluate/choose.h. */
static bool is_left_alone(const ys_checker *c, const ys_field *field,
                          const ys_slot *slot) {
  if (slot->kind == YS_NULL && field->nullable) return true;
  if (ys_is_collection(slot) && ys_slot_given_values(slot) != NULL) return true;
  return (slot->flags & YS_SLOT_DEFAULT) != 0 ||
         (c->mode >= YS_CHECK_MERGED && c->mode <= YS_CHECK_LACKING);
}

/* Tries the alternatives, and records a violation if the value does not fit. */
static ys_status validate_alternatives(ys_checker *c, const ys_typed *value,
                                       tally *t, bool *content) {
  YS_TRY(try_all(c, value, t));
  *content = is_content(value->field->choice, t);
  if (*content) return YS_OK;
  return ys_checker_is_silent(c) ? ys_check_invalid_kind(c, value)
                                 : misfit(c, value);
}

ys_status ys_check_choice(ys_checker *c, const ys_typed *value) {
  ys_memo own;
  tally t = {0};
  bool content = false;
  if (is_left_alone(c, value->field, value->slot)) return YS_OK;
  YS_TRY(is_noticed(c, value, &content));
  if (content) return YS_OK;
  if (value->field->choice->by != NULL) return check_selected(c, value);
  if (c->verdicts != NULL) return validate_alternatives(c, value, &t, &content);
  ys_memo_init(&own, c->space->arena.memory);
  c->verdicts = &own;
  const ys_status status = validate_alternatives(c, value, &t, &content);
  ys_memo_release(&own);
  c->verdicts = NULL;
  YS_TRY(status);
  return content ? take_notices(c, value, &t) : YS_OK;
}
