#include "core/check/outcomes.h"

#include <string.h>

static ys_outcome_entry *find(const ys_outcomes *outcomes,
                              const ys_choice *choice, const ys_slot *slot) {
  const size_t mask = outcomes->capacity - 1;
  size_t at = ys_hash_pair(slot, choice) & mask;
  for (;; at = (at + 1) & mask) {
    ys_outcome_entry *entry = &outcomes->table[at];
    if (entry->slot == NULL || (entry->choice == choice && entry->slot == slot))
      return entry;
  }
}

static ys_status grow(ys_outcomes *outcomes, ys_memory memory) {
  const size_t capacity = outcomes->capacity == 0 ? 64 : 2 * outcomes->capacity;
  ys_outcomes grown = {.count = outcomes->count, .capacity = capacity};
  grown.table = ys_memory_new(memory, capacity * sizeof *grown.table);
  if (grown.table == NULL) return YS_NOMEM;
  memset(grown.table, 0, capacity * sizeof *grown.table);
  for (size_t i = 0; i < outcomes->capacity; i++) {
    const ys_outcome_entry *e = &outcomes->table[i];
    if (e->slot != NULL) *find(&grown, e->choice, e->slot) = *e;
  }
  ys_outcomes_release(outcomes, memory);
  *outcomes = grown;
  return YS_OK;
}

static ys_status put(ys_outcomes *outcomes, ys_memory memory,
                     const ys_outcome_entry *made) {
  ys_outcome_entry *entry;
  if (outcomes->count >= outcomes->capacity / 2) YS_TRY(grow(outcomes, memory));
  entry = find(outcomes, made->choice, made->slot);
  if (entry->slot == NULL) outcomes->count++;
  *entry = *made;
  return YS_OK;
}

const ys_slot *ys_outcomes_origin(const ys_outcomes *outcomes,
                                  const ys_slot *slot) {
  const ys_outcome_entry *entry;
  if (outcomes->capacity == 0) return slot;
  entry = find(outcomes, NULL, slot);
  return entry->slot == NULL ? slot : entry->origin;
}

/* Recursion is bounded by the depth of the value. */
ys_status ys_outcomes_copied(ys_outcomes *outcomes, ys_memory memory,
                             const ys_slot *slot, const ys_slot *copy) {
  const ys_outcome_entry made = {.slot = copy,
                                 .origin = ys_outcomes_origin(outcomes, slot)};
  const ys_slot *below;
  if (!ys_is_collection(slot)) return YS_OK;
  YS_TRY(put(outcomes, memory, &made));
  below = ys_slot_first(copy);
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    YS_TRY(ys_outcomes_copied(outcomes, memory, s, below));
    below = below->next;
  }
  return YS_OK;
}

ys_status ys_outcomes_changed(ys_outcomes *outcomes, ys_memory memory,
                              const ys_slot *slot) {
  const ys_outcome_entry made = {.slot = slot, .origin = slot};
  return put(outcomes, memory, &made);
}

int64_t ys_outcomes_get(const ys_outcomes *outcomes, const ys_choice *choice,
                        const ys_slot *origin) {
  const ys_outcome_entry *entry;
  if (outcomes->capacity == 0) return YS_OUTCOME_UNKNOWN;
  entry = find(outcomes, choice, origin);
  return entry->slot == NULL ? YS_OUTCOME_UNKNOWN : entry->outcome;
}

ys_status ys_outcomes_set(ys_outcomes *outcomes, ys_memory memory,
                          const ys_choice *choice, const ys_slot *origin,
                          int64_t outcome) {
  const ys_outcome_entry made = {
      .choice = choice, .slot = origin, .outcome = outcome};
  return put(outcomes, memory, &made);
}

void ys_outcomes_release(ys_outcomes *outcomes, ys_memory memory) {
  ys_memory_free(memory, outcomes->table,
                 outcomes->capacity * sizeof *outcomes->table);
  *outcomes = (ys_outcomes){0};
}
