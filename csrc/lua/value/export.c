#include "lua/value/export.h"

#include "core/scalar/scalar.h"
#include "lua/base/stack.h"
#include "lua/base/userdata.h"
#include "lua/value/origin.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

typedef struct exporter {
  lua_State *L;
  int array_mt;                /* stack index */
  int keys;                    /* stack index of strings of keys; 0: none */
  const ysl_key_strings *kept; /* those that are there; NULL: none */
  int room;     /* stack slots that are free, as far as they were reserved */
  bool ordered; /* maps say the order of their keys */
  int origins;  /* stack index; 0: none */
  bool floats;  /* whether to note which numbers of collections are floats */
  uint32_t nodes;
  char problem[128];
} exporter;

static bool push_value(exporter *ex, const ys_slot *slot);

/* Pushes an integer. When no Lua number is it exactly, core.hooks.big_integer
 * makes a value of its digits. */
static bool push_integer(exporter *ex, const ys_slot *slot) {
  lua_State *L = ex->L;
  char text[32];
  const bool natural = (slot->flags & YS_SLOT_UNSIGNED) != 0;
  if (!natural && ysl_pushint(L, slot->u.integer)) return true;
  if (natural)
    snprintf(text, sizeof text, "%llu", (unsigned long long)slot->u.natural);
  else
    snprintf(text, sizeof text, "%lld", (long long)slot->u.integer);
  lua_rawgeti(L, YSL_STATE, YSL_HOOKS);
  lua_getfield(L, -1, "big_integer");
  lua_remove(L, -2);
  if (lua_isfunction(L, -1)) {
    lua_pushstring(L, text);
    lua_call(L, 1, 1);
    if (!lua_isnil(L, -1)) return true;
  }
  if ((slot->flags & YS_SLOT_NEAREST) != 0 && natural) {
    lua_pop(L, 1);
    lua_pushnumber(L, (lua_Number)slot->u.natural);
    return true;
  }
  snprintf(ex->problem, sizeof ex->problem,
           "the integer %s is too large for Lua; quotes make it a string",
           text);
  return false;
}

/* Pushes the nearest float of a number with many digits. An integer that needs
 * more than 64 bits, or a number beyond all floats, would be another one. */
static bool push_float(exporter *ex, const ys_slot *slot) {
  enum { SHOWN = 40 };
  const double number = ys_slot_number(slot);
  if (ys_slot_is_exact(slot) &&
      (slot->u.exact->integer || number - number != 0)) {
    const ys_str text = slot->u.exact->text;
    snprintf(ex->problem, sizeof ex->problem,
             "the number %.*s%s is too large for Lua; quotes make it a string",
             text.len > SHOWN ? SHOWN : (int)text.len, text.ptr,
             text.len > SHOWN ? "..." : "");
    return false;
  }
  lua_pushnumber(ex->L, number);
  return true;
}

/* Whether Lua takes a float for the key that an integer is. */
static bool is_integer_key(double number) {
  const double limit = 9223372036854775808.0; /* 2^63 */
  return number == floor(number) && number >= -limit && number < limit;
}

/* Pushes a key that is no string as the value it is, or as its text when Lua
 * has no such key: nan equals nothing, and a whole float is the same key as an
 * integer. */
static void push_scalar_key(lua_State *L, const ys_key *key) {
  ys_slot slot = {0};
  if (key->kind == YS_BOOL) {
    lua_pushboolean(L, key->text.len == 4); /* true */
    return;
  }
  if ((key->kind == YS_INT || key->kind == YS_FLOAT) &&
      ys_scalar_resolve(key->text, &slot) == YS_SCALAR_OK) {
    if (slot.kind == YS_FLOAT && slot.u.number == slot.u.number &&
        !is_integer_key(slot.u.number)) {
      lua_pushnumber(L, slot.u.number);
      return;
    }
    if (slot.kind == YS_INT && (slot.flags & YS_SLOT_UNSIGNED) == 0 &&
        ysl_pushint(L, slot.u.integer))
      return;
  }
  lua_pushlstring(L, key->text.ptr, key->text.len);
}

/* The size of a new table. */
static int hint(uint32_t size) {
  return size > INT_MAX ? INT_MAX : (int)size;
}

static void push_key(lua_State *L, const ys_key *key) {
  if (key->kind == YS_STRING)
    lua_pushlstring(L, key->text.ptr, key->text.len);
  else
    push_scalar_key(L, key);
}

/* Gives the table at the top a metatable with the list of the map's keys. */
static void add_order(lua_State *L, const ys_slot *map) {
  ysl_index index = 0;
  lua_createtable(L, 0, 1);
  lua_createtable(L, hint(ys_slot_size(map)), 0);
  for (const ys_slot *s = ys_slot_first(map); s != NULL; s = s->next) {
    push_key(L, s->key);
    lua_rawseti(L, -2, ++index);
  }
  lua_setfield(L, -2, "keys");
  lua_setmetatable(L, -2);
}

/* Pushes a key that has a place in the table of strings, and puts it there when
 * it is the first time. */
static void push_kept_key(const exporter *ex, const ys_key *key) {
  lua_State *L = ex->L;
  const ysl_index place = (ysl_index)key->number + 1;
  bool *is_kept = &ex->kept->are_kept[key->number];
  if (*is_kept) {
    lua_rawgeti(L, ex->keys, place);
    return;
  }
  push_key(L, key);
  lua_pushvalue(L, -1);
  lua_rawseti(L, ex->keys, place);
  *is_kept = true;
}

/* Whether all keys of a map are different in the table at the top, which was
 * made of it: some keys became their texts. */
static bool are_different(exporter *ex, const ys_slot *map) {
  lua_State *L = ex->L;
  uint32_t count = 0;
  lua_pushnil(L);
  for (; lua_next(L, -2); lua_pop(L, 1))
    count++;
  if (count == ys_slot_size(map)) return true;
  snprintf(ex->problem, sizeof ex->problem,
           "two keys of a map are the same in Lua (such as ~ and \"null\")");
  return false;
}

/* A table with the key 1 looks like an array, so a map with that key gets a
 * mark: the list of its keys. */
static bool finish_map(exporter *ex, const ys_slot *map, bool has_scalars) {
  bool has_one = false;
  if (has_scalars) {
    if (!are_different(ex, map)) return false;
    lua_rawgeti(ex->L, -1, 1);
    has_one = !lua_isnil(ex->L, -1);
    lua_pop(ex->L, 1);
  }
  if (ex->ordered || has_one) add_order(ex->L, map);
  return true;
}

static bool push_map(exporter *ex, const ys_slot *map) {
  lua_State *L = ex->L;
  const uint32_t kept = ex->kept != NULL ? ex->kept->count : 0;
  bool has_scalars = false;
  lua_createtable(L, 0, hint(ys_slot_size(map)));
  for (const ys_slot *s = ys_slot_first(map); s != NULL; s = s->next) {
    has_scalars |= s->key->kind != YS_STRING;
    if (s->key->number < kept)
      push_kept_key(ex, s->key);
    else
      push_key(L, s->key);
    if (!push_value(ex, s)) return false;
    lua_rawset(L, -3);
  }
  return finish_map(ex, map, has_scalars);
}

static bool push_array(exporter *ex, const ys_slot *array) {
  lua_State *L = ex->L;
  ysl_index index = 0;
  lua_createtable(L, hint(ys_slot_size(array)), 0);
  for (const ys_slot *s = ys_slot_first(array); s != NULL; s = s->next) {
    if (!push_value(ex, s)) return false;
    lua_rawseti(L, -2, ++index);
  }
  lua_pushvalue(L, ex->array_mt);
  lua_setmetatable(L, -2);
  return true;
}

/* Whether a slot is a float that would come back as an integer. */
static bool is_whole_float(const ys_slot *slot) {
  return slot->kind == YS_FLOAT &&
         ys_slot_number(slot) == floor(ys_slot_number(slot));
}

/* Notes which entries or items of a collection are such floats, for the table
 * at the top of the stack, which was made of it. */
static void note_floats(lua_State *L, const ys_slot *slot) {
  const ys_slot *first = ys_slot_first(slot);
  ysl_index index = 0;
  while (first != NULL && !is_whole_float(first))
    first = first->next;
  if (first == NULL) return;
  lua_newtable(L);
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    index++;
    if (!is_whole_float(s)) continue;
    if (slot->kind == YS_MAP)
      push_key(L, s->key);
    else
      lua_pushinteger(L, (lua_Integer)index);
    lua_pushnumber(L, ys_slot_number(s));
    lua_rawset(L, -3);
  }
  ysl_note_floats(L);
}

/* A collection needs up to `SLOTS` of Lua's stack, and occupies up to `BELOW`
 * while those in it are made. Room is reserved for many levels at once. */
enum { SLOTS = 6, BELOW = 2, LEVELS = 8 };

static bool reserve(exporter *ex) {
  const int room = LEVELS * BELOW + SLOTS;
  if (ex->room >= SLOTS) return true;
  ex->room = 0;
  if (lua_checkstack(ex->L, room))
    ex->room = room;
  else if (ysl_reserve_stack(ex->L, SLOTS))
    ex->room = SLOTS;
  return ex->room > 0;
}

static bool push_collection(exporter *ex, const ys_slot *slot) {
  if (!reserve(ex)) {
    snprintf(ex->problem, sizeof ex->problem,
             "the value is nested too deeply for Lua");
    return false;
  }
  ex->room -= BELOW;
  const bool done =
      slot->kind == YS_MAP ? push_map(ex, slot) : push_array(ex, slot);
  ex->room += BELOW;
  if (done && ex->origins != 0) ysl_set_origin(ex->L, ex->origins, slot);
  if (done && ex->floats) note_floats(ex->L, slot);
  return done;
}

/* Pushes one value. When it fails, the stack may hold anything. */
static bool push_value(exporter *ex, const ys_slot *slot) {
  lua_State *L = ex->L;
  ex->nodes++;
  switch (slot->kind) {
  case YS_BOOL: lua_pushboolean(L, slot->u.boolean); return true;
  case YS_INT: return push_integer(ex, slot);
  case YS_FLOAT: return push_float(ex, slot);
  case YS_STRING: {
    const ys_str text = ys_slot_text(slot);
    lua_pushlstring(L, text.ptr, text.len);
    return true;
  }
  case YS_ARRAY:
  case YS_MAP: return push_collection(ex, slot);
  default: lua_pushlightuserdata(L, NULL); return true;
  }
}

/* Pushes a value with its collections, or a problem. */
static bool push_all(exporter *ex, const ys_slot *slot) {
  lua_State *L = ex->L;
  const int top = lua_gettop(L);
  luaL_checkstack(L, 8, "cannot make a Lua value");
  lua_rawgeti(L, YSL_STATE, YSL_ARRAY_MT);
  ex->array_mt = top + 1;
  if (!push_value(ex, slot)) {
    lua_settop(L, top);
    lua_pushstring(L, ex->problem);
    return false;
  }
  lua_replace(L, top + 1);
  return true;
}

/* Sets the members one by one, as `problem` needs not be cleared. */
static void start(exporter *ex, lua_State *L) {
  ex->L = L;
  ex->keys = 0;
  ex->kept = NULL;
  ex->room = 0;
  ex->ordered = false;
  ex->origins = 0;
  ex->floats = false;
  ex->nodes = 0;
}

/* Pushes a value that is mostly no collection. */
static bool push_any(exporter *ex, const ys_slot *slot) {
  if (slot->kind == YS_INT && (slot->flags & YS_SLOT_UNSIGNED) == 0 &&
      ysl_pushint(ex->L, slot->u.integer)) {
    ex->nodes = 1;
    return true;
  }
  if (slot->kind == YS_INT || ys_slot_is_exact(slot) || ys_is_collection(slot))
    return push_all(ex, slot);
  return push_value(ex, slot);
}

bool ysl_export_value(lua_State *L, const ys_slot *slot, uint32_t *nodes) {
  exporter ex;
  start(&ex, L);
  const bool done = push_any(&ex, slot);
  if (nodes != NULL) *nodes += ex.nodes;
  return done;
}

bool ysl_export_keyed(lua_State *L, const ys_slot *slot, int keys,
                      const ysl_key_strings *kept) {
  exporter ex;
  start(&ex, L);
  ex.keys = keys;
  ex.kept = kept;
  return push_any(&ex, slot);
}

bool ysl_export_ordered(lua_State *L, const ys_slot *slot) {
  return ysl_export_known(L, slot, 0);
}

bool ysl_export_known(lua_State *L, const ys_slot *slot, int origins) {
  exporter ex;
  start(&ex, L);
  ex.ordered = true;
  ex.origins = origins;
  return push_all(&ex, slot);
}

bool ysl_export_argument(lua_State *L, const ys_slot *slot, int origins) {
  exporter ex;
  if (!ys_is_collection(slot)) return ysl_export_value(L, slot, NULL);
  start(&ex, L);
  ex.ordered = origins != 0;
  ex.origins = origins;
  ex.floats = !YSL_HAS_INTEGERS && origins == 0;
  return push_all(&ex, slot);
}
