#pragma once

/*
 * lua/base/userdata.h - C objects as Lua userdata: how they are made and found.
 *
 * Each function of the module has one upvalue, the module's state: a table of
 * what all functions share. No C variable outlives a Lua state, but for those
 * of lua/system/undo.h.
 *
 * Each userdata holds a struct that begins with a mark, the address of the name
 * of its type. The size and the mark identify the type: this test is much
 * cheaper than a comparison of metatables. In Lua 5.4, where a finalizer may
 * never run, scripts get a handle of a userdata that has something to release
 * (lua/base/held.h).
 */

#include "lua/base/compat.h"

#include <stddef.h>

#define YSL_STATE lua_upvalueindex(1)

typedef enum ysl_type {
  YSL_SOURCE,
  YSL_SCHEMA,
  YSL_RUN,
  YSL_DOCUMENTS,
  YSL_LAYERS,
  YSL_TEMPLATE,
  YSL_FRAME,
  YSL_MATCHES,
  YSL_BUFFER,
  YSL_POOL,
  YSL_METERS_UD,
  YSL_METER,
  YSL_DRAFT,
  YSL_WORKERS,
  YSL_ACCEPTOR,
  YSL_PLAN,
  YSL_LEDGER,
  YSL_HOLDER_UD
} ysl_type;

/* The keys of the state. */
enum {
  YSL_ARRAY_MT = 1,
  YSL_EMPTY_ARRAY_MT,
  YSL_TUPLE_MT,
  YSL_MATCHER_MT,
  YSL_DOCUMENTS_MT, /* of what a function's body with `---` gives */
  YSL_HOOKS,
  YSL_POOL_UD,
  YSL_SPARE_RUN, /* a userdata for a run, or nil (lua/run/validate.c) */
  YSL_METERS,
  YSL_STRING_METHODS, /* of closures (lua/limit/strings.c) */
  YSL_STRING_GUARD,   /* the field __index of strings while closures run */
  YSL_STRING_HOST,    /* that field, as the host has it */
  YSL_STRING_MT,      /* the metatable of strings */
  YSL_STRING_KEY,     /* "__index" */
  YSL_HOLDER,         /* of userdata (lua/base/held.h) */
  YSL_METATABLES      /* + ysl_type */
};

/* The beginning of each userdata. */
typedef struct ysl_userdata {
  const char *mark;
} ysl_userdata;

/* The name of a type, for luaL_newmetatable(). Its address is the mark. */
const char *ysl_type_name(ysl_type type);

/* The name without "yschema.", for messages. */
const char *ysl_short_name(const char *mark);

/* Makes a metatable, pushes it and puts it into the state at index `state`. */
void ysl_new_type(lua_State *L, int state, ysl_type type);

/* Sets functions, with their upvalue, in the table at the top. */
void ysl_set_functions(lua_State *L, const luaL_Reg *functions, int state);

/* Pushes a userdata that is zero but for its mark. Its finalizer may run from
 * now on. */
void *ysl_new_userdata(lua_State *L, ysl_type type, size_t size);

/* The userdata at `index`. Throws when another value is there. */
void *ysl_check_userdata(lua_State *L, int index, ysl_type type, size_t size);

/* The userdata at `index`, or NULL when another value is there. */
void *ysl_test_ud(lua_State *L, int index, ysl_type type, size_t size);

/* The userdata at `index` that may be an owner, or NULL. Its mark identifies
 * it. */
ysl_userdata *ysl_any_ud(lua_State *L, int index);
