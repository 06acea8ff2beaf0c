/* core/event/scan_scalar.c - Reads plain and quoted scalars, and aliases. */

#include "core/event/scanner.h"

/* Sets an event for a scalar from `start` to `end`, whose text is contained in
 * the source unchanged. */
static void set_scalar(ys_scanner *scanner, ys_scalar_style style, ys_str text,
                       const char *start, const char *end, ys_event *event) {
  event->type = YS_EVENT_SCALAR;
  event->style = style;
  event->text = text;
  event->found = text.ptr;
  if (event->anchor.ptr == NULL) event->start = ys_scan_mark(scanner, start);
  event->end = ys_scan_mark(scanner, end);
  scanner->at = end;
}

/* Returns the end of the content before `at`, without trailing blanks. */
static const char *trim(const char *start, const char *at) {
  while (at > start && at[-1] == ' ')
    at--;
  return at;
}

static bool is_flow_end(char c) {
  return c == ',' || c == ']' || c == '}';
}

ys_str ys_scan_name(const ys_scanner *scanner, const char *at) {
  const char *start = at;
  while (at < scanner->end && ys_is_name(*at))
    at++;
  const ys_level *top = ys_scan_top(scanner);
  const bool flow = top != NULL && top->kind >= YS_LEVEL_FLOW_MAP;
  if (!ys_scan_ends_word(scanner, at) && !(flow && is_flow_end(*at)))
    return YS_STR("");
  return (ys_str){start, (size_t)(at - start)};
}

ys_status ys_scan_alias(ys_scanner *scanner, ys_event *event) {
  const char *at = scanner->at;
  event->type = YS_EVENT_ALIAS;
  event->text = ys_scan_name(scanner, at + 1);
  if (event->text.len == 0) return YS_INVALID;
  event->start = ys_scan_mark(scanner, at);
  scanner->at = at + 1 + event->text.len;
  event->end = ys_scan_mark(scanner, scanner->at);
  return YS_OK;
}

/* ---- plain scalars ------------------------------------------------------- */

/* Whether a plain scalar may begin here. For unclear cases the result is
 * false. */
static bool begins_plain(const ys_scanner *scanner, const char *at) {
  switch (*at) {
  case '-':
  case '?':
  case ':':
    return at + 1 < scanner->end && at[1] != ' ' && at[1] != '\n' &&
           at[1] != '\t';
  case ' ':
  case '\n':
  case '\t':
  case ',':
  case '[':
  case ']':
  case '{':
  case '}':
  case '#':
  case '&':
  case '*':
  case '!':
  case '|':
  case '>':
  case '\'':
  case '"':
  case '%':
  case '@':
  case '`': return false;
  default: return true;
  }
}

/* Finds where the plain text that begins at `at` stops on this line. */
static ys_plain_end find_stop(const ys_scanner *scanner, const char *at,
                              const char **stop) {
  const char *start = at;
  for (;; at++) {
    at = ys_bytes_find_plain_end(at, scanner->end);
    *stop = at;
    if (at == scanner->end || *at == '\n') return YS_PLAIN_LINE;
    if (*at == '\t') return YS_PLAIN_DECLINED;
    if (*at == ':') {
      if (at + 1 < scanner->end && at[1] == '\t') return YS_PLAIN_DECLINED;
      if (ys_scan_ends_word(scanner, at + 1)) return YS_PLAIN_COLON;
    } else if (at > start && at[-1] == ' ') {
      return YS_PLAIN_LINE;
    }
  }
}

ys_plain_end ys_scan_plain(ys_scanner *scanner, ys_event *event) {
  const char *start = scanner->at, *stop;
  if (!begins_plain(scanner, start)) return YS_PLAIN_DECLINED;
  const ys_plain_end found = find_stop(scanner, start, &stop);
  if (found == YS_PLAIN_DECLINED) return found;
  const char *end = trim(start, stop);
  set_scalar(scanner, YS_STYLE_PLAIN, (ys_str){start, (size_t)(end - start)},
             start, end, event);
  if (found == YS_PLAIN_COLON) scanner->at = stop;
  return found;
}

/* Whether the next line that is not empty continues the scalar. `feeds` is set
 * to the number of line breaks before that line. */
static bool find_more(ys_scanner *scanner, size_t outer, size_t *feeds) {
  *feeds = 1;
  for (;;) {
    const char *at = ys_scan_skip_blanks(scanner, scanner->at);
    if (at == scanner->end || *at == '#' || *at == '\t') return false;
    if (*at != '\n') {
      const bool more = (size_t)(at - scanner->line_start) > outer;
      if (more) scanner->at = at;
      return more;
    }
    ++*feeds;
    ys_scan_new_line(scanner, at + 1);
  }
}

/* Folds line breaks: a single one becomes a blank; of several, the first is
 * dropped. */
static void fold(ys_buf *text, size_t feeds) {
  if (feeds == 1)
    ys_buf_char(text, ' ');
  else
    ys_buf_repeat(text, '\n', feeds - 1);
}

ys_status ys_scan_plain_lines(ys_scanner *scanner, size_t outer,
                              ys_event *event) {
  const char *at = ys_scan_skip_blanks(scanner, scanner->at);
  const bool commented = at < scanner->end && *at == '#';
  size_t feeds;
  bool more = false;
  if (!ys_scan_finish_line(scanner)) return YS_INVALID;
  if (commented) return YS_OK;
  while (find_more(scanner, outer, &feeds)) {
    const char *start = scanner->at, *stop;
    if (find_stop(scanner, start, &stop) != YS_PLAIN_LINE) return YS_INVALID;
    const char *end = trim(start, stop);
    if (!more) {
      scanner->text.len = 0;
      ys_buf_add(&scanner->text, event->text);
    }
    more = true;
    fold(&scanner->text, feeds);
    ys_buf_add(&scanner->text, (ys_str){start, (size_t)(end - start)});
    event->end = ys_scan_mark(scanner, end);
    scanner->at = end;
    if (!ys_scan_finish_line(scanner)) return YS_INVALID;
    if (stop < scanner->end && *stop == '#') break;
  }
  if (!more) return YS_OK;
  return ys_scan_take_text(scanner, event);
}

/* Whether a character ends a plain scalar in a flow collection, or makes this
 * reader decline the text. */
static bool may_end_in_flow(char c) {
  switch (c) {
  case '\n':
  case '\t':
  case ':':
  case '#':
  case ',':
  case '?':
  case '[':
  case ']':
  case '{':
  case '}': return true;
  default: return false;
  }
}

ys_plain_end ys_scan_plain_in_flow(ys_scanner *scanner, ys_event *event) {
  const char *start = scanner->at, *at = start;
  ys_plain_end found = YS_PLAIN_DECLINED;
  if (!begins_plain(scanner, at) || *at == '?' || *at == ':')
    return YS_PLAIN_DECLINED;
  for (; at < scanner->end; at++)
    if (may_end_in_flow(*at) && (*at != '#' || at[-1] == ' ')) break;
  if (at == scanner->end) return YS_PLAIN_DECLINED;
  if (*at == '\n' || *at == '#')
    found = YS_PLAIN_LINE;
  else if (is_flow_end(*at))
    found = YS_PLAIN_FLOW;
  else if (*at == ':' && ys_scan_ends_word(scanner, at + 1))
    found = YS_PLAIN_COLON;
  const char *end = trim(start, at);
  if (*start == '-' && end == start + 1) return YS_PLAIN_DECLINED;
  set_scalar(scanner, YS_STYLE_PLAIN, (ys_str){start, (size_t)(end - start)},
             start, end, event);
  if (found == YS_PLAIN_COLON) scanner->at = at;
  return found;
}

/* ---- quotes -------------------------------------------------------------- */

static ys_status read_single(ys_scanner *scanner, ys_event *event) {
  const char *start = scanner->at, *from = start + 1, *at = from;
  bool doubled = false;
  scanner->text.len = 0;
  for (;; at++) {
    while (at < scanner->end && *at != '\'' && *at != '\n')
      at++;
    if (at == scanner->end || *at == '\n') return YS_INVALID;
    if (at + 1 == scanner->end || at[1] != '\'') break;
    doubled = true;
    at++;
    ys_buf_add(&scanner->text, (ys_str){from, (size_t)(at - from)});
    from = at + 1;
  }
  const ys_str rest = {from, (size_t)(at - from)};
  set_scalar(scanner, YS_STYLE_SINGLE_QUOTED, rest, start, at + 1, event);
  if (!doubled) return YS_OK;
  ys_buf_add(&scanner->text, rest);
  return ys_scan_take_text(scanner, event);
}

/* Sets the text for the letter of a simple escape (YAML 1.2, 5.7). */
static bool simple_escape(char c, const char **out, size_t *size) {
  static const struct {
    char name;
    uint8_t size;
    char bytes[4];
  } rows[] = {{'n', 1, "\n"},
              {'t', 1, "\t"},
              {'"', 1, "\""},
              {'\\', 1, "\\"},
              {'/', 1, "/"},
              {'r', 1, "\r"},
              {'0', 1, ""},
              {'a', 1, "\a"},
              {'b', 1, "\b"},
              {'\t', 1, "\t"},
              {'v', 1, "\v"},
              {'f', 1, "\f"},
              {'e', 1, "\x1B"},
              {' ', 1, " "},
              {'N', 2, "\xC2\x85"},
              {'_', 2, "\xC2\xA0"},
              {'L', 3, "\xE2\x80\xA8"},
              {'P', 3, "\xE2\x80\xA9"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].name != c) continue;
    *out = rows[i].bytes;
    *size = rows[i].size;
    return true;
  }
  return false;
}

/* Reads `\xHH`, `\uHHHH` or `\UHHHHHHHH` from the letter on. Returns its end,
 * or NULL if it is not valid. */
static const char *read_number(ys_scanner *scanner, const char *at) {
  const ptrdiff_t digits = *at == 'x' ? 2 : *at == 'u' ? 4 : *at == 'U' ? 8 : 0;
  uint32_t code = 0;
  if (digits == 0 || scanner->end - at <= digits) return NULL;
  for (ptrdiff_t i = 1; i <= digits; i++) {
    const unsigned digit = ys_hex_digit(at[i]);
    if (digit > 15) return NULL;
    code = code << 4 | digit;
  }
  if ((code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return NULL;
  char bytes[4];
  const size_t size = (size_t)(ys_utf8_write(bytes, code) - bytes);
  ys_buf_add(&scanner->text, (ys_str){bytes, size});
  return at + digits + 1;
}

/* Reads an escape after its `\`. Returns its end, or NULL if this reader
 * declines it. */
static const char *read_escape(ys_scanner *scanner, const char *at) {
  const char *bytes;
  size_t size;
  if (at == scanner->end) return NULL;
  if (!simple_escape(*at, &bytes, &size)) return read_number(scanner, at);
  ys_buf_add(&scanner->text, (ys_str){bytes, size});
  return at + 1;
}

static ys_status read_double(ys_scanner *scanner, ys_event *event) {
  const char *start = scanner->at, *from = start + 1, *at = from;
  bool escaped = false;
  scanner->text.len = 0;
  for (;;) {
    while (at < scanner->end && *at != '"' && *at != '\\' && *at != '\n')
      at++;
    if (at == scanner->end || *at == '\n') return YS_INVALID;
    if (*at == '"') break;
    escaped = true;
    ys_buf_add(&scanner->text, (ys_str){from, (size_t)(at - from)});
    from = at = read_escape(scanner, at + 1);
    if (at == NULL) return YS_INVALID;
  }
  const ys_str rest = {from, (size_t)(at - from)};
  set_scalar(scanner, YS_STYLE_DOUBLE_QUOTED, rest, start, at + 1, event);
  if (!escaped) return YS_OK;
  ys_buf_add(&scanner->text, rest);
  return ys_scan_take_text(scanner, event);
}

ys_status ys_scan_quoted(ys_scanner *scanner, ys_event *event) {
  return *scanner->at == '"' ? read_double(scanner, event)
                             : read_single(scanner, event);
}
