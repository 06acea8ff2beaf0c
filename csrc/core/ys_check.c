#include "ys_check.h"

typedef struct checker {
  ys_space *space;
  ys_check_codes codes;
  uint32_t faults;
} checker;

static ys_status check_value(checker *c, const ys_field *field, ys_slot *slot,
                             const ys_path *path);

static bool has_argument(const ys_annot *annot, ys_str name) {
  return annot != NULL && ys_annot_arg(annot, name) != NULL;
}

/*
 * Whether an overlay's node says nothing about the value that will stand here:
 * it removes, a closure makes the value, or it looks for other keys than its
 * own. What comes of it is checked after the merge.
 */
static bool is_deferred(const ys_slot *slot) {
  for (const ys_annot *a = slot->annots; a != NULL; a = a->next) {
    if (ys_str_eq(a->name, YS_STR("overlay/remove"))) return true;
    if (ys_str_starts(a->name, YS_STR("overlay/")) &&
        (has_argument(a, YS_STR("via")) ||
         (slot->key != NULL && has_argument(a, YS_STR("by")))))
      return true;
  }
  return false;
}

/* Whether a key that matches nothing is passed over (reference g.4). */
static bool is_conditional(const ys_slot *slot) {
  return has_argument(ys_annot_find(slot, YS_STR("overlay/match")),
                      YS_STR("when"));
}

static bool kind_fits(const ys_field *field, ys_kind kind) {
  return kind == field->kind || field->kind == YS_ANY ||
         (kind == YS_INT && field->kind == YS_FLOAT) ||
         (kind == YS_NULL && field->nullable);
}

static ys_status wrong_type(checker *c, const ys_field *field, ys_slot *slot,
                            const ys_path *path) {
  ys_diag *diag = ys_space_fault(c->space, c->codes.type, ys_slot_place(slot),
                                 field->place);
  if (diag == NULL) return YS_NOMEM;
  c->faults++;
  slot->flags |= YS_SLOT_FAULTY;
  diag->args[0] = ys_kind_name((ys_kind)slot->kind);
  diag->args[1] = ys_kind_name(field->kind);
  return ys_path_text(&c->space->arena, path, &diag->path);
}

/* A few names in order: insertion is the simplest sort that is good enough. */
static void sort_names(ys_str *names, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t j = i; j > 0 && ys_str_cmp(names[j - 1], names[j]) > 0; j--) {
      ys_str swap = names[j];
      names[j] = names[j - 1];
      names[j - 1] = swap;
    }
}

/* What keys a map of this shape may have (reference d.3). */
static ys_status expected_keys(ys_arena *arena, const ys_shape *shape,
                               ys_str *out) {
  enum { MOST = 9 };
  ys_str names[MOST], parts[2 * MOST + 1];
  size_t n = 0;
  if (shape->count == 0 || shape->count > MOST) {
    *out = YS_STR("a key declared in map");
    return YS_OK;
  }
  for (uint32_t i = 0; i < shape->count; i++)
    names[i] = shape->keys[i]->text;
  if (shape->count == 1) {
    const ys_str sentence[] = {YS_STR("a map item with the key named \""),
                               names[0], YS_STR("\"")};
    return ys_str_join(arena, sentence, 3, out);
  }
  sort_names(names, shape->count);
  for (uint32_t i = 0; i < shape->count; i++) {
    parts[n++] = i == 0 ? YS_STR("one of { ") : YS_STR(", ");
    parts[n++] = names[i];
  }
  parts[n++] = YS_STR(" }");
  return ys_str_join(arena, parts, n, out);
}

static ys_status unknown_key(checker *c, const ys_field *field,
                             const ys_slot *entry, const ys_path *path) {
  const ys_shape *shape = &field->map->shape;
  ys_diag *diag = ys_space_fault(c->space, c->codes.unknown_key,
                                 ys_slot_place(entry), field->place);
  if (diag == NULL) return YS_NOMEM;
  c->faults++;
  diag->args[0] = entry->key->text;
  diag->args[2] = ys_space_nearest(c->space, entry->key->text, shape);
  YS_TRY(expected_keys(&c->space->arena, shape, &diag->args[1]));
  return ys_path_text(&c->space->arena, path, &diag->path);
}

static ys_status warn_deprecated(checker *c, const ys_field *field,
                                 const ys_slot *slot, const ys_path *path) {
  ys_diag *diag = ys_space_fault(c->space, YS_E_DEPRECATED, ys_slot_place(slot),
                                 field->docs->deprecated_place);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = field->docs->deprecated;
  return ys_path_text(&c->space->arena, path, &diag->path);
}

static ys_status check_map(checker *c, const ys_field *field, ys_slot *slot,
                           const ys_path *path) {
  const ys_shape *shape = &field->map->shape;
  ys_items *items = slot->u.items;
  ys_path child = {path, NULL, 0};
  ys_slot *previous = NULL;
  uint32_t expect = 0;
  for (ys_slot *entry = items->first; entry != NULL; entry = entry->next) {
    int64_t at = ys_shape_find(shape, entry->key, expect);
    child.key = entry->key;
    if (at < 0 && c->codes.given && entry->annots != NULL &&
        (is_deferred(entry) || is_conditional(entry))) {
      previous = entry;
      continue;
    }
    if (at < 0) {
      YS_TRY(unknown_key(c, field, entry, &child));
      if (previous == NULL)
        items->first = entry->next;
      else
        previous->next = entry->next;
      if (items->last == entry) items->last = previous;
      slot->size--;
      items->index = NULL; /* it would still know the entry */
      continue;
    }
    expect = (uint32_t)at + 1;
    previous = entry;
    YS_TRY(check_value(c, &field->map->fields[at], entry, &child));
  }
  return YS_OK;
}

static ys_status check_array(checker *c, const ys_field *field, ys_slot *slot,
                             const ys_path *path) {
  ys_path child = {path, NULL, 0};
  for (ys_slot *item = slot->u.items->first; item != NULL; item = item->next) {
    YS_TRY(check_value(c, field->item, item, &child));
    child.index++;
  }
  return YS_OK;
}

static ys_status check_value(checker *c, const ys_field *field, ys_slot *slot,
                             const ys_path *path) {
  const uint32_t before = c->faults;
  if (c->codes.given && slot->annots != NULL && is_deferred(slot)) return YS_OK;
  if ((slot->flags & (YS_SLOT_PENDING | YS_SLOT_FAULTY)) != 0)
    return YS_OK; /* not given yet, or reported before */
  if (c->codes.given && field->docs != NULL && field->docs->deprecated.len > 0)
    YS_TRY(warn_deprecated(c, field, slot, path));
  if (slot->kind != field->kind) {
    if (kind_fits(field, (ys_kind)slot->kind)) return YS_OK;
    return wrong_type(c, field, slot, path);
  }
  if (slot->kind == YS_MAP)
    YS_TRY(check_map(c, field, slot, path));
  else if (slot->kind == YS_ARRAY)
    YS_TRY(check_array(c, field, slot, path));
  if (c->faults != before) slot->flags |= YS_SLOT_DIRTY;
  return YS_OK;
}

ys_status ys_check(ys_space *space, const ys_field *field, ys_slot *slot,
                   const ys_path *path, ys_check_codes codes) {
  checker c = {space, codes, 0};
  YS_TRY(check_value(&c, field, slot, path));
  return c.faults == 0 ? YS_OK : YS_INVALID;
}
