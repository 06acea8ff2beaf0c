#include "core/event/bytes.h"

#include "core/base/ascii.h"
#include "core/base/bytes.h"

/* ---- which characters a text has ----------------------------------------- */

static bool is_odd_control(unsigned char c) {
  return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

/* Returns the size of the well-formed character beyond ASCII at `at`. Returns 0
 * if there is none, or if readers of YAML treat it differently: C1 controls
 * such as U+0085, U+2028, U+2029, the byte order mark, surrogates, U+FFFE and
 * U+FFFF. */
static size_t common_size(const unsigned char *at, size_t left) {
  const unsigned char c = at[0];
  if (c < 0xC2 || left < 2 || !ys_is_follower(at[1])) return 0;
  if (c < 0xE0) return c == 0xC2 && at[1] < 0xA0 ? 0 : 2;
  if (left < 3 || !ys_is_follower(at[2])) return 0;
  if (c < 0xF0) {
    const unsigned code =
        (c & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
    if (code < 0x800 || (code >= 0xD800 && code < 0xE000)) return 0;
    if (code == 0x2028 || code == 0x2029 || code >= 0xFFFE) return 0;
    return code == 0xFEFF ? 0 : 3;
  }
  if (c > 0xF4 || left < 4 || !ys_is_follower(at[3])) return 0;
  if (c == 0xF0 && at[1] < 0x90) return 0;
  return c == 0xF4 && at[1] >= 0x90 ? 0 : 4;
}

#if YS_HAS_BLOCKS
/* Returns how many bytes from `at` on are common ASCII, as a multiple of 16. */
static size_t common_ascii(const char *at, size_t left) {
  size_t done = 0;
  for (; left - done >= 16; done += 16) {
    const ys_block block = ys_block_at(at + done);
    const ys_block fine =
        ys_block_or(ys_block_is(block, '\n'), ys_block_is(block, '\t'));
    const ys_block odd = ys_block_or(
        ys_block_without(ys_block_odd(block), fine), ys_block_is(block, 0x7F));
    if (ys_block_first(odd) < 16) break;
  }
  return done;
}
#else
/* Returns how many bytes from `at` on are common ASCII, in whole words. A word
 * with a control character, a rubout or a byte beyond ASCII ends the run. A
 * line feed or a tab does so, too; the caller then examines it. */
static size_t common_ascii(const char *at, size_t left) {
  size_t done = 0;
  for (; left - done >= 8; done += 8) {
    uint64_t word;
    memcpy(&word, at + done, sizeof word);
    const uint64_t low = (word - YS_EACH(0x20)) & ~word;
    const uint64_t rubout = ys_bytes_zeros(word ^ YS_EACH(0x7F));
    if (((word | low | rubout) & YS_EACH(0x80)) != 0) break;
  }
  return done;
}
#endif

bool ys_bytes_are_common(const char *text, size_t size) {
  size_t at = 0;
  while (at < size) {
    at += common_ascii(text + at, size - at);
    /* Examine the rest of the block byte by byte. */
    for (size_t stop = size - at > 16 ? at + 16 : size; at < stop;) {
      const unsigned char c = (unsigned char)text[at];
      if (c < 0x80) {
        if (is_odd_control(c)) return false;
        at++;
        continue;
      }
      const size_t step =
          common_size((const unsigned char *)text + at, size - at);
      if (step == 0) return false;
      at += step;
    }
  }
  return true;
}

/* ---- where plain scalars may end ----------------------------------------- */

static bool may_end(char c) {
  return c == '\n' || c == '\t' || c == ':' || c == '#';
}

const char *ys_bytes_find_plain_end(const char *at, const char *end) {
#if YS_HAS_BLOCKS
  for (; end - at >= 16; at += 16) {
    const ys_block block = ys_block_at(at);
    const ys_block found = ys_block_or(
        ys_block_or(ys_block_is(block, '\n'), ys_block_is(block, '\t')),
        ys_block_or(ys_block_is(block, ':'), ys_block_is(block, '#')));
    const unsigned first = ys_block_first(found);
    if (first < 16) return at + first;
  }
#endif
  while (at < end && !may_end(*at))
    at++;
  return at;
}
