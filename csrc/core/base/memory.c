#include "core/base/memory.h"

#include "core/base/pages.h"

#include <string.h>

/* Stress-test builds set these to tiny values, so that every path for a full
 * chunk is taken. */
#ifndef YS_CHUNK_MIN
#define YS_CHUNK_MIN 4096
#endif
#ifndef YS_CHUNK_MAX
#define YS_CHUNK_MAX ((size_t)8 << 20)
#endif

/* The header of a chunk. The bytes after it are aligned to 8, also where
 * numbers of 64 bits need less. */
typedef struct ys_chunk {
  struct ys_chunk *next;
  _Alignas(8) uint64_t size; /* of the whole chunk, with this header */
} ys_chunk;

/* An arena without chunks points its empty free part here instead of at NULL,
 * so that the inline functions need no special case. */
static uint64_t nowhere;

void ys_arena_init(ys_arena *arena, ys_memory memory) {
  arena->memory = memory;
  arena->chunks = NULL;
  arena->front = arena->back = (char *)&nowhere;
  arena->total = 0;
}

void ys_arena_release(ys_arena *arena) {
  ys_chunk *chunk = arena->chunks;
  while (chunk != NULL) {
    ys_chunk *next = chunk->next;
    ys_memory_free(arena->memory, chunk, (size_t)chunk->size);
    chunk = next;
  }
  ys_arena_init(arena, arena->memory);
}

ys_arena_mark ys_arena_now(const ys_arena *arena) {
  ys_chunk *newest = arena->chunks;
  return (ys_arena_mark){newest, newest != NULL ? newest->next : NULL,
                         arena->front, arena->back};
}

/* Frees the chunks of a list up to `end`, except for `kept`. */
static void free_until(ys_arena *arena, ys_chunk *chunk, const ys_chunk *end,
                       const ys_chunk *kept) {
  while (chunk != end) {
    ys_chunk *next = chunk->next;
    if (chunk != kept) {
      arena->total -= (size_t)chunk->size;
      ys_memory_free(arena->memory, chunk, (size_t)chunk->size);
    }
    chunk = next;
  }
}

/* Chunks that were allocated for one request may follow the chunk that was the
 * newest one at the mark. The chunk that is the newest one now is kept, unless
 * all chunks were allocated for one request. */
void ys_arena_rewind(ys_arena *arena, const ys_arena_mark *mark) {
  ys_chunk *kept = arena->front == (char *)&nowhere ? NULL : arena->chunks;
  if (kept == mark->newest) kept = NULL;
  free_until(arena, arena->chunks, mark->newest, kept);
  if (mark->newest != NULL) {
    free_until(arena, mark->newest->next, mark->next, NULL);
    mark->newest->next = mark->next;
  }
  arena->chunks = kept != NULL ? kept : mark->newest;
  arena->front = kept != NULL ? (char *)(kept + 1) : mark->front;
  arena->back = kept != NULL ? (char *)kept + kept->size : mark->back;
  if (kept != NULL) kept->next = mark->newest;
}

bool ys_arena_has(const ys_arena *arena, const void *address) {
  const uintptr_t at = (uintptr_t)address;
  for (const ys_chunk *chunk = arena->chunks; chunk != NULL;
       chunk = chunk->next)
    if (at - (uintptr_t)chunk < (size_t)chunk->size) return true;
  return false;
}

void ys_arena_absorb(ys_arena *arena, ys_arena *from) {
  ys_chunk *last = from->chunks;
  if (last == NULL) return;
  while (last->next != NULL)
    last = last->next;
  if (arena->chunks == NULL) {
    arena->chunks = from->chunks;
  } else {
    last->next = arena->chunks->next;
    arena->chunks->next = from->chunks;
  }
  arena->total += from->total;
  ys_arena_init(from, from->memory);
}

static ys_chunk *new_chunk(ys_arena *arena, size_t size) {
  ys_chunk *chunk = ys_memory_new(arena->memory, size);
  if (chunk == NULL) return NULL;
  ys_pages_advise(chunk, size);
  chunk->size = size;
  arena->total += size;
  return chunk;
}

/* A chunk is at least as large as all earlier ones together, up to
 * YS_CHUNK_MAX, so there are few chunks. */
static size_t next_chunk_size(const ys_arena *arena) {
  size_t size = YS_CHUNK_MIN;
  while (size < arena->total && size < YS_CHUNK_MAX)
    size *= 2;
  return size;
}

/* Allocates a chunk for one request and links it after the newest chunk, which
 * stays in use. */
static void *alloc_alone(ys_arena *arena, size_t size) {
  ys_chunk *chunk = new_chunk(arena, sizeof(ys_chunk) + size);
  if (chunk == NULL) return NULL;
  if (arena->chunks == NULL) {
    chunk->next = NULL;
    arena->chunks = chunk;
  } else {
    chunk->next = arena->chunks->next;
    arena->chunks->next = chunk;
  }
  return chunk + 1;
}

/* Begins a new chunk. The free rest of the old one is wasted; it is less than a
 * quarter of the new chunk. */
static bool refill(ys_arena *arena, size_t size) {
  ys_chunk *chunk = new_chunk(arena, size);
  if (chunk == NULL) return false;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  arena->front = (char *)(chunk + 1);
  arena->back = (char *)chunk + size;
  return true;
}

void *ys_arena_slow_alloc(ys_arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL; /* rounding up must not wrap */
  size_t chunk = next_chunk_size(arena);
  size_t step = (size + 7) & ~(size_t)7;
  if (step > chunk / 4) return alloc_alone(arena, step);
  return refill(arena, chunk) ? ys_arena_alloc(arena, size) : NULL;
}

char *ys_arena_slow_text(ys_arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  size_t chunk = next_chunk_size(arena);
  if (size > chunk / 4) return alloc_alone(arena, size);
  return refill(arena, chunk) ? ys_arena_text(arena, size) : NULL;
}

void *ys_arena_zalloc(ys_arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  void *block = ys_arena_alloc(arena, count * size);
  return block == NULL ? NULL : memset(block, 0, count * size);
}

ys_status ys_arena_str(ys_arena *arena, ys_str s, ys_str *out) {
  char *copy = ys_arena_text(arena, s.len);
  if (copy == NULL) return YS_NOMEM;
  if (s.len > 0) memcpy(copy, s.ptr, s.len);
  *out = (ys_str){copy, s.len};
  return YS_OK;
}
