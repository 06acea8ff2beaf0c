#pragma once

/*
 * lua/code/template.h - YAML with code lines around its nodes, as Lua userdata:
 * Lua makes code of the lines, and runs it in frames (lua/code/frame.h).
 * csrc/lua/README.md documents the methods, core/yaml/template.h what they do.
 *
 * The companion table of a template has its owner at 1 and the template itself
 * at 2.
 */

#include "core/yaml/template.h"
#include "lua/code/pending.h"

typedef struct ysl_template {
  ysl_userdata ud;
  ysl_owner *owner; /* the companion keeps it */
  uint16_t source;
  ys_diags before; /* the records that the owner had when it was made */
  ys_part **parts; /* in the owner's arena */
  uint32_t count, capacity;
} ysl_template;

extern const luaL_Reg ysl_template_functions[], ysl_template_methods[];

/* Method __gc of templates. */
int ysl_template_collect(lua_State *L);

/* Throws when the owner has been released. A schema that is closed is not, as
 * long as it has runs, whose closures may run code. */
void ysl_check_alive(lua_State *L, const ysl_owner *owner);

/* The template at stack index 1. Throws when another value is there, or when
 * its owner has been released. */
ysl_template *ysl_check_template(lua_State *L);

/* The part of the template whose number is at stack index 2. */
const ys_part *ysl_check_part(lua_State *L, const ysl_template *template);

/* Whether the template's owner still takes inputs. */
bool ysl_grows(const ysl_template *template);

/* The pending annotations of the template's owner. Throws when it takes no more
 * inputs. */
ysl_pending *ysl_check_growth(lua_State *L, const ysl_template *template);
