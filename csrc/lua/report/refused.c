#include "lua/report/refused.h"

#include "lua/base/owner.h"
#include "lua/base/stack.h"

/* Whether it is about code where none is allowed. */
static bool is_refused(const ys_diag *diag) {
  return diag->code == YS_E_CODE_IN_VALUES && diag->args[1].len > 0;
}

int ysl_report_refused(lua_State *L) {
  ysl_owner *owner = ysl_check_owner(L);
  ysl_index count = 0;
  ysl_enter(owner);
  lua_newtable(L);
  for (const ys_diag *diag = owner->space->diags.first; diag != NULL;
       diag = diag->next) {
    if (!is_refused(diag)) continue;
    lua_pushlstring(L, diag->args[1].ptr, diag->args[1].len);
    lua_rawseti(L, -2, ++count);
  }
  ysl_leave(owner);
  return 1;
}

int ysl_report_misspelt(lua_State *L) {
  ysl_owner *owner = ysl_check_owner(L);
  ysl_index count = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  ysl_enter(owner);
  for (ys_diag *diag = owner->space->diags.first; diag != NULL;
       diag = diag->next) {
    ys_str problem;
    if (!is_refused(diag)) continue;
    lua_rawgeti(L, 2, ++count);
    if (lua_type(L, -1) == LUA_TSTRING) {
      problem.ptr = lua_tolstring(L, -1, &problem.len);
      ysl_check_status(
          L, ys_arena_str(&owner->space->arena, problem, &diag->args[1]));
      diag->code = YS_E_INPUT_SYNTAX;
    }
    lua_pop(L, 1);
  }
  ysl_leave(owner);
  return 0;
}
