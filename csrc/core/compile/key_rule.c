#include "core/compile/key_rule.h"

#include "core/annotation/argument.h"
#include "core/compile/schema_words.h"

bool ys_key_rule_is_open(const ys_annot *annot) {
  if (annot == NULL) return false;
  return annot->word == YS_WORD_ANY_KEY ||
         ys_annot_arg(annot, YS_STR("allowed")) != NULL;
}

/* ---- number of keys, as text --------------------------------------------- */

static void add_keys(ys_buf *out, const char *before, uint64_t count) {
  ys_buf_fill(out, "%s%s%s",
              YS_WORDS(ys_cstr(before), YS_UINT(count),
                       ys_cstr(count == 1 ? " key" : " keys")));
}

static uint64_t number_in(ys_str text) {
  uint64_t n = 0;
  for (size_t i = 0; i < text.len && text.ptr[i] != '+'; i++)
    if (n <= UINT32_MAX) n = n * 10 + (uint64_t)(text.ptr[i] - '0');
  return n;
}

static void add_criterion(ys_buf *out, const ys_slot *value) {
  if (value->kind == YS_INT && value->u.natural == 0)
    ys_buf_cstr(out, "no key");
  else if (value->kind == YS_INT)
    add_keys(out, "exactly ", value->u.natural);
  else if (value->kind == YS_STRING)
    add_keys(out, "at least ", number_in(ys_slot_text(value)));
  else
    ys_buf_cstr(out, "as many keys as its function allows");
}

static void add_criteria(ys_buf *out, const ys_slot *value) {
  if (value == NULL) {
    ys_buf_cstr(out, "exactly 1 key");
  } else if (value->kind != YS_ARRAY) {
    add_criterion(out, value);
  } else {
    for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
      if (s != ys_slot_first(value)) ys_buf_cstr(out, ", or ");
      add_criterion(out, s);
    }
  }
}

static ys_status count_words(ys_arena *arena, const ys_key_rule *keying,
                             const ys_slot *value, ys_str *out) {
  ys_buf buf = ys_buf_of(arena->memory);
  add_criteria(&buf, value);
  ys_buf_fill(&buf,
              keying->open.regexp != NULL ? " matching %s" : " (allowed=%s)",
              YS_WORDS(keying->open.words));
  return ys_buf_keep(&buf, arena, out);
}

/* ---- @schema/key --------------------------------------------------------- */

typedef struct reader {
  ys_space *space;
  const ys_annot *annot;
  ys_key_rule *out;
} reader;

static ys_status make_count(reader *r, const ys_slot *value) {
  ys_count *count = ys_arena_new(&r->space->arena, ys_count);
  if (count == NULL) return YS_NOMEM;
  count->expect.value = value;
  count->expect.count = 1;
  count->expect.keyword = YS_STR("expects");
  count->place = ys_annot_place(r->annot);
  YS_TRY(count_words(&r->space->arena, r->out, value, &count->words));
  r->out->count = count;
  return YS_OK;
}

static bool will_always_do(const ys_slot *value) {
  return value != NULL && value->kind == YS_STRING &&
         number_in(ys_slot_text(value)) == 0;
}

/* Refuses `expects=` of a key by its name, which is there once or not at all.
 */
static ys_status refuse_expects(reader *r, const ys_arg *expects) {
  ys_str found;
  YS_TRY(ys_str_fill(&r->space->arena, "expects=%s", YS_WORDS(expects->text),
                     &found));
  return ys_argument_error(
      r->space, r->annot, found,
      YS_STR("expects= together with allowed=, for keys by a placeholder"),
      YS_STR("a key that is required has @schema/required; one that may be "
             "left out has @schema/key-may-be-present."));
}

static ys_status take_expects(reader *r, const ys_arg *expects,
                              const ys_arg *missing_ok) {
  const bool open = ys_key_rule_is_open(r->annot);
  const bool any_number = missing_ok != NULL && missing_ok->value.u.boolean;
  ys_str problem = {0};
  if (expects != NULL && missing_ok != NULL)
    return ys_argument_error(
        r->space, r->annot, YS_STR("expects= and missing_ok="),
        YS_STR("one of the two"), YS_STR("missing_ok=True is expects=\"0+\"."));
  if (expects != NULL)
    YS_TRY(ys_expect_check(&r->space->arena, &expects->value, r->annot->name,
                           expects->name, &problem));
  if (problem.len > 0)
    return ys_argument_error(r->space, r->annot, expects->text,
                             YS_STR("a number, \"1+\", a function, or a list "
                                    "of those, for expects="),
                             problem);
  if (!open && expects != NULL) return refuse_expects(r, expects);
  r->out->optional = open || any_number;
  if (!open || any_number) return YS_OK;
  if (expects != NULL && will_always_do(&expects->value)) return YS_OK;
  r->out->by_default = expects == NULL;
  return make_count(r, expects == NULL ? NULL : &expects->value);
}

static ys_status take_allowed(reader *r, const ys_arg *allowed) {
  ys_open *open = &r->out->open;
  const ys_str text = ys_slot_text(&allowed->value);
  ys_str problem;
  open->place = ys_annot_place(r->annot);
  open->words = allowed->text;
  if (allowed->value.kind == YS_CLOSURE) {
    open->closure = allowed->value.u.closure;
    return YS_OK;
  }
  if (ys_str_eq(text, YS_STR("any"))) return YS_OK;
  if (text.len == 0)
    return ys_argument_error(r->space, r->annot, YS_STR("an empty text"),
                             YS_STR("\"any\", a regular expression or a "
                                    "function, for allowed="),
                             (ys_str){0});
  open->pattern = text;
  YS_TRY(ys_regexp_compile(r->space, text, &open->regexp, &problem));
  if (open->regexp != NULL) return YS_OK;
  return ys_argument_error(r->space, r->annot, allowed->text,
                           YS_STR("a regular expression, for allowed="),
                           problem);
}

static ys_status read_key(reader *r) {
  const ys_kinds callable = YS_KINDS(YS_CLOSURE);
  ys_keyword rows[] = {
      {"allowed", YS_KINDS(YS_STRING) | callable,
       "\"any\", a regular expression or a function, for allowed=", NULL},
      {"expects",
       YS_KINDS(YS_INT) | YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY) | callable,
       "a number, \"1+\", a function, or a list of those, for expects=", NULL},
      {"missing_ok", YS_KINDS(YS_BOOL), "boolean, for missing_ok=", NULL}};
  const ys_str hint =
      YS_STR("Supported kwargs are 'allowed', 'expects', 'missing_ok'");
  bool good = true;
  YS_TRY(ys_argument_keywords(r->space, r->annot, rows, 3, hint, &good));
  if (!good) return YS_OK;
  if (r->annot->args == NULL || ys_annot_positional(r->annot) > 0)
    return ys_argument_error(r->space, r->annot,
                             r->annot->args == NULL ? YS_STR("no arguments")
                                                    : YS_STR("value"),
                             YS_STR("keyword arguments"), hint);
  if (rows[0].arg != NULL) YS_TRY(take_allowed(r, rows[0].arg));
  return take_expects(r, rows[1].arg, rows[2].arg);
}

/* ---- all key annotations ------------------------------------------------- */

/* Reports a second annotation about the same key. Repetitions of one annotation
 * are reported elsewhere. */
static ys_status check_alone(reader *r) {
  for (const ys_annot *a = r->annot->next; a != NULL; a = a->next) {
    if (!ys_schema_words_about_key(a) || a->word == r->annot->word) continue;
    YS_TRY(ys_schema_words_exclude(r->space, a, r->annot));
  }
  return YS_OK;
}

ys_status ys_key_rule_read(ys_space *space, const ys_annot *annot,
                           ys_key_rule *out) {
  reader r = {space, annot, out};
  *out = (ys_key_rule){0};
  if (r.annot == NULL) return YS_OK;
  YS_TRY(check_alone(&r));
  if (r.annot->word == YS_WORD_KEY) return read_key(&r);
  out->optional = true;
  if (r.annot->word == YS_WORD_ANY_KEY) {
    out->open.words = YS_STR("\"any\"");
    out->open.place = ys_annot_place(r.annot);
  }
  return ys_argument_none(space, r.annot,
                          YS_STR("to say more of a key, use @schema/key."));
}
