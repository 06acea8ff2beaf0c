#pragma once

/*
 * lua/document/options.h - The options of everything that reads YAML: limits,
 * strictness, and whether plain comments are refused.
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

/* Reads the limits and `strict` from the options at a stack index: a table, nil
 * or none. Throws when an option has another type. */
void ysl_check_limits(lua_State *L, int index, ys_limits *limits, bool *strict);

/* Whether the options at a stack index choose YAML 1.2: `yaml` is "1.2". */
bool ysl_reads_core_schema(lua_State *L, int index);

/* Whether numbers that need more than 64 bits become floats (ys_wide). */
bool ysl_reads_wide_numbers(lua_State *L, int index);

/* Whether the options at a stack index refuse plain comments beside
 * annotations. */
bool ysl_refuses_comments(lua_State *L, int index);

/* Whether the options at a stack index want plain comments to be kept. */
bool ysl_keeps_comments(lua_State *L, int index);

/* Whether an option is set in the options at a stack index: a table, nil or
 * none. */
bool ysl_option_flag(lua_State *L, int index, const char *name);

/* The number of an option, or `otherwise`. */
uint32_t ysl_option_number(lua_State *L, int index, const char *name,
                           uint32_t otherwise);
