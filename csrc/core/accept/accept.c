/* core/accept/accept.c - Says whether a compiled JSON Schema accepts a value
 * (core/accept/accept.h). */

#include "core/accept/node.h"
#include "core/json/read.h"
#include "core/rule/rule.h"
#include "core/tree/compare.h"
#include "core/tree/seen.h"
#include "core/type/regexp.h"

#include <math.h>

/* Steps that one text may take, and more for each of its bytes; and how many
 * subschemas may be asked inside one another. */
enum { STEPS = 100000, BYTE_STEPS = 64, MOST_LEVELS = 1000 };

/* The question about one value. Once it is `unsure`, all answers are no, and
 * none of them counts. */
typedef struct question {
  ys_space *space, *searches;
  uint64_t steps;  /* that are left */
  uint32_t levels; /* that are open */
  bool unsure;
  ys_status status;
} question;

static bool accepts(question *q, const ys_accept_node *node, ys_slot *value);

static bool doubt(question *q) {
  q->unsure = true;
  return false;
}

static bool fail(question *q, ys_status status) {
  q->status = status;
  return doubt(q);
}

/* ---- numbers and strings
 * ------------------------------------------------------ */

static bool is_beside(const ys_slot *value, const ys_slot *bound, ys_order side,
                      bool itself) {
  ys_unlike unlike;
  if (bound == NULL) return true;
  const ys_order order = ys_compare(value, bound, &unlike);
  return order == side || (itself && order == YS_SAME);
}

static bool accepts_number(question *q, const ys_accept_numbers *n,
                           const ys_slot *value) {
  ys_finding finding;
  if (!is_beside(value, n->min, YS_GREATER, true) ||
      !is_beside(value, n->max, YS_LESS, true) ||
      !is_beside(value, n->above, YS_GREATER, false) ||
      !is_beside(value, n->below, YS_LESS, false))
    return false;
  if (n->multiple == NULL) return true;
  const ys_status status = ys_rule_test(q->space, n->multiple, value, &finding);
  return status == YS_OK ? finding.holds : fail(q, status);
}

static bool is_found(question *q, const ys_accept_pattern *pattern,
                     ys_str text) {
  ys_search search;
  if (pattern->regexp == NULL) return doubt(q);
  const ys_status status =
      ys_regexp_try(q->searches, pattern->regexp, text, &search);
  if (status != YS_OK) return fail(q, status);
  if (search == YS_SEARCH_GIVEN_UP) return doubt(q);
  return search == YS_SEARCH_FOUND;
}

static bool accepts_string(question *q, const ys_accept_strings *s,
                           const ys_slot *value) {
  const ys_str text = ys_slot_text(value);
  if (s->min > 0 || text.len > s->max) {
    const size_t length = ys_utf8_count(text);
    if (length < s->min || length > s->max) return false;
  }
  if (s->pattern != NULL && !is_found(q, s->pattern, text)) return false;
  return s->format == NULL || s->format->test(text);
}

/* ---- arrays
 * -------------------------------------------------------------------- */

static bool are_unique(question *q, const ys_slot *array) {
  ys_seen seen;
  bool unique = true;
  uint32_t i = 0;
  if (array->size < 2) return true;
  const ys_status status = ys_seen_open(&seen, q->space->arena.memory,
                                        array->size, q->space->keys.seed);
  if (status != YS_OK) return fail(q, status);
  for (const ys_slot *s = ys_slot_first(array); s != NULL && unique;
       s = s->next)
    unique = ys_seen_meet(&seen, s, i++) == NULL;
  ys_seen_close(&seen);
  return unique;
}

static bool accepts_contained(question *q, const ys_accept_arrays *a,
                              const ys_slot *value) {
  uint64_t found = 0;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
    found += accepts(q, a->contains, s);
    if (q->unsure || found > a->most) return false;
  }
  return found >= a->least;
}

static bool accepts_array(question *q, const ys_accept_arrays *a,
                          const ys_slot *value) {
  ys_slot *s = ys_slot_first(value);
  if (value->size < a->min || value->size > a->max) return false;
  for (uint32_t i = 0; i < a->first.count && s != NULL; i++, s = s->next)
    if (!accepts(q, a->first.nodes[i], s)) return false;
  for (; s != NULL && a->items != NULL; s = s->next)
    if (!accepts(q, a->items, s)) return false;
  if (a->contains != NULL && !accepts_contained(q, a, value)) return false;
  return !a->unique || are_unique(q, value);
}

/* ---- maps
 * ---------------------------------------------------------------------- */

static bool accepts_needs(question *q, const ys_accept_need *need,
                          ys_slot *value) {
  ys_arena *arena = &q->space->arena;
  for (; need != NULL; need = need->next) {
    if (ys_map_find(arena, value, need->key) == NULL) continue;
    for (uint32_t i = 0; i < need->count; i++)
      if (ys_map_find(arena, value, need->keys[i]) == NULL) return false;
    if (need->node != NULL && !accepts(q, need->node, value)) return false;
  }
  return true;
}

/* An entry by the patterns of its key. `*met`: there is one. */
static bool accepts_by_key(question *q, const ys_accept_maps *m, ys_slot *entry,
                           bool *met) {
  for (uint32_t i = 0; i < m->pattern_count; i++) {
    const bool found = is_found(q, m->patterns[i].pattern, entry->key->text);
    if (q->unsure) return false;
    if (!found) continue;
    *met = true;
    if (!accepts(q, m->patterns[i].node, entry)) return false;
  }
  return true;
}

static bool accepts_name(question *q, const ys_accept_node *names,
                         const ys_key *key) {
  ys_slot name = {.kind = YS_STRING};
  ys_slot_set_text(&name, key->text);
  return accepts(q, names, &name);
}

/* An entry, by the position of its key in the shape, or -1. */
static bool accepts_entry(question *q, const ys_accept_maps *m, int64_t at,
                          ys_slot *entry) {
  const ys_accept_node *own = at < 0 ? NULL : m->entries[at].node;
  bool met = own != NULL;
  if (own != NULL && !accepts(q, own, entry)) return false;
  if (m->pattern_count > 0 && !accepts_by_key(q, m, entry, &met)) return false;
  if (!met && m->others != NULL && !accepts(q, m->others, entry)) return false;
  return m->names == NULL || accepts_name(q, m->names, entry->key);
}

/* The keys that have to be there, and their values where these are listed: an
 * alternative fails by them first. */
static bool has_required(question *q, const ys_accept_maps *m, ys_slot *value) {
  if (value->size < m->required) return false;
  for (uint32_t i = 0; i < m->shape.count; i++) {
    const ys_accept_entry *e = &m->entries[i];
    if (!e->required) continue;
    const ys_slot *s = ys_map_find(&q->space->arena, value, m->shape.keys[i]);
    if (s == NULL) return false;
    if (e->node == NULL) continue;
    if (e->node->constant && !ys_rule_allows(e->node->constant, s))
      return false;
    if (e->node->listed && !ys_rule_allows(e->node->listed, s)) return false;
  }
  return true;
}

static bool accepts_map(question *q, const ys_accept_maps *m, ys_slot *value) {
  uint32_t expected = 0;
  if (value->size < m->min || value->size > m->max) return false;
  if (m->required > 0 && !has_required(q, m, value)) return false;
  if (m->entries != NULL || m->others || m->names || m->pattern_count > 0)
    for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
      const int64_t at =
          m->entries ? ys_shape_find(&m->shape, s->key, expected) : -1;
      if (at >= 0) expected = (uint32_t)at + 1;
      if (!accepts_entry(q, m, at, s)) return false;
    }
  return accepts_needs(q, m->needs, value);
}

/* ---- the value as a whole
 * -------------------------------------------------------- */

/* Whether the number of subschemas that accept the value is at least `least`
 * and at most `most`. */
static bool accepts_some(question *q, const ys_accept_list *list,
                         ys_slot *value, uint32_t least, uint32_t most) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    found += accepts(q, list->nodes[i], value);
    if (q->unsure || found > most) return false;
    if (found == least && most == list->count) return true;
  }
  return found >= least;
}

static bool accepts_whole(question *q, const ys_accept_whole *w,
                          ys_slot *value) {
  const ys_accept_list *list = &w->list;
  const ys_accept_node *then;
  switch (w->way) {
  case YS_ACCEPT_ALL:
    for (uint32_t i = 0; i < list->count; i++)
      if (!accepts(q, list->nodes[i], value)) return false;
    return true;
  case YS_ACCEPT_ANY: return accepts_some(q, list, value, 1, list->count);
  case YS_ACCEPT_ONE: return accepts_some(q, list, value, 1, 1);
  case YS_ACCEPT_NOT: return !accepts(q, list->nodes[0], value) && !q->unsure;
  case YS_ACCEPT_IF:
    then = list->nodes[accepts(q, list->nodes[0], value) ? 1 : 2];
    return !q->unsure && (then == NULL || accepts(q, then, value));
  }
  return doubt(q);
}

/* ---- a value
 * ---------------------------------------------------------------------- */

static bool is_of_kind(const ys_accept_node *n, const ys_slot *value) {
  if ((n->kinds & YS_KINDS(value->kind)) == 0) return false;
  return !n->whole || value->kind != YS_FLOAT ||
         floor(value->u.number) == value->u.number;
}

static bool accepts_content(question *q, const ys_accept_node *n,
                            ys_slot *value) {
  if (n->listed != NULL && !ys_rule_allows(n->listed, value)) return false;
  if (n->constant != NULL && !ys_rule_allows(n->constant, value)) return false;
  switch (value->kind) {
  case YS_INT:
  case YS_FLOAT:
    if (n->numbers && !accepts_number(q, n->numbers, value)) return false;
    break;
  case YS_STRING:
    if (n->strings && !accepts_string(q, n->strings, value)) return false;
    break;
  case YS_ARRAY:
    if (n->arrays && !accepts_array(q, n->arrays, value)) return false;
    break;
  case YS_MAP:
    if (n->maps && !accepts_map(q, n->maps, value)) return false;
    break;
  default: break;
  }
  for (const ys_accept_whole *w = n->wholes; w != NULL; w = w->next)
    if (!accepts_whole(q, w, value)) return false;
  return true;
}

static bool accepts(question *q, const ys_accept_node *n, ys_slot *value) {
  if (q->unsure || q->steps == 0) return doubt(q);
  q->steps--;
  for (; n->same != NULL; n = n->same)
    if (q->steps-- == 1) return doubt(q);
  if (!is_of_kind(n, value)) return false;
  if (n->open) return true;
  if (n->opaque || q->levels == MOST_LEVELS) return doubt(q);
  q->levels++;
  const bool accepted = accepts_content(q, n, value);
  q->levels--;
  return accepted && !q->unsure;
}

/* ---- texts
 * ------------------------------------------------------------------------ */

ys_status ys_accept_run_init(ys_accept_run *run, const ys_acceptor *acceptor) {
  const ys_accept_node *root = acceptor->root;
  run->acceptor = acceptor;
  YS_TRY(ys_space_init(&run->searches, acceptor->space->arena.memory, NULL));
  YS_TRY(ys_space_init(&run->space, acceptor->space->arena.memory,
                       acceptor->space));
  run->space.folding.on = true; /* only whether there are records matters */
  run->space.expected = root->maps == NULL ? NULL : &root->maps->shape;
  run->begin = ys_arena_now(&run->space.arena);
  return YS_OK;
}

void ys_accept_run_release(ys_accept_run *run) {
  ys_space_release(&run->space);
  ys_space_release(&run->searches);
}

static ys_status accept_read(ys_accept_run *run, ys_str text, bool *accepted) {
  ys_slot document = {0};
  const ys_extract all = {.text = text};
  question q = {.space = &run->space,
                .searches = &run->searches,
                .steps = STEPS + (uint64_t)text.len * BYTE_STEPS};
  bool is_json = false;
  ys_status status = ys_extract_check(&run->space, &all);
  if (status == YS_OK)
    status = ys_jsonread(&run->space, &all, false, &document, &is_json);
  if (status == YS_NOMEM) return status;
  if (status != YS_OK || !is_json) return YS_OK;
  *accepted = accepts(&q, run->acceptor->root, &document);
  return q.status;
}

ys_status ys_accept_text(ys_accept_run *run, ys_str text, bool *accepted) {
  *accepted = false;
  const ys_status status = accept_read(run, text, accepted);
  ys_space_forget_records(&run->space);
  ys_keys_forget(&run->space.keys);
  ys_arena_rewind(&run->space.arena, &run->begin);
  return status;
}
