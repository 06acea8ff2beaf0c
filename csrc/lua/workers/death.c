/* C11 alone does not declare POSIX's processes. */
#define _POSIX_C_SOURCE 200809L

#include "lua/workers/death.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

static const char *signal_name(int number) {
  static const struct {
    int number;
    const char *name;
  } names[] = {{SIGKILL, "SIGKILL"}, {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"},
               {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
               {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"},
               {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == number) return names[i].name;
  return NULL;
}

/* When a worker ends, its socket is closed first, and a moment later the
 * process can be waited for. A worker that has work left is ended. */
static int end_status(pid_t pid, bool lives) {
  int status = 0;
  pid_t ended;
  if (lives) kill(pid, SIGKILL);
  do {
    ended = waitpid(pid, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return status;
}

const char *ysl_death_of(pid_t pid, bool lives, char *words) {
  const int status = end_status(pid, lives);
  if (!WIFSIGNALED(status)) {
    snprintf(words, YSL_DEATH_WORDS, "status %d", WEXITSTATUS(status));
  } else if (signal_name(WTERMSIG(status)) != NULL) {
    return signal_name(WTERMSIG(status));
  } else {
    snprintf(words, YSL_DEATH_WORDS, "signal %d", WTERMSIG(status));
  }
  return words;
}
