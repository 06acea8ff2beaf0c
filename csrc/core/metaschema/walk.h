#pragma once

/* core/metaschema/walk.h - The walk through an invalid schema, and the words
 * and remedies that the source files of this room share. */

#include "core/jsonschema/explain.h"
#include "core/metaschema/metaschema.h"

/* An invalid part of a schema. */
typedef struct ys_meta_part {
  const ys_slot *value;
  ys_str keyword;           /* the keyword that has the part, or "" */
  uint32_t below;           /* how many steps below the keyword's value it is */
  bool is_schema;           /* there has to be a schema */
  ys_accept_keyword broken; /* the keyword of the metaschema */
  ys_str must_be;           /* what the metaschema says itself */
  ys_str pointer;
} ys_meta_part;

/* Follows a JSON pointer (targets.c). `*out` is NULL if nothing is there; the
 * path is in the space's arena. */
ys_status ys_meta_target(ys_space *space, ys_slot *root, ys_str pointer,
                         ys_slot **out, const ys_path **path);

/* Notes an entry of a schema whose key is a misspelt keyword (misspelt.c). */
ys_status ys_meta_add_misspelt(ys_meta_check *check, const ys_slot *schema,
                               const ys_slot *entry, const ys_path *path);

/* Whether a keyword has a schema at a path (places.c). */
bool ys_meta_is_schema(const ys_meta_check *check, const ys_path *path);

/* The JSON pointer of a path (places.c). */
ys_status ys_meta_pointer(const ys_meta_check *check, const ys_path *path,
                          ys_str *out);

/* Adds the problems that an explanation lists. */
ys_status ys_meta_add_found(ys_meta_check *check, const ys_accept_found *found);

/* Adds a problem of a part (words.c). */
ys_status ys_meta_add_part(ys_meta_check *check, const ys_meta_part *part);

/* Adds a problem. `valid`: words for what is valid; `shown`: there is a value
 * that is not; `remedy` may be empty. */
ys_status ys_meta_add(ys_meta_check *check, const ys_slot *value,
                      ys_str pointer, ys_str valid, bool shown, ys_str remedy);

/* The remedy for an invalid value, or "" (remedy.c). */
ys_status ys_meta_remedy(const ys_meta_check *check, const ys_meta_part *part,
                         ys_str valid, ys_str *out);

/* The names of the types, up to NULL. */
extern const char *const ys_meta_types[];
