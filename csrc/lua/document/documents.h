#pragma once

/*
 * lua/document/documents.h - The documents of one text, as Lua userdata. It is
 * also a space for a value that is needed for a moment.
 */

#include "core/yaml/layout.h"
#include "lua/base/owner.h"

/* The item of an array that was asked for last; all zero: none was. */
typedef struct ysl_walked_array {
  const ys_slot *array, *item;
  size_t index;
} ysl_walked_array;

typedef struct ysl_documents {
  ysl_owner owner;
  ys_space space;
  ys_documents documents;
  const ys_slot *latest; /* the document that was asked for last, or NULL */
  lua_Integer number;    /* its number */
  ysl_walked_array walked;
  ys_layouts layouts; /* where the text is written, once `laid_out` */
  bool laid_out;
} ysl_documents;

/* The userdata at stack index 1. Throws when it is closed. */
ysl_documents *ysl_check_documents(lua_State *L);

/* Pushes a userdata with a space, into which the source at stack index 1 can be
 * read with the options at index 2. */
ysl_documents *ysl_documents_open(lua_State *L);

/* Finds where the text is written, unless that is known. False: there is no
 * layout for it. */
bool ysl_documents_lay_out(lua_State *L, ysl_documents *ud);

extern const luaL_Reg ysl_documents_methods[], ysl_documents_functions[];

/* Pushes a userdata with an empty space. */
ysl_documents *ysl_new_documents(lua_State *L);

/* Makes `slot` the value at a stack index, in the space of the userdata. False:
 * a problem is pushed. */
bool ysl_documents_import(lua_State *L, ysl_documents *ud, int index,
                          ys_slot *slot);
