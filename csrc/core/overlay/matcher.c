#include "core/overlay/matcher.h"

#include "core/scalar/scalar.h"

/* Sets `*why` to the filled template, unless `why` is NULL. This saves work
 * when many candidates are tried. */
static ys_status explain(ys_space *space, ys_str *why, const char *template,
                         const ys_str *words) {
  if (why == NULL) return YS_OK;
  return ys_str_fill(&space->arena, template, words, why);
}

/* ---- closures ------------------------------------------------------------ */

/* Makes the index or key argument that a closure receives. */
static void key_argument(const ys_candidate *candidate, ys_slot *out) {
  const ys_key *key = candidate->left->key;
  *out = (ys_slot){0};
  if (candidate->index >= 0 || key == NULL) {
    out->kind = YS_INT;
    out->u.integer = candidate->index;
  } else {
    ys_scalar_of_key(key, out);
  }
}

static ys_status match_closure(ys_space *space, const ys_host *host,
                               uint32_t closure, const ys_candidate *candidate,
                               bool *matches, ys_str *problem) {
  ys_reply reply;
  ys_slot key;
  const ys_slot *const arguments[] = {&key, candidate->left, candidate->right};
  key_argument(candidate, &key);
  YS_TRY(ys_host_call(host, space, closure, arguments, 3, &reply));
  if (reply.failed) {
    *problem = reply.message;
  } else if (reply.value.kind == YS_BOOL) {
    *matches = reply.value.u.boolean;
  } else {
    return ys_str_fill(
        &space->arena, "Expected the matcher to return a boolean, but was %s",
        YS_WORDS(ys_kind_name((ys_kind)reply.value.kind)), problem);
  }
  return YS_OK;
}

/* ---- by the value of a key ----------------------------------------------- */

ys_status ys_matcher_key_value(ys_space *space, const ys_slot *map,
                               const ys_key *key, const ys_slot **value,
                               ys_str *problem) {
  ys_slot view = *map; /* A copy, because looking up may add an index to it. */
  if (map->kind != YS_MAP) {
    *value = NULL;
    return explain(
        space, problem,
        "overlay.map_key_matcher: Expected value to be map, but was %s",
        YS_WORDS(ys_kind_name((ys_kind)map->kind)));
  }
  *value = ys_map_find(&space->arena, &view, key);
  if (*value != NULL) return YS_OK;
  return explain(space, problem,
                 "overlay.map_key_matcher: Expected to find map item with key "
                 "'%s', but did not",
                 YS_WORDS(key->text));
}

static ys_status match_key(ys_space *space, ys_str name,
                           const ys_candidate *candidate, bool *matches,
                           ys_str *problem) {
  const ys_slot *left, *right;
  const ys_key *key;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, name, &key));
  YS_TRY(ys_matcher_key_value(space, candidate->left, key, &left, problem));
  if (left == NULL) return YS_OK;
  YS_TRY(ys_matcher_key_value(space, candidate->right, key, &right, problem));
  if (right != NULL) *matches = ys_matcher_same(left, right);
  return YS_OK;
}

/* ---- subset -------------------------------------------------------------- */

static ys_status subset_map(ys_space *space, const ys_slot *whole,
                            const ys_slot *part, bool *holds, ys_str *reason) {
  const char *none = "Expected at least one map item to match by key";
  ys_slot view = *whole;
  for (const ys_slot *p = ys_slot_first(part); p != NULL; p = p->next) {
    const ys_slot *w = ys_map_find(&space->arena, &view, p->key);
    *holds = w != NULL;
    if (w == NULL) return explain(space, reason, none, NULL);
    YS_TRY(ys_matcher_subset(space, w, p, holds, reason));
    if (!*holds) return YS_OK;
  }
  return YS_OK;
}

static ys_status subset_array(ys_space *space, const ys_slot *whole,
                              const ys_slot *part, bool *holds,
                              ys_str *reason) {
  const char *none = "Expected to have matching number of array items";
  const ys_slot *w = ys_slot_first(whole);
  for (const ys_slot *p = ys_slot_first(part); p != NULL; p = p->next) {
    *holds = w != NULL;
    if (w == NULL) return explain(space, reason, none, NULL);
    YS_TRY(ys_matcher_subset(space, w, p, holds, reason));
    if (!*holds) return YS_OK;
    w = w->next;
  }
  return YS_OK;
}

static ys_status subset_leaf(ys_space *space, const ys_slot *whole,
                             const ys_slot *part, bool *holds, ys_str *reason) {
  *holds = ys_matcher_same(whole, part);
  return *holds ? YS_OK
                : explain(space, reason, "Expected leaf values to match %s %s",
                          YS_WORDS(ys_kind_name((ys_kind)whole->kind),
                                   ys_kind_name((ys_kind)part->kind)));
}

/* Recursion is bounded by the limit on depth. */
ys_status ys_matcher_subset(ys_space *space, const ys_slot *whole,
                            const ys_slot *part, bool *holds, ys_str *reason) {
  *holds = true;
  if (!ys_is_collection(part))
    return subset_leaf(space, whole, part, holds, reason);
  if (whole->kind != part->kind) {
    *holds = false;
    return explain(space, reason, "Expected %s, but was %s",
                   YS_WORDS(ys_kind_name((ys_kind)part->kind),
                            ys_kind_name((ys_kind)whole->kind)));
  }
  return part->kind == YS_MAP ? subset_map(space, whole, part, holds, reason)
                              : subset_array(space, whole, part, holds, reason);
}

/* ---- the matchers of the overlay module ---------------------------------- */

typedef enum named {
  BY_ALL,
  BY_INDEX,
  BY_MAP_KEY,
  BY_SUBSET,
  BY_AND,
  BY_OR,
  BY_NOT,
  BY_NOTHING /* not the name of a matcher */
} named;

static named name_of(const ys_slot *matcher) {
  static const char *const names[] = {"all",    "index", "map_key", "subset",
                                      "and_op", "or_op", "not_op"};
  const ys_slot *name =
      matcher->kind == YS_ARRAY ? ys_slot_first(matcher) : NULL;
  if (name == NULL || name->kind != YS_STRING) return BY_NOTHING;
  for (int i = 0; i < BY_NOTHING; i++)
    if (ys_str_eq(ys_slot_text(name), ys_cstr(names[i]))) return (named)i;
  return BY_NOTHING;
}

static const ys_slot *argument_of(const ys_slot *matcher) {
  return ys_slot_first(matcher)->next;
}

static bool all_matchers(const ys_slot *argument) {
  for (; argument != NULL; argument = argument->next)
    if (!ys_is_matcher(argument)) return false;
  return true;
}

bool ys_is_matcher(const ys_slot *value) {
  if (value->kind == YS_CLOSURE) return true;
  if (value->kind != YS_ARRAY || (value->flags & YS_SLOT_MATCHER) == 0)
    return false;
  const named name = name_of(value);
  if (name == BY_NOTHING) return false;
  const ys_slot *argument = argument_of(value);
  const uint32_t count = ys_slot_size(value) - 1;
  switch (name) {
  case BY_ALL: return count == 0;
  case BY_INDEX: return count == 1 && argument->kind == YS_INT;
  case BY_MAP_KEY: return count == 1 && argument->kind == YS_STRING;
  case BY_SUBSET: return count == 1;
  case BY_NOT: return count == 1 && all_matchers(argument);
  default: return count > 0 && all_matchers(argument);
  }
}

static void match_index(const ys_slot *index, const ys_candidate *candidate,
                        bool *matches, ys_str *problem) {
  if (candidate->index < 0)
    *problem = YS_STR("overlay.index_matcher: Expected an array item or a "
                      "document, but was map item");
  else
    *matches = (index->flags & YS_SLOT_UNSIGNED) == 0 &&
               index->u.integer == candidate->index;
}

/* Evaluates and_op and or_op. `stop` is the answer that ends the evaluation. */
static ys_status match_several(ys_space *space, const ys_host *host,
                               const ys_slot *matcher, bool stop,
                               const ys_candidate *candidate, bool *matches,
                               ys_str *problem) {
  for (; matcher != NULL; matcher = matcher->next) {
    YS_TRY(
        ys_matcher_accepts(space, host, matcher, candidate, matches, problem));
    if (problem->len > 0 || *matches == stop) return YS_OK;
  }
  return YS_OK;
}

static ys_status match_named(ys_space *space, const ys_host *host,
                             const ys_slot *matcher,
                             const ys_candidate *candidate, bool *matches,
                             ys_str *problem) {
  const named name = name_of(matcher);
  const ys_slot *argument = argument_of(matcher);
  switch (name) {
  case BY_INDEX:
    match_index(argument, candidate, matches, problem);
    return YS_OK;
  case BY_MAP_KEY:
    return match_key(space, ys_slot_text(argument), candidate, matches,
                     problem);
  case BY_SUBSET:
    return ys_matcher_subset(space, candidate->left, argument, matches, NULL);
  case BY_NOT:
    YS_TRY(
        ys_matcher_accepts(space, host, argument, candidate, matches, problem));
    *matches = !*matches;
    return YS_OK;
  case BY_AND:
  case BY_OR:
    return match_several(space, host, argument, name == BY_OR, candidate,
                         matches, problem);
  case BY_ALL:
  case BY_NOTHING: break;
  }
  *matches = name == BY_ALL;
  return YS_OK;
}

ys_status ys_matcher_accepts(ys_space *space, const ys_host *host,
                             const ys_slot *matcher,
                             const ys_candidate *candidate, bool *matches,
                             ys_str *problem) {
  *matches = false;
  *problem = (ys_str){0};
  switch (matcher->kind) {
  case YS_STRING:
    return match_key(space, ys_slot_text(matcher), candidate, matches, problem);
  case YS_CLOSURE:
    return match_closure(space, host, matcher->u.closure, candidate, matches,
                         problem);
  default:
    return match_named(space, host, matcher, candidate, matches, problem);
  }
}

bool ys_matcher_by_key(const ys_slot *matcher, ys_str *name) {
  const bool plain = matcher->kind == YS_STRING;
  if (!plain && name_of(matcher) != BY_MAP_KEY) return false;
  *name = ys_slot_text(plain ? matcher : argument_of(matcher));
  return true;
}

bool ys_matcher_by_index(const ys_slot *matcher, uint64_t *index) {
  if (name_of(matcher) != BY_INDEX) return false;
  const ys_slot *argument = argument_of(matcher);
  *index = argument->u.natural;
  return (argument->flags & YS_SLOT_UNSIGNED) == 0 && argument->u.integer >= 0;
}
