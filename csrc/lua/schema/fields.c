#include "lua/schema/fields.h"

#include "core/rule/format.h"
#include "core/rule/rule.h"
#include "core/type/selector.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/schema/schema.h"
#include "lua/value/export.h"

/* Room for one more level of tables. */
enum { LEVEL = 12 };

static void set_true(lua_State *L, const char *name) {
  lua_pushboolean(L, true);
  lua_setfield(L, -2, name);
}

/* Sets a field of the table at the top to a value. Marks the table when Lua has
 * no such value. */
static void set_value(lua_State *L, const char *name, const ys_slot *value) {
  if (ysl_export_value(L, value, NULL)) {
    lua_setfield(L, -2, name);
    return;
  }
  lua_pop(L, 1);
  set_true(L, "asks");
}

/* ---- functions that test a text ------------------------------------------ */

/* The upvalues of these functions: the module's state, the schema, and what is
 * tested. */
enum { AT_SCHEMA = 2, AT_TESTED };

static const void *tested(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(AT_TESTED));
}

/* (text) -> whether it is of the format */
static int is_of_format(lua_State *L) {
  const ys_format *format = tested(L);
  lua_pushboolean(L, format->test(ysl_check_str(L, 1)));
  return 1;
}

/* Makes the space that searches take memory from. */
static ys_status prepare_searches(lua_State *L, ysl_schema *ud) {
  if (ud->searched) return YS_OK;
  ud->searched = true;
  return ys_space_init(&ud->searches, ysl_memory(L), NULL);
}

/* (text) -> whether the pattern is found. Nil: that takes so long that a run
 * may give up. */
static int is_found(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  ysl_schema *ud = ysl_check_userdata(L, lua_upvalueindex(AT_SCHEMA),
                                      YSL_SCHEMA, sizeof *ud);
  ys_search result = YS_SEARCH_GIVEN_UP;
  if (ud->owner.open && ysl_check_status(L, prepare_searches(L, ud)))
    ysl_check_status(L, ys_regexp_try(&ud->searches, tested(L), text, &result));
  if (result == YS_SEARCH_GIVEN_UP)
    lua_pushnil(L);
  else
    lua_pushboolean(L, result == YS_SEARCH_FOUND);
  return 1;
}

/* Sets `test` of the table at the top. The schema is at stack index 1. */
static void set_test(lua_State *L, lua_CFunction function, const void *what) {
  lua_pushvalue(L, YSL_STATE);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)what);
  lua_pushcclosure(L, function, 3);
  lua_setfield(L, -2, "test");
}

/* ---- rules --------------------------------------------------------------- */

static void push_rule(lua_State *L, const ys_rule *rule) {
  const ys_str name = ys_cstr(rule->named->name);
  lua_createtable(L, 0, 4);
  ysl_set_text(L, "name", name);
  set_value(L, "argument", rule->argument);
  if (ys_str_eq(name, YS_STR("format"))) {
    const ys_format *format = rule->made;
    lua_pushnumber(L, (lua_Number)format->most);
    lua_setfield(L, -2, "most");
    set_test(L, is_of_format, format);
  } else if (ys_str_eq(name, YS_STR("regexp"))) {
    set_test(L, is_found, rule->made);
  }
}

/* Adds the rules of all validations to the list at the top. False: a function
 * takes part. */
static bool add_rules(lua_State *L, const ys_validation *validation,
                      bool *not_null) {
  bool named = true;
  ysl_index count = 0;
  for (; validation != NULL; validation = validation->next) {
    named = named && validation->when == 0;
    *not_null = *not_null || validation->not_null;
    for (uint32_t i = 0; i < validation->count; i++) {
      if (validation->rules[i].named == NULL) {
        named = false;
        continue;
      }
      push_rule(L, &validation->rules[i]);
      lua_rawseti(L, -2, ++count);
    }
  }
  return named;
}

static void set_rules(lua_State *L, const ys_field *field) {
  bool not_null = false, named;
  if (field->implied == YS_IMPLIED_TEXT) set_true(L, "text_implied");
  if (field->implied == YS_IMPLIED_VALUE) set_true(L, "value_implied");
  if (field->validations == NULL) return;
  lua_newtable(L);
  named = add_rules(L, field->validations, &not_null);
  lua_setfield(L, -2, "rules");
  if (not_null) set_true(L, "not_null");
  if (!named) set_true(L, "calls");
}

/* ---- types --------------------------------------------------------------- */

static void push_field(lua_State *L, const ys_field *field);

void ysl_set_kinds(lua_State *L, const ys_field *field) {
  lua_createtable(L, 0, 4);
  for (ys_kind kind = YS_NULL; kind < YS_CLOSURE; kind++) {
    const ys_str name = ys_kind_name(kind);
    if (!ys_field_takes(field, kind)) continue;
    lua_pushlstring(L, name.ptr, name.len);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
  }
  lua_setfield(L, -2, "kinds");
  ysl_set_text(L, "kind", ys_kind_name(field->kind));
}

static void push_open(lua_State *L, const ys_open *open) {
  push_field(L, open->field);
  if (open->closure != 0) set_true(L, "calls");
  if (open->regexp != NULL) set_test(L, is_found, open->regexp);
}

static void set_map(lua_State *L, const ys_map_type *map) {
  lua_createtable(L, (int)map->shape->count, 0);
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_str key = map->shape->keys[i]->text;
    lua_pushlstring(L, key.ptr, key.len);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "keys");
  lua_createtable(L, (int)map->shape->count, 0);
  for (uint32_t i = 0; i < map->shape->count; i++) {
    push_field(L, &map->fields[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "named");
  lua_createtable(L, (int)map->open_count, 0);
  for (uint32_t i = 0; i < map->open_count; i++) {
    push_open(L, &map->open[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "open");
  if (map->shadowed) set_true(L, "shadowed");
  if (map->count_count > 0) set_true(L, "counted");
}

static void set_by(lua_State *L, ys_str key) {
  lua_pushlstring(L, key.ptr, key.len);
  lua_setfield(L, -2, "by");
}

static void set_choice(lua_State *L, const ys_choice *choice) {
  static const char *const modes[] = {"any", "all", "one"};
  lua_createtable(L, (int)choice->count, 2);
  if (choice->by != NULL) set_by(L, choice->by->key->text);
  for (uint32_t i = 0; i < choice->count; i++) {
    push_field(L, &choice->alternatives[i]);
    if (choice->by != NULL) set_value(L, "selected_by", choice->by->kinds[i]);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_pushstring(L, modes[choice->mode]);
  lua_setfield(L, -2, "mode");
  lua_setfield(L, -2, "choice");
}

static void set_default(lua_State *L, const ys_field *field) {
  if (field->default_closure != 0) set_true(L, "computed");
  if (field->default_value != NULL)
    set_value(L, "default", field->default_value);
}

/* Whether values given for the field are reported, though they may fit. */
static bool is_noticed(const ys_docs *docs) {
  return docs != NULL &&
         (docs->deprecated_place.line > 0 || docs->removed_place.line > 0);
}

/* Fields are nested as deeply as the schema, which the compiler bounds. */
static void push_field(lua_State *L, const ys_field *field) {
  luaL_checkstack(L, LEVEL, "the schema is nested too deeply");
  lua_createtable(L, 0, 8);
  ysl_set_kinds(L, field);
  set_rules(L, field);
  set_default(L, field);
  if (field->nullable) set_true(L, "nullable");
  if (field->has_rules) set_true(L, "ruled");
  if (field->unsettled) set_true(L, "unsettled");
  if (field->optional) set_true(L, "optional");
  if (field->required != NULL) set_true(L, "required");
  if (field->has_required) set_true(L, "demands");
  if (field->has_renamed) set_true(L, "renamed");
  if (is_noticed(field->docs)) set_true(L, "noticed");
  if (field->choice != NULL) set_choice(L, field->choice);
  if (field->map != NULL) set_map(L, field->map);
  if (field->item == NULL) return;
  push_field(L, field->item);
  lua_setfield(L, -2, "item");
}

/* The most fields that are reported. A function for many would take long to
 * make, in the midst of a check. */
enum { MOST_FIELDS = 2500 };

/* Whether the fields end before there are too many of them. Those of a schema
 * inside itself never end. */
static bool ends(const ys_field *field, uint32_t depth, uint32_t *left) {
  const ys_field *below;
  if (depth == 0 || *left == 0) return false;
  --*left;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    if (!ends(below, depth - 1, left)) return false;
  return true;
}

int ysl_fields(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  uint32_t left = MOST_FIELDS;
  lua_settop(L, 1);
  if (!ends(ud->schema.root, ud->schema.space.limits.max_depth, &left))
    return 0;
  ysl_enter(&ud->owner);
  push_field(L, ud->schema.root);
  lua_rawgeti(L, YSL_STATE, YSL_ARRAY_MT);
  lua_rawgeti(L, YSL_STATE, YSL_EMPTY_ARRAY_MT);
  ysl_leave(&ud->owner);
  return 3;
}
