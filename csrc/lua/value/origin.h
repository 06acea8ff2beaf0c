#ifndef YSL_VALUE_ORIGIN_H
#define YSL_VALUE_ORIGIN_H

/*
 * lua/value/origin.h - remembers of which YAML node a Lua table was made, so
 * that annotations, places and floats survive their way through Lua code.
 *
 * An owner's table of functions holds a table of origins at YSL_ORIGINS. It has
 * weak keys: the tables that ysl_export_known() made. The values are the slots,
 * which live as long as the owner's space.
 */

#include "lua/value/import.h"

enum { YSL_ORIGINS = -2 };

/* Gives the table of functions at a stack index origins, unless it has some. */
void ysl_make_origins(lua_State *L, int functions);

/* Pushes the origins of the table of functions at a stack index, and gives
 * their stack index. Pushes nil and gives 0 when there are none. */
int ysl_push_origins(lua_State *L, int functions);

/* Notes that the table at the top of the stack was made of `slot`. */
void ysl_set_origin(lua_State *L, int origins, const ys_slot *slot);

/*
 * Gives a collection what the origin of its table has. `slot` was just made of
 * the table at the top of the stack.
 *
 * Each entry that is still there, and each item by its position, gets
 * annotations and place of the one it was. The slot itself gets those of the
 * origin, but none that are about a key. When it is an entry now, it gets
 * annotations of an item or a document, but not those of another entry. In a
 * copy that one of Starlark's functions made, the entries and items get what
 * they had.
 */
ys_status ysl_take_origin(ysl_import *import, ys_slot *slot);

/* Does the same for `slot`, the only document of the set at the top of the
 * stack. */
ys_status ysl_take_document(ysl_import *import, ys_slot *slot);

/* Makes a number that came from Lua the float that it is known to be. Where
 * numbers are doubles, one without a fraction came as an integer; elsewhere it
 * came as one that goes for an integer, too. */
void ysl_make_float(ys_slot *slot);

/* Whether the table at the top of the stack was made of an entry of a map. */
bool ysl_is_entry(const ysl_import *import);

#endif
