#include "core/check/check.h"

#include "core/check/apply_renames.h"
#include "core/check/checker.h"
#include "core/check/coerce.h"
#include "core/coverage/coverage.h"
#include "core/tree/gap.h"
#include "core/type/fields.h"
#include "core/type/text_rules.h"

/*
 * Whether an overlay node says nothing about the final value here: it removes
 * the value, a closure makes it, or the node matches other keys than its own.
 * The result is checked after the merge. (A node that may be skipped is checked
 * only when it is applied: core/check/guide.h.)
 */
static bool is_deferred(const ys_slot *slot, const ys_operation *operation) {
  return operation->removes || operation->has_via ||
         (operation->has_by && slot->key != NULL);
}

/* Whether an overlay node may have a key that the schema lacks: it matches
 * other keys, it is skipped if it matches nothing
 * (reference#overlays-on-data-values), or it has `@overlay/match`, and the
 * schema does not restrict what becomes of its matches (is_deferred). */
static ys_status may_be_unknown(const ys_checker *c, const ys_slot *slot,
                                bool *out) {
  const ys_operation *operation;
  *out = false;
  if (!ys_checker_is_given(c)) return YS_OK;
  YS_TRY(ys_operation_of(c->space, slot, &operation));
  *out = ys_operation_may_skip(operation, slot, c->skips) ||
         (operation->matches && is_deferred(slot, operation));
  return YS_OK;
}

/* ---- collections --------------------------------------------------------- */

/* Records a violation for an entry whose key has no field and flags the entry,
 * unless it may have such a key. */
static ys_status check_unknown(ys_checker *c, const ys_typed *map,
                               ys_slot *entry) {
  const ys_typed unknown = {map->field, entry, {&map->path, entry->key, 0}};
  bool may_be;
  YS_TRY(may_be_unknown(c, entry, &may_be));
  if (may_be) return YS_OK;
  if (ys_changed(c->space, map->field, YS_CHANGE_ACCEPT_UNKNOWN, true, false))
    YS_TRY(ys_check_unknown_key(c, &unknown, map->slot));
  if (!ys_checker_tries(c)) entry->flags |= YS_SLOT_REMOVED;
  return YS_OK;
}

/* Whether a value obviously fits: a scalar of the field's main kind, about
 * which nothing else has to be said. Most values are like that. */
static inline bool fits_plainly(const ys_field *field, const ys_slot *slot) {
  return slot->kind == field->kind && !ys_is_collection(slot) &&
         field->docs == NULL && ys_slot_annots(slot) == NULL;
}

/* Drops records that need not be kept. While alternatives are tried, others
 * than the list refer to them. The alternative that a key selects is not tried.
 */
static inline ys_status settle(const ys_checker *c) {
  return ys_checker_tries(c) || c->verdicts != NULL ? YS_OK
                                                    : ys_space_settle(c->space);
}

/* ---- number of keys ------------------------------------------------------ */

/* Few maps have more fields with a count than this, so the counts mostly fit on
 * the stack. */
enum { STACK_COUNTS = 8 };

/* Whether an entry of the map has a violation. Such an entry still counts. */
static bool has_violation(const ys_slot *map) {
  for (const ys_slot *e = ys_slot_first(map); e != NULL; e = e->next)
    if ((e->flags & (YS_SLOT_INVALID | YS_SLOT_DIRTY)) != 0) return true;
  return false;
}

/* Whether a misspelt key, which was removed from the map as unknown, may be the
 * reason why too few keys were found. */
static bool may_be_short(const ys_count *count, const ys_slot *map,
                         uint32_t found) {
  uint64_t least, most;
  if ((map->flags & YS_SLOT_DIRTY) == 0 || has_violation(map)) return false;
  ys_expect_range(&count->expect, &least, &most);
  return found <= most;
}

static ys_status validate_counts(ys_checker *c, const ys_typed *value,
                                 const uint32_t *found) {
  const ys_map_type *map = value->field->map;
  for (uint32_t i = 0; i < map->counted_count; i++) {
    const ys_field *field = map->counted[i];
    const ys_count *count = field->count;
    ys_assessment assessment;
    ys_str problem;
    YS_TRY(ys_expect_validate(c->space, ys_host_of(c->space), &count->expect,
                              found[i], &assessment, &problem));
    if (assessment == YS_NOT_MET &&
        !may_be_short(count, value->slot, found[i]) &&
        ys_changed(c->space, field, YS_CHANGE_ANY_COUNT, true, false))
      YS_TRY(ys_check_invalid_count(c, field, found[i], value));
    if (assessment == YS_NOT_VALIDATED)
      YS_TRY(ys_check_no_count(c, field, problem, &value->path));
    if (ys_checker_knows(c)) return YS_OK;
  }
  return YS_OK;
}

static ys_status check_counts(ys_checker *c, const ys_typed *value) {
  const ys_map_type *map = value->field->map;
  uint32_t on_stack[STACK_COUNTS] = {0}, *found = on_stack, expect = 0;
  const ys_field *field;
  if (map->counted_count > STACK_COUNTS)
    YS_NEW_LIST(found, &c->space->arena, map->counted_count);
  for (const ys_slot *e = ys_slot_first(value->slot); e != NULL; e = e->next) {
    YS_TRY(ys_fields_find(c->space, map, e->key, &expect, &field));
    if (ys_fields_is_undecided(field)) return YS_OK;
    if (field != NULL && field->count != NULL) found[field->count->number]++;
  }
  return validate_counts(c, value, found);
}

/* ---- required keys ------------------------------------------------------- */

static ys_status check_required(ys_checker *c, const ys_typed *value) {
  const ys_map_type *map = value->field->map;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_field *named = &map->fields[i];
    if (named->required == NULL) continue;
    if (ys_map_find(&c->space->arena, value->slot, named->key) != NULL)
      continue;
    if (!ys_changed(c->space, named, YS_CHANGE_OPTIONAL, true, false)) continue;
    YS_TRY(ys_check_missing(c, named, value));
    if (ys_checker_knows(c)) return YS_OK;
  }
  return YS_OK;
}

/* Checks which keys a complete map has: the number of those that belong to a
 * field, and those that are required. */
static ys_status check_keys(ys_checker *c, const ys_typed *value) {
  const ys_map_type *map = value->field->map;
  if (map->counted_count > 0) YS_TRY(check_counts(c, value));
  if (map->required_count == 0 || c->mode == YS_CHECK_LACKING ||
      ys_checker_knows(c))
    return YS_OK;
  return check_required(c, value);
}

/* Whether an entry with the expected key obviously fits its field. */
static inline bool fits_expected(const ys_map_type *map, const ys_slot *entry,
                                 uint32_t expect) {
  return expect < map->shape->count && map->scalars[expect] == entry->kind &&
         map->shape->keys[expect] == entry->key &&
         ys_slot_annots(entry) == NULL;
}

static ys_status check_map(ys_checker *c, const ys_typed *value) {
  const ys_map_type *map = value->field->map;
  const bool quick = map->scalars != NULL && ys_coverage_of(c->space) == NULL;
  ys_typed below = {.path = {&value->path, NULL, 0}};
  uint32_t expect = 0;
  for (ys_slot *e = ys_slot_first(value->slot); e != NULL; e = e->next) {
    if (quick && fits_expected(map, e, expect)) {
      expect++;
      continue;
    }
    YS_TRY(ys_fields_find(c->space, map, e->key, &expect, &below.field));
    if ((e->flags & YS_SLOT_DEFAULT) == 0 &&
        !ys_changed(c->space, below.field, YS_CHANGE_UNKNOWN, true, false))
      below.field = NULL;
    if (below.field != NULL && fits_plainly(below.field, e)) continue;
    below.slot = e;
    below.path.key = e->key;
    YS_TRY(below.field != NULL ? ys_check_value(c, &below)
                               : check_unknown(c, value, e));
    if (ys_checker_knows(c)) return YS_OK;
    YS_TRY(settle(c));
  }
  return ys_checker_is_final(c) ? check_keys(c, value) : YS_OK;
}

static ys_status check_array(ys_checker *c, const ys_typed *value) {
  ys_typed item = {value->field->item, NULL, {&value->path, NULL, 0}};
  for (ys_slot *s = ys_slot_first(value->slot); s != NULL;
       s = s->next, item.path.index++) {
    if (fits_plainly(item.field, s)) continue;
    item.slot = s;
    YS_TRY(ys_check_value(c, &item));
    if (ys_checker_knows(c)) return YS_OK;
    YS_TRY(settle(c));
  }
  return YS_OK;
}

/* ---- values -------------------------------------------------------------- */

/* Whether a default is null because a change is made (core/coverage). */
static bool is_changed_default(const ys_checker *c, const ys_slot *slot) {
  return slot->kind == YS_NULL && (slot->flags & YS_SLOT_DEFAULT) != 0 &&
         ys_coverage_changes(c->space);
}

/* Handles a value whose kind is not the main kind of the field. It may still be
 * allowed: as null, as a whole number or by an alternative. Whether a number
 * becomes an integer or a float for an alternative is decided later, on the
 * complete value. */
static ys_status check_kind_differs(ys_checker *c, const ys_typed *value) {
  const ys_field *field = value->field;
  ys_slot *slot = value->slot;
  bool takes;
  if (c->how == YS_CHECKING) ys_coerce(field, slot);
  takes = ys_field_takes(field, (ys_kind)slot->kind) ||
          ys_coerce_takes(field, slot) || is_changed_default(c, slot);
  takes = ys_changed(c->space, field, YS_CHANGE_ANY_TYPE, takes, true);
  if (takes && slot->kind == YS_NULL && (slot->flags & YS_SLOT_DEFAULT) == 0)
    takes = ys_changed(c->space, field, YS_CHANGE_REFUSE_NULL, true, false);
  if (!takes) YS_TRY(ys_is_variable(c->space, field, slot, &takes));
  if (!takes) return ys_check_invalid_kind(c, value);
  return field->choice == NULL ? YS_OK : ys_check_choice(c, value);
}

/* Whether a removed key is a violation here. Only the schema's own value for
 * the key itself may stand there. No default is inserted for such a key, so a
 * merged or completed value has it only if it came from a document, a closure,
 * the default of a map with alternatives, or another alternative. */
static bool refuses_removed(const ys_checker *c, const ys_path *path) {
  return !ys_checker_is_own(c) || path->up != NULL;
}

static ys_status check_notices(ys_checker *c, const ys_typed *value) {
  const ys_docs *docs = value->field->docs;
  const ys_field *field = value->field;
  if (ys_checker_is_given(c) && docs->deprecated_place.line > 0 &&
      ys_changed(c->space, field, YS_CHANGE_NO_NOTICE, true, false))
    YS_TRY(ys_check_deprecated(c, value));
  if (docs->removed_place.line > 0 && refuses_removed(c, &value->path) &&
      ys_changed(c->space, field, YS_CHANGE_ACCEPT_REMOVED, true, false))
    YS_TRY(ys_check_removed(c, value));
  return YS_OK;
}

static ys_status check_contents(ys_checker *c, const ys_typed *value) {
  const ys_skips outer = c->skips;
  const ys_slot *around = c->around;
  const ys_operation *operation = &ys_no_operation;
  ys_status status = YS_OK;
  if (ys_checker_is_given(c) && ys_slot_annots(value->slot) != NULL)
    YS_TRY(ys_operation_of(c->space, value->slot, &operation));
  c->skips = ys_operation_skips_below(operation, outer);
  if (ys_gap_is_given(c->space, value->slot)) c->around = value->slot;
  if (value->slot->kind == YS_MAP)
    status = check_map(c, value);
  else if (value->slot->kind == YS_ARRAY)
    status = check_array(c, value);
  c->skips = outer;
  c->around = around;
  return status;
}

/* Checks a value that is not skipped. */
static ys_status validate_value(ys_checker *c, const ys_typed *value) {
  const ys_field *field = value->field;
  ys_slot *slot = value->slot;
  const uint32_t before = c->violations;
  if (ys_checker_is_given(c) && !ys_checker_tries(c) && field->has_renamed &&
      field->choice != NULL) /* which is not checked one by one */
    YS_TRY(ys_apply_renames(c->space, slot, c->skips, false));
  if ((slot->flags & (YS_SLOT_PENDING | YS_SLOT_INVALID)) != 0)
    return YS_OK; /* pending, or already reported */
  if (ys_checker_is_final(c) && !field->unsettled && !field->has_required &&
      !ys_checker_tries(c))
    return YS_OK;
  if (field->docs != NULL) YS_TRY(check_notices(c, value));
  if (c->violations != before)
    return YS_OK; /* a removed key is not checked any further */
  if (slot->kind != field->kind) return check_kind_differs(c, value);
  YS_TRY(check_contents(c, value));
  if (c->violations != before && !ys_checker_tries(c))
    slot->flags |= YS_SLOT_DIRTY;
  return YS_OK;
}

ys_status ys_check_value(ys_checker *c, const ys_typed *value) {
  ys_slot *slot = value->slot;
  const ys_operation *operation;
  if (ys_checker_is_given(c) &&
      (ys_slot_annots(slot) != NULL || c->skips == YS_SKIPS_KEYS)) {
    YS_TRY(ys_operation_of(c->space, slot, &operation));
    if (ys_operation_may_skip(operation, slot, c->skips)) return YS_OK;
    if (!ys_checker_tries(c))
      YS_TRY(ys_apply_one_rename(c->space, slot, false));
    if (is_deferred(slot, operation)) return YS_OK;
  }
  return validate_value(c, value);
}

ys_status ys_check_taken(ys_space *space, const ys_typed *value,
                         ys_skips skips) {
  ys_checker c = {.space = space, .mode = YS_CHECK_DATA, .skips = skips};
  const ys_operation *operation;
  YS_TRY(ys_operation_of(space, value->slot, &operation));
  YS_TRY(ys_apply_one_rename(space, value->slot, false));
  if (is_deferred(value->slot, operation)) return YS_OK;
  YS_TRY(validate_value(&c, value));
  return c.violations == 0 ? YS_OK : YS_INVALID;
}

ys_status ys_check_entry(ys_space *space, const ys_typed *entry) {
  ys_checker c = {.space = space, .mode = YS_CHECK_DATA};
  if (entry->field->kind != YS_MAP || entry->field->map == NULL)
    return YS_OK; /* any key is allowed there */
  YS_TRY(ys_check_unknown_key(&c, entry, NULL));
  return YS_INVALID;
}

ys_status ys_check(ys_space *space, const ys_typed *value, ys_check_mode mode) {
  ys_checker c = {.space = space,
                  .mode = mode,
                  .root = value->path.up == NULL ? value->slot : NULL};
  YS_TRY(ys_check_value(&c, value));
  return c.violations == 0 ? YS_OK : YS_INVALID;
}

ys_status ys_check_all(ys_space *space, const ys_field *field, ys_slot *root,
                       ys_check_mode mode) {
  const ys_typed document = {.field = field, .slot = root};
  ys_status status;
  YS_TRY(ys_space_open_records(space));
  status = ys_check(space, &document, mode);
  if (status != YS_NOMEM) YS_TRY(ys_space_close_records(space));
  return status;
}

void ys_prune_unknown(ys_slot *slot) {
  bool any = false;
  if (!ys_is_collection(slot) || (slot->flags & YS_SLOT_DIRTY) == 0) return;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if ((s->flags & YS_SLOT_REMOVED) != 0)
      any = true;
    else
      ys_prune_unknown(s);
  if (any) ys_slot_sweep(slot);
}
