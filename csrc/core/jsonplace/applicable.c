/* core/jsonplace/applicable.c - Finds the subschemas that apply to a place in a
 * value (core/jsonplace/applicable.h). */

#include "core/jsonplace/applicable.h"

#include "core/json/read.h"
#include "core/jsonschema/question.h"

/* How many subschemas are looked at for an answer, how many inside one another,
 * and how many steps conditions take. */
enum { MOST_LOOKED_AT = 200000, MOST_LEVELS = 500, MOST_STEPS = 10000000 };

typedef struct applying {
  ys_accept_question q;
  ys_accept_run *run;
  ys_arena *arena;
  const ys_slot *way; /* the part of the value on the way to the place */
  ys_pairs met;       /* nodes, by the lists that have them */
  ys_pairs fits;      /* answers of may_fit(), by a node and a value */
  uint32_t looks, levels;
} applying;

/* Whether one more subschema may be looked at. */
static bool looks(applying *x) {
  return x->looks++ < MOST_LOOKED_AT && x->levels < MOST_LEVELS;
}

/* ---- alternatives -------------------------------------------------------- */

static bool may_fit(applying *x, const ys_accept_node *node, ys_slot *value);

static bool may_fit_entry(applying *x, const ys_accept_maps *m, ys_slot *s) {
  const int64_t at =
      m->entries == NULL ? -1 : ys_shape_find(&m->shape, s->key, 0);
  bool met = at >= 0 && m->entries[at].node != NULL;
  if (met && !may_fit(x, m->entries[at].node, s)) return false;
  for (uint32_t i = 0; i < m->pattern_count; i++) {
    if (!ys_accept_matches(&x->q, m->patterns[i].pattern, s->key->text))
      continue;
    met = true;
    if (!may_fit(x, m->patterns[i].node, s)) return false;
  }
  return met || m->others == NULL || may_fit(x, m->others, s);
}

static bool may_fit_whole(applying *x, const ys_accept_whole *w,
                          ys_slot *value) {
  const bool all = w->way == YS_ACCEPT_ALL || w->way == YS_ACCEPT_DYNAMIC;
  if (w->way == YS_ACCEPT_NOT || w->way == YS_ACCEPT_IF) return true;
  for (uint32_t i = 0; i < w->list.count; i++)
    if (may_fit(x, w->list.nodes[i], value) != all) return !all;
  return all;
}

/* Whether a value that is not finished does not contradict a subschema. */
static bool fits_so_far(applying *x, const ys_accept_node *node,
                        ys_slot *value) {
  if (!ys_accept_is_of_kind(node, value)) return false;
  if (!ys_is_collection(value)) return ys_accepts_part(&x->q, node, value);
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if (value->kind == YS_MAP && node->maps != NULL && s != x->way &&
        !may_fit_entry(x, node->maps, s))
      return false;
  for (const ys_accept_whole *w = node->wholes; w != NULL; w = w->next)
    if (!may_fit_whole(x, w, value)) return false;
  return true;
}

/* The same answer is given once. While it is looked for, it is yes. */
static bool may_fit(applying *x, const ys_accept_node *node, ys_slot *value) {
  static const bool YES = true, NO = false;
  const bool *known;
  if (node->same != NULL) node = node->same;
  if (value->kind == YS_NULL || x->q.status != YS_OK) return true;
  known = ys_pairs_get(&x->fits, node, value);
  if (known != NULL) return *known;
  if (!looks(x)) return true;
  ys_status status =
      ys_pairs_set(&x->fits, x->arena, node, value, (void *)(uintptr_t)&YES);
  x->levels++;
  const bool fits = status != YS_OK || fits_so_far(x, node, value);
  x->levels--;
  if (!fits)
    status =
        ys_pairs_set(&x->fits, x->arena, node, value, (void *)(uintptr_t)&NO);
  return status == YS_OK ? fits : !ys_accept_fail(&x->q, status);
}

/* ---- what applies to a value --------------------------------------------- */

/* `value`: NULL if it is not there. */
static ys_status apply(applying *x, const ys_accept_node *node, ys_slot *value,
                       ys_json_applieds *list);

static ys_status apply_some(applying *x, const ys_accept_list *nodes,
                            ys_slot *value, ys_json_applieds *list) {
  bool fits = false;
  for (uint32_t i = 0; value != NULL && i < nodes->count; i++) {
    if (!may_fit(x, nodes->nodes[i], value)) continue;
    fits = true;
    YS_TRY(apply(x, nodes->nodes[i], value, list));
  }
  for (uint32_t i = 0; !fits && i < nodes->count; i++)
    YS_TRY(apply(x, nodes->nodes[i], value, list));
  return YS_OK;
}

static ys_status apply_whole(applying *x, const ys_accept_whole *w,
                             ys_slot *value, ys_json_applieds *list) {
  ys_accept_node *const *nodes = w->list.nodes;
  switch (w->way) {
  case YS_ACCEPT_NOT: return YS_OK;
  case YS_ACCEPT_ANY:
  case YS_ACCEPT_ONE: return apply_some(x, &w->list, value, list);
  case YS_ACCEPT_DYNAMIC:
    return apply(x, ys_accept_outermost(&x->q, w), value, list);
  case YS_ACCEPT_ALL:
    for (uint32_t i = 0; i < w->list.count; i++)
      YS_TRY(apply(x, nodes[i], value, list));
    return YS_OK;
  case YS_ACCEPT_IF:
    if (value != NULL)
      return apply(x, nodes[ys_accepts_part(&x->q, nodes[0], value) ? 1 : 2],
                   value, list);
    YS_TRY(apply(x, nodes[1], value, list));
    return apply(x, nodes[2], value, list);
  }
  return YS_OK;
}

static ys_status add(applying *x, const ys_accept_node *node,
                     ys_json_applieds *list) {
  ys_json_applied *made;
  YS_KEEP(made, x->arena, (ys_json_applied){NULL, node, x->q.path});
  YS_APPEND(list->first, list->last, made);
  return YS_OK;
}

static ys_status apply_parts(applying *x, const ys_accept_node *node,
                             ys_slot *value, ys_json_applieds *list) {
  const ys_accept_maps *m = node->maps;
  YS_TRY(add(x, node, list));
  if (node->same != NULL) YS_TRY(apply(x, node->same, value, list));
  for (const ys_accept_whole *w = node->wholes; w != NULL; w = w->next)
    YS_TRY(apply_whole(x, w, value, list));
  if (m == NULL || value == NULL || value->kind != YS_MAP) return YS_OK;
  for (const ys_accept_need *need = m->needs; need != NULL; need = need->next)
    if (ys_map_find(x->arena, value, need->key) != NULL)
      YS_TRY(apply(x, need->node, value, list));
  return YS_OK;
}

static ys_status apply(applying *x, const ys_accept_node *node, ys_slot *value,
                       ys_json_applieds *list) {
  bool met;
  if (node == NULL || !looks(x)) return x->q.status;
  YS_TRY(ys_pairs_meet(&x->met, x->arena, node, list, &met));
  if (met) return YS_OK;
  const ys_accept_path *path = x->q.path;
  if (x->q.acceptor->dynamic.count > 0 && !ys_accept_enter(&x->q, node))
    return x->q.status;
  x->levels++;
  const ys_status status = apply_parts(x, node, value, list);
  x->levels--;
  x->q.path = path;
  return status;
}

/* ---- parts --------------------------------------------------------------- */

static ys_status apply_entry(applying *x, const ys_accept_node *node,
                             const ys_key *key, ys_slot *value,
                             ys_json_applieds *list) {
  const ys_accept_maps *m = node->maps;
  bool met = false;
  if (m != NULL) {
    const int64_t at =
        m->entries == NULL ? -1 : ys_shape_find(&m->shape, key, 0);
    met = at >= 0 && m->entries[at].node != NULL;
    if (met) YS_TRY(apply(x, m->entries[at].node, value, list));
    for (uint32_t i = 0; i < m->pattern_count; i++) {
      if (!ys_accept_matches(&x->q, m->patterns[i].pattern, key->text))
        continue;
      met = true;
      YS_TRY(apply(x, m->patterns[i].node, value, list));
    }
    if (!met) YS_TRY(apply(x, m->others, value, list));
  }
  return met ? YS_OK : apply(x, node->rest_entries, value, list);
}

static ys_status apply_item(applying *x, const ys_accept_node *node,
                            uint32_t index, ys_slot *value,
                            ys_json_applieds *list) {
  const ys_accept_arrays *a = node->arrays;
  if (a != NULL) {
    YS_TRY(apply(x, a->contains, value, list));
    const ys_accept_node *own =
        index < a->first.count ? a->first.nodes[index] : a->items;
    if (own != NULL) return apply(x, own, value, list);
  }
  return apply(x, node->rest_items, value, list);
}

/* The subschemas for a part of the values to which some subschemas apply.
 * `key`: NULL for an item. */
static ys_status apply_below(applying *x, const ys_json_applieds *above,
                             const ys_key *key, uint32_t index, ys_slot *value,
                             ys_json_applieds *list) {
  ys_status status = YS_OK;
  for (const ys_json_applied *a = above->first; a && status == YS_OK;
       a = a->next) {
    x->q.path = a->path;
    status = key != NULL ? apply_entry(x, a->node, key, value, list)
                         : apply_item(x, a->node, index, value, list);
  }
  return status;
}

/* ---- keys ---------------------------------------------------------------- */

/* Adds a key that the schema names. */
static ys_status offer(applying *x, ys_json_place *place, const ys_key *key,
                       bool required) {
  bool met;
  YS_TRY(ys_pairs_meet(&x->met, x->arena, key, place, &met));
  if (met && !required) return YS_OK;
  for (ys_json_offer *o = met ? place->first : NULL; o != NULL; o = o->next)
    if (ys_str_eq(o->key, key->text)) o->required = true;
  if (met) return YS_OK;
  ys_json_offer *made = ys_arena_new(x->arena, ys_json_offer);
  if (made == NULL) return YS_NOMEM;
  made->key = key->text;
  made->required = required;
  YS_APPEND(place->first, place->last, made);
  return apply_below(x, &place->applied, key, 0, NULL, &made->applied);
}

/* Adds the keys that `propertyNames` lists. */
static ys_status offer_names(applying *x, ys_json_place *place,
                             const ys_accept_node *names) {
  ys_json_applieds *list = ys_arena_new(x->arena, ys_json_applieds);
  const ys_key *key;
  if (list == NULL) return YS_NOMEM;
  YS_TRY(apply(x, names, NULL, list));
  for (const ys_json_applied *a = list->first; a != NULL; a = a->next) {
    ys_accept_words words;
    ys_accept_words_of(x->q.acceptor, a->node->schema, &words);
    const ys_slot *values = words.of[YS_KEYWORD_ENUM];
    if (values == NULL || values->kind != YS_ARRAY) continue;
    for (const ys_slot *s = ys_slot_first(values); s != NULL; s = s->next) {
      if (s->kind != YS_STRING) continue;
      YS_TRY(ys_keys_intern(&x->run->space.keys, YS_STRING, ys_slot_text(s),
                            &key));
      YS_TRY(offer(x, place, key, false));
    }
  }
  return YS_OK;
}

/* Adds the keys of the subschemas at a place. */
static ys_status offer_keys(applying *x, ys_json_place *place) {
  for (ys_json_applied *a = place->applied.first; a != NULL; a = a->next) {
    const ys_accept_maps *m = a->node->maps;
    if (m == NULL || !looks(x)) continue;
    for (uint32_t i = 0; m->entries != NULL && i < m->shape.count; i++) {
      const ys_accept_entry *entry = &m->entries[i];
      if (entry->node == NULL || entry->node->kinds != 0)
        YS_TRY(offer(x, place, m->shape.keys[i], entry->required));
    }
    if (m->names != NULL) YS_TRY(offer_names(x, place, m->names));
  }
  return YS_OK;
}

/* ---- places -------------------------------------------------------------- */

static ys_slot *part_of(applying *x, ys_slot *value, const ys_json_step *step,
                        const ys_key *key) {
  uint32_t index = 0;
  if (value == NULL || value->kind != (step->is_key ? YS_MAP : YS_ARRAY))
    return NULL;
  if (step->is_key) return ys_map_find(x->arena, value, key);
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if (index++ == step->index) return s;
  return NULL;
}

/* Goes on to the part of a value at the end of a step, or to NULL. */
static ys_status take_step(applying *x, const ys_json_step *step,
                           const ys_key **key, ys_slot **value) {
  *key = NULL;
  if (step->is_key)
    YS_TRY(ys_keys_intern(&x->run->space.keys, YS_STRING, step->key, key));
  *value = part_of(x, *value, step, *key);
  x->way = *value;
  return YS_OK;
}

/* Follows the steps. What applies to a value depends on what the next step
 * leads to, which may be unfinished. */
static ys_status follow(applying *x, ys_slot *value, const ys_json_step *steps,
                        uint32_t count, bool is_open, ys_json_place *out) {
  const ys_key *key = NULL, *next = NULL;
  ys_slot *below = value;
  for (uint32_t i = 0; i <= count; i++) {
    ys_json_applieds *list = ys_arena_new(x->arena, ys_json_applieds);
    if (list == NULL) return YS_NOMEM;
    x->way = NULL;
    if (i < count) YS_TRY(take_step(x, &steps[i], &next, &below));
    if (i == count && is_open) value = NULL;
    if (i == 0)
      YS_TRY(apply(x, x->q.acceptor->root, value, list));
    else
      YS_TRY(
          apply_below(x, &out->applied, key, steps[i - 1].index, value, list));
    out->applied = *list;
    key = next;
    value = below;
  }
  return offer_keys(x, out);
}

const ys_slot *ys_json_written(const ys_json_applied *applied) {
  return applied->node->schema;
}

ys_status ys_json_apply(ys_accept_run *run, ys_str text,
                        const ys_json_step *steps, uint32_t count, bool is_open,
                        ys_json_place *out) {
  ys_slot document = {0};
  const ys_extract all = {.text = text};
  bool is_json = false;
  applying x = {.run = run, .arena = &run->space.arena};
  *out = (ys_json_place){0};
  ys_space_forget_records(&run->space);
  ys_keys_forget(&run->space.keys);
  ys_arena_rewind(&run->space.arena, &run->begin);
  x.q = ys_accept_ask(run->acceptor, &run->space, &run->searches);
  x.q.steps = MOST_STEPS;
  x.q.remember_from = MOST_STEPS;
  ys_status status = ys_extract_check(&run->space, &all);
  if (status == YS_OK)
    status = ys_jsonread(&run->space, &all, false, &document, &is_json);
  if (status == YS_OK && is_json)
    status = follow(&x, &document, steps, count, is_open, out);
  if (x.q.status != YS_OK) status = x.q.status;
  return status == YS_INVALID ? YS_OK : status;
}
