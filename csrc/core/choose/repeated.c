/* core/choose/repeated.c - Drops records that several alternatives of all-of
 * have made of the same violation. Alternatives may share what they contain, so
 * the number of records would otherwise double with each level of a value. */

#include "core/choose/trial.h"

/* A set of records; open addressing. */
typedef struct set {
  const ys_diag **table; /* [capacity], a power of two */
  size_t capacity;
} set;

static uint64_t hash_of(const ys_diag *d) {
  uint64_t h =
      ys_hash(((uint64_t)d->at.line << 32 | d->at.column) | 1, d->path);
  h = ys_hash_add(h, (uint64_t)d->by.line << 32 | d->by.column);
  return ys_hash_add(h, (uint64_t)d->code << 16 | d->by.source);
}

static bool is_place(ys_place a, ys_place b) {
  return a.line == b.line && a.column == b.column && a.source == b.source;
}

static bool is_same(const ys_diag *a, const ys_diag *b) {
  if (a->code != b->code || !is_place(a->at, b->at) || !is_place(a->by, b->by))
    return false;
  if (!ys_str_eq(a->path, b->path) || !ys_str_eq(a->rule, b->rule))
    return false;
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!ys_str_eq(a->args[i], b->args[i])) return false;
  return true;
}

/* Adds a record, unless an equal one is there. */
static bool add(set *s, const ys_diag *d) {
  size_t at = (size_t)hash_of(d) & (s->capacity - 1);
  while (s->table[at] != NULL && !is_same(s->table[at], d))
    at = (at + 1) & (s->capacity - 1);
  if (s->table[at] != NULL) return false;
  s->table[at] = d;
  return true;
}

static size_t count_of(const ys_diag *d) {
  size_t count = 0;
  for (; d != NULL; d = d->next)
    count++;
  return count;
}

/* Takes the records out of the list that are in the set, and adds the others.
 */
static void unrepeat(set *s, ys_diags *list) {
  ys_diag *d = list->first;
  ys_diag **end = &list->first;
  list->last = NULL;
  for (; d != NULL; d = d->next) {
    if (!add(s, d)) continue;
    *end = list->last = d;
    end = &d->next;
  }
  *end = NULL;
}

ys_status ys_trial_unrepeat(ys_chooser *c, ys_trial *t) {
  const ys_memory memory = c->space->arena.memory;
  size_t count = 0, lists = 0;
  set s = {.capacity = 4};
  for (uint32_t i = t->range.first; i < t->range.end; i++) {
    const ys_diag *first = ys_trial_tried(t, i)->found.first;
    lists += first != NULL;
    count += count_of(first);
  }
  if (lists < 2) return YS_OK;
  while (s.capacity < 2 * count)
    s.capacity *= 2;
  s.table = ys_memory_new(memory, s.capacity * sizeof *s.table);
  if (s.table == NULL) return YS_NOMEM;
  memset(s.table, 0, s.capacity * sizeof *s.table);
  for (uint32_t i = t->range.first; i < t->range.end; i++)
    unrepeat(&s, &ys_trial_tried(t, i)->found);
  ys_memory_free(memory, s.table, s.capacity * sizeof *s.table);
  return YS_OK;
}
