#pragma once

/* core/reference/resolve.h - Finds out where paths to names lead in a compiled
 * schema (reference#paths-to-names). */

#include "core/type/type.h"

/* Checks the references of a schema, and lists them. YS_INVALID: a path does
 * not lead to names, or an annotation stands on a field that cannot have it;
 * errors were recorded. */
ys_status ys_refer_resolve(ys_space *space, const ys_field *root,
                           ys_references_of_schema *out);

/* The error of a path. */
typedef struct ys_target_error {
  ys_str problem; /* "": nothing is */
  ys_str remedy;
  ys_place at; /* where the schema declares what the path leads to */
} ys_target_error;

/* Checks a path from the root. `target->sensitive` is set. */
ys_status ys_target_check(ys_space *space, const ys_field *root,
                          ys_target *target, ys_target_error *out);
