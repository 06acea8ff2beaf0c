#include "ysl_key.h"

#include "../core/ys_scalar.h"

#include <stdio.h>

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
  } else if (type != LUA_TNUMBER) {
    *out = NULL;
    return YS_OK;
  } else if (ysl_toint(im->L, index, &n)) {
    kind = YS_INT;
    s.len = (size_t)snprintf(text, sizeof text, "%lld", (long long)n);
  } else {
    kind = YS_FLOAT;
    s.len = ys_scalar_format_float((double)lua_tonumber(im->L, index), text);
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
  if (type != NULL) *position = ys_shape_find(&type->shape, *key, 0);
  return YS_OK;
}
