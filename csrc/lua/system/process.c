/* C11 alone does not declare POSIX's signals, nor the size of a terminal. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "lua/system/process.h"

#include "lua/base/stack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* core.die_of_interrupts(): SIGINT ends the process, whatever the interpreter
 * makes of it (lua.c throws an error, which a rule's caller would take for the
 * rule's; LuaJIT throws it when it leaves compiled code), unless it is ignored.
 */
static int die_of_interrupts(lua_State *L) {
  struct sigaction now;
  (void)L;
  if (sigaction(SIGINT, NULL, &now) != 0) return 0;
  if ((now.sa_flags & SA_SIGINFO) == 0 &&
      (now.sa_handler == SIG_IGN || now.sa_handler == SIG_DFL))
    return 0;
  memset(&now, 0, sizeof now);
  now.sa_handler = SIG_DFL;
  sigemptyset(&now.sa_mask);
  sigaction(SIGINT, &now, NULL);
  return 0;
}

/* core.fill_closed_streams(): opens those of the descriptors 0 to 2 that are
 * closed, so that no file or socket that is opened later gets their numbers and
 * what is meant for a standard stream. Each is opened for the opposite
 * direction, so reading the first and writing to the others still fail.
 */
static int fill_closed_streams(lua_State *L) {
  (void)L;
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    const int opened = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
    if (opened < 0) return 0;
    if (opened == number) continue;
    dup2(opened, number);
    close(opened);
  }
  return 0;
}

/* The last signal that core.note_interrupts() is about; signals are the
 * process's, and so is this. */
static volatile sig_atomic_t noted;

static void note(int number) {
  noted = number;
}

/* core.note_interrupts(only_int): from now on the first SIGINT, or SIGTERM
 * unless `only_int`, does not end the process, which asks core.interrupted()
 * and ends by itself; the next one does. A signal that is ignored still is. */
static int note_interrupts(lua_State *L) {
  static const int numbers[] = {SIGINT, SIGTERM};
  const size_t count = lua_toboolean(L, 1) ? 1 : 2;
  for (size_t i = 0; i < count; i++) {
    struct sigaction now;
    if (sigaction(numbers[i], NULL, &now) != 0 || now.sa_handler == SIG_IGN)
      continue;
    memset(&now, 0, sizeof now);
    now.sa_handler = note;
    now.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&now.sa_mask);
    sigaction(numbers[i], &now, NULL);
  }
  return 0;
}

/* core.interrupted() -> boolean: whether such a signal was received. */
static int interrupted(lua_State *L) {
  lua_pushboolean(L, noted != 0);
  return 1;
}

/* Returns the number of a standard stream. */
static int check_stream(lua_State *L) {
  const lua_Integer descriptor = luaL_checkinteger(L, 1);
  luaL_argcheck(L, descriptor >= 0 && descriptor <= 2, 1,
                "not a standard stream");
  return (int)descriptor;
}

/* core.is_terminal(descriptor) -> boolean; 2 is standard error */
static int is_terminal(lua_State *L) {
  lua_pushboolean(L, isatty(check_stream(L)) == 1);
  return 1;
}

/* core.terminal_columns(descriptor) -> integer | nil: how wide the terminal is;
 * nil: there is none, or it does not say so. */
static int terminal_columns(lua_State *L) {
  const int descriptor = check_stream(L);
  struct winsize size = {0};
  if (isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0)
    lua_pushinteger(L, size.ws_col);
  else
    lua_pushnil(L);
  return 1;
}

/* core.read_input() -> text | nil, problem: what standard input has now, at
 * least one byte and at most 16 KiB, as soon as it is there; nil alone at its
 * end. Nothing else may read standard input. */
static int read_input(lua_State *L) {
  char room[16 << 10];
  ssize_t size;
  do
    size = read(0, room, sizeof room);
  while (size < 0 && errno == EINTR);
  if (size < 0) return ysl_fail(L, strerror(errno));
  if (size == 0)
    lua_pushnil(L);
  else
    lua_pushlstring(L, room, (size_t)size);
  return 1;
}

extern char **environ;

/* core.environment() -> a list of the variables of the process, each as
 * `NAME=value`. Lua itself can only read those whose names are known. */
static int environment(lua_State *L) {
  lua_newtable(L);
  for (int i = 0; environ != NULL && environ[i] != NULL; i++) {
    lua_pushstring(L, environ[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static bool keeps_memory;

bool ysl_keeps_memory(void) {
  return keeps_memory;
}

/* core.keep_memory(): memory that is free stays with the process, up to a
 * bound. Otherwise the C library gives it back, and the system has to clear it
 * before each text that is read. */
static int keep_memory(lua_State *L) {
  (void)L;
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  keeps_memory = true;
#endif
  return 0;
}

const luaL_Reg ysl_process_functions[] = {
    {"environment", environment},
    {"keep_memory", keep_memory},
    {"is_terminal", is_terminal},
    {"terminal_columns", terminal_columns},
    {"die_of_interrupts", die_of_interrupts},
    {"note_interrupts", note_interrupts},
    {"interrupted", interrupted},
    {"read_input", read_input},
    {"fill_closed_streams", fill_closed_streams},
    {NULL, NULL}};
