#include "core/compile/required.h"

#include "core/annotation/argument.h"

/* ---- the annotation ------------------------------------------------------ */

/* Takes the text, which may be left out. */
static ys_status take_text(ys_space *space, const ys_annot *annot,
                           ys_str *out) {
  const ys_slot *value;
  ys_str found = {0};
  if (annot->args == NULL) return YS_OK;
  YS_TRY(ys_argument_single(space, annot, &value, &found));
  if (value != NULL && value->kind == YS_STRING) {
    *out = ys_slot_text(value);
    return YS_OK;
  }
  return ys_argument_fault(
      space, annot, value != NULL ? ys_kind_name((ys_kind)value->kind) : found,
      YS_STR("no argument, or a string"),
      YS_STR("the text says why the key has to be given, or what to give."));
}

ys_status ys_required_read(ys_space *space, const ys_schema_words *words,
                           ys_required **out) {
  const ys_annot *annot = words->required;
  *out = NULL;
  if (annot == NULL) return YS_OK;
  *out = ys_arena_new(&space->arena, ys_required);
  if (*out == NULL) return YS_NOMEM;
  (*out)->place = ys_annot_place(annot);
  YS_TRY(ys_schema_words_exclude(space, annot, words->preset));
  YS_TRY(ys_schema_words_exclude(space, annot, words->key));
  YS_TRY(ys_schema_words_exclude(space, annot, words->removed));
  return take_text(space, annot, &(*out)->text);
}

/* ---- keys that defaults give --------------------------------------------- */

static void preset_key(ys_field *field, const ys_slot *value) {
  if (field->required != NULL) field->required->preset = true;
  ys_required_preset(field, value);
}

static void preset_map(ys_field *field, const ys_slot *value) {
  const ys_map_type *map = field->map;
  const ys_slot *entry;
  uint32_t expect = 0;
  if (value != NULL && value->kind != YS_MAP) return;
  entry = value != NULL ? ys_slot_first(value) : NULL;
  for (; entry != NULL; entry = entry->next) {
    const int64_t at = ys_shape_find(map->shape, entry->key, expect);
    if (at < 0) continue;
    expect = (uint32_t)at + 1;
    preset_key(&map->fields[at], entry);
  }
  for (uint32_t i = 0; value == NULL && i < map->shape->count; i++)
    preset_key(&map->fields[i], NULL);
  /* Which of the entries belong to a placeholder is not looked at. */
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_slot *s = value != NULL ? ys_slot_first(value) : NULL;
    if (value == NULL) ys_required_preset(map->open[i].field, NULL);
    for (; s != NULL; s = s->next)
      ys_required_preset(map->open[i].field, s);
  }
}

void ys_required_preset(ys_field *field, const ys_slot *value) {
  const ys_choice *choice = field->choice;
  if (field->like != NULL && value == NULL) {
    if (field->like->preset) return;
    field->like->preset = true;
  }
  for (uint32_t i = 0; choice != NULL && i < choice->count; i++)
    ys_required_preset(&choice->alternatives[i], value);
  if (field->kind == YS_MAP && field->has_required) preset_map(field, value);
}
