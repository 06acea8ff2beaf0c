#include "lua/value/origin.h"

#include "core/annotation/annotation.h"
#include "lua/base/box.h"

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

/* Pushes a table of `yschema.starlark.values`, or nil before that is there. */
static void push_registry(lua_State *L, const char *name) {
  lua_rawgeti(L, YSL_STATE, YSL_HOOKS);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

void ysl_set_origin(lua_State *L, int origins, const ys_slot *slot) {
  lua_pushvalue(L, -1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)slot);
  lua_rawset(L, origins);
  push_registry(L, "fragments");
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
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

void ysl_make_float(ys_slot *slot) {
  if (slot->kind == YS_FLOAT) slot->flags &= (uint8_t)~YS_SLOT_WHOLE;
  if (YSL_HAS_INTEGERS || slot->kind != YS_INT ||
      (slot->flags & YS_SLOT_UNSIGNED) != 0)
    return;
  slot->kind = YS_FLOAT;
  slot->u.number = (double)slot->u.integer;
}

/* A float that comes back unchanged. */
static void restore_float(const ys_slot *origin, ys_slot *slot) {
  const bool is_float = slot->kind == YS_FLOAT;
  if (origin->kind != YS_FLOAT || (!is_float && slot->kind != YS_INT)) return;
  if ((is_float ? slot->u.number : (double)slot->u.integer) == origin->u.number)
    ysl_make_float(slot);
}

/* Takes all that the origin of an entry or item knows of it. */
static ys_status take_slot(ysl_import *im, const ys_slot *origin,
                           ys_slot *slot) {
  ys_slot_set_place(slot, ys_slot_place(origin));
  restore_float(origin, slot);
  return ys_annot_copy(&im->space->arena, origin->annots, &slot->annots);
}

/* What is said of a key, and of what an entry does in an overlay, is not about
 * its value. */
static bool goes_along(const ys_annot *annot, bool is_entry) {
  switch (annot->word) {
  case YS_WORD_KEY:
  case YS_WORD_ANY_KEY:
  case YS_WORD_MAY_BE_PRESENT: return false;
  case YS_WORD_OVERLAY_UNKNOWN: return true; /* to be reported */
  default: return !is_entry || !ys_word_is_overlay(annot->word);
  }
}

/* Takes what goes along with a value that stands by itself now. Under another
 * key it is only a value; what is said of items and documents goes along. */
static ys_status take_value(ysl_import *im, const ys_slot *origin,
                            ys_slot *slot) {
  const bool is_entry = origin->key != NULL || slot->key != NULL;
  ys_annot **link = &slot->annots;
  if (origin->key != NULL && slot->key != NULL) return YS_OK;
  YS_TRY(ys_annot_copy(&im->space->arena, origin->annots, link));
  while (*link != NULL)
    if (goes_along(*link, is_entry))
      link = &(*link)->next;
    else
      *link = (*link)->next;
  if (slot->key == NULL) ys_slot_set_place(slot, ys_slot_place(origin));
  restore_float(origin, slot);
  return YS_OK;
}

bool ysl_is_entry(const ysl_import *im) {
  const ys_slot *origin = NULL;
  if (im->origins != 0 && lua_istable(im->L, -1)) origin = origin_of(im);
  return origin != NULL && origin->key != NULL;
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

/* Those of the array that follow its first `offset` ones. What has an origin of
 * its own has been taken from there. */
static ys_status take_items(ysl_import *im, const ys_slot *origin,
                            ys_slot *array, size_t offset) {
  const ys_slot *from = origin->u.items->first;
  for (ys_slot *s = array->u.items->first; s != NULL && from != NULL;
       s = s->next) {
    if (offset > 0) {
      offset--;
      continue;
    }
    if (is_at(s, im->place)) YS_TRY(take_slot(im, from, s));
    from = from->next;
  }
  return YS_OK;
}

static ys_status take_contents(ysl_import *im, ys_slot *origin, ys_slot *slot,
                               size_t offset) {
  if (slot->kind != origin->kind) return YS_OK;
  return slot->kind == YS_MAP ? take_entries(im, origin, slot)
                              : take_items(im, origin, slot, offset);
}

/* Takes what the copied table at the top of the stack brought along: the list
 * below the top says where from. */
static ys_status take_copied(ysl_import *im, ys_slot *slot) {
  lua_State *L = im->L;
  const int list = lua_gettop(L);
  for (ysl_index i = 1; i <= (ysl_index)lua_rawlen(L, list); i++) {
    ys_slot *origin;
    int64_t offset = 0;
    lua_rawgeti(L, list, i);
    lua_getfield(L, -1, "offset");
    if (!ysl_toint(L, -1, &offset) || offset < 0) offset = 0;
    lua_getfield(L, -2, "from");
    origin = origin_of(im);
    lua_settop(L, list);
    if (origin != NULL) YS_TRY(take_contents(im, origin, slot, (size_t)offset));
  }
  return YS_OK;
}

/* Pushes what is known of the copy at the top: a list, or nil. */
static void push_copied(lua_State *L) {
  push_registry(L, "copied");
  if (!lua_istable(L, -1)) return;
  lua_pushvalue(L, -2);
  lua_rawget(L, -2);
  lua_remove(L, -2);
}

ys_status ysl_take_origin(ysl_import *im, ys_slot *slot) {
  ys_slot *origin = origin_of(im);
  ys_status status = YS_OK;
  if (origin != NULL) {
    YS_TRY(take_value(im, origin, slot));
    return take_contents(im, origin, slot, 0);
  }
  push_copied(im->L);
  if (lua_istable(im->L, -1)) status = take_copied(im, slot);
  lua_pop(im->L, 1);
  return status;
}

ys_status ysl_take_document(ysl_import *im, ys_slot *slot) {
  const ys_slot *set = origin_of(im);
  return set == NULL ? YS_OK : take_value(im, set->u.items->first, slot);
}
