#include "ysl_schema.h"

#include "ysl_documents.h"
#include "ysl_import.h"
#include "ysl_source.h"

static void release(ysl_owner *owner) {
  ys_schema_release(&((ysl_schema *)(void *)owner)->schema);
}

/* core.schema(options) -> schema */
static int new_schema(lua_State *L) {
  ysl_schema *box;
  ys_limits limits;
  bool strict;
  ysl_check_limits(L, 1, &limits, &strict);
  box = ysl_new_box(L, YSL_SCHEMA, sizeof *box);
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 0);
  ysl_setcompanion(L, -2);
  ysl_check_status(L,
                   ys_schema_init(&box->schema, ysl_memory(L), limits, strict));
  box->owner.space = &box->schema.space;
  box->owner.release = release;
  box->owner.open = true;
  return 1;
}

ysl_schema *ysl_check_compiled(lua_State *L, int index) {
  ysl_schema *box = ysl_check_open(L, index, YSL_SCHEMA, sizeof *box);
  luaL_argcheck(L, box->schema.root != NULL, index,
                "the schema is not compiled");
  return box;
}

static ysl_schema *check_schema(lua_State *L) {
  return ysl_check_open(L, 1, YSL_SCHEMA, sizeof(ysl_schema));
}

/* A schema that may still be added to. */
static ysl_schema *check_growing(lua_State *L) {
  ysl_schema *box = check_schema(L);
  luaL_argcheck(L, !box->compiled, 1, "the schema has been compiled");
  return box;
}

/* schema:add(source) -> "schema" | "values" | nil */
static int add(lua_State *L) {
  ysl_schema *box = check_growing(L);
  const uint16_t number = ysl_add_source(L, 2, &box->schema.space);
  ys_role role;
  if (!ysl_check_status(L, ys_schema_add(&box->schema, number, &role)))
    lua_pushnil(L);
  else if (role == YS_ROLE_SCHEMA)
    lua_pushliteral(L, "schema");
  else
    lua_pushliteral(L, "values");
  return 1;
}

/* ---- annotations whose arguments the host compiles ---------------------- */

static ys_status find_pending(ysl_schema *box) {
  ys_pending *first, *p;
  uint32_t count = 0;
  YS_TRY(ys_schema_pending(&box->schema, &first));
  for (p = first; p != NULL; p = p->next)
    count++;
  box->pending_count = 0;
  box->pending = ys_arena_zalloc(&box->schema.space.arena, count + 1,
                                 sizeof *box->pending);
  if (box->pending == NULL) return YS_NOMEM;
  for (p = first; p != NULL; p = p->next)
    box->pending[box->pending_count++] = p->annot;
  return YS_OK;
}

static void set_string(lua_State *L, const char *name, ys_str text) {
  lua_pushlstring(L, text.ptr, text.len);
  lua_setfield(L, -2, name);
}

static void set_integer(lua_State *L, const char *name, uint32_t number) {
  lua_pushinteger(L, (lua_Integer)number);
  lua_setfield(L, -2, name);
}

/* schema:pending() -> list of { id, name, text, file, line, column } */
static int pending(lua_State *L) {
  ysl_schema *box = check_growing(L);
  ysl_check_status(L, find_pending(box));
  ysl_enter(&box->owner);
  lua_newtable(L);
  for (uint32_t i = 0; i < box->pending_count; i++) {
    const ys_annot *annot = box->pending[i];
    lua_createtable(L, 0, 6);
    set_integer(L, "id", i + 1);
    set_string(L, "name", annot->name);
    set_string(L, "text", annot->text);
    set_string(
        L, "file",
        ys_sources_name(&box->schema.space.sources, ys_annot_place(annot)));
    set_integer(L, "line", annot->line);
    set_integer(L, "column", annot->column);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  ysl_leave(&box->owner);
  return 1;
}

static ys_annot *check_annot(lua_State *L, const ysl_schema *box, int index) {
  const lua_Integer id = luaL_checkinteger(L, index);
  luaL_argcheck(L, id > 0 && id <= (lua_Integer)box->pending_count, index,
                "no such annotation");
  return box->pending[id - 1];
}

/* A text of the table at the top of the stack; empty when it is absent. */
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
 * value cannot be; a problem is pushed. */
static ys_arg *take_arg(lua_State *L, ysl_schema *box, ysl_import *im) {
  ys_arena *arena = &box->schema.space.arena;
  ys_arg *arg = ys_arena_new(arena, ys_arg);
  bool done;
  if (arg == NULL) ysl_no_memory(L);
  luaL_argcheck(L, lua_istable(L, -1), 3, "a list of tables expected");
  take_text(L, arena, "name", &arg->name);
  take_text(L, arena, "text", &arg->text);
  lua_getfield(L, -1, "value");
  done = ysl_check_status(L, ysl_import_value(im, NULL, &arg->value));
  lua_pop(L, 1);
  box->function_count = im->function_count;
  if (done) return arg;
  ysl_import_push_problem(im);
  return NULL;
}

/* schema:set_arguments(id, args) -> true | nil, problem
 * args: list of { name = string | nil, text = string, value = any } */
static int set_arguments(lua_State *L) {
  ysl_schema *box = check_growing(L);
  ys_annot *annot = check_annot(L, box, 2);
  ys_arg *first = NULL, **end = &first;
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  ysl_getcompanion(L, 1);
  ysl_enter(&box->owner);
  for (size_t i = 1; i <= (size_t)lua_rawlen(L, 3); i++) {
    ysl_import im = {.L = L,
                     .space = &box->schema.space,
                     .place = ys_annot_place(annot),
                     .functions = 4,
                     .function_count = box->function_count};
    lua_rawgeti(L, 3, (ysl_index)i);
    *end = take_arg(L, box, &im);
    if (*end == NULL) {
      ysl_leave(&box->owner);
      return ysl_fail_top(L);
    }
    end = &(*end)->next;
    lua_pop(L, 1);
  }
  annot->args = first;
  annot->evaluated = true;
  ysl_leave(&box->owner);
  lua_pushboolean(L, true);
  return 1;
}

static ys_status record_problem(ys_space *space, const ys_annot *annot,
                                ys_str problem) {
  const ys_place nowhere = {0};
  ys_diag *diag = ys_space_fault(space, YS_E_ANNOTATION_SYNTAX,
                                 ys_annot_place(annot), nowhere);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = annot->name;
  return ys_arena_str(&space->arena, problem, &diag->args[1]);
}

/* schema:fail_arguments(id, problem) */
static int fail_arguments(lua_State *L) {
  const ys_str problem = ysl_check_str(L, 3);
  ysl_schema *box = check_growing(L);
  const ys_annot *annot = check_annot(L, box, 2);
  ysl_check_status(L, record_problem(&box->schema.space, annot, problem));
  return 0;
}

/* ---- the compiled schema ------------------------------------------------ */

/* schema:compile() -> true | nil */
static int compile(lua_State *L) {
  ysl_schema *box = check_growing(L);
  box->compiled = true;
  if (ysl_check_status(L, ys_schema_compile(&box->schema)))
    lua_pushboolean(L, true);
  else
    lua_pushnil(L);
  return 1;
}

/* schema:closures() -> table of functions, by number */
static int closures(lua_State *L) {
  check_schema(L);
  ysl_getcompanion(L, 1);
  return 1;
}

const luaL_Reg ysl_schema_methods[] = {{"add", add},
                                       {"pending", pending},
                                       {"set_arguments", set_arguments},
                                       {"fail_arguments", fail_arguments},
                                       {"compile", compile},
                                       {"closures", closures},
                                       {NULL, NULL}};

const luaL_Reg ysl_schema_functions[] = {{"schema", new_schema}, {NULL, NULL}};
