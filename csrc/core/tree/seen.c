#include "core/tree/seen.h"

#include <string.h>

ys_status ys_seen_open(ys_seen *seen, ys_memory memory, size_t count,
                       uint64_t seed) {
  size_t size = 4;
  while (size / 2 < count)
    size *= 2;
  seen->memory = memory;
  seen->bytes = size * sizeof *seen->table;
  seen->mask = size - 1;
  seen->seed = seed;
  seen->table = ys_memory_new(memory, seen->bytes);
  if (seen->table == NULL) return YS_NOMEM;
  memset(seen->table, 0, seen->bytes);
  return YS_OK;
}

const ys_seen_entry *ys_seen_meet(ys_seen *seen, const ys_slot *item,
                                  uint32_t index) {
  uint64_t hash;
  size_t at;
  if (!ys_slot_hash(seen->seed, item, &hash)) return NULL;
  for (at = (size_t)hash & seen->mask; seen->table[at].item != NULL;
       at = (at + 1) & seen->mask)
    if (seen->table[at].hash == hash &&
        ys_slot_equal(seen->table[at].item, item))
      return &seen->table[at];
  seen->table[at] = (ys_seen_entry){item, hash, index};
  return NULL;
}

void ys_seen_close(ys_seen *seen) {
  ys_memory_free(seen->memory, seen->table, seen->bytes);
}
