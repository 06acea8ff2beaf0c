#include "lua/base/box.h"

#include <string.h>

/* ---- types --------------------------------------------------------------- */

static const char *const type_names[] = {
    "yschema.source", "yschema.schema", "yschema.run",    "yschema.documents",
    "yschema.layers", "yschema.weave",  "yschema.frame",  "yschema.matches",
    "yschema.buffer", "yschema.pool",   "yschema.meters", "yschema.meter"};

const char *ysl_type_name(ysl_type type) {
  return type_names[type];
}

const char *ysl_short_name(const char *mark) {
  return mark + strlen("yschema.");
}

void ysl_new_type(lua_State *L, int state, ysl_type type) {
  luaL_newmetatable(L, type_names[type]);
  lua_pushvalue(L, -1);
  lua_rawseti(L, state, YSL_METATABLES + (int)type);
}

void ysl_set_functions(lua_State *L, const luaL_Reg *functions, int state) {
  lua_pushvalue(L, state);
  luaL_setfuncs(L, functions, 1);
}

/* ---- boxes --------------------------------------------------------------- */

void *ysl_new_box(lua_State *L, ysl_type type, size_t size) {
  ysl_box *box = lua_newuserdatauv(L, size, 1);
  memset(box, 0, size);
  box->mark = type_names[type];
  lua_rawgeti(L, YSL_STATE, YSL_METATABLES + (int)type);
  lua_setmetatable(L, -2);
  return box;
}

void *ysl_test_box(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_box *box = lua_touserdata(L, index);
  if (box != NULL && lua_rawlen(L, index) == size &&
      box->mark == type_names[type])
    return box;
  return NULL;
}

void *ysl_check_box(lua_State *L, int index, ysl_type type, size_t size) {
  void *box = ysl_test_box(L, index, type, size);
  if (box != NULL) return box;
  luaL_argerror(L, index,
                lua_pushfstring(L, "%s expected, got %s",
                                ysl_short_name(type_names[type]),
                                luaL_typename(L, index)));
  return NULL; /* not reached */
}
