#ifndef YSL_VALUE_ORIGIN_H
#define YSL_VALUE_ORIGIN_H

/*
 * lua/value/origin.h - tables that were made of YAML nodes, and what these
 * nodes are: so that annotations, places and floats survive their way through
 * Lua code.
 *
 * An owner's table of functions holds, at YSL_ORIGINS, a table with weak keys:
 * for each table that ysl_export_known() made, its slot, which lives as long as
 * the owner's space.
 */

#include "lua/value/import.h"

enum { YSL_ORIGINS = -2 };

/* Makes sure that the table of functions at a stack index has origins. */
void ysl_make_origins(lua_State *L, int functions);

/* Pushes the origins that the table at a stack index has, and gives their stack
 * index; pushes nil and gives 0 when it has none. */
int ysl_push_origins(lua_State *L, int functions);

/* Notes that the table at the top of the stack is of `slot`. */
void ysl_set_origin(lua_State *L, int origins, const ys_slot *slot);

/*
 * Gives the collection in `slot`, just made of the table at the top of the
 * stack, what the origin of that table knows: each entry that is still there,
 * and each item by its position, gets annotations and place. So does the slot
 * itself, but for what is about a key; as an entry it gets what was said of an
 * item or document, but nothing of another entry's. A copy that Starlark's
 * functions made gets what its entries and items were.
 */
ys_status ysl_take_origin(ysl_import *import, ys_slot *slot);

/* The same for the only document, in `slot`, of the set at the top of the
 * stack. */
ys_status ysl_take_document(ysl_import *import, ys_slot *slot);

/* Whether the value at the top of the stack was that of a map's entry. */
bool ysl_is_entry(const ysl_import *import);

#endif
