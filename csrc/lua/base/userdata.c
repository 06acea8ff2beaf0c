#include "lua/base/userdata.h"

#include "lua/base/held.h"

#include <string.h>

/* ---- types --------------------------------------------------------------- */

static const char *const type_names[] = {
    "yschema.source",    "yschema.schema",  "yschema.run",
    "yschema.documents", "yschema.layers",  "yschema.template",
    "yschema.frame",     "yschema.matches", "yschema.buffer",
    "yschema.pool",      "yschema.meters",  "yschema.meter",
    "yschema.draft",     "yschema.workers", "yschema.acceptor",
    "yschema.plan",      "yschema.ledger",  "yschema.holder"};

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

/* ---- userdata ---------------------------------------------------------------
 */

#if YSL_DROPS_FINALIZERS

/* Userdata of other types release nothing: all that they use belongs to their
 * owner. */
static bool is_held(ysl_type type) {
  static const bool held[] = {
      [YSL_SOURCE] = true,    [YSL_SCHEMA] = true, [YSL_RUN] = true,
      [YSL_DOCUMENTS] = true, [YSL_LAYERS] = true, [YSL_FRAME] = true,
      [YSL_MATCHES] = true,   [YSL_BUFFER] = true, [YSL_ACCEPTOR] = true,
      [YSL_PLAN] = true,      [YSL_LEDGER] = true, [YSL_HOLDER_UD] = false};
  return held[type];
}

static void *push_ud(lua_State *L, ysl_type type, size_t size) {
  if (is_held(type)) return ysl_hold_ud(L, type, size);
  return memset(lua_newuserdatauv(L, size, 1), 0, size);
}

static void *ud_at(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_handle *handle = lua_touserdata(L, index);
  const size_t wanted = is_held(type) ? sizeof *handle : size;
  if (handle == NULL || lua_rawlen(L, index) != wanted) return NULL;
  if (handle->mark != type_names[type]) return NULL;
  return is_held(type) ? handle->ud : handle;
}

ysl_userdata *ysl_any_ud(lua_State *L, int index) {
  const ysl_handle *handle = lua_touserdata(L, index);
  if (handle == NULL || lua_rawlen(L, index) != sizeof *handle) return NULL;
  for (ysl_type type = YSL_SOURCE; type < YSL_HOLDER_UD; type++)
    if (is_held(type) && handle->mark == type_names[type]) return handle->ud;
  return NULL;
}

#else

static void *push_ud(lua_State *L, ysl_type type, size_t size) {
  (void)type;
  return memset(lua_newuserdatauv(L, size, 1), 0, size);
}

static void *ud_at(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_userdata *ud = lua_touserdata(L, index);
  if (ud == NULL || lua_rawlen(L, index) != size) return NULL;
  return ud->mark == type_names[type] ? ud : NULL;
}

ysl_userdata *ysl_any_ud(lua_State *L, int index) {
  ysl_userdata *ud = lua_touserdata(L, index);
  return ud != NULL && lua_rawlen(L, index) >= sizeof *ud ? ud : NULL;
}

#endif

void *ysl_new_userdata(lua_State *L, ysl_type type, size_t size) {
  ysl_userdata *ud = push_ud(L, type, size);
  ud->mark = type_names[type];
  lua_rawgeti(L, YSL_STATE, YSL_METATABLES + (int)type);
  lua_setmetatable(L, -2);
  return ud;
}

void *ysl_test_ud(lua_State *L, int index, ysl_type type, size_t size) {
  return ud_at(L, index, type, size);
}

void *ysl_check_userdata(lua_State *L, int index, ysl_type type, size_t size) {
  void *ud = ysl_test_ud(L, index, type, size);
  if (ud != NULL) return ud;
  luaL_argerror(L, index,
                lua_pushfstring(L, "%s expected, got %s",
                                ysl_short_name(type_names[type]),
                                luaL_typename(L, index)));
  return NULL; /* not reached */
}
