/* core/jsonschema/accept.c - Says whether a compiled JSON Schema accepts a
 * value (core/jsonschema/accept.h). */

#include "core/json/read.h"
#include "core/jsonschema/question.h"
#include "core/rule/rule.h"
#include "core/type/text_rules.h"

#include <math.h>

/* Steps that one text may take; those after which answers are remembered; and
 * how many subschemas may be asked inside one another. */
enum { STEPS = 100000000, FEW_STEPS = 2000, MOST_LEVELS = 4000 };

/* ---- the value as a whole ------------------------------------------------ */

/* Asks a subschema that the value need not satisfy: what is evaluated in it
 * counts only if it accepts. */
static bool tries(ys_accept_question *q, const ys_accept_node *node,
                  ys_slot *value) {
  ys_accept_marks *marks = q->marks, own;
  if (marks == NULL || marks->count == 0) return ys_accepts(q, node, value);
  const size_t size = marks->count * sizeof *own.of;
  if (!ys_accept_spend(q, marks->count)) return false;
  own = (ys_accept_marks){ys_arena_alloc(&q->space->arena, size), marks->count};
  if (own.of == NULL) return ys_accept_fail(q, YS_NOMEM);
  memcpy(own.of, marks->of, size);
  q->marks = &own;
  const bool accepted = ys_accepts(q, node, value);
  q->marks = marks;
  if (accepted) memcpy(marks->of, own.of, size);
  return accepted;
}

/* A negation marks nothing. */
static bool refuses(ys_accept_question *q, const ys_accept_node *node,
                    ys_slot *value) {
  return !ys_accepts_part(q, node, value) && !q->unsure;
}

/* Whether the number of subschemas that accept the value is at least `least`
 * and at most `most`. */
static bool accepts_some(ys_accept_question *q, const ys_accept_list *list,
                         ys_slot *value, uint32_t least, uint32_t most) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    found += tries(q, list->nodes[i], value);
    if (q->unsure || found > most) return false;
    if (found == least && most == list->count && q->marks == NULL) return true;
  }
  return found >= least;
}

static bool accepts_whole(ys_accept_question *q, const ys_accept_whole *w,
                          ys_slot *value) {
  const ys_accept_list *list = &w->list;
  const ys_accept_node *then;
  switch (w->way) {
  case YS_ACCEPT_ALL:
    for (uint32_t i = 0; i < list->count; i++)
      if (!ys_accepts(q, list->nodes[i], value)) return false;
    return true;
  case YS_ACCEPT_ANY: return accepts_some(q, list, value, 1, list->count);
  case YS_ACCEPT_ONE: return accepts_some(q, list, value, 1, 1);
  case YS_ACCEPT_NOT: return refuses(q, list->nodes[0], value);
  case YS_ACCEPT_DYNAMIC:
    return ys_accepts(q, ys_accept_outermost(q, w), value);
  case YS_ACCEPT_IF:
    then = list->nodes[tries(q, list->nodes[0], value) ? 1 : 2];
    return !q->unsure && (then == NULL || ys_accepts(q, then, value));
  }
  return ys_accept_doubt(q);
}

/* ---- a value ------------------------------------------------------------- */

/* Whether a float is an integer. In draft-04, the spelling decides, which
 * numbers of Lua do not have. */
static bool is_integer(const ys_accept_node *n, const ys_slot *value) {
  const bool exact = ys_slot_is_exact(value);
  if (n->scope->draft > 4)
    return exact ? value->u.exact->whole
                 : floor(value->u.number) == value->u.number;
  return exact ? value->u.exact->integer : (value->flags & YS_SLOT_WHOLE) != 0;
}

bool ys_accept_is_of_kind(const ys_accept_node *n, const ys_slot *value) {
  if ((n->kinds & YS_KINDS(value->kind)) == 0) return false;
  return !n->whole || value->kind != YS_FLOAT || is_integer(n, value);
}

static bool accepts_content(ys_accept_question *q, const ys_accept_node *n,
                            ys_slot *value) {
  if (n->listed != NULL && !ys_rule_allows(n->listed, value)) return false;
  if (n->constant != NULL && !ys_rule_allows(n->constant, value)) return false;
  switch (value->kind) {
  case YS_INT:
  case YS_FLOAT:
    if (n->numbers && !ys_accepts_number(q, n->numbers, value)) return false;
    break;
  case YS_STRING:
    if (n->strings && !ys_accepts_string(q, n->strings, value)) return false;
    break;
  case YS_ARRAY:
    if (n->arrays && !ys_accepts_array(q, n->arrays, value)) return false;
    break;
  case YS_MAP:
    if (n->maps && !ys_accepts_map(q, n->maps, value)) return false;
    break;
  default: break;
  }
  for (const ys_accept_whole *w = n->wholes; w != NULL; w = w->next)
    if (!accepts_whole(q, w, value)) return false;
  return true;
}

/* The parts that no keyword has evaluated, by `unevaluatedItems` or
 * `unevaluatedProperties`. */
static bool accepts_rest(ys_accept_question *q, const ys_accept_node *rest,
                         const ys_accept_marks *marks, const ys_slot *value) {
  uint32_t number = 0;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if (!marks->of[number++] && !ys_accepts_part(q, rest, s)) return false;
  return true;
}

/* Asks with marks of its own, for the entries or items that are left. Then all
 * of them are evaluated. */
static bool accepts_all(ys_accept_question *q, const ys_accept_node *n,
                        const ys_accept_node *rest, ys_slot *value) {
  ys_accept_marks *marks = q->marks, own = {.count = ys_slot_size(value)};
  if (!ys_accept_spend(q, own.count)) return false;
  own.of = ys_arena_zalloc(&q->space->arena, own.count, sizeof *own.of);
  if (own.of == NULL) return ys_accept_fail(q, YS_NOMEM);
  q->marks = &own;
  const bool accepted =
      accepts_content(q, n, value) && accepts_rest(q, rest, &own, value);
  q->marks = marks;
  for (uint32_t i = 0; accepted && i < own.count; i++)
    ys_accept_mark(q, i);
  return accepted;
}

bool ys_accepts_anew(ys_accept_question *q, const ys_accept_node *n,
                     ys_slot *value) {
  if (n->opaque || q->levels == MOST_LEVELS) return ys_accept_doubt(q);
  q->levels++;
  const ys_accept_node *rest = value->kind == YS_MAP     ? n->rest_entries
                               : value->kind == YS_ARRAY ? n->rest_items
                                                         : NULL;
  const bool accepted = rest == NULL ? accepts_content(q, n, value)
                                     : accepts_all(q, n, rest, value);
  q->levels--;
  return accepted && !q->unsure;
}

/* The same, on a path with the node's resource. */
static bool accepts_on_path(ys_accept_question *q, const ys_accept_node *n,
                            ys_slot *value) {
  const ys_accept_path *before = q->path;
  if (!ys_accept_enter(q, n)) return false;
  const bool accepted = ys_accept_remembers(q, n)
                            ? ys_accepts_once(q, n, value)
                            : ys_accepts_anew(q, n, value);
  q->path = before;
  return accepted;
}

/* Whether the value is a variable that may become one of the node. */
static bool is_variable(ys_accept_question *q, const ys_accept_node *n,
                        const ys_slot *value) {
  bool variable;
  const ys_status status =
      ys_is_variable_for(q->space, n->kinds, value, &variable);
  return status == YS_OK ? variable : ys_accept_fail(q, status);
}

bool ys_accepts(ys_accept_question *q, const ys_accept_node *n,
                ys_slot *value) {
  if (q->unsure || !ys_accept_spend(q, 1)) return false;
  if (n->same != NULL) n = n->same;
  if (value->kind == YS_STRING && is_variable(q, n, value)) return true;
  if (!ys_accept_is_of_kind(n, value)) return false;
  if (n->open) return true;
  if (q->accepted != NULL && ys_pairs_get(q->accepted, value, NULL) != NULL)
    return true;
  if (q->acceptor->dynamic.count > 0) return accepts_on_path(q, n, value);
  return ys_accept_remembers(q, n) ? ys_accepts_once(q, n, value)
                                   : ys_accepts_anew(q, n, value);
}

ys_accept_question ys_accept_ask(const ys_acceptor *acceptor, ys_space *space,
                                 ys_space *searches) {
  return (ys_accept_question){.acceptor = acceptor,
                              .space = space,
                              .searches = searches,
                              .steps = STEPS,
                              .remember_from = STEPS - FEW_STEPS};
}

/* ---- texts --------------------------------------------------------------- */

ys_status ys_accept_run_init(ys_accept_run *run, const ys_acceptor *acceptor) {
  const ys_accept_node *root = acceptor->root;
  run->acceptor = acceptor;
  YS_TRY(ys_space_init(&run->searches, acceptor->space->arena.memory, NULL));
  YS_TRY(ys_space_init(&run->space, acceptor->space->arena.memory,
                       acceptor->space));
  run->space.wide = YS_WIDE_EXACT;
  run->space.folding.on = true; /* only whether there are records matters */
  run->space.expected = root->maps == NULL ? NULL : &root->maps->shape;
  run->begin = ys_arena_now(&run->space.arena);
  return YS_OK;
}

void ys_accept_run_release(ys_accept_run *run) {
  ys_space_release(&run->space);
  ys_space_release(&run->searches);
}

static ys_status accept_read(ys_accept_run *run, const ys_accept_node *node,
                             ys_str text, ys_json_verdict *verdict) {
  ys_slot document = {0};
  const ys_extract all = {.text = text};
  ys_accept_question q =
      ys_accept_ask(run->acceptor, &run->space, &run->searches);
  bool is_json = false;
  ys_status status = ys_extract_check(&run->space, &all);
  if (status == YS_OK)
    status = ys_jsonread(&run->space, &all, false, &document, &is_json);
  if (status == YS_NOMEM) return status;
  if (status != YS_OK || !is_json) return YS_OK;
  const bool accepted = ys_accepts(&q, node, &document);
  if (!q.unsure) *verdict = accepted ? YS_JSON_VALID : YS_JSON_INVALID;
  return q.status;
}

ys_status ys_accept_text(ys_accept_run *run, ys_str text,
                         ys_json_verdict *verdict) {
  return ys_accept_text_by(run, run->acceptor->root, text, verdict);
}

ys_status ys_accept_text_by(ys_accept_run *run, const ys_accept_node *node,
                            ys_str text, ys_json_verdict *verdict) {
  *verdict = YS_JSON_UNKNOWN;
  const ys_status status = accept_read(run, node, text, verdict);
  ys_space_forget_records(&run->space);
  ys_keys_forget(&run->space.keys);
  ys_arena_rewind(&run->space.arena, &run->begin);
  return status;
}
