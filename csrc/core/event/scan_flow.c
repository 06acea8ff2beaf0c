/* core/event/scan_flow.c - Reads flow collections: arrays in brackets, maps in
 * braces. */

#include "core/event/scanner.h"

ys_status ys_scan_open_flow(ys_scanner *scanner, ys_event *event) {
  const bool map = *scanner->at == '{';
  const ys_level *top = ys_scan_top(scanner);
  const ys_mark mark = ys_scan_mark(scanner, scanner->at);
  event->type = map ? YS_EVENT_MAPPING_START : YS_EVENT_SEQUENCE_START;
  event->flow = true;
  if (event->anchor.ptr == NULL) event->start = mark;
  scanner->at++;
  event->end = ys_scan_mark(scanner, scanner->at);
  scanner->state = YS_SCAN_FLOW_FIRST;
  return ys_scan_push(scanner, map ? YS_LEVEL_FLOW_MAP : YS_LEVEL_FLOW_ARRAY,
                      top != NULL ? top->column : 0);
}

/* Ends a flow collection. After the outermost bracket the line must end,
 * because a colon would make the collection a key. */
static ys_status close_flow(ys_scanner *scanner, ys_event *event) {
  const bool map = ys_scan_top(scanner)->kind == YS_LEVEL_FLOW_MAP;
  event->type = map ? YS_EVENT_MAPPING_END : YS_EVENT_SEQUENCE_END;
  event->start = ys_scan_mark(scanner, scanner->at);
  scanner->at++;
  event->end = ys_scan_mark(scanner, scanner->at);
  scanner->depth--;
  const ys_level *top = ys_scan_top(scanner);
  if (top != NULL && top->kind >= YS_LEVEL_FLOW_MAP) {
    scanner->state = YS_SCAN_FLOW_NEXT;
    return YS_OK;
  }
  scanner->state = top == NULL ? YS_SCAN_DOCUMENT_OVER : YS_SCAN_BLOCK;
  return ys_scan_finish_line(scanner) ? YS_OK : YS_INVALID;
}

static bool at_end(const ys_scanner *scanner) {
  const bool map = ys_scan_top(scanner)->kind == YS_LEVEL_FLOW_MAP;
  return *scanner->at == (map ? '}' : ']');
}

static ys_status read_node(ys_scanner *scanner, ys_event *event) {
  scanner->state = YS_SCAN_FLOW_NEXT;
  switch (*scanner->at) {
  case '"':
  case '\'': return ys_scan_quoted(scanner, event);
  case '[':
  case '{': return ys_scan_open_flow(scanner, event);
  case '*': return ys_scan_alias(scanner, event);
  default: break;
  }
  const ys_plain_end end = ys_scan_plain_in_flow(scanner, event);
  return end == YS_PLAIN_LINE || end == YS_PLAIN_FLOW ? YS_OK : YS_INVALID;
}

/* The key and its colon must be on one line. */
static ys_status read_key(ys_scanner *scanner, ys_event *event) {
  const char *start = scanner->at;
  if (*start == '"' || *start == '\'') {
    YS_TRY(ys_scan_quoted(scanner, event));
    scanner->at = ys_scan_skip_blanks(scanner, scanner->at);
    if (scanner->at == scanner->end || *scanner->at != ':') return YS_INVALID;
  } else if (ys_scan_plain_in_flow(scanner, event) != YS_PLAIN_COLON) {
    return YS_INVALID;
  }
  if (scanner->at - start > YS_SCAN_LONGEST_KEY) return YS_INVALID;
  scanner->at++;
  scanner->state = YS_SCAN_FLOW_VALUE;
  return YS_OK;
}

/* Reads an item or an entry, or the end of the collection. */
ys_status ys_scan_flow_first(ys_scanner *scanner, ys_event *event) {
  if (!ys_scan_skip_in_flow(scanner)) return YS_INVALID;
  if (at_end(scanner)) return close_flow(scanner, event);
  return ys_scan_top(scanner)->kind == YS_LEVEL_FLOW_MAP
             ? read_key(scanner, event)
             : read_node(scanner, event);
}

ys_status ys_scan_flow_next(ys_scanner *scanner, ys_event *event) {
  if (!ys_scan_skip_in_flow(scanner)) return YS_INVALID;
  if (at_end(scanner)) return close_flow(scanner, event);
  if (*scanner->at != ',') return YS_INVALID;
  scanner->at++;
  return ys_scan_flow_first(scanner, event);
}

ys_status ys_scan_flow_value(ys_scanner *scanner, ys_event *event) {
  if (!ys_scan_skip_in_flow(scanner)) return YS_INVALID;
  if (*scanner->at != ',' && *scanner->at != '}')
    return read_node(scanner, event);
  scanner->state = YS_SCAN_FLOW_NEXT;
  return ys_scan_nothing(ys_scan_mark(scanner, scanner->at), event);
}
