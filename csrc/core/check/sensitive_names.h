#ifndef YS_CHECK_SENSITIVE_NAMES_H
#define YS_CHECK_SENSITIVE_NAMES_H

/* core/check/sensitive_names.h - The names of the sensitive fields of a schema,
 * for texts that have no nodes. */

#include "core/type/type.h"

typedef struct ys_sensitive_names {
  ys_keys keys;        /* the names; to be initialised and released */
  const ys_key **list; /* the same, by their numbers */
  uint32_t listed;     /* how many the list has room for */
  bool *met; /* [capacity]: the definitions that were met, by number */
  uint32_t capacity;
} ys_sensitive_names;

/* Adds the names and old names of the topmost sensitive fields of a field. The
 * only failure is YS_NOMEM. */
ys_status ys_sensitive_names_add(ys_sensitive_names *n, const ys_field *field);

/* Whether values of a field, or all that is in them, are sensitive: by the
 * field itself, by an item, an alternative, or a placeholder, whose keys may
 * have any name. */
bool ys_sensitive_masks(const ys_field *field);

#endif
