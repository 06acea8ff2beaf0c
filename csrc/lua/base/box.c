#include "lua/base/box.h"

#include "lua/limit/ceiling.h"

/* ---- types --------------------------------------------------------------- */

static const char *const type_names[] = {
    "yschema.source", "yschema.schema", "yschema.run",    "yschema.documents",
    "yschema.layers", "yschema.weave",  "yschema.frame",  "yschema.matches",
    "yschema.buffer", "yschema.pool",   "yschema.meters", "yschema.meter"};

const char *ysl_type_name(ysl_type type) {
  return type_names[type];
}

/* What messages call it. */
static const char *short_name(const char *mark) {
  return mark + strlen("yschema.");
}

void ysl_new_type(lua_State *L, int state, ysl_type type) {
  luaL_newmetatable(L, type_names[type]);
  lua_pushvalue(L, -1);
  lua_rawseti(L, state, YSL_METATABLES + (int)type);
}

void ysl_set_functions(lua_State *L, const luaL_Reg *functions, int state) {
  lua_pushvalue(L, state);
  luaL_setfuncs(L, functions, 1);
}

/* ---- boxes --------------------------------------------------------------- */

void *ysl_new_box(lua_State *L, ysl_type type, size_t size) {
  ysl_box *box = lua_newuserdatauv(L, size, 1);
  memset(box, 0, size);
  box->mark = type_names[type];
  lua_rawgeti(L, YSL_STATE, YSL_METATABLES + (int)type);
  lua_setmetatable(L, -2);
  return box;
}

void *ysl_test_box(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_box *box = lua_touserdata(L, index);
  if (box != NULL && lua_rawlen(L, index) == size &&
      box->mark == type_names[type])
    return box;
  return NULL;
}

void *ysl_check_box(lua_State *L, int index, ysl_type type, size_t size) {
  void *box = ysl_test_box(L, index, type, size);
  if (box != NULL) return box;
  luaL_argerror(L, index,
                lua_pushfstring(L, "%s expected, got %s",
                                short_name(type_names[type]),
                                luaL_typename(L, index)));
  return NULL; /* not reached */
}

static void check_open(lua_State *L, const ysl_owner *owner) {
  if (!owner->open)
    luaL_error(L, "the %s is closed", short_name(owner->box.mark));
}

void *ysl_check_open(lua_State *L, int index, ysl_type type, size_t size) {
  ysl_owner *owner = ysl_check_box(L, index, type, size);
  check_open(L, owner);
  return owner;
}

static ysl_owner *any_owner(lua_State *L) {
  ysl_owner *owner = lua_touserdata(L, 1);
  const char *mark = NULL;
  if (owner != NULL && lua_rawlen(L, 1) >= sizeof *owner)
    mark = owner->box.mark;
  luaL_argcheck(L,
                mark != NULL && (mark == type_names[YSL_SCHEMA] ||
                                 mark == type_names[YSL_RUN] ||
                                 mark == type_names[YSL_DOCUMENTS] ||
                                 mark == type_names[YSL_LAYERS] ||
                                 mark == type_names[YSL_MATCHES]),
                1, "a schema, a run or documents expected");
  return owner;
}

ysl_owner *ysl_check_owner(lua_State *L) {
  ysl_owner *owner = any_owner(L);
  check_open(L, owner);
  return owner;
}

/* ---- release ------------------------------------------------------------- */

void ysl_settle(ysl_owner *owner) {
  void (*release)(ysl_owner *) = owner->release;
  if (owner->open || owner->busy > 0 || owner->users > 0 || release == NULL)
    return;
  owner->release = NULL;
  release(owner);
}

void ysl_leave(ysl_owner *owner) {
  owner->busy--;
  ysl_settle(owner);
}

void ysl_close(ysl_owner *owner) {
  owner->open = false;
  ysl_settle(owner);
}

int ysl_close_method(lua_State *L) {
  ysl_close(any_owner(L));
  return 0;
}

/* Nobody works on what is collected. */
int ysl_collect_method(lua_State *L) {
  ysl_owner *owner = any_owner(L);
  owner->busy = 0;
  ysl_close(owner);
  return 0;
}

/* ---- memory and results -------------------------------------------------- */

ys_memory ysl_memory(lua_State *L) {
  ys_memory memory;
  memory.realloc = ysl_ceiling_allocator(L, &memory.ud);
  return memory;
}

int ysl_no_memory(lua_State *L) {
  return luaL_error(L, "not enough memory");
}

/* Lua does not say why there is no room. Stacks end far above this: a shorter
 * one could not grow for want of memory. */
enum { SHORT_STACK = 100000 };

bool ysl_reserve_stack(lua_State *L, int slots) {
  if (lua_checkstack(L, slots)) return true;
  if (YSL_HAS_INTEGERS && lua_gettop(L) < SHORT_STACK) ysl_no_memory(L);
  return false;
}

bool ysl_check_status(lua_State *L, ys_status status) {
  if (status == YS_NOMEM) ysl_no_memory(L);
  return status == YS_OK;
}

int ysl_push_done(lua_State *L, ys_status status) {
  if (ysl_check_status(L, status))
    lua_pushboolean(L, true);
  else
    lua_pushnil(L);
  return 1;
}

ys_str ysl_check_str(lua_State *L, int index) {
  ys_str s;
  s.ptr = luaL_checklstring(L, index, &s.len);
  return s;
}

uint32_t ysl_check_position(lua_State *L, int index) {
  const lua_Integer n = luaL_checkinteger(L, index);
  luaL_argcheck(L, n >= 0 && n < INT32_MAX, index, "not a line or column");
  return (uint32_t)n;
}

void ysl_push_text(lua_State *L, ys_str text) {
  if (text.len == 0)
    lua_pushnil(L);
  else
    lua_pushlstring(L, text.ptr, text.len);
}

void ysl_set_text(lua_State *L, const char *name, ys_str text) {
  lua_pushlstring(L, text.ptr, text.len);
  lua_setfield(L, -2, name);
}

void ysl_set_number(lua_State *L, const char *name, size_t number) {
  lua_pushinteger(L, (lua_Integer)number);
  lua_setfield(L, -2, name);
}

int ysl_fail(lua_State *L, const char *problem) {
  lua_pushnil(L);
  lua_pushstring(L, problem);
  return 2;
}

int ysl_fail_top(lua_State *L) {
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}

/* ---- buffers ------------------------------------------------------------- */

typedef struct buffer {
  ysl_box box;
  ys_buf buf;
} buffer;

ys_buf *ysl_new_buffer(lua_State *L) {
  buffer *box = ysl_new_box(L, YSL_BUFFER, sizeof *box);
  ys_buf_init(&box->buf, ysl_memory(L));
  return &box->buf;
}

void ysl_push_buffer(lua_State *L, ys_buf *buf) {
  if (ys_buf_status(buf) != YS_OK) ysl_no_memory(L);
  if (buf->len == 0)
    lua_pushliteral(L, "");
  else
    lua_pushlstring(L, buf->ptr, buf->len);
  ys_buf_release(buf);
}

int ysl_buffer_collect(lua_State *L) {
  buffer *box = ysl_check_box(L, 1, YSL_BUFFER, sizeof *box);
  if (box->buf.memory.realloc != NULL) ys_buf_release(&box->buf);
  return 0;
}
