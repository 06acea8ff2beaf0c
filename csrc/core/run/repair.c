#include "core/run/repair.h"

#include "core/check/apply_renames.h"
#include "core/check/check.h"
#include "core/check/coerce.h"
#include "core/check/fill.h"
#include "core/check/text_keys.h"

/* Whether the slot was added and then removed again. */
static bool is_removed(const ys_touched *touched) {
  return touched->slot != NULL && (touched->slot->flags & YS_SLOT_REMOVED) != 0;
}

ys_status ys_repair_check(ys_space *space, const ys_touched *touched,
                          bool *fits) {
  *fits = true;
  for (const ys_touched *t = touched; t != NULL && *fits; t = t->next) {
    const ys_field *holder = t->holder_type;
    const ys_typed value = {.field = t->type, .slot = t->slot};
    if (t->slot == NULL || is_removed(t)) continue;
    if (t->type != NULL)
      YS_TRY(ys_recorded(ys_text_keys(space, t->type, t->slot)));
    if (t->type != NULL)
      YS_TRY(ys_check_fits(space, &value, YS_CHECK_MERGED, fits, NULL));
    else
      *fits = holder == NULL || holder->kind != YS_MAP || holder->map == NULL;
  }
  return YS_OK;
}

ys_status ys_repair_apply_renames(ys_space *space, const ys_touched *touched) {
  for (const ys_touched *t = touched; t != NULL; t = t->next)
    if (t->slot != NULL && !is_removed(t))
      YS_TRY(ys_apply_renames(space, t->slot, YS_SKIPS_NONE, false));
  return YS_OK;
}

/* Finds pending defaults in the entries of a map that the schema has added. */
static ys_status find_in(ys_defaults *defaults, ys_slot *map) {
  if (defaults->given == NULL || map->kind != YS_MAP) return YS_OK;
  for (ys_slot *s = ys_slot_first(map); s != NULL; s = s->next)
    if ((s->flags & YS_SLOT_DEFAULT) != 0)
      YS_TRY(ys_defaults_find(defaults, s));
  return YS_OK;
}

/* Whether a new entry has to be moved from the end of its map to its place in
 * the schema's order. Only entries of loose maps have to. */
static bool has_a_place(const ys_touched *t) {
  const ys_field *holder = t->holder_type;
  if (t->holder == NULL || holder->kind != YS_MAP || holder->map == NULL)
    return false;
  return holder->map->loose &&
         ys_shape_find(holder->map->shape, t->slot->key, 0) >= 0;
}

/* Goes through the changes from the newest to the oldest, so that the defaults
 * of the oldest are asked for first. */
ys_status ys_repair_fill(ys_defaults *defaults, const ys_touched *touched) {
  ys_space *space = defaults->space;
  for (const ys_touched *t = touched; t != NULL; t = t->next) {
    const ys_field *type = t->type;
    if (is_removed(t)) continue;
    if (t->slot == NULL) {
      YS_TRY(ys_fill_entries(space, t->holder_type, t->holder, false));
      YS_TRY(find_in(defaults, t->holder));
    } else if (type != NULL) {
      YS_TRY(ys_numbers_fit(space, &type, 1, t->slot));
      YS_TRY(ys_fill_missing(space, type, t->slot));
      YS_TRY(ys_defaults_find(defaults, t->slot));
      if (has_a_place(t))
        YS_TRY(ys_fill_entries(space, t->holder_type, t->holder, false));
    }
  }
  return YS_OK;
}
