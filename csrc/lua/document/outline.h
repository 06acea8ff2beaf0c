#ifndef YSL_DOCUMENT_OUTLINE_H
#define YSL_DOCUMENT_OUTLINE_H

/*
 * lua/document/outline.h - a document as tables: the kind, the place and the
 * comments of each node, which its Lua value does not have.
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

/* Pushes the node of a document with all that is below it, or a problem. */
bool ysl_push_outline(lua_State *L, const ys_slot *document);

#endif
