#include "core/yaml/layout_text.h"

void ys_layout_text_init(ys_layout_text *t, ys_str text, uint16_t source) {
  const char *at = text.len > 0 ? text.ptr : "";
  *t = (ys_layout_text){.text = at,
                        .end = at + text.len,
                        .at = at,
                        .placed = at,
                        .line = 1,
                        .column = 1,
                        .source = source};
}

static bool is_break(char c) {
  return c == '\n' || c == '\r';
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || is_break(c);
}

static const char *after_space(const char *at, const char *end) {
  while (at < end && (is_space(*at) || *at == '#')) {
    if (*at == '#')
      while (at < end && !is_break(*at))
        at++;
    else
      at++;
  }
  return at;
}

void ys_layout_skip(ys_layout_text *t) {
  t->at = after_space(t->at, t->end);
}

bool ys_layout_take(ys_layout_text *t, char c) {
  const char *at = after_space(t->at, t->end);
  if (at == t->end || *at != c) return false;
  t->at = at + 1;
  return true;
}

ys_place ys_layout_place(ys_layout_text *t, const char *at) {
  for (; t->placed < at; t->placed++) {
    const char c = *t->placed;
    if (c == '\n' && t->placed > t->text && t->placed[-1] == '\r') continue;
    if (is_break(c)) {
      t->line++;
      t->column = 1;
    } else if (((unsigned char)c & 0xC0) != 0x80) {
      t->column++;
    }
  }
  return (ys_place){t->line, t->column, t->source};
}

const char *ys_layout_after_properties(const ys_layout_text *t, const char *at,
                                       const char *end) {
  while (at < end && (*at == '&' || *at == '!')) {
    const bool verbatim = *at == '!' && end - at > 1 && at[1] == '<';
    while (at < end && !is_space(*at) &&
           (verbatim || strchr(",[]{}", *at) == NULL))
      at++;
    const char *next = after_space(at, t->end);
    if (next > end) return end;
    at = next;
  }
  return at;
}

/* The start of the line that ends at `at`, which is after its line break. */
static const char *line_before(const char *start, const char *at) {
  at--;
  if (at > start && *at == '\n' && at[-1] == '\r') at--;
  while (at > start && !is_break(at[-1]))
    at--;
  return at;
}

static size_t blanks_at(const char *at, const char *end) {
  const char *first = at;
  while (at < end && *at == ' ')
    at++;
  return (size_t)(at - first);
}

/* The indentation of the content: of its first line that is not empty. */
static size_t indentation(const char *at, const char *end) {
  while (at < end) {
    const size_t blanks = blanks_at(at, end);
    if (at + blanks == end) return SIZE_MAX;
    if (!is_break(at[blanks])) return blanks;
    at += blanks + 1;
  }
  return SIZE_MAX;
}

/* An empty last line consists of its line break, which stays. */
static const char *without_break(const char *start, const char *end) {
  const char *last = end;
  if (last > start && last[-1] == '\n') last--;
  if (last > start && last[-1] == '\r') last--;
  return last > start && is_break(last[-1]) ? end : last;
}

const char *ys_layout_block_end(const char *start, const char *end) {
  const char *header = start;
  bool keep = false;
  while (header < end && !is_break(*header) && *header != '#')
    keep = *header++ == '+' || keep;
  while (header < end && !is_break(*header))
    header++;
  /* a last line without a line break may be only the indentation of the next
   * node */
  const size_t indent = indentation(header, end);
  const char *last = end;
  while (last > header && last[-1] == ' ')
    last--;
  if (last > header && !is_break(last[-1])) last = end;
  if (indent != SIZE_MAX && (size_t)(end - last) > indent) last = end;
  while (!keep && last > header && is_break(last[-1])) {
    const char *line = line_before(header, last);
    const size_t blanks = blanks_at(line, last);
    if (line <= header || !is_break(line[blanks]) || blanks > indent) break;
    last = line;
  }
  return without_break(header, last);
}
