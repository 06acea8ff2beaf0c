#include "lua/document/lookup.h"

#include "core/print/structure.h"
#include "lua/base/stack.h"
#include "lua/document/documents.h"
#include "lua/document/layout.h"
#include "lua/text/buffer.h"
#include "lua/text/source.h"

/* The first byte of an entry or item. */
static size_t start_of(const ys_layout *node) {
  if (node->indicator != YS_LAYOUT_NOWHERE) return node->indicator;
  return node->key_start != YS_LAYOUT_NOWHERE ? node->key_start : node->start;
}

/* The offset after the last byte of an entry or item. Where no value is
 * written, it has a place after the colon. */
static size_t end_of(const ys_layout *node) {
  size_t end = node->end;
  if (node->key_start != YS_LAYOUT_NOWHERE && end < node->key_end)
    end = node->key_end;
  return node->colon != YS_LAYOUT_NOWHERE && end <= node->colon
             ? node->colon + 1
             : end;
}

/* The node directly below another one that an offset is in, or directly after;
 * the last one if there are two. NULL: none. */
static const ys_layout *below_at(const ys_layout *node, size_t offset) {
  const ys_layout *found = NULL;
  for (const ys_layout *n = node->first; n != NULL; n = n->next) {
    if (start_of(n) > offset) break;
    found = n;
  }
  return found != NULL && offset <= end_of(found) ? found : NULL;
}

/* ---- a text without a tree ------------------------------------------------
 */

int ysl_layout_alone(lua_State *L) {
  ysl_documents *ud = ysl_documents_open(L);
  const uint16_t source = ysl_add_source(L, 1, &ud->space);
  ud->laid_out =
      ysl_check_status(L, ys_layout_alone(&ud->space, source, &ud->layouts));
  if (ud->laid_out) return 1;
  ysl_close(&ud->owner);
  return 0;
}

/* ---- at ------------------------------------------------------------------ */

static const ys_layout_document *document_at(const ys_layouts *layouts,
                                             size_t offset) {
  const ys_layout_document *found = layouts->first;
  for (const ys_layout_document *d = found; d != NULL; d = d->next) {
    if (d->start > offset) break;
    found = d;
  }
  return found;
}

int ysl_layout_at(lua_State *L) {
  ysl_documents *ud = ysl_check_documents(L);
  const lua_Integer byte = luaL_checkinteger(L, 2);
  ysl_index index = 0;
  luaL_argcheck(L, byte > 0, 2, "bytes are counted from 1");
  if (!ysl_documents_lay_out(L, ud)) return ysl_fail(L, YSL_NO_LAYOUT);
  const size_t offset = (size_t)byte - 1;
  const ys_layout_document *document = document_at(&ud->layouts, offset);
  ysl_enter(&ud->owner);
  lua_newtable(L);
  for (const ys_layout *node = document == NULL ? NULL : document->root;
       node != NULL; node = below_at(node, offset)) {
    ysl_push_layout(L, node);
    lua_rawseti(L, -2, ++index);
  }
  ysl_leave(&ud->owner);
  return 1;
}

/* ---- structure ----------------------------------------------------------- */

/* The layout is known. */
static ys_structure structure_of(lua_State *L, const ysl_documents *ud) {
  return (ys_structure){.layouts = &ud->layouts,
                        .read = ud->space.sources.list[0]->text,
                        .text = ysl_check_str(L, 2)};
}

int ysl_layout_symbols(lua_State *L) {
  static const char *const units[] = {"utf-8", "utf-16", "utf-32", NULL};
  ysl_documents *ud = ysl_check_documents(L);
  const bool list = !lua_isnoneornil(L, 4);
  ys_buf *buf = ysl_new_buffer(L);
  ys_str uri = {0};
  if (!ysl_documents_lay_out(L, ud)) return ysl_fail(L, YSL_NO_LAYOUT);
  ys_structure structure = structure_of(L, ud);
  structure.unit = (ys_unit)luaL_checkoption(L, 3, NULL, units);
  if (list) uri = ysl_check_str(L, 4);
  ysl_check_status(L, ys_print_symbols(buf, &structure, list ? &uri : NULL));
  ysl_push_buffer(L, buf);
  return 1;
}

int ysl_layout_folds(lua_State *L) {
  ysl_documents *ud = ysl_check_documents(L);
  ys_buf *buf = ysl_new_buffer(L);
  if (!ysl_documents_lay_out(L, ud)) return ysl_fail(L, YSL_NO_LAYOUT);
  const ys_structure structure = structure_of(L, ud);
  ysl_check_status(L, ys_print_folds(buf, &structure));
  ysl_push_buffer(L, buf);
  return 1;
}

/* ---- root and below ------------------------------------------------------ */

/* The node to which the numbers from a stack index on lead, or NULL. */
static const ys_layout *node_of(lua_State *L, const ys_layouts *layouts,
                                int at) {
  const int top = lua_gettop(L);
  const ys_layout_document *document = layouts->first;
  const ys_layout *node;
  for (lua_Integer i = luaL_checkinteger(L, at); document != NULL && i > 1; i--)
    document = document->next;
  node = document == NULL ? NULL : document->root;
  while (++at <= top && node != NULL) {
    node = node->first;
    for (lua_Integer i = luaL_checkinteger(L, at); node != NULL && i > 1; i--)
      node = node->next;
  }
  return node;
}

int ysl_layout_root(lua_State *L) {
  ysl_documents *ud = ysl_check_documents(L);
  if (!ysl_documents_lay_out(L, ud)) return ysl_fail(L, YSL_NO_LAYOUT);
  const ys_layout *root = node_of(L, &ud->layouts, 2);
  if (root == NULL) return 0;
  ysl_enter(&ud->owner);
  ysl_push_layout(L, root);
  ysl_leave(&ud->owner);
  return 1;
}

int ysl_layout_below(lua_State *L) {
  ysl_documents *ud = ysl_check_documents(L);
  const lua_Integer most = luaL_checkinteger(L, 2);
  ysl_index index = 0;
  if (!ysl_documents_lay_out(L, ud)) return ysl_fail(L, YSL_NO_LAYOUT);
  const ys_layout *node = node_of(L, &ud->layouts, 3);
  ysl_enter(&ud->owner);
  lua_newtable(L);
  if (node != NULL) node = node->first;
  for (; node != NULL && index < most; node = node->next) {
    ysl_push_layout(L, node);
    lua_rawseti(L, -2, ++index);
  }
  ysl_leave(&ud->owner);
  return 1;
}
