#include "core/event/syntax.h"

/* libyaml reads simple keys of at most this many characters. */
#define LONGEST_KEY 1024

#define QUOTE "must be in quotes."

static bool is_blank(ys_str s) {
  for (size_t i = 0; i < s.len; i++)
    if (s.ptr[i] != ' ' && s.ptr[i] != '\t') return false;
  return true;
}

static bool begins_with_one_of(ys_str s, const char *characters) {
  return s.len > 0 && s.ptr[0] != '\0' && strchr(characters, s.ptr[0]) != NULL;
}

static bool is_tab(const ys_syntax *met) {
  return ys_str_has(met->problem, YS_STR("tab character")) ||
         (begins_with_one_of(met->after, "\t") &&
          ys_str_starts(met->problem, YS_STR("found character")));
}

/* The hint for a colon where no key may end. */
static ys_str colon_hint(const ys_syntax *met) {
  if (ys_utf8_count(met->before) > LONGEST_KEY)
    return YS_STR("a key may have 1024 characters at most.");
  if (ys_str_has(met->before, YS_STR(": ")))
    return YS_STR("a text that has \": \" in it " QUOTE);
  return YS_STR("the line above goes on here: the keys of a map begin in the "
                "same column, and a blank follows their colon.");
}

/* The hint for text that continues neither the map nor the scalar before it. */
static ys_str key_hint(const ys_syntax *met) {
  if (is_blank(met->before))
    return YS_STR("the keys of a map begin in the same column.");
  return YS_STR("the text before it is complete: put all of it in quotes (in "
                "single quotes, '' is one quote).");
}

ys_str ys_syntax_hint(const ys_syntax *met) {
  const ys_str problem = met->problem;
  if (is_tab(met))
    return YS_STR("a tab stands there: YAML is indented with blanks.");
  if (ys_str_starts(problem, YS_STR("mapping values are not allowed")))
    return colon_hint(met);
  if (ys_str_starts(problem, YS_STR("did not find expected key")))
    return key_hint(met);
  if (ys_str_starts(problem, YS_STR("found character that cannot start")) &&
      begins_with_one_of(met->after, "@`%"))
    return YS_STR("a text that begins with this character " QUOTE);
  if (ys_str_starts(problem, YS_STR("did not find expected alphabetic")))
    return YS_STR("a text that begins with * or & " QUOTE);
  if (ys_str_starts(problem, YS_STR("did not find expected comment or line")))
    return YS_STR("a text that begins with | or > " QUOTE);
  if (ys_str_starts(problem, YS_STR("did not find expected '-'")))
    return YS_STR("the items of an array begin in the same column.");
  if (ys_str_starts(problem, YS_STR("block sequence entries are not")))
    return YS_STR("each item of an array stands on a line of its own, below "
                  "the key; in one line it is [a, b].");
  if (ys_str_starts(problem, YS_STR("found unknown escape character")))
    return YS_STR("in single quotes a backslash is a character like others; in "
                  "double quotes it is written \\\\.");
  if (ys_str_starts(problem, YS_STR("found incompatible YAML document")))
    return YS_STR("YAML 1.1 and 1.2 are read: leave the line %YAML out.");
  if (ys_str_starts(problem, YS_STR("found invalid Unicode character escape")))
    return YS_STR("halves of surrogate pairs are no characters: \\U0001F600 "
                  "is one beyond U+FFFF.");
  if (ys_str_starts(problem, YS_STR("could not find expected ':'")))
    return YS_STR("in a map, a line is \"key: value\", with a blank after the "
                  "colon; an item of an array is \"- value\".");
  return YS_STR("");
}

bool ys_syntax_begins(const ys_syntax *met) {
  return ys_str_has(met->context, YS_STR("flow")) ||
         ys_str_has(met->context, YS_STR("quoted scalar")) ||
         ys_str_has(met->context, YS_STR("simple key"));
}
