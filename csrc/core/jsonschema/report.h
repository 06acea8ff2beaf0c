#pragma once

/*
 * core/jsonschema/report.h - Validates a value of a run by a JSON Schema that
 * is a part of its schema, and records what it violates.
 */

#include "core/jsonschema/accept.h"

/* A compiled JSON Schema in the space of a schema. */
typedef struct ys_json_rule {
  const ys_acceptor *acceptor;
  const ys_accept_node *node; /* NULL: all of it */
  const struct ys_json_rule
      *next;          /* another one for the same values, or NULL */
  bool with_defaults; /* it validates values with their defaults */
} ys_json_rule;

/* The value that is validated. */
typedef struct ys_json_subject {
  ys_space *space; /* of the run, a child of the schema's space */
  ys_diags *found; /* the list for records */
  ys_slot *value;
  const ys_path *path;
  bool masked; /* no value may be shown */
} ys_json_subject;

/* Records each keyword that the value violates, once. The only failure is
 * YS_NOMEM. */
ys_status ys_json_rule_validate(const ys_json_rule *rule,
                                const ys_json_subject *subject);
