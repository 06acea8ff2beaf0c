/* core/metaschema/targets.c - Finds the schemas that only a reference makes
 * one:
 * `#/x-parts/port` (core/metaschema/walk.h). */

#include "core/metaschema/walk.h"

/* Takes the first step off a JSON pointer, which begins with a slash. `step`
 * has room for it. */
static ys_str next_step(ys_str *pointer, char *step) {
  size_t size = 0, i = 1;
  for (; i < pointer->len && pointer->ptr[i] != '/'; i++) {
    const char c = pointer->ptr[i];
    const char after = i + 1 < pointer->len ? pointer->ptr[i + 1] : '\0';
    const bool escape = c == '~' && (after == '0' || after == '1');
    step[size++] = escape && after == '1' ? '/' : c;
    i += escape;
  }
  pointer->ptr += i;
  pointer->len -= i;
  return (ys_str){step, size};
}

static ys_slot *item_at(const ys_slot *array, ys_str step, uint32_t *index) {
  ys_slot *s = ys_slot_first(array);
  *index = 0;
  if (step.len == 0 || step.len > 9) return NULL;
  for (size_t i = 0; i < step.len; i++) {
    if (step.ptr[i] < '0' || step.ptr[i] > '9') return NULL;
    *index = *index * 10 + (uint32_t)(step.ptr[i] - '0');
  }
  for (uint32_t left = *index; s != NULL && left > 0; left--)
    s = s->next;
  return s;
}

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
    *at = (*at)->kind == YS_ARRAY ? item_at(*at, step, &below->index) : NULL;
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
    YS_TRY(step_down(space, out, next_step(&pointer, step), path));
  return YS_OK;
}
