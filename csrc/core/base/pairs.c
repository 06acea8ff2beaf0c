#include "core/base/pairs.h"

static ys_pair *find(const ys_pairs *pairs, uint64_t a, uint64_t b) {
  ys_pair *pair;
  if (pairs->capacity == 0) return NULL;
  pair = pairs->rows[ys_hash_numbers(a, b) & (pairs->capacity - 1)];
  while (pair != NULL && (pair->a != a || pair->b != b))
    pair = pair->next;
  return pair;
}

void *ys_pairs_find(const ys_pairs *pairs, uint64_t a, uint64_t b) {
  const ys_pair *pair = find(pairs, a, b);
  return pair == NULL ? NULL : pair->what;
}

static void add(ys_pairs *pairs, ys_pair *pair) {
  ys_pair **row =
      &pairs->rows[ys_hash_numbers(pair->a, pair->b) & (pairs->capacity - 1)];
  pair->next = *row;
  *row = pair;
}

static ys_status grow(ys_pairs *pairs, ys_arena *arena) {
  ys_pairs grown = {.count = pairs->count};
  grown.capacity = pairs->capacity == 0 ? 16 : 4 * pairs->capacity;
  YS_NEW_LIST(grown.rows, arena, grown.capacity);
  for (size_t i = 0; i < pairs->capacity; i++)
    for (ys_pair *pair = pairs->rows[i], *next; pair != NULL; pair = next) {
      next = pair->next;
      add(&grown, pair);
    }
  *pairs = grown;
  return YS_OK;
}

ys_status ys_pairs_note(ys_pairs *pairs, ys_arena *arena, uint64_t a,
                        uint64_t b, void *what) {
  ys_pair *pair = find(pairs, a, b);
  if (pair != NULL) {
    pair->what = what;
    return YS_OK;
  }
  if (pairs->count >= pairs->capacity) YS_TRY(grow(pairs, arena));
  YS_KEEP(pair, arena, (ys_pair){NULL, a, b, what});
  add(pairs, pair);
  pairs->count++;
  return YS_OK;
}

ys_status ys_pairs_meet(ys_pairs *pairs, ys_arena *arena, const void *a,
                        const void *b, bool *met) {
  *met = ys_pairs_get(pairs, a, b) != NULL;
  return *met ? YS_OK : ys_pairs_set(pairs, arena, a, b, pairs);
}
