#ifndef YS_EXPORT_KEY_PATTERN_H
#define YS_EXPORT_KEY_PATTERN_H

/* core/export/key_pattern.h - the keys of a map's placeholders, as patterns for
 * those who apply every pattern that a key matches (JSON Schema's
 * `patternProperties`).
 */

#include "core/type/type.h"

/* Whether patterns can say it: others understand the regular expressions, no
 * function decides, and it takes not too many words. */
bool ys_keypattern_says(const ys_map_type *map);

/* The pattern of the keys that belong to a placeholder with a regular
 * expression, and to no named field or placeholder above it. */
ys_status ys_keypattern(ys_space *space, const ys_map_type *map, uint32_t index,
                        ys_str *out);

/* Whose a named key is. */
typedef enum ys_key_owner {
  YS_KEY_OWN,   /* its field's */
  YS_KEY_TAKEN, /* a placeholder's above it */
  YS_KEY_UNCLEAR
} ys_key_owner;

/* Whose the named key at `index` of the shape is. Fails only for want of
 * memory. */
ys_status ys_keypattern_owner(ys_space *space, const ys_map_type *map,
                              uint32_t index, ys_key_owner *out);

#endif
