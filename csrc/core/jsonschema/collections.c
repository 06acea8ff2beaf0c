/* core/jsonschema/collections.c - Compiles the keywords about arrays and maps
 * (core/jsonschema/node.h). */

#include "core/jsonschema/node.h"

/* ---- arrays ----------------------------------------------------------------
 */

/* Finds the schemas of the first items and of those after them. */
static ys_status compile_items(ys_acceptor *a, const ys_accept_node *node,
                               const ys_accept_words *words,
                               ys_accept_arrays *out) {
  const ys_slot *prefix = words->of[YS_KEYWORD_PREFIX_ITEMS];
  const ys_slot *items = words->of[YS_KEYWORD_ITEMS], *rest = items;
  if (node->scope->draft < 2020 || (prefix && prefix->kind != YS_ARRAY))
    prefix = NULL;
  if (prefix == NULL && items != NULL && items->kind == YS_ARRAY) {
    prefix = items;
    rest = words->of[YS_KEYWORD_ADDITIONAL_ITEMS];
  }
  if (prefix != NULL)
    YS_TRY(ys_accept_list_of(a, prefix, node->scope, &out->first));
  if (rest == NULL) return YS_OK;
  return ys_accept_node_of(a, rest, node->scope, &out->items);
}

static ys_status compile_contains(ys_acceptor *a, const ys_accept_node *node,
                                  const ys_accept_words *words,
                                  ys_accept_arrays *out) {
  const ys_slot *contains = words->of[YS_KEYWORD_CONTAINS];
  out->least = 1;
  out->most = UINT64_MAX;
  if (contains == NULL) return YS_OK;
  out->contains_marks = node->scope->draft >= 2020;
  if (node->scope->draft >= 2019) {
    YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MIN_CONTAINS], &out->least));
    YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MAX_CONTAINS], &out->most));
  }
  return ys_accept_node_of(a, contains, node->scope, &out->contains);
}

ys_status ys_accept_compile_arrays(ys_acceptor *a, ys_accept_node *node,
                                   const ys_accept_words *words) {
  const ys_slot *unique = words->of[YS_KEYWORD_UNIQUE_ITEMS];
  ys_accept_arrays own = {.max = UINT64_MAX};
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MIN_ITEMS], &own.min));
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MAX_ITEMS], &own.max));
  if (unique != NULL && unique->kind != YS_BOOL) return ys_accept_decline(a);
  own.unique = unique != NULL && unique->u.boolean;
  YS_TRY(compile_items(a, node, words, &own));
  YS_TRY(compile_contains(a, node, words, &own));
  if (own.min == 0 && own.max == UINT64_MAX && !own.unique && !own.items &&
      own.first.count == 0 && !own.contains)
    return YS_OK;
  ys_accept_arrays *made;
  YS_KEEP(made, &a->space->arena, own);
  node->arrays = made;
  return YS_OK;
}

/* ---- the keys of a map --------------------------------------------------- */

static bool are_texts(const ys_slot *list) {
  if (list->kind != YS_ARRAY) return false;
  for (const ys_slot *s = ys_slot_first(list); s != NULL; s = s->next)
    if (s->kind != YS_STRING) return false;
  return true;
}

/* The keys that a map has entries for, as they are gathered. */
typedef struct gathered {
  ys_pairs positions; /* of the keys, as entries */
  const ys_key **keys;
  ys_accept_entry *entries;
  uint32_t count;
} gathered;

/* Finds or adds the entry of a key. */
static ys_status entry_of(ys_acceptor *a, gathered *g, const ys_key *key,
                          ys_accept_entry **out) {
  *out = ys_pairs_get(&g->positions, key, NULL);
  if (*out != NULL) return YS_OK;
  *out = &g->entries[g->count];
  g->keys[g->count++] = key;
  return ys_pairs_set(&g->positions, &a->space->arena, key, NULL, *out);
}

static ys_status gather_properties(ys_acceptor *a, const ys_accept_node *node,
                                   const ys_slot *properties, gathered *g) {
  ys_accept_entry *entry;
  if (properties == NULL) return YS_OK;
  for (const ys_slot *s = ys_slot_first(properties); s != NULL; s = s->next) {
    YS_TRY(entry_of(a, g, s->key, &entry));
    YS_TRY(ys_accept_node_of(a, s, node->scope, &entry->node));
  }
  return YS_OK;
}

static ys_status gather_required(ys_acceptor *a, const ys_slot *required,
                                 gathered *g, uint32_t *count) {
  ys_accept_entry *entry;
  const ys_key *key;
  if (required == NULL) return YS_OK;
  for (const ys_slot *s = ys_slot_first(required); s != NULL; s = s->next) {
    YS_TRY(ys_keys_intern(&a->space->keys, YS_STRING, ys_slot_text(s), &key));
    YS_TRY(entry_of(a, g, key, &entry));
    *count += !entry->required;
    entry->required = true;
  }
  return YS_OK;
}

static ys_status compile_entries(ys_acceptor *a, const ys_accept_node *node,
                                 const ys_accept_words *words,
                                 ys_accept_maps *out) {
  const ys_slot *properties = words->of[YS_KEYWORD_PROPERTIES];
  const ys_slot *required = words->of[YS_KEYWORD_REQUIRED];
  ys_arena *arena = &a->space->arena;
  gathered g = {0};
  if (properties != NULL && properties->kind != YS_MAP)
    return ys_accept_decline(a);
  /* The import drops what is no list of keys, as old schemas have it. */
  if (required != NULL && !are_texts(required)) required = NULL;
  const size_t most =
      (properties == NULL ? 0 : (size_t)ys_slot_size(properties)) +
      (required == NULL ? 0 : (size_t)ys_slot_size(required));
  if (most == 0) return YS_OK;
  g.keys = ys_arena_zalloc(arena, most, sizeof *g.keys);
  g.entries = ys_arena_zalloc(arena, most, sizeof *g.entries);
  if (g.keys == NULL || g.entries == NULL) return YS_NOMEM;
  YS_TRY(gather_properties(a, node, properties, &g));
  YS_TRY(gather_required(a, required, &g, &out->required));
  out->entries = g.entries;
  return ys_shape_make(arena, g.keys, g.count, &out->shape);
}

static ys_status compile_patterns(ys_acceptor *a, const ys_accept_node *node,
                                  const ys_slot *patterns,
                                  ys_accept_maps *out) {
  if (patterns == NULL) return YS_OK;
  if (patterns->kind != YS_MAP) return ys_accept_decline(a);
  ys_accept_keys *list =
      ys_arena_zalloc(&a->space->arena, ys_slot_size(patterns), sizeof *list);
  if (list == NULL) return YS_NOMEM;
  out->patterns = list;
  for (const ys_slot *s = ys_slot_first(patterns); s != NULL; s = s->next) {
    ys_accept_pattern *pattern;
    YS_TRY(ys_accept_pattern_of(a, s->key->text, s, &pattern));
    list->pattern = pattern;
    YS_TRY(ys_accept_node_of(a, s, node->scope, &list->node));
    list++;
    out->pattern_count++;
  }
  return YS_OK;
}

/* ---- keys that need others ----------------------------------------------- */

static ys_status need_keys(ys_acceptor *a, const ys_slot *list,
                           ys_accept_need *need) {
  YS_NEW_LIST(need->keys, &a->space->arena, ys_slot_size(list));
  for (const ys_slot *s = ys_slot_first(list); s != NULL; s = s->next)
    YS_TRY(ys_keys_intern(&a->space->keys, YS_STRING, ys_slot_text(s),
                          &need->keys[need->count++]));
  return YS_OK;
}

static ys_status compile_needs(ys_acceptor *a, const ys_accept_node *node,
                               const ys_slot *all, ys_accept_maps *out) {
  if (all == NULL) return YS_OK;
  if (all->kind != YS_MAP) return ys_accept_decline(a);
  for (const ys_slot *s = ys_slot_first(all); s != NULL; s = s->next) {
    ys_accept_need *need = ys_arena_new(&a->space->arena, ys_accept_need);
    if (need == NULL) return YS_NOMEM;
    need->key = s->key;
    need->keyword = all;
    need->next = out->needs;
    out->needs = need;
    if (are_texts(s))
      YS_TRY(need_keys(a, s, need));
    else
      YS_TRY(ys_accept_node_of(a, s, node->scope, &need->node));
  }
  return YS_OK;
}

static ys_status compile_all_needs(ys_acceptor *a, const ys_accept_node *node,
                                   const ys_accept_words *words,
                                   ys_accept_maps *out) {
  YS_TRY(compile_needs(a, node, words->of[YS_KEYWORD_DEPENDENCIES], out));
  if (node->scope->draft < 2019) return YS_OK;
  YS_TRY(compile_needs(a, node, words->of[YS_KEYWORD_DEPENDENT_SCHEMAS], out));
  return compile_needs(a, node, words->of[YS_KEYWORD_DEPENDENT_REQUIRED], out);
}

/* ---- maps ---------------------------------------------------------------- */

static bool is_open(const ys_accept_maps *m) {
  return m->min == 0 && m->max == UINT64_MAX && m->entries == NULL &&
         m->pattern_count == 0 && !m->others && !m->names && !m->needs;
}

ys_status ys_accept_compile_maps(ys_acceptor *a, ys_accept_node *node,
                                 const ys_accept_words *words) {
  const ys_slot *others = words->of[YS_KEYWORD_ADDITIONAL_PROPERTIES];
  const ys_slot *names = words->of[YS_KEYWORD_PROPERTY_NAMES];
  ys_accept_maps own = {.max = UINT64_MAX};
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MIN_PROPERTIES], &own.min));
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MAX_PROPERTIES], &own.max));
  YS_TRY(compile_entries(a, node, words, &own));
  YS_TRY(compile_patterns(a, node, words->of[YS_KEYWORD_PATTERN_PROPERTIES],
                          &own));
  YS_TRY(compile_all_needs(a, node, words, &own));
  if (others != NULL)
    YS_TRY(ys_accept_node_of(a, others, node->scope, &own.others));
  if (names != NULL)
    YS_TRY(ys_accept_node_of(a, names, node->scope, &own.names));
  if (is_open(&own)) return YS_OK;
  ys_accept_maps *made;
  YS_KEEP(made, &a->space->arena, own);
  node->maps = made;
  return YS_OK;
}
