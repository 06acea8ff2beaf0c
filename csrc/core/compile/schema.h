#pragma once

/*
 * core/compile/schema.h - Compiles schema texts to a schema.
 *
 * Call ys_schema_init; then ys_schema_add for each text; then set ys_annot.args
 * of each annotation that ys_schema_pending lists; then call ys_schema_compile.
 */

#include "core/compile/compile.h"
#include "core/jsonrule/jsonrule.h"
#include "core/yaml/parse.h"

typedef struct ys_schema {
  ys_space space;
  ys_slots documents;         /* as parsed; the first is the base */
  ys_jsonrules json;          /* those that are JSON Schemas */
  ys_field *root;             /* NULL until it is compiled */
  ys_definition *definitions; /* what fields of `root` are copies of */
  ys_answers answers;
  /* For each closure, the field whose default it gives. */
  const ys_field **default_fields;
  /* The highest number of a closure that gives a default. */
  uint32_t closure_count;
  ys_references_of_schema references;
  ys_renamed *from_root; /* the old names of keys that begin at the root */
  bool values_of_1_2;    /* plain scalars of data values are those of YAML 1.2's
                            core schema; those of the schema are not */
  ys_wide wide_values;   /* of data values; those of the schema are not */
  enum {
    YS_SPARSE_UNKNOWN,
    YS_SPARSE_READY, /* a run may be sparse (ys_space.sparse) */
    YS_SPARSE_NEVER
  } sparse;
  bool calls_functions; /* the check calls functions, so the space of a run
                           needs `functions` */
} ys_schema;

/* Makes an empty schema. From the first text on, it must be released. */
ys_status ys_schema_init(ys_schema *schema, ys_memory memory, ys_limits limits,
                         bool strict);
void ys_schema_release(ys_schema *schema);

/* The kind of a source's documents (reference#headers). */
typedef enum ys_role { YS_ROLE_VALUES, YS_ROLE_SCHEMA } ys_role;

/*
 * Parses a source of the space. If one of its documents is a schema, the
 * documents are kept; schema documents together with others are an INPUT error.
 * If there is no schema (YS_ROLE_VALUES), the records are removed, but the tree
 * stays in the arena.
 */
ys_status ys_schema_add(ys_schema *schema, uint16_t source, ys_role *role);

/*
 * Like ys_schema_add(), for documents that were already made. They are taken if
 * one of them is a schema or if there are none. Else nothing is recorded.
 */
ys_status ys_schema_take(ys_schema *schema, ys_documents *documents,
                         ys_role *role);

/* Whether the documents are for ys_schema_take(): one has the header of a
 * schema, or a node inside one has it by mistake. */
bool ys_schema_among(const ys_documents *documents);

/* Whether a text may contain a schema, so that ys_schema_add() is worth
 * calling. This is a quick test. */
bool ys_schema_likely(ys_str text);

/* Lists the annotations that the host has to evaluate, in the order of the
 * documents. */
ys_status ys_schema_pending(ys_schema *schema, ys_pending **out);

/* Whether the function with this number was asked for a schema. */
bool ys_schema_has_answer(const ys_schema *schema, uint32_t number);

/*
 * Gives `to` what a function of `from` answered, because its nodes would have
 * no annotations if it was asked again. `number` is its number in `from`, `own`
 * that in `to`, and `closures` is as in ys_copy_annotated(), whose results this
 * has. If `to` has an answer, that one stays.
 */
ys_status ys_schema_take_answer(ys_schema *to, uint32_t own,
                                const ys_schema *from, uint32_t number,
                                uint32_t closures);

/* Merges and compiles the documents. `host` evaluates the closures of their
 * overlay annotations; NULL: there are none. YS_INVALID: every error that could
 * be found was recorded. */
ys_status ys_schema_compile(ys_schema *schema, const ys_host *host);
