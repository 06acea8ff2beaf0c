#ifndef YSL_SCHEMA_ARGUMENT_H
#define YSL_SCHEMA_ARGUMENT_H

/* lua/schema/argument.h - a schema as a value in the annotations of another
 * one. */

#include "lua/value/import.h"

/*
 * Makes `slot` what the schema at the top of the stack says; its functions go
 * into the import's table. `problem` is NULL, or says that it is no schema, or
 * cannot stand here.
 */
ys_status ysl_graft(ysl_import *import, ys_slot *slot, const char **problem);

#endif
