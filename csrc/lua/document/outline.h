#ifndef YSL_DOCUMENT_OUTLINE_H
#define YSL_DOCUMENT_OUTLINE_H

/*
 * lua/document/outline.h - a document as tables that tell of each node what its
 * value does not: its kind, its place and its comments.
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

/* Pushes the node of a document with all that is below it, or a problem. */
bool ysl_push_outline(lua_State *L, const ys_slot *document);

#endif
