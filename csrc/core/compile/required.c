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
  return ys_argument_error(
      space, annot, value != NULL ? ys_kind_name((ys_kind)value->kind) : found,
      YS_STR("no argument, or a string"),
      YS_STR("the text says why the key is required, or what to give."));
}

ys_status ys_required_read(ys_space *space, const ys_schema_words *words,
                           ys_required **out) {
  const ys_annot *annot = words->required;
  *out = NULL;
  if (annot == NULL) return YS_OK;
  YS_NEW(*out, &space->arena);
  (*out)->place = ys_annot_place(annot);
  YS_TRY(ys_schema_words_exclude(space, annot, words->preset));
  YS_TRY(ys_schema_words_exclude(space, annot, words->key));
  YS_TRY(ys_schema_words_exclude(space, annot, words->removed));
  return take_text(space, annot, &(*out)->text);
}

/* ---- keys that defaults give --------------------------------------------- */

static bool gives(ys_field *field, const ys_slot *value);

/* The same for a field that is no copy, or whose definition was not compared
 * with the value just before. */
static bool field_gives(ys_field *field, const ys_slot *value);

static bool gives_key(ys_field *field, const ys_slot *value) {
  if (field->required != NULL) field->required->preset = true;
  return gives(field, value) || field->required != NULL;
}

static bool map_gives(ys_field *field, const ys_slot *value) {
  const ys_map_type *map = field->map;
  const ys_slot *entry;
  uint32_t expect = 0;
  bool any = false;
  if (value != NULL && value->kind != YS_MAP) return false;
  entry = value != NULL ? ys_slot_first(value) : NULL;
  for (; entry != NULL; entry = entry->next) {
    const int64_t at = ys_shape_find(map->shape, entry->key, expect);
    if (at < 0) continue;
    expect = (uint32_t)at + 1;
    any = gives_key(&map->fields[at], entry) || any;
  }
  for (uint32_t i = 0; value == NULL && i < map->shape->count; i++)
    any = gives_key(&map->fields[i], NULL) || any;
  /* The check ignores which entries belong to a placeholder. */
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_slot *s = value != NULL ? ys_slot_first(value) : NULL;
    if (value == NULL) any = gives(map->open[i].field, NULL) || any;
    for (; s != NULL; s = s->next)
      any = gives(map->open[i].field, s) || any;
  }
  return any;
}

static bool field_gives(ys_field *field, const ys_slot *value) {
  const ys_choice *choice = field->choice;
  bool any = value == NULL;
  for (uint32_t i = 0; choice != NULL && i < choice->count; i++)
    any = gives(&choice->alternatives[i], value) || any;
  if (field->kind == YS_MAP && field->has_required)
    any = map_gives(field, value) || any;
  /* A definition may be a copy of another one. */
  for (ys_field *f = field; any && f != NULL;
       f = f->like != NULL ? f->like->field : NULL)
    f->preset = true;
  return any;
}

/* Notes the keys that a default gives. Returns whether there may be any.
 * Alternatives that are copies of one definition are compared one after the
 * other with the same value: only the first of them is looked into, since
 * alternatives inside alternatives would be visited exponentially often. */
static bool gives(ys_field *field, const ys_slot *value) {
  ys_definition *like = field->like;
  if (like == NULL) return field_gives(field, value);
  if (value == NULL) {
    field->preset = true;
    if (like->preset) return true;
    like->preset = true;
    return field_gives(field, value);
  }
  if (like->compared != value) {
    like->gives = field_gives(field, value);
    like->compared = value;
  } else if (like->gives) {
    field->preset = true;
  }
  return like->gives;
}

void ys_required_preset(ys_field *field, const ys_slot *value) {
  gives(field, value);
}
