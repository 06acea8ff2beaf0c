#include "core/reference/read.h"

#include "core/annotation/argument.h"
#include "core/reference/target.h"

#define PATHS                                                                  \
  "a path to names, such as \"upstreams[].name\", or a list of them, for to="
#define KEYS "a key of the items, such as \"name\", or a list of them"
#define SCOPES "\"document\", \"file\" or \"configuration\", for scope="

typedef struct maker {
  ys_space *space;
  const ys_annot *annot;
  const char *expected; /* of its paths */
  bool good;
} maker;

static ys_status refuse(maker *m, ys_str found, const char *expected,
                        ys_str hint) {
  m->good = false;
  return ys_argument_error(m->space, m->annot, found, ys_cstr(expected), hint);
}

static ys_status refuse_text(maker *m, ys_str text, const char *expected,
                             const char *why) {
  ys_str found, hint = {0};
  YS_TRY(ys_str_fill(&m->space->arena, "\"%s\"", YS_WORDS(text), &found));
  if (why[0] != '\0')
    YS_TRY(ys_str_fill(&m->space->arena, "%s.", YS_WORDS(ys_cstr(why)), &hint));
  return refuse(m, found, expected, hint);
}

/* ---- paths --------------------------------------------------------------- */

static ys_status read_path(maker *m, const ys_slot *path, ys_target *out) {
  const char *problem;
  if (path->kind != YS_STRING)
    return refuse(m, ys_kind_name((ys_kind)path->kind), m->expected,
                  (ys_str){0});
  YS_TRY(ys_target_read(m->space, ys_slot_text(path), out, &problem));
  return problem == NULL
             ? YS_OK
             : refuse_text(m, ys_slot_text(path), m->expected, problem);
}

/* Reads a path or a list of paths. */
static ys_status read_paths(maker *m, const ys_slot *paths, ys_target **out,
                            uint32_t *count) {
  const bool list = paths->kind == YS_ARRAY;
  const ys_slot *path = list ? ys_slot_first(paths) : paths;
  uint32_t i = 0;
  *count = list ? ys_slot_size(paths) : 1;
  if (*count == 0)
    return refuse(m, YS_STR("an empty list"), m->expected, (ys_str){0});
  YS_NEW_LIST(*out, &m->space->arena, *count);
  for (; path != NULL && i < *count; path = path->next)
    YS_TRY(read_path(m, path, &(*out)[i++]));
  return YS_OK;
}

/* ---- scopes -------------------------------------------------------------- */

static ys_status read_scope(maker *m, const ys_arg *arg, ys_scope *out) {
  ys_str text;
  *out = YS_SCOPE_DOCUMENT;
  if (arg == NULL) return YS_OK;
  text = ys_slot_text(&arg->value);
  for (int i = 0; i < YS_SCOPES; i++) {
    if (!ys_str_eq(text, ys_cstr(ys_scope_names[i]))) continue;
    *out = (ys_scope)i;
    return YS_OK;
  }
  return refuse_text(m, text, SCOPES, "");
}

/* ---- @schema/refers ------------------------------------------------------ */

enum { TO, SCOPE, KIND, WHEN, KEYWORDS };

static ys_status read_kind(maker *m, const ys_arg *arg, ys_refers *out) {
  if (arg == NULL) return YS_OK;
  out->kind = ys_slot_text(&arg->value);
  if (out->kind.len == 0)
    return refuse(m, YS_STR("\"\""),
                  "the name of a kind, for kind=", (ys_str){0});
  if (out->scope == YS_SCOPE_CONFIGURATION) return YS_OK;
  return refuse(m, YS_STR("kind= without scope=\"configuration\""),
                "scope=\"configuration\" beside kind=",
                YS_STR("kinds are those of a configuration: other documents of "
                       "one file, or the document itself, have this schema."));
}

static ys_status read_reference(maker *m, ys_refers *out) {
  ys_keyword rows[KEYWORDS] = {
      [TO] = {"to", YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY), PATHS, NULL},
      [SCOPE] = {"scope", YS_KINDS(YS_STRING), SCOPES, NULL},
      [KIND] = {"kind", YS_KINDS(YS_STRING),
                "the name of a kind, for kind=", NULL},
      [WHEN] = {"when", YS_KINDS(YS_CLOSURE),
                "a function of the value, for when=", NULL}};
  YS_TRY(ys_argument_keywords(
      m->space, m->annot, rows, KEYWORDS,
      YS_STR("Supported kwargs are 'to', 'scope', 'kind', 'when'"), &m->good));
  if (!m->good) return YS_OK;
  if (rows[TO].arg == NULL || ys_annot_positional(m->annot) > 0)
    return refuse(m,
                  rows[TO].arg == NULL ? YS_STR("no to=") : YS_STR("a value"),
                  PATHS, YS_STR("write to=\"path\"."));
  YS_TRY(read_scope(m, rows[SCOPE].arg, &out->scope));
  YS_TRY(read_kind(m, rows[KIND].arg, out));
  if (rows[WHEN].arg != NULL) {
    out->when = rows[WHEN].arg->value.u.closure;
    out->when_text = rows[WHEN].arg->text;
  }
  return read_paths(m, &rows[TO].arg->value, &out->targets, &out->count);
}

static ys_status take_refers(ys_space *space, const ys_annot *annot,
                             ys_field *field) {
  maker m = {space, annot, PATHS, true};
  ys_refers *made = ys_arena_new(&space->arena, ys_refers);
  if (made == NULL) return YS_NOMEM;
  made->place = ys_annot_place(annot);
  YS_TRY(read_reference(&m, made));
  if (m.good) field->references = made;
  return YS_OK;
}

/* ---- @schema/identity ---------------------------------------------------- */

/* Checks that a path leads through keys of an item alone. */
static ys_status check_key(maker *m, const ys_target *key) {
  bool plain = key->up == 0;
  for (uint32_t i = 0; i < key->count; i++)
    plain = plain && key->steps[i].kind == YS_STEP_KEY;
  return plain ? YS_OK
               : refuse_text(m, key->text, KEYS,
                             "an item has one value under a key, such as "
                             "\"name\" or \"metadata.name\"");
}

static ys_status read_identity(maker *m, ys_identity *out) {
  ys_keyword scope = {"scope", YS_KINDS(YS_STRING), SCOPES, NULL};
  const ys_arg *arg = m->annot->args;
  YS_TRY(ys_argument_keywords(m->space, m->annot, &scope, 1,
                              YS_STR("Supported kwargs are 'scope'"),
                              &m->good));
  if (!m->good) return YS_OK;
  if (ys_annot_positional(m->annot) != 1)
    return refuse(m,
                  ys_annot_positional(m->annot) == 0 ? YS_STR("no key")
                                                     : YS_STR("several values"),
                  KEYS, YS_STR("several keys are a list: [\"a\", \"b\"]."));
  while (arg->name.len > 0)
    arg = arg->next;
  YS_TRY(read_scope(m, scope.arg, &out->scope));
  YS_TRY(read_paths(m, &arg->value, &out->keys, &out->count));
  for (uint32_t i = 0; m->good && i < out->count; i++)
    YS_TRY(check_key(m, &out->keys[i]));
  return YS_OK;
}

static ys_status take_identity(ys_space *space, const ys_annot *annot,
                               ys_field *field) {
  maker m = {space, annot, KEYS, true};
  ys_identity *made = ys_arena_new(&space->arena, ys_identity);
  if (made == NULL) return YS_NOMEM;
  made->place = ys_annot_place(annot);
  YS_TRY(read_identity(&m, made));
  made->next = field->identities;
  if (m.good) field->identities = made;
  return YS_OK;
}

/* ---- both ---------------------------------------------------------------- */

ys_status ys_refer_read(ys_space *space, const ys_annot *identity,
                        const ys_annot *refers, ys_field *field) {
  if (identity != NULL) YS_TRY(take_identity(space, identity, field));
  if (refers != NULL) YS_TRY(take_refers(space, refers, field));
  field->has_references =
      field->references != NULL || field->identities != NULL;
  return YS_OK;
}

/* The own part of a field is not shared yet, so it may be linked to what the
 * definition has. */
void ys_refer_inherit(ys_field *field, const ys_field *from) {
  if (field->references == NULL)
    field->references = from->references;
  else
    field->references->next = from->references;
  if (field->identities == NULL)
    field->identities = from->identities;
  else
    field->identities->next = from->identities;
}
