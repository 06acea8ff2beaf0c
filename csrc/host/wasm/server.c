/* host/wasm/server.c - The language server for editors in a browser: it gets
 * the editor's bytes, and returns its own. */

#include <string.h>

#include <emscripten.h>
#include <lauxlib.h>
#include <lualib.h>

#include "host/modules/modules.h"

/* The state, with the function of a server at its bottom; NULL: none yet. */
static lua_State *state;
static int status; /* of a server that the editor has ended; -1: it runs */

static int begin(lua_State *L) {
  luaL_openlibs(L);
  ys_install_modules(L);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "yschema.command.editing.embedded_lsp");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "new");
  lua_call(L, 0, 1);
  return 1;
}

/* Starts the server. NULL: it runs; else the problem. */
EMSCRIPTEN_KEEPALIVE const char *ys_wasm_start_server(void) {
  status = -1;
  state = luaL_newstate();
  if (!state) return "not enough memory";
  lua_pushcfunction(state, begin);
  return lua_pcall(state, 0, 1, 0) == LUA_OK ? NULL : lua_tostring(state, -1);
}

/* Gives it bytes. Returns its own, until the next call; NULL: it failed. */
EMSCRIPTEN_KEEPALIVE const char *ys_wasm_serve(const char *bytes, size_t size) {
  lua_settop(state, 1);
  lua_pushvalue(state, 1);
  lua_pushlstring(state, bytes, size);
  if (lua_pcall(state, 1, 2, 0) != LUA_OK) return NULL;
  if (lua_isinteger(state, -1)) status = (int)lua_tointeger(state, -1);
  return lua_tostring(state, -2);
}

/* The exit status of a server that the editor has ended, or -1. */
EMSCRIPTEN_KEEPALIVE int ys_wasm_server_status(void) {
  return status;
}
