/* C11 alone does not declare POSIX's readlink(). */
#define _POSIX_C_SOURCE 200809L

#include "lua/system/link.h"

#include <unistd.h>

/* Longer than any path that the system follows (PATH_MAX of Linux). */
enum { LONGEST = 4096 };

/* core.read_link(path) -> its target | nil: it is no symbolic link */
static int read_link(lua_State *L) {
  char text[LONGEST];
  const char *path = luaL_checkstring(L, 1);
  const ssize_t size = readlink(path, text, sizeof text);
  if (size < 0 || (size_t)size == sizeof text) return 0;
  lua_pushlstring(L, text, (size_t)size);
  return 1;
}

const luaL_Reg ysl_link_functions[] = {{"read_link", read_link}, {NULL, NULL}};
