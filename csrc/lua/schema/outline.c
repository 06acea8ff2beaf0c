#include "lua/schema/outline.h"

#include "core/export/facts.h"
#include "core/print/emit.h"
#include "core/type/choice.h"
#include "core/type/selector.h"
#include "lua/base/stack.h"
#include "lua/schema/json_schema.h"
#include "lua/schema/references.h"
#include "lua/schema/schema.h"
#include "lua/schema/text_rules.h"
#include "lua/schema/text_tests.h"
#include "lua/text/buffer.h"

/*
 * The tables of fields are filled one after the other, so the depth of a schema
 * takes no stack. Meanwhile the Lua stack holds the schema, the tables by the
 * addresses of their fields, the list of these addresses, and a buffer for
 * texts.
 */
enum { AT_SCHEMA = 1, AT_TABLES, AT_FOUND };

typedef struct writer {
  lua_State *L;
  const ys_sources *sources;
  ys_buf *buf;
  ysl_index found; /* number of fields in the list */
  bool brief; /* for the checker: without texts, places and documentation */
} writer;

static void set_flag(lua_State *L, const char *name, bool flag) {
  if (flag) ysl_set_true(L, name);
}

/* ---- values and places --------------------------------------------------- */

/* Sets a field to a value in YAML, where integers and floats differ. */
static void set_yaml(const writer *w, const char *name, const ys_slot *value) {
  ys_buf *buf = w->buf;
  if (w->brief) return;
  buf->len = 0;
  ys_emit_yaml(value, buf);
  ysl_check_status(w->L, ys_buf_status(buf));
  lua_pushlstring(w->L, buf->ptr, buf->len - 1); /* without the line's end */
  lua_setfield(w->L, -2, name);
}

/* Sets a field to a value. Marks the table when Lua has no such value. */
static void set_value(const writer *w, const char *name, const ys_slot *value) {
  lua_State *L = w->L;
  if (w->brief ? ysl_export_value(L, value, NULL)
               : ysl_export_ordered(L, value)) {
    lua_setfield(L, -2, name);
    return;
  }
  lua_pop(L, 1);
  ysl_set_true(L, "unrepresentable");
}

/* Sets the place of the table at the top, and perhaps the text of the line. */
static void set_place(const writer *w, ys_place place, bool with_line) {
  if (place.line == 0 || w->brief) return;
  ysl_set_place(w->L, w->sources, place);
  if (with_line) ysl_set_text(w->L, "text", ys_sources_line(w->sources, place));
}

/* Sets the field `name_at` to a table with the place of an annotation. */
static void set_annotation(const writer *w, const char *name, ys_place place) {
  lua_State *L = w->L;
  if (place.line == 0 || w->brief) return;
  lua_pushfstring(L, "%s_at", name);
  lua_newtable(L);
  set_place(w, place, true);
  lua_rawset(L, -3);
}

/* Sets a field to the text of an annotation that is given, or briefly to true,
 * and `name_at` to its place. */
static void set_notice(const writer *w, const char *name, ys_str text,
                       ys_place place) {
  if (place.line == 0) return;
  if (w->brief)
    ysl_set_true(w->L, name);
  else
    ysl_set_text(w->L, name, text);
  set_annotation(w, name, place);
}

/* ---- other fields -------------------------------------------------------- */

/* Pushes the table of a field, which is filled later. */
static void push_field(writer *w, const ys_field *field) {
  lua_State *L = w->L;
  lua_pushlightuserdata(L, (void *)(uintptr_t)field);
  lua_rawget(L, AT_TABLES);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)field);
  lua_rawseti(L, AT_FOUND, ++w->found);
  lua_createtable(L, 0, w->brief ? 6 : 12); /* with room for what Lua adds */
  lua_pushlightuserdata(L, (void *)(uintptr_t)field);
  lua_pushvalue(L, -2);
  lua_rawset(L, AT_TABLES);
}

static void set_keys(writer *w, const ys_map_type *map) {
  lua_State *L = w->L;
  lua_createtable(L, (int)map->shape->count, 0);
  for (uint32_t i = 0; i < map->shape->count; i++) {
    push_field(w, &map->fields[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "named");
}

static void push_open(writer *w, const ys_open *open) {
  lua_State *L = w->L;
  lua_newtable(L);
  push_field(w, open->field);
  lua_setfield(L, -2, "field");
  ysl_set_given(L, "pattern", open->pattern);
  ysl_set_given(L, "words", open->words);
  set_flag(L, "calls", open->closure != 0);
  if (w->brief) ysl_set_key_test(L, open);
  lua_pushnumber(L, (lua_Number)open->position);
  lua_setfield(L, -2, "position");
  set_place(w, open->place, true);
}

static void set_map(writer *w, const ys_map_type *map) {
  lua_State *L = w->L;
  set_keys(w, map);
  lua_newtable(L);
  for (uint32_t i = 0; i < map->open_count; i++) {
    push_open(w, &map->open[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "open");
  set_flag(L, "shadowed", map->shadowed);
  set_flag(L, "counted", map->counted_count > 0);
}

static void set_choice(writer *w, const ys_choice *choice) {
  lua_State *L = w->L;
  lua_newtable(L);
  lua_pushstring(L, ys_choice_modes[choice->mode]);
  lua_setfield(L, -2, "mode");
  set_place(w, choice->place, true);
  if (choice->by != NULL) ysl_set_text(L, "by", choice->by->key->text);
  for (uint32_t i = 0; i < choice->count; i++) {
    lua_newtable(L);
    push_field(w, &choice->alternatives[i]);
    lua_setfield(L, -2, "field");
    ysl_set_given(L, "words", ys_choice_words(choice, i));
    if (choice->by != NULL) {
      set_yaml(w, "kind", choice->by->kinds[i]);
      set_value(w, "selected_by", choice->by->kinds[i]);
    }
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "choice");
}

/* ---- rules --------------------------------------------------------------- */

static void set_when(const writer *w, const ys_validation *validation) {
  set_place(w, validation->place, true);
  if (validation->when != 0) ysl_set_text(w->L, "when", validation->when_text);
}

static void push_rule(const writer *w, const ys_validation *validation,
                      const ys_rule *rule) {
  lua_State *L = w->L;
  lua_newtable(L);
  ysl_set_given(L, "must_be", rule->must_be);
  set_when(w, validation);
  set_flag(L, "calls", rule->closure != 0);
  if (rule->named == NULL) return;
  ysl_set_text(L, "name", ys_cstr(rule->named->name));
  if (rule->closure != 0) ysl_set_number(L, "closure", rule->closure);
  set_yaml(w, "yaml", rule->argument);
  set_value(w, "argument", rule->argument);
  if (rule == validation->json) ysl_set_json_digest(L, AT_SCHEMA);
  if (w->brief) ysl_set_rule_test(L, rule);
}

static void set_rules(const writer *w, const ys_validation *validation) {
  lua_State *L = w->L;
  ysl_index count = 0;
  bool calls = false;
  if (validation == NULL) return;
  lua_newtable(L);
  for (; validation != NULL; validation = validation->next) {
    calls |= validation->when != 0;
    if (validation->not_null != NULL) {
      push_rule(w, validation, validation->not_null);
      lua_rawseti(L, -2, ++count);
    }
    for (uint32_t i = 0; i < validation->count; i++) {
      push_rule(w, validation, &validation->rules[i]);
      lua_rawseti(L, -2, ++count);
      calls |= validation->rules[i].closure != 0;
    }
  }
  lua_setfield(L, -2, "rules");
  set_flag(L, "calls", calls);
}

/* ---- keys ---------------------------------------------------------------- */

static void set_count(const writer *w, const ys_count *count) {
  lua_State *L = w->L;
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
  set_place(w, count->place, true);
  lua_setfield(L, -2, "count");
}

static void set_required(const writer *w, const ys_required *required) {
  if (required == NULL) return;
  set_notice(w, "required", required->text, required->place);
  set_flag(w->L, "preset", required->preset);
}

static void set_names(const writer *w, const char *name,
                      const ys_renamed *renamed) {
  lua_State *L = w->L;
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
    set_place(w, renamed->place, true);
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -2, name);
}

/* ---- documentation ------------------------------------------------------- */

static void set_examples(const writer *w, const char *name,
                         const ys_example *example) {
  lua_State *L = w->L;
  lua_newtable(L);
  for (ysl_index i = 1; example != NULL; example = example->next, i++) {
    lua_newtable(L);
    ysl_set_given(L, "description", example->description);
    set_yaml(w, "yaml", example->value);
    set_value(w, "value", example->value);
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -2, name);
}

static void set_fact(const writer *w, const ys_field *field,
                     const ys_fact_row *row) {
  const ys_fact fact = ys_fact_of(field, ys_view_docs(field), row);
  if (!fact.given) return;
  switch (row->kind) {
  case YS_FACT_FLAG: ysl_set_true(w->L, row->name); return;
  case YS_FACT_NOTICE: set_notice(w, row->name, fact.text, fact.place); return;
  case YS_FACT_NAMES: set_names(w, row->name, fact.names); return;
  case YS_FACT_EXAMPLES:
    if (!w->brief) set_examples(w, row->name, fact.examples);
    return;
  default:
    if (!w->brief) ysl_set_text(w->L, row->name, fact.text);
  }
}

static void set_facts(const writer *w, const ys_field *field) {
  const ys_docs *docs = ys_view_docs(field);
  for (size_t i = 0; i < YS_FACT_COUNT; i++)
    set_fact(w, field, &ys_fact_rows[i]);
  set_notice(w, "removed", docs->removed, docs->removed_place);
}

/* ---- fields -------------------------------------------------------------- */

static void set_default(const writer *w, const ys_field *field) {
  set_annotation(w, "default", field->default_place);
  if (field->default_closure != 0) {
    ysl_set_true(w->L, "computed");
  } else if (field->default_value != NULL) {
    set_yaml(w, "default_yaml", field->default_value);
    set_value(w, "default", field->default_value);
  }
}

static void set_implied(lua_State *L, ys_implied implied) {
  if (implied == YS_IMPLIED_NOTHING) return;
  ysl_set_text(L, "implied",
               ys_cstr(implied == YS_IMPLIED_TEXT ? "text" : "value"));
}

static void set_kinds(lua_State *L, const ys_field *field) {
  lua_createtable(L, 0, 4);
  for (ys_kind kind = YS_NULL; kind < YS_CLOSURE; kind++) {
    if (ys_field_takes(field, kind)) ysl_set_true(L, ys_kind_name(kind).ptr);
  }
  lua_setfield(L, -2, "kinds");
  ysl_set_text(L, "kind", ys_kind_name(field->kind));
}

/* Fills the table of the field, which is at the top. */
static void fill(writer *w, const ys_field *field) {
  lua_State *L = w->L;
  if (field->key != NULL) ysl_set_text(L, "key", field->key->text);
  set_place(w, field->place, false);
  set_kinds(L, field);
  set_default(w, field);
  set_implied(L, field->implied);
  set_flag(L, "makes_floats", ys_view_makes_floats(field));
  set_flag(L, "nullable", field->nullable);
  set_flag(L, "null_missing", field->null_missing);
  ysl_set_text_rules(L, field->text_rules);
  set_flag(L, "optional", field->optional);
  set_flag(L, "ruled", field->has_rules);
  set_flag(L, "unsettled", field->unsettled);
  set_flag(L, "demands", field->has_required);
  set_flag(L, "has_renamed", field->has_renamed);
  set_flag(L, "has_sensitive", field->has_sensitive);
  ysl_set_references(L, w->sources, field, w->brief);
  set_rules(w, field->validations);
  set_facts(w, field);
  set_required(w, field->required);
  set_count(w, field->count);
  if (field->choice != NULL) set_choice(w, field->choice);
  if (field->map != NULL) set_map(w, field->map);
  if (field->item == NULL) return;
  push_field(w, field->item);
  lua_setfield(L, -2, "item");
}

static void push_root(writer *w, const ys_field *root) {
  lua_State *L = w->L;
  push_field(w, root);
  for (ysl_index i = 1; i <= w->found; i++) {
    const ys_field *field;
    lua_rawgeti(L, AT_FOUND, i);
    field = lua_touserdata(L, -1);
    lua_rawget(L, AT_TABLES);
    fill(w, field);
    lua_pop(L, 1);
  }
}

int ysl_outline(lua_State *L) {
  writer w = {.L = L, .brief = !lua_isnoneornil(L, 2)};
  uint32_t most = w.brief ? (uint32_t)luaL_checkinteger(L, 2) : 0;
  ysl_schema *ud;
  lua_settop(L, AT_SCHEMA);
  lua_newtable(L);
  lua_newtable(L);
  w.buf = ysl_new_buffer(L);
  ud = ysl_check_compiled(L, AT_SCHEMA);
  w.sources = &ud->schema.space.sources;
  if (w.brief && !ys_view_has_at_most(ud->schema.root,
                                      ud->schema.space.limits.max_depth, &most))
    return 0;
  ysl_enter(&ud->owner);
  push_root(&w, ud->schema.root);
  lua_rawgeti(L, YSL_STATE, YSL_ARRAY_MT);
  lua_rawgeti(L, YSL_STATE, YSL_EMPTY_ARRAY_MT);
  ysl_leave(&ud->owner);
  lua_settop(L, w.brief ? -1 : -3);
  return w.brief ? 3 : 1;
}
