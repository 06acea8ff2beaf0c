#include "lua/schema/text_tests.h"

#include "core/format/format.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/schema/schema.h"

/* The upvalues of these functions: the module's state, the schema, and the
 * format or pattern. */
enum { AT_SCHEMA = 2, AT_TESTED };

static const void *tested(lua_State *L) {
  return lua_touserdata(L, lua_upvalueindex(AT_TESTED));
}

/* (text) -> whether it is of the format */
static int is_of_format(lua_State *L) {
  const ys_format *format = tested(L);
  lua_pushboolean(L, format->test(ysl_check_str(L, 1)));
  return 1;
}

/* Makes the space that searches take memory from. */
static ys_status prepare_searches(lua_State *L, ysl_schema *ud) {
  if (ud->searched) return YS_OK;
  ud->searched = true;
  return ys_space_init(&ud->searches, ysl_memory(L), NULL);
}

/* (text) -> whether the pattern is found. Nil: the search takes so long that a
 * run may give up. */
static int is_found(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  ysl_schema *ud = ysl_check_userdata(L, lua_upvalueindex(AT_SCHEMA),
                                      YSL_SCHEMA, sizeof *ud);
  ys_search result = YS_SEARCH_GIVEN_UP;
  if (ud->owner.open && ysl_check_status(L, prepare_searches(L, ud)))
    ysl_check_status(L, ys_regexp_try(&ud->searches, tested(L), text, &result));
  if (result == YS_SEARCH_GIVEN_UP)
    lua_pushnil(L);
  else
    lua_pushboolean(L, result == YS_SEARCH_FOUND);
  return 1;
}

static void set_test(lua_State *L, lua_CFunction function, const void *what) {
  lua_pushvalue(L, YSL_STATE);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)what);
  lua_pushcclosure(L, function, 3);
  lua_setfield(L, -2, "test");
}

void ysl_set_rule_test(lua_State *L, const ys_rule *rule) {
  if (rule->named->word == YS_RULE_REGEXP) set_test(L, is_found, rule->made);
  if (rule->named->word != YS_RULE_FORMAT) return;
  const ys_format *format = rule->made;
  lua_pushnumber(L, (lua_Number)format->most);
  lua_setfield(L, -2, "most");
  set_test(L, is_of_format, format);
}

void ysl_set_key_test(lua_State *L, const ys_open *open) {
  if (open->regexp != NULL) set_test(L, is_found, open->regexp);
}
