/* POSIX does not declare the kinds of entries in folders. */
#define _DEFAULT_SOURCE

#include "lua/system/folder.h"

#include "lua/base/stack.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* For the system, a path ends at a zero byte. */
static const char *check_path(lua_State *L, int index) {
  const ys_str path = ysl_check_str(L, index);
  return strlen(path.ptr) == path.len ? path.ptr : "";
}

/* "directory", "file", or "other": the caller has to ask the system. */
static const char *kind_of(const struct dirent *entry) {
#ifdef DT_DIR
  if (entry->d_type == DT_DIR) return "directory";
  if (entry->d_type == DT_REG) return "file";
#else
  (void)entry;
#endif
  return "other";
}

static bool is_below(const char *name) {
  return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* A function that gets an open folder, and gives a table and an error. */
static int list(lua_State *L) {
  DIR *folder = lua_touserdata(L, 1);
  const struct dirent *entry;
  lua_newtable(L);
  errno = 0;
  while ((entry = readdir(folder)) != NULL) {
    if (!is_below(entry->d_name)) continue;
    lua_pushstring(L, kind_of(entry));
    lua_setfield(L, -2, entry->d_name);
    errno = 0;
  }
  lua_pushinteger(L, errno);
  return 2;
}

/* core.names(folder) -> { name = kind } | nil, problem. The folder is closed
 * also when there is no memory for its names. */
static int names(lua_State *L) {
  const char *path = check_path(L, 1);
  lua_pushcfunction(L, list);
  DIR *folder = opendir(path);
  if (folder == NULL) return ysl_fail(L, strerror(errno));
  lua_pushlightuserdata(L, folder);
  const int status = lua_pcall(L, 1, 2, 0);
  closedir(folder);
  if (status != 0) return lua_error(L);
  const int error = (int)lua_tointeger(L, -1);
  if (error != 0) return ysl_fail(L, strerror(error));
  lua_pop(L, 1);
  return 1;
}

/* core.identity(path) -> text, is_folder, is_file | nil: it leads nowhere */
static int identity(lua_State *L) {
  const char *path = check_path(L, 1);
  struct stat about;
  char text[sizeof about.st_dev + sizeof about.st_ino];
  if (stat(path, &about) != 0) return 0;
  memcpy(text, &about.st_dev, sizeof about.st_dev);
  memcpy(text + sizeof about.st_dev, &about.st_ino, sizeof about.st_ino);
  lua_pushlstring(L, text, sizeof text);
  lua_pushboolean(L, S_ISDIR(about.st_mode));
  lua_pushboolean(L, S_ISREG(about.st_mode));
  return 3;
}

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

const luaL_Reg ysl_folder_functions[] = {{"names", names},
                                         {"identity", identity},
                                         {"read_link", read_link},
                                         {NULL, NULL}};
