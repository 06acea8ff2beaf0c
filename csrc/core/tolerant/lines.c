#include "core/tolerant/lines.h"

/* ---- lines --------------------------------------------------------------- */

static size_t break_at(const char *at, const char *end) {
  if (at == end) return 0;
  return *at == '\r' && at + 1 < end && at[1] == '\n' ? 2 : 1;
}

static const char *line_end(const char *at, const char *end) {
  while (at < end && *at != '\n' && *at != '\r')
    at++;
  return at;
}

static uint32_t count_lines(const char *at, const char *end) {
  uint32_t count = 1;
  while ((at = line_end(at, end)) < end) {
    at += break_at(at, end);
    count++;
  }
  return count;
}

ys_status ys_tolerant_split(ys_tolerant *text, ys_arena *arena, ys_str whole) {
  char *at = ys_arena_alloc(arena, whole.len + 1), *end;
  if (at == NULL) return YS_NOMEM;
  if (whole.len > 0) memcpy(at, whole.ptr, whole.len);
  end = at + whole.len;
  text->arena = arena;
  text->count = count_lines(at, end);
  YS_NEW_LIST(text->lines, arena, text->count);
  for (uint32_t i = 0; i < text->count; i++) {
    ys_tolerant_line *line = &text->lines[i];
    line->text = at;
    line->size = (size_t)(line_end(at, end) - at);
    line->whole = line->size + break_at(at + line->size, end);
    line->tail = YS_STR("");
    at += line->whole;
  }
  return YS_OK;
}

void ys_tolerant_join(const ys_tolerant *text, ys_buf *out) {
  out->len = 0;
  for (uint32_t i = 0; i < text->count; i++) {
    const ys_tolerant_line *line = &text->lines[i];
    ys_buf_fill(
        out, "%s%s%s",
        YS_WORDS((ys_str){line->text, line->size}, line->tail,
                 (ys_str){line->text + line->size, line->whole - line->size}));
  }
}

size_t ys_tolerant_content(const ys_tolerant_line *line, bool dashes) {
  size_t at = 0;
  while (at < line->size) {
    const bool dash = line->text[at] == '-' &&
                      (at + 1 == line->size || ys_is_blank(line->text[at + 1]));
    if (!ys_is_blank(line->text[at]) && (dashes || !dash)) break;
    at++;
  }
  return at;
}

bool ys_tolerant_blank(ys_tolerant_line *line, size_t from) {
  bool changed = line->tail.len > 0;
  line->tail = YS_STR("");
  for (size_t at = from; at < line->size; at++) {
    changed = changed || line->text[at] != ' ';
    line->text[at] = ' ';
  }
  return changed;
}

bool ys_tolerant_blank_lines(ys_tolerant *text, uint32_t first, uint32_t end) {
  bool changed = false;
  for (uint32_t i = first; i < end; i++)
    changed = ys_tolerant_blank(&text->lines[i], 0) || changed;
  return changed;
}

uint32_t ys_tolerant_below(const ys_tolerant *text, uint32_t line) {
  const size_t column = ys_tolerant_content(&text->lines[line], true);
  for (uint32_t i = line + 1; i < text->count; i++) {
    const ys_tolerant_line *next = &text->lines[i];
    const size_t at = ys_tolerant_content(next, true);
    if (at < next->size && at <= column) return i;
  }
  return text->count;
}

/* ---- what is open -------------------------------------------------------- */

/* The state of a search: whether a value can begin at the next byte. */
typedef struct search {
  ys_tolerant_open *open;
  bool begins;
} search;

/* Moves past quoted text. */
static size_t skip_quoted(const ys_tolerant_line *line, size_t at, search *s) {
  const char quote = s->open->quote;
  for (; at < line->size; at++) {
    const char c = line->text[at];
    if (quote == '"' && c == '\\')
      at++;
    else if (c == quote && quote == '\'' && at + 1 < line->size &&
             line->text[at + 1] == '\'')
      at++;
    else if (c == quote) {
      s->open->quote = 0;
      s->begins = false;
      return at + 1;
    }
  }
  return line->size;
}

static void open_bracket(search *s, char closes) {
  ys_tolerant_open *open = s->open;
  if (open->depth < sizeof open->brackets) open->brackets[open->depth] = closes;
  open->depth++;
}

/* Whether the byte at `at` ends a key or separates values. */
static bool separates(const ys_tolerant_line *line, size_t at,
                      const search *s) {
  const char c = line->text[at];
  const char next = at + 1 < line->size ? line->text[at + 1] : ' ';
  if (c == ',') return s->open->depth > 0;
  return (c == ':' || (c == '-' && s->begins)) && ys_is_blank(next);
}

static size_t skip_word(const ys_tolerant_line *line, size_t at) {
  while (at < line->size && !ys_is_blank(line->text[at]) &&
         strchr(",[]{}", line->text[at]) == NULL)
    at++;
  return at;
}

/* Looks at the byte at `at`. Returns where to go on. */
static size_t step(const ys_tolerant_line *line, size_t at, search *s) {
  const char c = line->text[at];
  if (ys_is_blank(c)) return at + 1;
  if (c == '#' && (at == 0 || ys_is_blank(line->text[at - 1]))) {
    s->open->comment = at;
    return line->size;
  }
  if ((c == ']' || c == '}') && s->open->depth > 0) {
    s->open->depth--;
    s->begins = false;
    return at + 1;
  }
  if (separates(line, at, s)) {
    s->begins = true;
    return at + 1;
  }
  if (!s->begins) return at + 1;
  if (c == '&' || c == '!') return skip_word(line, at);
  if (c == '[' || c == '{') {
    open_bracket(s, c == '[' ? ']' : '}');
    return at + 1;
  }
  s->begins = false;
  if (c != '"' && c != '\'') return at + 1;
  s->open->quote = c;
  return skip_quoted(line, at + 1, s);
}

void ys_tolerant_find_open(const ys_tolerant *text, uint32_t first,
                           uint32_t last, ys_tolerant_open *open) {
  search s = {.open = open, .begins = true};
  *open = (ys_tolerant_open){.depth = 0};
  for (uint32_t i = first; i <= last; i++) {
    const ys_tolerant_line *line = &text->lines[i];
    size_t at = 0;
    open->comment = line->size;
    if (open->quote != 0) at = skip_quoted(line, at, &s);
    while (at < line->size)
      at = step(line, at, &s);
  }
}

ys_status ys_tolerant_add(const ys_tolerant *text, ys_tolerant_line *line,
                          size_t comment, ys_str added) {
  ys_str tail;
  YS_TRY(ys_str_fill(text->arena, "%s%s", YS_WORDS(line->tail, added), &tail));
  ys_tolerant_blank(line, comment);
  line->tail = tail;
  return YS_OK;
}
