/* C11 alone declares neither POSIX's signals nor XSI's signals of limits. */
#define _XOPEN_SOURCE 700

#include "lua/system/undo.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
                              SIGPIPE, SIGXFSZ, SIGXCPU};
enum { COUNT = sizeof signals / sizeof *signals };

static volatile pid_t children[YSL_MOST_CHILDREN];
static char draft[YSL_LONGEST_PATH];
static volatile sig_atomic_t has_draft;
static bool watching;

/* SA_RESETHAND has put the default back, so that the signal ends the process as
 * soon as the handler returns. */
static void undo(int number) {
  const int error = errno;
  for (int i = 0; i < YSL_MOST_CHILDREN; i++)
    if (children[i] > 0) kill(children[i], SIGKILL);
  if (has_draft) unlink(draft);
  raise(number);
  errno = error;
}

void ysl_undo_hold(sigset_t *before) {
  sigset_t held;
  sigemptyset(&held);
  for (int i = 0; i < COUNT; i++)
    sigaddset(&held, signals[i]);
  sigprocmask(SIG_BLOCK, &held, before);
}

void ysl_undo_release(const sigset_t *before) {
  sigprocmask(SIG_SETMASK, before, NULL);
}

/* The host's own handlers stay in place. */
static void set_handlers(bool on) {
  for (int i = 0; i < COUNT; i++) {
    struct sigaction now;
    if (sigaction(signals[i], NULL, &now) != 0) continue;
    if ((now.sa_flags & SA_SIGINFO) != 0) continue;
    if (now.sa_handler != (on ? SIG_DFL : undo)) continue;
    memset(&now, 0, sizeof now);
    now.sa_handler = on ? undo : SIG_DFL;
    now.sa_flags = on ? (int)SA_RESETHAND : 0;
    for (int other = 0; other < COUNT; other++)
      sigaddset(&now.sa_mask, signals[other]);
    sigaction(signals[i], &now, NULL);
  }
  watching = on;
}

void ysl_undo_add_child(int number, pid_t child) {
  if (!watching) set_handlers(true);
  children[number] = child;
}

void ysl_undo_drop_child(int number) {
  children[number] = 0;
}

bool ysl_undo_set_draft(const char *path) {
  sigset_t before;
  bool fits = true;
  if (!watching) set_handlers(true);
  ysl_undo_hold(&before);
  if (path != NULL) {
    fits = !has_draft && strlen(path) < sizeof draft;
    if (fits) memcpy(draft, path, strlen(path) + 1);
  }
  if (fits) has_draft = path != NULL;
  ysl_undo_release(&before);
  return fits;
}

void ysl_undo_nothing(void) {
  for (int i = 0; i < YSL_MOST_CHILDREN; i++)
    children[i] = 0;
  has_draft = 0;
  set_handlers(false);
}
