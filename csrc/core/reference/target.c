#include "core/reference/target.h"

typedef struct reader {
  ys_space *space;
  ys_str text;
  size_t at;
  ys_target *out;
  const char *problem;
} reader;

static bool is_at(const reader *r, const char *word) {
  return ys_str_is_at(r->text, r->at, word);
}

static bool is_over(const reader *r) {
  return r->at == r->text.len;
}

static void add_step(reader *r, ys_target_step_kind kind, const ys_key *key) {
  r->out->steps[r->out->count++] =
      (ys_target_step){.kind = kind, .key = key, .end = (uint32_t)r->at};
}

/* ---- keys ---------------------------------------------------------------- */

static int hex_digit(char c) {
  if (ys_is_digit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Takes one character of a quoted key, which may be written as
 * ys_path_escape() writes it. */
static char take_escaped(reader *r) {
  const char *at = r->text.ptr + r->at;
  const size_t left = r->text.len - r->at;
  r->at++;
  if (*at != '\\' || left < 2) return *at;
  r->at++;
  if (at[1] != 'x' || left < 4 || hex_digit(at[2]) < 0 || hex_digit(at[3]) < 0)
    return at[1];
  r->at += 2;
  return (char)(hex_digit(at[2]) * 16 + hex_digit(at[3]));
}

/* Reads `["key"]`. */
static ys_status read_quoted(reader *r) {
  char *text = ys_arena_text(&r->space->arena, r->text.len);
  const ys_key *key;
  size_t len = 0;
  if (text == NULL) return YS_NOMEM;
  for (r->at += 2; !is_over(r) && !is_at(r, "\"");)
    text[len++] = take_escaped(r);
  if (!is_at(r, "\"]")) {
    r->problem = "a quoted key ends in \"]";
    return YS_OK;
  }
  r->at += 2;
  YS_TRY(ys_keys_intern(&r->space->keys, YS_STRING, (ys_str){text, len}, &key));
  add_step(r, YS_STEP_KEY, key);
  return YS_OK;
}

/* Reads a key without quotes, or `*`. */
static ys_status read_plain(reader *r) {
  const size_t from = r->at;
  const ys_key *key;
  ys_str text;
  while (!is_over(r) && memchr(".[]{}\"/", r->text.ptr[r->at], 7) == NULL)
    r->at++;
  text = (ys_str){r->text.ptr + from, r->at - from};
  if (is_at(r, "/"))
    r->problem = "keys are separated by points; a key with a slash is quoted: "
                 "[\"a/b\"]";
  else if (text.len == 0)
    r->problem = "a key is missing in it";
  if (r->problem != NULL) return YS_OK;
  if (ys_str_eq(text, YS_STR("*"))) {
    add_step(r, YS_STEP_VALUES, NULL);
    return YS_OK;
  }
  YS_TRY(ys_keys_intern(&r->space->keys, YS_STRING, text, &key));
  add_step(r, YS_STEP_KEY, key);
  return YS_OK;
}

/* ---- paths --------------------------------------------------------------- */

/* Reads a word such as `[]`. */
static ys_status take_word(reader *r, ys_target_step_kind kind) {
  r->at += 2;
  add_step(r, kind, NULL);
  return YS_OK;
}

/* Reads one step. A point stands before each key but the first one. */
static ys_status read_step(reader *r, bool first) {
  if (is_at(r, "[\"")) return read_quoted(r);
  if (is_at(r, "[]")) return take_word(r, YS_STEP_ITEMS);
  if (is_at(r, "{}")) {
    YS_TRY(take_word(r, YS_STEP_KEYS));
    if (!is_over(r)) r->problem = "`{}` stands only at the end of a path";
    return YS_OK;
  }
  if (is_at(r, "["))
    r->problem = "items have no names of their own: `[]` stands for all of "
                 "them";
  else if (!first && !is_at(r, "."))
    r->problem = "keys are separated by points";
  if (r->problem != NULL) return YS_OK;
  if (!first) r->at++;
  return read_plain(r);
}

ys_status ys_target_read(ys_space *space, ys_str text, ys_target *out,
                         const char **problem) {
  reader r = {.space = space, .text = text, .out = out};
  bool first = true;
  *out = (ys_target){.text = text};
  *problem = NULL;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, text, &out->id));
  YS_NEW_LIST(out->steps, &space->arena, text.len + 1);
  for (; is_at(&r, "."); r.at++)
    out->up++;
  if (text.len == 0) r.problem = "it is empty";
  for (; !is_over(&r) && r.problem == NULL; first = false)
    YS_TRY(read_step(&r, first));
  *problem = r.problem;
  return YS_OK;
}
