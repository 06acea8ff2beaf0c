#pragma once

/*
 * lua/base/compat.h - The differences between PUC-Rio Lua 5.4 and LuaJIT 2.1.
 *
 * The only file of the project that looks at LUA_VERSION_NUM. It gives LuaJIT
 * the 5.4 names we use; nothing may be added that does not have the same
 * meaning on both sides.
 */

#include <lauxlib.h>
#include <lua.h>

#include <stdbool.h>
#include <stdint.h>

/* The only symbol that a Lua module exports. */
#if defined(_WIN32)
#define YSL_EXPORT __declspec(dllexport)
#else
#define YSL_EXPORT __attribute__((visibility("default")))
#endif

#if LUA_VERSION_NUM < 502
#define lua_rawlen(L, i) lua_objlen((L), (i))
#endif

#if LUA_VERSION_NUM < 504
#define LUA_OK 0
#define lua_newuserdatauv(L, size, n) lua_newuserdata((L), (size))
#endif

/*
 * The companion: a Lua table that only its userdata keeps alive.
 * set pops the table; get pushes it.
 */
#if LUA_VERSION_NUM >= 504
#define ysl_setcompanion(L, i) lua_setiuservalue((L), (i), 1)
#define ysl_getcompanion(L, i) lua_getiuservalue((L), (i), 1)
#else
#define ysl_setcompanion(L, i) lua_setfenv((L), (i))
#define ysl_getcompanion(L, i) lua_getfenv((L), (i))
#endif

/*
 * Pops a C function and makes it the finalizer of objects with the metatable
 * below it.
 *
 * LuaJIT crashes when a finalizer throws while a trace ends. All but its
 * built-in functions throw on a full stack, which endless recursion can leave.
 * So pcall is the finalizer there; it calls the object, which calls the
 * function.
 */
static inline void ysl_set_finalizer(lua_State *L) {
#if LUA_VERSION_NUM < 504
  lua_setfield(L, -2, "__call");
  lua_getfield(L, LUA_GLOBALSINDEX, "pcall");
#endif
  lua_setfield(L, -2, "__gc");
}

/* Whether a hook always counts instructions: LuaJIT's compiled traces ignore
 * it. */
#define YSL_COUNTS (LUA_VERSION_NUM >= 504)

/* Whether a state takes its memory from the C library. LuaJIT has an allocator
 * of its own. */
#define YSL_TAKES_MALLOC (LUA_VERSION_NUM >= 504)

/* Whether a finalizer whose call fails, on a full stack or without memory, is
 * never called again. */
#define YSL_DROPS_FINALIZERS (LUA_VERSION_NUM >= 504)

/* Whether Lua collects garbage before an allocation fails. */
#define YSL_RETRIES (LUA_VERSION_NUM >= 504)

/* Begins or goes on with what runs on a thread; gives the number of its
 * results, or of the values that it yields. */
static inline int ysl_resume(lua_State *L, lua_State *from, int count,
                             int *results) {
#if LUA_VERSION_NUM >= 504
  return lua_resume(L, from, count, results);
#else
  const int status = lua_resume(L, count);
  (void)from;
  *results = lua_gettop(L);
  return status;
#endif
}

/* Makes a thread on which an error was thrown ready for another function.
 * LuaJIT cannot. */
static inline bool ysl_reset_thread(lua_State *L) {
#if LUA_VERSION_NUM >= 504
  (void)lua_resetthread(L);
  lua_settop(L, 0);
  return true;
#else
  (void)L;
  return false;
#endif
}

/* Pops a value that the userdata at `index`, not a negative one, keeps alive
 * from now on, and nothing else. */
static inline void ysl_keep(lua_State *L, int index) {
#if LUA_VERSION_NUM < 504
  lua_createtable(L, 1, 0);
  lua_insert(L, -2);
  lua_rawseti(L, -2, 1);
#endif
  ysl_setcompanion(L, index);
}

/* The type of an index of lua_rawgeti and lua_rawseti. */
#if LUA_VERSION_NUM >= 503
typedef lua_Integer ysl_index;
#else
typedef int ysl_index;
#endif

/* lua_type() of LuaJIT's cdata; Lua 5.4 has no such type. */
#define YSL_TCDATA 10

/* Whether integers are a type of their own, apart from floats. */
#define YSL_HAS_INTEGERS (LUA_VERSION_NUM >= 503)

/* The integers that a double holds exactly reach from -2^53 to 2^53. */
#define YSL_EXACT ((int64_t)1 << 53)

/*
 * Whether the number at `i` is an integer: in Lua 5.4 one of that type, in
 * LuaJIT, which has doubles only, an integral one that is exact.
 */
static inline bool ysl_toint(lua_State *L, int i, int64_t *out) {
#if LUA_VERSION_NUM >= 503
  if (!lua_isinteger(L, i)) return false;
  *out = lua_tointeger(L, i);
  return true;
#else
  lua_Number number = lua_tonumber(L, i);
  if (!(number >= -(lua_Number)YSL_EXACT && number <= (lua_Number)YSL_EXACT))
    return false;
  *out = (int64_t)number;
  return (lua_Number)*out == number;
#endif
}

/* Pushes an integer when a Lua number can be it exactly; else nothing. */
static inline bool ysl_pushint(lua_State *L, int64_t n) {
#if LUA_VERSION_NUM < 503
  if (n < -YSL_EXACT || n > YSL_EXACT) return false;
#endif
  lua_pushinteger(L, (lua_Integer)n);
  return true;
}
