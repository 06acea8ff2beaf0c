#pragma once

/*
 * core/evaluate/invalid_parts.h - Records the parts of a value that a JSON
 * Schema or an alternative found invalid.
 */

#include "core/check/typed.h"
#include "core/jsonrule/jsonrule.h"

/* The value whose parts are recorded. */
typedef struct ys_invalid_parts {
  ys_space *space;
  ys_diags *found; /* the list for records */
  const ys_typed *value;
  ys_gap gap;
} ys_invalid_parts;

/* Gives the records in a list a gap, but for those that have one. */
void ys_invalid_parts_set_gap(ys_diag *first, ys_gap gap);

/* Moves the records of a slot's alternatives, which were found before, to
 * another list. `gap`: where the value is missing, if it is a default. */
void ys_invalid_parts_move(ys_diags *outcome, const ys_slot *slot, ys_gap gap,
                           ys_diags *found);

/* Gives the rules that a value has to satisfy: none if something in it is
 * invalid, or if it is a variable. */
ys_status ys_invalid_parts_rules(ys_space *space, const ys_typed *value,
                                 const ys_validation **out);

/* Records what violates the JSON Schema of the value's field. */
ys_status ys_invalid_parts_by_json(ys_space *space, ys_diags *found,
                                   const ys_typed *value);

/* The same for its rules `json_schema`, and for parts of it that are not
 * reported yet. */
ys_status ys_invalid_parts_by_rules(const ys_invalid_parts *owner,
                                    ys_reported *reported);
