#ifndef YSL_BASE_BOX_H
#define YSL_BASE_BOX_H

/*
 * lua/base/box.h - C objects as Lua userdata: how they are made, found and
 * freed.
 *
 * Every function of the module has one upvalue: the module's state, a table
 * with what all share. So there is nothing in C that outlives a Lua state.
 *
 * Every box begins with a mark, the address of its type's name: a userdata of
 * the right size with the right mark is ours. Looking at it is much cheaper
 * than comparing metatables.
 */

#include "lua/base/compat.h"

#include "core/tree/node.h"

#define YSL_STATE lua_upvalueindex(1)

typedef enum ysl_type {
  YSL_SOURCE,
  YSL_SCHEMA,
  YSL_RUN,
  YSL_DOCUMENTS,
  YSL_LAYERS,
  YSL_WEAVE,
  YSL_FRAME,
  YSL_MATCHES,
  YSL_BUFFER,
  YSL_POOL,
  YSL_METERS_BOX,
  YSL_METER
} ysl_type;

/* What stands where in the state. */
enum {
  YSL_ARRAY_MT = 1,
  YSL_EMPTY_ARRAY_MT,
  YSL_TUPLE_MT,
  YSL_MATCHER_MT,
  YSL_DOCUMENTS_MT, /* of what a function's body with `---` gives */
  YSL_HOOKS,
  YSL_POOL_BOX,
  YSL_METERS,
  YSL_STRING_METHODS,
  YSL_METATABLES /* + ysl_type */
};

/* What begins every box. */
typedef struct ysl_box {
  const char *mark;
} ysl_box;

/*
 * What begins the box of everything that has a space. It is released when it
 * is closed, nobody works on it and nothing depends on it. A Lua error in the
 * middle of work leaves `busy` too high: then the collector releases it.
 */
typedef struct ysl_owner {
  ysl_box box;
  ys_space *space;
  void (*release)(struct ysl_owner *owner); /* NULL: nothing to release */
  /* The annotations that Lua evaluates, while the owner takes inputs; else
   * NULL. No function: it never takes inputs with code. */
  struct ysl_pending *(*pending)(struct ysl_owner *owner);
  /* Gives the owner at a stack index a companion that no other owner uses. No
   * function: it has one from the beginning. */
  void (*own_companion)(lua_State *L, int index, struct ysl_owner *owner);
  uint32_t busy;  /* calls that work on it now: Lua may run finalizers, and so
                     anything, whenever we make a Lua value */
  uint32_t users; /* runs of a schema */
  bool open;
} ysl_owner;

/* The name of a type, for luaL_newmetatable() and messages; its address is
 * the mark. */
const char *ysl_type_name(ysl_type type);

/* Makes a metatable, pushes it and puts it into the state at index `state`. */
void ysl_new_type(lua_State *L, int state, ysl_type type);

/* Sets functions, with their upvalue, in the table at the top. */
void ysl_set_functions(lua_State *L, const luaL_Reg *functions, int state);

/* Pushes a box, zeroed but for its mark, that is already safe to collect. */
void *ysl_new_box(lua_State *L, ysl_type type, size_t size);

/* The box at `index`; throws when it is something else. */
void *ysl_check_box(lua_State *L, int index, ysl_type type, size_t size);

/* The same, or NULL for something else. */
void *ysl_test_box(lua_State *L, int index, ysl_type type, size_t size);

/* The same for a box that begins with an owner, which has to be open. */
void *ysl_check_open(lua_State *L, int index, ysl_type type, size_t size);

/* The first argument of a method that all owners have; has to be open. */
ysl_owner *ysl_check_owner(lua_State *L);

/*
 * Around work in which Lua may run. What comes before it, such as making boxes
 * or turning an argument into a string, is done before the owner is looked
 * at: a finalizer might close it.
 */
static inline void ysl_enter(ysl_owner *owner) {
  owner->busy++;
}
void ysl_leave(ysl_owner *owner);

void ysl_close(ysl_owner *owner);  /* safe twice */
void ysl_settle(ysl_owner *owner); /* releases it when it is time */

/* Methods `close` and `__gc` of types whose box begins with an owner. */
int ysl_close_method(lua_State *L);
int ysl_collect_method(lua_State *L);

/* The state's own allocator, which is not limited (lua/limit/meter.h). */
ys_memory ysl_memory(lua_State *L);

/* Throws "not enough memory". */
int ysl_no_memory(lua_State *L);

/* Makes room for values on the stack. False: it would be longer than Lua's may
 * be. Throws without memory, as LuaJIT does by itself. */
bool ysl_reserve_stack(lua_State *L, int slots);

/* Throws when `status` is YS_NOMEM; whether it is YS_OK. */
bool ysl_check_status(lua_State *L, ys_status status);

/* The same, and pushes true when it is YS_OK, else nil; gives 1. */
int ysl_push_done(lua_State *L, ys_status status);

/* The string at `index`; throws when it is none. */
ys_str ysl_check_str(lua_State *L, int index);

/* The line or column at `index`; 0: none. Throws when it cannot be one. */
uint32_t ysl_check_position(lua_State *L, int index);

/* Pushes the text, or nil when it is empty. */
void ysl_push_text(lua_State *L, ys_str text);

/* Sets a field of the table at the top. */
void ysl_set_text(lua_State *L, const char *name, ys_str text);
void ysl_set_number(lua_State *L, const char *name, size_t number);

/* Pushes nil and a problem; the number of both. */
int ysl_fail(lua_State *L, const char *problem);

/* The same with the problem (or whatever comes second) at the top. */
int ysl_fail_top(lua_State *L);

/* Pushes a buffer that the collector owns. */
ys_buf *ysl_new_buffer(lua_State *L);

/* Pushes what is in it, and frees it; throws when memory ran out. */
void ysl_push_buffer(lua_State *L, ys_buf *buf);

/* Method __gc of buffers. */
int ysl_buffer_collect(lua_State *L);

#endif
