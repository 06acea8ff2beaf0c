#include "lua/document/outline.h"

#include "core/annotation/annotation.h"
#include "lua/base/stack.h"
#include "lua/value/export.h"

#include <limits.h>

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
  const int size = !collection || slot->size > INT_MAX ? 0 : (int)slot->size;
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

bool ysl_push_outline(lua_State *L, const ys_slot *document) {
  const int top = lua_gettop(L);
  if (push_all(L, document)) return true;
  lua_settop(L, top);
  lua_pushliteral(L, "the value is nested too deeply for Lua");
  return false;
}
