#pragma once

/*
 * core/export/key_pattern.h - Exports the keys of a map's placeholders as
 * patterns that do not overlap.
 *
 * This is for formats that apply every pattern that a key matches
 * (`patternProperties` of JSON Schema).
 */

#include "core/type/type.h"

/* Whether patterns can express the keys: the regular expressions are portable,
 * no function decides, and the patterns do not get too long. */
bool ys_keypattern_says(const ys_map_type *map);

/* Makes the pattern of the keys that belong to a placeholder with a regular
 * expression, and not to a named field or placeholder above it. */
ys_status ys_keypattern(ys_space *space, const ys_map_type *map, uint32_t index,
                        ys_str *out);

/* The field that a named key belongs to. */
typedef enum ys_key_owner {
  YS_KEY_OWN,   /* its own field */
  YS_KEY_TAKEN, /* a placeholder above it */
  YS_KEY_UNCLEAR
} ys_key_owner;

/* Finds out which field the named key at `index` of the shape belongs to. The
 * only failure is YS_NOMEM. */
ys_status ys_keypattern_owner(ys_space *space, const ys_map_type *map,
                              uint32_t index, ys_key_owner *out);
