/* core/metaschema/places.c - Finds out which keyword an invalid part of a
 * schema belongs to (core/metaschema/walk.h). */

#include "core/metaschema/walk.h"

#include <math.h>

/* ---- pointers ------------------------------------------------------------ */

static void add_steps(ys_buf *out, const ys_path *path) {
  if (path->up == NULL) return;
  add_steps(out, path->up);
  ys_buf_char(out, '/');
  if (path->key == NULL) {
    ys_buf_uint(out, path->index);
    return;
  }
  for (size_t i = 0; i < path->key->text.len; i++)
    ys_buf_pointer_char(out, path->key->text.ptr[i]);
}

ys_status ys_meta_pointer(const ys_meta_check *check, const ys_path *path,
                          ys_str *out) {
  ys_buf buf = ys_buf_of(check->space->arena.memory);
  add_steps(&buf, path);
  return ys_buf_keep(&buf, &check->space->arena, out);
}

/* ---- keywords ------------------------------------------------------------ */

/* The kind of the value at a path. */
typedef enum role {
  SCHEMA,
  EITHER, /* a schema, or a list of them */
  HOLDER, /* a list or a map of schemas */
  NEEDS,  /* a map of schemas and lists of keys */
  NEED,   /* one of these */
  VALUE   /* nothing of these */
} role;

typedef struct state {
  role role;
  ys_str keyword;
  uint32_t below;
} state;

static bool has_schema(const state *s) {
  return s->role == SCHEMA || s->role == EITHER || s->role == NEED;
}

static state enter_keyword(const ys_meta_check *check, const ys_key *key) {
  const ys_accept_keyword word = ys_accept_keyword_of(check->metaschema, key);
  state s = {VALUE, key->text, 0};
  switch (ys_accept_holding_of(word)) {
  case YS_HOLDS_NOTHING: break;
  case YS_HOLDS_ONE: s.role = SCHEMA; break;
  case YS_HOLDS_EITHER: s.role = EITHER; break;
  case YS_HOLDS_LIST:
  case YS_HOLDS_MAP:
    s.role = word == YS_KEYWORD_DEPENDENCIES ? NEEDS : HOLDER;
    break;
  }
  return s;
}

static state state_of(const ys_meta_check *check, const ys_path *path) {
  if (path == check->from || path->up == NULL)
    return (state){SCHEMA, {"", 0}, 0};
  state s = state_of(check, path->up);
  const bool keyed = path->key != NULL;
  if (keyed && has_schema(&s)) return enter_keyword(check, path->key);
  s.below++;
  switch (s.role) {
  case HOLDER:
  case EITHER: s.role = SCHEMA; break;
  case NEEDS: s.role = NEED; break;
  case SCHEMA:
  case NEED:
  case VALUE: s.role = VALUE; break;
  }
  return s;
}

bool ys_meta_is_schema(const ys_meta_check *check, const ys_path *path) {
  const state s = state_of(check, path);
  return has_schema(&s);
}

/* ---- what an explanation lists ------------------------------------------- */

/* Whether another violation is at a place below this one. Then it says more
 * than that no alternative fits. */
static bool is_said_below(const ys_accept_found *found, const ys_str *pointers,
                          uint32_t index) {
  const ys_str own = pointers[index];
  for (uint32_t i = 0; i < found->count; i++)
    if (pointers[i].len > own.len && ys_str_starts(pointers[i], own) &&
        pointers[i].ptr[own.len] == '/')
      return true;
  return false;
}

static bool is_said_before(const ys_str *pointers, uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (ys_str_eq(pointers[i], pointers[index])) return true;
  return false;
}

/* In draft-04, a strict bound stands beside another one. */
static ys_status add_bound(ys_meta_check *check, const ys_slot *schema,
                           ys_str at, bool *done) {
  static const char *const all[][2] = {{"exclusiveMinimum", "minimum"},
                                       {"exclusiveMaximum", "maximum"}};
  for (size_t i = 0; i < 2; i++) {
    const ys_slot *strict = NULL, *bound = NULL;
    ys_str pointer, valid;
    for (const ys_slot *s = ys_slot_first(schema); s != NULL; s = s->next) {
      if (ys_str_eq(s->key->text, ys_cstr(all[i][0]))) strict = s;
      if (ys_str_eq(s->key->text, ys_cstr(all[i][1]))) bound = s;
    }
    if (strict == NULL || bound != NULL) continue;
    YS_TRY(ys_str_fill(&check->space->arena, "%s/%s",
                       YS_WORDS(at, ys_cstr(all[i][0])), &pointer));
    YS_TRY(ys_str_fill(&check->space->arena, "beside %s",
                       YS_WORDS(ys_cstr(all[i][1])), &valid));
    YS_TRY(ys_meta_add(check, strict, pointer, valid, false, YS_STR("")));
    *done = true;
  }
  return YS_OK;
}

/* Counts may be written as 2.0, although that is no integer in draft-04. */
static bool is_whole(const ys_meta_check *check, const ys_accept_violation *v) {
  const ys_slot *value = v->part;
  if (!check->trusted || check->draft != 4 || v->code != YS_E_TYPE ||
      value->kind != YS_FLOAT)
    return false;
  return ys_slot_is_exact(value) ? value->u.exact->whole
                                 : floor(value->u.number) == value->u.number;
}

static ys_status add_violation(ys_meta_check *check,
                               const ys_accept_violation *v, ys_str pointer) {
  const state s = state_of(check, v->path);
  bool done = false;
  ys_meta_part part = {.value = v->part,
                       .keyword = s.keyword,
                       .below = s.below,
                       .is_schema = has_schema(&s),
                       .broken = v->word,
                       .must_be = v->must_be,
                       .pointer = pointer};
  if (v->code == YS_E_REQUIRED) part.must_be = YS_STR("given");
  if (v->code == YS_E_UNKNOWN_KEY) part.must_be = YS_STR("left out");
  if (check->trusted && v->word == YS_KEYWORD_DEPENDENCIES &&
      v->part->kind == YS_MAP)
    YS_TRY(add_bound(check, v->part, pointer, &done));
  if (done || is_whole(check, v)) return YS_OK;
  if (v->code == YS_E_REQUIRED)
    return ys_meta_add(check, v->part, pointer, part.must_be, false,
                       YS_STR(""));
  return ys_meta_add_part(check, &part);
}

ys_status ys_meta_add_found(ys_meta_check *check,
                            const ys_accept_found *found) {
  uint32_t i = 0;
  ys_str *pointers =
      ys_arena_zalloc(&check->space->arena, found->count, sizeof *pointers);
  if (pointers == NULL) return YS_NOMEM;
  for (const ys_accept_item *v = found->first; v != NULL; v = v->next)
    YS_TRY(ys_meta_pointer(check, v->what->path, &pointers[i++]));
  i = 0;
  for (const ys_accept_item *v = found->first; v != NULL; v = v->next, i++) {
    const bool some = v->what->word == YS_KEYWORD_ANY_OF ||
                      v->what->word == YS_KEYWORD_ONE_OF;
    if ((some && is_said_below(found, pointers, i)) ||
        is_said_before(pointers, i))
      continue;
    YS_TRY(add_violation(check, v->what, pointers[i]));
  }
  return YS_OK;
}
