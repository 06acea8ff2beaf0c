/* fuzz_code.c - Schemas with code lines, Starlark and Lua, and data values for
 * them, through the Lua module: spec/fuzz/code.lua says what has to hold. */

#include "../../csrc/lua/base/compat.h"
#include "fuzz.h"

#include <lualib.h>
#include <stdio.h>

int luaopen_yschema_core(lua_State *L);

/* Inputs that one Lua state takes before it is closed, which finds leaks. */
enum { INPUTS_PER_STATE = 2000 };

static lua_State *state;
static int inputs;

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, lua_tostring(state, -1));
  abort();
}

/* A state with the function that validates an input at index 1. */
static void open_state(void) {
  state = luaL_newstate();
  if (state == NULL) abort();
  luaL_openlibs(state);
  lua_getglobal(state, "package");
  lua_getfield(state, -1, "preload");
  lua_pushcfunction(state, luaopen_yschema_core);
  lua_setfield(state, -2, "yschema.core");
  lua_pop(state, 1);
  lua_pushliteral(state, "lua/?.lua;lua/?/init.lua");
  lua_setfield(state, -2, "path");
  lua_settop(state, 0);
  if (luaL_loadfile(state, "spec/fuzz/code.lua") != 0 ||
      lua_pcall(state, 0, 1, 0) != 0)
    fail("code.lua, from the project's folder");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (state == NULL) open_state();
  lua_pushvalue(state, 1);
  lua_pushlstring(state, (const char *)data, size);
  if (lua_pcall(state, 1, 0, 0) != 0) fail("not a report, but an error");
  if (++inputs % INPUTS_PER_STATE == 0) {
    lua_close(state);
    state = NULL;
  }
  return 0;
}
