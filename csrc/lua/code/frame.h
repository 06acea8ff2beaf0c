#ifndef YSL_CODE_FRAME_H
#define YSL_CODE_FRAME_H

/*
 * lua/code/frame.h - frames of weaves, as Lua userdata. A frame has the
 * companion of its weave. A transient one has a space of its own, a child of
 * the owner's, which goes when its value is taken.
 */

#include "core/yaml/parse.h"
#include "lua/base/owner.h"

extern const luaL_Reg ysl_frame_methods[];

/* Method frame(part, transient) of weaves. */
int ysl_new_frame(lua_State *L);

/* Method __gc. */
int ysl_frame_collect(lua_State *L);

/*
 * Ends the frame at a stack index, which has to be one of `owner` that is not
 * transient, and gives its documents. YS_INVALID: a fault was recorded.
 */
ys_status ysl_end_frame(lua_State *L, int index, const ysl_owner *owner,
                        ys_documents **out);

#endif
