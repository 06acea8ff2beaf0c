#include "lua/schema/applicable.h"

#include "core/jsonplace/applicable.h"
#include "lua/base/stack.h"
#include "lua/schema/json_schema.h"
#include "lua/schema/schema.h"

/* The keywords that say something to people who write a value. */
static const char *const KEYWORDS[] = {"title",
                                       "description",
                                       "markdownDescription",
                                       "default",
                                       "examples",
                                       "type",
                                       "enum",
                                       "const",
                                       "enumDescriptions",
                                       "markdownEnumDescriptions",
                                       "defaultSnippets",
                                       "deprecated",
                                       "deprecationMessage"};

static bool is_shown(ys_str word) {
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
    if (ys_str_eq(word, ys_cstr(KEYWORDS[i]))) return true;
  return false;
}

/* Pushes the keywords of a subschema; one that is `true` or `false` has none.
 * Each is made once: the table at stack index 4 has those that were. */
static void push_subschema(lua_State *L, const ys_slot *schema) {
  lua_pushlightuserdata(L, (void *)(uintptr_t)schema);
  lua_rawget(L, 4);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  const ys_slot *s = schema->kind == YS_MAP ? ys_slot_first(schema) : NULL;
  for (; s != NULL; s = s->next) {
    if (!is_shown(s->key->text)) continue;
    ysl_push_text(L, s->key->text);
    if (ysl_export_ordered(L, s))
      lua_rawset(L, -3);
    else
      lua_pop(L, 2);
  }
  lua_pushlightuserdata(L, (void *)(uintptr_t)schema);
  lua_pushvalue(L, -2);
  lua_rawset(L, 4);
}

/* Puts subschemas into the table at the top. */
static void set_subschemas(lua_State *L, const ys_json_applieds *list) {
  ysl_index i = 1;
  for (const ys_json_applied *a = list->first; a != NULL; a = a->next) {
    push_subschema(L, ys_json_written(a));
    lua_rawseti(L, -2, i++);
  }
}

static void push_place(lua_State *L, const ys_json_place *place) {
  ysl_index i = 1;
  lua_newtable(L);
  set_subschemas(L, &place->applied);
  lua_newtable(L);
  for (const ys_json_offer *o = place->first; o != NULL; o = o->next) {
    lua_newtable(L);
    lua_pushlstring(L, o->key.ptr, o->key.len);
    lua_setfield(L, -2, "key");
    if (o->required) ysl_set_true(L, "required");
    set_subschemas(L, &o->applied);
    lua_rawseti(L, -2, i++);
  }
  lua_setfield(L, -2, "keys");
}

/* Pushes memory with the steps in the list at stack index 3: a key, or the
 * index of an item, from 0 on. The list keeps the keys. */
static const ys_json_step *push_steps(lua_State *L, uint32_t *count) {
  luaL_checktype(L, 3, LUA_TTABLE);
  *count = (uint32_t)lua_rawlen(L, 3);
  ys_json_step *steps = lua_newuserdata(L, (*count + 1) * sizeof *steps);
  for (uint32_t i = 0; i < *count; i++) {
    lua_rawgeti(L, 3, (ysl_index)i + 1);
    steps[i] = (ys_json_step){.is_key = lua_type(L, -1) == LUA_TSTRING};
    if (steps[i].is_key)
      steps[i].key = ysl_check_str(L, -1);
    else
      steps[i].index = ysl_check_position(L, -1);
    lua_pop(L, 1);
  }
  return steps;
}

int ysl_apply_json(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  const ys_str text = ysl_check_str(L, 2);
  const bool is_open = lua_toboolean(L, 4);
  uint32_t count;
  ys_json_place place;
  lua_settop(L, 3);
  lua_newtable(L);
  const ys_json_step *steps = push_steps(L, &count);
  ys_accept_run *run = ysl_json_run(L, ud);
  ysl_enter(&ud->owner);
  const ys_status status =
      ys_json_apply(run, text, steps, count, is_open, &place);
  if (status == YS_OK) push_place(L, &place);
  ysl_leave(&ud->owner);
  ysl_check_status(L, status);
  return 1;
}
