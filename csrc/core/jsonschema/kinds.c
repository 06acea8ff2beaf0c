/* core/jsonschema/kinds.c - Tests the keywords about numbers, strings, arrays
 * and maps (core/jsonschema/question.h). */

#include "core/jsonschema/question.h"
#include "core/rule/rule.h"
#include "core/tree/compare.h"
#include "core/tree/number.h"
#include "core/tree/seen.h"

/* ---- numbers and strings ------------------------------------------------- */

static bool is_beside(const ys_slot *value, const ys_slot *bound, ys_order side,
                      bool itself) {
  ys_unlike unlike;
  if (bound == NULL) return true;
  const ys_order order = ys_compare(value, bound, &unlike);
  return order == side || (itself && order == YS_SAME);
}

static bool is_small(const ys_slot *slot) {
  return slot->kind == YS_INT && (slot->flags & YS_SLOT_UNSIGNED) == 0;
}

static bool is_multiple(ys_accept_question *q, const ys_slot *value,
                        const ys_slot *of) {
  ys_number_text texts[2];
  ys_decimal number, divisor;
  ys_division found;
  if (is_small(value) && is_small(of))
    return value->u.integer % of->u.integer == 0;
  if (!ys_accept_is_number(value)) return false;
  ys_number_decimal(value, &texts[0], &number);
  ys_number_decimal(of, &texts[1], &divisor);
  const ys_status status =
      ys_decimal_divide(q->space->arena.memory, &number, &divisor, &found);
  if (status != YS_OK) return ys_accept_fail(q, status);
  if (found == YS_DIVISION_COSTLY) return ys_accept_doubt(q);
  return found == YS_DIVISION_WHOLE;
}

bool ys_accepts_number(ys_accept_question *q, const ys_accept_numbers *n,
                       const ys_slot *value) {
  if (!is_beside(value, n->min, YS_GREATER, true) ||
      !is_beside(value, n->max, YS_LESS, true) ||
      !is_beside(value, n->above, YS_GREATER, false) ||
      !is_beside(value, n->below, YS_LESS, false))
    return false;
  return n->multiple == NULL || is_multiple(q, value, n->multiple);
}

bool ys_accept_matches(ys_accept_question *q, const ys_accept_pattern *pattern,
                       ys_str text) {
  ys_search search;
  if (pattern->regexp == NULL) return ys_accept_doubt(q);
  const ys_status status =
      ys_regexp_try(q->searches, pattern->regexp, text, &search);
  if (status != YS_OK) return ys_accept_fail(q, status);
  if (search == YS_SEARCH_GIVEN_UP) return ys_accept_doubt(q);
  return search == YS_SEARCH_FOUND;
}

bool ys_accept_fits_format(ys_accept_question *q,
                           const ys_standard_format *format, ys_str text) {
  bool valid;
  const ys_status status =
      ys_standard_format_test(format, &q->space->arena, text, &valid);
  return status == YS_OK ? valid : ys_accept_fail(q, status);
}

bool ys_accepts_string(ys_accept_question *q, const ys_accept_strings *s,
                       const ys_slot *value) {
  const ys_str text = ys_slot_text(value);
  if (s->min > 0 || text.len > s->max) {
    const size_t length = ys_utf8_count(text);
    if (length < s->min || length > s->max) return false;
  }
  if (s->pattern != NULL && !ys_accept_matches(q, s->pattern, text))
    return false;
  return s->format == NULL || ys_accept_fits_format(q, s->format, text);
}

/* ---- arrays -------------------------------------------------------------- */

static bool are_unique(ys_accept_question *q, const ys_slot *array) {
  ys_seen seen;
  bool unique = true;
  uint32_t i = 0;
  if (ys_slot_size(array) < 2) return true;
  const ys_status status = ys_seen_open(
      &seen, q->space->arena.memory, ys_slot_size(array), q->space->keys.seed);
  if (status != YS_OK) return ys_accept_fail(q, status);
  for (const ys_slot *s = ys_slot_first(array); s != NULL && unique;
       s = s->next)
    unique = ys_seen_meet(&seen, s, i++) == NULL;
  ys_seen_close(&seen);
  return unique;
}

static bool accepts_contained(ys_accept_question *q, const ys_accept_arrays *a,
                              const ys_slot *value) {
  uint64_t found = 0;
  uint32_t number = 0;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
    const bool accepted = ys_accepts_part(q, a->contains, s);
    if (accepted && a->contains_marks) ys_accept_mark(q, number);
    found += accepted;
    number++;
    if (q->unsure || found > a->most) return false;
  }
  return found >= a->least;
}

bool ys_accepts_array(ys_accept_question *q, const ys_accept_arrays *a,
                      const ys_slot *value) {
  ys_slot *s = ys_slot_first(value);
  if (ys_slot_size(value) < a->min || ys_slot_size(value) > a->max)
    return false;
  for (uint32_t i = 0; s != NULL; i++, s = s->next) {
    const ys_accept_node *node =
        i < a->first.count ? a->first.nodes[i] : a->items;
    if (node == NULL) break;
    if (!ys_accepts_part(q, node, s)) return false;
    ys_accept_mark(q, i);
  }
  if (a->contains != NULL && !accepts_contained(q, a, value)) return false;
  return !a->unique || are_unique(q, value);
}

/* ---- maps ---------------------------------------------------------------- */

static bool accepts_needs(ys_accept_question *q, const ys_accept_need *need,
                          ys_slot *value) {
  ys_arena *arena = &q->space->arena;
  for (; need != NULL; need = need->next) {
    if (ys_map_find(arena, value, need->key) == NULL) continue;
    for (uint32_t i = 0; i < need->count; i++)
      if (ys_map_find(arena, value, need->keys[i]) == NULL) return false;
    if (need->node != NULL && !ys_accepts(q, need->node, value)) return false;
  }
  return true;
}

/* An entry by the patterns of its key. `*met`: there is one. */
static bool accepts_by_key(ys_accept_question *q, const ys_accept_maps *m,
                           ys_slot *entry, bool *met) {
  for (uint32_t i = 0; i < m->pattern_count; i++) {
    const bool found =
        ys_accept_matches(q, m->patterns[i].pattern, entry->key->text);
    if (q->unsure) return false;
    if (!found) continue;
    *met = true;
    if (!ys_accepts_part(q, m->patterns[i].node, entry)) return false;
  }
  return true;
}

static bool accepts_name(ys_accept_question *q, const ys_accept_node *names,
                         const ys_key *key) {
  ys_slot own = {.kind = YS_STRING}, *name = &own;
  if (q->remembers_all ||
      q->steps < q->remember_from) { /* its address must not be used again */
    name = ys_arena_new(&q->space->arena, ys_slot);
    if (name == NULL) return ys_accept_fail(q, YS_NOMEM);
  }
  ys_slot_show_text(name, &key->text);
  return ys_accepts_part(q, names, name);
}

/* An entry with its number, by the position of its key in the shape, or -1. */
static bool accepts_entry(ys_accept_question *q, const ys_accept_maps *m,
                          int64_t at, ys_slot *entry, uint32_t number) {
  const ys_accept_node *own = at < 0 ? NULL : m->entries[at].node;
  bool met = own != NULL;
  if (own != NULL && !ys_accepts_part(q, own, entry)) return false;
  if (m->pattern_count > 0 && !accepts_by_key(q, m, entry, &met)) return false;
  if (!met && m->others != NULL) {
    if (!ys_accepts_part(q, m->others, entry)) return false;
    met = true;
  }
  if (met) ys_accept_mark(q, number);
  return m->names == NULL || accepts_name(q, m->names, entry->key);
}

/* The keys that have to be there, and their values where these are listed: an
 * alternative fails by them first. */
static bool has_required(ys_accept_question *q, const ys_accept_maps *m,
                         ys_slot *value) {
  if (ys_slot_size(value) < m->required) return false;
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

bool ys_accepts_map(ys_accept_question *q, const ys_accept_maps *m,
                    ys_slot *value) {
  uint32_t expected = 0, number = 0;
  if (ys_slot_size(value) < m->min || ys_slot_size(value) > m->max)
    return false;
  if (m->required > 0 && !has_required(q, m, value)) return false;
  if (m->entries != NULL || m->others || m->names || m->pattern_count > 0)
    for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
      const int64_t at =
          m->entries ? ys_shape_find(&m->shape, s->key, expected) : -1;
      if (at >= 0) expected = (uint32_t)at + 1;
      if (!accepts_entry(q, m, at, s, number++)) return false;
    }
  return accepts_needs(q, m->needs, value);
}
