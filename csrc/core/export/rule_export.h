#pragma once

/* core/export/rule_export.h - The state of exporting the rules of one field,
 * and the limits that the source files of core/export/constraint.h share. */

#include "core/export/constraint.h"

typedef struct ys_rule_export {
  ys_space *space;
  const ys_field *field;
  ys_kinds kinds;
  ys_export_dialect dialect;
  ys_embedded *embedded; /* or NULL */
  ys_slot *schema;
  const ys_slot *argument; /* of the current rule */
  bool said; /* the keywords express the current rule completely */
} ys_rule_export;

/* Whether all values except null are of these kinds. */
static inline bool ys_exports_only(const ys_rule_export *s, ys_kinds kinds) {
  return (s->kinds & ~(kinds | YS_KINDS(YS_NULL))) == 0;
}

static inline bool ys_exports_some(const ys_rule_export *s, ys_kinds kinds) {
  return (s->kinds & kinds) != 0;
}

/* Add a limit, such as minItems. If there is one already, the stricter one is
 * kept. */
ys_status ys_say_minimum(ys_rule_export *s, const char *name, int64_t number);
ys_status ys_say_maximum(ys_rule_export *s, const char *name, int64_t number);

/* Adds the bound of min, max, exclusive_min or exclusive_max. */
ys_status ys_say_bound(ys_rule_export *s, const ys_named_rule *named);

/* Adds bounds for numbers, which belong to the range. */
ys_status ys_say_range(ys_rule_export *s, int64_t least, int64_t most);

/* Adds multipleOf. */
ys_status ys_say_multiple(ys_rule_export *s);

/* Adds mutually_exclusive, mutually_required or at_least_one_of. */
ys_status ys_say_given(ys_rule_export *s, const ys_named_rule *named);

/* Adds the references of a rule to JSON Schemas (core/export/embed.h). */
ys_status ys_embed_say(ys_rule_export *s);
