#include "lua/document/format.h"

#include "core/print/emit.h"
#include "lua/base/stack.h"

ysl_format ysl_check_format(lua_State *L, int index) {
  static const char *const names[] = {"yaml", "json", NULL};
  return (ysl_format)luaL_checkoption(L, index, "yaml", names);
}

bool ysl_emit(lua_State *L, ys_buf *buf, const ys_slot *slot,
              ysl_format format) {
  const char *problem = "";
  ys_status status = YS_OK;
  if (format == YSL_JSON)
    status = ys_emit_json(slot, buf, &problem);
  else
    ys_emit_yaml(slot, buf);
  if (ysl_check_status(L, status)) return true;
  ys_buf_release(buf);
  lua_pushstring(L, problem);
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
