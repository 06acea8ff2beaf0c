/* fuzz_readable.c - Any bytes as a text that an editor shows. What becomes of
 * it can be read, and each byte keeps its place in its line. */

#include "core/tolerant/readable.h"
#include "fuzz.h"

static ys_str readable(ys_arena *arena, ys_str text, uint32_t *repairs) {
  const ys_limits limits = fuzz_limits();
  ys_source *source;
  ys_str out;
  if (ys_source_new(plain_memory, YS_STR("t.yml"), text, &source) != YS_OK ||
      ys_make_readable(arena, source, &limits, NULL, &out, repairs) != YS_OK)
    abort();
  char *copy = ys_arena_alloc(arena, out.len + 1);
  if (copy == NULL) abort();
  if (out.len > 0) memcpy(copy, out.ptr, out.len);
  ys_source_release(source);
  return (ys_str){copy, out.len};
}

static bool ends_line(ys_str text, size_t at) {
  return at == text.len || text.ptr[at] == '\n' || text.ptr[at] == '\r';
}

/* Whether the lines of the new text are those of the old one, with blanks
 * instead of some bytes, and with more at their ends. */
static bool keeps_places(ys_str old, ys_str new) {
  size_t i = 0, j = 0;
  for (; i < old.len; i++, j++) {
    if (ends_line(old, i))
      while (!ends_line(new, j))
        j++;
    if (j >= new.len || (new.ptr[j] != old.ptr[i] && new.ptr[j] != ' '))
      return false;
  }
  while (!ends_line(new, j))
    j++;
  return j == new.len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ys_str text = {(const char *)data, size};
  uint32_t repairs, more;
  ys_arena arena;
  if (size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) return 0;
  ys_arena_init(&arena, plain_memory);
  const ys_str once = readable(&arena, text, &repairs);
  const ys_str twice = readable(&arena, once, &more);
  if (repairs == 0 && !ys_str_eq(once, text)) abort();
  if (more != 0 || !ys_str_eq(once, twice)) abort();
  if (!keeps_places(text, once)) abort();
  ys_arena_release(&arena);
  return 0;
}
