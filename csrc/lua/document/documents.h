#ifndef YSL_DOCUMENT_DOCUMENTS_H
#define YSL_DOCUMENT_DOCUMENTS_H

/* lua/document/documents.h - a space by itself, with the documents that were
 * parsed into it or with a value for a moment's use. */

#include "core/yaml/parse.h"
#include "lua/base/owner.h"

typedef struct ysl_documents {
  ysl_owner owner;
  ys_space space;
  ys_documents documents;
} ysl_documents;

extern const luaL_Reg ysl_documents_methods[], ysl_documents_functions[];

/* Pushes a box with an empty space. */
ysl_documents *ysl_new_documents(lua_State *L);

/* What the options at a stack index (a table, nil, none) say about reading;
 * throws on wrong types. */
void ysl_check_limits(lua_State *L, int index, ys_limits *limits, bool *strict);

/* The option that refuses plain comments beside annotations. */
bool ysl_refuses_comments(lua_State *L, int index);

typedef enum ysl_format { YSL_YAML, YSL_JSON } ysl_format;

/* The format that a stack index names, "yaml" or "json". */
ysl_format ysl_check_format(lua_State *L, int index);

/* Adds a value to a buffer. False: the format cannot have it; a problem is
 * pushed, and the buffer is empty. */
bool ysl_emit(lua_State *L, ys_buf *buf, const ys_slot *slot,
              ysl_format format);

/* The same for all slots from `first` on, as the documents of one text. A null
 * document is nothing in YAML (reference b.5). */
bool ysl_emit_all(lua_State *L, ys_buf *buf, const ys_slot *first,
                  ysl_format format);

#endif
