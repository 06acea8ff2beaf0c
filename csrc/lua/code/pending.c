#include "lua/code/pending.h"

#include "lua/base/stack.h"
#include "lua/value/origin.h"

ysl_pending *ysl_pending_of(ysl_owner *owner) {
  if (!owner->open || owner->pending == NULL) return NULL;
  return owner->pending(owner);
}

ysl_pending *ysl_check_pending(lua_State *L, ysl_owner **owner) {
  *owner = ysl_check_owner(L);
  ysl_pending *pending = ysl_pending_of(*owner);
  luaL_argcheck(L, pending != NULL, 1, "it takes no more inputs, or never did");
  return pending;
}

static ys_status collect(ysl_owner *owner, ysl_pending *pending) {
  const ys_pending *p;
  ys_pending *first;
  uint32_t count = 0;
  YS_TRY(pending->find(owner, &first));
  for (p = first; p != NULL; p = p->next)
    count++;
  pending->count = 0;
  YS_NEW_LIST(pending->annots, &owner->space->arena, count + 1);
  for (p = first; p != NULL; p = p->next)
    pending->annots[pending->count++] = p->annot;
  return YS_OK;
}

int ysl_list_pending(lua_State *L) {
  ysl_owner *owner;
  ysl_pending *pending = ysl_check_pending(L, &owner);
  ysl_check_status(L, collect(owner, pending));
  ysl_enter(owner);
  lua_newtable(L);
  for (uint32_t i = 0; i < pending->count; i++) {
    const ys_annot *annot = pending->annots[i];
    lua_createtable(L, 0, 6);
    ysl_set_number(L, "id", i + 1);
    ysl_set_text(L, "name", annot->name);
    ysl_set_text(L, "text", annot->text);
    ysl_set_text(
        L, "file",
        ys_sources_name(&owner->space->sources, ys_annot_place(annot)));
    ysl_set_number(L, "line", annot->line);
    ysl_set_number(L, "column", annot->column);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  ysl_leave(owner);
  return 1;
}

static ys_annot *check_annot(lua_State *L, const ysl_pending *pending,
                             int index) {
  const lua_Integer id = luaL_checkinteger(L, index);
  luaL_argcheck(L, id > 0 && id <= (lua_Integer)pending->count, index,
                "no such annotation");
  return pending->annots[id - 1];
}

/* Copies a text of the table at the top of the stack into the arena; "" when it
 * is absent. */
static void take_text(lua_State *L, ys_arena *arena, const char *name,
                      ys_str *out) {
  ys_str text = {"", 0};
  lua_getfield(L, -1, name);
  if (!lua_isnil(L, -1)) text.ptr = lua_tolstring(L, -1, &text.len);
  if (text.ptr == NULL) luaL_error(L, "the %s of an argument is no text", name);
  ysl_check_status(L, ys_arena_str(arena, text, out));
  lua_pop(L, 1);
}

/* The argument that the table at the top of the stack describes. NULL: its
 * value is no value of an argument; a problem is pushed. */
static ys_arg *take_arg(lua_State *L, ysl_pending *pending, ysl_import *im) {
  ys_arg *arg = ys_arena_new(&im->space->arena, ys_arg);
  ysl_number number;
  bool done;
  if (arg == NULL) ysl_no_memory(L);
  luaL_argcheck(L, lua_istable(L, -1), 3, "a list of tables expected");
  take_text(L, &im->space->arena, "name", &arg->name);
  take_text(L, &im->space->arena, "text", &arg->text);
  take_text(L, &im->space->arena, "called", &arg->called);
  lua_getfield(L, -1, "computed");
  arg->computed = lua_toboolean(L, -1);
  lua_pop(L, 1);
  lua_getfield(L, -1, "value");
  done = ysl_check_status(L, ysl_import_value(im, NULL, &arg->value));
  lua_getfield(L, -2, "is_float");
  number = ysl_number_at(L, -1);
  lua_pop(L, 1);
  ysl_take_float(L, number, &arg->value);
  lua_pop(L, 1);
  pending->function_count = im->function_count;
  if (done) return arg;
  ysl_import_push_problem(im);
  return NULL;
}

bool ysl_take_arguments(lua_State *L, ysl_owner *owner, ysl_pending *pending,
                        ys_annot *annot, int args, int functions) {
  ys_arg *first = NULL, **end = &first;
  const int origins = ysl_push_origins(L, functions);
  for (size_t i = 1; i <= (size_t)lua_rawlen(L, args); i++) {
    ysl_import im = {.L = L,
                     .space = owner->space,
                     .place = ys_annot_place(annot),
                     .functions = functions,
                     .function_count = pending->function_count,
                     .origins = origins,
                     .take_userdata = pending->take_userdata,
                     .from_code = true};
    lua_rawgeti(L, args, (ysl_index)i);
    *end = take_arg(L, pending, &im);
    if (*end == NULL) return false;
    end = &(*end)->next;
    lua_pop(L, 1);
  }
  annot->args = first;
  annot->evaluated = true;
  return true;
}

int ysl_set_arguments(lua_State *L) {
  ysl_owner *owner;
  ysl_pending *pending = ysl_check_pending(L, &owner);
  ys_annot *annot = check_annot(L, pending, 2);
  bool done;
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  if (owner->own_companion != NULL) owner->own_companion(L, 1, owner);
  ysl_getcompanion(L, 1);
  ysl_enter(owner);
  done = ysl_take_arguments(L, owner, pending, annot, 3, 4);
  ysl_leave(owner);
  if (!done) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

static ys_code code_of(const ysl_owner *owner, bool ran) {
  if (owner->ud.mark == ysl_type_name(YSL_SCHEMA))
    return ran ? YS_E_ANNOTATION_FAILED : YS_E_ANNOTATION_SYNTAX;
  return ran ? YS_E_INPUT_FAILED : YS_E_INPUT_SYNTAX;
}

ys_status ysl_record_problem(ysl_owner *owner, const ys_annot *annot,
                             ys_place place, const ysl_problem *problem) {
  ys_space *space = owner->space;
  ys_diag *diag =
      ys_space_diagnose(space, code_of(owner, problem->ran), place, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = annot->name;
  YS_TRY(ys_arena_str(&space->arena, problem->text, &diag->args[1]));
  return ys_arena_str(&space->arena, problem->calls, &diag->calls);
}

int ysl_fail_arguments(lua_State *L) {
  ysl_owner *owner;
  const ysl_pending *pending = ysl_check_pending(L, &owner);
  const ysl_problem problem = {.text = ysl_check_str(L, 3),
                               .calls = {"", 0},
                               .ran = lua_toboolean(L, 4)};
  const ys_annot *annot = check_annot(L, pending, 2);
  ysl_check_status(
      L, ysl_record_problem(owner, annot, ys_annot_place(annot), &problem));
  return 0;
}
