#ifndef YS_TYPE_H
#define YS_TYPE_H

/*
 * ys_type.h - the compiled schema: fields, their types, defaults and rules.
 * Immutable once ys_schema_compile() is done.
 */

#include "ys_annot.h"

typedef struct ys_field ys_field;
typedef struct ys_named_rule ys_named_rule; /* ys_rule.h */

/* A rule of one validation. */
typedef struct ys_rule {
  const ys_named_rule *named; /* NULL: a closure */
  const ys_slot *argument;    /* of a named rule */
  const void *made;           /* what preparing it made of that (ys_rule.h) */
  uint32_t closure;           /* else; never 0 */
  ys_str must_be;             /* what a valid value is, as reports say it */
} ys_rule;

/* One `@schema/validation` (or `@assert/validate`) annotation. */
typedef struct ys_validation {
  struct ys_validation *next;
  ys_place place;          /* of the annotation */
  bool not_null;           /* runs before everything else */
  ys_str not_null_must_be; /* as ys_rule's */
  uint32_t when;           /* closure, or 0 */
  ys_str when_text;        /* as the author spelled it */
  uint32_t count;
  ys_rule *rules; /* in the order written */
} ys_validation;

typedef struct ys_example {
  struct ys_example *next;
  ys_str description;
  const ys_slot *value;
} ys_example;

/* What documents a field. Empty texts: not given. */
typedef struct ys_docs {
  ys_str title, description, deprecated;
  ys_place deprecated_place;
  ys_example *examples;
} ys_docs;

/* A map that has exactly these fields. */
typedef struct ys_map_type {
  ys_shape shape;
  ys_field *fields; /* [shape.count], in the schema's order */
} ys_map_type;

/* The schema's side of a slot. */
struct ys_field {
  const ys_key *key;    /* NULL: the document, or an array's item */
  ys_kind kind;         /* of a value; YS_ANY: of all kinds, at every depth */
  bool nullable;        /* null is a value, too */
  bool has_rules;       /* here or below: validation has to look */
  bool has_collections; /* an array or a map may stand here or below: filling
                           has to look */
  ys_place place;       /* of the node that declares it */
  ys_map_type *map;     /* of YS_MAP */
  ys_field *item;       /* of YS_ARRAY */

  /*
   * The default. A closure that gives it; else a template, complete and
   * checked; else, for a map, what its fields' defaults make. Nodes of a
   * default show where the default was written.
   */
  uint32_t default_closure;
  const ys_slot *default_value;
  ys_place default_place; /* of @schema/default; line 0 without */

  ys_validation *validations;
  const ys_docs *docs; /* NULL: undocumented */
};

#endif
