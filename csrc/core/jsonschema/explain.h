#pragma once

/* core/jsonschema/explain.h - The violations of a value: what the source files
 * of the explanation share. */

#include "core/jsonschema/question.h"

/* A keyword that a part of a value violates. */
typedef struct ys_accept_violation {
  const ys_path *path; /* of the part */
  uint32_t depth;      /* how many steps that path has */
  const ys_slot *part; /* for an unknown key, its entry */
  ys_accept_keyword word;
  ys_code code;
  const ys_slot *keyword; /* in the schema; or the subschema */
  ys_str must_be, found, hint;
  ys_str near;    /* for an unknown key, a sentence with some keys of many */
  ys_str because; /* why its keyword applies; may show a value */
  ys_fix fix;
  const struct ys_accept_violation *of; /* the same one without `because` */
} ys_accept_violation;

/* Violations, each once. */
typedef struct ys_accept_item {
  struct ys_accept_item *next;
  const ys_accept_violation *what;
} ys_accept_item;

typedef struct ys_accept_found {
  ys_accept_item *first, *last;
  uint32_t count;
  uint32_t more; /* that are not listed */
} ys_accept_found;

/* A node and a value that it does not accept. */
typedef struct ys_accept_case {
  const ys_accept_node *node;
  ys_slot *value;
  const ys_path *path;
  uint32_t depth;
  ys_accept_words words;
  ys_accept_found *found;
  const ys_shape *keys; /* that all its keywords describe; NULL: those of the
                           node itself */
} ys_accept_case;

/* The keys that the value may have; NULL: none is named. */
static inline const ys_shape *ys_accept_named(const ys_accept_case *c) {
  if (c->keys != NULL || c->node->maps == NULL) return c->keys;
  return &c->node->maps->shape;
}

typedef struct ys_accept_explainer {
  ys_accept_question q;
  ys_arena *arena;
  ys_pairs explained; /* the ys_accept_found of a node and a value */
  ys_pairs listed;    /* violations, by list */
  uint32_t effort;    /* that comparisons of keys have cost */
} ys_accept_explainer;

/* ---- the walk (explain.c) ------------------------------------------------
 */

/* The violations of a value by a node; none if it accepts the value. */
ys_status ys_accept_explain_part(ys_accept_explainer *x,
                                 const ys_accept_node *node, ys_slot *value,
                                 const ys_path *path, uint32_t depth,
                                 const ys_accept_found **out);

/* Adds violations that are listed elsewhere. */
ys_status ys_accept_merge(ys_accept_explainer *x, ys_accept_found *into,
                          const ys_accept_found *from);

/* The same, with the reason for which their keywords apply; it may be empty. */
ys_status ys_accept_merge_because(ys_accept_explainer *x, ys_accept_found *into,
                                  const ys_accept_found *from, ys_str because);

/* Adds a violation of a part of the value; the keyword is found by its word,
 * unless it is known. */
ys_status ys_accept_report_part(ys_accept_explainer *x, const ys_accept_case *c,
                                const ys_accept_violation *violation);

/* Adds a violation of `c` by a keyword. The texts are the arena's. */
ys_status ys_accept_report(ys_accept_explainer *x, const ys_accept_case *c,
                           ys_accept_keyword word, ys_str must_be,
                           ys_str found);

/* ---- arrays, maps and alternatives ----------------------------------------
 */

ys_status ys_accept_explain_array(ys_accept_explainer *x,
                                  const ys_accept_case *c);
ys_status ys_accept_explain_map(ys_accept_explainer *x,
                                const ys_accept_case *c);
ys_status ys_accept_explain_some(ys_accept_explainer *x,
                                 const ys_accept_case *c,
                                 const ys_accept_whole *whole);

ys_status ys_accept_explain_not(ys_accept_explainer *x, const ys_accept_case *c,
                                const ys_accept_node *node);

/* Marks the entries or items of the value that the node describes, also in
 * alternatives if none of them accepts the value. `keys`: the keys that are
 * named there. */
ys_status ys_accept_describe(ys_accept_explainer *x, const ys_accept_node *node,
                             ys_slot *value, ys_accept_marks *marks,
                             ys_shape *keys);

/* ---- what was meant (correct.c) ------------------------------------------
 *
 * They give a violation the fix that is certain, if there is one.
 */

/* A scalar of another kind. The violation gets a hint, too. */
void ys_accept_correct_kind(const ys_accept_case *c, ys_accept_violation *v);

/* A text that is not listed, in place of which another one was meant. */
void ys_accept_correct_text(const ys_accept_explainer *x,
                            const ys_accept_case *c, ys_str meant,
                            ys_accept_violation *v);

/* An unknown key, in place of which another one was meant. */
void ys_accept_correct_key(ys_accept_explainer *x, const ys_accept_case *c,
                           const ys_slot *entry, const ys_key *sure,
                           ys_accept_violation *v);

/* A missing key, whose value has a node. */
ys_status ys_accept_correct_missing(const ys_accept_explainer *x,
                                    const ys_accept_node *node,
                                    ys_accept_violation *v);

/* ---- words (words.c) ------------------------------------------------------
 */

/* A value in a few words, such as `"abc"` or `a map`. */
ys_status ys_accept_shown(ys_arena *arena, const ys_slot *value, ys_str *out);

/* The kinds that a node accepts: "string or null". */
ys_status ys_accept_kind_words(ys_arena *arena, const ys_accept_node *node,
                               ys_str *out);

/* Joins a text and a number, such as `length >= 3`. */
ys_status ys_accept_count_words(ys_arena *arena, ys_str before, uint64_t count,
                                ys_str after, ys_str *out);

/* Says why the `then` of an `if` with this condition applies to a map, if it
 * holds, or else the `else`: `because kind is "tcp"`. The text stays empty
 * where the condition is about more than a few keys and their values.
 */
ys_status ys_accept_condition_words(ys_accept_explainer *x,
                                    const ys_accept_node *condition,
                                    const ys_slot *map, bool holds,
                                    ys_str *out);
