#include "lua/text/lines.h"

#include "lua/text/line.h"

/* A walk over the lines of a text. */
typedef struct walk {
  ys_str text;
  size_t first;    /* where the line begins */
  size_t end;      /* where its line break is, or the size of the text */
  size_t next;     /* where the next line begins, if there is a line break */
  size_t feed;     /* the next line feed, or the size of the text … */
  size_t carriage; /* … and the next carriage return */
} walk;

/* The offset of a byte from `at` on, or the size of the text. */
static size_t find(ys_str text, size_t at, char byte) {
  const char *found =
      at < text.len ? memchr(text.ptr + at, byte, text.len - at) : NULL;
  return found == NULL ? text.len : (size_t)(found - text.ptr);
}

static void go_to(walk *w, size_t first) {
  w->first = first;
  if (w->feed < first) w->feed = find(w->text, first, '\n');
  if (w->carriage < first) w->carriage = find(w->text, first, '\r');
  w->end = w->feed < w->carriage ? w->feed : w->carriage;
  w->next = w->end + (w->carriage + 1 == w->feed && w->end == w->carriage &&
                              w->feed < w->text.len
                          ? 2
                          : 1);
}

static walk begin(ys_str text) {
  walk w = {.text = text};
  w.feed = find(text, 0, '\n');
  w.carriage = find(text, 0, '\r');
  go_to(&w, 0);
  return w;
}

/* Lines are counted in blocks of this size where they can be. A block has fewer
 * line feeds than a byte can count. */
#define BLOCK ((size_t)255)

/* The count of line feeds in a block. Compilers make vector instructions of
 * this loop. */
static size_t count_feeds(const char *block) {
  uint8_t count = 0;
  for (size_t i = 0; i < BLOCK; i++)
    count = (uint8_t)(count + (block[i] == '\n'));
  return count;
}

/* Goes on by up to `most` lines, but not beyond the line in which the byte at
 * `until` is. Stops before a carriage return. Returns by how many lines. This
 * is faster than go_to() for each of them, most of which are short. */
static size_t skip(walk *w, size_t most, size_t until) {
  const size_t end = until < w->carriage ? until : w->carriage;
  size_t lines = 0, at = w->first;
  while (end > at && end - at >= BLOCK) {
    const size_t feeds = count_feeds(w->text.ptr + at);
    if (feeds > most - lines) break;
    lines += feeds;
    at += BLOCK;
  }
  if (lines == 0) return 0;
  while (w->text.ptr[at - 1] != '\n')
    at--;
  go_to(w, at);
  return lines;
}

static int line(lua_State *L) {
  walk w = begin(ysl_check_str(L, 1));
  lua_Integer number = luaL_checkinteger(L, 2);
  if (number > 1)
    number -= (lua_Integer)skip(&w, (size_t)number - 1, w.text.len);
  for (; number > 1; number--) {
    if (w.end == w.text.len) return 0;
    go_to(&w, w.next);
  }
  lua_pushinteger(L, (lua_Integer)w.first + 1);
  lua_pushinteger(L, (lua_Integer)w.end);
  return 2;
}

static int line_of(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  const size_t at = ysl_check_offset(L, 2, text);
  walk w = begin(text);
  lua_Integer number = 1 + (lua_Integer)skip(&w, SIZE_MAX, at);
  for (; w.end < text.len && w.next <= at; number++)
    go_to(&w, w.next);
  lua_pushinteger(L, number);
  return 1;
}

/* core.whole_lines(text) -> how many line feeds it has, where the last is */
static int whole_lines(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  lua_Integer count = 0;
  size_t last = 0;
  for (size_t at; (at = find(text, last, '\n')) < text.len; count++)
    last = at + 1;
  lua_pushinteger(L, count);
  lua_pushinteger(L, (lua_Integer)last);
  return 2;
}

const luaL_Reg ysl_lines_functions[] = {{"line", line},
                                        {"line_of", line_of},
                                        {"whole_lines", whole_lines},
                                        {NULL, NULL}};
