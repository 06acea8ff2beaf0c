#include "lua/document/documents.h"

#include "core/tree/pointer.h"
#include "lua/base/stack.h"
#include "lua/document/format.h"
#include "lua/document/layout.h"
#include "lua/document/lookup.h"
#include "lua/document/options.h"
#include "lua/limit/ceiling.h"
#include "lua/text/buffer.h"
#include "lua/text/source.h"
#include "lua/value/export.h"
#include "lua/value/import.h"

#include <limits.h>

ysl_documents *ysl_new_documents(lua_State *L) {
  ysl_documents *ud = ysl_new_userdata(L, YSL_DOCUMENTS, sizeof *ud);
  ysl_check_status(L, ys_space_init(&ud->space, ysl_memory(L), NULL));
  ysl_open(&ud->owner, &ud->space, NULL);
  return ud;
}

/* ---- documents ----------------------------------------------------------- */

ysl_documents *ysl_documents_open(lua_State *L) {
  ysl_documents *ud;
  ys_limits limits;
  bool strict;
  ysl_check_source(L, 1);
  ysl_check_limits(L, 2, &limits, &strict);
  ud = ysl_new_documents(L);
  ud->space.limits = limits;
  ud->space.strict = strict;
  ud->space.core_schema = ysl_reads_core_schema(L, 2);
  if (ysl_reads_wide_numbers(L, 2)) ud->space.wide = YS_WIDE_LUA;
  ud->space.refuse_comments = ysl_refuses_comments(L, 2);
  ud->space.keep_comments = ysl_keeps_comments(L, 2);
  return ud;
}

/* core.parse(source, options) -> documents | nil, owner */
static int parse(lua_State *L) {
  ysl_documents *ud = ysl_documents_open(L);
  if (ysl_check_status(L, ys_parse(&ud->space, ysl_add_source(L, 1, &ud->space),
                                   &ud->documents)))
    return 1;
  return ysl_fail_top(L);
}

ysl_documents *ysl_check_documents(lua_State *L) {
  return ysl_check_open(L, 1, YSL_DOCUMENTS, sizeof(ysl_documents));
}

/* documents:count() -> integer */
static int count(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)ysl_check_documents(L)->documents.count);
  return 1;
}

/* The document whose number is at stack index 2. The last one is remembered, so
 * that documents in order are found in one walk. */
static const ys_slot *check_document(lua_State *L, ysl_documents *ud) {
  const lua_Integer i = luaL_checkinteger(L, 2);
  luaL_argcheck(L, i > 0 && i <= (lua_Integer)ud->documents.count, 2,
                "no such document");
  if (ud->latest == NULL || ud->number > i) {
    ud->latest = ud->documents.first;
    ud->number = 1;
  }
  for (; ud->number < i; ud->number++)
    ud->latest = ud->latest->next;
  return ud->latest;
}

/* documents:value(i, ordered) -> value | nil, problem */
static int value(lua_State *L) {
  const bool ordered = lua_toboolean(L, 3);
  ysl_documents *ud = ysl_check_documents(L);
  const ys_slot *slot = check_document(L, ud);
  bool done;
  ysl_enter(&ud->owner);
  done =
      ordered ? ysl_export_ordered(L, slot) : ysl_export_value(L, slot, NULL);
  ysl_leave(&ud->owner);
  return done ? 1 : ysl_fail_top(L);
}

/* Sets the comments of a slot in the table at the top, if it has any. */
static void set_comments(lua_State *L, const ys_slot *slot) {
  ysl_index count = 0;
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next) {
    if (a->name.len > 0) continue;
    if (count++ == 0) lua_newtable(L);
    lua_createtable(L, 0, 2);
    lua_pushlstring(L, a->text.ptr, a->text.len);
    lua_setfield(L, -2, "text");
    ysl_set_number(L, "line", a->line);
    lua_rawseti(L, -2, count);
  }
  if (count > 0) lua_setfield(L, -2, "comments");
}

/* Pushes a node without what is below it. */
static void push_node(lua_State *L, const ys_slot *slot) {
  const bool collection = ys_is_collection(slot);
  const ys_place place = ys_slot_place(slot);
  const int size =
      !collection || ys_slot_size(slot) > INT_MAX ? 0 : (int)ys_slot_size(slot);
  lua_createtable(L, size, 5);
  ysl_set_text(L, "kind", ys_kind_name((ys_kind)slot->kind));
  ysl_set_number(L, "line", place.line);
  ysl_set_number(L, "column", place.column);
  if (slot->key != NULL) {
    lua_pushlstring(L, slot->key->text.ptr, slot->key->text.len);
    lua_setfield(L, -2, "key");
    if (slot->key->kind != YS_STRING)
      ysl_set_text(L, "key_kind", ys_kind_name((ys_kind)slot->key->kind));
  }
  if (ys_slot_annots(slot) != NULL) set_comments(L, slot);
  if (collection) return;
  if (ysl_export_value(L, slot, NULL))
    lua_setfield(L, -2, "value");
  else
    lua_pop(L, 1); /* an integer for which Lua has no number */
}

static bool push_all(lua_State *L, const ys_slot *slot) {
  ysl_index index = 0;
  if (!ysl_reserve_stack(L, 8)) return false;
  push_node(L, slot);
  if (!ys_is_collection(slot)) return true;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (!push_all(L, s)) return false;
    lua_rawseti(L, -2, ++index);
  }
  return true;
}

/* Pushes the node of a document with all that is below it, or a problem. */
static bool push_outline(lua_State *L, const ys_slot *document) {
  const int top = lua_gettop(L);
  if (push_all(L, document)) return true;
  lua_settop(L, top);
  lua_pushliteral(L, "the value is nested too deeply for Lua");
  return false;
}

/* documents:outline(i) -> node | nil, problem */
static int outline(lua_State *L) {
  ysl_documents *ud = ysl_check_documents(L);
  const ys_slot *slot = check_document(L, ud);
  bool done;
  ysl_enter(&ud->owner);
  done = push_outline(L, slot);
  ysl_leave(&ud->owner);
  return done ? 1 : ysl_fail_top(L);
}

bool ysl_documents_lay_out(lua_State *L, ysl_documents *ud) {
  luaL_argcheck(L, ud->space.sources.count > 0, 1, "nothing was parsed");
  if (!ud->laid_out)
    ud->laid_out = ysl_check_status(
        L, ys_layout_of(&ud->space, 0, &ud->documents, &ud->layouts));
  return ud->laid_out;
}

/* Gives the item of an array with this index, or NULL. Items in order are found
 * in one walk, because the last one is remembered. */
static const ys_slot *item_at(ysl_documents *ud, const ys_slot *array,
                              size_t index) {
  if (ud->walked.array != array || ud->walked.index > index)
    ud->walked = (ysl_walked_array){array, ys_slot_first(array), 0};
  while (ud->walked.item != NULL && ud->walked.index < index) {
    ud->walked.item = ud->walked.item->next;
    ud->walked.index++;
  }
  return ud->walked.item;
}

/* documents:readable() -> text, repairs: see core/tolerant/readable.h. What
 * reading the text has recorded is used. */
static int readable(lua_State *L) {
  const ys_space *space = &ysl_check_documents(L)->space;
  luaL_argcheck(L, space->sources.count > 0, 1, "nothing was parsed");
  return ysl_push_readable(L, space->sources.list[0], &space->limits,
                           &space->diags);
}

/* Returns the entry or item of `slot` that one step of a JSON pointer names, or
 * NULL. */
static const ys_slot *slot_below(ysl_documents *ud, const ys_slot *slot,
                                 ys_str step) {
  const ys_slot *found;
  uint32_t index;
  if (!ys_is_collection(slot)) return NULL;
  if (slot->kind == YS_MAP) {
    found = ys_slot_first(slot);
    while (found != NULL && !ys_str_eq(found->key->text, step))
      found = found->next;
    return found;
  }
  return ys_pointer_index(step, &index) ? item_at(ud, slot, index) : NULL;
}

/* Follows the steps of a JSON pointer, which are strings from `from` on, in the
 * first document. Gives the last slot on the way, and in `*found` whether all
 * steps were possible. */
static const ys_slot *follow(lua_State *L, ysl_documents *ud, int from,
                             bool *found) {
  const int top = lua_gettop(L);
  const ys_slot *slot = ud->documents.first, *next = slot;
  for (int i = from; i <= top && next != NULL; i++) {
    size_t length;
    const char *step = luaL_checklstring(L, i, &length);
    next = slot_below(ud, slot, (ys_str){step, length});
    if (next != NULL) slot = next;
  }
  *found = next != NULL;
  return slot;
}

/* documents:place(step...) -> line, column
 * The place of what the steps of a JSON pointer lead to in the first document,
 * or of the last thing on the way that is there. */
static int place(lua_State *L) {
  bool found;
  const ys_slot *slot = follow(L, ysl_check_documents(L), 2, &found);
  const ys_place at = slot != NULL ? ys_slot_place(slot) : (ys_place){1, 1, 0};
  lua_pushinteger(L, (lua_Integer)at.line);
  lua_pushinteger(L, (lua_Integer)at.column);
  return 2;
}

/* documents:source() -> source */
static int source(lua_State *L) {
  ysl_documents *ud = ysl_check_documents(L);
  luaL_argcheck(L, ud->space.sources.count > 0, 1, "nothing was parsed");
  ysl_enter(&ud->owner);
  ysl_push_source(L, ud->space.sources.list[0]);
  ysl_leave(&ud->owner);
  return 1;
}

/* ---- encoding ------------------------------------------------------------ */

/* documents:encode(format) -> string | nil, problem */
static int encode_documents(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  const ys_slot *first = ysl_check_documents(L)->documents.first;
  if (!ysl_emit_all(L, buf, first, format)) return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  return 1;
}

/* documents:part(format, step...) -> string | nil, problem
 * The text of what the steps of a JSON pointer lead to in the first document.
 */
static int part(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ysl_documents *ud = ysl_check_documents(L);
  bool found;
  const ys_slot *slot = follow(L, ud, 3, &found);
  ys_buf *buf = ysl_new_buffer(L);
  if (!found) {
    lua_pushliteral(L, "nothing is there");
    return ysl_fail_top(L);
  }
  if (!ysl_emit(L, buf, slot, format)) return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  return 1;
}

/* ---- Lua values ---------------------------------------------------------- */

bool ysl_documents_import(lua_State *L, ysl_documents *ud, int index,
                          ys_slot *slot) {
  ysl_import im = {.L = L, .space = &ud->space};
  bool done;
  lua_pushvalue(L, index);
  done = ysl_check_status(L, ysl_import_value(&im, NULL, slot));
  lua_pop(L, 1);
  if (!done) ysl_import_push_problem(&im);
  return done;
}

/* core.encode(value, "yaml" | "json", exact?) -> string | nil, problem */
static int encode_value(lua_State *L) {
  const bool replaces = !lua_toboolean(L, 3);
  ysl_format format = ysl_check_format(L, 2);
  ysl_documents *ud;
  ys_slot slot = {0};
  ys_buf *buf;
  luaL_checkany(L, 1);
  if (format == YSL_JSON && replaces) format = YSL_JSON_REPLACED;
  ud = ysl_new_documents(L);
  buf = ysl_new_buffer(L);
  if (!ysl_documents_import(L, ud, 1, &slot) ||
      !ysl_emit(L, buf, &slot, format))
    return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  ysl_close(&ud->owner);
  return 1;
}

const luaL_Reg ysl_documents_methods[] = {{"count", count},
                                          {"value", value},
                                          {"outline", outline},
                                          {"layout", ysl_layout},
                                          {"at", ysl_layout_at},
                                          {"root", ysl_layout_root},
                                          {"below", ysl_layout_below},
                                          {"symbols", ysl_layout_symbols},
                                          {"folds", ysl_layout_folds},
                                          {"place", place},
                                          {"readable", readable},
                                          {"source", source},
                                          {"encode", encode_documents},
                                          {"part", part},
                                          {NULL, NULL}};

const luaL_Reg ysl_documents_functions[] = {{"parse", parse},
                                            {"layout", ysl_layout_alone},
                                            {"encode", encode_value},
                                            {NULL, NULL}};
