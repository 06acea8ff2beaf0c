/* Files are POSIX's, and realpath() is XSI's, which C11 alone hides. */
#define _XOPEN_SOURCE 700

#include "lua/system/draft.h"

#include "lua/base/stack.h"
#include "lua/system/undo.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct draft {
  ysl_box box;
  bool open;
  bool beside; /* the text is in `path`, not in `target` */
  int descriptor;
  pid_t owner; /* the process that opened it; its forks leave it alone */
  char target[YSL_LONGEST_PATH];
  char path[YSL_LONGEST_PATH];
} draft;

/* ---- where it is written ------------------------------------------------- */

static int open_file(const char *path, int flags, mode_t mode) {
  int descriptor;
  do {
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

/* Puts the path of the file itself into `target`, where `path` is a link to it.
 * Returns whether another file may take its place. */
static bool find_target(draft *d, const char *path, struct stat *about) {
  char real[PATH_MAX];
  const bool there = stat(path, about) == 0;
  memcpy(d->target, path, strlen(path) + 1);
  if (!there) {
    about->st_mode = 0;
    return lstat(path, about) != 0 && errno == ENOENT;
  }
  if (!S_ISREG(about->st_mode) || about->st_nlink > 1 ||
      about->st_uid != geteuid() || access(path, W_OK) != 0)
    return false;
  if (realpath(path, real) == NULL || strlen(real) >= sizeof d->target)
    return false;
  memcpy(d->target, real, strlen(real) + 1);
  return true;
}

/* Opens a new file beside the target. */
static bool open_beside(draft *d, const struct stat *about, mode_t mode) {
  for (int i = 0; i < 100; i++) {
    const int length = snprintf(d->path, sizeof d->path, "%s.%ld-%d.part",
                                d->target, (long)getpid(), i);
    if (length < 0 || (size_t)length >= sizeof d->path) return false;
    d->descriptor = open_file(d->path, O_EXCL, mode);
    if (d->descriptor < 0 && errno == EEXIST) continue;
    if (d->descriptor < 0) return false;
    if (about->st_mode != 0 &&
        fchmod(d->descriptor, about->st_mode & (mode_t)07777) != 0)
      errno = 0; /* the mode is of less worth than the text */
    d->beside = true;
    return true;
  }
  return false;
}

/* 0, or why there is no such file. `mode` is that of one that is new. */
static int open_draft(draft *d, const char *path, mode_t mode) {
  struct stat about;
  if (strlen(path) >= sizeof d->target) return ENAMETOOLONG;
  memset(&about, 0, sizeof about);
  d->beside = false;
  if (!find_target(d, path, &about) || !open_beside(d, &about, mode)) {
    d->descriptor = open_file(d->target, O_TRUNC, mode);
    if (d->descriptor < 0) return errno;
  }
  d->open = true;
  d->owner = getpid();
  return 0;
}

/* ---- writing and the end ------------------------------------------------- */

static int write_all(const draft *d, ys_str text) {
  while (text.len > 0) {
    const ssize_t written = write(d->descriptor, text.ptr, text.len);
    if (written >= 0) {
      text.ptr += written;
      text.len -= (size_t)written;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/* Puts the file in its place, unless there was an error, which is returned. */
static int end_draft(draft *d, int error) {
  d->open = false;
  if (close(d->descriptor) != 0 && error == 0) error = errno;
  if (!d->beside) return error;
  if (error == 0 && rename(d->path, d->target) != 0) error = errno;
  if (error != 0) unlink(d->path);
  return error;
}

static int push_outcome(lua_State *L, int error, const char *path) {
  if (error == 0) {
    lua_pushboolean(L, true);
    return 1;
  }
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, strerror(error));
  return 2;
}

/* core.write(path, text, private?) -> true | nil, problem */
static int write_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  const ys_str text = ysl_check_str(L, 2);
  const mode_t mode = lua_toboolean(L, 3) ? 0600 : 0666;
  sigset_t before;
  draft d;
  ysl_undo_hold(&before);
  int error = open_draft(&d, path, mode);
  if (error == 0) error = end_draft(&d, write_all(&d, text));
  ysl_undo_release(&before);
  return push_outcome(L, error, path);
}

/* core.draft(path) -> draft | nil, problem */
static int new_draft(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  draft *d = ysl_new_box(L, YSL_DRAFT, sizeof *d);
  sigset_t before;
  ysl_undo_hold(&before);
  const int error = open_draft(d, path, 0666);
  /* Without a note the file stays half written when a signal comes. */
  if (error == 0 && d->beside) ysl_undo_set_draft(d->path);
  ysl_undo_release(&before);
  return error == 0 ? 1 : push_outcome(L, error, path);
}

static draft *check_draft(lua_State *L) {
  draft *d = ysl_check_box(L, 1, YSL_DRAFT, sizeof *d);
  luaL_argcheck(L, d->open, 1, "the draft is finished");
  luaL_argcheck(L, d->owner == getpid(), 1, "another process opened the draft");
  return d;
}

/* draft:write(text) -> true | nil, problem */
static int draft_write(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  const draft *d = check_draft(L);
  return push_outcome(L, write_all(d, text), d->target);
}

/* Ends a draft, after an error or without one. */
static int end_noted(draft *d, int error) {
  sigset_t before;
  ysl_undo_hold(&before);
  if (d->beside) ysl_undo_set_draft(NULL);
  error = end_draft(d, error);
  ysl_undo_release(&before);
  return error;
}

/* draft:finish() -> true | nil, problem */
static int draft_finish(lua_State *L) {
  draft *d = check_draft(L);
  return push_outcome(L, end_noted(d, 0), d->target);
}

/* draft:discard(). A fork that closes its Lua state, as os.exit(0, true) does,
 * must not remove what its parent still writes. */
static int draft_discard(lua_State *L) {
  draft *d = ysl_check_box(L, 1, YSL_DRAFT, sizeof *d);
  if (d->open && d->owner == getpid()) end_noted(d, ECANCELED);
  return 0;
}

int ysl_draft_collect(lua_State *L) {
  return draft_discard(L);
}

const luaL_Reg ysl_draft_methods[] = {{"write", draft_write},
                                      {"finish", draft_finish},
                                      {"discard", draft_discard},
                                      {NULL, NULL}};

const luaL_Reg ysl_draft_functions[] = {
    {"write", write_file}, {"draft", new_draft}, {NULL, NULL}};
