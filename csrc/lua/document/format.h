#pragma once

/* lua/document/format.h - Values written as YAML or JSON. */

#include "core/tree/node.h"
#include "lua/base/compat.h"

typedef enum ysl_format {
  YSL_YAML,
  YSL_JSON,
  YSL_JSON_REPLACED /* ys_emit_json_replaced() */
} ysl_format;

/* The format that a stack index names, "yaml" or "json". Throws on another
 * name. */
ysl_format ysl_check_format(lua_State *L, int index);

/* Pushes the problem that JSON has with a value, and where. A buffer that Lua
 * owns is used for that. */
void ysl_push_json_problem(lua_State *L, ys_buf *buf, const ys_slot *slot);

/* Adds a value to a buffer. False: the format has no such value. Then a problem
 * is pushed, and the buffer is empty. */
bool ysl_emit(lua_State *L, ys_buf *buf, const ys_slot *slot,
              ysl_format format);

/* Adds all slots from `first` on, as the documents of one text. A null document
 * is nothing in YAML (reference#empty-documents). */
bool ysl_emit_all(lua_State *L, ys_buf *buf, const ys_slot *first,
                  ysl_format format);

/* Begins to write a value in pieces: pushes what ysl_print() needs, for the
 * function at stack index `write`, and returns the index of the first of it. */
int ysl_begin_print(lua_State *L, int write);

/* Writes a value in pieces, and pushes two results: `true, nil`; or `nil` and a
 * problem, if the format has no such value or `write` returned nil and the
 * problem. Nothing is written of a value that the format lacks, nor of null in
 * YAML (reference#empty-documents). False: `write` threw, and the last result
 * is the error. */
bool ysl_print(lua_State *L, int begun, const ys_slot *slot, ysl_format format);
