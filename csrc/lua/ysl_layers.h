#ifndef YSL_LAYERS_H
#define YSL_LAYERS_H

/* ysl_layers.h - overlays on any YAML, as Lua userdata. */

#include "ysl_box.h"

extern const luaL_Reg ysl_layers_methods[], ysl_layers_functions[];

#endif
