/* core/jsonschema/explain_parts.c - The violations of keywords about the items
 * and entries of a value (core/jsonschema/explain.h). */

#include "core/jsonschema/explain.h"
#include "core/scalar/show.h"

/* The path of an entry or an item, in the arena. */
static ys_status path_below(ys_accept_explainer *x, const ys_accept_case *c,
                            const ys_slot *part, uint32_t number,
                            const ys_path **out) {
  ys_path *path;
  YS_KEEP(path, x->arena, (ys_path){c->path, part->key, number});
  *out = path;
  return YS_OK;
}

/* Adds the violations of an entry or an item. */
static ys_status explain_below(ys_accept_explainer *x, const ys_accept_case *c,
                               const ys_accept_node *node, ys_slot *part,
                               uint32_t number) {
  const ys_accept_found *found;
  const ys_path *path;
  if (ys_accepts_part(&x->q, node, part)) return x->q.status;
  YS_TRY(path_below(x, c, part, number, &path));
  YS_TRY(ys_accept_explain_part(x, node, part, path, c->depth + 1, &found));
  return ys_accept_merge(x, c->found, found);
}

/* ---- what no keyword may accept ------------------------------------------
 */

static ys_status report_item(ys_accept_explainer *x, const ys_accept_case *c,
                             ys_accept_keyword word, const ys_slot *item,
                             uint32_t number) {
  ys_accept_violation v = {.depth = c->depth + 1,
                           .part = item,
                           .word = word,
                           .code = YS_E_RULE,
                           .must_be = YS_STR("left out"),
                           .found = YS_STR("an item that nothing describes")};
  YS_TRY(path_below(x, c, item, number, &v.path));
  if (word != YS_KEYWORD_UNEVALUATED_ITEMS) {
    const uint32_t most = c->node->arrays->first.count;
    YS_TRY(ys_accept_count_words(x->arena, YS_STR("one more than "), most,
                                 most == 1 ? YS_STR(" item") : YS_STR(" items"),
                                 &v.found));
  }
  return ys_accept_report_part(x, c, &v);
}

static ys_status report_key(ys_accept_explainer *x, const ys_accept_case *c,
                            ys_accept_keyword word, const ys_slot *entry,
                            uint32_t number) {
  const ys_shape *keys = ys_accept_named(c);
  ys_accept_violation v = {.depth = c->depth + 1,
                           .part = entry,
                           .word = word,
                           .code = YS_E_UNKNOWN_KEY};
  const ys_key *sure = NULL;
  YS_TRY(path_below(x, c, entry, number, &v.path));
  v.must_be = YS_STR("a key that the schema describes");
  if (keys != NULL && keys->count > 0) {
    YS_TRY(ys_show_keys(x->arena, keys, &v.must_be));
    v.hint = ys_space_nearest(x->q.space, entry->key->text, keys, &sure);
    if (v.hint.len == 0)
      YS_TRY(ys_show_near_keys(x->q.space, entry->key->text, keys, &v.near));
  }
  ys_accept_correct_key(x, c, entry, sure, &v);
  return ys_accept_report_part(x, c, &v);
}

/* Whether a subschema is `false`. */
static bool is_never(const ys_accept_node *node) {
  return node->schema->kind == YS_BOOL && !node->schema->u.boolean;
}

/* ---- what nothing else evaluates -----------------------------------------
 */

static ys_status explain_rest(ys_accept_explainer *x, const ys_accept_case *c,
                              const ys_accept_node *rest,
                              ys_accept_keyword word) {
  ys_accept_marks marks = {.count = ys_slot_size(c->value)};
  ys_accept_case own = *c;
  ys_shape keys;
  uint32_t number = 0;
  if (rest == NULL || marks.count == 0) return YS_OK;
  YS_NEW_LIST(marks.of, x->arena, marks.count);
  YS_TRY(ys_accept_describe(x, c->node, c->value, &marks, &keys));
  own.keys = &keys;
  for (ys_slot *s = ys_slot_first(c->value); s; s = s->next, number++) {
    if (marks.of[number]) continue;
    if (!is_never(rest))
      YS_TRY(explain_below(x, c, rest, s, number));
    else if (s->key == NULL)
      YS_TRY(report_item(x, c, word, s, number));
    else
      YS_TRY(report_key(x, &own, word, s, number));
  }
  return YS_OK;
}

/* ---- arrays --------------------------------------------------------------
 */

static ys_status explain_contains(ys_accept_explainer *x,
                                  const ys_accept_case *c) {
  const ys_accept_arrays *a = c->node->arrays;
  const uint32_t size = ys_slot_size(c->value);
  const bool modern = c->node->scope->draft >= 2019;
  uint64_t count = 0;
  ys_str all, must_be, found;
  if (a->contains == NULL) return YS_OK;
  for (ys_slot *s = ys_slot_first(c->value); s != NULL; s = s->next)
    count += ys_accepts_part(&x->q, a->contains, s);
  const bool few = count < a->least;
  if (x->q.unsure || (!few && count <= a->most)) return x->q.status;
  const uint64_t bound = few ? a->least : a->most;
  YS_TRY(ys_accept_count_words(x->arena,
                               few ? YS_STR("an array with at least ")
                                   : YS_STR("an array with at most "),
                               bound,
                               bound == 1 ? YS_STR(" item valid by contains")
                                          : YS_STR(" items valid by contains"),
                               &must_be));
  YS_TRY(ys_accept_count_words(x->arena, YS_STR(" of "), size,
                               size == 1 ? YS_STR(" item") : YS_STR(" items"),
                               &all));
  YS_TRY(ys_accept_count_words(x->arena, YS_STR(""), count, all, &found));
  return ys_accept_report(
      x, c, few || !modern ? YS_KEYWORD_CONTAINS : YS_KEYWORD_MAX_CONTAINS,
      must_be, found);
}

static ys_status explain_items(ys_accept_explainer *x, const ys_accept_case *c,
                               const ys_accept_arrays *a) {
  uint32_t i = 0;
  const bool list = c->words.of[YS_KEYWORD_ITEMS] != NULL &&
                    c->words.of[YS_KEYWORD_ITEMS]->kind == YS_ARRAY;
  for (ys_slot *s = ys_slot_first(c->value); s != NULL; s = s->next, i++) {
    const ys_accept_node *node =
        i < a->first.count ? a->first.nodes[i] : a->items;
    if (node == NULL) break;
    if (i >= a->first.count && is_never(node))
      YS_TRY(report_item(
          x, c, list ? YS_KEYWORD_ADDITIONAL_ITEMS : YS_KEYWORD_ITEMS, s, i));
    else
      YS_TRY(explain_below(x, c, node, s, i));
  }
  return YS_OK;
}

ys_status ys_accept_explain_array(ys_accept_explainer *x,
                                  const ys_accept_case *c) {
  const ys_accept_arrays *a = c->node->arrays;
  const ys_accept_arrays unique = {.max = UINT64_MAX, .unique = true};
  if (a != NULL) {
    YS_TRY(explain_items(x, c, a));
    YS_TRY(explain_contains(x, c));
    if (a->unique && !ys_accepts_array(&x->q, &unique, c->value))
      YS_TRY(ys_accept_report(x, c, YS_KEYWORD_UNIQUE_ITEMS,
                              YS_STR("an array whose items are all different"),
                              YS_STR("items that are equal")));
  }
  return explain_rest(x, c, c->node->rest_items, YS_KEYWORD_UNEVALUATED_ITEMS);
}

/* ---- maps ----------------------------------------------------------------
 */

static ys_status report_missing(ys_accept_explainer *x, const ys_accept_case *c,
                                ys_accept_keyword word, const ys_key *key,
                                const ys_key *because) {
  ys_str must_be, found;
  YS_TRY(ys_str_fill(x->arena, "a map with the key %s, because it has %s",
                     YS_WORDS(key->text, because->text), &must_be));
  YS_TRY(ys_str_fill(x->arena, "%s is missing", YS_WORDS(key->text), &found));
  return ys_accept_report(x, c, word, must_be, found);
}

/* A required key: its path is that of what is missing. */
static ys_status report_required(ys_accept_explainer *x,
                                 const ys_accept_case *c, const ys_key *key,
                                 const ys_accept_node *node) {
  ys_accept_violation v = {.depth = c->depth,
                           .part = c->value,
                           .word = YS_KEYWORD_REQUIRED,
                           .code = YS_E_REQUIRED};
  ys_path *path;
  YS_KEEP(path, x->arena, (ys_path){c->path, key, 0});
  v.path = path;
  v.must_be = YS_STR("any value");
  if (node != NULL && node->same != NULL) node = node->same;
  if (node != NULL && node->schema->kind == YS_MAP)
    YS_TRY(ys_accept_kind_words(x->arena, node, &v.must_be));
  YS_TRY(ys_accept_correct_missing(x, node, &v));
  return ys_accept_report_part(x, c, &v);
}

static ys_status explain_required(ys_accept_explainer *x,
                                  const ys_accept_case *c,
                                  const ys_accept_maps *m) {
  for (uint32_t i = 0; i < m->shape.count && m->required > 0; i++)
    if (m->entries[i].required &&
        ys_map_find(x->arena, c->value, m->shape.keys[i]) == NULL)
      YS_TRY(report_required(x, c, m->shape.keys[i], m->entries[i].node));
  return YS_OK;
}

/* The name of a key. The violations are those of the entry. */
static ys_status explain_name(ys_accept_explainer *x, const ys_accept_case *c,
                              const ys_accept_maps *m, ys_slot *entry,
                              uint32_t number) {
  const ys_accept_found *found;
  ys_accept_violation v = {.depth = c->depth + 1, .part = entry};
  ys_slot *name = ys_arena_new(x->arena, ys_slot);
  ys_str shown;
  if (name == NULL) return YS_NOMEM;
  name->kind = YS_STRING;
  ys_slot_show_text(name, &entry->key->text);
  if (ys_accepts_part(&x->q, m->names, name)) return x->q.status;
  YS_TRY(path_below(x, c, entry, number, &v.path));
  YS_TRY(
      ys_accept_explain_part(x, m->names, name, v.path, c->depth + 1, &found));
  YS_TRY(ys_accept_shown(x->arena, name, &shown));
  for (const ys_accept_item *i = found->first; i != NULL; i = i->next) {
    v.word = i->what->word;
    v.code = YS_E_RULE;
    YS_TRY(ys_str_fill(x->arena, "under a key that is %s",
                       YS_WORDS(i->what->must_be), &v.must_be));
    YS_TRY(ys_str_fill(x->arena, "the key %s", YS_WORDS(shown), &v.found));
    v.keyword = i->what->keyword;
    YS_TRY(ys_accept_report_part(x, c, &v));
  }
  return YS_OK;
}

static ys_status explain_entry(ys_accept_explainer *x, const ys_accept_case *c,
                               const ys_accept_maps *m, ys_slot *entry,
                               uint32_t number) {
  const int64_t at =
      m->entries == NULL ? -1 : ys_shape_find(&m->shape, entry->key, 0);
  const ys_accept_node *own = at < 0 ? NULL : m->entries[at].node;
  bool met = own != NULL;
  if (own != NULL) YS_TRY(explain_below(x, c, own, entry, number));
  for (uint32_t i = 0; i < m->pattern_count; i++) {
    if (!ys_accept_matches(&x->q, m->patterns[i].pattern, entry->key->text))
      continue;
    met = true;
    YS_TRY(explain_below(x, c, m->patterns[i].node, entry, number));
  }
  if (m->names != NULL) YS_TRY(explain_name(x, c, m, entry, number));
  if (met || m->others == NULL) return x->q.status;
  if (is_never(m->others))
    return report_key(x, c, YS_KEYWORD_ADDITIONAL_PROPERTIES, entry, number);
  return explain_below(x, c, m->others, entry, number);
}

static ys_status explain_needs(ys_accept_explainer *x, const ys_accept_case *c,
                               const ys_accept_need *need) {
  const ys_accept_found *found;
  ys_str because;
  for (; need != NULL; need = need->next) {
    if (ys_map_find(x->arena, c->value, need->key) == NULL) continue;
    for (uint32_t i = 0; i < need->count; i++)
      if (ys_map_find(x->arena, c->value, need->keys[i]) == NULL)
        YS_TRY(
            report_missing(x, c,
                           need->keyword == c->words.of[YS_KEYWORD_DEPENDENCIES]
                               ? YS_KEYWORD_DEPENDENCIES
                               : YS_KEYWORD_DEPENDENT_REQUIRED,
                           need->keys[i], need->key));
    if (need->node == NULL) continue;
    YS_TRY(ys_accept_explain_part(x, need->node, c->value, c->path, c->depth,
                                  &found));
    if (found->first == NULL) continue;
    YS_TRY(ys_str_fill(x->arena, "because %s is given",
                       YS_WORDS(need->key->text), &because));
    YS_TRY(ys_accept_merge_because(x, c->found, found, because));
  }
  return YS_OK;
}

ys_status ys_accept_explain_map(ys_accept_explainer *x,
                                const ys_accept_case *c) {
  const ys_accept_maps *m = c->node->maps;
  uint32_t number = 0;
  if (m != NULL) {
    YS_TRY(explain_required(x, c, m));
    for (ys_slot *s = ys_slot_first(c->value); s; s = s->next, number++)
      YS_TRY(explain_entry(x, c, m, s, number));
    YS_TRY(explain_needs(x, c, m->needs));
  }
  return explain_rest(x, c, c->node->rest_entries,
                      YS_KEYWORD_UNEVALUATED_PROPERTIES);
}
