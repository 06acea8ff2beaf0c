/* Records which lines of the project run, for reach.lua: a library that lua5.4
 * loads by LUA_INIT, and that the traced core is linked with. It writes to the
 * file `lines` in the folder $YSCHEMA_REACH: `PATH:LINE` for Lua, and `MODULE
 * OFFSET` for a block of C. The table of what was written is shared by all
 * processes, so that each place is written once or twice, and nothing is left
 * to do at a process's end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PLACES ((size_t)1 << 20)

static uint64_t *written; /* NULL: nothing is recorded */
static uint64_t passed[PLACES / 4];
static int out = -1;

/* A number that no file of a test has, nor expects to be free. */
static int open_in(const char *folder, const char *name, int flags) {
  char path[4096];
  int low, high;
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  low = open(path, flags | O_CREAT | O_CLOEXEC, 0666);
  if (low < 0) return -1;
  high = fcntl(low, F_DUPFD_CLOEXEC, 500);
  (void)close(low);
  return high;
}

__attribute__((constructor)) static void start(void) {
  const size_t size = PLACES * sizeof *written;
  const char *folder = getenv("YSCHEMA_REACH");
  int table;
  void *map;
  if (folder == NULL) return;
  out = open_in(folder, "lines", O_WRONLY | O_APPEND);
  table = open_in(folder, "table", O_RDWR);
  if (out < 0 || table < 0 || ftruncate(table, (off_t)size) != 0) return;
  map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, table, 0);
  (void)close(table);
  if (map != MAP_FAILED) written = map;
}

/* Adds a key that is not in the table; a full table takes no more. */
static bool is_new(uint64_t *table, size_t size, uint64_t key) {
  size_t at = (size_t)((key * 0x9e3779b97f4a7c15U) >> 32) & (size - 1);
  for (size_t i = 0; i < 64; i++, at = (at + 1) & (size - 1)) {
    if (table[at] == key) return false;
    if (table[at] == 0) {
      table[at] = key;
      return true;
    }
  }
  return false;
}

static void record(const char *name, char mark, unsigned long number) {
  uint64_t key = 0xcbf29ce484222325U + number;
  char text[4200];
  int len;
  for (const char *at = name; *at != '\0'; at++)
    key = (key ^ (unsigned char)*at) * 0x100000001b3U;
  if (!is_new(written, PLACES, key)) return;
  len = snprintf(text, sizeof text, "%s%c%lu\n", name, mark, number);
  if (write(out, text, (size_t)len) < 0) written = NULL;
}

/* ---- C ------------------------------------------------------------------- */

/* The compiler puts a call of this into each block of the core. */
void __sanitizer_cov_trace_pc(void) {
  const char *pc = (const char *)__builtin_return_address(0) - 1;
  Dl_info about;
  if (written == NULL || !is_new(passed, PLACES / 4, (uintptr_t)pc)) return;
  if (dladdr(pc, &about) != 0)
    record(about.dli_fname, ' ',
           (unsigned long)(pc - (const char *)about.dli_fbase));
}

/* ---- Lua ----------------------------------------------------------------- */

/* The tests in C have no Lua. */
#pragma weak lua_getinfo
#pragma weak lua_gethook
#pragma weak lua_gethookmask
#pragma weak lua_sethook

static lua_Hook inner; /* the hook that counts, the core's or a test's */

static void hook(lua_State *L, lua_Debug *event) {
  if (event->event != LUA_HOOKLINE) {
    inner(L, event);
    return;
  }
  lua_getinfo(L, "S", event);
  if (written != NULL && event->source[0] == '@' &&
      strstr(event->source, "lua/") != NULL)
    record(event->source + 1, ':', (unsigned long)event->currentline);
}

/* The core's hook takes the place of the host's: the core is linked so that it
 * calls this instead, and both run. Threads inherit the hook. */
void __wrap_lua_sethook(lua_State *L, lua_Hook f, int mask, int count);
void __wrap_lua_sethook(lua_State *L, lua_Hook f, int mask, int count) {
  if (f != NULL && f != hook) inner = f;
  lua_sethook(L, hook, (f != NULL ? mask : 0) | LUA_MASKLINE, count);
}

lua_Hook __wrap_lua_gethook(lua_State *L);
lua_Hook __wrap_lua_gethook(lua_State *L) {
  const lua_Hook f = lua_gethook(L);
  if (f != hook) return f;
  return (lua_gethookmask(L) & LUA_MASKCOUNT) != 0 ? inner : NULL;
}

int reach(lua_State *L);
int reach(lua_State *L) {
  if (written != NULL) lua_sethook(L, hook, LUA_MASKLINE, 0);
  return 0;
}
