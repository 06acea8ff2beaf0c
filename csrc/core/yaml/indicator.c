#include "core/yaml/indicator.h"

static ys_place place_of(const ys_marks *marks, const ys_event *event) {
  return ys_marks_place(marks, event->start.line, event->start.column);
}

static ys_status error(ys_space *space, ys_place place, const char *problem,
                       const char *context, const char *hint) {
  YS_TRY(ys_space_record(
      space, YS_E_SYNTAX, place, YS_NOWHERE,
      YS_ARGUMENTS(ys_cstr(problem), ys_cstr(context), ys_cstr(hint))));
  return YS_INVALID;
}

/* ---- flow collections ---------------------------------------------------- */

bool ys_indicator_likely(ys_str text) {
  const char *at = text.ptr, *end = text.ptr + text.len;
  while (at < end && (at = memchr(at, '?', (size_t)(end - at))) != NULL) {
    at++;
    if (at < end && !ys_is_space(*at)) return true;
  }
  return false;
}

static ys_place before(const ys_marks *marks, const ys_event *event) {
  ys_place place = place_of(marks, event);
  place.column--;
  return place;
}

/* Whether the character `c` stands directly before the start of the event. */
static bool follows(ys_marks *marks, const ys_event *event, char c) {
  const size_t index = event->start.index;
  return index > 0 && *(ys_marks_find(marks, index) - 1) == c;
}

ys_status ys_indicator_key(ys_space *space, ys_marks *marks,
                           const ys_event *event) {
  if (!follows(marks, event, '?')) return YS_OK;
  return error(space, before(marks, event), "found a text that begins with '?'",
               "inside [ ] or { }", "the text must be in quotes.");
}

static bool is_nothing(const ys_event *event) {
  return event->type == YS_EVENT_SCALAR &&
         event->start.index == event->end.index;
}

/* Whether the event begins a flow collection. A bracket or brace cannot begin a
 * text, so the colon before it cannot be part of one. */
static bool is_flow_collection(const ys_event *event) {
  return (event->type == YS_EVENT_MAPPING_START ||
          event->type == YS_EVENT_SEQUENCE_START) &&
         !ys_event_has_properties(event);
}

ys_status ys_indicator_value(ys_space *space, ys_marks *marks,
                             const ys_event *event) {
  if (is_nothing(event) || is_flow_collection(event) ||
      !follows(marks, event, ':'))
    return YS_OK;
  return error(space, before(marks, event), "found a text that begins with ':'",
               "inside [ ] or { }", "the text must be in quotes.");
}

/* ---- names --------------------------------------------------------------- */

/* Skips a tag before an anchor; returns where the anchor or alias begins. */
static const char *find_name(const char *at, const char *end) {
  while (at < end && *at != '&' && *at != '*') {
    while (at < end && !ys_is_space(*at))
      at++;
    while (at < end && ys_is_space(*at))
      at++;
  }
  return at;
}

/* Whether YAML 1.2 continues a name that ends at `at` for libyaml. A colon
 * after an alias that is a key (`*a: 1`) does not, because all but strict
 * readers take it for the colon of the entry. */
static bool goes_on(const char *at, const char *end, bool alias) {
  if (at == end) return false;
  if (*at == ':')
    return !alias ||
           (end - at > 1 && !ys_is_space(at[1]) && at[1] != ',' &&
            at[1] != '[' && at[1] != ']' && at[1] != '{' && at[1] != '}');
  return *at == '?' || *at == '%' || *at == '@' || *at == '`';
}

ys_status ys_indicator_name(ys_space *space, ys_marks *marks,
                            const ys_event *event) {
  const char *end = marks->end;
  const char *at = find_name(ys_marks_find(marks, event->start.index), end);
  if (at < end) at++;
  while (at < end && ys_is_name(*at))
    at++;
  if (!goes_on(at, end, event->type == YS_EVENT_ALIAS)) return YS_OK;
  return error(space, place_of(marks, event),
               "found a character that the name of an anchor may not have", "",
               "a name may have letters, digits, '-' and '_'; a blank follows "
               "it. A text that begins with & or * must be in quotes.");
}
