#include "lua/value/origin.h"

#include "lua/base/userdata.h"
#include "lua/value/key.h"

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

/* Pushes what such a table has for the value at the top of the stack, or nil.
 */
static void push_registered(lua_State *L, const char *name) {
  push_registry(L, name);
  if (!lua_istable(L, -1)) return;
  lua_pushvalue(L, -2);
  lua_rawget(L, -2);
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

/* ---- floats -------------------------------------------------------------- */

ysl_number ysl_number_at(lua_State *L, int index) {
  const char *name;
  if (lua_isboolean(L, index))
    return lua_toboolean(L, index) ? YSL_SPELLED_FLOAT : YSL_ANY_NUMBER;
  name = lua_tostring(L, index);
  if (name == NULL) return YSL_ANY_NUMBER;
  return name[0] == 's' ? YSL_SPELLED_FLOAT : YSL_COMPUTED_FLOAT;
}

/* Where numbers are doubles, a float without a fraction came as an integer.
 * Elsewhere it came as one that is accepted as an integer, too. */
static void make_float(ysl_number number, ys_slot *slot) {
  const bool whole = number == YSL_COMPUTED_FLOAT;
  if (number == YSL_ANY_NUMBER) return;
  if (slot->kind == YS_FLOAT && !whole) slot->flags &= (uint8_t)~YS_SLOT_WHOLE;
  if (YSL_HAS_INTEGERS || slot->kind != YS_INT ||
      (slot->flags & YS_SLOT_UNSIGNED) != 0)
    return;
  slot->kind = YS_FLOAT;
  slot->u.number = (double)slot->u.integer;
  if (whole) slot->flags |= YS_SLOT_WHOLE;
}

void ysl_take_float(lua_State *L, ysl_number number, ys_slot *slot) {
  make_float(number, slot);
  if (slot->kind == YS_FLOAT && number != YSL_ANY_NUMBER &&
      lua_type(L, -1) == LUA_TNUMBER)
    slot->u.number = (double)lua_tonumber(L, -1); /* a zero may have a sign */
}

static bool is_number(const ys_slot *slot, double number) {
  if (slot->kind == YS_FLOAT) return ys_slot_number(slot) == number;
  return slot->kind == YS_INT && (double)slot->u.integer == number;
}

/* Sets `out` to what the collection has at the key below the top of the stack,
 * or to NULL. */
static ys_status find_noted(ysl_import *im, ys_slot *slot, ys_slot **out) {
  const ys_key *key;
  int64_t index;
  *out = NULL;
  if (slot->kind == YS_MAP) {
    YS_TRY(ysl_find_key(im, NULL, -2, &key, &index));
    if (key != NULL) *out = ys_map_find(&im->space->arena, slot, key);
  } else if (ysl_toint(im->L, -2, &index) && index > 0 &&
             index <= ys_slot_size(slot)) {
    for (*out = ys_slot_first(slot); index > 1; index--)
      *out = (*out)->next;
  }
  return YS_OK;
}

/* Takes the floats of the collection `slot` that the table at the top of the
 * stack has by their keys. */
static ys_status take_noted(ysl_import *im, ysl_number number, ys_slot *slot) {
  lua_State *L = im->L;
  const int numbers = lua_gettop(L);
  ys_slot *noted;
  if (!lua_istable(L, -1)) return YS_OK;
  lua_pushnil(L);
  while (lua_next(L, numbers)) {
    YS_TRY(find_noted(im, slot, &noted));
    if (noted != NULL && is_number(noted, (double)lua_tonumber(L, -1)))
      ysl_take_float(L, number, noted);
    lua_pop(L, 1);
  }
  return YS_OK;
}

ys_status ysl_take_floats(ysl_import *im, ys_slot *slot) {
  lua_State *L = im->L;
  const int top = lua_gettop(L);
  push_registered(L, "floats");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "spelled");
    YS_TRY(take_noted(im, YSL_SPELLED_FLOAT, slot));
    lua_getfield(L, top + 1, "computed");
    YS_TRY(take_noted(im, YSL_COMPUTED_FLOAT, slot));
  }
  lua_settop(L, top);
  return YS_OK;
}

void ysl_note_floats(lua_State *L) {
  const int collection = lua_gettop(L) - 1;
  push_registry(L, "floats");
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, collection);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, collection + 1);
    lua_setfield(L, -2, "computed");
    lua_newtable(L);
    lua_setfield(L, -2, "spelled");
    lua_rawset(L, -3);
  }
  lua_settop(L, collection);
}

ysl_number ysl_number_given(lua_State *L) {
  ysl_number number = YSL_ANY_NUMBER;
  push_registry(L, "gives_float");
  if (lua_isfunction(L, -1)) {
    lua_pushvalue(L, -2);
    lua_call(L, 1, 1);
    number = ysl_number_at(L, -1);
  }
  lua_pop(L, 1);
  return number;
}

/* ---- what origins know --------------------------------------------------- */

/* A float that comes back unchanged. */
static void restore_float(const ys_slot *origin, ys_slot *slot) {
  if (origin->kind == YS_FLOAT && is_number(slot, ys_slot_number(origin)))
    make_float(YSL_SPELLED_FLOAT, slot);
}

/* Takes all that the origin of an entry or item knows of it. */
static ys_status take_slot(ysl_import *im, const ys_slot *origin,
                           ys_slot *slot) {
  YS_TRY(ys_slot_set_place(&im->space->arena, slot, ys_slot_place(origin)));
  restore_float(origin, slot);
  ys_annot *annots;
  YS_TRY(ys_annot_copy(&im->space->arena, ys_slot_annots(origin), &annots));
  return ys_slot_annotate(&im->space->arena, slot, annots);
}

/* Annotations of a key, and of what an entry does in an overlay, are not about
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

/* Takes the annotations that stay with a value which has left its place. Those
 * of items and documents stay; those of an entry do not apply to another key.
 */
static ys_status take_value(ysl_import *im, const ys_slot *origin,
                            ys_slot *slot) {
  const bool is_entry = origin->key != NULL || slot->key != NULL;
  ys_annot *annots, **link = &annots;
  if (origin->key != NULL && slot->key != NULL) return YS_OK;
  YS_TRY(ys_annot_copy(&im->space->arena, ys_slot_annots(origin), link));
  while (*link != NULL)
    if (goes_along(*link, is_entry))
      link = &(*link)->next;
    else
      *link = (*link)->next;
  YS_TRY(ys_slot_annotate(&im->space->arena, slot, annots));
  if (slot->key == NULL)
    YS_TRY(ys_slot_set_place(&im->space->arena, slot, ys_slot_place(origin)));
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
  const ys_slot *next = ys_slot_first(origin);
  for (ys_slot *s = ys_slot_first(map); s != NULL; s = s->next) {
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
  return ys_place_is(ys_slot_place(slot), place);
}

/* Takes the origins of the items that follow the first `offset` ones. An item
 * that has an origin of its own has got it before. */
static ys_status take_items(ysl_import *im, const ys_slot *origin,
                            ys_slot *array, size_t offset) {
  const ys_slot *from = ys_slot_first(origin);
  for (ys_slot *s = ys_slot_first(array); s != NULL && from != NULL;
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

/* Takes the origins of the copied table at the top of the stack: the list below
 * the top has the tables that it was made of. */
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

ys_status ysl_take_origin(ysl_import *im, ys_slot *slot) {
  ys_slot *origin = origin_of(im);
  ys_status status = YS_OK;
  if (origin != NULL) {
    YS_TRY(take_value(im, origin, slot));
    return take_contents(im, origin, slot, 0);
  }
  push_registered(im->L, "copied");
  if (lua_istable(im->L, -1)) status = take_copied(im, slot);
  lua_pop(im->L, 1);
  return status;
}

ys_status ysl_take_document(ysl_import *im, ys_slot *slot) {
  const ys_slot *set = origin_of(im);
  return set == NULL ? YS_OK : take_value(im, ys_slot_first(set), slot);
}
