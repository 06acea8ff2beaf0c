#ifndef YS_BASE_STR_H
#define YS_BASE_STR_H

/* core/base/str.h - byte strings, a growing buffer, and "did you mean". */

#include "core/base/memory.h"

#include <string.h>

static inline ys_str ys_cstr(const char *s) {
  return (ys_str){s, strlen(s)};
}

static inline bool ys_str_eq(ys_str a, ys_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Byte order, as memcmp's, then by length. */
int ys_str_cmp(ys_str a, ys_str b);

/* Whether `s` begins with `prefix`. */
bool ys_str_starts(ys_str s, ys_str prefix);

/* Code points in UTF-8 text. */
size_t ys_utf8_count(ys_str s);

/* How many bytes the character at `at` (< s.len) takes, and which it is; 0 when
 * the bytes there are not well-formed UTF-8. */
size_t ys_utf8_next(ys_str s, size_t at, uint32_t *code);

/*
 * A hash of all of `s`, eight bytes a step. With a seed that the author of a
 * document does not know, he cannot choose texts that collide.
 */
uint64_t ys_hash(uint64_t seed, ys_str s);

/* Not to be guessed from outside: made of `where`, the stack and the clock. */
uint64_t ys_hash_seed(const void *where);

/* Half of a 128-bit product folded onto the other: mixes two words. */
uint64_t ys_hash_mix(uint64_t a, uint64_t b);

/*
 * A buffer that grows. A failed allocation is remembered, later additions do
 * nothing, and ys_buf_status() tells at the end: YS_OK or YS_NOMEM.
 */
typedef struct ys_buf {
  ys_memory memory;
  char *ptr;
  size_t len, cap;
  bool failed;
} ys_buf;

/* Takes no memory yet. */
void ys_buf_init(ys_buf *buf, ys_memory memory);
void ys_buf_release(ys_buf *buf); /* safe twice */
void ys_buf_add(ys_buf *buf, ys_str s);
void ys_buf_char(ys_buf *buf, char c);
void ys_buf_repeat(ys_buf *buf, char c, size_t count);
void ys_buf_uint(ys_buf *buf, uint64_t n);
static inline void ys_buf_cstr(ys_buf *buf, const char *s) {
  ys_buf_add(buf, ys_cstr(s));
}
static inline ys_str ys_buf_str(const ys_buf *buf) {
  return (ys_str){buf->ptr, buf->len};
}
static inline ys_status ys_buf_status(const ys_buf *buf) {
  return buf->failed ? YS_NOMEM : YS_OK;
}

/* Copies what was written to the arena, and releases the buffer. YS_NOMEM, too,
 * when some of it was lost. */
ys_status ys_buf_keep(ys_buf *buf, ys_arena *arena, ys_str *out);

/* Joins up to `count` parts into one text of the arena. */
ys_status ys_str_join(ys_arena *arena, const ys_str *parts, size_t count,
                      ys_str *out);

/*
 * "Did you mean": offer every candidate, then look at `best` (empty: none is
 * near). Near is as in ytt (reference#suggestions): underscores and case do not
 * count, and the edit distance is below half of the given text's length,
 * rounded up; a text of two characters may be one edit away, too. Texts of more
 * than 64 bytes are never near. Ties go to the lesser in byte order.
 */
typedef struct ys_nearest {
  ys_str given;
  ys_str best;
  size_t distance;
} ys_nearest;

/* The text outlives the search. */
void ys_nearest_init(ys_nearest *nearest, ys_str given);

/* The same, but the nearest candidate is near however far it is. */
void ys_nearest_init_any(ys_nearest *nearest, ys_str given);
void ys_nearest_offer(ys_nearest *nearest, ys_str candidate);

#endif
