#include "core/annotation/literal.h"

#include "core/scalar/scalar.h"

#include <float.h>

/* Deeper ones, and calls with more keyword arguments, are the host's: so the
 * stack and the search for repeated names are bounded. */
enum { MAX_DEPTH = 100, MAX_KEYWORDS = 100 };

/*
 * The rest of the text. Functions return false when what stands there is no
 * literal, or there was no memory; then the whole text is given up.
 */
typedef struct reader {
  ys_space *space;
  const ys_annot *annot;
  const char *at, *end;
  uint32_t depth;
  bool no_memory;
} reader;

static bool out_of_memory(reader *r) {
  r->no_memory = true;
  return false;
}

/* ---- characters ---------------------------------------------------------- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (unsigned char)c >= 0x80;
}

static bool is_name(char c) {
  return is_name_start(c) || is_digit(c);
}

static void skip_blanks(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
    r->at++;
}

static char peek(const reader *r, size_t ahead) {
  return (size_t)(r->end - r->at) > ahead ? r->at[ahead] : '\0';
}

/* Takes `c` and the blanks behind it. */
static bool take(reader *r, char c) {
  if (r->at == r->end || *r->at != c) return false;
  r->at++;
  skip_blanks(r);
  return true;
}

static ys_str take_name(reader *r) {
  const char *start = r->at;
  if (start < r->end && is_name_start(*start))
    while (r->at < r->end && is_name(*r->at))
      r->at++;
  return (ys_str){start, (size_t)(r->at - start)};
}

/* ---- strings ------------------------------------------------------------- */

static int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

/* A number of `least` to `most` digits. */
static bool read_digits(const char **at, const char *end, int base, int least,
                        int most, uint32_t *out) {
  uint32_t number = 0;
  int count = 0;
  while (count < most && *at < end && digit_of(**at) < base) {
    number = number * (uint32_t)base + (uint32_t)digit_of(*(*at)++);
    count++;
  }
  *out = number;
  return count >= least;
}

static char *write_utf8(char *out, uint32_t c) {
  if (c < 0x80) {
    *out++ = (char)c;
  } else if (c < 0x800) {
    *out++ = (char)(0xC0 | c >> 6);
    *out++ = (char)(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *out++ = (char)(0xE0 | c >> 12);
    *out++ = (char)(0x80 | (c >> 6 & 0x3F));
    *out++ = (char)(0x80 | (c & 0x3F));
  } else {
    *out++ = (char)(0xF0 | c >> 18);
    *out++ = (char)(0x80 | (c >> 12 & 0x3F));
    *out++ = (char)(0x80 | (c >> 6 & 0x3F));
    *out++ = (char)(0x80 | (c & 0x3F));
  }
  return out;
}

/* What stands behind a backslash that begins a number, as Starlark has it. */
static bool numeric_escape(const char **at, const char *end, uint32_t *out) {
  switch (**at) {
  case 'x': ++*at; return read_digits(at, end, 16, 2, 2, out) && *out < 0x80;
  case 'u':
    ++*at;
    return read_digits(at, end, 16, 4, 4, out) &&
           (*out < 0xD800 || *out > 0xDFFF);
  case 'U':
    ++*at;
    return read_digits(at, end, 16, 8, 8, out) && *out <= 0x10FFFF &&
           (*out < 0xD800 || *out > 0xDFFF);
  default: return read_digits(at, end, 8, 1, 3, out) && *out < 0x80;
  }
}

/* Writes what the escape at `*at`, behind the backslash, stands for. */
static bool read_escape(const char **at, const char *end, char **out) {
  static const char letters[] = "abfnrtv\\'\"";
  static const char meanings[] = "\a\b\f\n\r\t\v\\'\"";
  uint32_t c;
  if (*at == end) return false;
  const char *letter = **at == '\0' ? NULL : strchr(letters, **at);
  if (letter != NULL) {
    *(*out)++ = meanings[letter - letters];
    ++*at;
    return true;
  }
  if (**at == '\n') { /* the line goes on */
    ++*at;
    return true;
  }
  if (!numeric_escape(at, end, &c)) return false;
  *out = write_utf8(*out, c);
  return true;
}

/* The end of a string whose content begins here: at its closing quotes. */
static const char *find_close(const reader *r, char quote, size_t quotes) {
  for (const char *at = r->at; at < r->end; at++) {
    if (*at == '\\') {
      if (++at == r->end) return NULL;
    } else if (*at == quote) {
      if (quotes == 1) return at;
      if (r->end - at >= 3 && at[1] == quote && at[2] == quote) return at;
    }
  }
  return NULL;
}

/* A string from its opening quote on. An escape is never shorter than what it
 * stands for. */
static bool read_text(reader *r, bool raw, ys_str *out) {
  const char quote = *r->at;
  const size_t quotes = peek(r, 1) == quote && peek(r, 2) == quote ? 3 : 1;
  r->at += quotes;
  const char *close = find_close(r, quote, quotes), *at = r->at;
  if (close == NULL) return false;
  char *text = ys_arena_text(&r->space->arena, (size_t)(close - at));
  char *end = text;
  if (text == NULL) return out_of_memory(r);
  while (at < close) {
    if (*at != '\\' || raw) {
      *end++ = *at++;
      continue;
    }
    at++;
    if (!read_escape(&at, close, &end)) return false;
  }
  *out = (ys_str){text, (size_t)(end - text)};
  r->at = close + quotes;
  skip_blanks(r);
  return out->len <= UINT32_MAX;
}

/* Whether a string begins here, and if it is a raw one. */
static bool at_string(const reader *r, bool *raw) {
  *raw = peek(r, 0) == 'r' && (peek(r, 1) == '"' || peek(r, 1) == '\'');
  return *raw || peek(r, 0) == '"' || peek(r, 0) == '\'';
}

static bool read_string(reader *r, bool raw, ys_slot *out) {
  ys_str text;
  if (raw) r->at++;
  if (!read_text(r, raw, &text)) return false;
  ys_slot_set_text(out, text);
  return true;
}

/* ---- numbers ------------------------------------------------------------- */

static bool set_integer(ys_slot *out, uint64_t number, bool negative) {
  const uint64_t most = (uint64_t)INT64_MAX;
  out->kind = YS_INT;
  if (negative) {
    if (number > most + 1) return false;
    out->u.integer = number > most ? INT64_MIN : -(int64_t)number;
  } else if (number > most) {
    out->flags |= YS_SLOT_UNSIGNED;
    out->u.natural = number;
  } else {
    out->u.integer = (int64_t)number;
  }
  return true;
}

static bool read_integer(ys_str digits, int base, bool negative, ys_slot *out) {
  uint64_t number = 0;
  for (size_t i = 0; i < digits.len; i++) {
    const int digit = digit_of(digits.ptr[i]);
    if (digit >= base) return false;
    if (number > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base) return false;
    number = number * (uint64_t)base + (uint64_t)digit;
  }
  return digits.len > 0 && set_integer(out, number, negative);
}

static bool read_float(ys_str text, bool negative, ys_slot *out) {
  double number;
  if (!ys_scalar_parse_float(text, &number) || !(number <= DBL_MAX))
    return false;
  out->kind = YS_FLOAT;
  out->u.number = negative ? -number : number;
  return true;
}

/* Characters of a number; the sign of an exponent is one of them. */
static ys_str take_number(reader *r, bool *decimal) {
  const char *start = r->at;
  const bool prefixed = peek(r, 0) == '0' && is_name_start(peek(r, 1)) &&
                        peek(r, 1) != 'e' && peek(r, 1) != 'E';
  *decimal = true;
  for (; r->at < r->end; r->at++) {
    const char c = *r->at;
    if (c == '.' && !prefixed)
      *decimal = false;
    else if ((c == '+' || c == '-') && !prefixed && r->at > start &&
             (r->at[-1] == 'e' || r->at[-1] == 'E'))
      *decimal = false;
    else if (!is_name(c))
      break;
    else if ((c == 'e' || c == 'E') && !prefixed)
      *decimal = false;
  }
  return (ys_str){start, (size_t)(r->at - start)};
}

static bool read_number(reader *r, ys_slot *out) {
  const bool negative = *r->at == '-';
  bool decimal;
  if (*r->at == '-' || *r->at == '+') take(r, *r->at);
  if (!is_digit(peek(r, 0)) && !(peek(r, 0) == '.' && is_digit(peek(r, 1))))
    return false;
  const ys_str text = take_number(r, &decimal);
  skip_blanks(r);
  if (!decimal) return read_float(text, negative, out);
  if (text.len == 1 || text.ptr[0] != '0')
    return read_integer(text, 10, negative, out);
  const ys_str digits = {text.ptr + 2, text.len - 2};
  switch (text.ptr[1]) {
  case 'x':
  case 'X': return read_integer(digits, 16, negative, out);
  case 'o':
  case 'O': return read_integer(digits, 8, negative, out);
  case 'b':
  case 'B': return read_integer(digits, 2, negative, out);
  default: return false;
  }
}

/* ---- values -------------------------------------------------------------- */

static bool read_value(reader *r, ys_slot *out);

static ys_slot *new_slot(reader *r) {
  ys_slot *slot = ys_arena_new(&r->space->arena, ys_slot);
  if (slot == NULL)
    r->no_memory = true;
  else
    ys_slot_set_place(slot, ys_annot_place(r->annot));
  return slot;
}

static bool make_collection(reader *r, ys_slot *slot, ys_kind kind) {
  return ys_slot_make_collection(&r->space->arena, slot, kind) == YS_OK ||
         out_of_memory(r);
}

/* Items up to `close`; the bracket was taken. `comma`: some comma was seen. */
static bool read_items(reader *r, char close, ys_slot *out, bool *comma) {
  *comma = false;
  if (!make_collection(r, out, YS_ARRAY)) return false;
  while (!take(r, close)) {
    ys_slot *item = new_slot(r);
    if (item == NULL || !read_value(r, item)) return false;
    ys_slot_append(out, item);
    if (take(r, ','))
      *comma = true;
    else if (peek(r, 0) != close)
      return false;
  }
  return true;
}

/* `(x)` is x; `()`, `(x,)` and `(x, y)` are tuples. */
static bool read_tuple(reader *r, ys_slot *out) {
  bool comma;
  if (!read_items(r, ')', out, &comma)) return false;
  if (out->size == 1 && !comma) {
    ys_slot_take(out, out->u.items->first);
  } else {
    out->flags |= YS_SLOT_TUPLE;
  }
  return true;
}

static bool read_dict(reader *r, ys_slot *out) {
  if (!make_collection(r, out, YS_MAP)) return false;
  while (!take(r, '}')) {
    bool raw;
    ys_str text;
    ys_slot *entry = new_slot(r);
    if (entry == NULL || !at_string(r, &raw)) return false;
    if (raw) r->at++;
    if (!read_text(r, raw, &text) || !take(r, ':')) return false;
    if (ys_keys_intern(&r->space->keys, YS_STRING, text, &entry->key) != YS_OK)
      return out_of_memory(r);
    if (ys_map_find(&r->space->arena, out, entry->key) != NULL) return false;
    if (!read_value(r, entry)) return false;
    ys_slot_append(out, entry);
    if (!take(r, ',') && peek(r, 0) != '}') return false;
  }
  return true;
}

/* A name that is a literal. */
typedef struct word {
  const char *name;
  ys_kind kind;
  bool boolean;
} word;

static const word *find_word(ys_str name) {
  static const word words[] = {
      {"True", YS_BOOL, true},   {"true", YS_BOOL, true},
      {"False", YS_BOOL, false}, {"false", YS_BOOL, false},
      {"None", YS_NULL, false},  {"nil", YS_NULL, false},
      {"null", YS_NULL, false},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (ys_str_eq(name, ys_cstr(words[i].name))) return &words[i];
  return NULL;
}

/* A function of the `overlay` module, whose results are matchers
 * (core/overlay/matcher.h):
 * `.index(0)`, or `.all`, which is not called. The module's name was taken. */
static bool read_matcher(reader *r, ys_slot *out) {
  ys_slot *name, *items = NULL;
  ys_str text;
  bool comma;
  if (r->depth == MAX_DEPTH || !take(r, '.')) return false;
  text = take_name(r);
  skip_blanks(r);
  if (text.len == 0 || !make_collection(r, out, YS_ARRAY)) return false;
  name = new_slot(r);
  if (name == NULL) return false;
  ys_slot_set_text(name, text);
  if (take(r, '(')) {
    ys_slot list = {0};
    r->depth++;
    if (!read_items(r, ')', &list, &comma) || list.size == 0) return false;
    r->depth--;
    items = list.u.items->first;
  } else if (!ys_str_eq(text, YS_STR("all"))) {
    return false;
  }
  ys_slot_append(out, name);
  for (ys_slot *next; items != NULL; items = next) {
    next = items->next;
    ys_slot_append(out, items);
  }
  out->flags |= YS_SLOT_MATCHER;
  return true;
}

static bool read_name(reader *r, ys_slot *out) {
  const ys_str name = take_name(r);
  const word *found = find_word(name);
  skip_blanks(r);
  if (found == NULL)
    return ys_str_eq(name, YS_STR("overlay")) &&
           ys_word_is_overlay(r->annot->word) && read_matcher(r, out);
  out->kind = (uint8_t)found->kind;
  out->u.boolean = found->boolean;
  return true;
}

static bool read_collection(reader *r, ys_slot *out) {
  const char open = *r->at;
  bool comma, good;
  if (r->depth == MAX_DEPTH) return false;
  r->depth++;
  take(r, open);
  good = open == '['   ? read_items(r, ']', out, &comma)
         : open == '(' ? read_tuple(r, out)
                       : read_dict(r, out);
  r->depth--;
  return good;
}

/* Recursion is bounded by MAX_DEPTH. */
static bool read_value(reader *r, ys_slot *out) {
  const char c = peek(r, 0);
  bool raw;
  if (at_string(r, &raw)) return read_string(r, raw, out);
  if (c == '[' || c == '(' || c == '{') return read_collection(r, out);
  if (is_name_start(c)) return read_name(r, out);
  return c != '\0' && read_number(r, out);
}

/* ---- arguments ----------------------------------------------------------- */

/* Takes `name =`, if that stands here. */
static bool take_keyword(reader *r, ys_str *name) {
  const char *start = r->at;
  *name = take_name(r);
  skip_blanks(r);
  if (name->len > 0 && peek(r, 0) == '=' && peek(r, 1) != '=')
    return take(r, '=');
  r->at = start;
  return false;
}

static bool is_repeated(const ys_arg *args, ys_str name) {
  for (; args != NULL; args = args->next)
    if (ys_str_eq(args->name, name)) return true;
  return false;
}

static bool read_argument(reader *r, ys_arg *arg) {
  const char *start = r->at;
  ys_slot_set_place(&arg->value, ys_annot_place(r->annot));
  if (!read_value(r, &arg->value)) return false;
  const char *end = r->at;
  while (end[-1] == ' ' || end[-1] == '\t')
    end--;
  arg->text = (ys_str){start, (size_t)(end - start)};
  return true;
}

static bool read_arguments(reader *r, ys_arg **out) {
  ys_arg *first = NULL, **last = &first;
  uint32_t keywords = 0;
  bool comma = true;
  skip_blanks(r);
  while (r->at < r->end) {
    ys_arg *arg = ys_arena_new(&r->space->arena, ys_arg);
    if (arg == NULL) return out_of_memory(r);
    if (take_keyword(r, &arg->name)) {
      if (keywords++ == MAX_KEYWORDS || is_repeated(first, arg->name) ||
          find_word(arg->name) != NULL)
        return false;
    } else {
      arg->name = YS_STR("");
      if (!comma || keywords > 0) return false;
    }
    if (!read_argument(r, arg)) return false;
    *last = arg;
    last = &arg->next;
    comma = take(r, ',');
  }
  *out = first;
  return true;
}

ys_status ys_literal_arguments(ys_space *space, ys_annot *annot) {
  reader r = {.space = space,
              .annot = annot,
              .at = annot->text.ptr,
              .end = annot->text.ptr + annot->text.len};
  ys_arg *args = NULL;
  const bool good = annot->text.len == 0 || read_arguments(&r, &args);
  if (r.no_memory) return YS_NOMEM;
  if (!good) return YS_OK;
  annot->args = args;
  annot->evaluated = true;
  return YS_OK;
}
