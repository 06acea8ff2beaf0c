#include "lua/value/style.h"

/* The text under a name in the metatable at the top of the stack, while that
 * stays there; or "". */
static const char *mark_in(lua_State *L, const char *name) {
  const char *text = "";
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  if (lua_type(L, -1) == LUA_TSTRING) text = lua_tostring(L, -1);
  lua_pop(L, 1);
  return text;
}

ysl_style ysl_style_of(const ysl_import *im) {
  lua_State *L = im->L;
  ysl_style style = YSL_STYLE_PLAIN;
  const void *metatable;
  if (!lua_getmetatable(L, -1)) return YSL_STYLE_PLAIN;
  metatable = lua_topointer(L, -1);
  if (metatable == im->array_mt) style = YSL_STYLE_ARRAY;
  if (metatable == im->empty_array_mt) style = YSL_STYLE_EMPTY;
  if (metatable == im->tuple_mt) style = YSL_STYLE_TUPLE;
  if (metatable == im->matcher_mt) style = YSL_STYLE_MATCHER;
  if (metatable == im->documents_mt) style = YSL_STYLE_DOCUMENTS;
  if (style == YSL_STYLE_PLAIN) {
    lua_pushliteral(L, "keys");
    lua_rawget(L, -2);
    if (lua_istable(L, -1)) return YSL_STYLE_ORDERED;
    lua_pop(L, 1);
    if (strcmp(mark_in(L, "__jsontype"), "array") == 0) style = YSL_STYLE_ARRAY;
    if (strcmp(mark_in(L, "_type"), "LYAML null") == 0) style = YSL_STYLE_NULL;
    if (strncmp(mark_in(L, "__name"), "yschema.", 8) == 0)
      style = YSL_STYLE_OBJECT;
  }
  lua_pop(L, 1);
  return style;
}
