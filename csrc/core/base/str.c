#include "core/base/str.h"

#include <time.h>

int ys_str_cmp(ys_str a, ys_str b) {
  size_t shared = a.len < b.len ? a.len : b.len;
  int order = shared == 0 ? 0 : memcmp(a.ptr, b.ptr, shared);
  if (order != 0) return order;
  return (a.len > b.len) - (a.len < b.len);
}

bool ys_str_starts(ys_str s, ys_str prefix) {
  return s.len >= prefix.len && ys_str_eq((ys_str){s.ptr, prefix.len}, prefix);
}

bool ys_str_has(ys_str s, ys_str part) {
  if (part.len == 0) return true;
  if (s.len < part.len) return false;
  const char *at = s.ptr, *const end = s.ptr + s.len;
  while ((size_t)(end - at) >= part.len) {
    at = memchr(at, part.ptr[0], (size_t)(end - at) - part.len + 1);
    if (at == NULL) return false;
    if (memcmp(at, part.ptr, part.len) == 0) return true;
    at++;
  }
  return false;
}

ys_status ys_str_join(ys_arena *arena, const ys_str *parts, size_t count,
                      ys_str *out) {
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    if (parts[i].len > SIZE_MAX - len) return YS_NOMEM;
    len += parts[i].len;
  }
  char *text = ys_arena_text(arena, len);
  if (text == NULL) return YS_NOMEM;
  char *end = text;
  for (size_t i = 0; i < count; i++) {
    if (parts[i].len > 0) memcpy(end, parts[i].ptr, parts[i].len);
    end += parts[i].len;
  }
  *out = (ys_str){text, len};
  return YS_OK;
}

/* ---- hashing ------------------------------------------------------------- */

static const uint64_t prime = UINT64_C(0x9E3779B97F4A7C15);

/* Multiplies in four parts, because C11 has no 128-bit product. */
uint64_t ys_hash_mix(uint64_t a, uint64_t b) {
  uint64_t a1 = a >> 32, a0 = a & UINT32_MAX;
  uint64_t b1 = b >> 32, b0 = b & UINT32_MAX;
  uint64_t low = a0 * b0;
  uint64_t middle = a1 * b0 + (low >> 32);
  uint64_t cross = a0 * b1 + (middle & UINT32_MAX);
  uint64_t high = a1 * b1 + (middle >> 32) + (cross >> 32);
  return high ^ (cross << 32 | (low & UINT32_MAX));
}

static uint64_t load64(const char *p) {
  uint64_t word;
  memcpy(&word, p, sizeof word);
  return word;
}

uint64_t ys_hash(uint64_t seed, ys_str s) {
  uint64_t hash = seed ^ s.len;
  uint64_t last = 0; /* the last eight bytes; may overlap earlier ones */
  if (s.len >= 8) {
    for (size_t i = 0; i + 8 < s.len; i += 8)
      hash = ys_hash_mix(hash ^ load64(s.ptr + i), prime ^ seed);
    last = load64(s.ptr + s.len - 8);
  } else if (s.len > 0) {
    memcpy(&last, s.ptr, s.len);
  }
  hash = ys_hash_mix(hash ^ last, prime ^ seed);
  hash = ys_hash_mix(hash ^ prime, prime);
  return hash ^ hash >> 32;
}

uint64_t ys_hash_seed(const void *where) {
  struct timespec now = {0, 0};
  (void)timespec_get(&now, TIME_UTC);
  uint64_t seed = (uint64_t)(uintptr_t)where ^ (uint64_t)now.tv_nsec << 32;
  seed ^= (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now << 16;
  return ys_hash_mix(seed ^ UINT64_C(0xD1B54A32D192ED03), prime ^ seed << 7);
}

/* ---- UTF-8 --------------------------------------------------------------- */

/* How many of eight bytes continue a character: those that are 10xxxxxx. */
static size_t continuations(uint64_t bytes) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  return (size_t)(((bytes >> 7 & ~(bytes >> 6) & ones) * ones) >> 56);
}

size_t ys_utf8_count(ys_str s) {
  size_t count = s.len, i = 0;
  uint32_t half;
  for (; s.len - i >= 8; i += 8)
    count -= continuations(load64(s.ptr + i));
  if (s.len - i >= 4) {
    memcpy(&half, s.ptr + i, sizeof half);
    count -= continuations(half);
    i += 4;
  }
  for (; i < s.len; i++)
    count -= ys_is_follower((unsigned char)s.ptr[i]);
  return count;
}

size_t ys_utf8_next(ys_str s, size_t at, uint32_t *code) {
  const unsigned char *p = (const unsigned char *)s.ptr + at;
  size_t left = s.len - at;
  if (p[0] < 0x80) {
    *code = p[0];
    return 1;
  }
  size_t len = p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
  if (len == 0 || p[0] > 0xF4 || left < len) return 0;
  uint32_t c = p[0] & (0x7Fu >> len);
  for (size_t i = 1; i < len; i++) {
    if (!ys_is_follower(p[i])) return 0;
    c = c << 6 | (p[i] & 0x3Fu);
  }
  /* refuse overlong forms, surrogates and numbers beyond Unicode */
  if (len == 3 && (c < 0x800 || (c >= 0xD800 && c < 0xE000))) return 0;
  if (len == 4 && (c < 0x10000 || c > 0x10FFFF)) return 0;
  *code = c;
  return len;
}

char *ys_utf8_write(char *out, uint32_t code) {
  if (code < 0x80) {
    *out++ = (char)code;
    return out;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  *out++ = (char)((0xF0u << (3 - more) & 0xFFu) | code >> (6 * more));
  for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
    *out++ = (char)(0x80 | (code >> shift & 0x3F));
  return out;
}

size_t ys_utf8_column(ys_str line, uint32_t column) {
  size_t at = 0;
  for (uint32_t n = 1; n < column && at < line.len; n++) {
    uint32_t code;
    const size_t size = ys_utf8_next(line, at, &code);
    at += size > 0 ? size : 1;
  }
  return at;
}

/* ---- the growing buffer -------------------------------------------------- */

void ys_buf_release(ys_buf *buf) {
  ys_memory_free(buf->memory, buf->ptr, buf->cap);
  *buf = ys_buf_of(buf->memory);
}

ys_status ys_buf_keep(ys_buf *buf, ys_arena *arena, ys_str *out) {
  ys_status status = ys_buf_status(buf);
  if (status == YS_OK) status = ys_arena_str(arena, ys_buf_str(buf), out);
  ys_buf_release(buf);
  return status;
}

void ys_buf_drain(ys_buf *buf) {
  if (buf->len > 0 && !buf->failed)
    buf->drain->take(buf->drain->ud, ys_buf_str(buf));
  buf->len = 0;
}

bool ys_buf_reserve(ys_buf *buf, size_t more) {
  if (buf->drain != NULL && buf->cap - buf->len < more && buf->cap >= YS_PIECE)
    ys_buf_drain(buf);
  if (buf->cap - buf->len >= more) return !buf->failed;
  if (buf->failed) return false;
  size_t cap = buf->cap < 64 ? 64 : buf->cap;
  while (cap - buf->len < more && cap <= SIZE_MAX / 4)
    cap *= 2;
  char *ptr = NULL;
  if (cap - buf->len >= more)
    ptr = buf->memory.realloc(buf->memory.ud, buf->ptr, buf->cap, cap);
  if (ptr == NULL) {
    buf->failed = true;
    return false;
  }
  buf->ptr = ptr;
  buf->cap = cap;
  return true;
}

void ys_buf_add(ys_buf *buf, ys_str s) {
  if (s.len == 0 || !ys_buf_reserve(buf, s.len)) return;
  memcpy(buf->ptr + buf->len, s.ptr, s.len);
  buf->len += s.len;
}

void ys_buf_repeat(ys_buf *buf, char c, size_t count) {
  if (count == 0 || !ys_buf_reserve(buf, count)) return;
  memset(buf->ptr + buf->len, c, count);
  buf->len += count;
}

ys_str ys_digits_of(ys_digits *digits, uint64_t n) {
  size_t at = sizeof digits->text;
  do {
    digits->text[--at] = (char)('0' + n % 10);
    n /= 10;
  } while (n != 0);
  return (ys_str){digits->text + at, sizeof digits->text - at};
}

void ys_buf_uint(ys_buf *buf, uint64_t n) {
  ys_buf_add(buf, YS_UINT(n));
}

void ys_buf_fill(ys_buf *buf, const char *template, const ys_str *words) {
  const char *word;
  while ((word = strstr(template, "%s")) != NULL) {
    ys_buf_add(buf, (ys_str){template, (size_t)(word - template)});
    ys_buf_add(buf, *words++);
    template = word + 2;
  }
  ys_buf_cstr(buf, template);
}

ys_status ys_str_fill(ys_arena *arena, const char *template,
                      const ys_str *words, ys_str *out) {
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_fill(&buf, template, words);
  return ys_buf_keep(&buf, arena, out);
}

void ys_buf_pointer_char(ys_buf *buf, char c) {
  if (c == '~')
    ys_buf_cstr(buf, "~0");
  else if (c == '/')
    ys_buf_cstr(buf, "~1");
  else
    ys_buf_char(buf, c);
}
