#include "core/event/scan.h"

#include "core/event/scanner.h"

bool ys_scan_open(ys_scanner *scanner, const ys_marks *marks,
                  ys_memory memory) {
  if (marks->returns ||
      !ys_bytes_are_common(marks->text, (size_t)(marks->end - marks->text)))
    return false;
  *scanner = (ys_scanner){.marks = marks,
                          .at = marks->text,
                          .end = marks->end,
                          .line_start = marks->text,
                          .counted = marks->text,
                          .state = YS_SCAN_DOCUMENT,
                          .memory = memory};
  scanner->text = ys_buf_of(memory);
  return true;
}

void ys_scan_close(ys_scanner *scanner) {
  ys_memory_free(scanner->memory, scanner->levels,
                 scanner->capacity * sizeof *scanner->levels);
  ys_buf_release(&scanner->text);
}

/* The column of the next content, or -1 if the document ends before it. */
static ptrdiff_t column_of(const ys_scanner *scanner) {
  if (scanner->at == scanner->end || ys_scan_at_marker(scanner, scanner->at))
    return -1;
  return scanner->at - scanner->line_start;
}

/* ---- nodes --------------------------------------------------------------- */

/* Begins a block collection. Its first key or dash is read again, as its
 * content. */
static ys_status open_block(ys_scanner *scanner, ys_level_kind kind,
                            const char *at, ys_event *event) {
  const ys_mark mark = ys_scan_mark(scanner, at);
  event->type =
      kind == YS_LEVEL_MAP ? YS_EVENT_MAPPING_START : YS_EVENT_SEQUENCE_START;
  event->flow = false;
  event->end = mark;
  if (event->anchor.ptr == NULL) event->start = mark;
  if (kind == YS_LEVEL_ARRAY_OF_KEY) event->end = ys_scan_mark(scanner, at + 1);
  scanner->at = at;
  scanner->state = YS_SCAN_BLOCK;
  return ys_scan_push(scanner, kind, (size_t)(at - scanner->line_start));
}

static ys_status read_alias(ys_scanner *scanner, ys_event *event) {
  if (event->anchor.ptr != NULL) return YS_INVALID;
  YS_TRY(ys_scan_alias(scanner, event));
  return ys_scan_finish_line(scanner) ? YS_OK : YS_INVALID;
}

/* Reads a quoted scalar, or the first key of a map. */
static ys_status read_quoted(ys_scanner *scanner, bool block, ys_event *event) {
  const char *start = scanner->at;
  YS_TRY(ys_scan_quoted(scanner, event));
  const char *next = ys_scan_skip_blanks(scanner, scanner->at);
  if (next < scanner->end && *next == ':' &&
      ys_scan_ends_word(scanner, next + 1))
    return block ? open_block(scanner, YS_LEVEL_MAP, start, event) : YS_INVALID;
  return ys_scan_finish_line(scanner) ? YS_OK : YS_INVALID;
}

static ys_status read_plain(ys_scanner *scanner, bool block, ys_event *event) {
  const char *start = scanner->at;
  const ys_level *top = ys_scan_top(scanner);
  switch (ys_scan_plain(scanner, event)) {
  case YS_PLAIN_COLON:
    return block ? open_block(scanner, YS_LEVEL_MAP, start, event) : YS_INVALID;
  case YS_PLAIN_LINE:
    /* A document that is a plain scalar is declined, because its lines need no
     * indentation. */
    return top != NULL ? ys_scan_plain_lines(scanner, top->column, event)
                       : YS_INVALID;
  default: return YS_INVALID;
  }
}

/* Moves to the value after a colon, a dash or an anchor. `here` says whether it
 * is on this line; otherwise the position is that of the next content below. */
static bool find_value(ys_scanner *scanner, bool *here) {
  const char *at = ys_scan_skip_blanks(scanner, scanner->at);
  *here = at < scanner->end && *at != '\n' && *at != '#';
  if (!*here)
    return ys_scan_finish_line(scanner) && ys_scan_skip_lines(scanner);
  scanner->at = at;
  return *at != '\t';
}

static ys_status read_node(ys_scanner *scanner, bool block, ys_event *event);

/* Reads a node with an anchor. On the anchor's line only a scalar or a flow
 * collection is read; on the next line also a block collection. */
static ys_status read_anchored(ys_scanner *scanner, bool key, ys_event *event) {
  const char *at = scanner->at;
  const ys_level *top = ys_scan_top(scanner);
  bool here;
  event->anchor = ys_scan_name(scanner, at + 1);
  if (event->anchor.len == 0 || top == NULL) return YS_INVALID;
  event->start = ys_scan_mark(scanner, at);
  scanner->at = at + 1 + event->anchor.len;
  if (!find_value(scanner, &here)) return YS_INVALID;
  if (here) return read_node(scanner, false, event);
  const ptrdiff_t column = column_of(scanner);
  if (column > (ptrdiff_t)top->column) return read_node(scanner, true, event);
  return key && column == (ptrdiff_t)top->column &&
                 ys_scan_at_dash(scanner, scanner->at)
             ? open_block(scanner, YS_LEVEL_ARRAY_OF_KEY, scanner->at, event)
             : YS_INVALID;
}

/* Reads the node at `scanner->at`. `block` allows a block collection. */
static ys_status read_node(ys_scanner *scanner, bool block, ys_event *event) {
  const char *at = scanner->at;
  const ys_level *top = ys_scan_top(scanner);
  switch (*at) {
  case '"':
  case '\'': return read_quoted(scanner, block, event);
  case '[':
  case '{': return ys_scan_open_flow(scanner, event);
  case '|':
  case '>':
    return top != NULL ? ys_scan_block_scalar(scanner, top->column, event)
                       : YS_INVALID;
  case '*': return read_alias(scanner, event);
  case '-':
    if (!ys_scan_at_dash(scanner, at)) break;
    return block ? open_block(scanner, YS_LEVEL_ARRAY, at, event) : YS_INVALID;
  default: break;
  }
  return read_plain(scanner, block, event);
}

static ys_status read_value(ys_scanner *scanner, bool block, bool key,
                            ys_event *event) {
  scanner->state = scanner->depth > 0 ? YS_SCAN_BLOCK : YS_SCAN_DOCUMENT_OVER;
  return *scanner->at == '&' ? read_anchored(scanner, key, event)
                             : read_node(scanner, block, event);
}

/* ---- block collections --------------------------------------------------- */

static ys_status entry_value(ys_scanner *scanner, ys_event *event) {
  const ptrdiff_t outer = (ptrdiff_t)ys_scan_top(scanner)->column;
  bool here;
  if (!find_value(scanner, &here)) return YS_INVALID;
  if (here) return read_value(scanner, false, true, event);
  const ptrdiff_t column = column_of(scanner);
  if (column > outer) return read_value(scanner, true, true, event);
  scanner->state = YS_SCAN_BLOCK;
  if (column == outer && ys_scan_at_dash(scanner, scanner->at))
    return open_block(scanner, YS_LEVEL_ARRAY_OF_KEY, scanner->at, event);
  return ys_scan_nothing(scanner->after, event);
}

static ys_status item_value(ys_scanner *scanner, ys_event *event) {
  const ptrdiff_t outer = (ptrdiff_t)ys_scan_top(scanner)->column;
  bool here;
  if (!find_value(scanner, &here)) return YS_INVALID;
  if (here || column_of(scanner) > outer)
    return read_value(scanner, true, false, event);
  scanner->state = YS_SCAN_BLOCK;
  return ys_scan_nothing(scanner->after, event);
}

static ys_status read_key(ys_scanner *scanner, ys_event *event) {
  const char *start = scanner->at;
  if (*start == '"' || *start == '\'') {
    YS_TRY(ys_scan_quoted(scanner, event));
    scanner->at = ys_scan_skip_blanks(scanner, scanner->at);
    if (scanner->at == scanner->end || *scanner->at != ':' ||
        !ys_scan_ends_word(scanner, scanner->at + 1))
      return YS_INVALID;
  } else if (ys_scan_at_dash(scanner, start) ||
             ys_scan_plain(scanner, event) != YS_PLAIN_COLON) {
    return YS_INVALID;
  }
  if (scanner->at - start > YS_SCAN_LONGEST_KEY) return YS_INVALID;
  scanner->at++;
  scanner->after = ys_scan_mark(scanner, scanner->at);
  scanner->state = YS_SCAN_VALUE;
  return YS_OK;
}

static ys_status close_block(ys_scanner *scanner, ys_event *event) {
  event->type = ys_scan_top(scanner)->kind == YS_LEVEL_MAP
                    ? YS_EVENT_MAPPING_END
                    : YS_EVENT_SEQUENCE_END;
  event->start = event->end = ys_scan_mark(scanner, scanner->at);
  if (--scanner->depth == 0) scanner->state = YS_SCAN_DOCUMENT_OVER;
  return YS_OK;
}

static ys_status read_block(ys_scanner *scanner, ys_event *event) {
  const ys_level *top = ys_scan_top(scanner);
  if (!ys_scan_skip_lines(scanner)) return YS_INVALID;
  const ptrdiff_t column = column_of(scanner), own = (ptrdiff_t)top->column;
  if (column < own) return close_block(scanner, event);
  if (column > own) return YS_INVALID;
  if (top->kind == YS_LEVEL_MAP) return read_key(scanner, event);
  if (!ys_scan_at_dash(scanner, scanner->at))
    return top->kind == YS_LEVEL_ARRAY_OF_KEY ? close_block(scanner, event)
                                              : YS_INVALID;
  scanner->at++;
  scanner->after = ys_scan_mark(scanner, scanner->at);
  return item_value(scanner, event);
}

/* ---- documents ----------------------------------------------------------- */

static ys_status read_document(ys_scanner *scanner, ys_event *event) {
  const bool first = scanner->at == scanner->marks->text;
  if (!ys_scan_skip_lines(scanner)) return YS_INVALID;
  const char *at = scanner->at;
  event->start = event->end = ys_scan_mark(scanner, at);
  if (at == scanner->end) {
    event->type = YS_EVENT_STREAM_END;
    return YS_OK;
  }
  event->type = YS_EVENT_DOCUMENT_START;
  event->implicit = !ys_scan_at_marker(scanner, at);
  scanner->state = YS_SCAN_CONTENT;
  if (event->implicit) return first && *at != '%' ? YS_OK : YS_INVALID;
  if (*at == '.') return YS_INVALID;
  scanner->at += 3;
  event->end = ys_scan_mark(scanner, scanner->at);
  return ys_scan_finish_line(scanner) ? YS_OK : YS_INVALID;
}

static ys_status read_content(ys_scanner *scanner, ys_event *event) {
  if (!ys_scan_skip_lines(scanner)) return YS_INVALID;
  if (column_of(scanner) >= 0) return read_value(scanner, true, false, event);
  scanner->state = YS_SCAN_DOCUMENT_OVER;
  return ys_scan_nothing(ys_scan_mark(scanner, scanner->at), event);
}

static ys_status end_document(ys_scanner *scanner, ys_event *event) {
  if (!ys_scan_skip_lines(scanner) || column_of(scanner) >= 0)
    return YS_INVALID;
  event->type = YS_EVENT_DOCUMENT_END;
  event->start = event->end = ys_scan_mark(scanner, scanner->at);
  scanner->state = YS_SCAN_DOCUMENT;
  return YS_OK;
}

ys_status ys_scan_next(ys_scanner *scanner, ys_event *event) {
  event->anchor = event->tag = (ys_str){0};
  switch (scanner->state) {
  case YS_SCAN_BLOCK: return read_block(scanner, event);
  case YS_SCAN_VALUE: return entry_value(scanner, event);
  case YS_SCAN_DOCUMENT: return read_document(scanner, event);
  case YS_SCAN_CONTENT: return read_content(scanner, event);
  case YS_SCAN_DOCUMENT_OVER: return end_document(scanner, event);
  case YS_SCAN_FLOW_FIRST: return ys_scan_flow_first(scanner, event);
  case YS_SCAN_FLOW_NEXT: return ys_scan_flow_next(scanner, event);
  default: return ys_scan_flow_value(scanner, event);
  }
}
