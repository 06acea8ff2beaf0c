/* core/compile/renamed_paths.c - Finds out where the old names of a compiled
 * schema lead. */

#include "core/base/pairs.h"
#include "core/compile/renamed.h"

/* The way from the root to a map, as long as it leads through named keys. */
typedef struct way {
  const struct way *up;
  ys_field *field;
} way;

typedef struct resolver {
  ys_space *space;
  ys_field *root;
  ys_renamed **end; /* of the list of old names from the root */
  ys_pairs steps;   /* by the step before and the key; see list() */
  bool invalid;
} resolver;

static ys_status refuse(resolver *r, const ys_renamed *renamed,
                        const char *problem, ys_place by) {
  r->invalid = true;
  return ys_space_record(r->space, YS_E_OLD_NAME, renamed->place, by,
                         YS_ARGUMENTS(renamed->text, ys_cstr(problem)));
}

/* ---- where a path leads -------------------------------------------------- */

static ys_field *field_of(const ys_map_type *map, const ys_key *key) {
  const int64_t at = ys_shape_find(map->shape, key, 0);
  return at < 0 ? NULL : &map->fields[at];
}

/* Says why a path that leads to a field of the schema is not a valid old
 * name. */
static const char *objection(const ys_renamed *renamed, const ys_field *met,
                             bool is_last) {
  if (met == renamed->field)
    return is_last ? "is the name of the key itself"
                   : "leads into the key itself";
  if (met->renamed != NULL)
    return is_last ? "is the name of a key that has old names itself: name "
                     "the oldest ones here"
                   : "leads through a key that has old names itself";
  return is_last ? "is still the name of a key" : NULL;
}

/* Follows the path as far as the schema knows its keys. A map that has a name
 * holds no old names of others: it may stand at many places. */
static ys_status follow(resolver *r, ys_renamed *renamed, ys_field *holder) {
  ys_field *own = holder;
  uint32_t i = 0, held = 0;
  bool shared = false;
  for (; i < renamed->count; i++) {
    ys_field *met;
    const char *problem;
    if (holder->kind != YS_MAP || holder->choice != NULL)
      return refuse(r, renamed, "leads through what is no map of named keys",
                    holder->place);
    met = field_of(holder->map, renamed->keys[i]);
    if (met == NULL) break;
    problem = objection(renamed, met, i + 1 == renamed->count);
    if (problem != NULL) return refuse(r, renamed, problem, met->place);
    holder = met;
    shared |= met->like != NULL;
    if (shared) continue;
    own = met;
    held = i + 1;
  }
  renamed->holder = own;
  renamed->held = held;
  renamed->declared = i;
  return YS_OK;
}

/* A step of the old names in a map: the old name that ends there, and the first
 * one that leads there. The step of the map itself has the last one. */
typedef struct step {
  ys_renamed *ends, *leads, *last;
  bool begins; /* an old name of the map begins with the key */
} step;

static ys_status step_at(resolver *r, const void *from, const ys_key *key,
                         step **out) {
  *out = ys_pairs_get(&r->steps, from, key);
  if (*out != NULL) return YS_OK;
  YS_NEW(*out, &r->space->arena);
  return ys_pairs_set(&r->steps, &r->space->arena, from, key, *out);
}

static ys_status overlaps(resolver *r, const ys_renamed *renamed,
                          const ys_renamed *other) {
  return refuse(r, renamed, "overlaps an old name of another key",
                other->place);
}

/* Adds the old name to the map that it leads into. One path must not be another
 * one, or lead through it. */
static ys_status list(resolver *r, ys_renamed *renamed) {
  step *map, *at;
  YS_TRY(step_at(r, renamed->holder, NULL, &map));
  at = map;
  for (uint32_t i = renamed->held; i < renamed->count; i++) {
    YS_TRY(step_at(r, at, renamed->keys[i], &at));
    if (at->ends != NULL) return overlaps(r, renamed, at->ends);
    if (i + 1 == renamed->count && at->leads != NULL)
      return overlaps(r, renamed, at->leads);
  }
  at = map;
  for (uint32_t i = renamed->held; i < renamed->count; i++) {
    YS_TRY(step_at(r, at, renamed->keys[i], &at));
    if (at->leads == NULL) at->leads = renamed;
    if (i == renamed->declared && renamed->held == i) {
      renamed->repeated = at->begins;
      at->begins = true;
    }
  }
  at->ends = renamed;
  *(map->last == NULL ? &renamed->holder->map->old_names
                      : &map->last->next_in_holder) = renamed;
  map->last = renamed;
  return YS_OK;
}

/* ---- paths from the root ------------------------------------------------- */

/* Notes the keys that lead from the root to the field. */
static ys_status note_way(resolver *r, ys_renamed *renamed, const way *w) {
  const way *up;
  uint32_t count = 1;
  for (up = w; up->up != NULL; up = up->up)
    count++;
  renamed->to_count = count;
  YS_NEW_LIST(renamed->to, &r->space->arena, count);
  renamed->to[--count] = renamed->field->key;
  for (up = w; up->up != NULL; up = up->up)
    renamed->to[--count] = up->field->key;
  *r->end = renamed;
  r->end = &renamed->next_from_root;
  return YS_OK;
}

static ys_status resolve_one(resolver *r, ys_renamed *renamed, ys_field *map,
                             const way *w) {
  if (renamed->from_root && w == NULL)
    return refuse(r, renamed,
                  "begins at the root, but the key may stand at many places",
                  renamed->field->place);
  YS_TRY(follow(r, renamed, renamed->from_root ? r->root : map));
  if (renamed->holder == NULL) return YS_OK;
  YS_TRY(list(r, renamed));
  return renamed->from_root ? note_way(r, renamed, w) : YS_OK;
}

/* ---- the schema ---------------------------------------------------------- */

/* `w` is NULL below items, placeholders and alternatives, and in definitions.
 */
static ys_status resolve(resolver *r, ys_field *field, const way *up);

static ys_status resolve_map(resolver *r, ys_field *field, const way *w) {
  ys_map_type *map = field->map;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    ys_renamed *renamed = map->fields[i].renamed;
    for (; renamed != NULL; renamed = renamed->next)
      YS_TRY(resolve_one(r, renamed, field, w));
  }
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const way below = {w, &map->fields[i]};
    YS_TRY(resolve(r, &map->fields[i], w != NULL ? &below : NULL));
  }
  for (uint32_t i = 0; i < map->open_count; i++)
    YS_TRY(resolve(r, map->open[i].field, NULL));
  return YS_OK;
}

static ys_status resolve(resolver *r, ys_field *field, const way *up) {
  const ys_choice *choice = field->choice;
  if (!field->has_renamed) return YS_OK;
  if (field->like != NULL) {
    ys_field *from = field->like->field;
    if (!field->like->renamed) {
      field->like->renamed = true;
      YS_TRY(resolve(r, from, NULL));
    }
    /* An alternative that a key selects has a map of its own. */
    if (field->kind == YS_MAP && field->map != from->map)
      field->map->old_names = from->map->old_names;
    return YS_OK;
  }
  for (uint32_t i = 0; choice != NULL && i < choice->count; i++)
    YS_TRY(resolve(r, &choice->alternatives[i], NULL));
  if (field->kind == YS_ARRAY) return resolve(r, field->item, NULL);
  return field->kind == YS_MAP ? resolve_map(r, field, up) : YS_OK;
}

ys_status ys_renamed_resolve(ys_space *space, ys_field *root,
                             ys_renamed **from_root) {
  resolver r = {.space = space, .root = root, .end = from_root};
  const way document = {NULL, root};
  *from_root = NULL;
  YS_TRY(resolve(&r, root, &document));
  return r.invalid ? YS_INVALID : YS_OK;
}
