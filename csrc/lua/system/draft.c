/* C11 alone does not declare POSIX's files and signals. */
#define _XOPEN_SOURCE 700

#include "lua/system/draft.h"

#include "lua/base/stack.h"
#include "lua/system/replacement.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct draft {
  ysl_userdata ud;
  bool open;
  pid_t owner; /* the process that opened it; its forks leave it alone */
  ysl_replacement file;
} draft;

/* Pushes `true`, or `nil` and the problem with the file at `path`. */
static int push_outcome(lua_State *L, ysl_refusal refusal, const char *path) {
  if (!ysl_refused(refusal)) {
    lua_pushboolean(L, true);
    return 1;
  }
  lua_pushnil(L);
  if (refusal.reason == NULL)
    lua_pushfstring(L, "%s: %s", path, strerror(refusal.error));
  else if (refusal.error == 0)
    lua_pushfstring(L, "%s: %s", path, refusal.reason);
  else
    lua_pushfstring(L, "%s: %s: %s", path, strerror(refusal.error),
                    refusal.reason);
  return 2;
}

/* Writes to a device or a pipe. The write may block, so signals are not held
 * back. */
static ysl_refusal write_stream(const char *path, ys_str text) {
  ysl_replacement file;
  ysl_refusal refusal = ysl_replacement_open(&file, path, false);
  if (ysl_refused(refusal)) return refusal;
  return ysl_replacement_end(&file, ysl_replacement_write(&file, text));
}

static ysl_refusal replace_file(const char *path, ys_str text,
                                bool only_owner) {
  ysl_replacement file;
  sigset_t before;
  ysl_undo_hold(&before);
  ysl_refusal refusal = ysl_replacement_open(&file, path, only_owner);
  if (!ysl_refused(refusal))
    refusal = ysl_replacement_end(&file, ysl_replacement_write(&file, text));
  ysl_undo_release(&before);
  return refusal;
}

/* core.write(path, text, private?) -> true | nil, problem */
static int write_file(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  const ys_str text = ysl_check_str(L, 2);
  return push_outcome(L,
                      ysl_is_stream(path)
                          ? write_stream(path, text)
                          : replace_file(path, text, lua_toboolean(L, 3)),
                      path);
}

/* Opens the file of a draft. Without a note the file stays half written when a
 * signal comes. */
static ysl_refusal open_noted(draft *d, const char *path) {
  const bool held = !ysl_is_stream(path);
  sigset_t before;
  if (held) ysl_undo_hold(&before);
  const ysl_refusal refusal = ysl_replacement_open(&d->file, path, false);
  d->open = !ysl_refused(refusal);
  d->owner = getpid();
  if (d->open && d->file.beside) ysl_undo_set_draft(d->file.path);
  if (held) ysl_undo_release(&before);
  return refusal;
}

/* core.draft(path) -> draft | nil, problem */
static int new_draft(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  draft *d = ysl_new_userdata(L, YSL_DRAFT, sizeof *d);
  const ysl_refusal refusal = open_noted(d, path);
  return ysl_refused(refusal) ? push_outcome(L, refusal, path) : 1;
}

static draft *check_draft(lua_State *L) {
  draft *d = ysl_check_userdata(L, 1, YSL_DRAFT, sizeof *d);
  luaL_argcheck(L, d->open, 1, "the draft is finished");
  luaL_argcheck(L, d->owner == getpid(), 1, "another process opened the draft");
  return d;
}

/* draft:write(text) -> true | nil, problem */
static int draft_write(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  const draft *d = check_draft(L);
  const ysl_refusal refusal = {ysl_replacement_write(&d->file, text), NULL};
  return push_outcome(L, refusal, d->file.target);
}

/* Ends a draft, after an error or without one. */
static ysl_refusal end_noted(draft *d, int error) {
  sigset_t before;
  ysl_undo_hold(&before);
  d->open = false;
  const ysl_refusal refusal = ysl_replacement_end(&d->file, error);
  if (d->file.beside) ysl_undo_set_draft(NULL);
  ysl_undo_release(&before);
  return refusal;
}

/* draft:finish() -> true | nil, problem */
static int draft_finish(lua_State *L) {
  draft *d = check_draft(L);
  return push_outcome(L, end_noted(d, 0), d->file.target);
}

/* draft:discard(). A fork that closes its Lua state, as os.exit(0, true) does,
 * must not remove what its parent still writes. */
static int draft_discard(lua_State *L) {
  draft *d = ysl_check_userdata(L, 1, YSL_DRAFT, sizeof *d);
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
