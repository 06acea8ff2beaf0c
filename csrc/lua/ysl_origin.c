#include "ysl_origin.h"

#include "../core/ys_annot.h"

void ysl_make_origins(lua_State *L, int functions) {
  lua_rawgeti(L, functions, YSL_ORIGINS);
  if (lua_isnil(L, -1)) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawseti(L, functions, YSL_ORIGINS);
  }
  lua_pop(L, 1);
}

int ysl_push_origins(lua_State *L, int functions) {
  lua_rawgeti(L, functions, YSL_ORIGINS);
  return lua_istable(L, -1) ? lua_gettop(L) : 0;
}

void ysl_set_origin(lua_State *L, int origins, const ys_slot *slot) {
  lua_pushvalue(L, -1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)slot);
  lua_rawset(L, origins);
}

/* The slot that the table at the top of the stack was made of, or NULL. */
static ys_slot *origin_of(const ysl_import *im) {
  ys_slot *slot;
  lua_pushvalue(im->L, -1);
  lua_rawget(im->L, im->origins);
  slot = lua_touserdata(im->L, -1);
  lua_pop(im->L, 1);
  return slot;
}

/* Where numbers are doubles, a float without a fraction comes back as an
 * integer. */
static void restore_float(const ys_slot *origin, ys_slot *slot) {
  if (YSL_HAS_INTEGERS || slot->kind != YS_INT || origin->kind != YS_FLOAT ||
      (double)slot->u.integer != origin->u.number)
    return;
  slot->kind = YS_FLOAT;
  slot->u.number = origin->u.number;
}

static ys_status take_slot(ysl_import *im, const ys_slot *origin,
                           ys_slot *slot) {
  ys_slot_set_place(slot, ys_slot_place(origin));
  restore_float(origin, slot);
  return ys_annot_copy(&im->space->arena, origin->annots, &slot->annots);
}

/* Most maps come back as they were, so the next entry is tried first. */
static ys_status take_entries(ysl_import *im, ys_slot *origin, ys_slot *map) {
  const ys_slot *next = origin->u.items->first;
  for (ys_slot *s = map->u.items->first; s != NULL; s = s->next) {
    const ys_slot *from = next;
    if (from == NULL || from->key != s->key)
      from = ys_map_find(&im->space->arena, origin, s->key);
    if (from == NULL) continue;
    next = from->next;
    YS_TRY(take_slot(im, from, s));
  }
  return YS_OK;
}

static bool is_at(const ys_slot *slot, ys_place place) {
  return slot->line == place.line && slot->column == place.column &&
         slot->source == place.source;
}

/* What has an origin of its own has been taken from there. */
static ys_status take_items(ysl_import *im, const ys_slot *origin,
                            ys_slot *array) {
  const ys_slot *from = origin->u.items->first;
  for (ys_slot *s = array->u.items->first; s != NULL && from != NULL;
       s = s->next, from = from->next)
    if (is_at(s, im->place)) YS_TRY(take_slot(im, from, s));
  return YS_OK;
}

ys_status ysl_take_origin(ysl_import *im, ys_slot *slot) {
  ys_slot *origin = origin_of(im);
  if (origin == NULL) return YS_OK;
  if (slot->key == NULL) YS_TRY(take_slot(im, origin, slot));
  if (slot->kind != origin->kind) return YS_OK;
  return slot->kind == YS_MAP ? take_entries(im, origin, slot)
                              : take_items(im, origin, slot);
}
