#ifndef YSL_WEAVE_H
#define YSL_WEAVE_H

/*
 * ysl_weave.h - YAML with code lines around its nodes, for the code that the
 * host makes of these lines: see ysl_module.c for what the methods do, and
 * ys_weave.h for how.
 *
 * A weave and its frames have one companion table, with their owner at 1 and
 * the weave at 2: so both live as long as a frame does. A transient frame has a
 * space of its own, a child of the owner's, which goes when its value is taken.
 */

#include "ysl_box.h"

#include "../core/ys_parse.h"

extern const luaL_Reg ysl_weave_functions[], ysl_weave_methods[];
extern const luaL_Reg ysl_frame_methods[];

/* Methods __gc. */
int ysl_weave_collect(lua_State *L);
int ysl_frame_collect(lua_State *L);

/*
 * Ends the frame at a stack index, which has to be one of `owner` that is not
 * transient, and gives its documents. YS_INVALID: a fault was recorded.
 */
ys_status ysl_end_frame(lua_State *L, int index, const ysl_owner *owner,
                        ys_documents **out);

#endif
