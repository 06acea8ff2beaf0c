#include "lua/base/owner.h"

#include "lua/base/held.h"

static void release_space(ysl_owner *owner) {
  ys_space_release(owner->space);
}

void ysl_open(ysl_owner *owner, ys_space *space, void (*release)(ysl_owner *)) {
  owner->space = space;
  owner->release = release != NULL ? release : release_space;
  owner->open = true;
}

static void check_open(lua_State *L, const ysl_owner *owner) {
  if (!owner->open)
    luaL_error(L, "the %s is closed", ysl_short_name(owner->ud.mark));
}

void *ysl_check_open(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_owner *owner = ysl_check_userdata(L, index, type, size);
  check_open(L, owner);
  return owner;
}

static ysl_owner *any_owner(lua_State *L) {
  ysl_userdata *ud = ysl_any_ud(L, 1);
  const char *mark = ud == NULL ? NULL : ud->mark;
  luaL_argcheck(L,
                mark != NULL && (mark == ysl_type_name(YSL_SCHEMA) ||
                                 mark == ysl_type_name(YSL_RUN) ||
                                 mark == ysl_type_name(YSL_DOCUMENTS) ||
                                 mark == ysl_type_name(YSL_LAYERS) ||
                                 mark == ysl_type_name(YSL_MATCHES) ||
                                 mark == ysl_type_name(YSL_ACCEPTOR)),
                1, "a schema, a run or documents expected");
  return (ysl_owner *)(void *)ud;
}

ysl_owner *ysl_check_owner(lua_State *L) {
  ysl_owner *owner = any_owner(L);
  check_open(L, owner);
  return owner;
}

/* ---- release ------------------------------------------------------------- */

void ysl_settle(ysl_owner *owner) {
  void (*release)(ysl_owner *) = owner->release;
  if (owner->open || owner->busy > 0 || owner->users > 0 || release == NULL)
    return;
  owner->release = NULL;
  release(owner);
}

void ysl_leave(ysl_owner *owner) {
  owner->busy--;
  ysl_settle(owner);
}

void ysl_close(ysl_owner *owner) {
  owner->open = false;
  ysl_settle(owner);
}

int ysl_close_method(lua_State *L) {
  ysl_close(any_owner(L));
  return 0;
}

/* No function works on an object that is collected. */
int ysl_collect_method(lua_State *L) {
  ysl_owner *owner = any_owner(L);
  owner->busy = 0;
  ysl_close(owner);
  if (owner->release == NULL) ysl_let_go(L);
  return 0;
}
