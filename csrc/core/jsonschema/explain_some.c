/* core/jsonschema/explain_some.c - Finds the alternative that is nearest to a
 * value, and describes alternatives (core/jsonschema/explain.h). */

#include "core/jsonschema/explain.h"
#include "core/scalar/show.h"

/* ---- the nearest alternative ---------------------------------------------
 */

static bool is_listed(const ys_accept_violation *v) {
  return v->word == YS_KEYWORD_ENUM || v->word == YS_KEYWORD_CONST;
}

/* How near an alternative is: first, its type fits; then, a key selects it;
 * then, its violations are deep and few. */
static int64_t rank_of(const ys_accept_case *c, const ys_accept_found *found) {
  enum { OTHER_TYPE = 10000, OTHER_KEY = 5000, OTHER_VALUE = 1000 };
  int64_t rank = 0, deepest = 0;
  for (const ys_accept_item *i = found->first; i != NULL; i = i->next) {
    const int64_t steps = (int64_t)i->what->depth - c->depth;
    if (steps > deepest) deepest = steps;
    if (i->what->code == YS_E_TYPE && steps == 0) rank = -OTHER_TYPE;
    if (rank != 0 || !is_listed(i->what)) continue;
    if (steps == 1) rank = -OTHER_KEY;
    if (steps == 0) rank = -OTHER_VALUE;
  }
  return rank + deepest * 10 - found->count - found->more;
}

typedef struct nearest {
  const ys_accept_found **found; /* [count] of the alternatives */
  uint32_t count, best;
  bool meant; /* the others are for values of other types or kinds */
} nearest;

static void find_nearest(const ys_accept_case *c, nearest *n) {
  enum { FAR = -900 };
  int64_t best = 0, others = INT64_MIN;
  for (uint32_t i = 0; i < n->count; i++) {
    const int64_t rank = rank_of(c, n->found[i]);
    if (i == 0 || rank > best) {
      if (i > 0 && best > others) others = best;
      best = rank;
      n->best = i;
    } else if (rank > others) {
      others = rank;
    }
  }
  n->meant = others <= FAR;
}

/* ---- sentences -----------------------------------------------------------
 */

enum { MOST_VALUES = 64 }; /* of a list; more are not shown */

/* The values that alternatives list, each once. */
typedef struct listing {
  uint32_t count;
  const ys_slot *values[MOST_VALUES]; /* of the schema */
} listing;

static void list_value(listing *all, const ys_slot *value) {
  uint32_t i = 0;
  while (i < all->count && !ys_slot_equal(all->values[i], value))
    i++;
  if (i == all->count && i < MOST_VALUES) all->values[all->count++] = value;
}

/* Adds the values of an `enum` or a `const`. */
static void list_values(listing *all, const ys_accept_violation *v) {
  if (v->word == YS_KEYWORD_CONST) {
    list_value(all, v->keyword);
    return;
  }
  const ys_slot *s = ys_slot_first(v->keyword);
  for (; s != NULL && all->count < MOST_VALUES; s = s->next)
    list_value(all, s);
}

/* Appends "one of [10, 11]", or a single value after types. */
static void add_values(ys_buf *out, const listing *all) {
  enum { SHOWN_BYTES = 200 };
  const bool alone = all->count == 1 && out->len > 0;
  if (out->len > 0) ys_buf_cstr(out, " or ");
  if (!alone) ys_buf_cstr(out, "one of [");
  for (uint32_t i = 0; i < all->count; i++) {
    if (i > 0) ys_buf_cstr(out, ", ");
    if (i == MOST_VALUES - 1 || out->len > SHOWN_BYTES) {
      ys_buf_cstr(out, "...");
      break;
    }
    ys_show_value(out, all->values[i], true);
  }
  if (!alone) ys_buf_char(out, ']');
}

/* "string or one of [10, 11, 1]": the types and the values of all alternatives,
 * if only these are violated; else empty. */
static ys_status wanted(ys_accept_explainer *x, const ys_accept_case *c,
                        const nearest *n, ys_str *out) {
  listing all = {0};
  *out = YS_STR("");
  if (n->count < 2) return YS_OK;
  for (uint32_t i = 0; i < n->count; i++) {
    const ys_accept_violation *v = n->found[i]->first->what;
    if (v->depth != c->depth || (v->code != YS_E_TYPE && !is_listed(v)))
      return YS_OK;
    if (is_listed(v)) list_values(&all, v);
  }
  ys_buf buf = ys_buf_of(x->arena->memory);
  for (uint32_t i = 0; i < n->count; i++) {
    const ys_accept_violation *v = n->found[i]->first->what;
    if (is_listed(v) || ys_str_has(ys_buf_str(&buf), v->must_be)) continue;
    if (buf.len > 0) ys_buf_cstr(&buf, " or ");
    ys_buf_add(&buf, v->must_be);
  }
  if (all.count > 0) add_values(&buf, &all);
  return ys_buf_keep(&buf, x->arena, out);
}

static ys_str name_of(const ys_accept_whole *w) {
  return w->way == YS_ACCEPT_ONE ? YS_STR("oneOf") : YS_STR("anyOf");
}

static ys_accept_keyword word_of(const ys_accept_whole *w) {
  return w->way == YS_ACCEPT_ONE ? YS_KEYWORD_ONE_OF : YS_KEYWORD_ANY_OF;
}

/* "valid by one of the 3 schemas of anyOf" */
static ys_status some_words(ys_accept_explainer *x, const ys_accept_whole *w,
                            ys_str *out) {
  ys_str count;
  YS_TRY(ys_accept_count_words(x->arena, YS_STR(""), w->list.count,
                               YS_STR(" schemas of "), &count));
  return ys_str_fill(x->arena, "%s%s%s",
                     YS_WORDS(w->way == YS_ACCEPT_ONE
                                  ? YS_STR("valid by exactly one of the ")
                                  : YS_STR("valid by one of the "),
                              count, name_of(w)),
                     out);
}

/* ---- alternatives --------------------------------------------------------
 */

/* Several alternatives of `oneOf` accept the value. */
static ys_status report_several(ys_accept_explainer *x, const ys_accept_case *c,
                                const ys_accept_whole *w) {
  ys_str must_be, found;
  const char *before = "valid by /oneOf/";
  ys_buf buf = ys_buf_of(x->arena->memory);
  for (uint32_t i = 0; i < w->list.count; i++) {
    if (!ys_accepts_part(&x->q, w->list.nodes[i], c->value)) continue;
    ys_buf_fill(&buf, "%s%s", YS_WORDS(ys_cstr(before), YS_UINT(i)));
    before = ", /oneOf/";
  }
  YS_TRY(ys_buf_keep(&buf, x->arena, &found));
  YS_TRY(some_words(x, w, &must_be));
  return ys_accept_report(x, c, YS_KEYWORD_ONE_OF, must_be, found);
}

/* No alternative accepts the value. */
static ys_status report_none(ys_accept_explainer *x, const ys_accept_case *c,
                             const ys_accept_whole *w, nearest *n) {
  ys_str must_be, found;
  YS_TRY(wanted(x, c, n, &must_be));
  if (must_be.len > 0) {
    YS_TRY(ys_accept_shown(x->arena, c->value, &found));
    return ys_accept_report(x, c, word_of(w), must_be, found);
  }
  find_nearest(c, n);
  if (!n->meant) {
    ys_str text;
    YS_TRY(ys_str_fill(x->arena, "valid by none; the nearest is /%s/",
                       YS_WORDS(name_of(w)), &text));
    YS_TRY(ys_accept_count_words(x->arena, text, n->best, YS_STR(""), &found));
    YS_TRY(some_words(x, w, &must_be));
    YS_TRY(ys_accept_report(x, c, word_of(w), must_be, found));
  }
  return ys_accept_merge(x, c->found, n->found[n->best]);
}

ys_status ys_accept_explain_some(ys_accept_explainer *x,
                                 const ys_accept_case *c,
                                 const ys_accept_whole *w) {
  nearest n = {.count = w->list.count};
  uint32_t fitting = 0;
  YS_NEW_LIST(n.found, x->arena, n.count);
  for (uint32_t i = 0; i < n.count; i++) {
    YS_TRY(ys_accept_explain_part(x, w->list.nodes[i], c->value, c->path,
                                  c->depth, &n.found[i]));
    fitting += n.found[i]->first == NULL;
  }
  if (x->q.unsure) return x->q.status;
  if (fitting == 0) return report_none(x, c, w, &n);
  if (fitting > 1 && w->way == YS_ACCEPT_ONE) return report_several(x, c, w);
  return YS_OK;
}

/* ---- not -----------------------------------------------------------------
 */

ys_status ys_accept_explain_not(ys_accept_explainer *x, const ys_accept_case *c,
                                const ys_accept_node *node) {
  ys_str found, words;
  ys_accept_words inner;
  if (node->same != NULL) node = node->same;
  ys_accept_words_of(x->q.acceptor, node->schema, &inner);
  const ys_rule *listed = node->listed ? node->listed : node->constant;
  const bool one = ys_slot_size(node->schema) == 1;
  ys_str parts[] = {YS_STR("not "), YS_STR("valid by the schema of not")};
  if (one && listed != NULL) {
    parts[1] = listed->must_be;
  } else if (one && inner.of[YS_KEYWORD_TYPE] != NULL) {
    YS_TRY(ys_accept_kind_words(x->arena, node, &parts[1]));
  } else if (one && inner.of[YS_KEYWORD_REQUIRED] != NULL) {
    parts[0] = YS_STR("a map without all of ");
    YS_TRY(ys_accept_shown(x->arena, inner.of[YS_KEYWORD_REQUIRED], &parts[1]));
  }
  YS_TRY(ys_str_join(x->arena, parts, 2, &words));
  YS_TRY(ys_accept_shown(x->arena, c->value, &found));
  return ys_accept_report(x, c, YS_KEYWORD_NOT, words, found);
}

/* ---- what is described ---------------------------------------------------
 */

static void describe_array(ys_accept_explainer *x, const ys_accept_node *n,
                           const ys_slot *value, ys_accept_marks *marks) {
  const ys_accept_arrays *a = n->arrays;
  uint32_t i = 0;
  if (a == NULL) return;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next, i++)
    if (i < a->first.count || a->items != NULL ||
        (a->contains != NULL && a->contains_marks &&
         ys_accepts_part(&x->q, a->contains, s)))
      marks->of[i] = true;
}

static void describe_map(ys_accept_explainer *x, const ys_accept_node *n,
                         const ys_slot *value, ys_accept_marks *marks) {
  const ys_accept_maps *m = n->maps;
  uint32_t number = 0;
  if (m == NULL) return;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next, number++) {
    const int64_t at =
        m->entries == NULL ? -1 : ys_shape_find(&m->shape, s->key, 0);
    bool known = m->others != NULL || (at >= 0 && m->entries[at].node != NULL);
    for (uint32_t i = 0; i < m->pattern_count && !known; i++)
      known = ys_accept_matches(&x->q, m->patterns[i].pattern, s->key->text);
    if (known) marks->of[number] = true;
  }
}

typedef struct describing {
  ys_accept_explainer *x;
  ys_slot *value;
  ys_accept_marks *marks;
  ys_pairs met; /* nodes */
  struct named *named;
} describing;

/* The keys that a node names. */
typedef struct named {
  struct named *next;
  const ys_shape *shape;
} named;

static ys_status note_named(describing *d, const ys_accept_maps *maps) {
  if (maps == NULL || maps->shape.count == 0) return YS_OK;
  named *one;
  YS_KEEP(one, d->x->arena, (named){d->named, &maps->shape});
  d->named = one;
  return YS_OK;
}

/* All keys that were named, each once. */
static ys_status join_named(const describing *d, ys_shape *out) {
  ys_pairs met = {0};
  size_t most = 0;
  uint32_t count = 0;
  bool known;
  for (const named *n = d->named; n != NULL; n = n->next)
    most += n->shape->count;
  if (most == 0) return YS_OK;
  const ys_key **keys = ys_arena_zalloc(d->x->arena, most, sizeof *keys);
  if (keys == NULL) return YS_NOMEM;
  for (const named *n = d->named; n != NULL; n = n->next)
    for (uint32_t i = 0; i < n->shape->count; i++) {
      YS_TRY(ys_pairs_meet(&met, d->x->arena, n->shape->keys[i], NULL, &known));
      if (!known) keys[count++] = n->shape->keys[i];
    }
  return ys_shape_make(d->x->arena, keys, count, out);
}

static ys_status describe(describing *d, const ys_accept_node *n, bool inside);

/* The alternatives that accept the value, or all if none does. */
static ys_status describe_some(describing *d, const ys_accept_list *list) {
  bool any = false;
  for (uint32_t i = 0; i < list->count; i++)
    any |= ys_accepts_part(&d->x->q, list->nodes[i], d->value);
  for (uint32_t i = 0; i < list->count; i++)
    if (!any || ys_accepts_part(&d->x->q, list->nodes[i], d->value))
      YS_TRY(describe(d, list->nodes[i], true));
  return YS_OK;
}

static ys_status describe_whole(describing *d, const ys_accept_whole *w) {
  bool holds;
  switch (w->way) {
  case YS_ACCEPT_ALL:
    for (uint32_t i = 0; i < w->list.count; i++)
      YS_TRY(describe(d, w->list.nodes[i], true));
    return YS_OK;
  case YS_ACCEPT_DYNAMIC:
    return describe(d, ys_accept_outermost(&d->x->q, w), true);
  case YS_ACCEPT_ANY:
  case YS_ACCEPT_ONE: return describe_some(d, &w->list);
  case YS_ACCEPT_NOT: return YS_OK;
  case YS_ACCEPT_IF:
    holds = ys_accepts_part(&d->x->q, w->list.nodes[0], d->value);
    if (holds) YS_TRY(describe(d, w->list.nodes[0], true));
    return describe(d, w->list.nodes[holds ? 1 : 2], true);
  }
  return YS_OK;
}

/* `inside`: a keyword of the node around it leads to the node. */
static ys_status describe(describing *d, const ys_accept_node *n, bool inside) {
  bool met;
  if (n == NULL) return YS_OK;
  if (n->same != NULL) n = n->same;
  YS_TRY(ys_pairs_meet(&d->met, d->x->arena, n, NULL, &met));
  if (met) return YS_OK;
  const ys_accept_node *rest =
      d->value->kind == YS_MAP ? n->rest_entries : n->rest_items;
  for (uint32_t i = 0; inside && rest != NULL && i < d->marks->count; i++)
    d->marks->of[i] = true;
  if (d->value->kind == YS_MAP) {
    YS_TRY(note_named(d, n->maps));
    describe_map(d->x, n, d->value, d->marks);
  } else
    describe_array(d->x, n, d->value, d->marks);
  for (const ys_accept_whole *w = n->wholes; w != NULL; w = w->next)
    YS_TRY(describe_whole(d, w));
  if (d->value->kind != YS_MAP || n->maps == NULL) return YS_OK;
  for (const ys_accept_need *need = n->maps->needs; need; need = need->next)
    if (need->node && ys_map_find(d->x->arena, d->value, need->key) != NULL)
      YS_TRY(describe(d, need->node, true));
  return YS_OK;
}

ys_status ys_accept_describe(ys_accept_explainer *x, const ys_accept_node *node,
                             ys_slot *value, ys_accept_marks *marks,
                             ys_shape *keys) {
  describing d = {.x = x, .value = value, .marks = marks};
  *keys = (ys_shape){0};
  YS_TRY(describe(&d, node, false));
  return join_named(&d, keys);
}
