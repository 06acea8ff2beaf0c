#include "core/base/set.h"

#include "core/base/pages.h"

#include <string.h>

void ys_set_release(ys_set *set) {
  if (set->arena == NULL)
    ys_memory_free(set->memory, set->rows, set->capacity * sizeof *set->rows);
  set->rows = NULL;
  set->capacity = set->count = 0;
}

static size_t first_at(uint64_t hash, size_t capacity) {
  return (size_t)(hash ^ hash >> 32) & (capacity - 1);
}

void *ys_set_find(const ys_set *set, uint64_t hash, const void *wanted) {
  if (set->capacity == 0) return NULL;
  for (size_t at = first_at(hash, set->capacity); set->rows[at].one != NULL;
       at = (at + 1) & (set->capacity - 1))
    if (set->rows[at].hash == hash &&
        set->same(set->about, set->rows[at].one, wanted))
      return set->rows[at].one;
  return NULL;
}

static void put(ys_set_row *rows, size_t capacity, ys_set_row row) {
  size_t at = first_at(row.hash, capacity);
  while (rows[at].one != NULL)
    at = (at + 1) & (capacity - 1);
  rows[at] = row;
}

static ys_set_row *new_rows(const ys_set *set, size_t count) {
  const size_t bytes = count * sizeof(ys_set_row);
  if (set->arena != NULL)
    return ys_arena_zalloc(set->arena, count, sizeof(ys_set_row));
  ys_set_row *rows = ys_memory_new(set->memory, bytes);
  if (rows == NULL) return NULL;
  ys_pages_advise(rows, bytes);
  return memset(rows, 0, bytes);
}

static ys_status grow(ys_set *set) {
  const size_t capacity = set->capacity == 0 ? 16 : set->capacity * 2;
  const size_t count = set->count;
  ys_set_row *rows =
      capacity > SIZE_MAX / sizeof *rows ? NULL : new_rows(set, capacity);
  if (rows == NULL) return YS_NOMEM;
  for (size_t i = 0; i < set->capacity; i++)
    if (set->rows[i].one != NULL) put(rows, capacity, set->rows[i]);
  ys_set_release(set);
  set->rows = rows;
  set->capacity = capacity;
  set->count = count;
  return YS_OK;
}

ys_status ys_set_add(ys_set *set, uint64_t hash, const void *one) {
  if (set->count >= set->capacity / 4 * 3) YS_TRY(grow(set));
  put(set->rows, set->capacity, (ys_set_row){(void *)(uintptr_t)one, hash});
  set->count++;
  return YS_OK;
}

void *ys_set_next(const ys_set *set, size_t *at) {
  while (*at < set->capacity)
    if (set->rows[(*at)++].one != NULL) return set->rows[*at - 1].one;
  return NULL;
}
