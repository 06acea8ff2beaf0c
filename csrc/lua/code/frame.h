#pragma once

/*
 * lua/code/frame.h - Frames of templates, as Lua userdata: a frame is one run
 * of the code of a part.
 *
 * A frame has the companion table of its template. What it makes is in the
 * owner's space. When the owner takes no more inputs, the frame is transient:
 * it has a space of its own, a child of the owner's, which is released when its
 * value is taken.
 */

#include "core/yaml/parse.h"
#include "lua/base/owner.h"

extern const luaL_Reg ysl_frame_methods[];

/* Method frame(part) of templates. */
int ysl_new_frame(lua_State *L);

/* Method __gc of frames. */
int ysl_frame_collect(lua_State *L);

/*
 * Ends the frame at a stack index and gives its documents. Throws unless it is
 * a frame of `owner` that is not transient. YS_INVALID: an error was recorded.
 */
ys_status ysl_end_frame(lua_State *L, int index, const ysl_owner *owner,
                        ys_documents **out);
