/* core/pattern/ecma.c - Groups, quantifiers and assertions of ECMA-262
 * (core/pattern/ecma.h). */

#include "core/pattern/reader.h"

#define LINE_ENDS "\\n\\r\\x{2028}\\x{2029}"

/* ---- quantifiers --------------------------------------------------------- */

/* Reads a number at a distance, up to a million; the distance after it. */
static size_t number_at(const ys_ecma_reader *r, size_t distance,
                        uint32_t *out) {
  for (*out = 0; ys_is_digit(ys_ecma_peek(r, distance)); distance++)
    if (*out < 1000000)
      *out = *out * 10 + (uint32_t)(ys_ecma_peek(r, distance) - '0');
  return distance;
}

/* The length of the counted quantifier that follows, such as `{2,3}`; 0: there
 * is none. */
static size_t counted(const ys_ecma_reader *r, uint32_t *least,
                      uint32_t *most) {
  if (ys_ecma_peek(r, 0) != '{') return 0;
  size_t at = number_at(r, 1, least);
  if (at == 1) return 0;
  *most = *least;
  if (ys_ecma_peek(r, at) == ',') {
    const size_t second = at + 1;
    at = number_at(r, second, most);
    if (at == second) *most = UINT32_MAX;
  }
  return ys_ecma_peek(r, at) == '}' ? at + 1 : 0;
}

/* The part that was read before a quantifier. */
typedef struct subject {
  bool any;        /* something that may be repeated */
  uint32_t inside; /* the first group in it */
} subject;

/* Reads a quantifier if there is one. `*taken`: there is. */
static bool quantifier(ys_ecma_reader *r, subject *before, bool *taken) {
  uint32_t least = 0, most = UINT32_MAX;
  const char c = ys_ecma_peek(r, 0);
  const size_t from = r->at;
  size_t len = c == '*' || c == '+' || c == '?';
  if (c == '?') most = 1;
  if (len == 0) len = counted(r, &least, &most);
  *taken = len > 0;
  if (len == 0) return true;
  r->at += len;
  if (!before->any)
    return ys_ecma_fail(r, "there is nothing to repeat before ", from);
  if (least > most) return ys_ecma_fail(r, "numbers out of order in ", from);
  if (ys_ecma_peek(r, 0) == '?') r->at++;
  ys_buf_add(r->out, (ys_str){r->text.ptr + from, r->at - from});
  for (uint32_t i = before->inside; most > 1 && i <= r->begun; i++)
    r->groups[i].repeated = true;
  before->any = false;
  return true;
}

/* ---- groups -------------------------------------------------------------- */

static void push(ys_ecma_reader *r, ys_ecma_frame_kind kind, bool captures) {
  ys_ecma_frame *frame = &r->frames[r->depth++];
  *frame = (ys_ecma_frame){.kind = kind, .before = r->begun, .flags = r->flags};
  if (captures) frame->number = ++r->begun;
  r->lookbehinds += kind == YS_ECMA_LOOKBEHIND;
}

/* Reads letters of flags; false: one of them is unknown or there twice. */
static bool take_flags(ys_ecma_reader *r, bool *i, bool *m, bool *s) {
  for (;; r->at++) {
    const char c = ys_ecma_peek(r, 0);
    bool *flag = c == 'i' ? i : c == 'm' ? m : c == 's' ? s : NULL;
    if (flag == NULL) return true;
    if (*flag) return false;
    *flag = true;
  }
}

/* Reads `(?i:`, or `(?i)` as other languages have it, after the question mark.
 */
static bool modifiers(ys_ecma_reader *r) {
  bool i = false, m = false, s = false, no_i = false, no_m = false,
       no_s = false;
  const size_t from = r->at;
  if (!take_flags(r, &i, &m, &s)) return false;
  if (ys_ecma_take(r, "-") && !take_flags(r, &no_i, &no_m, &no_s)) return false;
  if (r->at <= from + 1 && !i && !m && !s) return false;
  if ((i && no_i) || (m && no_m) || (s && no_s)) return false;
  const bool whole = ys_ecma_take(r, ")");
  if (!whole && !ys_ecma_take(r, ":")) return false;
  if (whole)
    r->result->foreign = true;
  else
    push(r, YS_ECMA_GROUP, false);
  r->flags.lines = m || (r->flags.lines && !no_m);
  r->flags.all = s || (r->flags.all && !no_s);
  ys_buf_cstr(r->out, i ? "(?i" : no_i ? "(?-i" : whole ? "(?:" : "(?");
  ys_buf_char(r->out, whole ? ')' : ':');
  return true;
}

/* Reads a name after `?<`, and begins its group. */
static bool named_group(ys_ecma_reader *r) {
  ys_str name;
  const size_t from = r->at;
  if (!ys_ecma_take_name(r, &name))
    return ys_ecma_fail(r, "a group without a valid name", r->at);
  if (ys_ecma_group_number(r, name) != r->begun + 1) {
    r->at = from + name.len;
    return ys_ecma_fail(r, "two groups with the name ", from);
  }
  ys_buf_char(r->out, '(');
  push(r, YS_ECMA_GROUP, true);
  return true;
}

static bool open_group(ys_ecma_reader *r) {
  static const struct {
    const char *text;
    ys_ecma_frame_kind kind;
  } all[] = {{"?:", YS_ECMA_GROUP},
             {"?=", YS_ECMA_LOOKAHEAD},
             {"?!", YS_ECMA_LOOKAHEAD},
             {"?<=", YS_ECMA_LOOKBEHIND},
             {"?<!", YS_ECMA_LOOKBEHIND}};
  const size_t from = r->at++;
  if (ys_ecma_peek(r, 0) != '?') {
    ys_buf_char(r->out, '(');
    push(r, YS_ECMA_GROUP, true);
    return true;
  }
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!ys_ecma_take(r, all[i].text)) continue;
    ys_buf_char(r->out, '(');
    ys_buf_cstr(r->out, all[i].text);
    push(r, all[i].kind, false);
    return true;
  }
  if (ys_ecma_take(r, "?<")) return named_group(r);
  if (ys_ecma_take(r, "?P<")) {
    r->result->foreign = true;
    return named_group(r);
  }
  r->at++;
  if (modifiers(r)) return true;
  r->at = from + 3 < r->text.len ? from + 3 : r->text.len;
  return ys_ecma_fail(r, "only other languages have the group ", from);
}

static bool close_group(ys_ecma_reader *r, subject *before) {
  if (r->depth == 0) {
    return ys_ecma_fail(r, "a ) without its (", r->at);
  }
  r->at++;
  const ys_ecma_frame *frame = &r->frames[--r->depth];
  r->flags = frame->flags;
  r->lookbehinds -= frame->kind == YS_ECMA_LOOKBEHIND;
  r->groups[frame->number].closed = frame->number > 0;
  ys_buf_char(r->out, ')');
  *before = (subject){.any = frame->kind != YS_ECMA_LOOKBEHIND,
                      .inside = frame->before + 1 + (frame->number > 0)};
  return true;
}

/* ---- references ---------------------------------------------------------- */

/* A group that has not matched yet is empty: so is one in which, or before
 * which, the reference stands. */
static void refer(ys_ecma_reader *r, uint32_t number) {
  if (r->lookbehinds > 0)
    ys_ecma_decline(r, "a reference to a group in a lookbehind is not "
                       "supported; write what the group matches");
  if (!r->groups[number].closed) {
    ys_buf_cstr(r->out, "(?:)");
    return;
  }
  r->groups[number].referred = true;
  ys_buf_cstr(r->out, "(?(");
  ys_buf_uint(r->out, number);
  ys_buf_cstr(r->out, ")\\");
  ys_buf_uint(r->out, number);
  ys_buf_char(r->out, ')');
}

static bool reference(ys_ecma_reader *r, size_t from) {
  uint32_t number;
  ys_str name;
  if (ys_ecma_take(r, "\\k")) {
    if (!ys_ecma_take(r, "<") || !ys_ecma_take_name(r, &name))
      return ys_ecma_fail(r, "\\k without a name", r->at);
    number = ys_ecma_group_number(r, name);
  } else {
    r->at += number_at(r, 1, &number);
  }
  if (number == 0 || number > r->group_count)
    return ys_ecma_fail(r, "there is no group for ", from);
  refer(r, number);
  return true;
}

/* PCRE2 keeps what a group matched in an earlier repetition. */
static void check_references(ys_ecma_reader *r) {
  for (uint32_t i = 1; i <= r->group_count; i++)
    if (r->groups[i].referred && r->groups[i].repeated)
      ys_ecma_decline(r, "a reference to a group in a repeated group is not "
                         "supported; write the group beside what is repeated");
}

/* ---- terms --------------------------------------------------------------- */

static bool backslash(ys_ecma_reader *r, subject *before) {
  ys_ecma_atom atom;
  const char c = ys_ecma_peek(r, 1);
  if (c == 'b' || c == 'B') {
    ys_buf_char(r->out, '\\');
    ys_buf_char(r->out, c);
    before->any = false;
    r->at += 2;
    return true;
  }
  if (c == 'k' || (c >= '1' && c <= '9')) return reference(r, r->at);
  if (!ys_ecma_escape(r, false, &atom)) return false;
  ys_buf_add(r->out, atom.half ? YS_STR("(?!)") : atom.text);
  return true;
}

static void assertion(ys_ecma_reader *r, char c) {
  if (!r->flags.lines)
    ys_buf_char(r->out, c);
  else
    ys_buf_cstr(r->out,
                c == '^' ? "(?<![^" LINE_ENDS "])" : "(?![^" LINE_ENDS "])");
}

/* Reads a character that stands for itself. */
static bool literal(ys_ecma_reader *r) {
  uint32_t code;
  const size_t width = ys_utf8_next(r->text, r->at, &code);
  if (width == 0)
    return ys_ecma_fail(r, "a character that is not UTF-8", r->at);
  if (code == '{') ys_buf_char(r->out, '\\');
  if (code == 0)
    ys_buf_cstr(r->out, "\\x{0}");
  else
    ys_buf_add(r->out, (ys_str){r->text.ptr + r->at, width});
  r->at += width;
  return true;
}

static bool term(ys_ecma_reader *r, subject *before) {
  bool taken;
  if (!quantifier(r, before, &taken)) return false;
  if (taken) return true;
  const char c = ys_ecma_peek(r, 0);
  *before = (subject){.any = true, .inside = r->begun + 1};
  switch (c) {
  case '\\': return backslash(r, before);
  case '[': return ys_ecma_class(r);
  case '(': before->any = false; return open_group(r);
  case ')': return close_group(r, before);
  case '|':
  case '^':
  case '$':
    before->any = false;
    if (c == '|')
      ys_buf_char(r->out, c);
    else
      assertion(r, c);
    r->at++;
    return true;
  case '.':
    ys_buf_cstr(r->out, r->flags.all ? "(?s:.)" : "[^" LINE_ENDS "]");
    r->at++;
    return true;
  default: return literal(r);
  }
}

static void translate(ys_ecma_reader *r) {
  subject before = {.any = false};
  while (r->at < r->text.len)
    if (!term(r, &before)) return;
  if (r->depth > 0)
    ys_ecma_fail(r, "a ( without its )", r->at);
  else
    check_references(r);
}

ys_status ys_ecma_translate(ys_arena *arena, ys_str pattern, ys_ecma *out) {
  ys_buf buf;
  ys_ecma_reader r = {.text = pattern, .out = &buf, .result = out};
  *out = (ys_ecma){.result = YS_ECMA_TRANSLATED, .part = YS_STR("")};
  YS_TRY(ys_ecma_prescan(&r, arena));
  buf = ys_buf_of(arena->memory);
  translate(&r);
  return ys_buf_keep(&buf, arena, &out->translation);
}
