#pragma once

/* core/jsonschema/question.h - The question whether a value is accepted: its
 * state, and the functions that its source files share. */

#include "core/jsonschema/node.h"

/* The entries or items of a value that were evaluated, for
 * `unevaluatedProperties` and `unevaluatedItems`. */
typedef struct ys_accept_marks {
  bool *of; /* [count] */
  uint32_t count;
} ys_accept_marks;

/* The resources that were entered on the way to a value, which decide about
 * dynamic references. Each is there once, where it was entered first. */
typedef struct ys_accept_path {
  const struct ys_accept_path *outer;
  const ys_slot *resource;
} ys_accept_path;

/* The question about one value. Once it is `unsure`, all answers are no, and
 * none of them counts. */
typedef struct ys_accept_question {
  const ys_acceptor *acceptor;
  ys_space *space, *searches;
  uint64_t steps;             /* that are left */
  uint64_t remember_from;     /* with fewer steps, answers are remembered */
  bool remembers_all;         /* all answers, from the first step on */
  uint32_t levels;            /* that are open */
  ys_accept_marks *marks;     /* of the value that is asked about now; NULL: no
                                 keyword needs them */
  const ys_accept_path *path; /* NULL unless there are dynamic references */
  const ys_pairs *accepted;   /* values that are accepted anyway; or NULL */
  ys_pairs paths;             /* by the outer path and the resource */
  ys_pairs asked;             /* nodes with a path, by both */
  ys_pairs answers;           /* by a node with its path, and a value */
  bool unsure;
  ys_status status;
} ys_accept_question;

/* The answer is not known. */
static inline bool ys_accept_doubt(ys_accept_question *q) {
  q->unsure = true;
  return false;
}
static inline bool ys_accept_fail(ys_accept_question *q, ys_status status) {
  q->status = status;
  return ys_accept_doubt(q);
}

/* Takes steps. False: there are not so many left, and the answer is not known.
 */
static inline bool ys_accept_spend(ys_accept_question *q, uint64_t steps) {
  if (q->steps < steps) return ys_accept_doubt(q);
  q->steps -= steps;
  return true;
}

/* Notes that an entry or an item is evaluated, by its number. */
static inline void ys_accept_mark(ys_accept_question *q, uint32_t number) {
  if (q->marks != NULL) q->marks->of[number] = true;
}

/* Begins a question. */
ys_accept_question ys_accept_ask(const ys_acceptor *acceptor, ys_space *space,
                                 ys_space *searches);

/* Whether the subschema accepts the value (accept.c). */
bool ys_accepts(ys_accept_question *q, const ys_accept_node *node,
                ys_slot *value);

/* The same, without remembered answers. */
bool ys_accepts_anew(ys_accept_question *q, const ys_accept_node *node,
                     ys_slot *value);

/* Whether the answer about a node may be needed again. Few steps cost less than
 * remembering. */
static inline bool ys_accept_remembers(const ys_accept_question *q,
                                       const ys_accept_node *node) {
  return q->remembers_all || (node->shared && q->steps < q->remember_from);
}

/* Asks a node once for each value and path (remember.c). */
bool ys_accepts_once(ys_accept_question *q, const ys_accept_node *node,
                     ys_slot *value);

/* Enters the resource of a node. False: out of memory, or too many steps. */
bool ys_accept_enter(ys_accept_question *q, const ys_accept_node *node);

/* The key of a node and the path to it. NULL: out of memory. */
const void *ys_accept_asked(ys_accept_question *q, const ys_accept_node *node);

/* The node that a dynamic reference leads to. */
const ys_accept_node *ys_accept_outermost(ys_accept_question *q,
                                          const ys_accept_whole *whole);

/* Whether it accepts an entry or an item of the value. */
static inline bool ys_accepts_part(ys_accept_question *q,
                                   const ys_accept_node *node, ys_slot *part) {
  ys_accept_marks *marks = q->marks;
  q->marks = NULL;
  const bool accepted = ys_accepts(q, node, part);
  q->marks = marks;
  return accepted;
}

/* Whether the value is of a kind that the node accepts (accept.c). */
bool ys_accept_is_of_kind(const ys_accept_node *node, const ys_slot *value);

bool ys_accept_fits_format(ys_accept_question *q,
                           const ys_standard_format *format, ys_str text);

/* Whether a pattern is found in a text (kinds.c). */
bool ys_accept_matches(ys_accept_question *q, const ys_accept_pattern *pattern,
                       ys_str text);

/* The keywords about values of one kind (kinds.c). */
bool ys_accepts_number(ys_accept_question *q, const ys_accept_numbers *n,
                       const ys_slot *value);
bool ys_accepts_string(ys_accept_question *q, const ys_accept_strings *s,
                       const ys_slot *value);
bool ys_accepts_array(ys_accept_question *q, const ys_accept_arrays *a,
                      const ys_slot *value);
bool ys_accepts_map(ys_accept_question *q, const ys_accept_maps *m,
                    ys_slot *value);
