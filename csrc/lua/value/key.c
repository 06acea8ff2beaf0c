#include "lua/value/key.h"

#include "core/scalar/scalar.h"
#include "lua/base/userdata.h"

#include <stdio.h>

void ysl_push_integer_text(lua_State *L, int index) {
  lua_pushvalue(L, index);
  lua_rawgeti(L, YSL_STATE, YSL_HOOKS);
  lua_getfield(L, -1, "integer_text");
  lua_remove(L, -2);
  lua_insert(L, -2);
  if (lua_isfunction(L, -2)) {
    lua_call(L, 1, 1);
    return;
  }
  lua_pop(L, 2);
  lua_pushnil(L);
}

static ys_status cdata_key(ysl_import *im, int index, const ys_key **out) {
  ys_str text = {NULL, 0};
  ys_status status = YS_OK;
  *out = NULL;
  ysl_push_integer_text(im->L, index);
  if (lua_type(im->L, -1) == LUA_TSTRING) {
    text.ptr = lua_tolstring(im->L, -1, &text.len);
    status = ys_keys_intern(&im->space->keys, YS_INT, text, out);
  }
  lua_pop(im->L, 1);
  return status;
}

/* The key at `index`, when it is a scalar that is no string; else NULL. */
static ys_status scalar_key(ysl_import *im, int index, const ys_key **out) {
  char text[32];
  ys_str s = {text, 0};
  ys_kind kind = YS_NULL;
  int64_t n;
  const int type = lua_type(im->L, index);
  if (type == LUA_TBOOLEAN) {
    kind = YS_BOOL;
    s = lua_toboolean(im->L, index) ? YS_STR("true") : YS_STR("false");
  } else if (type == LUA_TLIGHTUSERDATA &&
             lua_touserdata(im->L, index) == NULL) {
    s = YS_STR("null");
  } else if (type == YSL_TCDATA) {
    return cdata_key(im, index, out);
  } else if (type != LUA_TNUMBER) {
    *out = NULL;
    return YS_OK;
  } else if (ysl_toint(im->L, index, &n)) {
    kind = YS_INT;
    s.len = (size_t)snprintf(text, sizeof text, "%lld", (long long)n);
  } else {
    kind = YS_FLOAT;
    s.len = ys_float_write((double)lua_tonumber(im->L, index), text);
  }
  return ys_keys_intern(&im->space->keys, kind, s, out);
}

ys_status ysl_find_key(ysl_import *im, const ys_map_type *type, int index,
                       const ys_key **key, int64_t *position) {
  ys_str text;
  *position = -1;
  if (lua_type(im->L, index) != LUA_TSTRING) return scalar_key(im, index, key);
  text.ptr = lua_tolstring(im->L, index, &text.len);
  YS_TRY(ys_keys_intern(&im->space->keys, YS_STRING, text, key));
  if (type != NULL) *position = ys_shape_find(type->shape, *key, 0);
  return YS_OK;
}
