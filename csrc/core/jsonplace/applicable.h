#pragma once

/*
 * core/jsonplace/applicable.h - Finds the subschemas that apply to a place in a
 * value: what they say there is for people who write the value.
 *
 * The value may be unfinished, so of `anyOf` and `oneOf` all alternatives apply
 * that what is there does not contradict; without one, all of them. Conditions
 * hold as they do for the value as it is.
 */

#include "core/jsonschema/accept.h"

/* A subschema that applies. */
typedef struct ys_json_applied {
  struct ys_json_applied *next;
  const ys_accept_node *node;
  const struct ys_accept_path *path;
} ys_json_applied;

/* The subschemas that apply to the same place, each once: first those that
 * refer to others. A zeroed list is empty. */
typedef struct ys_json_applieds {
  ys_json_applied *first, *last;
} ys_json_applieds;

/* A key that the map at the place may have. */
typedef struct ys_json_offer {
  struct ys_json_offer *next;
  ys_str key;
  bool required;
  ys_json_applieds applied; /* to its value */
} ys_json_offer;

/* A step from a value to an entry, or to an item. */
typedef struct ys_json_step {
  bool is_key;
  ys_str key;
  uint32_t index;
} ys_json_step;

typedef struct ys_json_place {
  ys_json_applieds applied;
  ys_json_offer *first, *last;
} ys_json_place;

/*
 * Reads a JSON text, and finds what applies at the end of the steps, where
 * there need not be a value; nothing, if it is no JSON or this takes too long.
 * With `is_open`, it counts for nothing what is there: it is written now. The
 * result lives until the next use of the run.
 */
ys_status ys_json_apply(ys_accept_run *run, ys_str text,
                        const ys_json_step *steps, uint32_t count, bool is_open,
                        ys_json_place *out);

/* The subschema as it is written. */
const ys_slot *ys_json_written(const ys_json_applied *applied);
