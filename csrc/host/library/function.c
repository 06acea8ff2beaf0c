/* host/library/function.c - Functions of the program, called by rules. */

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "host/library/internal.h"
#include "lua/document/documents.h"

enum { MOST_ARGUMENTS = 8 };

struct yschema_call {
  size_t count;
  const ys_slot *given[MOST_ARGUMENTS]; /* NULL: no data */
  ys_slot made[MOST_ARGUMENTS];         /* of scalars */
  ys_str texts[MOST_ARGUMENTS];         /* of those that are strings */
  /* The returned value. Texts are copied, because they may end with the call of
   * the function: into memory that Lua frees. */
  enum { GIVES_NULL, GIVES_VALUE, GIVES_STRING, GIVES_FAILURE } gives;
  ys_slot value;
  char *text;
  size_t size;
  bool no_memory;
};

size_t yschema_count_arguments(const yschema_call *call) {
  return call ? call->count : 0;
}

const yschema_value *yschema_argument(const yschema_call *call, size_t index) {
  return call && index < call->count
             ? (const yschema_value *)(const void *)call->given[index]
             : NULL;
}

static void give_value(yschema_call *call, ys_slot value) {
  if (!call) return;
  call->gives = GIVES_VALUE;
  call->value = value;
}

void yschema_return_boolean(yschema_call *call, bool value) {
  give_value(call, (ys_slot){.kind = YS_BOOL, .u.boolean = value});
}

void yschema_return_integer(yschema_call *call, int64_t value) {
  give_value(call, (ys_slot){.kind = YS_INT, .u.integer = value});
}

void yschema_return_number(yschema_call *call, double value) {
  give_value(call, (ys_slot){.kind = YS_FLOAT, .u.number = value});
}

static void give_text(yschema_call *call, int gives, const char *text,
                      size_t size) {
  if (!call) return;
  char *copy = realloc(call->text, size + 1);
  if (!copy) {
    call->no_memory = true;
    return;
  }
  if (size > 0) memcpy(copy, text, size);
  copy[size] = 0;
  call->text = copy;
  call->size = size;
  call->gives = gives == GIVES_STRING ? GIVES_STRING : GIVES_FAILURE;
}

void yschema_return_string(yschema_call *call, const char *text, size_t size) {
  if (size > YS_MOST_BYTES)
    yschema_return_failure(call, "the function returned a string of a size "
                                 "that no text has");
  else if (!text && size > 0)
    yschema_return_failure(call, "the function returned a string that is NULL");
  else
    give_text(call, GIVES_STRING, text, size);
}

void yschema_return_failure(yschema_call *call, const char *message) {
  if (!message) message = "the function failed, with no message";
  give_text(call, GIVES_FAILURE, message, strlen(message));
}

/* ---- from and to Lua ----------------------------------------------------- */

/* Makes an argument of the Lua value at an index. The shim gives maps and
 * arrays as parsed documents. */
static void take_argument(lua_State *L, int index, yschema_call *call) {
  ys_slot *made = &call->made[call->count];
  const ys_slot **given = &call->given[call->count++];
  *given = made;
  switch (lua_type(L, index)) {
  case LUA_TBOOLEAN:
    made->kind = YS_BOOL;
    made->u.boolean = lua_toboolean(L, index) != 0;
    return;
  case LUA_TNUMBER:
    if (lua_isinteger(L, index)) {
      made->kind = YS_INT;
      made->u.integer = lua_tointeger(L, index);
    } else {
      made->kind = YS_FLOAT;
      made->u.number = lua_tonumber(L, index);
    }
    return;
  case LUA_TSTRING: {
    ys_str *text = &call->texts[call->count - 1];
    text->ptr = lua_tolstring(L, index, &text->len);
    ys_slot_show_text(made, text);
    return;
  }
  case LUA_TLIGHTUSERDATA: made->kind = YS_NULL; return;
  default: break;
  }
  const ysl_documents *documents =
      ysl_test_ud(L, index, YSL_DOCUMENTS, sizeof(ysl_documents));
  *given = documents ? documents->documents.first : NULL;
}

static void push_value(lua_State *L, const ys_slot *value) {
  if (value->kind == YS_BOOL)
    lua_pushboolean(L, value->u.boolean);
  else if (value->kind == YS_INT)
    lua_pushinteger(L, (lua_Integer)value->u.integer);
  else
    lua_pushnumber(L, ys_slot_number(value));
}

/* Moves the text to a string of Lua. The userdata at `index` frees it if that
 * throws. */
static void push_text(lua_State *L, const yschema_call *call) {
  lua_pushlstring(L, call->text, call->size);
}

static int free_call(lua_State *L) {
  yschema_call *call = lua_touserdata(L, 1);
  free(call->text);
  call->text = NULL;
  return 0;
}

/* The call is a userdata, whose finalizer frees its text. */
static yschema_call *new_call(lua_State *L) {
  yschema_call *call = lua_newuserdatauv(L, sizeof *call, 0);
  memset(call, 0, sizeof *call);
  if (luaL_newmetatable(L, "yschema.call")) {
    lua_pushcfunction(L, free_call);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  return call;
}

int ys_call_back(lua_State *L) {
  const ys_callback *callback = lua_touserdata(L, lua_upvalueindex(1));
  const int count = lua_gettop(L);
  if (count > MOST_ARGUMENTS)
    return luaL_error(L, "a function of the program takes at most %d arguments",
                      (int)MOST_ARGUMENTS);
  yschema_call *call = new_call(L);
  for (int i = 1; i <= count; i++)
    take_argument(L, i, call);
  callback->schema->calling = true;
  callback->function(call, callback->data);
  callback->schema->calling = false;
  if (call->no_memory) return luaL_error(L, "not enough memory");
  if (call->gives == GIVES_FAILURE) {
    push_text(L, call);
    return lua_error(L);
  }
  if (call->gives == GIVES_NULL)
    lua_pushlightuserdata(L, NULL);
  else if (call->gives == GIVES_STRING)
    push_text(L, call);
  else
    push_value(L, &call->value);
  return 1;
}
