#pragma once

/*
 * core/base/memory.h - Memory: one allocator function and one arena per owner.
 *
 * A schema and a run own one arena each. Everything reachable from the owner
 * lives in that arena and is freed together with it, never earlier. The rest of
 * the core relies on two consequences:
 *
 *   - an error path has nothing to free, so it is a plain `return`;
 *   - a run may point into its schema, which outlives it, but a schema never
 *     points into a run. Between unrelated arenas, values are copied.
 */

#include "core/base/base.h"

/*
 * An allocator with the contract of lua_Alloc, so that a Lua state can provide
 * its own. With `newsize` 0 it frees `ptr` and returns NULL. Otherwise it
 * returns a block of `newsize` bytes with the old contents, or NULL, and then
 * `ptr` stays valid.
 */
typedef void *ys_realloc_fn(void *ud, void *ptr, size_t oldsize,
                            size_t newsize);

typedef struct ys_memory {
  ys_realloc_fn *realloc;
  void *ud;
} ys_memory;

/* Allocates memory that no arena owns; NULL when out of memory. All such memory
 * is requested here. */
static inline void *ys_memory_new(ys_memory memory, size_t size) {
  return memory.realloc(memory.ud, NULL, 0, size);
}

static inline void ys_memory_free(ys_memory memory, void *ptr, size_t size) {
  if (ptr != NULL) memory.realloc(memory.ud, ptr, size, 0);
}

/*
 * An arena fills each chunk from both ends: objects, which need alignment, from
 * the front, and texts, which need none, from the back.
 */
typedef struct ys_arena {
  ys_memory memory;
  struct ys_chunk *chunks; /* newest first */
  char *front, *back;      /* the bounds of the free part of the newest chunk */
  size_t total;            /* bytes requested from the allocator */
} ys_arena;

/* Cannot fail: takes no memory until the first allocation. */
void ys_arena_init(ys_arena *arena, ys_memory memory);

/* Frees everything and leaves the arena as ys_arena_init() made it. */
void ys_arena_release(ys_arena *arena);

/* A moment in the life of an arena. */
typedef struct ys_arena_mark {
  struct ys_chunk *newest, *next; /* the newest chunk, and the one after it */
  char *front, *back;
} ys_arena_mark;

ys_arena_mark ys_arena_now(const ys_arena *arena);

/* Frees everything that was allocated since the mark was taken. Marks that were
 * taken since then are no longer valid. One chunk is kept for what comes next.
 */
void ys_arena_rewind(ys_arena *arena, const ys_arena_mark *mark);

/* Moves everything that `from` has into `arena`, which has no marks. Both use
 * the same allocator; `from` is empty afterwards. */
void ys_arena_absorb(ys_arena *arena, ys_arena *from);

/* Whether an address is in the arena. */
bool ys_arena_has(const ys_arena *arena, const void *address);

/* Called by the inline functions when the newest chunk is full. */
void *ys_arena_slow_alloc(ys_arena *arena, size_t size);
char *ys_arena_slow_text(ys_arena *arena, size_t size);

/* Returns memory that is not zeroed and is aligned for every type of the core
 * (8 bytes), or NULL when out of memory. */
static inline void *ys_arena_alloc(ys_arena *arena, size_t size) {
  size_t step = (size + 7) & ~(size_t)7;
  if (size > SIZE_MAX - 7 || (size_t)(arena->back - arena->front) < step)
    return ys_arena_slow_alloc(arena, size);
  void *block = arena->front;
  arena->front += step;
  return block;
}

/* Returns room for `size` characters, not aligned, or NULL when out of
 * memory. */
static inline char *ys_arena_text(ys_arena *arena, size_t size) {
  if ((size_t)(arena->back - arena->front) < size)
    return ys_arena_slow_text(arena, size);
  arena->back -= size;
  return arena->back;
}

/* Like ys_arena_alloc(), for `count` objects, all bytes zeroed. */
void *ys_arena_zalloc(ys_arena *arena, size_t count, size_t size);

/* Copies `s` into the arena. On failure `out` is not changed. */
ys_status ys_arena_str(ys_arena *arena, ys_str s, ys_str *out);

#define ys_arena_new(arena, type)                                              \
  ((type *)ys_arena_zalloc(arena, 1, sizeof(type)))

/* Points `pointer` to `count` new objects, all bytes zeroed, or returns
 * YS_NOMEM to the caller. */
#define YS_NEW_LIST(pointer, arena, count)                                     \
  do {                                                                         \
    (pointer) = ys_arena_zalloc((arena), (count), sizeof *(pointer));          \
    if ((pointer) == NULL) return YS_NOMEM;                                    \
  } while (0)

/* The same for one object. */
#define YS_NEW(pointer, arena) YS_NEW_LIST(pointer, arena, 1)

/* Points `pointer` to a new copy of a value, or returns YS_NOMEM. */
#define YS_KEEP(pointer, arena, ...)                                           \
  do {                                                                         \
    (pointer) = ys_arena_alloc((arena), sizeof *(pointer));                    \
    if ((pointer) == NULL) return YS_NOMEM;                                    \
    *(pointer) = (__VA_ARGS__);                                                \
  } while (0)

/* Points `pointer` to the first of a list of spare objects, which `next` leads
 * on from, or to a new one, or returns YS_NOMEM. Its bytes are not zeroed. */
#define YS_REUSE(pointer, spare, next, arena)                                  \
  do {                                                                         \
    (pointer) = (spare);                                                       \
    if ((pointer) != NULL)                                                     \
      (spare) = (pointer)->next;                                               \
    else                                                                       \
      (pointer) = ys_arena_alloc((arena), sizeof *(pointer));                  \
    if ((pointer) == NULL) return YS_NOMEM;                                    \
  } while (0)

/* A hash of two numbers, for tables that remember what is known of a pair. */
static inline size_t ys_hash_numbers(uint64_t a, uint64_t b) {
  const uint64_t h =
      a * UINT64_C(0x9E3779B97F4A7C15) ^ b * UINT64_C(0xC2B2AE3D27D4EB4F);
  return (size_t)(h ^ h >> 32);
}

/* The same for two addresses. */
static inline size_t ys_hash_pair(const void *a, const void *b) {
  return ys_hash_numbers((uintptr_t)a, (uintptr_t)b);
}
