#include "host/modules/modules.h"

#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

static const ys_embedded *find(const char *name) {
  size_t from = 0, to = ys_embedded_count;
  while (from < to) {
    const size_t middle = from + (to - from) / 2;
    const int order = strcmp(name, ys_embedded_list[middle].name);
    if (order == 0) return &ys_embedded_list[middle];
    if (order < 0)
      to = middle;
    else
      from = middle + 1;
  }
  return NULL;
}

/* A searcher, as the manual of Lua describes them. */
static int search(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  const ys_embedded *found = find(name);
  if (!found) {
    lua_pushfstring(L, "no module '%s' inside the program", name);
    return 1;
  }
  if (luaL_loadbufferx(L, ys_embedded_bytes + found->offset, found->size, name,
                       "bt") != LUA_OK)
    return lua_error(L);
  lua_pushliteral(L, ":inside:");
  return 2;
}

static int read_file(lua_State *L) {
  const ys_embedded *found = find(luaL_checkstring(L, 1));
  if (found)
    lua_pushlstring(L, ys_embedded_bytes + found->offset, found->size);
  else
    lua_pushnil(L);
  return 1;
}

static int open_embedded(lua_State *L) {
  lua_pushcfunction(L, read_file);
  return 1;
}

/* Puts the searcher after that of package.preload. */
static void add_searcher(lua_State *L) {
  lua_getglobal(L, LUA_LOADLIBNAME);
  lua_getfield(L, -1, "searchers");
  for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i >= 2; i--) {
    lua_rawgeti(L, -1, i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushcfunction(L, search);
  lua_rawseti(L, -2, 2);
  lua_pop(L, 2);
}

/* Leaves the absolute folders in a path of the table on top. */
static void keep_absolute(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  const char *rest = luaL_checkstring(L, -1);
  luaL_Buffer kept;
  luaL_buffinit(L, &kept);
  while (*rest) {
    const size_t size = strcspn(rest, ";");
    if (*rest == '/') {
      luaL_addlstring(&kept, rest, size);
      luaL_addchar(&kept, ';');
    }
    rest += rest[size] ? size + 1 : size;
  }
  luaL_pushresult(&kept);
  lua_setfield(L, -3, name);
  lua_pop(L, 1);
}

/* A module is never looked for in the working directory, which may be a
 * repository of other people: it would run. */
static void search_absolute_folders(lua_State *L) {
  lua_getglobal(L, LUA_LOADLIBNAME);
  keep_absolute(L, "path");
  keep_absolute(L, "cpath");
  lua_pop(L, 1);
}

void ys_install_modules(lua_State *L) {
  luaL_checkstack(L, 8, NULL);
  search_absolute_folders(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  for (const ys_linked *linked = ys_linked_list; linked->name; linked++) {
    lua_pushcfunction(L, linked->open);
    lua_setfield(L, -2, linked->name);
  }
  lua_pushcfunction(L, open_embedded);
  lua_setfield(L, -2, "yschema.embedded");
  lua_pop(L, 1);
  add_searcher(L);
}
