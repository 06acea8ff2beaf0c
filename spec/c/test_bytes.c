/* test_bytes.c - Searches of texts in blocks find what a search byte by byte
 * finds. It needs nothing but the searches, so it also runs where another
 * processor is only imitated:
 *
 *   aarch64-linux-gnu-gcc -static -Icsrc spec/c/test_bytes.c \
 *     csrc/core/event/bytes.c -o test_bytes && qemu-aarch64 ./test_bytes
 */

#include "check.h"
#include "core/base/bytes.h"
#include "core/event/bytes.h"

/* ---- byte by byte -------------------------------------------------------- */

static bool is_common(char c) {
  const unsigned char byte = (unsigned char)c;
  return (byte >= 0x20 && byte < 0x7F) || c == '\n' || c == '\t';
}

static bool is_plain(char c) {
  const unsigned char byte = (unsigned char)c;
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

static bool goes_on(char c) {
  return c != '\n' && c != '\t' && c != ':' && c != '#';
}

static const char *skip(const char *at, const char *end, bool test(char c)) {
  while (at < end && test(*at))
    at++;
  return at;
}

/* `text` has no well-formed characters beyond ASCII. */
static void compare(const char *text, size_t size) {
  const char *end = text + size;
  CHECK(ys_bytes_are_common(text, size) == (skip(text, end, is_common) == end));
  CHECK(ys_bytes_find_plain_end(text, end) == skip(text, end, goes_on));
  CHECK(ys_bytes_skip_plain(text, end) == skip(text, end, is_plain));
}

/* ---- texts --------------------------------------------------------------- */

/* Each byte at each place of a text that is longer than two blocks, and that
 * begins at any place of one. */
static void one_byte(void) {
  char text[40];
  for (unsigned byte = 0; byte < 256; byte++)
    for (size_t at = 0; at < sizeof text; at++) {
      memset(text, 'a', sizeof text);
      text[at] = (char)byte;
      compare(text, sizeof text);
      compare(text + at % 16, sizeof text - at % 16);
    }
}

/* Several such bytes in one block: the first one counts. */
static void several_bytes(void) {
  static const char bytes[] = "aaaaaaaaaaaaaaa \n\t:#\"\\\x7F\x1F\x01\x80\xFF";
  char text[48];
  uint32_t random = 1;
  for (int round = 0; round < 20000; round++) {
    for (size_t i = 0; i < sizeof text; i++) {
      random = random * 1664525 + 1013904223;
      text[i] = bytes[(random >> 16) % (sizeof bytes - 1)];
    }
    compare(text, (size_t)(random >> 8) % (sizeof text + 1));
  }
}

int main(void) {
  one_byte();
  several_bytes();
  return check_done();
}
