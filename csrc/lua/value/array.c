
#include "lua/value/entries.h"
#include "lua/value/key.h"

/* An array that is being made. */
typedef struct items {
  ysl_want want;   /* of the items */
  size_t expected; /* how many there may be: a hint, not a promise */
  ys_slot *spare;  /* slots allocated ahead */
  size_t spare_count;
  ys_slot *last, **end; /* the last item, and where the next one is linked */
  uint32_t taken;       /* how many there are */
} items;

static ys_status new_item(ysl_import *im, items *list, ys_slot **out) {
  enum { AHEAD = 64 };
  if (list->spare_count == 0) {
    size_t left =
        list->expected > list->taken ? list->expected - list->taken : 1;
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
static ys_status take_item(ysl_import *im, items *list, const ys_path *path) {
  const uint32_t index = list->taken;
  ys_slot *item;
  YS_TRY(ysl_spend(im));
  YS_TRY(new_item(im, list, &item));
  *list->end = list->last = item;
  list->end = &item->next;
  list->taken++;
  if (!ysl_take_scalar(im, item))
    YS_TRY(ysl_take_other(im, list->want, &(ys_path){path, NULL, index}, item));
  ysl_validate(im, list->want.field, item);
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

/* Makes a map of what was taken for an array: the table has other keys, too. */
static ys_status turn_to_map(ysl_import *im, ysl_want want, int table,
                             const ys_path *path, ys_slot *slot) {
  ys_slot *item = ys_slot_first(slot);
  lua_Integer index = 0;
  int64_t position;
  ysl_entries e;
  ysl_start_entries(&e, want, false);
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
  YS_TRY(ysl_take_entries(im, &e, table, path));
  return ysl_finish_entries(im, &e, slot);
}

static ys_status finish(const ysl_import *im, const items *list,
                        ys_slot *array) {
  return ys_slot_close(&im->space->arena, array, list->last, list->taken);
}

/* Takes the items that are left by their indexes. */
static ys_status take_rest(ysl_import *im, items *list, int table, size_t count,
                           const ys_path *path, ys_slot *array) {
  while (list->taken < count) {
    lua_rawgeti(im->L, table, (ysl_index)list->taken + 1);
    YS_TRY(take_item(im, list, path));
    lua_pop(im->L, 1);
  }
  return finish(im, list, array);
}

/* Lua mostly walks the items in order. When it does not, this looks at all
 * other keys before it takes more items. */
ys_status ysl_take_array(ysl_import *im, ysl_want want, int table,
                         ysl_style style, const ys_path *path, ys_slot *slot) {
  lua_State *L = im->L;
  const size_t count = (size_t)lua_rawlen(L, table);
  items list = {.expected = count, .end = &slot->u.first};
  if (want.field != NULL && want.field->kind == YS_ARRAY)
    list.want = (ysl_want){want.field->item, want.names};
  ys_slot_make_bare(slot, YS_ARRAY);
  while (lua_type(L, -2) == LUA_TNUMBER &&
         lua_tonumber(L, -2) == (lua_Number)list.taken + 1) {
    YS_TRY(take_item(im, &list, path));
    lua_pop(L, 1);
    if (!lua_next(L, table)) return finish(im, &list, slot);
  }
  lua_pushvalue(L, -2);
  if (are_indexes(L, table, list.taken, count)) {
    lua_pop(L, 2); /* the entry it began with */
    return take_rest(im, &list, table, count, path, slot);
  }
  if (style == YSL_STYLE_PLAIN) return turn_to_map(im, want, table, path, slot);
  return ysl_note_problem(im, path,
                          "the keys of an array must be 1, 2, 3, ...");
}
