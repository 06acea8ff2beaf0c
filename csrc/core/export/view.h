#pragma once

/*
 * core/export/view.h - Read-only view of a field, for the exporters.
 *
 * It interprets types, defaults and rules in one place for the inspected
 * schema, OpenAPI and JSON Schema.
 */

#include "core/rule/rule.h"

/* ---- types --------------------------------------------------------------- */

#define YS_KINDS_NUMBER (YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT))

/* The kinds of a field's values according to its type. Integers are accepted
 * where floats are; the set does not show that. */
ys_kinds ys_view_kinds(const ys_field *field);

/* The kinds of a final value: without null if `not_null` forbids it
 * independently of `when=`. */
ys_kinds ys_view_final_kinds(const ys_field *field);

/* Whether a given integer becomes a float. */
bool ys_view_makes_floats(const ys_field *field);

/* Whether a field has at most `*left` fields, with itself, and no JSON Schemas.
 * A recursive schema has more than any number. */
bool ys_view_has_at_most(const ys_field *field, uint32_t depth, uint32_t *left);

/* The map type of the field, or NULL if it is not a map. */
const ys_map_type *ys_view_map(const ys_field *field);

/* Whether the map can only have the keys of its named fields. */
bool ys_view_is_closed(const ys_field *field);

/* The keyword of JSON Schema for the field's alternatives: "anyOf", "allOf",
 * "oneOf", or NULL without alternatives. `wholly` is false if the keyword does
 * not express all of it, because what fits is decided when the value is
 * complete: then another alternative may fit, too, or one of all-of no longer.
 */
const char *ys_view_choice(const ys_field *field, bool *wholly);

/* Whether every document, taken by itself, has to have the key: because it is
 * required, or because it is that of a map with such keys, which its default
 * lacks. It is not so if the default of a map above gives the key. */
bool ys_view_is_required(const ys_field *field);

/* The same, but one of its old names will do. */
bool ys_view_is_needed(const ys_field *field);

/* The first of the old names that lead into a map, and the next one that begins
 * with another key there; NULL if there is none. */
const ys_renamed *ys_view_old_names(const ys_map_type *map);
const ys_renamed *ys_view_next_old_name(const ys_renamed *renamed);

/* The key of an old name in the map that it leads into. */
const ys_key *ys_view_old_key(const ys_renamed *renamed);

/* Gives a text with the new name: "the new name is `a.b`". */
ys_status ys_view_new_name(ys_arena *arena, const ys_renamed *renamed,
                           ys_str *out);

/* Whether null is accepted although no alternative accepts it. */
bool ys_view_adds_null(const ys_field *field);

/* The field of the array's items. NULL: not an array, or one of anything. */
const ys_field *ys_view_item(const ys_field *field);

/* Whether a value is a function or contains one. */
bool ys_view_has_closure(const ys_slot *value);

/* ---- defaults ------------------------------------------------------------ */

/* The default. NULL: the key is required, or it is made from the defaults
 * of the map's fields, or a closure gives it or a part of it, or it must not be
 * shown. */
const ys_slot *ys_view_default(const ys_field *field);

/* Whether there is a default that must not be shown. */
bool ys_view_masks_default(const ys_field *field);

/* Whether a value of the field, an example or a default, must not be shown
 * (reference#sensitive). */
bool ys_view_masks(const ys_field *field, const ys_slot *value);

/* Whether JSON can represent the value: no infinity, no nan, no closure. */
bool ys_view_is_json(const ys_slot *value);

/* Whether the key is required because its default breaks a named rule of
 * its own, as "" breaks min_len=1; or, for a map without a default, because the
 * default of one of its keys does. */
ys_status ys_view_lacks(ys_space *space, const ys_field *field, bool *out);

/* ---- documentation ------------------------------------------------------- */

/* The documentation. It is never NULL; texts that are not given are empty. */
const ys_docs *ys_view_docs(const ys_field *field);

/* Gives the title, or else the key made readable (reference#documentation):
 * characters that are no letters or digits become blanks, and the first letter
 * a capital. Empty if there is no key either. */
ys_status ys_view_title(ys_arena *arena, const ys_field *field, ys_str *out);

/* ---- rules --------------------------------------------------------------- */

typedef struct ys_rule_fact {
  const ys_named_rule *named; /* NULL: a function, or a rule without a name */
  ys_str name;                /* "min_len"; empty for closures */
  /* NULL: no argument, or one that contains closures or values that must not be
   * shown. */
  const ys_slot *argument;
  ys_str must_be;
  bool conditional; /* the rule applies only if `when=` says so */
  ys_str when;      /* `when=` as the author wrote it */
} ys_rule_fact;

/* An iteration over the rules of a field, in the order in which they run. */
typedef struct ys_rule_walk {
  const ys_field *field;
  const ys_validation *validation;
  uint32_t next; /* index in its rules */
  bool null_done, implied_done;
} ys_rule_walk;

/* Begins an iteration. The field must outlive it. */
ys_rule_walk ys_view_rules(const ys_field *field);

/* Gives the next rule. Returns false if there is none. */
bool ys_view_next_rule(ys_rule_walk *walk, ys_rule_fact *out);

/* The only value that the key of an alternative may have. NULL: it may have
 * others, or the value must not be shown. */
const ys_slot *ys_view_selects(const ys_field *field);
