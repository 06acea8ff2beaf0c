/* core/print/template.c - Fills the templates of core/print/message.h. */

#include "core/print/message_parts.h"

#include <string.h>

static void add_given(ys_buf *out, ys_str text, bool in_lines,
                      const ys_filling *filling) {
  if (filling->audience == YS_FOR_PROGRAMS)
    ys_buf_add(out, text);
  else if (in_lines)
    ys_excerpt_lines(out, text, filling->indent);
  else
    ys_excerpt_text(out, text, YS_EXCERPT_TEXT);
}

static void add_path(ys_buf *out, const ys_filling *filling) {
  const ys_str path = filling->diag->path;
  add_given(out, path.len > 0 ? path : YS_STR("(document)"), false, filling);
}

const ys_message *ys_message_of(ys_code code) {
  switch (ys_code_group(code)) {
  case YS_GROUP_INPUT: return &ys_messages_of_input[code];
  case YS_GROUP_SCHEMA: return &ys_messages_of_schema[code];
  default: return &ys_messages_of_data[code];
  }
}

const char *ys_message_heading(ys_code code) {
  static const char *const of_groups[YS_GROUP_COUNT] = {
      [YS_GROUP_SCHEMA] = YS_MESSAGE_SCHEMA,
      [YS_GROUP_DATA] = "One or more data values were invalid",
      [YS_GROUP_VALIDATION] = "Validating final data values:"};
  const char *heading = ys_message_of(code)->heading;
  return heading != NULL ? heading : of_groups[ys_code_group(code)];
}

ys_str ys_message_rule_of(ys_code code) {
  const ys_message *message = ys_message_of(code);
  return ys_cstr(message->rule != NULL ? message->rule : ys_code_kind(code));
}

ys_str ys_message_rule(const ys_diag *diag) {
  if (diag->code != YS_E_RULE) return ys_message_rule_of(diag->code);
  if (diag->rule.len > 0) return diag->rule;
  return diag->choice != NULL ? ys_cstr(diag->choice) : YS_CUSTOM_RULE;
}

/* The most characters of a value that are shown. */
enum { SHOWN_VALUE = 60 };

static bool add_value(ys_buf *out, const ys_diag *diag) {
  if (diag->value_shown) return false;
  switch (diag->value_kind) {
  case YS_VALUE_UNKNOWN:
  case YS_VALUE_NULL: return false;
  case YS_VALUE_MASKED: ys_buf_add(out, YS_MASKED); return true;
  case YS_VALUE_STRING:
    if (ys_str_eq(diag->value, YS_MASKED)) break;
    ys_buf_char(out, '"');
    ys_excerpt_text(out, diag->value, SHOWN_VALUE);
    ys_buf_char(out, '"');
    return true;
  default: break;
  }
  ys_excerpt_text(out, diag->value, SHOWN_VALUE);
  return true;
}

/* Appends what a rule found: `0 (value < 1)`. Collections are left out, because
 * their lines are shown. */
static bool add_found(ys_buf *out, const ys_filling *filling) {
  const ys_diag *diag = filling->diag;
  const ys_str found = diag->args[1];
  const bool valued = filling->audience == YS_FOR_PEOPLE &&
                      diag->value_kind != YS_VALUE_COLLECTION &&
                      (diag->value_kind != YS_VALUE_MASKED || found.len == 0) &&
                      (diag->rule.len > 0 || found.len == 0) &&
                      add_value(out, diag);
  if (found.len == 0) return valued;
  if (valued) ys_buf_cstr(out, " (");
  add_given(out, found, true, filling);
  if (valued) ys_buf_char(out, ')');
  return true;
}

static bool add_assumed(ys_buf *out, const ys_filling *filling) {
  const ys_place at = filling->diag->at;
  if (at.line == 0 || at.source >= filling->sources->count ||
      !filling->sources->list[at.source]->assumed)
    return false;
  add_given(out, ys_sources_name(filling->sources, at), false, filling);
  return true;
}

/* ---- words after "must" -------------------------------------------------- */

/* A beginning of what a rule says that a valid value is, with the words that
 * stand in its place after "must". */
typedef struct phrase {
  const char *text, *must;
} phrase;

static const phrase phrases[] = {
    {"length ", "have length "},
    {"of format ", "have the format "},
    {"a value >", "be >"},
    {"a value <", "be <"},
    {"a value that satisfies ", "satisfy "},
    {"not ", "not be "},
};

/* The endings of what rules about several keys say. */
static const phrase endings[] = {
    {" to be given", ""},
    {" to be not null", " that is not null"},
};

static bool starts(ys_str text, const char *with) {
  return ys_str_starts(text, ys_cstr(with));
}

/* Takes an ending from a text, and returns what stands in its place, or
 * NULL. */
static const char *take_ending(ys_str *text) {
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const ys_str end = ys_cstr(endings[i].text);
    if (text->len <= end.len ||
        memcmp(text->ptr + text->len - end.len, end.ptr, end.len) != 0)
      continue;
    text->len -= end.len;
    return endings[i].must;
  }
  return NULL;
}

/* Appends a text, without the brackets around the list at its end: `one of
 * ["a", "b"]`. */
static void add_listed(ys_buf *out, ys_str text, const ys_filling *filling) {
  static const ys_str one_of = {"one of [", 8};
  const char *open = memchr(text.ptr, '[', text.len);
  const size_t before = open == NULL ? 0 : (size_t)(open - text.ptr);
  if (before > 4 && text.ptr[text.len - 1] == ']' &&
      memcmp(open - 4, " of ", 4) == 0 && text.len > before + 2) {
    const bool is_one =
        ys_str_starts(text, one_of) && memchr(text.ptr, ',', text.len) == NULL;
    if (!is_one) add_given(out, (ys_str){text.ptr, before}, false, filling);
    text = (ys_str){open + 1, text.len - before - 2};
  }
  add_given(out, text, false, filling);
}

/* Appends what a rule requires, as the words after "must": "be >= 1" for "a
 * value >= 1", "have at most one of "a", "b"" for "at most one of ["a", "b"] to
 * be given". */
static void add_must(ys_buf *out, const ys_filling *filling) {
  const ys_diag *diag = filling->diag;
  ys_str text = diag->args[0];
  const bool named = diag->rule.len > 0 || diag->code != YS_E_RULE;
  const char *ending = named ? take_ending(&text) : NULL;
  for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
    if (!starts(text, phrases[i].text)) continue;
    const size_t taken = strlen(phrases[i].text);
    ys_buf_cstr(out, phrases[i].must);
    add_listed(out, (ys_str){text.ptr + taken, text.len - taken}, filling);
    return;
  }
  ys_buf_cstr(out, ending != NULL ? "have " : "be ");
  if (ys_str_eq(text, YS_STR("exactly one of all children")))
    text = YS_STR("exactly one child");
  add_listed(out, text, filling);
  if (ending != NULL) ys_buf_cstr(out, ending);
}

/* Appends the keys that a map may have, without what reports in ytt's layout
 * have around them. */
static void add_keys(ys_buf *out, const ys_filling *filling) {
  static const phrase around[] = {{"one of { ", " }"},
                                  {"a map item with the key named \"", "\""}};
  ys_str text = filling->diag->args[1];
  if (ys_str_eq(text, YS_STR("a key declared in map")))
    text = YS_STR("a key that the schema declares");
  for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
    const ys_str head = ys_cstr(around[i].text), tail = ys_cstr(around[i].must);
    if (text.len < head.len + tail.len || !ys_str_starts(text, head) ||
        memcmp(text.ptr + text.len - tail.len, tail.ptr, tail.len) != 0)
      continue;
    text = (ys_str){text.ptr + head.len, text.len - head.len - tail.len};
    break;
  }
  add_given(out, text, false, filling);
}

/* ---- templates ----------------------------------------------------------- */

/* Appends the text for the letter after a `%`; returns false if that text is
 * empty. */
static bool add_placeholder(ys_buf *out, char letter, bool in_lines,
                            const ys_filling *filling) {
  const ys_diag *diag = filling->diag;
  const ys_place place = letter == 'A' ? diag->at : diag->by;
  switch (letter) {
  case 'P': add_path(out, filling); return diag->path.len > 0;
  case 'C':
    add_given(out, diag->calls, true, filling);
    return diag->calls.len > 0;
  case 'S': add_given(out, diag->see, false, filling); return diag->see.len > 0;
  case 'D': return add_assumed(out, filling);
  case 'V': return add_value(out, diag);
  case 'R': return add_found(out, filling);
  case 'M': add_must(out, filling); return true;
  case 'K': add_keys(out, filling); return diag->args[1].len > 0;
  case 'A':
  case 'B':
    ys_excerpt_place(out, filling->sources, place);
    if (letter == 'B' && diag->by_pointer.len > 0) {
      ys_buf_char(out, ' ');
      add_given(out, diag->by_pointer, false, filling);
    }
    return place.line > 0;
  default:
    add_given(out, diag->args[letter - '1'], in_lines, filling);
    return diag->args[letter - '1'].len > 0;
  }
}

bool ys_message_write(ys_buf *out, ys_str words, const ys_filling *filling) {
  bool whole = true, part_whole = true;
  size_t part = 0; /* where in `out` the open bracket's text begins */
  bool in_part = false;
  for (size_t i = 0; i < words.len; i++) {
    const char c = words.ptr[i];
    if (c == '%') {
      const bool in_lines = words.ptr[i + 1] == '!';
      i += in_lines ? 2 : 1;
      if (add_placeholder(out, words.ptr[i], in_lines, filling)) continue;
      if (in_part)
        part_whole = false;
      else if (words.ptr[i] != 'P') /* an empty path has a text here */
        whole = false;
    } else if (c == '[' || c == '{') {
      part = out->len;
      in_part = true;
      part_whole = c == '[' || filling->audience == YS_FOR_PEOPLE;
    } else if (c == ']' || c == '}') {
      if (!part_whole) out->len = part;
      in_part = false;
    } else {
      ys_buf_char(out, c);
    }
  }
  return whole;
}

/* Removes the first line from a list of hints and returns it. */
static ys_str next_hint(ys_str *hints) {
  ys_str first = {hints->ptr, 0};
  while (first.len < hints->len && hints->ptr[first.len] != '\n')
    first.len++;
  const size_t used = first.len < hints->len ? first.len + 1 : first.len;
  hints->ptr += used;
  hints->len -= used;
  return first;
}

static void add_hint(ys_buf *out, const char *label, ys_str hint,
                     const ys_filling *filling) {
  const size_t before = out->len;
  ys_buf_cstr(out, label);
  if (ys_message_write(out, hint, filling))
    ys_buf_char(out, '\n');
  else
    out->len = before;
}

void ys_message_hints(ys_buf *out, const char *label,
                      const ys_filling *filling) {
  const char *templates = ys_message_of(filling->diag->code)->hints;
  ys_str hints = templates != NULL ? ys_cstr(templates) : (ys_str){0};
  while (hints.len > 0)
    add_hint(out, label, next_hint(&hints), filling);
  add_hint(out, label, YS_STR("see %S"), filling); /* `@schema/see` */
}

static ys_status write_sentence(ys_arena *arena, const ys_sources *sources,
                                const ys_diag *diag, const char *template,
                                ys_str *out) {
  const ys_filling filling = {sources, diag, YS_FOR_PROGRAMS, 0};
  ys_buf buf = ys_buf_of(arena->memory);
  ys_message_write(&buf, ys_cstr(template), &filling);
  return ys_buf_keep(&buf, arena, out);
}

ys_status ys_message_sentence(ys_arena *arena, const ys_sources *sources,
                              const ys_diag *diag, ys_str *out) {
  return write_sentence(arena, sources, diag,
                        ys_message_of(diag->code)->sentence, out);
}

ys_status ys_message_reason(ys_arena *arena, const ys_sources *sources,
                            const ys_diag *diag, ys_str *out) {
  const char *template = ys_message_of(diag->code)->sentence;
  if (diag->path.len == 0 && starts(ys_cstr(template), "%P: "))
    template += strlen("%P: ");
  return write_sentence(arena, sources, diag, template, out);
}
