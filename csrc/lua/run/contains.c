#include "lua/run/contains.h"

#include "core/check/text_keys.h"
#include "core/overlay/matcher.h"
#include "lua/base/stack.h"
#include "lua/run/run.h"

/* Keys of the value are compared as those of the document are: with strings
 * where the schema declares the map. */
static ys_status holds(const ysl_run *ud, ysl_import *im, bool *yes) {
  const ys_run_document *document = ud->run.first;
  ys_slot part = {0};
  *yes = false;
  YS_TRY(ysl_import_value(im, NULL, &part));
  if (document == NULL) return YS_OK;
  YS_TRY(ys_recorded(ys_text_keys(im->space, ud->run.schema->root, &part)));
  return ys_matcher_subset(im->space, document->slot, &part, yes, NULL);
}

int ysl_contains(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  ysl_import im = {.L = L, .space = &ud->run.space};
  ys_status status;
  bool yes;
  luaL_argcheck(L, ud->state == RUN_STEPPING && ud->owner.busy == 0, 1,
                "no document has begun");
  lua_settop(L, 2);
  ysl_enter(&ud->owner);
  status = holds(ud, &im, &yes);
  if (status == YS_INVALID) ysl_import_push_problem(&im);
  ysl_leave(&ud->owner);
  if (!ysl_check_status(L, status)) return ysl_fail_top(L);
  lua_pushboolean(L, yes);
  return 1;
}

int ysl_text_of(lua_State *L) {
  const ysl_run *ud = ysl_check_run(L);
  const ys_str key = ysl_check_str(L, 2);
  const ys_run_document *document = ud->run.first;
  const ys_slot *found = NULL;
  if (ud->state == RUN_STEPPING && document != NULL &&
      document->slot->kind == YS_MAP)
    found = ys_slot_first(document->slot);
  while (found != NULL && !ys_str_eq(found->key->text, key))
    found = found->next;
  if (found != NULL && found->kind == YS_STRING)
    ysl_push_text(L, ys_slot_text(found));
  else
    lua_pushnil(L);
  return 1;
}
