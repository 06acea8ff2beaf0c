#include "lua/document/layout.h"

#include "lua/base/stack.h"
#include "lua/document/documents.h"
#include "lua/value/export.h"

static const char *const styles[] = {"plain",   "single", "double",
                                     "literal", "folded", "block",
                                     "flow",    "pair",   "alias"};

static void set_style(lua_State *L, const char *name, uint8_t style) {
  ysl_set_text(L, name, ys_cstr(styles[style]));
}

/* Sets a field to the number of the byte at an offset, counted from 1. */
static void set_first(lua_State *L, const char *name, uint32_t offset) {
  if (offset != YS_LAYOUT_NOWHERE) ysl_set_number(L, name, (size_t)offset + 1);
}

static void set_name(lua_State *L, const char *name, ys_str text) {
  if (text.ptr != NULL) ysl_set_text(L, name, text);
}

static void set_key(lua_State *L, const ys_layout *node) {
  const ys_key *key = node->key;
  if (node->key_start == YS_LAYOUT_NOWHERE) return;
  if (key != NULL) {
    ysl_set_text(L, "key", key->text);
    if (key->kind != YS_STRING)
      ysl_set_text(L, "key_kind", ys_kind_name((ys_kind)key->kind));
  }
  if (node->merge) ysl_set_true(L, "merge");
  if (node->key_alias) ysl_set_true(L, "key_alias");
  if (node->names != NULL) {
    set_name(L, "key_anchor", node->names->key.anchor);
    set_name(L, "key_tag", node->names->key.tag);
  }
  set_style(L, "key_style", node->key_style);
  set_first(L, "key_first", node->key_start);
  set_first(L, "key_content", node->key_content);
  ysl_set_number(L, "key_last", node->key_end);
  set_first(L, "colon", node->colon);
}

static void set_value(lua_State *L, const ys_layout *node) {
  const ys_slot *value = &node->value;
  const bool alias = node->style == YS_LAYOUT_ALIAS;
  ysl_set_text(L, "kind",
               alias ? YS_STR("alias") : ys_kind_name((ys_kind)value->kind));
  if (node->names != NULL) {
    set_name(L, "anchor", node->names->value.anchor);
    set_name(L, "tag", node->names->value.tag);
    set_name(L, "alias", node->names->alias);
  }
  set_style(L, "style", node->style);
  set_first(L, "first", node->start);
  set_first(L, "content", node->content);
  ysl_set_number(L, "last", node->end);
  if (alias || ys_is_collection(value)) return;
  if (ysl_export_value(L, value, NULL))
    lua_setfield(L, -2, "value");
  else
    lua_pop(L, 1); /* an integer for which Lua has no number */
}

void ysl_push_layout(lua_State *L, const ys_layout *node) {
  lua_createtable(L, 0, 15);
  ysl_set_number(L, "number", node->number);
  ysl_set_number(L, "line", node->place.line);
  ysl_set_number(L, "column", node->place.column);
  set_first(L, "indicator", node->indicator);
  set_key(L, node);
  set_value(L, node);
}

/* A part of a text, as offsets. */
typedef struct part {
  size_t first, last;
} part;

static bool is_within(const ys_layout *node, const part *within) {
  const bool keyed = node->key_start != YS_LAYOUT_NOWHERE;
  size_t start = node->start, end = node->end;
  if (within == NULL) return true;
  if (keyed && node->key_start < start) start = node->key_start;
  if (keyed && node->key_end > end) end = node->key_end;
  return start <= within->last && end >= within->first;
}

static bool push_node(lua_State *L, const ys_layout *node, const part *within) {
  ysl_index index = 0;
  if (!ysl_reserve_stack(L, 8)) return false;
  ysl_push_layout(L, node);
  for (const ys_layout *n = node->first; n != NULL; n = n->next) {
    if (!is_within(n, within)) continue;
    if (!push_node(L, n, within)) return false;
    lua_rawseti(L, -2, ++index);
  }
  return true;
}

static bool push_document(lua_State *L, const ys_layout_document *document,
                          const part *within) {
  lua_createtable(L, 0, 5);
  set_first(L, "first", document->start);
  set_first(L, "body", document->body);
  ysl_set_number(L, "last", document->end);
  if (document->marked) ysl_set_true(L, "marked");
  if (!push_node(L, document->root, within)) return false;
  lua_setfield(L, -2, "root");
  return true;
}

static bool push_documents(lua_State *L, const ys_layouts *layouts,
                           const part *within) {
  const int top = lua_gettop(L);
  ysl_index index = 0;
  lua_newtable(L);
  if (layouts->json) ysl_set_true(L, "json");
  for (const ys_layout_document *d = layouts->first; d != NULL; d = d->next) {
    if (!is_within(d->root, within)) continue;
    if (!push_document(L, d, within)) {
      lua_settop(L, top);
      lua_pushliteral(L, "the value is nested too deeply for Lua");
      return false;
    }
    lua_rawseti(L, -2, ++index);
  }
  return true;
}

int ysl_layout(lua_State *L) {
  const bool whole = lua_isnoneornil(L, 2);
  ysl_documents *ud = ysl_check_documents(L);
  const lua_Integer first = whole ? 1 : luaL_checkinteger(L, 2);
  const lua_Integer last = whole ? 1 : luaL_checkinteger(L, 3);
  luaL_argcheck(L, first > 0, 2, "bytes are counted from 1");
  luaL_argcheck(L, last >= first, 3, "it is before the first byte");
  if (!ysl_documents_lay_out(L, ud)) return ysl_fail(L, YSL_NO_LAYOUT);
  ysl_enter(&ud->owner);
  const bool done = push_documents(
      L, &ud->layouts, whole ? NULL : &(part){(size_t)first - 1, (size_t)last});
  ysl_leave(&ud->owner);
  return done ? 1 : ysl_fail_top(L);
}
