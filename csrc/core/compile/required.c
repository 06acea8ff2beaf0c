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

static const ys_slot *entry_named(const ys_slot *map, const ys_key *key) {
  const ys_slot *s = map->u.items->first;
  while (s != NULL && s->key != key)
    s = s->next;
  return s;
}

static void preset_map(ys_field *field, const ys_slot *value) {
  const ys_map_type *map = field->map;
  if (value != NULL && value->kind != YS_MAP) return;
  for (uint32_t i = 0; i < map->shape.count; i++) {
    ys_field *child = &map->fields[i];
    const ys_slot *entry =
        value != NULL ? entry_named(value, child->key) : NULL;
    if (value != NULL && entry == NULL) continue;
    if (child->required != NULL) child->required->preset = true;
    ys_required_preset(child, entry);
  }
  /* Which of the entries belong to a placeholder is not looked at. */
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_slot *s = value != NULL ? value->u.items->first : NULL;
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
