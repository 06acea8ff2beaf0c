#include "core/annotation/literal_parts.h"

/* Deeper values and longer lists of keyword arguments are left to the host.
 * This bounds the use of the stack and the search for repeated names. */
enum { MAX_DEPTH = 100, MAX_KEYWORDS = 100 };

/* ---- values -------------------------------------------------------------- */

static bool read_value(ys_literal_reader *r, ys_slot *out);

static ys_str take_name(ys_literal_reader *r) {
  const char *start = r->at;
  if (start < r->end && ys_literal_is_name_start(*start))
    while (r->at < r->end && ys_literal_is_name(*r->at))
      r->at++;
  return (ys_str){start, (size_t)(r->at - start)};
}

static bool read_string(ys_literal_reader *r, bool raw, ys_slot *out) {
  ys_str text;
  if (!ys_literal_text(r, raw, &text)) return false;
  return ys_slot_set_text(&r->space->arena, out, text) == YS_OK ||
         ys_literal_out_of_memory(r);
}

static ys_slot *new_slot(ys_literal_reader *r) {
  ys_slot *slot = ys_arena_new(&r->space->arena, ys_slot);
  if (slot != NULL && ys_slot_set_place(&r->space->arena, slot,
                                        ys_annot_place(r->annot)) == YS_OK)
    return slot;
  r->no_memory = true;
  return NULL;
}

static bool make_collection(ys_literal_reader *r, ys_slot *slot, ys_kind kind) {
  return ys_slot_make_collection(&r->space->arena, slot, kind) == YS_OK ||
         ys_literal_out_of_memory(r);
}

/* Reads items up to `close`; the opening bracket was read before. Sets `comma`
 * if a comma was read. */
static bool read_items(ys_literal_reader *r, char close, ys_slot *out,
                       bool *comma) {
  *comma = false;
  if (!make_collection(r, out, YS_ARRAY)) return false;
  while (!ys_literal_take(r, close)) {
    ys_slot *item = new_slot(r);
    if (item == NULL || !read_value(r, item)) return false;
    ys_slot_append(out, item);
    if (ys_literal_take(r, ','))
      *comma = true;
    else if (ys_literal_peek(r, 0) != close)
      return false;
  }
  return true;
}

/* Reads parentheses: `(x)` is x; `()`, `(x,)` and `(x, y)` are tuples. */
static bool read_tuple(ys_literal_reader *r, ys_slot *out) {
  bool comma;
  if (!read_items(r, ')', out, &comma)) return false;
  if (ys_slot_size(out) == 1 && !comma) {
    return ys_slot_take(&r->space->arena, out, ys_slot_first(out)) == YS_OK ||
           ys_literal_out_of_memory(r);
  } else {
    out->flags |= YS_SLOT_TUPLE;
  }
  return true;
}

static bool read_dict(ys_literal_reader *r, ys_slot *out) {
  if (!make_collection(r, out, YS_MAP)) return false;
  while (!ys_literal_take(r, '}')) {
    bool raw;
    ys_str text;
    ys_slot *entry = new_slot(r);
    if (entry == NULL || !ys_literal_at_text(r, &raw)) return false;
    if (!ys_literal_text(r, raw, &text) || !ys_literal_take(r, ':'))
      return false;
    if (ys_keys_intern(&r->space->keys, YS_STRING, text, &entry->key) != YS_OK)
      return ys_literal_out_of_memory(r);
    if (ys_map_find(&r->space->arena, out, entry->key) != NULL) return false;
    if (!read_value(r, entry)) return false;
    ys_slot_append(out, entry);
    if (!ys_literal_take(r, ',') && ys_literal_peek(r, 0) != '}') return false;
  }
  return true;
}

/* A name that stands for a literal. */
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

/* Reads a function of the `overlay` module after the module's name:
 * `.index(0)`, or `.all`, which is not called. The result is a matcher
 * (core/overlay/matcher.h). */
static bool read_matcher(ys_literal_reader *r, ys_slot *out) {
  ys_slot *name, *items = NULL;
  ys_str text;
  bool comma;
  if (r->depth == MAX_DEPTH || !ys_literal_take(r, '.')) return false;
  text = take_name(r);
  ys_literal_skip_blanks(r);
  if (text.len == 0 || !make_collection(r, out, YS_ARRAY)) return false;
  name = new_slot(r);
  if (name == NULL) return false;
  if (ys_slot_set_text(&r->space->arena, name, text) != YS_OK)
    return ys_literal_out_of_memory(r);
  if (ys_literal_take(r, '(')) {
    ys_slot list = {0};
    r->depth++;
    if (!read_items(r, ')', &list, &comma) || ys_slot_size(&list) == 0)
      return false;
    r->depth--;
    items = ys_slot_first(&list);
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

static bool read_name(ys_literal_reader *r, ys_slot *out) {
  const ys_str name = take_name(r);
  const word *found = find_word(name);
  ys_literal_skip_blanks(r);
  if (found == NULL)
    return ys_str_eq(name, YS_STR("overlay")) &&
           ys_word_is_overlay(r->annot->word) && read_matcher(r, out);
  out->kind = (uint8_t)found->kind;
  out->u.boolean = found->boolean;
  return true;
}

static bool read_collection(ys_literal_reader *r, ys_slot *out) {
  const char open = *r->at;
  bool comma, good;
  if (r->depth == MAX_DEPTH) return false;
  r->depth++;
  ys_literal_take(r, open);
  good = open == '['   ? read_items(r, ']', out, &comma)
         : open == '(' ? read_tuple(r, out)
                       : read_dict(r, out);
  r->depth--;
  return good;
}

/* Recursion is bounded by MAX_DEPTH. */
static bool read_value(ys_literal_reader *r, ys_slot *out) {
  const char c = ys_literal_peek(r, 0);
  bool raw;
  if (ys_literal_at_text(r, &raw)) return read_string(r, raw, out);
  if (c == '[' || c == '(' || c == '{') return read_collection(r, out);
  if (ys_literal_is_name_start(c)) return read_name(r, out);
  return c != '\0' && ys_literal_number(r, out);
}

/* ---- arguments ----------------------------------------------------------- */

/* Reads `name =` if the text begins with it. */
static bool take_keyword(ys_literal_reader *r, ys_str *name) {
  const char *start = r->at;
  *name = take_name(r);
  ys_literal_skip_blanks(r);
  if (name->len > 0 && ys_literal_peek(r, 0) == '=' &&
      ys_literal_peek(r, 1) != '=')
    return ys_literal_take(r, '=');
  r->at = start;
  return false;
}

static bool is_repeated(const ys_arg *args, ys_str name) {
  for (; args != NULL; args = args->next)
    if (ys_str_eq(args->name, name)) return true;
  return false;
}

/* Whether an argument is an expression of CEL, which the host compiles. */
static bool is_code(const ys_annot *annot, ys_str name) {
  return annot->word == YS_WORD_VALIDATION && ys_str_eq(name, YS_STR("cel"));
}

static bool read_argument(ys_literal_reader *r, ys_arg *arg) {
  const char *start = r->at;
  if (ys_slot_set_place(&r->space->arena, &arg->value,
                        ys_annot_place(r->annot)) != YS_OK)
    return ys_literal_out_of_memory(r);
  if (!read_value(r, &arg->value)) return false;
  const char *end = r->at;
  while (end[-1] == ' ' || end[-1] == '\t')
    end--;
  arg->text = (ys_str){start, (size_t)(end - start)};
  return true;
}

static bool read_arguments(ys_literal_reader *r, ys_arg **out) {
  ys_arg *first = NULL, **last = &first;
  uint32_t keywords = 0;
  bool comma = true;
  ys_literal_skip_blanks(r);
  while (r->at < r->end) {
    ys_arg *arg = ys_arena_new(&r->space->arena, ys_arg);
    if (arg == NULL) return ys_literal_out_of_memory(r);
    if (take_keyword(r, &arg->name)) {
      if (keywords++ == MAX_KEYWORDS || is_repeated(first, arg->name) ||
          find_word(arg->name) != NULL || is_code(r->annot, arg->name))
        return false;
    } else {
      arg->name = YS_STR("");
      if (!comma || keywords > 0) return false;
    }
    if (!read_argument(r, arg)) return false;
    *last = arg;
    last = &arg->next;
    comma = ys_literal_take(r, ',');
  }
  *out = first;
  return true;
}

ys_status ys_literal_arguments(ys_space *space, ys_annot *annot) {
  ys_literal_reader r = {.space = space,
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
