#include "core/check/nearest.h"

#include "core/check/checker.h"
#include "core/fix/fix.h"
#include "core/scalar/show.h"
#include "core/type/choice.h"

/* ---- violations of one alternative --------------------------------------- */

/* Checks all of a value against an alternative, and leaves it unchanged. */
static ys_status check_all(ys_checker *c, const ys_typed *value, uint32_t index,
                           ys_checking how, uint32_t *violations) {
  ys_typed view = ys_typed_alternative(value, index);
  ys_slot slot = *value->slot;
  ys_checker k = {.space = c->space,
                  .mode = c->mode,
                  .how = how,
                  .skips = c->skips,
                  .verdicts = c->verdicts,
                  .view = &slot,
                  .viewed = ys_checker_origin(c, value->slot)};
  slot.flags &= (uint8_t)~YS_SLOT_INVALID; /* it was recorded before */
  view.slot = &slot;
  YS_TRY(ys_check_value(&k, &view));
  *violations = k.violations;
  return YS_OK;
}

/* Failures of the schema's functions were recorded before. */
static ys_status count_violations(ys_checker *c, const ys_typed *value,
                                  uint32_t index, uint32_t *violations) {
  const ys_diags kept = c->space->diags;
  YS_TRY(check_all(c, value, index, YS_COUNTING, violations));
  ys_diags_restore(&c->space->diags, &kept);
  return YS_OK;
}

/* How many keys of a map an alternative has. */
static uint32_t count_common(const ys_field *alternative, const ys_slot *slot) {
  uint32_t count = 0;
  if (slot->kind != YS_MAP || alternative->map == NULL) return 0;
  for (const ys_slot *e = ys_slot_first(slot); e != NULL; e = e->next)
    count += ys_shape_find(alternative->map->shape, e->key, count) >= 0;
  return count;
}

/* ---- keys with a fixed value --------------------------------------------- */

/* The value that a key always has in an alternative, or NULL. */
static const ys_slot *fixed_value(const ys_field *alternative,
                                  const ys_key *key) {
  if (alternative->kind != YS_MAP || alternative->map == NULL) return NULL;
  const int64_t at = ys_shape_find(alternative->map->shape, key, 0);
  return at < 0 ? NULL : ys_fixed_value(&alternative->map->fields[at]);
}

/* Whether the key of an entry has a fixed value in each alternative. `index` is
 * that of the alternative with the value of the entry, or their number. False,
 * too, if two alternatives have it. */
static bool is_fixed(const ys_choice *choice, const ys_slot *entry,
                     uint32_t *index) {
  *index = choice->count;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_slot *fixed = fixed_value(&choice->alternatives[i], entry->key);
    if (fixed == NULL) return false;
    if (!ys_slot_equal(fixed, entry)) continue;
    if (*index < choice->count) return false;
    *index = i;
  }
  return true;
}

bool ys_nearest_by_key(const ys_choice *choice, const ys_slot *slot,
                       ys_nearest_choice *out) {
  *out = (ys_nearest_choice){0};
  if (slot->kind != YS_MAP || choice->count < 2) return false;
  const ys_slot *e = ys_slot_first(slot);
  while (e != NULL && !is_fixed(choice, e, &out->index))
    e = e->next;
  if (e == NULL) return false;
  out->found = out->fixed = true;
  if (out->index == choice->count) out->unknown = e;
  return true;
}

/* Lists the values that a key has in the alternatives, and finds the one that
 * is near to a text. */
static ys_status fixed_words(ys_arena *arena, const ys_choice *choice,
                             const ys_slot *entry, ys_str *words,
                             ys_nearest *near) {
  const bool text = entry->kind == YS_STRING;
  ys_nearest_init(near, text ? ys_slot_text(entry) : YS_STR(""));
  if (ys_choice_is_masked(choice, entry->key))
    return ys_choice_allowed(arena, choice->count, words);
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_cstr(&buf, "one of ");
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_slot *fixed = fixed_value(&choice->alternatives[i], entry->key);
    if (i > 0) ys_buf_cstr(&buf, ", ");
    ys_show_value(&buf, fixed, true);
    if (fixed->kind == YS_STRING) ys_nearest_offer(near, ys_slot_text(fixed));
  }
  return ys_buf_keep(&buf, arena, words);
}

/* Records that the value of a key is that of no alternative. */
static ys_status report_unknown(ys_checker *c, const ys_typed *value,
                                const ys_slot *entry) {
  const ys_field *field = value->field;
  ys_arena *arena = &c->space->arena;
  ys_slot slot = *entry;
  const ys_typed view = {field, &slot, {&value->path, entry->key, 0}};
  ys_str expected;
  ys_nearest near;
  ys_hint hint = {0};
  YS_TRY(fixed_words(arena, field->choice, entry, &expected, &near));
  if (near.best.len > 0 && !field->has_sensitive &&
      ys_space_may_hint(c->space, field->choice->count)) {
    YS_TRY(ys_nearest_hint(arena, near.best, &hint.text));
    if (ys_nearest_is_misspelt(&near))
      hint.fix = ys_fix_text(c->space, entry, near.best);
  }
  return ys_check_invalid(c, &view, YS_STR(""), expected, &hint);
}

/* ---- the nearest one ----------------------------------------------------- */

void ys_nearest_compare(const ys_typed *value, uint32_t index,
                        uint32_t violations, ys_nearest_choice *nearest) {
  uint32_t common;
  if (violations == 0 || (nearest->found && violations > nearest->violations))
    return;
  common =
      count_common(&value->field->choice->alternatives[index], value->slot);
  if (nearest->found && violations == nearest->violations &&
      common <= nearest->common)
    return;
  *nearest = (ys_nearest_choice){.found = true,
                                 .index = index,
                                 .violations = violations,
                                 .common = common};
}

ys_status ys_nearest_find(ys_checker *c, const ys_typed *value,
                          ys_nearest_choice *out) {
  const ys_choice *choice = value->field->choice;
  const ys_slot *slot = value->slot;
  if (ys_nearest_by_key(choice, slot, out)) return YS_OK;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_field *alternative = &choice->alternatives[i];
    uint32_t violations;
    if (alternative->kind != (ys_kind)slot->kind || !ys_is_collection(slot))
      continue;
    YS_TRY(count_violations(c, value, i, &violations));
    ys_nearest_compare(value, i, violations, out);
  }
  return YS_OK;
}

ys_status ys_nearest_report(ys_checker *c, const ys_typed *value,
                            const ys_nearest_choice *nearest) {
  uint32_t violations;
  if (nearest->unknown == NULL)
    return check_all(c, value, nearest->index, YS_LISTING, &violations);
  ys_checker k = {.space = c->space, .mode = c->mode, .how = YS_LISTING};
  return report_unknown(&k, value, nearest->unknown);
}

/* ---- merged values ------------------------------------------------------- */

ys_status ys_nearest_find_merged(ys_space *space, const ys_typed *value,
                                 ys_nearest_choice *out) {
  ys_memo verdicts;
  ys_checker c = {
      .space = space, .mode = YS_CHECK_COMPLETE, .verdicts = &verdicts};
  ys_status status;
  ys_memo_init(&verdicts, space->arena.memory);
  status = ys_nearest_find(&c, value, out);
  ys_memo_release(&verdicts);
  return status;
}

ys_status ys_nearest_report_merged(ys_space *space, const ys_typed *value,
                                   const ys_nearest_choice *nearest) {
  ys_checker c = {.space = space, .mode = YS_CHECK_COMPLETE};
  return ys_nearest_report(&c, value, nearest);
}
