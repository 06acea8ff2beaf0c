#pragma once

/* lua/value/style.h - The style of a table, which its metatable marks. */

#include "lua/value/import.h"

typedef enum ysl_style {
  YSL_STYLE_PLAIN,
  YSL_STYLE_ARRAY,
  YSL_STYLE_EMPTY, /* an array when it is empty; else plain */
  YSL_STYLE_TUPLE,
  YSL_STYLE_MATCHER,
  YSL_STYLE_DOCUMENTS, /* the set that a body with `---` gives */
  YSL_STYLE_ORDERED,   /* the list of keys is at the top of the stack */
  YSL_STYLE_NULL,      /* lyaml's null is a table */
  YSL_STYLE_OBJECT     /* one of ours: a schema, documents, ... */
} ysl_style;

/* The style of the table at the top of the stack. Pushes the list of keys of an
 * ordered one. */
ysl_style ysl_style_of(const ysl_import *import);
