#pragma once

/*
 * core/jsonschema/accept.h - Says whether a JSON Schema accepts a value
 * (reference#check).
 *
 * A schema is compiled from its text, without the import into the language of
 * yschema. There is no answer if finding it would take too long.
 */

#include "core/tree/mark.h"

typedef struct ys_acceptor ys_acceptor;
typedef struct ys_accept_node ys_accept_node; /* a subschema, compiled */

/*
 * Begins a schema in an empty space, which must outlive it. `draft` is the
 * draft of texts without `$schema`: 4, 6, 7, 2019 or 2020.
 */
ys_status ys_acceptor_new(ys_space *space, int draft, ys_acceptor **out);

/* The vocabularies that a metaschema may lack: then their keywords mean
 * nothing.
 */
enum {
  YS_LACKS_APPLICATOR = 1,
  YS_LACKS_UNEVALUATED = 2,
  YS_LACKS_VALIDATION = 4
};

/* A metaschema that is none of a draft. */
typedef struct ys_accept_dialect {
  const struct ys_accept_dialect *next;
  ys_str address; /* without a `#` at the end */
  int draft;      /* of the schemas that name it */
  unsigned lacks;
  bool formats; /* they are asserted */
} ys_accept_dialect;

/* Notes what schemas mean that name this metaschema. The address must live as
 * long as the space. */
ys_status ys_acceptor_add_dialect(ys_acceptor *acceptor,
                                  const ys_accept_dialect *dialect);

/* Asserts formats in all drafts. Otherwise they are asserted up to draft-07, if
 * `$schema` names such a draft. */
void ys_acceptor_assert_formats(ys_acceptor *acceptor);

/* Adds a text of the schema; the first one is the schema itself. `uri` is the
 * address of the text, unless it has one of its own. Both must live as long as
 * the space. `*fits` is false if the text cannot be compiled here. */
ys_status ys_acceptor_add(ys_acceptor *acceptor, ys_str uri, ys_str text,
                          bool *fits);

/* The same for a source of the space, in YAML's core schema or JSON. `draft` is
 * that of the text, unless it has `$schema`. YS_INVALID: there are records. */
ys_status ys_acceptor_add_source(ys_acceptor *acceptor, ys_str uri,
                                 uint16_t source, int draft);

/* The same for the root of a text of the space, which was parsed before. */
ys_status ys_acceptor_add_root(ys_acceptor *acceptor, ys_str uri, ys_slot *root,
                               int draft);

typedef enum ys_accept_result {
  YS_ACCEPT_READY,
  YS_ACCEPT_MISSES,  /* there are references that lead nowhere: the first one
                        needs the text with the address `*missing`, or "" */
  YS_ACCEPT_DECLINES /* a keyword has an invalid value */
} ys_accept_result;

/* Compiles all that the schema itself needs; once more after texts were
 * missing. Unless it is declined, it can be used: references that lead nowhere
 * accept any value. */
ys_status ys_acceptor_compile(ys_acceptor *acceptor, ys_accept_result *result,
                              ys_str *missing);

/*
 * The same for parts of the schema: between the first and the last function,
 * `*node` becomes the subschema at an address, relative to that of the first
 * text; or NULL if there is none. Unless the result is YS_ACCEPT_READY, the
 * nodes must not be used. Further parts may follow, also those of a schema that
 * was compiled as a whole; then this must be finished once more.
 */
ys_status ys_acceptor_begin(ys_acceptor *acceptor);
ys_status ys_acceptor_part(ys_acceptor *acceptor, ys_str address,
                           const ys_accept_node **node);
ys_status ys_acceptor_finish(ys_acceptor *acceptor, ys_accept_result *result,
                             ys_str *missing);

/* After compiling: records that a subschema needs itself to validate the same
 * value. YS_INVALID: one does. */
ys_status ys_acceptor_refuse_circle(ys_acceptor *acceptor);

/* After compiling: whether a valid value may have warnings. */
bool ys_acceptor_deprecates(const ys_acceptor *acceptor);

/* The subschema that was compiled last: where compiling ended. */
const ys_slot *ys_acceptor_last(const ys_acceptor *acceptor);

/* A reference that leads nowhere. */
typedef struct ys_accept_lost {
  struct ys_accept_lost *next;
  const ys_slot *ref; /* the keyword */
  ys_str address;     /* of the text that is needed; "": nothing is there */
  ys_str base;        /* the address of the text with the reference */
  int draft;          /* at the reference */
} ys_accept_lost;

/* The lost references of a compiled schema, in the order in which they were
 * met. */
const ys_accept_lost *ys_acceptor_lost(const ys_acceptor *acceptor);

/* The JSON pointer of a part of the schema. It takes time in proportion to the
 * texts. */
ys_status ys_acceptor_pointer(const ys_acceptor *acceptor, const ys_slot *part,
                              ys_arena *arena, ys_str *out);

/* Compiles the regular expressions of a compiled schema, before the first
 * value; those that were compiled before stay. YS_INVALID: there are records of
 * those that are none, or that PCRE2 cannot express. */
ys_status ys_acceptor_compile_patterns(ys_acceptor *acceptor);

/* The reader of values: a child of the schema's space, for one text after the
 * other. */
typedef struct ys_accept_run {
  const ys_acceptor *acceptor;
  ys_space space;
  ys_space searches; /* from which searches take memory */
  ys_arena_mark begin;
} ys_accept_run;

/* The caller must release the run even when this fails. */
ys_status ys_accept_run_init(ys_accept_run *run, const ys_acceptor *acceptor);
void ys_accept_run_release(ys_accept_run *run);

typedef enum ys_json_verdict {
  YS_JSON_VALID,
  YS_JSON_INVALID,
  YS_JSON_UNKNOWN /* it is no JSON, or finding out would cost too much */
} ys_json_verdict;

/* Validates a text by a part of the schema. The only failure is YS_NOMEM. */
ys_status ys_accept_text_by(ys_accept_run *run, const ys_accept_node *node,
                            ys_str text, ys_json_verdict *verdict);

/* Validates a text. The only failure is YS_NOMEM. */
ys_status ys_accept_text(ys_accept_run *run, ys_str text,
                         ys_json_verdict *verdict);
