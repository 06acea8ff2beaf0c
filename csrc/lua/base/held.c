#include "lua/base/held.h"

#include <string.h>

/* The holder of the userdata. Its first user value is the table of the userdata
 * by their addresses, the second one that of their handles, which does not keep
 * them alive. */
typedef struct holder {
  ysl_userdata ud;
  size_t count; /* of held userdata */
  size_t most;  /* how many there may be before lost ones are looked for */
} holder;

#if YSL_DROPS_FINALIZERS

enum { UDS = 1, HANDLES, UD_OF_HANDLE = 2, FEW = 64 };

/* Pushes the holder. */
static holder *push_holder(lua_State *L) {
  lua_rawgeti(L, YSL_STATE, YSL_HOLDER);
  return lua_touserdata(L, -1);
}

/* Pushes a handle for the userdata at the top, which stays below it. It has no
 * finalizer yet. */
static ysl_handle *push_handle(lua_State *L) {
  ysl_userdata *ud = lua_touserdata(L, -1);
  ysl_handle *handle = lua_newuserdatauv(L, sizeof *handle, 2);
  *handle = (ysl_handle){ud->mark, ud};
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, UD_OF_HANDLE);
  return handle;
}

/* ---- userdata whose finalizer did not run -----------------------------------
 */

/* Calls the finalizer of the userdata at the top with a new handle. */
static void finalize(lua_State *L) {
  const ysl_handle *handle = push_handle(L);
  luaL_getmetatable(L, handle->mark);
  lua_getfield(L, -1, "__gc");
  lua_pushvalue(L, -3);
  lua_call(L, 1, 0);
  lua_pop(L, 2);
}

/* Whether the userdata whose address is at the top has a handle. A userdata
 * whose finalizer is due has none any more: a second call of its finalizer
 * finds nothing to do. */
static bool has_handle(lua_State *L, int handles, const void *ud) {
  const bool has = lua_rawgetp(L, handles, ud) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/* Finalizes the held userdata, all of them or those without handles. The holder
 * is at the top. */
static void finalize_held(lua_State *L, bool all) {
  const int top = lua_gettop(L);
  lua_getiuservalue(L, top, UDS);
  lua_getiuservalue(L, top, HANDLES);
  lua_pushnil(L);
  while (lua_next(L, top + 1) != 0) {
    if (all || !has_handle(L, top + 2, lua_touserdata(L, -1))) finalize(L);
    lua_pop(L, 1);
  }
  lua_settop(L, top);
}

static void find_lost(lua_State *L, holder *h) {
  if (h->count < h->most) return;
  h->most = 2 * h->count; /* finalizers may make userdata meanwhile */
  finalize_held(L, false);
  h->most = h->count < FEW / 2 ? FEW : 2 * h->count;
}

/* ---- one userdata
 * ------------------------------------------------------------- */

/* Puts the value at the top into a table of the holder at `index`. */
static void put(lua_State *L, int index, int table, const void *ud) {
  lua_getiuservalue(L, index, table);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, ud);
  lua_pop(L, 1);
}

void *ysl_hold_ud(lua_State *L, ysl_type type, size_t size) {
  holder *h = push_holder(L);
  const int at = lua_gettop(L);
  find_lost(L, h);
  ysl_userdata *ud = lua_newuserdatauv(L, size, 0);
  memset(ud, 0, size);
  ud->mark = ysl_type_name(type);
  push_handle(L);
  put(L, at, HANDLES, ud);
  lua_pushvalue(L, -2);
  put(L, at, UDS, ud);
  h->count++;
  lua_pop(L, 1);
  lua_replace(L, at);
  lua_settop(L, at);
  return ud;
}

void ysl_let_go(lua_State *L) {
  const ysl_handle *handle = lua_touserdata(L, 1);
  holder *h = push_holder(L);
  lua_getiuservalue(L, -1, UDS);
  if (lua_rawgetp(L, -1, handle->ud) != LUA_TNIL) {
    lua_pushnil(L);
    lua_rawsetp(L, -3, handle->ud);
    h->count--;
  }
  lua_pop(L, 3);
}

int ysl_holder_collect(lua_State *L) {
  lua_settop(L, 1);
  finalize_held(L, true);
  return 0;
}

/* Makes the tables of the holder at the top. */
static void make_tables(lua_State *L) {
  lua_newtable(L);
  lua_setiuservalue(L, -2, UDS);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_setiuservalue(L, -2, HANDLES);
}

int ysl_new_holder(lua_State *L) {
  holder *h = lua_newuserdatauv(L, sizeof *h, 2);
  *h = (holder){.ud = {ysl_type_name(YSL_HOLDER_UD)}, .most = FEW};
  make_tables(L);
  lua_rawgeti(L, YSL_STATE, YSL_METATABLES + YSL_HOLDER_UD);
  lua_setmetatable(L, -2);
  return 1;
}

#else

void ysl_let_go(lua_State *L) {
  (void)L;
}

int ysl_holder_collect(lua_State *L) {
  (void)L;
  return 0;
}

int ysl_new_holder(lua_State *L) {
  ysl_new_userdata(L, YSL_HOLDER_UD, sizeof(holder));
  return 1;
}

#endif
