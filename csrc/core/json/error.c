/* core/json/error.c - Says why a text is not JSON, and what to write
 * instead. */

#include "core/json/reader.h"

#define IN_QUOTES "a text must be in double quotes."

/* For each error: the problem, its context, and what to do. hint_of() may give
 * a better hint that fits the text at the error. */
static const struct {
  const char *problem, *context, *hint;
} words[] = {
    [YS_JSON_VALUE] = {"did not find a value", "in a JSON text", ""},
    [YS_JSON_KEY] = {"did not find a key in double quotes", "in a JSON text",
                     ""},
    [YS_JSON_COLON] = {"did not find the ':' after a key", "in a JSON text",
                       ""},
    [YS_JSON_ENTRY] = {"did not find ',' or '}'", "in a JSON text", ""},
    [YS_JSON_ITEM] = {"did not find ',' or ']'", "in a JSON text", ""},
    [YS_JSON_MORE] = {"found something after the value", "of a JSON text",
                      "a JSON text is one value."},
    [YS_JSON_DIGIT] = {"did not find a digit", "of a number in a JSON text",
                       "a number is written like -1, 0.5 or 1e9."},
    [YS_JSON_STRING] = {"did not find the end of a string", "in a JSON text",
                        "a string ends with a double quote."},
    [YS_JSON_CONTROL] = {"found a control character", "in a string of JSON",
                         "a line break in a string is written \\n, a tab \\t, "
                         "others by their number, as \\u0000."},
    [YS_JSON_ESCAPE] =
        {"found an unknown escape", "in a string of JSON",
         "a backslash is written \\\\; the others are \\\", \\/, "
         "\\b, \\f, \\n, \\r, \\t and \\u with four "
         "hexadecimal digits."},
    [YS_JSON_SURROGATE] =
        {"found half of a surrogate pair", "in a string of JSON",
         "a character above U+FFFF is written as two escapes, "
         "as \\ud83d\\ude00."},
    [YS_JSON_BYTES] = {"invalid UTF-8", "", YS_SAVE_AS_UTF8},
};

/* ---- what to do ---------------------------------------------------------- */

static bool is_letter(char c) {
  return ys_is_letter(c) || c == '_';
}

/* Whether only blanks stand between a comma and `where`. */
static bool is_after_comma(const ys_json_reader *r, const char *where) {
  const char *start = r->text;
  while (where > start && (where[-1] == ' ' || where[-1] == '\t' ||
                           where[-1] == '\n' || where[-1] == '\r'))
    where--;
  return where > start && where[-1] == ',';
}

/* Whether a number ends at `where`, but the text there would continue it in
 * other formats: `0x1F`, `012`, `1_000`. */
static bool continues_number(const ys_json_reader *r, const char *where) {
  const char *start = r->text;
  return where > start && ys_is_digit(where[-1]) &&
         (is_letter(*where) || ys_is_digit(*where) || *where == '.');
}

/* Says what to write instead of the text at `where`. */
static const char *hint_of(const ys_json_reader *r, const char *where) {
  const ys_str rest = {where, (size_t)(r->end - where)};
  if (rest.len == 0) return "the text ends too early.";
  if (ys_str_starts(rest, YS_STR("NaN")) ||
      ys_str_starts(rest, YS_STR("Infinity")))
    return "JSON has no NaN and no infinity.";
  if (continues_number(r, where))
    return "numbers are decimal in JSON: like -1, 0.5 or 1e9, without zeros in "
           "front.";
  switch (*where) {
  case '#':
  case '/': return "there are no comments in JSON.";
  case '\'': return IN_QUOTES;
  case '}':
  case ']':
    return is_after_comma(r, where) ? "no comma follows the last one." : "";
  case '+':
  case '.': return words[YS_JSON_DIGIT].hint;
  default: return is_letter(*where) ? IN_QUOTES : "";
  }
}

/* ---- records ------------------------------------------------------------- */

static ys_place place_of(const ys_json_reader *r, const char *where) {
  const ys_extract *extract = r->extract;
  const ys_marks marks = {.text = r->text,
                          .end = r->end,
                          .source = extract->source,
                          .above = extract->above};
  return ys_marks_place_of_byte(&marks, (size_t)(where - r->text));
}

static ys_status add_offset(const ys_json_reader *r, const char *where,
                            ys_diag *diag) {
  return ys_arena_str(&r->space->arena, YS_UINT((size_t)(where - r->text)),
                      &diag->args[1]);
}

static ys_status record(ys_json_reader *r, ys_json_error error,
                        const char *where) {
  const bool bytes = error == YS_JSON_BYTES;
  const char *hint = error <= YS_JSON_MORE ? hint_of(r, where) : "";
  ys_diag *diag =
      ys_space_diagnose(r->space, bytes ? YS_E_ENCODING : YS_E_SYNTAX,
                        place_of(r, where), YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = ys_cstr(words[error].problem);
  diag->args[2] = ys_cstr(*hint != '\0' ? hint : words[error].hint);
  if (bytes) return add_offset(r, where, diag);
  diag->args[1] = ys_cstr(words[error].context);
  if (where == r->end && r->top != NULL) {
    const ys_place begins = place_of(r, r->top->begins);
    if (begins.line != diag->at.line) diag->by = begins;
  }
  return YS_OK;
}

const char *ys_json_refuse(ys_json_reader *r, ys_json_error error,
                           const char *where) {
  const ys_status recorded = r->only ? record(r, error, where) : YS_OK;
  r->other = true;
  return ys_json_fail(r, recorded == YS_OK ? YS_INVALID : recorded);
}
