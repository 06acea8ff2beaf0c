/* core/compile/renamed.c - Reads the arguments of @schema/renamed. */

#include "core/compile/renamed.h"

#include "core/annotation/argument.h"

#define PATHS                                                                  \
  "a path of keys, such as \"old\", \"old.name\" or \"/from.the.root\", or a " \
  "list of them, for from="

/* ---- paths --------------------------------------------------------------- */

/* The parts of a path are separated by points, or stand in `["..."]`. */
typedef struct reader {
  ys_space *space;
  ys_str text;
  size_t at;
  bool has_slash; /* in a part without quotes, as if it separated keys */
} reader;

static bool is_at(const reader *r, const char *word) {
  return ys_str_is_at(r->text, r->at, word);
}

/* Reads one part. It is empty if the path is no path. */
static ys_str read_part(reader *r) {
  const bool quoted = is_at(r, "[\"");
  const size_t from = r->at + (quoted ? 2 : 0);
  ys_str part;
  for (r->at = from; r->at < r->text.len; r->at++)
    if (quoted ? is_at(r, "\"]") : is_at(r, ".") || is_at(r, "[")) break;
  part = (ys_str){r->text.ptr + from, r->at - from};
  if (!quoted && part.len > 0 && memchr(part.ptr, '/', part.len) != NULL)
    r->has_slash = true;
  if (quoted && r->at == r->text.len) return (ys_str){0};
  r->at += quoted ? 2 : 0;
  return part;
}

/* Goes to the next part. Returns false if there is none or no separator. */
static bool go_on(reader *r) {
  if (is_at(r, "[\"")) return true;
  if (!is_at(r, ".") || r->at + 1 == r->text.len) return false;
  r->at++;
  return true;
}

/* Reads a path of at most as many parts as the text has characters. */
static ys_status read_path(ys_space *space, ys_str text, ys_renamed *out,
                           bool *has_slash) {
  reader r = {.space = space, .text = text};
  out->text = text;
  YS_NEW_LIST(out->keys, &space->arena, text.len + 1);
  out->from_root = is_at(&r, "/");
  r.at = out->from_root;
  do {
    const ys_str part = read_part(&r);
    if (part.len == 0) {
      out->count = 0;
      return YS_OK;
    }
    YS_TRY(ys_keys_intern(&space->keys, YS_STRING, part,
                          &out->keys[out->count++]));
  } while (go_on(&r));
  *has_slash = r.has_slash;
  if (r.at != text.len || r.has_slash) out->count = 0;
  return YS_OK;
}

/* ---- the annotation ------------------------------------------------------ */

typedef struct maker {
  ys_space *space;
  const ys_annot *annot;
  ys_field *field;
  uint32_t with;
  ys_renamed **end;
} maker;

static ys_status refuse_with(maker *m, ys_str found, ys_str hint) {
  return ys_argument_error(m->space, m->annot, found, YS_STR(PATHS), hint);
}

static ys_status refuse(maker *m, ys_str found) {
  return refuse_with(m, found, (ys_str){0});
}

/* Records that a text is no path. If it has slashes between its keys, the hint
 * shows how to write it. */
static ys_status refuse_path(maker *m, ys_str text, bool has_slash) {
  ys_arena *arena = &m->space->arena;
  ys_str found, points = {0}, hint = {0};
  YS_TRY(ys_str_fill(arena, "\"%s\"", YS_WORDS(text), &found));
  if (!has_slash) return refuse(m, found);
  YS_TRY(ys_arena_str(arena, text, &points));
  for (size_t i = 1; i < points.len; i++)
    if (points.ptr[i] == '/') ((char *)points.ptr)[i] = '.';
  YS_TRY(ys_str_fill(arena,
                     "keys are separated by points: \"%s\". A key with a slash "
                     "is quoted: '[\"a/b\"]'.",
                     YS_WORDS(points), &hint));
  return refuse_with(m, found, hint);
}

static ys_status add_one(maker *m, const ys_slot *path) {
  ys_renamed *renamed;
  bool has_slash = false;
  if (path->kind != YS_STRING)
    return refuse(m, ys_kind_name((ys_kind)path->kind));
  YS_NEW(renamed, &m->space->arena);
  YS_TRY(read_path(m->space, ys_slot_text(path), renamed, &has_slash));
  if (renamed->count == 0) return refuse_path(m, renamed->text, has_slash);
  renamed->with = m->with;
  renamed->place = ys_annot_place(m->annot);
  renamed->field = m->field;
  *m->end = renamed;
  m->end = &renamed->next;
  return YS_OK;
}

static ys_status add_all(maker *m, const ys_slot *from) {
  if (from->kind != YS_ARRAY) return add_one(m, from);
  if (ys_slot_size(from) == 0) return refuse(m, YS_STR("an empty list"));
  for (const ys_slot *s = ys_slot_first(from); s != NULL; s = s->next)
    YS_TRY(add_one(m, s));
  return YS_OK;
}

static ys_status read(maker *m) {
  ys_keyword rows[] = {
      {"from", YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY), PATHS, NULL},
      {"with", YS_KINDS(YS_CLOSURE),
       "a function of the old value, for with=", NULL}};
  bool good = true;
  YS_TRY(ys_argument_keywords(m->space, m->annot, rows, 2,
                              YS_STR("Supported kwargs are 'from', 'with'"),
                              &good));
  if (!good) return YS_OK;
  if (rows[0].arg == NULL || ys_annot_positional(m->annot) > 0)
    return refuse(m,
                  rows[0].arg == NULL ? YS_STR("no from=") : YS_STR("value"));
  if (rows[1].arg != NULL) m->with = rows[1].arg->value.u.closure;
  return add_all(m, &rows[0].arg->value);
}

ys_status ys_renamed_read(ys_space *space, const ys_schema_words *words,
                          ys_field *field, ys_renamed **out) {
  maker m = {
      .space = space, .annot = words->renamed, .field = field, .end = out};
  *out = NULL;
  if (words->renamed == NULL) return YS_OK;
  if (words->removed != NULL)
    YS_TRY(ys_schema_words_exclude(space, words->renamed, words->removed));
  return read(&m);
}
