/*
 * oom_binding.c - Lets each allocation of Lua, of the binding and of the core
 * fail in turn, in a Lua state whose allocator is this program's:
 *
 *   oom_binding MODULES SCENARIOS [NAME]
 *
 * MODULES is the folder that holds yschema/core.so for this Lua, SCENARIOS a
 * Lua file that returns a list of { name =, prepare = f, run = f }. What run
 * gives is a text. First one allocation fails alone, then that one and all that
 * follow. Whatever failed, run
 *
 *   - throws "not enough memory", gives a text that says so (a report has the
 *     failure of a closure), or gives its usual text;
 *   - gives its usual text as soon as nothing fails;
 *   - leaks nothing: all memory is freed when the state is closed (Lua 5.4).
 *
 * OOM_STRIDE=n in the environment tries only each n-th allocation.
 */

#include "../../csrc/lua/base/compat.h"

#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct memory {
  long until_failure; /* allocations that still succeed; -1: all do */
  bool for_good;      /* after the failure, everything fails */
  int to_fail;        /* how many more fail, when it is not for good */
  long failures;      /* how many did */
  int calls;          /* of the core, that have not returned */
  size_t bytes;       /* allocated and not freed */
} memory;

/* Lua 5.4 collects its garbage and asks again when there is no memory. */
enum { SHOTS = YSL_HAS_INTEGERS ? 2 : 1 };

/* LuaJIT itself loses some bytes when it has no memory, and its compiler does
 * not survive that: there, nothing is compiled, and nothing is counted. Its
 * interpreter sometimes crashes, too (LuaJIT's issue 906), so only allocations
 * in calls of the core fail. */
enum { LEAVES_NOTHING = YSL_HAS_INTEGERS, FAILS_ANYWHERE = YSL_HAS_INTEGERS };

static bool refuses(memory *m) {
  if (m->until_failure < 0) return false;
  if (!FAILS_ANYWHERE && m->calls == 0) return false;
  if (m->until_failure > 0) {
    m->until_failure--;
    return false;
  }
  if (!m->for_good && m->to_fail == 0) return false;
  m->to_fail--;
  m->failures++;
  return true;
}

/* A block never fails to become smaller: Lua relies on that. */
static void *allocate(void *ud, void *block, size_t old, size_t size) {
  memory *m = ud;
  void *result;
  if (block == NULL) old = 0;
  if (size == 0) {
    free(block);
    m->bytes -= old;
    return NULL;
  }
  if (size > old && refuses(m)) return NULL;
  result = realloc(block, size);
  if (result == NULL) return size <= old ? block : NULL;
  m->bytes = m->bytes - old + size;
  return result;
}

static void arm(memory *m, long allocation, bool for_good) {
  m->until_failure = allocation;
  m->for_good = for_good;
  m->to_fail = SHOTS;
  m->failures = 0;
}

/* A function of the core (upvalue 1), whose calls the allocator counts. */
static int counted(lua_State *L) {
  memory *m = lua_touserdata(L, lua_upvalueindex(2));
  int status;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  m->calls++;
  status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  m->calls--;
  return status == 0 ? lua_gettop(L) : lua_error(L);
}

/* count(f) gives such a function. */
static int count_calls(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, counted, 2);
  return 1;
}

static void disarm(memory *m) {
  m->until_failure = -1;
}

static void give_up(const char *scenario, long allocation, const char *what,
                    const char *text) {
  fprintf(stderr, "%s, allocation %ld: %s: %s\n", scenario, allocation, what,
          text == NULL ? "no text" : text);
  exit(1);
}

/* Where the functions of a scenario stand on the stack. */
enum { AT_SCENARIO = 1, AT_RUN };

/* core.trace, which handles errors, is not counted: LuaJIT calls a handler
 * again for an error of its own, until the stack is full, which takes most of a
 * second. */
static const char setup[] =
    "local modules, scenarios, count = ...\n"
    "package.path = 'lua/?.lua;lua/?/init.lua;' .. package.path\n"
    "package.cpath = modules .. '/?.so;' .. package.cpath\n"
    "local function count_all(functions)\n"
    "  for name, value in pairs(functions) do\n"
    "    if type(value) == 'function' and name ~= 'trace' then\n"
    "      functions[name] = count(value)\n"
    "    end\n"
    "  end\n"
    "end\n"
    "if jit then\n"
    "  jit.off()\n"
    "  count_all(require 'yschema.core')\n"
    "  for name, value in pairs(debug.getregistry()) do\n"
    "    if type(name) == 'string' and name:find '^yschema' then\n"
    "      count_all(value.__index or {})\n"
    "    end\n"
    "  end\n"
    "end\n"
    "return dofile(scenarios)\n";

/* Leaves the list of scenarios on the stack. */
static lua_State *new_state(memory *m, char **argv) {
  lua_State *L = lua_newstate(allocate, m);
  if (L == NULL) give_up("a state", 0, "cannot be made", NULL);
  luaL_openlibs(L);
  if (luaL_loadstring(L, setup) != 0) give_up("setup", 0, "fails", NULL);
  lua_pushstring(L, argv[1]);
  lua_pushstring(L, argv[2]);
  lua_pushlightuserdata(L, m);
  lua_pushcclosure(L, count_calls, 1);
  if (lua_pcall(L, 3, 1, 0) != 0)
    give_up("setup", 0, "fails", lua_tostring(L, -1));
  return L;
}

/* Puts a scenario and its function on the stack, and prepares it. */
static const char *begin(lua_State *L, int number) {
  lua_rawgeti(L, 1, number);
  lua_remove(L, 1);
  lua_getfield(L, AT_SCENARIO, "run");
  lua_getfield(L, AT_SCENARIO, "prepare");
  if (!lua_isnil(L, -1) && lua_pcall(L, 0, 0, 0) != 0)
    give_up("prepare", 0, "fails", lua_tostring(L, -1));
  lua_settop(L, AT_RUN);
  lua_getfield(L, AT_SCENARIO, "name");
  return lua_tostring(L, -1);
}

/* Runs it: the text, or the error, is on the top of the stack. */
static bool run(lua_State *L) {
  lua_pushvalue(L, AT_RUN);
  return lua_pcall(L, 0, 1, 0) == 0;
}

static const char *no_memory = "not enough memory";

/* Nothing fails: the text is the usual one. */
static void run_well(lua_State *L, const char *name, long allocation,
                     const char *wanted) {
  const bool ok = run(L);
  const char *text = lua_tostring(L, -1);
  if (!ok || text == NULL || strcmp(text, wanted) != 0)
    give_up(name, allocation, "afterwards it gives", text);
  lua_pop(L, 1);
}

static void validate(lua_State *L, const char *name, long allocation, bool ok,
                     const char *wanted) {
  const char *text = lua_tostring(L, -1);
  if (text == NULL || (!ok && strstr(text, no_memory) == NULL))
    give_up(name, allocation, "throws", text);
  if (ok && strcmp(text, wanted) != 0 && strstr(text, no_memory) == NULL)
    give_up(name, allocation, wanted, text);
  lua_pop(L, 1);
}

/* How many allocations failed in turn. */
static long loop(char **argv, int number, bool for_good, long stride) {
  memory m = {.until_failure = -1};
  lua_State *L = new_state(&m, argv);
  const char *name = begin(L, number);
  const char *wanted;
  long allocation = 0, tried = 0;
  for (int i = 0; i < 3; i++) { /* what is made once is made by then */
    if (!run(L)) give_up(name, 0, "throws at once", lua_tostring(L, -1));
    lua_replace(L, AT_SCENARIO);
  }
  wanted = lua_tostring(L, AT_SCENARIO);
  if (wanted == NULL) give_up(name, 0, "gives no text", NULL);
  do {
    bool ok;
    arm(&m, allocation, for_good);
    ok = run(L);
    disarm(&m);
    validate(L, name, allocation, ok, wanted);
    if (tried % 16 == 0 || m.failures == 0)
      run_well(L, name, allocation, wanted);
    allocation += stride;
    tried++;
  } while (m.failures > 0);
  lua_close(L);
  if (LEAVES_NOTHING && m.bytes != 0)
    give_up("closed", (long)m.bytes, "bytes are left", "");
  return tried - 1;
}

static int count(char **argv) {
  memory m = {.until_failure = -1};
  lua_State *L = new_state(&m, argv);
  const int result = (int)lua_rawlen(L, -1);
  lua_close(L);
  return result;
}

static bool is_named(char **argv, int number, const char *wanted) {
  memory m = {.until_failure = -1};
  lua_State *L = new_state(&m, argv);
  bool found;
  lua_rawgeti(L, -1, number);
  lua_getfield(L, -1, "name");
  found = strcmp(lua_tostring(L, -1), wanted) == 0;
  lua_close(L);
  return found;
}

int main(int argc, char **argv) {
  const char *given = getenv("OOM_STRIDE");
  const long stride = given == NULL ? 1 : atol(given);
  int scenarios;
  if (argc < 3 || stride < 1) {
    fprintf(stderr, "usage: oom_binding MODULES SCENARIOS [NAME]\n");
    return 2;
  }
  scenarios = count(argv);
  for (int i = 1; i <= scenarios; i++) {
    long once, for_good;
    if (argc > 3 && !is_named(argv, i, argv[3])) continue;
    once = loop(argv, i, false, stride);
    for_good = loop(argv, i, true, stride);
    printf("scenario %d: %ld allocations failed alone, %ld for good\n", i, once,
           for_good);
    if (once == 0 || for_good == 0)
      give_up("the loop", i, "met no failure", "");
  }
  return 0;
}
