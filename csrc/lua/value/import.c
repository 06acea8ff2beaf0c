#include "lua/value/import.h"

#include "core/check/check.h"
#include "core/check/whole.h"
#include "core/scalar/scalar.h"
#include "core/type/fields.h"
#include "lua/base/box.h"
#include "lua/base/stack.h"
#include "lua/value/entries.h"
#include "lua/value/key.h"
#include "lua/value/origin.h"
#include "lua/value/style.h"

static ys_status take_other(ysl_import *im, ysl_want want, const ys_path *path,
                            ys_slot *slot);

/* ---- problems ----------------------------------------------------------- */

/* Notes a problem and lets the walk go on: of all problems the one with the
 * least path is told, whatever the order Lua walks tables in. */
static ys_status problem(ysl_import *im, const ys_path *path,
                         const char *words) {
  ys_str text;
  YS_TRY(ys_path_text(&im->space->arena, path, &text));
  if (im->problem == NULL || ys_str_cmp(text, im->problem_path) < 0) {
    im->problem = words;
    im->problem_path = text;
  }
  return YS_OK;
}

/* A problem of the value as a whole, which ends the walk. */
static ys_status give_up(ysl_import *im, const char *words) {
  im->problem = words;
  im->problem_path = (ys_str){"", 0};
  return YS_INVALID;
}

void ysl_import_push_problem(ysl_import *im) {
  if (im->problem_path.len == 0) {
    lua_pushstring(im->L, im->problem);
    return;
  }
  lua_pushlstring(im->L, im->problem_path.ptr, im->problem_path.len);
  lua_pushfstring(im->L, ": %s", im->problem);
  lua_concat(im->L, 2);
}

/* ---- slots -------------------------------------------------------------- */

static ys_status spend(ysl_import *im) {
  if (im->budget == 0) return give_up(im, "holds too many values");
  im->budget--;
  return YS_OK;
}

/* Compares a value that was taken with what was wanted, while both are at hand:
 * a check later on would have to fetch all of them again. */
static inline void judge(ysl_import *im, const ys_field *field, ys_slot *slot) {
  if (field == NULL) return;
  ys_whole_fit(field, slot);
  if (!ys_check_suits(field, (ys_kind)slot->kind)) im->doubtful = true;
}

/* ---- scalars ------------------------------------------------------------ */

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

/* False: too long, or out of memory. */
static bool take_string(ysl_import *im, ys_slot *slot) {
  size_t len;
  const char *text = lua_tolstring(im->L, -1, &len);
  char *copy = NULL;
  if (len <= UINT32_MAX) copy = ys_arena_text(&im->space->arena, len);
  if (copy == NULL) return false;
  memcpy(copy, text, len);
  slot->kind = YS_STRING;
  slot->size = (uint32_t)len;
  slot->u.text = copy;
  return true;
}

/* Takes what most values are. False: it is something else. */
static bool take_scalar(ysl_import *im, ys_slot *slot) {
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
static ys_status take_cdata(ysl_import *im, const ys_path *path,
                            ys_slot *slot) {
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
  return problem(im, path, "a cdata that is no 64-bit integer is not a value");
}

static ys_status take_function(ysl_import *im, const ys_path *path,
                               ys_slot *slot) {
  if (im->functions == 0) return problem(im, path, "a function is not a value");
  lua_pushvalue(im->L, -1);
  lua_rawseti(im->L, im->functions, (ysl_index)im->function_count + 1);
  slot->kind = YS_CLOSURE;
  slot->u.closure = ++im->function_count;
  return YS_OK;
}

/* ---- maps --------------------------------------------------------------- */

/* Field by field: many maps are so small that clearing all of it shows. */
static void start_entries(ysl_entries *e, ysl_want want, bool ordered) {
  const bool typed = want.field != NULL && want.field->kind == YS_MAP;
  e->type = typed ? want.field->map : NULL;
  e->names = typed ? want.names : NULL;
  e->ordered = ordered;
  e->known = NULL;
  e->known_count = 0;
  e->others = NULL;
  e->other_count = 0;
}

/* Makes room for the keys of the type. */
static ys_status start_known(ysl_import *im, ysl_entries *e) {
  const uint32_t count = e->type->shape.count;
  e->few = 0;
  e->given = &e->few;
  if (count > YSL_FEW)
    e->given = ys_arena_zalloc(&im->space->arena, count / YSL_FEW + 1,
                               sizeof *e->given);
  e->known = ys_arena_alloc(&im->space->arena, count * sizeof *e->known);
  return e->given == NULL || e->known == NULL ? YS_NOMEM : YS_OK;
}

/* A slot for a key that is not given yet. */
static ys_status known_slot(ysl_import *im, ysl_entries *e, size_t position,
                            ys_slot **out) {
  if (e->known == NULL) YS_TRY(start_known(im, e));
  e->given[position / YSL_FEW] |= (uint64_t)1 << (position % YSL_FEW);
  e->known_count++;
  *out = &e->known[position];
  **out = im->blank;
  (*out)->key = e->type->fields[position].key;
  return YS_OK;
}

static ys_status other_slot(ysl_import *im, ysl_entries *e, const ys_key *key,
                            ys_slot **out) {
  ys_slot *slot = ys_arena_alloc(&im->space->arena, sizeof *slot);
  if (slot == NULL) return YS_NOMEM;
  *slot = im->blank;
  slot->key = key;
  slot->next = e->others;
  e->others = slot;
  e->other_count++;
  *out = slot;
  return YS_OK;
}

/* Where the type has the key that is below the top of the stack, or -1. */
static int64_t position_by_name(const ysl_import *im, const ysl_entries *e) {
  if (e->names == NULL) return -1;
  return ysl_names_find(e->names, lua_topointer(im->L, -2));
}

/* What is wanted under a key that is at `position` of the type, or nowhere. */
static void want_of_key(const ysl_entries *e, int64_t position,
                        ysl_want *want) {
  const ys_field *named = position >= 0 ? &e->type->fields[position] : NULL;
  want->field =
      e->type->open_count == 0 ? named : ys_fields_guess(e->type, position);
  if (named != NULL && want->field == named && e->names != NULL)
    want->names = e->names->below[position];
}

/* A slot for the key that is below the top of the stack, and what is wanted
 * there; NULL: it cannot be a key. */
static ys_status entry_slot(ysl_import *im, ysl_entries *e, ysl_want *want,
                            ys_slot **out) {
  int64_t position = position_by_name(im, e);
  const ys_key *key;
  if (position >= 0)
    key = e->type->fields[position].key;
  else
    YS_TRY(ysl_find_key(im, e->type, -2, &key, &position));
  *out = NULL;
  if (key == NULL) return YS_OK;
  if (e->type != NULL) {
    want_of_key(e, position, want);
    if (want->field == NULL) im->doubtful = true;
  }
  if (position >= 0 && !e->ordered)
    return known_slot(im, e, (size_t)position, out);
  return other_slot(im, e, key, out);
}

/* Takes the entry whose key and value are at the top of the stack. */
static ys_status take_entry(ysl_import *im, ysl_entries *e,
                            const ys_path *path) {
  ysl_want want = {NULL, NULL};
  ys_slot *slot;
  YS_TRY(spend(im));
  YS_TRY(entry_slot(im, e, &want, &slot));
  if (slot == NULL)
    return problem(im, path,
                   "a key is neither a string, a number nor a boolean");
  if (!take_scalar(im, slot))
    YS_TRY(take_other(im, want, &(ys_path){path, slot->key, 0}, slot));
  judge(im, want.field, slot);
  return YS_OK;
}

/* Takes the entry at the top of the stack and those that follow it in the
 * table at `table`; pops all of them. */
static ys_status take_entries(ysl_import *im, ysl_entries *e, int table,
                              const ys_path *path) {
  do {
    YS_TRY(take_entry(im, e, path));
    lua_pop(im->L, 1);
  } while (lua_next(im->L, table));
  return YS_OK;
}

/* Takes a table as a map, from the entry at the top of the stack on. */
static ys_status take_map(ysl_import *im, ysl_want want, int table,
                          bool ordered, const ys_path *path, ys_slot *slot) {
  ysl_entries e;
  start_entries(&e, want, ordered);
  YS_TRY(take_entries(im, &e, table, path));
  return ysl_finish_entries(im, &e, slot);
}

/* ---- arrays ------------------------------------------------------------- */

/* An array being made. */
typedef struct items {
  ysl_want want;   /* of the items */
  size_t expected; /* how many there may be: a hint, not a promise */
  ys_slot *spare;  /* slots allocated ahead */
  size_t spare_count;
} items;

static ys_status new_item(ysl_import *im, items *list, uint32_t taken,
                          ys_slot **out) {
  enum { AHEAD = 64 };
  if (list->spare_count == 0) {
    size_t left = list->expected > taken ? list->expected - taken : 1;
    list->spare_count = left < AHEAD ? left : AHEAD;
    list->spare = ys_arena_alloc(&im->space->arena,
                                 list->spare_count * sizeof *list->spare);
    if (list->spare == NULL) return YS_NOMEM;
  }
  list->spare_count--;
  *out = list->spare++;
  **out = im->blank;
  return YS_OK;
}

/* Takes the value at the top of the stack as the next item. */
static ys_status take_item(ysl_import *im, items *list, const ys_path *path,
                           ys_slot *array) {
  const uint32_t index = array->size;
  ys_slot *item;
  YS_TRY(spend(im));
  YS_TRY(new_item(im, list, index, &item));
  ys_slot_append(array, item);
  if (!take_scalar(im, item))
    YS_TRY(take_other(im, list->want, &(ys_path){path, NULL, index}, item));
  judge(im, list->want.field, item);
  return YS_OK;
}

/* Whether the key at the top of the stack and all that follow it in the table
 * are just the indexes from `taken` + 1 to `count`. Pops the key. */
static bool are_indexes(lua_State *L, int table, size_t taken, size_t count) {
  for (;; taken++) {
    int64_t n;
    if (lua_type(L, -1) != LUA_TNUMBER || !ysl_toint(L, -1, &n) || n <= 0 ||
        (uint64_t)n > count)
      break;
    if (!lua_next(L, table)) return taken + 1 == count;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return false;
}

/* What was taken for an array is a map with some integer keys. */
static ys_status turn_to_map(ysl_import *im, ysl_want want, int table,
                             const ys_path *path, ys_slot *slot) {
  ys_slot *item = slot->u.items->first;
  lua_Integer index = 0;
  int64_t position;
  ysl_entries e;
  start_entries(&e, want, false);
  im->doubtful = true; /* the items' keys, and they as values of those */
  for (ys_slot *next; item != NULL; item = next) {
    next = item->next;
    lua_pushinteger(im->L, ++index);
    YS_TRY(ysl_find_key(im, NULL, -1, &item->key, &position));
    lua_pop(im->L, 1);
    item->next = e.others;
    e.others = item;
    e.other_count++;
  }
  YS_TRY(take_entries(im, &e, table, path));
  return ysl_finish_entries(im, &e, slot);
}

/* Takes the items that Lua does not walk in order. */
static ys_status take_rest(ysl_import *im, items *list, int table, size_t count,
                           const ys_path *path, ys_slot *array) {
  while (array->size < count) {
    lua_rawgeti(im->L, table, (ysl_index)array->size + 1);
    YS_TRY(take_item(im, list, path, array));
    lua_pop(im->L, 1);
  }
  return YS_OK;
}

/* Takes a table that is probably an array, from the item at the top of the
 * stack on. Lua mostly walks items in order; when it does not, the rest of the
 * keys is looked at first. */
static ys_status take_array(ysl_import *im, ysl_want want, int table,
                            ysl_style style, const ys_path *path,
                            ys_slot *slot) {
  lua_State *L = im->L;
  const size_t count = (size_t)lua_rawlen(L, table);
  items list = {{NULL, NULL}, count, NULL, 0};
  if (want.field != NULL && want.field->kind == YS_ARRAY)
    list.want = (ysl_want){want.field->item, want.names};
  YS_TRY(ysl_start_collection(im, slot, YS_ARRAY));
  while (lua_type(L, -2) == LUA_TNUMBER &&
         lua_tonumber(L, -2) == (lua_Number)slot->size + 1) {
    YS_TRY(take_item(im, &list, path, slot));
    lua_pop(L, 1);
    if (!lua_next(L, table)) return YS_OK;
  }
  lua_pushvalue(L, -2);
  if (are_indexes(L, table, slot->size, count)) {
    lua_pop(L, 2); /* the entry it began with */
    return take_rest(im, &list, table, count, path, slot);
  }
  if (style == YSL_STYLE_PLAIN) return turn_to_map(im, want, table, path, slot);
  return problem(im, path, "the keys of an array must be 1, 2, 3, ...");
}

/* ---- tables ------------------------------------------------------------- */

/* Whether an empty table can be nothing but an array: by its alternatives, too.
 * Recursion is bounded by the schema. */
static bool wants_array(const ys_field *field) {
  const ys_field *below;
  bool arrays = false;
  if (field->choice == NULL) return field->kind == YS_ARRAY;
  for (uint32_t i = 0; i < field->choice->count; i++) {
    below = &field->choice->alternatives[i];
    arrays |= wants_array(below);
    if (!wants_array(below) && ys_field_takes(below, YS_MAP)) return false;
  }
  return arrays;
}

/* Takes what is in a table. The first key that Lua shows tells what it may be:
 * an array has numbers only. */
static ys_status take_contents(ysl_import *im, ysl_want want, int table,
                               ysl_style style, const ys_path *path,
                               ys_slot *slot) {
  const ys_field *field = want.field;
  bool array = style == YSL_STYLE_ARRAY || style == YSL_STYLE_TUPLE ||
               style == YSL_STYLE_MATCHER;
  lua_pushnil(im->L);
  if (!lua_next(im->L, table)) {
    array |= style == YSL_STYLE_EMPTY;
    array |= style == YSL_STYLE_PLAIN && field != NULL && wants_array(field);
    return ysl_start_collection(im, slot, array ? YS_ARRAY : YS_MAP);
  }
  if (style == YSL_STYLE_EMPTY) style = YSL_STYLE_PLAIN;
  if (array || (style == YSL_STYLE_PLAIN && lua_type(im->L, -2) == LUA_TNUMBER))
    return take_array(im, want, table, style, path, slot);
  return take_map(im, want, table, style == YSL_STYLE_ORDERED, path, slot);
}

/* Makes sure of the stack for one more level, several levels at a time. */
static bool reserve(ysl_import *im, int top) {
  enum { LEVEL = 8, AHEAD = 64 };
  if (top + LEVEL <= im->reserved) return true;
  if (!ysl_reserve_stack(im->L, AHEAD)) return false;
  im->reserved = top + AHEAD;
  return true;
}

/* A set of one document is that document, and one of none is null. */
static ys_status take_documents(ysl_import *im, ysl_want want,
                                const ys_path *path, ys_slot *slot) {
  const size_t count = (size_t)lua_rawlen(im->L, -1);
  if (count == 0) return YS_OK;
  if (count > 1)
    return problem(im, path,
                   "several documents are no value: take one of them by its "
                   "index, or go over them in a loop");
  lua_rawgeti(im->L, -1, 1);
  if (!take_scalar(im, slot)) YS_TRY(take_other(im, want, path, slot));
  lua_pop(im->L, 1);
  return im->origins != 0 ? ysl_take_document(im, slot) : YS_OK;
}

static ys_status take_table(ysl_import *im, ysl_want want, const ys_path *path,
                            ys_slot *slot) {
  const int table = lua_gettop(im->L);
  ysl_style style;
  if (++im->depth > im->space->limits.max_depth || !reserve(im, table))
    return give_up(im, "is nested too deeply, or contains itself");
  style = ysl_style_of(im);
  if (style == YSL_STYLE_DOCUMENTS) {
    im->depth--;
    return take_documents(im, want, path, slot);
  }
  if (style == YSL_STYLE_OBJECT)
    YS_TRY(problem(im, path, "a schema, or documents, is not a value here"));
  else if (style != YSL_STYLE_NULL)
    YS_TRY(take_contents(im, want, table, style, path, slot));
  if (style == YSL_STYLE_TUPLE) slot->flags |= YS_SLOT_TUPLE;
  if (style == YSL_STYLE_MATCHER) slot->flags |= YS_SLOT_MATCHER;
  if (style != YSL_STYLE_PLAIN) lua_settop(im->L, table); /* else it is there */
  if (im->origins != 0 && ys_is_collection(slot))
    YS_TRY(ysl_take_origin(im, slot));
  im->depth--;
  return YS_OK;
}

/* ---- any value ---------------------------------------------------------- */

/* Only the value as a whole may be a userdata. */
static ys_status take_userdata(ysl_import *im, const ys_path *path,
                               ys_slot *slot) {
  const char *words = "a userdata is not a value";
  if (path->up == NULL && im->take_userdata != NULL)
    YS_TRY(im->take_userdata(im, slot, &words));
  return words == NULL ? YS_OK : problem(im, path, words);
}

/* Makes `slot` the value at the top of the stack, which is no easy scalar. */
static ys_status take_other(ysl_import *im, ysl_want want, const ys_path *path,
                            ys_slot *slot) {
  switch (lua_type(im->L, -1)) {
  case LUA_TSTRING:
    if (lua_rawlen(im->L, -1) <= UINT32_MAX) return YS_NOMEM;
    return problem(im, path, "a string is over 4 GiB");
  case LUA_TTABLE: return take_table(im, want, path, slot);
  case LUA_TFUNCTION: return take_function(im, path, slot);
  case LUA_TLIGHTUSERDATA:
    if (lua_touserdata(im->L, -1) == NULL) return YS_OK;
    return problem(im, path, "a light userdata is not a value");
  case YSL_TCDATA: return take_cdata(im, path, slot);
  case LUA_TTHREAD: return problem(im, path, "a coroutine is not a value");
  default: return take_userdata(im, path, slot);
  }
}

static void prepare(ysl_import *im) {
  lua_State *L = im->L;
  luaL_checkstack(L, 8, "cannot read a Lua value");
  lua_rawgeti(L, YSL_STATE, YSL_ARRAY_MT);
  lua_rawgeti(L, YSL_STATE, YSL_EMPTY_ARRAY_MT);
  lua_rawgeti(L, YSL_STATE, YSL_TUPLE_MT);
  lua_rawgeti(L, YSL_STATE, YSL_MATCHER_MT);
  lua_rawgeti(L, YSL_STATE, YSL_DOCUMENTS_MT);
  im->array_mt = lua_topointer(L, -5);
  im->empty_array_mt = lua_topointer(L, -4);
  im->tuple_mt = lua_topointer(L, -3);
  im->matcher_mt = lua_topointer(L, -2);
  im->documents_mt = lua_topointer(L, -1);
  lua_pop(L, 5);
  im->budget = im->space->limits.max_bytes / 16;
  im->blank.kind = YS_NULL;
  ys_slot_set_place(&im->blank, im->place);
}

ys_status ysl_import_value(ysl_import *im, const ys_field *field,
                           ys_slot *slot) {
  const int top = lua_gettop(im->L);
  const ys_path document = {NULL, NULL, 0};
  ysl_want want = {field, NULL};
  ys_status status = YS_OK;
  prepare(im);
  *slot = im->blank;
  if (field != NULL && im->names != NULL)
    want.names = ysl_names_of(im->names, field);
  if (!take_scalar(im, slot)) status = take_other(im, want, &document, slot);
  judge(im, field, slot);
  lua_settop(im->L, top);
  if (status == YS_OK && im->problem != NULL) return YS_INVALID;
  return status;
}
