#include "core/check/verdicts.h"

#include <string.h>

static ys_verdict_entry *find(const ys_verdicts *verdicts,
                              const ys_field *field, const ys_slot *slot,
                              bool with_reason) {
  const size_t mask = verdicts->capacity - 1;
  size_t at = ys_hash_pair(slot, field) & mask;
  for (;; at = (at + 1) & mask) {
    ys_verdict_entry *entry = &verdicts->table[at];
    if (entry->field == NULL || (entry->field == field && entry->slot == slot &&
                                 entry->with_reason == with_reason))
      return entry;
  }
}

static ys_status grow(ys_verdicts *verdicts, ys_memory memory) {
  const size_t capacity = verdicts->capacity == 0 ? 16 : 2 * verdicts->capacity;
  ys_verdicts grown = {.count = verdicts->count, .capacity = capacity};
  grown.table = ys_memory_new(memory, capacity * sizeof *grown.table);
  if (grown.table == NULL) return YS_NOMEM;
  memset(grown.table, 0, capacity * sizeof *grown.table);
  for (size_t i = 0; i < verdicts->capacity; i++) {
    const ys_verdict_entry *e = &verdicts->table[i];
    if (e->field != NULL) *find(&grown, e->field, e->slot, e->with_reason) = *e;
  }
  ys_verdicts_release(verdicts, memory);
  *verdicts = grown;
  return YS_OK;
}

ys_status ys_verdicts_at(ys_verdicts *verdicts, ys_memory memory,
                         const ys_field *field, const ys_slot *slot,
                         bool with_reason, ys_verdict_entry **out) {
  if (verdicts->count >= verdicts->capacity / 2) YS_TRY(grow(verdicts, memory));
  *out = find(verdicts, field, slot, with_reason);
  if ((*out)->field != NULL) return YS_OK;
  **out = (ys_verdict_entry){
      .field = field, .slot = slot, .with_reason = with_reason};
  verdicts->count++;
  return YS_OK;
}

void ys_verdicts_release(ys_verdicts *verdicts, ys_memory memory) {
  ys_memory_free(memory, verdicts->table,
                 verdicts->capacity * sizeof *verdicts->table);
  *verdicts = (ys_verdicts){0};
}
