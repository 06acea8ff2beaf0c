#pragma once

/*
 * core/metaschema/metaschema.h - Validates JSON Schemas by their metaschemas.
 *
 * Each part of a text that has `$schema` of its own is validated by the
 * metaschema that it names, and so are all schemas in it.
 */

#include "core/jsonschema/accept.h"

/* Something that is wrong with a schema. */
typedef struct ys_meta_problem {
  struct ys_meta_problem *next;
  ys_place place;
  ys_str pointer; /* of the invalid part */
  ys_str text; /* "/type must be a type …, not "objct"; did you mean "object"?"
                */
} ys_meta_problem;

/* A key that is no keyword, but nearly one. */
typedef struct ys_meta_misspelt {
  struct ys_meta_misspelt *next;
  ys_str pointer, meant;
  uint32_t line;
} ys_meta_misspelt;

/* The address of a metaschema. */
typedef struct ys_meta_address {
  struct ys_meta_address *next;
  ys_str address; /* without a `#` at the end */
  uint32_t line;  /* where it is named; 0: nowhere */
  ys_str pointer; /* of the schema that names it */
} ys_meta_address;

/* JSON pointers. */
typedef struct ys_meta_pointer_list {
  struct ys_meta_pointer_list *next;
  ys_str text;
} ys_meta_pointer_list;

typedef struct ys_meta_check {
  const ys_acceptor *metaschema;
  ys_space *space; /* of the text: a child of the metaschema's space */
  ys_str address;  /* of the metaschema */
  int draft;       /* of the schemas that it is about */
  bool masked;     /* no value may be shown */
  bool trusted;    /* it visits each part of a schema once */
  ys_meta_pointer_list *parts; /* of the schemas in the text; NULL: it is one */

  const ys_path *from; /* to the schema that is validated now */

  /* The result. */
  ys_meta_problem *first;     /* in the order of the text */
  uint32_t more;              /* that are not listed */
  ys_meta_address *others;    /* of other metaschemas that the text names */
  ys_meta_misspelt *misspelt; /* from the last one on */
  bool costly;                /* validating takes too long */
} ys_meta_check;

/* Validates a text, whose metaschema is the one with the address `around`
 * unless it names another one. The only failure is YS_NOMEM. */
ys_status ys_meta_validate(ys_meta_check *check, ys_slot *root, ys_str around);

/* The keyword that a name is one edit away from, or "". */
ys_str ys_meta_keyword_meant(ys_str name);
