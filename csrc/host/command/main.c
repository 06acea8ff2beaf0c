/*
 * host/command/main.c - The command `yschema` as one program, with all that it
 * needs inside.
 */

#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lualib.h>

#include "host/modules/modules.h"

/* The program of lua/bin/yschema, with its modules inside. */
static const char run[] = "local core = require 'yschema.base.checked_core'\n"
                          "core.die_of_interrupts()\n"
                          "core.fill_closed_streams()\n"
                          "return require 'yschema.command.cli'.main(arg)\n";

typedef struct words {
  int count;
  char **list;
} words;

/* Takes the words of the command line; returns the exit status. */
static int command(lua_State *L) {
  const words *given = lua_touserdata(L, 1);
  luaL_openlibs(L);
  ys_install_modules(L);
  lua_createtable(L, given->count, 1);
  for (int i = 0; i < given->count; i++) {
    lua_pushstring(L, given->list[i]);
    lua_rawseti(L, -2, i);
  }
  lua_setglobal(L, "arg");
  if (luaL_loadbufferx(L, run, sizeof run - 1, "=yschema", "t") != LUA_OK)
    return lua_error(L);
  lua_call(L, 0, 1);
  return 1;
}

int main(int count, char **list) {
  int status = 2;
  words given = {count, list};
  lua_State *L = luaL_newstate();
  if (!L) {
    fputs("yschema: Error: not enough memory\n", stderr);
    return 2;
  }
  lua_pushcfunction(L, command);
  lua_pushlightuserdata(L, &given);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK)
    status = (int)lua_tointeger(L, -1);
  else
    fprintf(stderr, "yschema: Error: %s\n", lua_tostring(L, -1));
  /* The system takes the memory back at once; the command has closed its
   * files. */
  exit(status);
}
