#include "lua/schema/outline.h"

#include "core/export/view.h"
#include "core/print/emit.h"
#include "core/rule/rule.h"
#include "core/type/choice.h"
#include "core/type/selector.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/schema/fields.h"
#include "lua/schema/schema.h"
#include "lua/text/buffer.h"
#include "lua/value/export.h"

/*
 * Fields are reported one after the other, so the depth of a schema takes no
 * stack. While they are, the Lua stack holds the schema, the tables of the
 * fields by their addresses, the list of the addresses of those that were
 * found, and a buffer for texts.
 */
enum { AT_SCHEMA = 1, AT_TABLES, AT_FOUND };

typedef struct teller {
  lua_State *L;
  const ys_sources *sources;
  ys_buf *buf;
  ysl_index found; /* number of fields in the list */
} teller;

static void set_true(lua_State *L, const char *name) {
  lua_pushboolean(L, true);
  lua_setfield(L, -2, name);
}

static void set_flag(lua_State *L, const char *name, bool flag) {
  if (flag) set_true(L, name);
}

/* Sets a field of the table at the top, unless the text is not given. */
static void set_text(lua_State *L, const char *name, ys_str text) {
  if (text.len > 0) ysl_set_text(L, name, text);
}

/* ---- values and places --------------------------------------------------- */

/* Sets a field to a value in YAML, which tells integers from floats. */
static void set_yaml(const teller *t, const char *name, const ys_slot *value) {
  ys_buf *buf = t->buf;
  buf->len = 0;
  ys_emit_yaml(value, buf);
  ysl_check_status(t->L, ys_buf_status(buf));
  lua_pushlstring(t->L, buf->ptr, buf->len - 1); /* without the line's end */
  lua_setfield(t->L, -2, name);
}

/* Sets a field to a value, unless Lua has no such value. */
static void set_value(lua_State *L, const char *name, const ys_slot *value) {
  if (ysl_export_ordered(L, value))
    lua_setfield(L, -2, name);
  else
    lua_pop(L, 1);
}

/* Sets the place of the table at the top. With `line`, sets the text of the
 * line, too. */
static void set_place(const teller *t, ys_place place, bool with_line) {
  if (place.line == 0) return;
  ysl_set_text(t->L, "file", ys_sources_name(t->sources, place));
  ysl_set_number(t->L, "line", place.line);
  ysl_set_number(t->L, "column", place.column);
  if (with_line) ysl_set_text(t->L, "text", ys_sources_line(t->sources, place));
}

/* Sets a field to a table with the place of an annotation. */
static void set_annotation(const teller *t, const char *name, ys_place place) {
  if (place.line == 0) return;
  lua_newtable(t->L);
  set_place(t, place, true);
  lua_setfield(t->L, -2, name);
}

/* ---- other fields -------------------------------------------------------- */

/* Pushes the table of a field, which is reported later. */
static void push_field(teller *t, const ys_field *field) {
  lua_State *L = t->L;
  lua_pushlightuserdata(L, (void *)(uintptr_t)field);
  lua_rawget(L, AT_TABLES);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)field);
  lua_rawseti(L, AT_FOUND, ++t->found);
  lua_newtable(L);
  lua_pushlightuserdata(L, (void *)(uintptr_t)field);
  lua_pushvalue(L, -2);
  lua_rawset(L, AT_TABLES);
}

static void set_keys(teller *t, const ys_map_type *map) {
  lua_State *L = t->L;
  lua_newtable(L);
  for (uint32_t i = 0; i < map->shape->count; i++) {
    push_field(t, &map->fields[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "named");
}

static void push_open(teller *t, const ys_open *open) {
  lua_State *L = t->L;
  lua_newtable(L);
  push_field(t, open->field);
  lua_setfield(L, -2, "field");
  set_text(L, "pattern", open->pattern);
  set_text(L, "words", open->words);
  set_flag(L, "calls", open->closure != 0);
  lua_pushnumber(L, (lua_Number)open->position);
  lua_setfield(L, -2, "position");
  set_place(t, open->place, true);
}

static void set_map(teller *t, const ys_map_type *map) {
  lua_State *L = t->L;
  set_keys(t, map);
  lua_newtable(L);
  for (uint32_t i = 0; i < map->open_count; i++) {
    push_open(t, &map->open[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "open");
  set_flag(L, "shadowed", map->shadowed);
}

static void set_choice(teller *t, const ys_choice *choice) {
  static const char *const modes[] = {"any-of", "all-of", "one-of"};
  lua_State *L = t->L;
  lua_newtable(L);
  lua_pushstring(L, modes[choice->mode]);
  lua_setfield(L, -2, "mode");
  set_place(t, choice->place, true);
  if (choice->by != NULL) ysl_set_text(L, "by", choice->by->key->text);
  for (uint32_t i = 0; i < choice->count; i++) {
    lua_newtable(L);
    push_field(t, &choice->alternatives[i]);
    lua_setfield(L, -2, "field");
    set_text(L, "words", ys_choice_words(choice, i));
    if (choice->by != NULL) {
      set_yaml(t, "kind", choice->by->kinds[i]);
      set_value(L, "selected_by", choice->by->kinds[i]);
    }
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "choice");
}

/* ---- rules --------------------------------------------------------------- */

static void set_when(const teller *t, const ys_validation *validation) {
  set_place(t, validation->place, true);
  if (validation->when != 0) ysl_set_text(t->L, "when", validation->when_text);
}

static void push_rule(const teller *t, const ys_validation *validation,
                      const ys_rule *rule) {
  lua_State *L = t->L;
  lua_newtable(L);
  set_text(L, "must_be", rule->must_be);
  set_when(t, validation);
  set_flag(L, "calls", rule->closure != 0);
  if (rule->named == NULL) return;
  ysl_set_text(L, "name", ys_cstr(rule->named->name));
  set_yaml(t, "yaml", rule->argument);
  set_value(L, "argument", rule->argument);
}

static void push_not_null(const teller *t, const ys_validation *validation) {
  lua_newtable(t->L);
  ysl_set_text(t->L, "name", ys_cstr("not_null"));
  ysl_set_text(t->L, "yaml", ys_cstr("true"));
  ysl_set_text(t->L, "must_be", validation->not_null_must_be);
  set_when(t, validation);
}

static void set_rules(const teller *t, const ys_validation *validation) {
  lua_State *L = t->L;
  ysl_index count = 0;
  if (validation == NULL) return;
  lua_newtable(L);
  for (; validation != NULL; validation = validation->next) {
    if (validation->not_null) {
      push_not_null(t, validation);
      lua_rawseti(L, -2, ++count);
    }
    for (uint32_t i = 0; i < validation->count; i++) {
      push_rule(t, validation, &validation->rules[i]);
      lua_rawseti(L, -2, ++count);
    }
  }
  lua_setfield(L, -2, "rules");
}

/* ---- keys ---------------------------------------------------------------- */

static void set_count(const teller *t, const ys_count *count) {
  lua_State *L = t->L;
  uint64_t least, most;
  if (count == NULL) return;
  lua_newtable(L);
  set_flag(L, "calls", !ys_expect_range(&count->expect, &least, &most));
  ysl_set_text(L, "words", count->words);
  lua_pushnumber(L, (lua_Number)least);
  lua_setfield(L, -2, "least");
  if (most != UINT64_MAX) {
    lua_pushnumber(L, (lua_Number)most);
    lua_setfield(L, -2, "most");
  }
  set_place(t, count->place, true);
  lua_setfield(L, -2, "count");
}

static void set_required(const teller *t, const ys_required *required) {
  if (required == NULL) return;
  set_annotation(t, "required", required->place);
  set_text(t->L, "reason", required->text);
  set_flag(t->L, "preset", required->preset);
}

static void set_renamed(const teller *t, const ys_renamed *renamed) {
  lua_State *L = t->L;
  if (renamed == NULL) return;
  lua_newtable(L);
  for (ysl_index i = 1; renamed != NULL; renamed = renamed->next, i++) {
    lua_newtable(L);
    ysl_set_text(L, "path", renamed->text);
    set_flag(L, "from_root", renamed->from_root);
    set_flag(L, "calls", renamed->with != 0);
    lua_newtable(L);
    for (uint32_t k = 0; k < renamed->count; k++) {
      const ys_str key = renamed->keys[k]->text;
      lua_pushlstring(L, key.ptr, key.len);
      lua_rawseti(L, -2, (ysl_index)k + 1);
    }
    lua_setfield(L, -2, "keys");
    set_place(t, renamed->place, true);
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -2, "renamed");
}

/* ---- documentation ------------------------------------------------------- */

static void set_examples(const teller *t, const ys_example *example) {
  lua_State *L = t->L;
  if (example == NULL) return;
  lua_newtable(L);
  for (ysl_index i = 1; example != NULL; example = example->next, i++) {
    lua_newtable(L);
    set_text(L, "description", example->description);
    set_yaml(t, "yaml", example->value);
    set_value(L, "value", example->value);
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -2, "examples");
}

static void set_docs(const teller *t, const ys_docs *docs) {
  lua_State *L = t->L;
  if (docs == NULL) return;
  set_text(L, "title", docs->title);
  set_text(L, "description", docs->description);
  set_annotation(t, "deprecated", docs->deprecated_place);
  set_annotation(t, "removed", docs->removed_place);
  set_text(L, "remedy", docs->removed);
  set_examples(t, docs->examples);
}

/* ---- fields -------------------------------------------------------------- */

static void set_default(const teller *t, const ys_field *field) {
  set_annotation(t, "default_at", field->default_place);
  if (field->default_closure != 0) {
    set_true(t->L, "computed");
  } else if (field->default_value != NULL) {
    set_yaml(t, "default_yaml", field->default_value);
    set_value(t->L, "default", field->default_value);
  }
}

static void set_implied(lua_State *L, ys_implied implied) {
  if (implied == YS_IMPLIED_NOTHING) return;
  ysl_set_text(L, "implied",
               ys_cstr(implied == YS_IMPLIED_TEXT ? "text" : "value"));
}

/* Whether a given integer becomes a float. */
static bool makes_floats(const ys_field *field) {
  const ys_kinds kinds = ys_view_kinds(field);
  return (kinds & YS_KINDS(YS_FLOAT)) != 0 && (kinds & YS_KINDS(YS_INT)) == 0;
}

/* Completes the table at the top. */
static void tell(teller *t, const ys_field *field) {
  lua_State *L = t->L;
  if (field->key != NULL) ysl_set_text(L, "key", field->key->text);
  set_place(t, field->place, false);
  ysl_set_kinds(L, field);
  set_default(t, field);
  set_implied(L, field->implied);
  set_flag(L, "makes_floats", makes_floats(field));
  set_flag(L, "nullable", field->nullable);
  set_flag(L, "optional", field->optional);
  set_flag(L, "sensitive", field->sensitive);
  set_flag(L, "ruled", field->has_rules);
  set_flag(L, "demands", field->has_required);
  set_rules(t, field->validations);
  set_docs(t, field->docs);
  set_required(t, field->required);
  set_renamed(t, field->renamed);
  set_count(t, field->count);
  if (field->choice != NULL) set_choice(t, field->choice);
  if (field->map != NULL) set_map(t, field->map);
  if (field->item == NULL) return;
  push_field(t, field->item);
  lua_setfield(L, -2, "item");
}

int ysl_outline(lua_State *L) {
  ysl_schema *ud;
  teller t = {.L = L};
  lua_settop(L, AT_SCHEMA);
  lua_newtable(L);
  lua_newtable(L);
  t.buf = ysl_new_buffer(L);
  ud = ysl_check_compiled(L, AT_SCHEMA);
  t.sources = &ud->schema.space.sources;
  ysl_enter(&ud->owner);
  push_field(&t, ud->schema.root);
  for (ysl_index i = 1; i <= t.found; i++) {
    const ys_field *field;
    lua_rawgeti(L, AT_FOUND, i);
    field = lua_touserdata(L, -1);
    lua_rawget(L, AT_TABLES);
    tell(&t, field);
    lua_pop(L, 1);
  }
  ysl_leave(&ud->owner);
  return 1;
}
