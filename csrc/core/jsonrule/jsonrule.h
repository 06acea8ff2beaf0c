#pragma once

/*
 * core/jsonrule/jsonrule.h - Rules that are parts of a JSON Schema
 * (reference#json-schema-rules).
 */

#include "core/base/pairs.h"
#include "core/jsonschema/report.h"
#include "core/type/type.h"

/* The JSON Schemas of a schema. A zeroed one has none. */
typedef struct ys_jsonrules {
  ys_slots documents; /* with `#@schema/json-schema` */
  ys_acceptor *acceptor;
  bool used;          /* a rule has a part of them */
  bool with_defaults; /* values are validated with their defaults */
  uint64_t digest;    /* of the documents */
  ys_str missing;     /* the address of a text that is needed; or "" */
} ys_jsonrules;

/* The draft that the annotation above a document names: 4, 6, 7, 2019 or 2020;
 * 0: none. */
int ys_jsonrules_draft(const ys_slot *document);

/* Checks the documents, and makes one JSON Schema of them. YS_INVALID: there
 * are records. */
ys_status ys_jsonrules_begin(ys_jsonrules *rules, ys_space *space);

/* Gives each rule its part. Recursion is bounded by the depth of the schema.
 * YS_INVALID: there are records. */
ys_status ys_jsonrules_link(ys_jsonrules *rules, ys_space *space,
                            const ys_field *root, const ys_definition *first);

/* ---- values --------------------------------------------------------------
 */

/* Whether a rule of the field is a JSON Schema. */
static inline bool ys_jsonrule_is_on(const ys_field *field) {
  const ys_validation *v = field->validations;
  while (v != NULL && v->json == NULL)
    v = v->next;
  return v != NULL;
}

/* The paths of a list of records, and what was given of the values in which
 * rules have run: they run in the values in a value first. A zeroed one knows
 * none. */
typedef struct ys_reported {
  ys_pairs given;         /* values without their defaults, by the values */
  ys_pairs paths;         /* by their keys */
  const ys_diag *last;    /* the last record that was noted, or NULL */
  const ys_diag *settled; /* the last that was settled then */
} ys_reported;

/* The value of a rule. */
typedef struct ys_jsonrule_value {
  ys_space *space; /* of the run */
  ys_diags *found; /* the list for records */
  const ys_field *field;
  ys_slot *slot;
  const ys_path *path;
  ys_gap gap; /* where it is missing, if it is a default */
} ys_jsonrule_value;

/*
 * Tests the value by a rule, as it was given, unless the rule has defaults; if
 * it was not given, as its default is. Records what it violates, but for places
 * about which there are records already. `*holds`: it violates nothing. The
 * only failure is YS_NOMEM.
 */
ys_status ys_jsonrule_test(const ys_jsonrule_value *value, const ys_rule *rule,
                           ys_reported *reported, bool *holds);
