#pragma once

/* core/base/str.h - Byte strings, hashes, UTF-8, a growing buffer, and the
 * search for the nearest name ("did you mean"). */

#include "core/base/ascii.h"
#include "core/base/memory.h"

#include <string.h>

static inline ys_str ys_cstr(const char *s) {
  return (ys_str){s, strlen(s)};
}

/* An address without an empty fragment: without `#` at its end. */
static inline ys_str ys_str_trim_mark(ys_str address) {
  if (address.len > 0 && address.ptr[address.len - 1] == '#') address.len--;
  return address;
}

static inline bool ys_str_eq(ys_str a, ys_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Compares bytes as memcmp() does, then lengths. */
int ys_str_cmp(ys_str a, ys_str b);

/* Whether `s` begins with `prefix`. */
bool ys_str_starts(ys_str s, ys_str prefix);

/* Whether a word stands at a byte of a text, or at its end if it is empty. */
static inline bool ys_str_is_at(ys_str text, size_t at, const char *word) {
  return ys_str_starts((ys_str){text.ptr + at, text.len - at}, ys_cstr(word));
}

/* Whether `part` occurs in `s`. */
bool ys_str_has(ys_str s, ys_str part);

/* The number of code points in UTF-8 text. */
size_t ys_utf8_count(ys_str s);

/* Decodes the character at `at`, which must be below s.len. Returns its size in
 * bytes, or 0 when the bytes there are not well-formed UTF-8. */
size_t ys_utf8_next(ys_str s, size_t at, uint32_t *code);

/* Writes a character of at most 4 bytes. Returns its end. */
char *ys_utf8_write(char *out, uint32_t code);

/* The byte at which a column of a line, counted from 1, begins, or the length
 * of the line. A byte that is not UTF-8 counts as a character. */
size_t ys_utf8_column(ys_str line, uint32_t column);

/*
 * Hashes all of `s`, eight bytes per step. With a seed that the author of a
 * document does not know, the author cannot choose texts that collide.
 */
uint64_t ys_hash(uint64_t seed, ys_str s);

/* Makes a seed that outsiders cannot guess from `where`, the stack and the
 * clock. */
uint64_t ys_hash_seed(const void *where);

/* Mixes two words: XORs the two halves of their 128-bit product. If one of them
 * is 0, so is the result. */
uint64_t ys_hash_mix(uint64_t a, uint64_t b);

/* A receiver of a buffer's contents in pieces. A long text is never complete
 * in memory then. */
typedef struct ys_drain {
  void *ud;
  void (*take)(void *ud, ys_str piece);
} ys_drain;

/* The size at which a piece is taken. */
enum { YS_PIECE = 65536 };

/*
 * A buffer that grows. After a failed allocation all further additions do
 * nothing; ys_buf_status() returns YS_NOMEM then, else YS_OK.
 */
typedef struct ys_buf {
  ys_memory memory;
  char *ptr;
  size_t len, cap;
  bool failed;
  const ys_drain *drain; /* NULL: the buffer keeps everything */
} ys_buf;

/* An empty buffer, which has no memory yet. */
static inline ys_buf ys_buf_of(ys_memory memory) {
  return (ys_buf){memory, NULL, 0, 0, false, NULL};
}
void ys_buf_release(ys_buf *buf); /* may be called twice */
void ys_buf_add(ys_buf *buf, ys_str s);

/* Gives the contents to the drain, if there are any, and empties the buffer. */
void ys_buf_drain(ys_buf *buf);

/* Makes room for `more` bytes; returns false when out of memory. */
bool ys_buf_reserve(ys_buf *buf, size_t more);

/* Adds `size` bytes, which the caller has to write where this points to.
 * Returns NULL when out of memory. */
static inline char *ys_buf_extend(ys_buf *buf, size_t size) {
  if ((buf->cap - buf->len < size || buf->failed) && !ys_buf_reserve(buf, size))
    return NULL;
  buf->len += size;
  return buf->ptr + (buf->len - size);
}

static inline void ys_buf_char(ys_buf *buf, char c) {
  char *at = ys_buf_extend(buf, 1);
  if (at != NULL) *at = c;
}
void ys_buf_repeat(ys_buf *buf, char c, size_t count);
void ys_buf_uint(ys_buf *buf, uint64_t n);
/* Adds a character of a key in a JSON pointer (RFC 6901, section 3). */
void ys_buf_pointer_char(ys_buf *buf, char c);
static inline void ys_buf_cstr(ys_buf *buf, const char *s) {
  ys_buf_add(buf, ys_cstr(s));
}
static inline ys_str ys_buf_str(const ys_buf *buf) {
  return (ys_str){buf->ptr, buf->len};
}
static inline ys_status ys_buf_status(const ys_buf *buf) {
  return buf->failed ? YS_NOMEM : YS_OK;
}

/* Copies the contents to the arena and releases the buffer. Returns YS_NOMEM
 * also when an earlier addition failed. */
ys_status ys_buf_keep(ys_buf *buf, ys_arena *arena, ys_str *out);

/* Fills a template: each `%s` in it becomes the next one of the words. */
void ys_buf_fill(ys_buf *buf, const char *template, const ys_str *words);

/* The same for a text of the arena. The only failure is YS_NOMEM. */
ys_status ys_str_fill(ys_arena *arena, const char *template,
                      const ys_str *words, ys_str *out);

/* The words of a template. */
#define YS_WORDS(...) ((const ys_str[]){__VA_ARGS__})

/* A number as a word, which lasts as long as the block around it. */
#define YS_UINT(n) ys_digits_of(&(ys_digits){{0}}, n)

typedef struct ys_digits {
  char text[20];
} ys_digits;

ys_str ys_digits_of(ys_digits *digits, uint64_t n);

/* Joins `count` parts into one text of the arena. */
ys_status ys_str_join(ys_arena *arena, const ys_str *parts, size_t count,
                      ys_str *out);

/*
 * "Did you mean": offer every candidate, then read `best`, which is empty when
 * none is near (reference#suggestions): underscores and case are ignored, and
 * the edit distance is below half of the given text's length, rounded up; a
 * text of two characters may also be one edit away. To swap two neighbours is
 * one edit. Texts of more than 64 bytes are never near. Of equally near
 * candidates the first in byte order wins.
 */
typedef struct ys_nearest {
  ys_str given;
  ys_str best;
  size_t distance;
  bool several;    /* another candidate is as near as `best` */
  ys_str misspelt; /* the candidate that ys_nearest_is_misspelt() is about */
  bool misspelt_several; /* there are others like that */
} ys_nearest;

/* Starts a search. `given` must outlive the search. */
void ys_nearest_init(ys_nearest *nearest, ys_str given);

/* Starts a search that finds the nearest candidate, however far it is. */
void ys_nearest_init_any(ys_nearest *nearest, ys_str given);
void ys_nearest_offer(ys_nearest *nearest, ys_str candidate);

/* Whether what was given is surely a typing mistake for the best candidate, so
 * that a program may correct it: at most one edit turns one into the other, no
 * other candidate is as near, both have the same digits, and they are not so
 * short that one edit makes another word. */
bool ys_nearest_is_sure(const ys_nearest *nearest);

/*
 * The same for a value, which may also be another word that was meant: what
 * was given has at least four letters, and differs from the best candidate, and
 * from no other one, by case, underscores, hyphens and blanks, by two letters
 * that are swapped, or by a letter that is written twice.
 */
bool ys_nearest_is_misspelt(const ys_nearest *nearest);

/* Makes the hint `did you mean "x"?`, unless the name is empty. The only
 * failure is YS_NOMEM. */
ys_status ys_nearest_hint(ys_arena *arena, ys_str best, ys_str *out);
