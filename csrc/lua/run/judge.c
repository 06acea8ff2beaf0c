#include "lua/run/judge.h"

#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/run/ask.h"
#include "lua/run/run.h"

enum { SCHEMA = 1, NAME, TEXT, SKIP_VALIDATION, WANTED, ORDERED, ARGUMENTS };

/* ---- the kept box -------------------------------------------------------- */

ysl_run *ysl_take_box(lua_State *L) {
  lua_rawgeti(L, YSL_STATE, YSL_SPARE_RUN);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return ysl_new_box(L, YSL_RUN, sizeof(ysl_run));
  }
  ysl_run *box = ysl_check_box(L, -1, YSL_RUN, sizeof *box);
  const ysl_box begin = box->owner.box;
  memset(box, 0, sizeof *box);
  box->owner.box = begin;
  lua_pushnil(L);
  lua_rawseti(L, YSL_STATE, YSL_SPARE_RUN);
  return box;
}

/* The box must not keep the schema. */
void ysl_keep_box(lua_State *L, int index, ysl_run *box) {
  ysl_close(&box->owner);
  lua_pushvalue(L, YSL_STATE);
  ysl_setcompanion(L, index);
  lua_pushvalue(L, index);
  lua_rawseti(L, YSL_STATE, YSL_SPARE_RUN);
}

/* ---- one text ------------------------------------------------------------ */

static ys_status parse(lua_State *L, ysl_run *box, ys_str name, ys_str text) {
  ys_source *source;
  uint16_t number;
  YS_TRY(ys_source_new(ysl_memory(L), name, text, &source));
  source->only_json = true;
  YS_TRY(ys_sources_add(&box->run.space.sources, source, &number));
  return ys_recorded(ys_run_parse(&box->run, number, YS_INPUT_TEMPLATE));
}

/* Pushes true and the value of the run at stack index 1, which has no records.
 * Returns 0 if Lua has no such value. */
static int give_value(lua_State *L, ysl_run *box, bool ordered) {
  lua_pushboolean(L, true);
  if (!ysl_push_result(L, box, ordered)) return 0;
  ysl_keep_box(L, 1, box);
  return 2;
}

/* Pushes the run at stack index 1 below the results of a step. */
static int give_run(lua_State *L, int results) {
  lua_pushvalue(L, 1);
  lua_insert(L, -results - 1);
  return results + 1;
}

/* Pushes what the run at stack index 1 has found. A run with a fault, a warning
 * or a question goes to Lua, with the results of its first step. */
static int judge(lua_State *L, ysl_run *box, bool wanted, bool ordered) {
  const ys_diags *diags = &box->run.space.diags;
  const int results = ysl_step(L), top = lua_gettop(L);
  if (box->state != RUN_OVER || diags->first != NULL)
    return give_run(L, results);
  if (wanted) {
    const int given = give_value(L, box, ordered);
    if (given > 0) return given;
    lua_settop(L, top);
    return give_run(L, results);
  }
  ysl_keep_box(L, 1, box);
  lua_pushboolean(L, true);
  return 1;
}

int ysl_judge_json(lua_State *L) {
  const ys_str name = ysl_check_str(L, NAME), text = ysl_check_str(L, TEXT);
  const bool skip_validation = lua_toboolean(L, SKIP_VALIDATION);
  const bool wanted = lua_toboolean(L, WANTED);
  const bool ordered = lua_toboolean(L, ORDERED);
  lua_settop(L, ARGUMENTS - 1);
  ysl_run *box = ysl_take_box(L);
  ysl_start_run(L, SCHEMA, box);
  box->run.skip_validation = skip_validation;
  ysl_check_status(L, parse(L, box, name, text));
  lua_replace(L, 1);
  lua_settop(L, 1);
  return judge(L, box, wanted, ordered);
}
