/* core/metaschema/targets.c - Finds the schemas that only a reference makes
 * one:
 * `#/x-parts/port` (core/metaschema/walk.h). */

#include "core/metaschema/walk.h"
#include "core/tree/pointer.h"

static ys_status step_down(ys_space *space, ys_slot **at, ys_str step,
                           const ys_path **path) {
  ys_path *below = ys_arena_new(&space->arena, ys_path);
  if (below == NULL) return YS_NOMEM;
  below->up = *path;
  *path = below;
  if ((*at)->kind == YS_MAP) {
    YS_TRY(ys_keys_intern(&space->keys, YS_STRING, step, &below->key));
    *at = ys_map_find(&space->arena, *at, below->key);
  } else {
    *at = (*at)->kind == YS_ARRAY ? ys_pointer_item(*at, step, &below->index)
                                  : NULL;
  }
  return YS_OK;
}

ys_status ys_meta_target(ys_space *space, ys_slot *root, ys_str pointer,
                         ys_slot **out, const ys_path **path) {
  char *step = ys_arena_text(&space->arena, pointer.len);
  ys_path *document = ys_arena_new(&space->arena, ys_path);
  if (step == NULL || document == NULL) return YS_NOMEM;
  *out = root;
  *path = document;
  while (pointer.len > 0 && *out != NULL)
    YS_TRY(step_down(space, out, ys_pointer_step(&pointer, step), path));
  return YS_OK;
}
