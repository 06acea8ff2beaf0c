#include "core/choose/leaf.h"

#include "core/scalar/show.h"

/* Takes the next step of a pointer, decoded, which becomes a part of `arena`.
 */
static ys_status take_step(ys_arena *arena, ys_str *pointer, ys_str *out) {
  size_t end = 1, len = 0;
  char *text;
  while (end < pointer->len && pointer->ptr[end] != '/')
    end++;
  text = ys_arena_alloc(arena, end);
  if (text == NULL) return YS_NOMEM;
  for (size_t i = 1; i < end; i++) {
    char byte = pointer->ptr[i];
    if (byte == '~' && i + 1 < end) byte = pointer->ptr[++i] == '1' ? '/' : '~';
    text[len++] = byte;
  }
  *out = (ys_str){text, len};
  pointer->ptr += end;
  pointer->len -= end;
  return YS_OK;
}

/* Finds the child of a map or an array that a step names, with its index. */
static ys_slot *find_child(const ys_slot *slot, ys_str step, uint32_t *index) {
  uint32_t wanted = 0;
  ys_slot *child;
  if (!ys_is_collection(slot)) return NULL;
  for (size_t i = 0; i < step.len && slot->kind == YS_ARRAY; i++)
    wanted = wanted * 10 + (uint32_t)(step.ptr[i] - '0');
  *index = 0;
  for (child = ys_slot_first(slot); child != NULL; child = child->next) {
    if (slot->kind == YS_ARRAY ? *index == wanted
                               : ys_str_eq(child->key->text, step))
      return child;
    ++*index;
  }
  return NULL;
}

/* Follows a pointer, as far as there is something. */
static ys_status follow(ys_arena *arena, ys_str pointer, ys_slot **slot,
                        ys_path *path) {
  while (pointer.len > 0) {
    ys_str step;
    uint32_t index;
    ys_slot *child;
    ys_path *up;
    YS_TRY(take_step(arena, &pointer, &step));
    child = find_child(*slot, step, &index);
    if (child == NULL) return YS_OK;
    up = ys_arena_new(arena, ys_path);
    if (up == NULL) return YS_NOMEM;
    *up = *path;
    *path = (ys_path){up, child->key, index};
    *slot = child;
  }
  return YS_OK;
}

static ys_status record_leaf(const ys_leaf_owner *owner, const ys_leaf *leaf) {
  ys_arena *arena = ys_space_records(owner->space);
  const ys_field *field = owner->value->field;
  ys_slot *slot = owner->value->slot;
  ys_path path = owner->value->path;
  ys_place by = owner->rule;
  ys_diag *diag;
  YS_TRY(follow(arena, leaf->pointer, &slot, &path));
  if (leaf->line > 0) by.line = leaf->line;
  diag = ys_diags_add(owner->found, arena, YS_E_RULE, ys_slot_place(slot), by);
  if (diag == NULL) return YS_NOMEM;
  diag->gap = owner->gap;
  diag->last = ys_slot_last_line(slot);
  ys_diag_about(diag, field);
  diag->value_shown = true;
  YS_TRY(ys_path_text(arena, &path, &diag->path));
  YS_TRY(ys_arena_str(arena, leaf->rule, &diag->rule));
  YS_TRY(ys_arena_str(arena, leaf->must_be, &diag->args[0]));
  YS_TRY(ys_arena_str(arena, leaf->found, &diag->args[1]));
  YS_TRY(ys_arena_str(arena, leaf->hint, &diag->args[2]));
  return ys_show_in_record(arena, slot, field->has_sensitive, diag);
}

ys_status ys_leaves_record(const ys_leaf_owner *owner, const ys_leaf *leaves,
                           uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    YS_TRY(record_leaf(owner, &leaves[i]));
  return YS_OK;
}
