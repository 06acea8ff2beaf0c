#ifndef YSL_DOCUMENT_FORMAT_H
#define YSL_DOCUMENT_FORMAT_H

/* lua/document/format.h - values written as YAML or JSON. */

#include "core/tree/node.h"
#include "lua/base/compat.h"

typedef enum ysl_format { YSL_YAML, YSL_JSON } ysl_format;

/* The format that a stack index names, "yaml" or "json". Throws on another
 * name. */
ysl_format ysl_check_format(lua_State *L, int index);

/* Adds a value to a buffer. False: the format has no such value. Then a problem
 * is pushed, and the buffer is empty. */
bool ysl_emit(lua_State *L, ys_buf *buf, const ys_slot *slot,
              ysl_format format);

/* Adds all slots from `first` on, as the documents of one text. A null document
 * is nothing in YAML (reference#empty-documents). */
bool ysl_emit_all(lua_State *L, ys_buf *buf, const ys_slot *first,
                  ysl_format format);

#endif
