#include "core/tolerant/repair.h"

/* The place to repair: the line of the record, or the last line before it
 * that is not blank. */
typedef struct repair {
  ys_tolerant *text;
  const ys_diag *diag;
  uint32_t number; /* of the line, from 0 */
  ys_tolerant_line *line;
  size_t at; /* the byte of the record in the line */
} repair;

static bool is_empty(const ys_tolerant_line *line) {
  return ys_tolerant_content(line, true) == line->size && line->tail.len == 0;
}

static repair repair_of(ys_tolerant *text, const ys_diag *diag) {
  repair r = {.text = text, .diag = diag};
  uint32_t column = diag->at.column;
  r.number = diag->at.line > 0 ? diag->at.line - 1 : 0;
  if (r.number >= text->count) r.number = text->count - 1;
  while (r.number > 0 && is_empty(&text->lines[r.number])) {
    r.number--;
    column = UINT32_MAX;
  }
  r.line = &text->lines[r.number];
  r.at = ys_utf8_column((ys_str){r.line->text, r.line->size}, column);
  return r;
}

static bool is_problem(const repair *r, const char *part) {
  return ys_str_has(r->diag->args[0], ys_cstr(part));
}

static bool is_context(const repair *r, const char *part) {
  return ys_str_has(r->diag->args[1], ys_cstr(part));
}

/* ---- lines above --------------------------------------------------------- */

/* The line on which an incomplete construct begins. */
static uint32_t begin_of(const repair *r) {
  const uint32_t line = r->diag->by.line;
  return line > 0 && line - 1 < r->number ? line - 1 : r->number;
}

/* The last line above that is not blank; or the line itself if there is
 * none. */
static uint32_t line_above(const repair *r) {
  uint32_t number = r->number;
  while (number > 0) {
    number--;
    if (!is_empty(&r->text->lines[number])) return number;
  }
  return r->number;
}

/* Whether a line has the colon of a key. */
static bool has_key(const ys_tolerant_line *line) {
  for (size_t i = 0; i < line->size; i++)
    if (line->text[i] == ':' &&
        (i + 1 == line->size || line->text[i + 1] == ' '))
      return true;
  return false;
}

/* ---- quotes and brackets ------------------------------------------------- */

/* Closes what is open at the end of a line. Returns YS_INVALID if nothing
 * is. */
static ys_status close_quote(const repair *r, uint32_t number) {
  ys_tolerant_open open;
  ys_tolerant_find_open(r->text, number, number, &open);
  if (open.quote == 0) return YS_INVALID;
  ys_tolerant_line *line = &r->text->lines[number];
  if (line->tail.len > 0) return YS_INVALID;
  return ys_tolerant_add(r->text, line, line->size,
                         open.quote == '"' ? YS_STR("\"") : YS_STR("'"));
}

/* The last line of a construct in brackets: the lines that are indented deeper
 * than its first one belong to it. */
static uint32_t last_of(const ys_tolerant *text, uint32_t first) {
  uint32_t last = ys_tolerant_below(text, first) - 1;
  while (last > first && is_empty(&text->lines[last]))
    last--;
  return last;
}

static ys_status close_brackets(const repair *r, uint32_t first) {
  const uint32_t last = last_of(r->text, first);
  ys_tolerant_line *line = &r->text->lines[last];
  ys_tolerant_open open;
  char added[sizeof open.brackets + 1] = " ";
  ys_tolerant_find_open(r->text, first, last, &open);
  if (open.quote != 0 || open.depth == 0 || line->tail.len > 1)
    return YS_INVALID;
  if (open.depth > sizeof open.brackets) return YS_INVALID;
  for (uint32_t i = 0; i < open.depth; i++)
    added[1 + i] = open.brackets[open.depth - 1 - i];
  return ys_tolerant_add(r->text, line, open.comment,
                         (ys_str){added, 1 + open.depth});
}

/* Closes what is open above, if the reader noticed it only here: a quote that
 * belongs to a later value ended it, or an item begins. */
static ys_status close_above(const repair *r, bool brackets) {
  enum { MOST_LINES = 100 };
  for (uint32_t up = 1; up < MOST_LINES && up <= r->number; up++) {
    const uint32_t number = r->number - up;
    const ys_status status =
        brackets ? close_brackets(r, number) : close_quote(r, number);
    if (status != YS_INVALID) return status;
  }
  return YS_INVALID;
}

/* Whether the line belongs to what begins above it, because it is indented
 * deeper. */
static bool is_inside(const repair *r) {
  const ys_tolerant_line *begin = &r->text->lines[begin_of(r)];
  return ys_tolerant_content(r->line, true) > ys_tolerant_content(begin, true);
}

/* Adds the comma that is missing between two lines in brackets. If the line
 * above ends with a plain scalar, the reader only notices the next colon. */
static ys_status add_comma(const repair *r) {
  const uint32_t above = line_above(r);
  ys_tolerant_line *line = &r->text->lines[above];
  ys_tolerant_open open;
  const bool at_colon = r->at < r->line->size && r->line->text[r->at] == ':';
  if (r->at > ys_tolerant_content(r->line, true) && !at_colon)
    return YS_INVALID;
  if (above == r->number || line->tail.len > 0 || !is_inside(r))
    return YS_INVALID;
  ys_tolerant_find_open(r->text, above, above, &open);
  if (open.quote != 0) return YS_INVALID;
  return ys_tolerant_add(r->text, line, open.comment, YS_STR(","));
}

static ys_status in_brackets(const repair *r) {
  ys_status status = YS_INVALID;
  if (is_problem(r, "expected ','")) status = add_comma(r);
  if (status == YS_INVALID) status = close_quote(r, begin_of(r));
  if (status == YS_INVALID) status = close_brackets(r, begin_of(r));
  if (status == YS_INVALID) status = close_above(r, true);
  return status;
}

/* ---- other errors -------------------------------------------------------- */

static ys_status blanked(bool changed) {
  return changed ? YS_OK : YS_INVALID;
}

/* Blanks a line from its content on, and the lines that are indented deeper.
 * Dashes stay, so that the other items keep their numbers. */
static ys_status blank_entry(ys_tolerant *text, uint32_t number) {
  ys_tolerant_line *line = &text->lines[number];
  const uint32_t end = ys_tolerant_below(text, number);
  const size_t from = ys_tolerant_content(line, false);
  const bool below = ys_tolerant_blank_lines(text, number + 1, end);
  return blanked(ys_tolerant_blank(line, from) || below);
}

/* A backslash in double quotes that begins no escape. */
static ys_status blank_escape(const repair *r) {
  size_t at = r->at < r->line->size ? r->at + 1 : r->line->size;
  while (at > 0 && r->line->text[at - 1] != '\\')
    at--;
  if (at == 0) return YS_INVALID;
  r->line->text[at - 1] = ' ';
  return YS_OK;
}

/* A colon where no key may end: the line continues the text above it, which has
 * no colon yet, or a value contains a colon. */
static ys_status blank_text_with_colon(const repair *r) {
  const ys_tolerant_line *line = r->line;
  const uint32_t above = line_above(r);
  for (size_t i = ys_tolerant_content(line, false);
       i + 1 < line->size && i + 1 < r->at; i++)
    if (line->text[i] == ':' && line->text[i + 1] == ' ')
      return blanked(ys_tolerant_blank(r->line, i + 1));
  if (above != r->number && !has_key(&r->text->lines[above]))
    return blank_entry(r->text, above);
  return blank_entry(r->text, r->number);
}

static bool begins_document(const ys_tolerant_line *line) {
  return line->size >= 3 && memcmp(line->text, "---", 3) == 0;
}

/* The line after the `---` above. */
static uint32_t first_of_document(const repair *r) {
  uint32_t first = r->number;
  while (first > 0 && !begins_document(&r->text->lines[first - 1]))
    first--;
  return first;
}

/* The line after the last one of the document. */
static uint32_t end_of_document(const repair *r) {
  uint32_t end = r->number + 1;
  while (end < r->text->count && !begins_document(&r->text->lines[end]))
    end++;
  return end;
}

/* A line that is indented less than the first line of the document. The text
 * above it is blanked, unless that is the larger part. */
static ys_status blank_deeper(const repair *r) {
  const uint32_t first = first_of_document(r);
  if (r->number - first > end_of_document(r) - r->number)
    return blank_entry(r->text, r->number);
  return blanked(ys_tolerant_blank_lines(r->text, first, r->number));
}

static ys_status repair_syntax(const repair *r) {
  if (is_problem(r, "escape")) return blank_escape(r);
  if (is_context(r, "quoted scalar")) return close_quote(r, begin_of(r));
  if (is_context(r, "flow")) return in_brackets(r);
  if (is_context(r, "simple key")) return blank_entry(r->text, begin_of(r));
  if (is_problem(r, "mapping values are not allowed"))
    return blank_text_with_colon(r);
  if (is_problem(r, "<document start>") &&
      r->at <= ys_tolerant_content(r->line, false))
    return blank_deeper(r);
  if (r->at > ys_tolerant_content(r->line, false) &&
      is_problem(r, "did not find expected"))
    return close_above(r, false);
  return YS_INVALID;
}

/* ---- repairs ------------------------------------------------------------- */

/* Blanks the line and all below it, up to the next document. */
static void blank_document(const repair *r) {
  if (!ys_tolerant_blank_lines(r->text, r->number, end_of_document(r)))
    ys_tolerant_blank_lines(r->text, 0, r->text->count);
}

ys_status ys_tolerant_repair(ys_tolerant *text, const ys_diag *diag) {
  const repair r = repair_of(text, diag);
  const size_t content = ys_tolerant_content(r.line, false);
  const uint32_t tries = r.line->tries++;
  ys_status status = YS_INVALID;
  if (tries == 0 && diag->code == YS_E_SYNTAX) status = repair_syntax(&r);
  if (status == YS_INVALID && tries <= 1 && r.at > content)
    status = blanked(ys_tolerant_blank(r.line, r.at));
  if (status == YS_INVALID && tries <= 2) status = blank_entry(text, r.number);
  if (status == YS_INVALID && tries <= 3)
    status = blanked(ys_tolerant_blank_lines(
        text, r.number, ys_tolerant_below(text, r.number)));
  if (status == YS_INVALID) blank_document(&r);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

void ys_tolerant_cut(ys_tolerant *text, const ys_diag *diag) {
  const repair r = repair_of(text, diag);
  ys_tolerant_blank_lines(text, begin_of(&r), text->count);
}
