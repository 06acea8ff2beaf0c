/* core/check/violation.c - The records of core/check/check.c and their texts.
 */

#include "core/annotation/argument.h"
#include "core/check/checker.h"
#include "core/check/sensitive.h"
#include "core/scalar/scalar.h"
#include "core/scalar/show.h"
#include "core/tree/gap.h"
#include "core/tree/sensitive.h"
#include "core/type/choice.h"
#include "core/type/state.h"

/* Puts the invalid value into a record. If anything in the schema is sensitive,
 * a collection is masked, unless alternatives describe all that is in it. A
 * text is masked in place of a collection with something sensitive. */
static ys_status set_value(ys_space *space, const ys_typed *value,
                           ys_diag *diag) {
  const ys_slot *slot = value->slot;
  const bool full = ys_is_collection(slot) && ys_slot_size(slot) > 0;
  bool masked = ys_is_collection(slot) || slot->kind == YS_STRING
                    ? value->field->has_sensitive
                    : value->field->sensitive;
  if (!masked && full && ys_type_has_sensitive(space))
    YS_TRY(ys_sensitive_in(space, value->field, slot, &masked));
  return ys_show_in_record(ys_space_records(space), slot, masked, diag);
}

/* The code of an unknown key, or of a violation of a type. In a trial it does
 * not matter what the value is used for. */
static ys_code code_of(const ys_checker *c, bool unknown_key) {
  switch (ys_checker_tries(c) ? YS_CHECK_DATA : c->mode) {
  case YS_CHECK_VALUE: return unknown_key ? YS_E_VALUE_KEY : YS_E_VALUE_TYPE;
  case YS_CHECK_DEFAULT:
    return unknown_key ? YS_E_DEFAULT_KEY : YS_E_DEFAULT_TYPE;
  case YS_CHECK_EXAMPLE:
    return unknown_key ? YS_E_EXAMPLE_KEY : YS_E_EXAMPLE_TYPE;
  default: return unknown_key ? YS_E_UNKNOWN_KEY : YS_E_TYPE;
  }
}

/* Where something that was not given could have been: in the innermost
 * collection around it that was. */
static ys_gap gap_of(const ys_checker *c, const ys_slot *slot) {
  return ys_gap_of(c->space, c->around != NULL ? c->around : slot,
                   c->around == NULL || c->around == c->root);
}

/* Makes a record about a value, for which `by` is the reason. */
static ys_status record(ys_checker *c, ys_code code, const ys_typed *value,
                        ys_place by, ys_diag **out) {
  *out = ys_space_diagnose(c->space, code, ys_slot_place(value->slot), by);
  if (*out == NULL) return YS_NOMEM;
  if (c->around != NULL && !ys_gap_is_given(c->space, value->slot))
    (*out)->gap = gap_of(c, value->slot);
  ys_diag_about(*out, value->field);
  return ys_path_text(ys_space_records(c->space), &value->path, &(*out)->path);
}

ys_status ys_check_invalid(ys_checker *c, const ys_typed *value, ys_str found,
                           ys_str expected, const ys_hint *hint) {
  ys_slot *slot = value->slot;
  ys_diag *diag;
  if (ys_checker_add_violation(c)) return YS_OK;
  YS_TRY(record(c, code_of(c, false), value, value->field->place, &diag));
  if (!ys_checker_tries(c)) slot->flags |= YS_SLOT_INVALID;
  diag->args[0] = found.len > 0 ? found : ys_kind_name((ys_kind)slot->kind);
  diag->value_shown = found.len > 0;
  diag->args[1] = expected;
  if (hint != NULL) diag->args[2] = hint->text;
  if (hint != NULL) diag->fix = hint->fix;
  if (value->field->choice != NULL)
    diag->choice = ys_choice_rule(value->field->choice);
  return set_value(c->space, value, diag);
}

/* Whether null is written after the key, as `null` or `~`. The text of the
 * line is looked at, from the key on. Only the beginning of a long line is,
 * because a line may have very many keys. */
static bool is_explicit_null(const ys_checker *c, const ys_slot *slot) {
  enum { FAR = 1000 };
  const ys_place place = ys_slot_place(slot);
  ys_str line = ys_sources_line(&c->space->sources, place);
  size_t at = 0;
  if (place.column > FAR) return false;
  if (line.len > (size_t)4 * FAR) line.len = (size_t)4 * FAR;
  for (uint32_t i = 1; i < place.column && at < line.len; i++) {
    uint32_t code;
    const size_t len = ys_utf8_next(line, at, &code);
    at += len > 0 ? len : 1;
  }
  /* a colon inside the key does not end it */
  at += slot->key->text.len < line.len - at ? slot->key->text.len : 0;
  while (at < line.len && line.ptr[at] != ':')
    at++;
  for (at++; at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '\t');)
    at++;
  return at < line.len && (line.ptr[at] == 'n' || line.ptr[at] == 'N' ||
                           line.ptr[at] == '~' || line.ptr[at] == '!');
}

/* The hint for a key without a value: `key:`. */
static ys_str null_hint(const ys_field *field) {
  if (ys_field_takes(field, YS_MAP))
    return YS_STR("a key without a value is null; {} is a map that has its "
                  "defaults.");
  if (ys_field_takes(field, YS_ARRAY))
    return YS_STR("a key without a value is null; [] is an empty array.");
  return YS_STR("a key without a value is null; leave the key out to keep the "
                "default.");
}

/* The hint for a string that would be accepted if it were read as YAML. */
static ys_str string_hint(const ys_checker *c, const ys_field *field,
                          const ys_slot *slot) {
  ys_slot read = {0};
  const bool reads =
      ys_scalar_resolve(ys_slot_text(slot), &read) == YS_SCALAR_OK &&
      read.kind != YS_NULL && ys_field_takes(field, (ys_kind)read.kind);
  if (c->mode == YS_CHECK_TEXT && (reads || ys_field_takes(field, YS_MAP) ||
                                   ys_field_takes(field, YS_ARRAY)))
    return YS_STR("this flag gives strings; --data-value-yaml and "
                  "--data-values-env-yaml read YAML.");
  return reads ? YS_STR("leave out the quotes.") : YS_STR("");
}

/* The hint for common mistakes: what to write instead. */
static ys_str kind_hint(const ys_checker *c, const ys_field *field,
                        const ys_slot *slot) {
  if (!ys_checker_is_given(c) || ys_slot_line(slot) == 0) return YS_STR("");
  if (slot->kind == YS_NULL && slot->key != NULL)
    return is_explicit_null(c, slot) ? YS_STR("") : null_hint(field);
  if (slot->kind == YS_STRING) return string_hint(c, field, slot);
  return ys_fix_wants_string(field) && !ys_is_collection(slot)
             ? YS_STR("to make it a string, put it in quotes.")
             : YS_STR("");
}

ys_status ys_check_invalid_kind(ys_checker *c, const ys_typed *value) {
  ys_arena *arena = ys_space_records(c->space);
  ys_str expected = {0};
  ys_hint hint = {0};
  if (!ys_checker_is_silent(c)) {
    YS_TRY(ys_field_words(arena, value->field, &expected));
    hint.text = kind_hint(c, value->field, value->slot);
    hint.fix = ys_fix_kind(c, value->field, value->slot);
  }
  return ys_check_invalid(c, value, YS_STR(""), expected, &hint);
}

/* ---- unknown keys -------------------------------------------------------- */

/* Lists the keys that a map may have, including its placeholders. */
static ys_status expected_keys(ys_arena *arena, const ys_map_type *map,
                               ys_str *out) {
  enum { MOST = 4 };
  ys_str parts[2 * MOST + 3];
  size_t n = 0;
  if (map->open_count == 0) return ys_show_keys(arena, map->shape, out);
  if (map->shape->count > 0) {
    YS_TRY(ys_show_keys(arena, map->shape, &parts[n++]));
    parts[n++] = YS_STR(", or ");
  }
  parts[n++] = YS_STR("a key that matches ");
  for (uint32_t i = 0; i < map->open_count && i < MOST; i++) {
    if (i > 0) parts[n++] = YS_STR(", or ");
    parts[n++] = map->open[i].words;
  }
  return ys_str_join(arena, parts, n, out);
}

/* Notes what is sensitive because no placeholder has taken its key
 * (core/check/sensitive.h). */
static ys_status note_sensitive(ys_checker *c, const ys_map_type *map,
                                const ys_slot *entry) {
  return map->open_count > 0 && ys_type_has_sensitive(c->space) &&
                 !ys_checker_is_silent(c)
             ? ys_sensitive_add_all(c->space, entry, YS_SENSITIVE_UNKNOWN)
             : YS_OK;
}

ys_status ys_check_unknown_key(ys_checker *c, const ys_typed *entry,
                               ys_slot *map_slot) {
  const ys_map_type *map = entry->field->map;
  const ys_key *key = entry->slot->key, *sure;
  ys_diag *diag;
  YS_TRY(note_sensitive(c, map, entry->slot));
  if (ys_checker_add_violation(c)) return YS_OK;
  YS_TRY(record(c, code_of(c, true), entry, entry->field->place, &diag));
  diag->args[0] = key->text.len > 0 ? key->text : YS_STR("\"\"");
  diag->args[2] = ys_space_nearest(c->space, key->text, map->shape, &sure);
  if (diag->args[2].len > 0)
    YS_TRY(ys_type_note_meant(c->space, diag->args[2]));
  diag->fix = ys_code_group(diag->code) == YS_GROUP_SCHEMA
                  ? ys_fix_word(key->text, diag->args[2])
                  : ys_fix_key(c, map, entry->slot, map_slot, sure);
  YS_TRY(expected_keys(ys_space_records(c->space), map, &diag->args[1]));
  if (diag->args[2].len > 0) return YS_OK;
  return ys_show_near_keys(c->space, key->text, map->shape, &diag->args[3]);
}

/* ---- notices ------------------------------------------------------------- */

/* Records a removed key in one of the schema's own values. */
static ys_status own_removed(ys_checker *c, const ys_typed *value) {
  const ys_hint hint = {.text = value->field->docs->removed};
  return ys_check_invalid(c, value, YS_STR("a value"),
                          YS_STR("no value: the key has been removed"), &hint);
}

ys_status ys_check_removed(ys_checker *c, const ys_typed *value) {
  const ys_docs *docs = value->field->docs;
  ys_slot *slot = value->slot;
  ys_diag *diag;
  if (ys_checker_is_own(c)) return own_removed(c, value);
  if (ys_checker_add_violation(c)) return YS_OK;
  YS_TRY(record(c, YS_E_REMOVED, value, docs->removed_place, &diag));
  if (!ys_checker_tries(c)) slot->flags |= YS_SLOT_INVALID;
  diag->args[0] = slot->key != NULL ? slot->key->text : diag->path;
  diag->args[1] = docs->removed;
  if (slot->key != NULL) diag->fix.action = YS_FIX_REMOVE;
  return YS_OK;
}

ys_status ys_check_deprecated(ys_checker *c, const ys_typed *value) {
  const ys_docs *docs = value->field->docs;
  ys_diag *diag;
  if (ys_checker_is_silent(c)) return YS_OK;
  YS_TRY(record(c, YS_E_DEPRECATED, value, docs->deprecated_place, &diag));
  diag->args[0] = docs->deprecated;
  return YS_OK;
}

/* ---- required keys ------------------------------------------------------- */

ys_status ys_check_missing(ys_checker *c, const ys_field *field,
                           const ys_typed *map) {
  const ys_path path = {&map->path, field->key, 0};
  const bool is_document = map->path.up == NULL;
  ys_diag *diag;
  if (ys_checker_add_violation(c)) return YS_OK;
  diag = ys_space_diagnose(c->space, YS_E_REQUIRED, field->place,
                           field->required->place);
  if (diag == NULL) return YS_NOMEM;
  ys_diag_about(diag, field);
  diag->gap = gap_of(c, map->slot);
  diag->args[1] = field->required->text;
  YS_TRY(ys_fix_missing(c, field, &diag->fix));
  YS_TRY(ys_gap_words(c->space, map->slot, is_document, &diag->args[0]));
  YS_TRY(ys_field_words(ys_space_records(c->space), field, &diag->args[2]));
  return ys_path_text(ys_space_records(c->space), &path, &diag->path);
}

/* ---- number of keys ------------------------------------------------------ */

ys_status ys_check_invalid_count(ys_checker *c, const ys_field *field,
                                 uint32_t found, const ys_typed *map) {
  const ys_count *count = field->count;
  ys_diag *diag;
  if (ys_checker_add_violation(c)) return YS_OK;
  diag = ys_space_diagnose(c->space, YS_E_KEY_COUNT, ys_slot_place(map->slot),
                           count->place);
  if (diag == NULL) return YS_NOMEM;
  ys_diag_about(diag, field);
  if (!ys_gap_is_given(c->space, map->slot)) diag->gap = gap_of(c, map->slot);
  diag->args[0] = YS_STR("no key");
  diag->args[1] = count->words;
  if (found > 0)
    YS_TRY(ys_argument_count(ys_space_records(c->space), found,
                             found == 1 ? " key" : " keys", &diag->args[0]));
  return ys_path_text(ys_space_records(c->space), &map->path, &diag->path);
}

ys_status ys_check_no_count(ys_checker *c, const ys_field *field,
                            ys_str problem, const ys_path *path) {
  const ys_count *count = field->count;
  c->violations++;
  if (c->how >= YS_LISTING)
    return YS_OK; /* recorded when this was first tried */
  ys_diag *diag =
      ys_space_diagnose(c->space, YS_E_KEY_FAILED, count->place, count->place);
  if (diag == NULL) return YS_NOMEM;
  ys_diag_about(diag, field);
  diag->args[0] = YS_STR("expects=");
  diag->args[1] = problem;
  return ys_path_text(ys_space_records(c->space), path, &diag->path);
}
