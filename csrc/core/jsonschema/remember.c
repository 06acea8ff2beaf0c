/* core/jsonschema/remember.c - Answers that are given once for each node, value
 * and path to the node (core/jsonschema/question.h). */

#include "core/jsonschema/question.h"

enum { MOST_ANSWERS = 1000000 /* that are remembered */ };

/* ---- paths ---------------------------------------------------------------
 */

/* Whether a resource is on the path. */
static bool has(ys_accept_question *q, const ys_slot *resource) {
  const ys_accept_path *path = q->path;
  uint64_t steps = 0;
  for (; path != NULL && path->resource != resource; path = path->outer)
    steps++;
  ys_accept_spend(q, steps);
  return path != NULL;
}

bool ys_accept_enter(ys_accept_question *q, const ys_accept_node *node) {
  const ys_slot *resource = node->scope == NULL ? NULL : node->scope->root;
  if (resource == NULL || has(q, resource) || q->unsure) return !q->unsure;
  ys_accept_path *path = ys_pairs_get(&q->paths, q->path, resource);
  if (path == NULL) {
    path = ys_arena_new(&q->space->arena, ys_accept_path);
    if (path == NULL) return ys_accept_fail(q, YS_NOMEM);
    *path = (ys_accept_path){q->path, resource};
    const ys_status status =
        ys_pairs_set(&q->paths, &q->space->arena, q->path, resource, path);
    if (status != YS_OK) return ys_accept_fail(q, status);
  }
  q->path = path;
  return true;
}

const ys_accept_node *ys_accept_outermost(ys_accept_question *q,
                                          const ys_accept_whole *whole) {
  const ys_accept_node *found = whole->list.nodes[0];
  uint64_t steps = 0;
  for (const ys_accept_path *path = q->path; path != NULL; path = path->outer) {
    const ys_accept_node *other =
        ys_pairs_get(&q->acceptor->dynamic, whole, path->resource);
    if (other != NULL) found = other;
    steps++;
  }
  ys_accept_spend(q, steps);
  return found;
}

/* ---- answers -------------------------------------------------------------
 */

typedef struct answer {
  bool given; /* false: it is being looked for */
  bool accepted;
  const bool *marks; /* what is evaluated, if it was asked for; or NULL */
} answer;

const void *ys_accept_asked(ys_accept_question *q, const ys_accept_node *node) {
  if (q->path == NULL) return node;
  void *both = ys_pairs_get(&q->asked, node, q->path);
  if (both != NULL) return both;
  both = ys_arena_new(&q->space->arena, answer);
  if (both == NULL ||
      ys_pairs_set(&q->asked, &q->space->arena, node, q->path, both) != YS_OK)
    return NULL;
  return both;
}

/* Uses a remembered answer, if it says all that is needed now. */
static bool recall(ys_accept_question *q, const answer *known) {
  if (!known->accepted || q->marks == NULL) return true;
  if (known->marks == NULL && q->marks->count > 0) return false;
  for (uint32_t i = 0; i < q->marks->count; i++)
    q->marks->of[i] |= known->marks[i];
  return ys_accept_spend(q, q->marks->count);
}

/* Asks with marks of its own, which are kept with the answer. */
static bool ask(ys_accept_question *q, const ys_accept_node *node,
                ys_slot *value, answer *out) {
  ys_accept_marks *outer = q->marks, own = {.count = outer ? outer->count : 0};
  if (own.count > 0) {
    if (!ys_accept_spend(q, own.count)) return false;
    own.of = ys_arena_zalloc(&q->space->arena, own.count, sizeof *own.of);
    if (own.of == NULL) return ys_accept_fail(q, YS_NOMEM);
    q->marks = &own;
  }
  const bool accepted = ys_accepts_anew(q, node, value);
  q->marks = outer;
  *out = (answer){true, accepted, own.of};
  for (uint32_t i = 0; accepted && i < own.count; i++)
    if (own.of[i]) outer->of[i] = true;
  return accepted && !q->unsure;
}

bool ys_accepts_once(ys_accept_question *q, const ys_accept_node *node,
                     ys_slot *value) {
  const void *asked = ys_accept_asked(q, node);
  if (asked == NULL) return ys_accept_fail(q, YS_NOMEM);
  answer *known = ys_pairs_get(&q->answers, asked, value);
  if (known == NULL) {
    if (q->answers.count == MOST_ANSWERS)
      return ys_accepts_anew(q, node, value);
    known = ys_arena_new(&q->space->arena, answer);
    if (known == NULL || ys_pairs_set(&q->answers, &q->space->arena, asked,
                                      value, known) != YS_OK)
      return ys_accept_fail(q, YS_NOMEM);
  } else if (!known->given) {
    return ys_accept_doubt(q); /* the schema leads to itself without end */
  } else if (recall(q, known)) {
    return known->accepted && !q->unsure;
  }
  known->given = false;
  return ask(q, node, value, known);
}
