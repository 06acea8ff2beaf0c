/* core/check/keys.c - Checks which keys a complete map has: the number of those
 * that belong to a field, and those that are required. */

#include "core/check/checker.h"
#include "core/type/fields.h"

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

static ys_status validate_counts(ys_checker *c, const ys_map_type *map,
                                 const ys_slot *slot, const uint32_t *found,
                                 const ys_path *path) {
  for (uint32_t i = 0; i < map->count_count; i++) {
    const ys_count *count = map->counts[i];
    ys_assessment assessment;
    ys_str problem;
    YS_TRY(ys_expect_validate(c->space, c->space->functions, &count->expect,
                              found[i], &assessment, &problem));
    if (assessment == YS_NOT_MET && !may_be_short(count, slot, found[i]))
      YS_TRY(ys_check_invalid_count(c, count, found[i], slot, path));
    if (assessment == YS_NOT_VALIDATED)
      YS_TRY(ys_check_no_count(c, count, problem, path));
    if (ys_checker_knows(c)) return YS_OK;
  }
  return YS_OK;
}

static ys_status check_counts(ys_checker *c, const ys_map_type *map,
                              const ys_slot *slot, const ys_path *path) {
  uint32_t on_stack[STACK_COUNTS] = {0}, *found = on_stack, expect = 0;
  const ys_field *field;
  if (map->count_count > STACK_COUNTS)
    found = ys_arena_zalloc(&c->space->arena, map->count_count, sizeof *found);
  if (found == NULL) return YS_NOMEM;
  for (const ys_slot *e = ys_slot_first(slot); e != NULL; e = e->next) {
    YS_TRY(ys_fields_find(c->space, map, e->key, &expect, &field));
    if (ys_fields_is_undecided(field)) return YS_OK;
    if (field != NULL && field->count != NULL) found[field->count->number]++;
  }
  return validate_counts(c, map, slot, found, path);
}

/* ---- required keys ------------------------------------------------------- */

static ys_status check_required(ys_checker *c, const ys_field *field,
                                ys_slot *slot, const ys_path *path) {
  const ys_map_type *map = field->map;
  ys_path child = {path, NULL, 0};
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_field *named = &map->fields[i];
    if (named->required == NULL) continue;
    if (ys_map_find(&c->space->arena, slot, named->key) != NULL) continue;
    child.key = named->key;
    YS_TRY(ys_check_missing(c, named, slot, &child));
    if (ys_checker_knows(c)) return YS_OK;
  }
  return YS_OK;
}

ys_status ys_check_keys(ys_checker *c, const ys_field *field, ys_slot *slot,
                        const ys_path *path) {
  const ys_map_type *map = field->map;
  if (map->count_count > 0) YS_TRY(check_counts(c, map, slot, path));
  if (map->required_count == 0 || c->mode.lacking || ys_checker_knows(c))
    return YS_OK;
  return check_required(c, field, slot, path);
}
