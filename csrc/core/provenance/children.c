#include "core/provenance/children.h"

/* The entries of maps that have more of them are found by a table. */
#define FEW 12

ys_origin *ys_origin_entry(const ys_provenance *h, ys_origin *map,
                           const ys_key *key) {
  ys_origin *at = map->recent == NULL ? NULL : map->recent->next;
  if (at == NULL) at = map->first;
  if (at != NULL && at->key != key) {
    if (map->count > FEW)
      at = ys_pairs_get(&h->entries, map, key);
    else
      for (at = map->first; at != NULL && at->key != key;)
        at = at->next;
  }
  if (at != NULL) map->recent = at;
  return at;
}

ys_status ys_origin_add_below(ys_space *space, ys_origin *up,
                              ys_origin *origin) {
  ys_pairs *entries = &ys_provenance_of(space)->entries;
  ys_origin *t = up->count == FEW ? up->first : origin;
  YS_APPEND(up->first, up->last, origin);
  if (up->count++ < FEW) return YS_OK;
  for (; t != NULL; t = t->next)
    if (t->key != NULL)
      YS_TRY(ys_pairs_set(entries, &space->arena, up, t->key, t));
  return YS_OK;
}

void ys_origin_reorder(ys_origin *origin, ys_origin *met, ys_origin *last_met,
                       uint32_t round) {
  ys_origin **end = met == NULL ? &met : &last_met->after;
  ys_origin *last = last_met;
  for (ys_origin *t = origin->first; t != NULL; t = t->next) {
    if (t->round == round) continue;
    *end = last = t;
    end = &t->after;
  }
  *end = NULL;
  for (ys_origin *t = met; t != NULL; t = t->after)
    t->next = t->after;
  origin->first = met;
  origin->last = last;
}
