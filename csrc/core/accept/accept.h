#ifndef YS_ACCEPT_ACCEPT_H
#define YS_ACCEPT_ACCEPT_H

/*
 * core/accept/accept.h - Says quickly that a JSON Schema accepts a value
 * (reference#check).
 *
 * A schema is compiled from its JSON text, without the import into the language
 * of yschema. The answer "accepted" is certain. Any other answer means that the
 * imported schema has to be asked: the value may be invalid, or there is a
 * keyword that is not compiled here, or a search took too long.
 */

#include "core/tree/mark.h"

typedef struct ys_acceptor ys_acceptor;

/* A regular expression of ECMA-262 in a schema, as it is written there. */
typedef struct ys_accept_pattern {
  struct ys_accept_pattern *next;
  ys_str text;
  const struct ys_regexp *regexp; /* its translation; NULL until it is given */
} ys_accept_pattern;

/*
 * Begins a schema in an empty space, which must outlive it. `draft` is the
 * draft of texts without `$schema`: 4, 6, 7, 2019 or 2020.
 */
ys_status ys_acceptor_new(ys_space *space, int draft, ys_acceptor **out);

/* Adds a text of the schema; the first one is the schema itself. `uri` is the
 * address of the text, unless it has one of its own. Both must live as long as
 * the space. `*fits` is false if the text cannot be compiled here. */
ys_status ys_acceptor_add(ys_acceptor *acceptor, ys_str uri, ys_str text,
                          bool *fits);

typedef enum ys_accept_result {
  YS_ACCEPT_READY,
  YS_ACCEPT_MISSES,  /* the text with the address `*missing` is needed, too */
  YS_ACCEPT_DECLINES /* the schema has to be imported */
} ys_accept_result;

/* Compiles all that the schema itself needs, once. */
ys_status ys_acceptor_compile(ys_acceptor *acceptor, ys_accept_result *result,
                              ys_str *missing);

/* The patterns of a compiled schema. Each must get its translation before the
 * first value. */
ys_accept_pattern *ys_acceptor_patterns(const ys_acceptor *acceptor);

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

/* Whether a text is JSON that the schema accepts. The only failure is
 * YS_NOMEM. */
ys_status ys_accept_text(ys_accept_run *run, ys_str text, bool *accepted);

#endif
