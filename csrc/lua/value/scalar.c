#include "lua/value/walk.h"

#include "core/scalar/scalar.h"
#include "lua/value/key.h"

static void take_number(ysl_import *im, ys_slot *slot) {
  const double exact = (double)YSL_EXACT;
  int64_t n;
  if (ysl_toint(im->L, -1, &n)) {
    slot->kind = YS_INT;
    slot->u.integer = n;
    return;
  }
  const double number = (double)lua_tonumber(im->L, -1);
  slot->kind = YS_FLOAT;
  slot->u.number = number;
  if (number >= -exact && number <= exact && (double)(int64_t)number == number)
    slot->flags |= YS_SLOT_WHOLE;
}

/* False: it is too long, or there is no memory. */
static bool take_string(ysl_import *im, ys_slot *slot) {
  size_t len;
  const char *text = lua_tolstring(im->L, -1, &len);
  char *copy = NULL;
  if (len <= UINT32_MAX) copy = ys_arena_text(&im->space->arena, len);
  if (copy == NULL) return false;
  memcpy(copy, text, len);
  return ys_slot_set_text(&im->space->arena, slot, (ys_str){copy, len}) ==
         YS_OK;
}

bool ysl_take_scalar(ysl_import *im, ys_slot *slot) {
  switch (lua_type(im->L, -1)) {
  case LUA_TNIL: return true;
  case LUA_TBOOLEAN:
    slot->kind = YS_BOOL;
    slot->u.boolean = lua_toboolean(im->L, -1) != 0;
    return true;
  case LUA_TNUMBER: take_number(im, slot); return true;
  case LUA_TSTRING: return take_string(im, slot);
  default: return false;
  }
}

/* LuaJIT's 64-bit integers, as init.lua's hook spells them. */
ys_status ysl_take_cdata(ysl_import *im, const ys_path *path, ys_slot *slot) {
  lua_State *L = im->L;
  ys_str text = {NULL, 0};
  bool integer = false;
  ysl_push_integer_text(L, -1);
  if (lua_type(L, -1) == LUA_TSTRING) {
    text.ptr = lua_tolstring(L, -1, &text.len);
    integer =
        ys_scalar_resolve(text, slot) == YS_SCALAR_OK && slot->kind == YS_INT;
  }
  lua_pop(L, 1);
  if (integer) return YS_OK;
  slot->kind = YS_NULL;
  return ysl_note_problem(im, path,
                          "a cdata that is no 64-bit integer is not a value");
}

void ysl_keep_function(lua_State *L, int functions, uint32_t number) {
  lua_pushvalue(L, -1);
  lua_rawget(L, functions);
  if (lua_isnil(L, -1)) {
    lua_pushvalue(L, -2);
    lua_pushinteger(L, (lua_Integer)number);
    lua_rawset(L, functions);
  }
  lua_pop(L, 1);
  lua_rawseti(L, functions, (ysl_index)number);
}

ys_status ysl_take_function(ysl_import *im, const ys_path *path,
                            ys_slot *slot) {
  if (im->functions == 0)
    return ysl_note_problem(im, path, "a function is not a value");
  slot->kind = YS_CLOSURE;
  slot->u.closure = ++im->function_count;
  lua_pushvalue(im->L, -1);
  ysl_keep_function(im->L, im->functions, im->function_count);
  return YS_OK;
}
