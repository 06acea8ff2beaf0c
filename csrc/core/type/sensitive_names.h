#ifndef YS_TYPE_SENSITIVE_NAMES_H
#define YS_TYPE_SENSITIVE_NAMES_H

/* core/type/sensitive_names.h - The names of the sensitive fields of a schema,
 * for texts that have no nodes and for keys that no field has. */

#include "core/base/pairs.h"
#include "core/type/type.h"

typedef struct ys_sensitive_names {
  ys_keys keys;        /* the names; to be initialised and released */
  const ys_key **list; /* the same, by their numbers */
  uint32_t listed;     /* how many the list has room for */
  ys_pairs met;        /* the definitions that were met */
  uint32_t effort;     /* spent on guesses */
} ys_sensitive_names;

/* Adds the names and old names of the topmost sensitive fields of a field. The
 * only failure is YS_NOMEM. */
ys_status ys_sensitive_names_add(ys_sensitive_names *n, const ys_field *field);

/* Whether values of a field, or all that is in them, are sensitive: by the
 * field itself, by an item, an alternative, or a placeholder, whose keys may
 * have any name. */
bool ys_sensitive_masks(const ys_field *field);

/* The field that a key without a field was probably meant for. */
typedef struct ys_sensitive_guess {
  const ys_field *field; /* of the map, with a name that is near to the key;
                            NULL: there is none */
  bool elsewhere;        /* another map has a sensitive field of this name */
} ys_sensitive_guess;

/* Guesses what a key of a map was meant for, if the schema of the space has
 * sensitive fields. Without a map, `field` is NULL. After very many guesses,
 * each key is taken for a sensitive one. The only failure is YS_NOMEM. */
ys_status ys_sensitive_guess_key(ys_space *space, const ys_map_type *map,
                                 const ys_key *key, ys_sensitive_guess *out);

#endif
