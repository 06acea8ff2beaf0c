/* Signals and descriptors are POSIX's, which C11 alone hides. */
#define _POSIX_C_SOURCE 200809L

#include "lua/system/process.h"

#include "lua/base/stack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* 0, or why the text is not there. */
static int write_all(const char *path, ys_str text) {
  int error = 0, descriptor;
  do {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return errno;
  while (error == 0 && text.len > 0) {
    const ssize_t written = write(descriptor, text.ptr, text.len);
    if (written >= 0) {
      text.ptr += written;
      text.len -= (size_t)written;
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

/* What ends a process waits until the file is whole. Where the other end
 * decides how long that takes, nothing waits. */
static int write_whole(const char *path, ys_str text) {
  struct stat about;
  sigset_t held, before;
  if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
    return write_all(path, text);
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigaddset(&held, SIGHUP);
  sigprocmask(SIG_BLOCK, &held, &before);
  const int error = write_all(path, text);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return error;
}

/* core.write(path, text) -> true | nil, problem */
static int write_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  const int error = write_whole(path, ysl_check_str(L, 2));
  if (error == 0) {
    lua_pushboolean(L, true);
    return 1;
  }
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, strerror(error));
  return 2;
}

const luaL_Reg ysl_process_functions[] = {
    {"die_of_interrupts", die_of_interrupts},
    {"write", write_file},
    {NULL, NULL}};
