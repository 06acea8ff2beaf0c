#include "core/text/excerpt.h"

#include "core/text/escape.h"
#include "core/text/mask.h"
#include "core/text/underline.h"
#include "core/text/width.h"

/* How many annotation lines are searched for on each side of a node's line. */
#define MOST_ANNOTATIONS 8

/* How many columns of a long line are shown before a place in it and, at least,
 * after it. For a place beyond MOST_COLUMNS the line's beginning is shown
 * instead, so that many errors in one long line stay cheap. */
#define SHOWN_BEFORE 60
#define SHOWN_AFTER 40
#define MOST_COLUMNS 4096

/* The same for a line with a mark, in columns of the terminal: together with a
 * line number and an indentation, it fits 80 of them. A narrow terminal has no
 * room for the indentation. */
enum {
  MARKED_LINE = 67,
  USUAL_COLUMNS = 80,
  LEAST_COLUMNS = 20,
  MOST_COLUMNS_SHOWN = 160,
  NUMBER_COLUMNS = 8 /* of a line number of three digits, bar and ellipsis */
};

/* Line numbers take at least this width, as in ytt. */
#define LEAST_WIDTH 3

/* ---- text ---------------------------------------------------------------- */

void ys_excerpt_text(ys_buf *out, ys_str text, size_t most) {
  ys_escape_text(out, text, most, SIZE_MAX);
}

void ys_excerpt_lines(ys_buf *out, ys_str text, size_t indent) {
  while (text.len > 0 && text.ptr[text.len - 1] == '\n')
    text.len--;
  ys_escape_text(out, text, YS_EXCERPT_TEXT, indent);
}

/* ---- lines --------------------------------------------------------------- */

void ys_excerpt_place(ys_buf *out, const ys_sources *sources, ys_place place) {
  if (place.line == 0) return;
  ys_excerpt_text(out, ys_sources_name(sources, place), YS_EXCERPT_TEXT);
  ys_buf_fill(out, ":%s", YS_WORDS(YS_UINT(place.line)));
}

static size_t width_of(uint32_t line) {
  size_t width = 1;
  while (line >= 10) {
    line /= 10;
    width++;
  }
  return width < LEAST_WIDTH ? LEAST_WIDTH : width;
}

/* Appends a line, or the part of a long line around a place. */
static void add_line(ys_buf *out, ys_str line, uint32_t column) {
  size_t at = 0;
  if (column > YS_EXCERPT_LINE - SHOWN_AFTER && column <= MOST_COLUMNS &&
      line.len > YS_EXCERPT_LINE)
    at = ys_utf8_column(line, column - SHOWN_BEFORE);
  if (at > 0) {
    ys_buf_cstr(out, YS_ELLIPSIS);
    line = (ys_str){line.ptr + at, line.len - at};
  }
  ys_excerpt_text(out, line, YS_EXCERPT_LINE);
}

/* ---- marked lines -------------------------------------------------------- */

/* A line of a source as it is shown: without what must not be shown, and with
 * the place where that has moved to. */
typedef struct shown_line {
  ys_str text;
  uint32_t column;
} shown_line;

/* The mark below a line, in columns of the terminal. */
typedef struct mark_row {
  size_t before; /* the columns before the mark */
  size_t width;  /* of the key or value at the place, at least 1 */
} mark_row;

/* Appends characters up to the byte `end`, or until they take more than `most`
 * columns, and gives their columns. `*at` becomes the byte after them. */
static size_t add_columns(ys_buf *out, ys_str text, size_t *at, size_t end,
                          size_t most) {
  size_t width = 0;
  while (*at < end && !out->failed) {
    const size_t before = out->len, from = *at;
    *at = ys_escape_character(out, text, from);
    const size_t next = ys_text_width(
        (ys_str){out->ptr + before, out->failed ? 0 : out->len - before});
    if (width + next > most) {
      out->len = before;
      *at = from;
      break;
    }
    width += next;
  }
  return width;
}

/* Gives the columns that a part of a line takes. */
static size_t measure(ys_buf *out, ys_str line, size_t from, size_t end) {
  const size_t before = out->len;
  const size_t width = add_columns(out, line, &from, end, SIZE_MAX);
  out->len = before;
  return width;
}

/* The columns of a line that are shown after `width` columns: an indentation
 * and a line number. */
static size_t room_of(const ys_sources *sources, size_t width) {
  const size_t given = sources->columns;
  size_t columns = given == 0 ? USUAL_COLUMNS : given;
  if (columns >= USUAL_COLUMNS)
    return (columns < MOST_COLUMNS_SHOWN ? columns : MOST_COLUMNS_SHOWN) +
           MARKED_LINE - USUAL_COLUMNS;
  if (columns < LEAST_COLUMNS) columns = LEAST_COLUMNS;
  columns -= NUMBER_COLUMNS + width - LEAST_WIDTH;
  return columns < MARKED_LINE ? columns : MARKED_LINE;
}

/* The byte at which the part of a line begins that is shown: the place of the
 * mark is in it, and some of the part stands after it. */
static size_t marked_start(ys_buf *out, ys_str line, size_t target,
                           size_t room) {
  const size_t before = measure(out, line, 0, target), length = out->len;
  const size_t after = room < MARKED_LINE / 2 ? room / 2 : 3 * room / 10;
  const size_t most = room - after;
  size_t start = 0;
  if (before <= most) return 0;
  add_columns(out, line, &start, target, before - most + room / 13);
  out->len = length;
  return start;
}

/* The byte after what stands at the place of a line. */
static size_t target_end(const shown_line *shown) {
  const uint32_t end = ys_underline_end(shown->text, shown->column);
  return end == 0 ? 0 : ys_utf8_column(shown->text, end);
}

/* Appends the line of a place after its number, and gives what to mark. */
static mark_row add_marked(ys_buf *out, const shown_line *shown, size_t room) {
  const ys_str line = shown->text;
  const size_t target = ys_utf8_column(line, shown->column);
  const size_t end = target_end(shown);
  size_t at = marked_start(out, line, target, room);
  mark_row row = {0};
  if (at > 0) {
    ys_buf_cstr(out, YS_ELLIPSIS);
    row.before = 1;
  }
  row.before += add_columns(out, line, &at, target, SIZE_MAX);
  row.width = add_columns(out, line, &at, end, room - row.before);
  add_columns(out, line, &at, line.len, room - row.before - row.width);
  if (at < line.len) ys_buf_cstr(out, YS_ELLIPSIS);
  if (row.width == 0) row.width = 1;
  return row;
}

/* ---- rows ---------------------------------------------------------------- */

/* The line of a place. `buf` holds it if something in it is masked. */
static shown_line line_of(ys_buf *buf, const ys_sources *sources,
                          ys_place place) {
  shown_line shown = {ys_sources_line(sources, place), place.column};
  if (sources->masks == NULL) return shown;
  ys_masks_line(sources->masks, sources, &place, YS_MASK_LINE, buf);
  return (shown_line){ys_buf_str(buf), place.column};
}

uint32_t ys_excerpt_column(const ys_sources *sources, ys_place place,
                           ys_mark_at mark) {
  if (mark == YS_MARK_PLACE || mark == YS_MARK_NOTHING) return place.column;
  return ys_underline_column(ys_sources_line(sources, place), place.column,
                             mark == YS_MARK_VALUE);
}

static void add_number(ys_buf *out, uint32_t line, size_t width) {
  size_t digits = 1;
  for (uint32_t n = line; n >= 10; n /= 10)
    digits++;
  if (width > digits) ys_buf_repeat(out, ' ', width - digits);
  ys_buf_fill(out, "%s |", YS_WORDS(YS_UINT(line)));
}

/* Appends the beginning of the row below a line, up to its mark. */
static void begin_mark(ys_buf *out, size_t width, size_t before,
                       size_t indent) {
  ys_buf_repeat(out, ' ', indent + width + 1);
  ys_buf_char(out, '|');
  ys_buf_repeat(out, ' ', before + 1);
}

/* Appends the line of a place. Returns whether something in it is to be marked,
 * which `*row` then says. */
static bool add_text(ys_buf *out, const ys_sources *sources, ys_place place,
                     size_t width, ys_mark_at mark, size_t indent,
                     mark_row *row) {
  ys_buf buf = ys_buf_of(out->memory);
  place.column = ys_excerpt_column(sources, place, mark);
  shown_line shown = line_of(&buf, sources, place);
  const bool is_near = shown.column > 0 && shown.column <= MOST_COLUMNS;
  const bool marked = mark != YS_MARK_NOTHING && place.column > 0 && is_near &&
                      shown.text.len > 0;
  ys_buf_repeat(out, ' ', indent);
  add_number(out, place.line, width);
  if (shown.text.len > 0) ys_buf_char(out, ' ');
  if (!is_near) shown.column = 1;
  if (marked || sources->columns > 0)
    *row = add_marked(out, &shown, room_of(sources, width + indent));
  else
    add_line(out, shown.text, shown.column);
  ys_buf_char(out, '\n');
  if (buf.failed) out->failed = true;
  ys_buf_release(&buf);
  return marked;
}

/* Appends the line of a place, with a mark in a row of its own. Returns whether
 * there is one. */
static bool add_row(ys_buf *out, const ys_sources *sources, ys_place place,
                    size_t width, ys_mark_at mark, size_t indent) {
  mark_row row;
  if (!add_text(out, sources, place, width, mark, indent, &row)) return false;
  begin_mark(out, width, row.before, indent);
  ys_buf_cstr(out, "^\n");
  return true;
}

static void add_gutter(ys_buf *out, size_t width, const char *after) {
  ys_buf_repeat(out, ' ', width + 1);
  ys_buf_fill(out, "|%s\n", YS_WORDS(ys_cstr(after)));
}

void ys_excerpt_portion(ys_buf *out, const ys_sources *sources, ys_place place,
                        uint32_t last, ys_mark_at mark, size_t indent) {
  const uint32_t first = place.line, most = first + YS_EXCERPT_PORTION,
                 end = last < first  ? first
                       : last > most ? most
                                     : last;
  const size_t width = width_of(end);
  if (first == 0 || ys_masks_close(sources->masks, place)) return;
  if (end > first) mark = YS_MARK_NOTHING;
  for (; place.line <= end; place.line++, place.column = 1) {
    if (place.line < most) {
      add_row(out, sources, place, width, mark, indent);
    } else {
      ys_buf_repeat(out, ' ', indent);
      add_gutter(out, width, " ...");
    }
  }
}

/* ---- blocks -------------------------------------------------------------- */

static void add_name(ys_buf *out, const ys_sources *sources, ys_place place) {
  ys_excerpt_text(out, ys_sources_name(sources, place), YS_EXCERPT_TEXT);
  ys_buf_cstr(out, ":\n");
}

static void one_block(ys_buf *out, const ys_sources *sources, ys_place place,
                      ys_mark_at mark, bool with_name) {
  const size_t width = width_of(place.line);
  if (with_name) add_name(out, sources, place);
  add_gutter(out, width, "");
  if (!add_row(out, sources, place, width, mark, 0)) add_gutter(out, width, "");
}

/* Two places in one file. */
static void edit_block(ys_buf *out, const ys_sources *sources, ys_place first,
                       ys_place second, ys_mark_at mark, bool with_name) {
  const bool ordered = first.line < second.line;
  const ys_place upper = ordered ? first : second;
  const ys_place lower = ordered ? second : first;
  const size_t width = width_of(lower.line);
  if (with_name) add_name(out, sources, upper);
  add_gutter(out, width, "");
  add_row(out, sources, upper, width, ordered ? mark : YS_MARK_NOTHING, 0);
  if (lower.line - upper.line > 1) add_gutter(out, width, " ...");
  if (!add_row(out, sources, lower, width, ordered ? YS_MARK_NOTHING : mark, 0))
    add_gutter(out, width, "");
}

void ys_excerpt_block(ys_buf *out, const ys_sources *sources, ys_place first,
                      ys_place second, ys_mark_at mark, bool with_name) {
  if (ys_masks_close(sources->masks, first)) first = YS_NOWHERE;
  if (ys_masks_close(sources->masks, second)) second = YS_NOWHERE;
  if (second.line == 0 ||
      (first.line == second.line && first.source == second.source)) {
    if (first.line > 0) one_block(out, sources, first, mark, with_name);
  } else if (first.line == 0) {
    one_block(out, sources, second, YS_MARK_NOTHING, with_name);
  } else if (first.source != second.source) {
    one_block(out, sources, first, mark, with_name);
    one_block(out, sources, second, YS_MARK_NOTHING, true);
  } else {
    edit_block(out, sources, first, second, mark, with_name);
  }
}

/* Whether a note has room after the mark of a line. */
static bool has_room(const ys_sources *sources, size_t width,
                     const mark_row *row, ys_str note) {
  const size_t before = width + 4 + row->before + row->width;
  return sources->columns == 0 ||
         before + ys_text_width(note) <= sources->columns;
}

bool ys_excerpt_underlined(ys_buf *out, const ys_sources *sources,
                           ys_place place, ys_mark_at mark, ys_str note) {
  const size_t width = width_of(place.line);
  mark_row row = {0};
  add_gutter(out, width, "");
  const bool marked =
      add_text(out, sources, place, width, mark, 0, &row) && place.line > 0;
  if (!marked) row = (mark_row){0};
  const bool fits = has_room(sources, width, &row, note);
  if (!fits) note.len = 0;
  if (!marked && note.len == 0) return fits;
  begin_mark(out, width, row.before, 0);
  if (marked) ys_buf_repeat(out, '^', row.width);
  if (marked && note.len > 0) ys_buf_char(out, ' ');
  ys_buf_fill(out, "%s\n", YS_WORDS(note));
  return fits;
}

static bool is_annotation(const ys_sources *sources, ys_place place) {
  ys_str line = ys_sources_line(sources, place);
  if (line.len > YS_EXCERPT_LINE) line.len = YS_EXCERPT_LINE;
  while (line.len > 0 && (*line.ptr == ' ' || *line.ptr == '\t')) {
    line.ptr++;
    line.len--;
  }
  return ys_str_starts(line, YS_STR("#@"));
}

void ys_excerpt_node(ys_buf *out, const ys_sources *sources, ys_place place,
                     bool with_name) {
  ys_place row = place, next = place;
  uint32_t last = place.line;
  size_t width;
  if (place.line == 0 || ys_masks_close(sources->masks, place)) return;
  while (last - place.line < MOST_ANNOTATIONS && is_annotation(sources, next))
    next.line = ++last;
  for (next = place; place.line - row.line < MOST_ANNOTATIONS && row.line > 1;
       row = next) {
    next.line = row.line - 1;
    if (!is_annotation(sources, next)) break;
  }
  width = width_of(last);
  if (with_name) add_name(out, sources, place);
  add_gutter(out, width, "");
  for (; row.line <= last; row.line++) {
    row.column = row.line == place.line ? place.column : 1;
    add_row(out, sources, row, width, YS_MARK_NOTHING, 0);
  }
  add_gutter(out, width, "");
}
