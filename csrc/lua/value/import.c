#include "lua/value/import.h"

#include "core/tree/charge.h"
#include "lua/base/stack.h"
#include "lua/base/userdata.h"
#include "lua/value/origin.h"
#include "lua/value/walk.h"

/* ---- problems ------------------------------------------------------------ */

ys_status ysl_note_problem(ysl_import *im, const ys_path *path,
                           const char *words) {
  ys_str text;
  YS_TRY(ys_path_text(&im->space->arena, path, &text));
  if (im->problem == NULL || ys_str_cmp(text, im->problem_path) < 0) {
    im->problem = words;
    im->problem_path = text;
  }
  return YS_OK;
}

ys_status ysl_give_up(ysl_import *im, const char *words) {
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

/* ---- tables -------------------------------------------------------------- */

/* Whether an empty table can only be an array, also by the alternatives of the
 * field. The schema bounds the recursion. */
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

/* Takes the contents of a table. The first key that lua_next() gives decides
 * what the table may be: an array has numbers only. */
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
    ys_slot_make_bare(slot, array ? YS_ARRAY : YS_MAP);
    if (!array && style == YSL_STYLE_PLAIN && !im->from_code)
      slot->flags |= YS_SLOT_EITHER;
    return YS_OK;
  }
  if (style == YSL_STYLE_EMPTY) style = YSL_STYLE_PLAIN;
  if (array || (style == YSL_STYLE_PLAIN && lua_type(im->L, -2) == LUA_TNUMBER))
    return ysl_take_array(im, want, table, style, path, slot);
  return ysl_take_map(im, want, table, style == YSL_STYLE_ORDERED, path, slot);
}

/* Makes room on the stack for one more level, for several levels at a time. */
static bool reserve(ysl_import *im, int top) {
  enum { LEVEL = 8, AHEAD = 64 };
  if (top + LEVEL <= im->reserved) return true;
  if (!ysl_reserve_stack(im->L, AHEAD)) return false;
  im->reserved = top + AHEAD;
  return true;
}

/* Takes a set of documents: a set of one is that document, an empty one null.
 */
static ys_status take_documents(ysl_import *im, ysl_want want,
                                const ys_path *path, ys_slot *slot) {
  const size_t count = (size_t)lua_rawlen(im->L, -1);
  if (count == 0) return YS_OK;
  if (count > 1)
    return ysl_note_problem(
        im, path,
        "several documents are no value: take one of them by its "
        "index, or go over them in a loop");
  lua_rawgeti(im->L, -1, 1);
  if (!ysl_take_scalar(im, slot)) YS_TRY(ysl_take_other(im, want, path, slot));
  lua_pop(im->L, 1);
  return im->origins != 0 ? ysl_take_document(im, slot) : YS_OK;
}

static ys_status take_table(ysl_import *im, ysl_want want, const ys_path *path,
                            ys_slot *slot) {
  const int table = lua_gettop(im->L);
  ysl_style style;
  if (++im->depth > im->space->limits.max_depth || !reserve(im, table))
    return ysl_give_up(im, "is nested too deeply, or contains itself");
  style = ysl_style_of(im);
  if (style == YSL_STYLE_DOCUMENTS) {
    im->depth--;
    return take_documents(im, want, path, slot);
  }
  if (style == YSL_STYLE_OBJECT)
    YS_TRY(ysl_note_problem(im, path,
                            "a schema, or documents, is not a value here"));
  else if (style != YSL_STYLE_NULL)
    YS_TRY(take_contents(im, want, table, style, path, slot));
  if (style == YSL_STYLE_TUPLE) slot->flags |= YS_SLOT_TUPLE;
  if (style == YSL_STYLE_MATCHER) slot->flags |= YS_SLOT_MATCHER;
  if (style != YSL_STYLE_PLAIN) lua_settop(im->L, table); /* else it is there */
  if (im->origins != 0 && ys_is_collection(slot))
    YS_TRY(ysl_take_origin(im, slot));
  if (im->from_code && ys_is_collection(slot))
    YS_TRY(ysl_take_floats(im, slot));
  im->depth--;
  return YS_OK;
}

/* ---- any value ----------------------------------------------------------- */

/* Only the value as a whole may be a userdata. */
static ys_status take_userdata(ysl_import *im, const ys_path *path,
                               ys_slot *slot) {
  const char *words = "a userdata is not a value";
  if (path->up == NULL && im->take_userdata != NULL)
    YS_TRY(im->take_userdata(im, slot, &words));
  return words == NULL ? YS_OK : ysl_note_problem(im, path, words);
}

ys_status ysl_take_other(ysl_import *im, ysl_want want, const ys_path *path,
                         ys_slot *slot) {
  switch (lua_type(im->L, -1)) {
  case LUA_TSTRING:
    if (lua_rawlen(im->L, -1) <= UINT32_MAX) return YS_NOMEM;
    return ysl_note_problem(im, path, "a string is over 4 GiB");
  case LUA_TTABLE: return take_table(im, want, path, slot);
  case LUA_TFUNCTION: return ysl_take_function(im, path, slot);
  case LUA_TLIGHTUSERDATA:
    if (lua_touserdata(im->L, -1) == NULL) return YS_OK;
    return ysl_note_problem(im, path, "a light userdata is not a value");
  case YSL_TCDATA: return ysl_take_cdata(im, path, slot);
  case LUA_TTHREAD:
    return ysl_note_problem(im, path, "a coroutine is not a value");
  default: return take_userdata(im, path, slot);
  }
}

static ys_status prepare(ysl_import *im) {
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
  if (im->from_code && ys_space_nodes_left(im->space) < im->budget)
    im->budget = ys_space_nodes_left(im->space);
  im->blank = (ys_slot){.kind = YS_NULL};
  return ys_slot_start(&im->space->arena, &im->blank, im->place);
}

ys_status ysl_import_value(ysl_import *im, const ys_field *field,
                           ys_slot *slot) {
  const int top = lua_gettop(im->L);
  const ys_path document = {NULL, NULL, 0};
  ysl_want want = {field, NULL};
  ys_status status = YS_OK;
  YS_TRY(prepare(im));
  *slot = im->blank;
  if (field != NULL && im->names != NULL)
    want.names = ysl_key_index_of(im->names, field);
  if (!ysl_take_scalar(im, slot))
    status = ysl_take_other(im, want, &document, slot);
  ysl_validate(im, field, slot);
  lua_settop(im->L, top);
  if (status == YS_OK && im->problem != NULL) return YS_INVALID;
  return status;
}
