#include "lua/document/format.h"

#include "core/print/emit.h"
#include "lua/base/stack.h"
#include "lua/text/buffer.h"

ysl_format ysl_check_format(lua_State *L, int index) {
  static const char *const names[] = {"yaml", "json", NULL};
  return (ysl_format)luaL_checkoption(L, index, "yaml", names);
}

void ysl_push_json_problem(lua_State *L, ys_buf *buf, const ys_slot *slot) {
  const size_t start = buf->len;
  ys_emit_json_problem(slot, buf);
  ysl_check_status(L, ys_buf_status(buf));
  lua_pushlstring(L, buf->ptr + start, buf->len - start);
}

bool ysl_emit(lua_State *L, ys_buf *buf, const ys_slot *slot,
              ysl_format format) {
  const char *problem;
  ys_status status = YS_OK;
  if (format == YSL_JSON)
    status = ys_emit_json(slot, buf, &problem);
  else if (format == YSL_JSON_REPLACED)
    status = ys_emit_json_replaced(slot, buf, &problem);
  else
    ys_emit_yaml(slot, buf);
  if (ysl_check_status(L, status)) return true;
  buf->len = 0;
  ysl_push_json_problem(L, buf, slot);
  ys_buf_release(buf);
  return false;
}

bool ysl_emit_all(lua_State *L, ys_buf *buf, const ys_slot *first,
                  ysl_format format) {
  for (const ys_slot *slot = first; slot != NULL; slot = slot->next) {
    if (format == YSL_YAML && slot->kind == YS_NULL) continue;
    if (format == YSL_YAML && buf->len > 0) ys_buf_cstr(buf, "---\n");
    if (!ysl_emit(L, buf, slot, format)) return false;
  }
  return true;
}

/* ---- in pieces ----------------------------------------------------------- */

/* The values on the stack from the index on that ysl_begin_print() returns. */
enum { GIVE, BUFFER, WRITE, OUTCOME, SLOTS };

typedef struct printing {
  lua_State *L;
  int begun;
  enum { GOES_ON, STOPPED, FAILED } state;
} printing;

/* Gives a piece to the function. It runs in protected mode, because the core is
 * at work. What it says when it fails becomes the outcome. */
static void take(void *ud, ys_str piece) {
  printing *p = ud;
  lua_State *L = p->L;
  (void)piece; /* the function gets it from the buffer */
  if (p->state != GOES_ON) return;
  lua_pushvalue(L, p->begun + GIVE);
  lua_pushvalue(L, p->begun + BUFFER);
  lua_pushvalue(L, p->begun + WRITE);
  if (lua_pcall(L, 2, 2, 0) != 0) {
    p->state = FAILED;
    lua_replace(L, p->begun + OUTCOME);
    return;
  }
  if (!lua_toboolean(L, -2)) {
    p->state = STOPPED;
    lua_pushvalue(L, -1);
    lua_replace(L, p->begun + OUTCOME);
  }
  lua_pop(L, 2);
}

static void take_nothing(void *ud, ys_str piece) {
  (void)ud;
  (void)piece;
}

int ysl_begin_print(lua_State *L, int write) {
  const int begun = lua_gettop(L) + 1;
  luaL_checktype(L, write, LUA_TFUNCTION);
  luaL_checkstack(L, 2 * SLOTS, NULL);
  lua_pushcfunction(L, ysl_give_buffer);
  ysl_new_buffer(L);
  lua_pushvalue(L, write);
  lua_pushnil(L);
  return begun;
}

/* Whether the format has such a value; else the problem is pushed. */
static bool has_value(lua_State *L, ys_buf *buf, const ys_slot *slot,
                      ysl_format format) {
  static const ys_drain nowhere = {NULL, take_nothing};
  if (format == YSL_YAML) return true;
  buf->drain = &nowhere;
  if (!ysl_emit(L, buf, slot, format)) return false;
  buf->len = 0;
  return true;
}

bool ysl_print(lua_State *L, int begun, const ys_slot *slot,
               ysl_format format) {
  printing p = {L, begun, GOES_ON};
  const ys_drain drain = {&p, take};
  ys_buf *buf = ysl_buffer_at(L, begun + BUFFER);
  if (!has_value(L, buf, slot, format)) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return true;
  }
  buf->drain = &drain;
  if (format == YSL_JSON || slot->kind != YS_NULL)
    ysl_emit(L, buf, slot, format);
  ys_buf_drain(buf);
  if (ys_buf_status(buf) != YS_OK) ysl_no_memory(L);
  ys_buf_release(buf);
  if (p.state == GOES_ON)
    lua_pushboolean(L, true);
  else
    lua_pushnil(L);
  lua_pushvalue(L, begun + OUTCOME);
  return p.state != FAILED;
}
