#include "lua/base/box.h"

#include "lua/base/held.h"

#include <string.h>

/* ---- types --------------------------------------------------------------- */

static const char *const type_names[] = {
    "yschema.source", "yschema.schema",  "yschema.run",    "yschema.documents",
    "yschema.layers", "yschema.weave",   "yschema.frame",  "yschema.matches",
    "yschema.buffer", "yschema.pool",    "yschema.meters", "yschema.meter",
    "yschema.draft",  "yschema.workers", "yschema.holder"};

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

#if YSL_DROPS_FINALIZERS

/* The others have nothing to release but what their owner has. */
static bool is_held(ysl_type type) {
  static const bool held[] = {
      [YSL_SOURCE] = true,    [YSL_SCHEMA] = true, [YSL_RUN] = true,
      [YSL_DOCUMENTS] = true, [YSL_LAYERS] = true, [YSL_FRAME] = true,
      [YSL_MATCHES] = true,   [YSL_BUFFER] = true, [YSL_HOLDER_BOX] = false};
  return held[type];
}

static void *push_box(lua_State *L, ysl_type type, size_t size) {
  if (is_held(type)) return ysl_hold_box(L, type, size);
  return memset(lua_newuserdatauv(L, size, 1), 0, size);
}

static void *box_at(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_handle *handle = lua_touserdata(L, index);
  const size_t wanted = is_held(type) ? sizeof *handle : size;
  if (handle == NULL || lua_rawlen(L, index) != wanted) return NULL;
  if (handle->mark != type_names[type]) return NULL;
  return is_held(type) ? handle->box : handle;
}

ysl_box *ysl_any_box(lua_State *L, int index) {
  const ysl_handle *handle = lua_touserdata(L, index);
  if (handle == NULL || lua_rawlen(L, index) != sizeof *handle) return NULL;
  for (ysl_type type = YSL_SOURCE; type < YSL_HOLDER_BOX; type++)
    if (is_held(type) && handle->mark == type_names[type]) return handle->box;
  return NULL;
}

#else

static void *push_box(lua_State *L, ysl_type type, size_t size) {
  (void)type;
  return memset(lua_newuserdatauv(L, size, 1), 0, size);
}

static void *box_at(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_box *box = lua_touserdata(L, index);
  if (box == NULL || lua_rawlen(L, index) != size) return NULL;
  return box->mark == type_names[type] ? box : NULL;
}

ysl_box *ysl_any_box(lua_State *L, int index) {
  ysl_box *box = lua_touserdata(L, index);
  return box != NULL && lua_rawlen(L, index) >= sizeof *box ? box : NULL;
}

#endif

void *ysl_new_box(lua_State *L, ysl_type type, size_t size) {
  ysl_box *box = push_box(L, type, size);
  box->mark = type_names[type];
  lua_rawgeti(L, YSL_STATE, YSL_METATABLES + (int)type);
  lua_setmetatable(L, -2);
  return box;
}

void *ysl_test_box(lua_State *L, int index, ysl_type type, size_t size) {
  return box_at(L, index, type, size);
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
