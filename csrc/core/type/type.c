#include "core/type/type.h"

const char *const ys_scope_names[YS_SCOPES] = {"document", "file",
                                               "configuration"};

void ys_field_set_kind(ys_field *field, ys_kind kind) {
  field->kind = kind;
  field->named = YS_KINDS(kind);
  field->kinds = kind == YS_ANY ? YS_KINDS_ANY : YS_KINDS(kind);
  if (kind == YS_FLOAT) field->kinds |= YS_KINDS(YS_INT);
  if (kind == YS_ANY || kind == YS_NULL) field->nullable = true;
}

const ys_field *ys_field_innermost(const ys_field *field) {
  enum { DEEPEST = 100 }; /* an array may be the item of itself */
  for (int i = 0; i < DEEPEST && field != NULL && field->kind == YS_ARRAY; i++)
    field = field->item;
  return field;
}

/* ---- kinds and children -------------------------------------------------- */

uint32_t ys_map_reach(const ys_map_type *map) {
  for (uint32_t i = 0; i < map->open_count; i++)
    if (map->open[i].regexp == NULL && map->open[i].closure == 0) return i + 1;
  return map->open_count;
}

ys_status ys_field_words(ys_arena *arena, const ys_field *field, ys_str *out) {
  /* The order in which reports name the kinds; null comes last. */
  static const ys_kind order[] = {YS_BOOL,  YS_INT, YS_FLOAT, YS_STRING,
                                  YS_ARRAY, YS_MAP, YS_ANY,   YS_NULL};
  enum { KINDS = sizeof order / sizeof order[0] };
  ys_str names[KINDS], words[2 * KINDS];
  size_t count = 0, n = 0;
  for (size_t i = 0; i < KINDS; i++)
    if ((field->named & YS_KINDS(order[i])) != 0)
      names[count++] = ys_kind_name(order[i]);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) words[n++] = i + 1 < count ? YS_STR(", ") : YS_STR(" or ");
    words[n++] = names[i];
  }
  if (n == 1) {
    *out = words[0];
    return YS_OK;
  }
  return ys_str_join(arena, words, n, out);
}

void ys_diag_about(ys_diag *diag, const ys_field *field) {
  diag->field = field;
  if (field->docs != NULL) diag->see = ys_docs_text(field->docs, YS_WORD_SEE);
}

ys_field *ys_field_child(const ys_field *field, uint32_t index) {
  const ys_map_type *map = field->map;
  if (field->kind == YS_MAP) {
    if (index < map->shape->count) return &map->fields[index];
    index -= map->shape->count;
    return index < map->open_count ? map->open[index].field : NULL;
  }
  if (field->kind == YS_ARRAY) return index == 0 ? field->item : NULL;
  if (field->choice == NULL || index >= field->choice->count) return NULL;
  return &field->choice->alternatives[index];
}
