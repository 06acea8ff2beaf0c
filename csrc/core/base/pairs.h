#pragma once

/* core/base/pairs.h - A table that finds something by two addresses, or by two
 * numbers of 64 bits, which addresses may be too small for. */

#include "core/base/memory.h"

typedef struct ys_pair {
  struct ys_pair *next;
  uint64_t a, b;
  void *what;
} ys_pair;

/* A zeroed table is empty. Its memory is the arena's. */
typedef struct ys_pairs {
  ys_pair **rows;
  size_t capacity, count;
} ys_pairs;

/* Returns what is noted for the two numbers, or NULL. */
void *ys_pairs_find(const ys_pairs *pairs, uint64_t a, uint64_t b);

/* Notes something for the two numbers, in the place of what was noted. */
ys_status ys_pairs_note(ys_pairs *pairs, ys_arena *arena, uint64_t a,
                        uint64_t b, void *what);

/* The same for two addresses. */
static inline void *ys_pairs_get(const ys_pairs *pairs, const void *a,
                                 const void *b) {
  return ys_pairs_find(pairs, (uintptr_t)a, (uintptr_t)b);
}

static inline ys_status ys_pairs_set(ys_pairs *pairs, ys_arena *arena,
                                     const void *a, const void *b, void *what) {
  return ys_pairs_note(pairs, arena, (uintptr_t)a, (uintptr_t)b, what);
}

/* Notes that the two addresses were met. `*met`: something is noted for them.
 */
ys_status ys_pairs_meet(ys_pairs *pairs, ys_arena *arena, const void *a,
                        const void *b, bool *met);

/* A table with memory of its own, which it takes when it is used first. */
typedef struct ys_memo {
  ys_pairs pairs;
  ys_arena arena;
} ys_memo;

static inline void ys_memo_init(ys_memo *memo, ys_memory memory) {
  memo->pairs = (ys_pairs){0};
  ys_arena_init(&memo->arena, memory);
}

/* Frees its memory, and leaves it empty. */
static inline void ys_memo_release(ys_memo *memo) {
  if (memo->arena.total == 0) return;
  ys_arena_release(&memo->arena);
  memo->pairs = (ys_pairs){0};
}
