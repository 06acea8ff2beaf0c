#ifndef YS_EXPORT_VIEW_H
#define YS_EXPORT_VIEW_H

/*
 * core/export/view.h - what a field says, for those who tell it to others: the
 * inspected schema, OpenAPI, JSON Schema. The only reader of core/type/type.h
 * among them.
 */

#include "core/type/type.h"

/* ---- types --------------------------------------------------------------- */

#define YS_KINDS_NUMBER (YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT))

/* The kinds of a field's values as its type has them. Where a float may stand,
 * an integer may, which the set does not say. */
ys_kinds ys_view_kinds(const ys_field *field);

/* The kinds of a value in the end: without null where `not_null` forbids it
 * whatever `when=` says. */
ys_kinds ys_view_final_kinds(const ys_field *field);

/* The map's fields; NULL: no map. */
const ys_map_type *ys_view_map(const ys_field *field);

/* Whether the map has no other keys than those of its named fields. */
bool ys_view_is_closed(const ys_field *field);

/* Whether a field has been removed, so that nobody need be told of it. */
bool ys_view_is_gone(const ys_field *field);

/* Which word of JSON Schema says what the field's alternatives have to do:
 * "anyOf", "allOf", "oneOf"; NULL: it has none. `wholly` tells whether it says
 * it all: where more than one may fit what is yet to be completed, that exactly
 * one does cannot be asked for. */
const char *ys_view_choice(const ys_field *field, bool *wholly);

/* Whether null is a value though no alternative has it. */
bool ys_view_adds_null(const ys_field *field);

/* The array's item; NULL: no array, or one of anything. */
const ys_field *ys_view_item(const ys_field *field);

/* ---- defaults ------------------------------------------------------------ */

/* The default, or NULL: it is what the map's fields' defaults make, or a
 * closure gives it, or part of it. */
const ys_slot *ys_view_default(const ys_field *field);

/* Whether JSON can say the value: no infinity, no nan, no closure. */
bool ys_view_is_json(const ys_slot *value);

/* ---- documentation ------------------------------------------------------- */

/* Never NULL; without documentation its texts are empty. */
const ys_docs *ys_view_docs(const ys_field *field);

/* The title given, or the key made readable (reference#documentation): what is
 * no letter or digit becomes a blank, and the first letter is capital. Empty
 * when there is no key either. */
ys_status ys_view_title(ys_arena *arena, const ys_field *field, ys_str *out);

/* ---- rules --------------------------------------------------------------- */

/* What a rule is about, whichever of its names was used. */
typedef enum ys_rule_word {
  YS_RULE_CLOSURE,
  YS_RULE_MIN,
  YS_RULE_MAX,
  YS_RULE_MIN_LEN,
  YS_RULE_MAX_LEN,
  YS_RULE_NOT_NULL,
  YS_RULE_ONE_OF,
  YS_RULE_REGEXP,
  YS_RULE_FORMAT,
  YS_RULE_UNIQUE,
  YS_RULE_STARTS_WITH,
  YS_RULE_ENDS_WITH,
  YS_RULE_OTHER /* a named one that only yschema knows */
} ys_rule_word;

typedef struct ys_rule_fact {
  ys_rule_word word;
  ys_str name;             /* "min_len"; empty for closures */
  const ys_slot *argument; /* NULL: none, or one with closures in it */
  ys_str must_be;
  bool conditional; /* `when=` says whether it counts */
  ys_str when;      /* as the schema spells that */
} ys_rule_fact;

/* A walk over the rules of a field, in the order in which they run. */
typedef struct ys_rule_walk {
  const ys_field *field;
  const ys_validation *validation;
  uint32_t next; /* of its rules */
  bool null_told, implied_told;
} ys_rule_walk;

/* Begins a walk; the field outlives it. */
ys_rule_walk ys_view_rules(const ys_field *field);

/* The next rule; false when there is none. */
bool ys_view_next_rule(ys_rule_walk *walk, ys_rule_fact *out);

#endif
