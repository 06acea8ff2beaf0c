#include "lua/run/validate.h"

#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/run/ask.h"

enum {
  SCHEMA = 1,
  NAME,
  TEXT,
  SKIP_VALIDATION,
  WANTED,
  ORDERED,
  MOST,
  ARGUMENTS
};

/* ---- the kept userdata --------------------------------------------------- */

ysl_run *ysl_take_ud(lua_State *L) {
  lua_rawgeti(L, YSL_STATE, YSL_SPARE_RUN);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return ysl_new_userdata(L, YSL_RUN, sizeof(ysl_run));
  }
  ysl_run *ud = ysl_check_userdata(L, -1, YSL_RUN, sizeof *ud);
  const ysl_userdata begin = ud->owner.ud;
  memset(ud, 0, offsetof(ysl_run, run)); /* starting a run clears the run */
  memset((char *)ud + offsetof(ysl_run, schema), 0,
         sizeof *ud - offsetof(ysl_run, schema));
  ud->owner.ud = begin;
  lua_pushnil(L);
  lua_rawseti(L, YSL_STATE, YSL_SPARE_RUN);
  return ud;
}

/* The userdata must not keep the schema. */
void ysl_keep_ud(lua_State *L, int index, ysl_run *ud) {
  ysl_close(&ud->owner);
  lua_pushvalue(L, YSL_STATE);
  ysl_setcompanion(L, index);
  lua_pushvalue(L, index);
  lua_rawseti(L, YSL_STATE, YSL_SPARE_RUN);
}

/* ---- one text ------------------------------------------------------------ */

static ys_status parse(lua_State *L, ysl_run *ud, ys_str name, ys_str text) {
  ys_source *source;
  uint16_t number;
  YS_TRY(ys_source_new(ysl_memory(L), name, text, &source));
  source->only_json = true;
  YS_TRY(ys_sources_add(&ud->run.space.sources, source, &number));
  return ys_recorded(ys_run_parse(&ud->run, number, YS_INPUT_TEMPLATE));
}

/* Pushes true and the value of the run at stack index 1, which has no records.
 * Returns 0 if Lua has no such value. */
static int give_value(lua_State *L, ysl_run *ud, bool ordered) {
  lua_pushboolean(L, true);
  if (!ysl_push_result(L, ud, ordered)) return 0;
  ysl_keep_ud(L, 1, ud);
  return 2;
}

/* Pushes the run at stack index 1 below the results of a step. */
static int give_run(lua_State *L, int results) {
  lua_pushvalue(L, 1);
  lua_insert(L, -results - 1);
  return results + 1;
}

/* Pushes the result of the run at stack index 1. A run with a violation, a
 * warning or a question goes to Lua, with the results of its first step. */
static int validate(lua_State *L, ysl_run *ud, bool wanted, bool ordered) {
  const ys_diags *diags = &ud->run.space.diags;
  const int results = ysl_step(L), top = lua_gettop(L);
  if (ud->state != RUN_OVER || diags->first != NULL)
    return give_run(L, results);
  if (wanted) {
    const int given = give_value(L, ud, ordered);
    if (given > 0) return given;
    lua_settop(L, top);
    return give_run(L, results);
  }
  ysl_keep_ud(L, 1, ud);
  lua_pushboolean(L, true);
  return 1;
}

int ysl_validate_json(lua_State *L) {
  const ys_str name = ysl_check_str(L, NAME), text = ysl_check_str(L, TEXT);
  const bool skip_validation = lua_toboolean(L, SKIP_VALIDATION);
  const bool wanted = lua_toboolean(L, WANTED);
  const bool ordered = lua_toboolean(L, ORDERED);
  const uint32_t most = (uint32_t)lua_tonumber(L, MOST);
  lua_settop(L, ARGUMENTS - 1);
  ysl_run *ud = ysl_take_ud(L);
  ysl_start_run(L, SCHEMA, ud);
  ud->run.skip_validation = skip_validation;
  if (most > 0) ud->run.space.limits.max_violations = most;
  ysl_check_status(L, parse(L, ud, name, text));
  lua_replace(L, 1);
  lua_settop(L, 1);
  return validate(L, ud, wanted, ordered);
}
