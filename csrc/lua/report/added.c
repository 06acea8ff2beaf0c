#include "lua/report/added.h"

#include "lua/base/owner.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/text/source.h"

/* The code of a name like "READ"; throws when there is none. */
static ys_code check_code(lua_State *L, int index) {
  static const char *const names[] = {
#define NAME(name, kind, group) #name,
      YS_CODES(NAME) NULL};
#undef NAME
  return (ys_code)luaL_checkoption(L, index, NULL, names);
}

/* The place of a line: the source is at a stack index, the line after it. */
static ys_place line_at(lua_State *L, int at, ys_space *space) {
  ys_place place = {ysl_check_position(L, at + 1), 0, 0};
  place.source = ysl_find_source(L, at, space);
  return place;
}

static ys_status record_error(ys_space *space, ys_memory memory, ys_code code,
                              ys_str file, const ys_str *args) {
  ys_place at = {0};
  ys_source *source;
  ys_diag *diag;
  YS_TRY(ys_source_new(memory, file, YS_STR(""), &source));
  YS_TRY(ys_sources_add(&space->sources, source, &at.source));
  diag = ys_space_diagnose(space, code, at, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  for (size_t i = 0; i < 2; i++)
    YS_TRY(ys_arena_str(&space->arena, args[i], &diag->args[i]));
  return YS_OK;
}

int ysl_report_add_error(lua_State *L) {
  const ys_code code = check_code(L, 2);
  const ys_str file = ysl_check_str(L, 3);
  ys_str args[2] = {{"", 0}, {"", 0}};
  args[0].ptr = luaL_optlstring(L, 4, "", &args[0].len);
  args[1].ptr = luaL_optlstring(L, 5, "", &args[1].len);
  ysl_check_status(L, record_error(ysl_check_owner(L)->space, ysl_memory(L),
                                   code, file, args));
  return 0;
}

int ysl_report_add_error_at(lua_State *L) {
  const ys_code code = check_code(L, 2);
  ys_space *space = ysl_check_owner(L)->space;
  ys_place at = line_at(L, 3, space);
  ys_str args[2] = {{"", 0}, {"", 0}}, calls = {"", 0};
  ys_diag *diag;
  at.column = ysl_check_position(L, 5);
  args[0].ptr = luaL_optlstring(L, 6, "", &args[0].len);
  args[1].ptr = luaL_optlstring(L, 7, "", &args[1].len);
  calls.ptr = luaL_optlstring(L, 8, "", &calls.len);
  diag = ys_space_diagnose(space, code, at, YS_NOWHERE);
  if (diag == NULL) return ysl_no_memory(L);
  for (int i = 0; i < 2; i++)
    ysl_check_status(L, ys_arena_str(&space->arena, args[i], &diag->args[i]));
  ysl_check_status(L, ys_arena_str(&space->arena, calls, &diag->calls));
  return 0;
}

int ysl_report_correct(lua_State *L) {
  ys_space *space = ysl_check_owner(L)->space;
  ys_str word = ysl_check_str(L, 2), meant = ysl_check_str(L, 3);
  luaL_argcheck(L, space->diags.last != NULL, 1, "no record");
  ysl_check_status(L, ys_arena_str(&space->arena, word, &word));
  ysl_check_status(L, ys_arena_str(&space->arena, meant, &meant));
  space->diags.last->fix = ys_fix_word(word, meant);
  return 0;
}

int ysl_report_add_violation(lua_State *L) {
  const ys_code code = check_code(L, 2);
  ys_space *space = ysl_check_owner(L)->space;
  ys_place at = line_at(L, 3, space);
  const ys_place by = line_at(L, 6, space);
  at.column = ysl_check_position(L, 5);
  ys_diag *diag = ys_space_diagnose(space, code, at, by);
  if (diag == NULL) return ysl_no_memory(L);
  for (int i = -2; i < YS_DIAG_ARGS; i++) {
    ys_str *to = i < -1 ? &diag->path : i < 0 ? &diag->rule : &diag->args[i];
    *to = ysl_check_str(L, 10 + i);
    ysl_check_status(L, ys_arena_str(&space->arena, *to, to));
  }
  return 0;
}
