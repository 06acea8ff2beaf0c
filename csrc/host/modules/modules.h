#pragma once

/*
 * host/modules/modules.h - Lua modules, and modules in C, that are inside this
 * program. `require` finds them before it looks for files.
 */

#include <stddef.h>

#include <lua.h>

/* A Lua module as bytecode or as a text, or a file of data that modules read:
 * then the name is its path below lua/. */
typedef struct ys_embedded {
  const char *name;
  size_t offset; /* in ys_embedded_bytes */
  size_t size;
} ys_embedded;

/* All of them, in the order of their names' bytes. .cmake/embed.lua writes the
 * list. */
extern const ys_embedded ys_embedded_list[];
extern const size_t ys_embedded_count;
extern const char ys_embedded_bytes[];

/* A module in C that is linked with the program. */
typedef struct ys_linked {
  const char *name;
  lua_CFunction open;
} ys_linked;

/* The list ends with a NULL name. CMake writes it. */
extern const ys_linked ys_linked_list[];

/*
 * Makes `require` of this state find what is inside, before any file, and files
 * in absolute folders only. Also makes the module `yschema.embedded`: a
 * function that takes the path of a file of data below lua/, and returns its
 * text, or nil if there is none.
 *
 * May throw Lua's error for a lack of memory: call it in protected mode.
 */
void ys_install_modules(lua_State *L);
