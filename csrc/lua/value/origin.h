#pragma once

/*
 * lua/value/origin.h - Remembers of which YAML node a Lua table was made, so
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

/* The origin of a number that came from Lua. A spelled float is only a
 * float. A computed one is accepted as an integer, too, as all whole floats of
 * Lua are. */
typedef enum ysl_number {
  YSL_ANY_NUMBER,
  YSL_COMPUTED_FLOAT,
  YSL_SPELLED_FLOAT
} ysl_number;

/* The origin that the value at a stack index stands for: "computed" or
 * "spelled"; true says "spelled", too. Any other value says nothing. */
ysl_number ysl_number_at(lua_State *L, int index);

/* Makes `slot` the float that it is known to be. It was just made of the value
 * at the top of the stack. A zero keeps its sign, and a slot that is no number
 * stays as it is. */
void ysl_take_float(lua_State *L, ysl_number number, ys_slot *slot);

/* Does the same for the entries or items of `slot` that code has noted as
 * floats. `slot` was just made of the table at the top of the stack. */
ys_status ysl_take_floats(ysl_import *import, ys_slot *slot);

/* Notes the numbers in the table at the top of the stack, by their keys, as
 * computed floats of the collection below it. Pops the table. */
void ysl_note_floats(lua_State *L);

/* The origin, by the code of the function at the top of the stack, of the
 * number that it gave. */
ysl_number ysl_number_given(lua_State *L);

/* Whether the table at the top of the stack was made of an entry of a map. */
bool ysl_is_entry(const ysl_import *import);
