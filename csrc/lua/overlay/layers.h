#pragma once

/* lua/overlay/layers.h - Overlays on any YAML documents, as Lua userdata:
 * core.layers() and the methods of layers. */

#include "core/overlay/layers.h"
#include "lua/code/pending.h"

/* The companion table holds the functions of the annotations, by number. */
typedef struct ysl_layers {
  ysl_owner owner;
  ys_layers layers;
  ysl_pending pending;
  bool applied;
} ysl_layers;

extern const luaL_Reg ysl_layers_methods[], ysl_layers_functions[];
