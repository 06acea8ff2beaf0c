#pragma once

/* lua/schema/argument.h - A schema as an argument of an annotation in another
 * schema. */

#include "lua/value/import.h"

/*
 * Makes `slot` the documents of the schema at the top of the stack. Its
 * functions go into the import's table. Sets `problem` to NULL, or to why this
 * userdata is no value: it is no schema, or one that is closed or not compiled.
 * This is for the field `take_userdata` of pending annotations.
 */
ys_status ysl_take_schema(ysl_import *import, ys_slot *slot,
                          const char **problem);
