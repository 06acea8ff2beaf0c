#ifndef YSL_VALUE_STYLE_H
#define YSL_VALUE_STYLE_H

/* lua/value/style.h - what a table's metatable says it is. */

#include "lua/value/import.h"

typedef enum ysl_style {
  YSL_STYLE_PLAIN,
  YSL_STYLE_ARRAY,
  YSL_STYLE_EMPTY, /* an array if it is empty; else plain */
  YSL_STYLE_TUPLE,
  YSL_STYLE_MATCHER,
  YSL_STYLE_DOCUMENTS, /* what a body with `---` gives */
  YSL_STYLE_ORDERED,   /* the list of keys is at the top of the stack */
  YSL_STYLE_NULL,      /* lyaml's null is a table */
  YSL_STYLE_OBJECT     /* a schema, documents, ... of ours */
} ysl_style;

/* The style of the table at the top of the stack; pushes what comes with it. */
ysl_style ysl_style_of(const ysl_import *import);

#endif
