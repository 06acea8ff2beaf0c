#include "core/reference/follow.h"

#include "core/base/pairs.h"
#include "core/reference/target.h"

static const ys_kinds scalars = YS_KINDS(YS_BOOL) | YS_KINDS(YS_INT) |
                                YS_KINDS(YS_FLOAT) | YS_KINDS(YS_STRING);

/* Why a path leads no farther. */
typedef enum barrier {
  NO_KEY,
  NO_MAP,
  NO_ARRAY,
  ANY_VALUE,
  NO_SCALAR,
  ITSELF,
  NO_OBSTACLE
} barrier;

typedef struct search {
  ys_space *space;
  const ys_follow *about;
  ys_memo met;            /* fields and steps that were met */
  const ys_choice *among; /* the next field is one of these, or NULL */
  bool found;             /* there are names */
  bool itself;        /* and the value that refers to them certainly is one */
  bool uncertain;     /* a function decides whether the path goes on this way */
  bool sensitive;     /* and some must not be shown */
  barrier obstacle;   /* the one that is farthest on the way … */
  uint32_t step;      /* … its step, and … */
  const ys_field *at; /* … the field there */
} search;

/* ---- kinds --------------------------------------------------------------- */

/* The alternatives that are visited. They may have alternatives again, and lead
 * to the same ones in very many ways. */
enum { MOST_VISITS = 1000 };

static ys_kinds scalars_of(const ys_field *field, bool *others,
                           uint32_t *left) {
  const ys_choice *choice = field->choice;
  ys_kinds kinds = 0;
  if (*left == 0) return 0;
  --*left;
  if (choice == NULL) {
    *others |= (field->kinds & (YS_KINDS(YS_MAP) | YS_KINDS(YS_ARRAY))) != 0;
    return field->kind == YS_ANY ? 0 : field->kinds & scalars;
  }
  for (uint32_t i = 0; i < choice->count; i++)
    kinds |= scalars_of(&choice->alternatives[i], others, left);
  return kinds;
}

ys_kinds ys_follow_scalars(const ys_field *field, bool *others) {
  uint32_t left = MOST_VISITS;
  *others = false;
  return scalars_of(field, others, &left);
}

/* ---- the way ------------------------------------------------------------- */

static ys_status follow(search *s, const ys_field *field, uint32_t step);

/* Notes an obstacle. One that is farther on the way counts more. */
static ys_status stop(search *s, barrier obstacle, const ys_field *field,
                      uint32_t step) {
  if (s->obstacle != NO_OBSTACLE && step <= s->step) return YS_OK;
  s->obstacle = obstacle;
  s->step = step;
  s->at = field;
  return YS_OK;
}

/* The path ends at a field. */
static ys_status end(search *s, const ys_field *field) {
  bool others;
  if (field == s->about->own) {
    s->itself |= !s->uncertain;
    return stop(s, ITSELF, field, UINT32_MAX);
  }
  s->sensitive |= field->has_sensitive;
  if (field->kind == YS_ANY && field->choice == NULL)
    return stop(s, ANY_VALUE, field, s->about->target->count);
  if (ys_follow_scalars(field, &others) == 0)
    return stop(s, NO_SCALAR, field, s->about->target->count);
  s->found = true;
  return YS_OK;
}

/* Whether a placeholder may take a key. One that a function decides about may.
 */
static ys_status may_take(search *s, const ys_open *open, const ys_key *key,
                          bool *out) {
  ys_search found = YS_SEARCH_FOUND;
  if (open->regexp != NULL)
    YS_TRY(ys_regexp_try(s->space, open->regexp, key->text, &found));
  *out = found != YS_SEARCH_NOT_FOUND;
  return YS_OK;
}

/* Follows the path into a placeholder that may take its key. */
static ys_status follow_open(search *s, const ys_open *open, uint32_t step) {
  const bool before = s->uncertain;
  s->uncertain |= open->closure != 0;
  YS_TRY(follow(s, open->field, step));
  s->uncertain = before;
  return YS_OK;
}

/* Whether a map without a key may be meant for sensitive values under it, as
 * core/check/sensitive.c decides: not if another alternative has the key,
 * unless there are placeholders. */
static bool may_hide(const ys_field *field, const ys_choice *among,
                     const ys_key *key) {
  const ys_map_type *map = field->map;
  bool named = false, open = false;
  for (uint32_t i = 0; among != NULL && i < among->count; i++) {
    const ys_map_type *other = among->alternatives[i].map;
    named |= other != NULL && ys_shape_find(other->shape, key, 0) >= 0;
  }
  for (uint32_t i = 0; i < map->open_count; i++)
    open |= map->open[i].field->has_sensitive;
  return open || (!named && field->has_sensitive);
}

static ys_status follow_key(search *s, const ys_field *field,
                            const ys_choice *among, uint32_t step) {
  const ys_key *key = s->about->target->steps[step].key;
  const ys_map_type *map = field->map;
  const int64_t at = ys_shape_find(map->shape, key, 0);
  bool takes = at >= 0;
  if (takes) YS_TRY(follow(s, &map->fields[at], step + 1));
  for (uint32_t i = 0; i < map->open_count && at < 0; i++) {
    bool one;
    YS_TRY(may_take(s, &map->open[i], key, &one));
    if (one) YS_TRY(follow_open(s, &map->open[i], step + 1));
    takes |= one;
  }
  if (!takes) s->sensitive |= may_hide(field, among, key);
  return takes ? YS_OK : stop(s, NO_KEY, field, step);
}

/* Removed keys have no values. */
static ys_status follow_values(search *s, const ys_field *field,
                               uint32_t step) {
  const ys_map_type *map = field->map;
  uint32_t count = map->open_count;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_docs *docs = map->fields[i].docs;
    if (docs != NULL && docs->removed_place.line > 0) continue;
    YS_TRY(follow(s, &map->fields[i], step + 1));
    count++;
  }
  for (uint32_t i = 0; i < map->open_count; i++)
    YS_TRY(follow(s, map->open[i].field, step + 1));
  return count > 0 ? YS_OK : stop(s, NO_KEY, field, step);
}

/* `among` are the alternatives of which the field is one, or NULL. */
static ys_status follow_step(search *s, const ys_field *field,
                             const ys_choice *among, uint32_t step) {
  const ys_target_step_kind kind = s->about->target->steps[step].kind;
  const ys_kind wanted = kind == YS_STEP_ITEMS ? YS_ARRAY : YS_MAP;
  if (field->kind != wanted) {
    s->sensitive |= field->has_sensitive;
    return stop(s, wanted == YS_ARRAY ? NO_ARRAY : NO_MAP, field, step);
  }
  if (kind == YS_STEP_ITEMS) return follow(s, field->item, step + 1);
  if (kind == YS_STEP_KEY) return follow_key(s, field, among, step);
  if (kind == YS_STEP_VALUES) return follow_values(s, field, step);
  s->found = true;
  return YS_OK;
}

/* The kinds of values in which a path goes on, or at which it ends. */
static ys_kinds kinds_at(const search *s, uint32_t step) {
  if (step == s->about->target->count) return scalars;
  return s->about->target->steps[step].kind == YS_STEP_ITEMS
             ? YS_KINDS(YS_ARRAY)
             : YS_KINDS(YS_MAP);
}

/* Follows the path into all alternatives. Those for values of other kinds say
 * nothing about what is sensitive in a value for which there is one. */
static ys_status follow_alternatives(search *s, const ys_choice *choice,
                                     uint32_t step) {
  const ys_kinds kinds = kinds_at(s, step);
  bool any = false;
  for (uint32_t i = 0; i < choice->count; i++)
    any |= (choice->alternatives[i].kinds & kinds) != 0;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_field *one = &choice->alternatives[i];
    const bool sensitive = s->sensitive;
    s->among = choice;
    YS_TRY(follow(s, one, step));
    if (any && (one->kinds & kinds) == 0) s->sensitive = sensitive;
  }
  return YS_OK;
}

/* Recursion is bounded by the length of the path, and by the alternatives that
 * are met once for each step: certainly, or where a function decides. */
static ys_status follow(search *s, const ys_field *field, uint32_t step) {
  const ys_choice *choice = field->choice, *among = s->among;
  bool met = false;
  s->among = NULL;
  if (choice != NULL || field->like != NULL)
    YS_TRY(ys_pairs_meet(
        &s->met.pairs, &s->met.arena, field,
        (const void *)(uintptr_t)((step + 1) * 2 + s->uncertain), &met));
  if (met) return YS_OK;
  s->sensitive |= field->sensitive;
  if (step == s->about->target->count) return end(s, field);
  if (choice != NULL) return follow_alternatives(s, choice, step);
  if (field->kind == YS_ANY) return stop(s, ANY_VALUE, field, step);
  return follow_step(s, field, among, step);
}

/* ---- errors -------------------------------------------------------------- */

/* The path to the obstacle, as the author wrote it. */
static ys_str way_of(const search *s) {
  const ys_target *target = s->about->target;
  const uint32_t step = s->step < target->count ? s->step : target->count;
  const ys_str way = ys_target_until(target, step);
  if (step == 0 && target->up > 0)
    return target->up == 1 ? YS_STR("the map of the key")
                           : YS_STR("the map around it");
  if (way.len > 0) return way;
  return s->about->own == NULL ? YS_STR("the item") : YS_STR("the document");
}

static ys_status join(search *s, ys_str *out, const char *before, ys_str what,
                      const char *after) {
  return ys_str_fill(&s->space->arena, "%s%s%s",
                     YS_WORDS(ys_cstr(before), what, ys_cstr(after)), out);
}

/* A key that has the name of a step as its old one. */
static const ys_field *renamed_from(const ys_map_type *map, const ys_key *key) {
  for (uint32_t i = 0; i < map->shape->count; i++)
    for (const ys_renamed *r = map->fields[i].renamed; r != NULL; r = r->next)
      if (r->count == 1 && r->keys[0] == key) return &map->fields[i];
  return NULL;
}

/* Lists the keys of a map, if there are few. */
static ys_status list_keys(search *s, const ys_map_type *map, ys_str *out) {
  enum { MOST = 12 };
  ys_str parts[2 * MOST];
  size_t n = 0;
  if (map->shape->count == 0 || map->shape->count > MOST) return YS_OK;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    parts[n++] = i == 0 ? YS_STR("it has ") : YS_STR(", ");
    parts[n++] = map->shape->keys[i]->text;
  }
  YS_TRY(ys_str_join(&s->space->arena, parts, n, out));
  return join(s, out, "", *out, ".");
}

static ys_status no_key(search *s, ys_target_error *out) {
  const ys_map_type *map = s->at->map;
  const ys_target_step *step = &s->about->target->steps[s->step];
  const ys_str way = way_of(s);
  const ys_field *renamed;
  ys_str nearest;
  if (step->kind != YS_STEP_KEY)
    return join(s, &out->problem, "", way, " has no keys");
  YS_TRY(ys_str_fill(&s->space->arena, "%s has no key \"%s\"",
                     YS_WORDS(way, step->key->text), &out->problem));
  renamed = renamed_from(map, step->key);
  if (renamed != NULL)
    return join(s, &out->remedy, "this is an old name: write \"",
                renamed->key->text, "\".");
  nearest = ys_space_nearest(s->space, step->key->text, map->shape, NULL);
  if (nearest.len > 0)
    return join(s, &out->remedy, "did you mean \"", nearest, "\"?");
  return list_keys(s, map, &out->remedy);
}

/* Says what to write for a path that ends at a map: a key that has a scalar. */
static ys_status name_key(search *s, ys_str way, ys_str *out) {
  const ys_map_type *map = s->at->map;
  bool others = true;
  uint32_t i = 0;
  while (i < map->shape->count &&
         (ys_follow_scalars(&map->fields[i], &others) == 0 || others))
    i++;
  if (i < map->shape->count) {
    return ys_str_fill(&s->space->arena,
                       "names are scalars, such as \"%s.%s\".",
                       YS_WORDS(way, map->shape->keys[i]->text), out);
  }
  return join(s, out,
              "names are scalars. `{}` stands for the keys of a map: \"", way,
              "{}\".");
}

static ys_status wrong_kind(search *s, ys_target_error *out) {
  const ys_str way = way_of(s);
  ys_str words;
  YS_TRY(ys_field_words(&s->space->arena, s->at, &words));
  YS_TRY(ys_str_fill(&s->space->arena, "%s is of type %s", YS_WORDS(way, words),
                     &out->problem));
  if (s->obstacle == NO_MAP && s->at->kind == YS_ARRAY)
    return join(s, &out->remedy, "`[]` stands for its items: \"", way, "[]\".");
  if (s->obstacle == NO_ARRAY && s->at->kind == YS_MAP)
    out->remedy = YS_STR("`.*` stands for the values of all keys of a map, "
                         "`{}` for the keys themselves.");
  if (s->obstacle == NO_SCALAR && s->at->kind == YS_ARRAY)
    return join(s, &out->remedy, "names are scalars. `[]` stands for items: \"",
                way, "[]\".");
  if (s->obstacle == NO_SCALAR && s->at->kind == YS_MAP)
    return name_key(s, way, &out->remedy);
  return YS_OK;
}

static ys_status explain(search *s, ys_target_error *out) {
  out->at = s->at->place;
  switch (s->obstacle) {
  case NO_KEY: return no_key(s, out);
  case ANY_VALUE:
    out->remedy = YS_STR("describe it in the schema, for example by the value "
                         "\"\".");
    return join(s, &out->problem, "", way_of(s),
                " accepts any value, so it is not known to have names");
  case ITSELF:
    out->problem = YS_STR("these are the values that refer to it");
    out->remedy = YS_STR("name the key that the names are under.");
    return YS_OK;
  default: return wrong_kind(s, out);
  }
}

ys_status ys_follow_target(ys_space *space, const ys_follow *about,
                           bool *sensitive, ys_target_error *out) {
  search s = {.space = space, .about = about, .obstacle = NO_OBSTACLE};
  ys_status status;
  *out = (ys_target_error){0};
  ys_memo_init(&s.met, space->arena.memory);
  status = follow(&s, about->from, 0);
  ys_memo_release(&s.met);
  YS_TRY(status);
  *sensitive |= s.sensitive;
  if (s.found && !s.itself) return YS_OK;
  /* A node that is met again without an end says nothing by itself. */
  if (s.obstacle == NO_OBSTACLE) stop(&s, NO_SCALAR, about->from, 0);
  return explain(&s, out);
}
