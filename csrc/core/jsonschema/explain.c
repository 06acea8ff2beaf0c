/* core/jsonschema/explain.c - Finds each keyword that a value violates
 * (core/jsonschema/explain.h). */

#include "core/jsonschema/explain.h"
#include "core/rule/rule.h"

enum { MOST_LISTED = 100 };

/* ---- lists ---------------------------------------------------------------
 */

static ys_status add(ys_accept_explainer *x, ys_accept_found *into,
                     const ys_accept_violation *what) {
  bool met;
  YS_TRY(ys_pairs_meet(&x->listed, x->arena, into,
                       what->of != NULL ? what->of : what, &met));
  if (met) return YS_OK;
  if (into->count == MOST_LISTED) {
    into->more++;
    return YS_OK;
  }
  ys_accept_item *item = ys_arena_new(x->arena, ys_accept_item);
  if (item == NULL) return YS_NOMEM;
  item->what = what;
  YS_APPEND(into->first, into->last, item);
  into->count++;
  return YS_OK;
}

static ys_status add_because(ys_accept_explainer *x, ys_accept_found *into,
                             const ys_accept_violation *what, ys_str because) {
  ys_accept_violation *own;
  if (because.len == 0 || what->because.len > 0) return add(x, into, what);
  YS_KEEP(own, x->arena, *what);
  own->of = what;
  own->because = because;
  return add(x, into, own);
}

ys_status ys_accept_merge_because(ys_accept_explainer *x, ys_accept_found *into,
                                  const ys_accept_found *from, ys_str because) {
  for (const ys_accept_item *item = from->first; item; item = item->next)
    YS_TRY(add_because(x, into, item->what, because));
  into->more += from->more;
  return YS_OK;
}

ys_status ys_accept_merge(ys_accept_explainer *x, ys_accept_found *into,
                          const ys_accept_found *from) {
  return ys_accept_merge_because(x, into, from, (ys_str){0});
}

ys_status ys_accept_report_part(ys_accept_explainer *x, const ys_accept_case *c,
                                const ys_accept_violation *violation) {
  ys_accept_violation *own;
  YS_KEEP(own, x->arena, *violation);
  const ys_slot *keyword =
      own->word < YS_KEYWORD_COUNT ? c->words.of[own->word] : NULL;
  if (own->keyword == NULL)
    own->keyword = keyword == NULL ? c->node->schema : keyword;
  return add(x, c->found, own);
}

ys_status ys_accept_report(ys_accept_explainer *x, const ys_accept_case *c,
                           ys_accept_keyword word, ys_str must_be,
                           ys_str found) {
  return ys_accept_report_part(x, c,
                               &(ys_accept_violation){.path = c->path,
                                                      .depth = c->depth,
                                                      .part = c->value,
                                                      .word = word,
                                                      .code = YS_E_RULE,
                                                      .must_be = must_be,
                                                      .found = found});
}

/* ---- scalars -------------------------------------------------------------
 */

static ys_status report_shown(ys_accept_explainer *x, const ys_accept_case *c,
                              ys_accept_keyword word, ys_str must_be) {
  ys_str found;
  YS_TRY(ys_accept_shown(x->arena, c->value, &found));
  return ys_accept_report(x, c, word, must_be, found);
}

static ys_status explain_type(ys_accept_explainer *x, const ys_accept_case *c) {
  ys_accept_violation v = {.path = c->path,
                           .depth = c->depth,
                           .part = c->value,
                           .word = YS_KEYWORD_TYPE,
                           .code = YS_E_TYPE};
  if (c->node->schema->kind == YS_BOOL)
    return report_shown(x, c, YS_KEYWORD_COUNT, YS_STR("left out"));
  ys_accept_correct_kind(c, &v);
  YS_TRY(ys_accept_kind_words(x->arena, c->node, &v.must_be));
  return ys_accept_report_part(x, c, &v);
}

/* `enum` or `const`: *done is set if the value is not listed. */
static ys_status explain_listed(ys_accept_explainer *x, const ys_accept_case *c,
                                ys_accept_keyword word, const ys_rule *rule,
                                bool *done) {
  ys_finding finding;
  if (rule == NULL || ys_rule_allows(rule, c->value)) return YS_OK;
  *done = true;
  YS_TRY(ys_rule_test(x->q.space, rule, c->value, &finding));
  ys_accept_violation v = {.path = c->path,
                           .depth = c->depth,
                           .part = c->value,
                           .word = word,
                           .code = YS_E_RULE,
                           .must_be = rule->must_be,
                           .hint = finding.hint};
  ys_accept_correct_text(x, c, finding.meant, &v);
  YS_TRY(ys_accept_shown(x->arena, c->value, &v.found));
  return ys_accept_report_part(x, c, &v);
}

static ys_status explain_bound(ys_accept_explainer *x, const ys_accept_case *c,
                               const ys_accept_numbers *one,
                               const ys_slot *bound, const char *before,
                               ys_accept_keyword word) {
  ys_str text, must_be;
  if (bound == NULL || ys_accepts_number(&x->q, one, c->value)) return YS_OK;
  YS_TRY(ys_accept_shown(x->arena, bound, &text));
  YS_TRY(
      ys_str_fill(x->arena, "%s%s", YS_WORDS(ys_cstr(before), text), &must_be));
  return report_shown(x, c, word, must_be);
}

static ys_status explain_number(ys_accept_explainer *x,
                                const ys_accept_case *c) {
  const ys_accept_numbers *n = c->node->numbers;
  const bool old = c->node->scope->draft == 4;
  if (n == NULL) return YS_OK;
  YS_TRY(explain_bound(x, c, &(ys_accept_numbers){.min = n->min}, n->min,
                       "a value >= ", YS_KEYWORD_MINIMUM));
  YS_TRY(explain_bound(x, c, &(ys_accept_numbers){.max = n->max}, n->max,
                       "a value <= ", YS_KEYWORD_MAXIMUM));
  YS_TRY(explain_bound(
      x, c, &(ys_accept_numbers){.above = n->above}, n->above, "a value > ",
      old ? YS_KEYWORD_MINIMUM : YS_KEYWORD_EXCLUSIVE_MINIMUM));
  YS_TRY(explain_bound(
      x, c, &(ys_accept_numbers){.below = n->below}, n->below, "a value < ",
      old ? YS_KEYWORD_MAXIMUM : YS_KEYWORD_EXCLUSIVE_MAXIMUM));
  return explain_bound(x, c, &(ys_accept_numbers){.multiple = n->multiple},
                       c->words.of[YS_KEYWORD_MULTIPLE_OF], "a multiple of ",
                       YS_KEYWORD_MULTIPLE_OF);
}

/* A length or a size that is out of bounds. */
static ys_status explain_size(ys_accept_explainer *x, const ys_accept_case *c,
                              uint64_t size, uint64_t min, uint64_t max,
                              ys_accept_keyword least) {
  ys_str must_be, found;
  if (size >= min && size <= max) return YS_OK;
  YS_TRY(ys_accept_count_words(x->arena, YS_STR("length = "), size, YS_STR(""),
                               &found));
  YS_TRY(ys_accept_count_words(
      x->arena, size < min ? YS_STR("length >= ") : YS_STR("length <= "),
      size < min ? min : max, YS_STR(""), &must_be));
  return ys_accept_report(x, c, size < min ? least : least + 1, must_be, found);
}

/* A text that does not match the pattern. `x-must-be` says in words what does.
 */
static ys_status explain_pattern(ys_accept_explainer *x,
                                 const ys_accept_case *c) {
  const ys_slot *words = c->words.of[YS_KEYWORD_MUST_BE];
  ys_str shown, must_be;
  if (words != NULL && words->kind == YS_STRING)
    return report_shown(x, c, YS_KEYWORD_PATTERN, ys_slot_text(words));
  YS_TRY(ys_accept_shown(x->arena, c->words.of[YS_KEYWORD_PATTERN], &shown));
  YS_TRY(
      ys_str_fill(x->arena, "a string matching %s", YS_WORDS(shown), &must_be));
  return report_shown(x, c, YS_KEYWORD_PATTERN, must_be);
}

static ys_status explain_string(ys_accept_explainer *x,
                                const ys_accept_case *c) {
  const ys_accept_strings *s = c->node->strings;
  const ys_accept_strings pattern = {.max = UINT64_MAX,
                                     .pattern = s ? s->pattern : NULL};
  ys_str must_be;
  if (s == NULL) return YS_OK;
  const ys_str text = ys_slot_text(c->value);
  YS_TRY(explain_size(x, c, ys_utf8_count(text), s->min, s->max,
                      YS_KEYWORD_MIN_LENGTH));
  if (!ys_accepts_string(&x->q, &pattern, c->value))
    YS_TRY(explain_pattern(x, c));
  if (s->format == NULL || ys_accept_fits_format(&x->q, s->format, text))
    return YS_OK;
  YS_TRY(ys_str_fill(x->arena, "a string of the format %s",
                     YS_WORDS(ys_cstr(s->format->name)), &must_be));
  return report_shown(x, c, YS_KEYWORD_FORMAT, must_be);
}

/* ---- the value as a whole ------------------------------------------------
 */

static ys_status explain_same(ys_accept_explainer *x, const ys_accept_case *c,
                              const ys_accept_node *node) {
  const ys_accept_found *found;
  if (node == NULL) return YS_OK;
  YS_TRY(ys_accept_explain_part(x, node, c->value, c->path, c->depth, &found));
  return ys_accept_merge(x, c->found, found);
}

static ys_status explain_if(ys_accept_explainer *x, const ys_accept_case *c,
                            ys_accept_node *const *nodes) {
  const bool holds = ys_accepts_part(&x->q, nodes[0], c->value);
  const ys_accept_node *node = nodes[holds ? 1 : 2];
  const ys_accept_found *found;
  ys_str because = {0};
  if (node == NULL) return YS_OK;
  YS_TRY(ys_accept_explain_part(x, node, c->value, c->path, c->depth, &found));
  if (found->first != NULL)
    YS_TRY(ys_accept_condition_words(x, nodes[0], c->value, holds, &because));
  return ys_accept_merge_because(x, c->found, found, because);
}

static ys_status explain_whole(ys_accept_explainer *x, const ys_accept_case *c,
                               const ys_accept_whole *w) {
  ys_accept_node *const *nodes = w->list.nodes;
  switch (w->way) {
  case YS_ACCEPT_ALL:
    for (uint32_t i = 0; i < w->list.count; i++)
      YS_TRY(explain_same(x, c, nodes[i]));
    return YS_OK;
  case YS_ACCEPT_DYNAMIC:
    return explain_same(x, c, ys_accept_outermost(&x->q, w));
  case YS_ACCEPT_ANY:
  case YS_ACCEPT_ONE: return ys_accept_explain_some(x, c, w);
  case YS_ACCEPT_NOT:
    if (!ys_accepts_part(&x->q, nodes[0], c->value)) return YS_OK;
    return ys_accept_explain_not(x, c, nodes[0]);
  case YS_ACCEPT_IF: return explain_if(x, c, nodes);
  }
  return YS_OK;
}

/* ---- a node and a value --------------------------------------------------
 */

static ys_status explain_kind(ys_accept_explainer *x, const ys_accept_case *c) {
  const ys_accept_node *n = c->node;
  switch (c->value->kind) {
  case YS_INT:
  case YS_FLOAT: return explain_number(x, c);
  case YS_STRING: return explain_string(x, c);
  case YS_ARRAY:
    if (n->arrays != NULL)
      YS_TRY(explain_size(x, c, ys_slot_size(c->value), n->arrays->min,
                          n->arrays->max, YS_KEYWORD_MIN_ITEMS));
    return ys_accept_explain_array(x, c);
  case YS_MAP:
    if (n->maps != NULL)
      YS_TRY(explain_size(x, c, ys_slot_size(c->value), n->maps->min,
                          n->maps->max, YS_KEYWORD_MIN_PROPERTIES));
    return ys_accept_explain_map(x, c);
  default: return YS_OK;
  }
}

static ys_status explain(ys_accept_explainer *x, const ys_accept_case *c) {
  const ys_accept_node *n = c->node;
  bool done = false;
  if (!ys_accept_is_of_kind(n, c->value)) return explain_type(x, c);
  YS_TRY(explain_listed(x, c, YS_KEYWORD_ENUM, n->listed, &done));
  if (!done) YS_TRY(explain_listed(x, c, YS_KEYWORD_CONST, n->constant, &done));
  if (done) return YS_OK;
  YS_TRY(explain_kind(x, c));
  for (const ys_accept_whole *w = n->wholes; w != NULL; w = w->next)
    YS_TRY(explain_whole(x, c, w));
  return YS_OK;
}

ys_status ys_accept_explain_part(ys_accept_explainer *x,
                                 const ys_accept_node *node, ys_slot *value,
                                 const ys_path *path, uint32_t depth,
                                 const ys_accept_found **out) {
  static const ys_accept_found none = {0};
  const ys_accept_path *before = x->q.path;
  if (node->same != NULL) node = node->same;
  *out = &none;
  if (ys_accepts_part(&x->q, node, value) || x->q.unsure) return x->q.status;
  if (x->q.acceptor->dynamic.count > 0 && !ys_accept_enter(&x->q, node))
    return x->q.status;
  const void *asked = ys_accept_asked(&x->q, node);
  if (asked == NULL) return YS_NOMEM;
  ys_accept_found *found = ys_pairs_get(&x->explained, asked, value);
  if (found == NULL) {
    YS_NEW(found, x->arena);
    YS_TRY(ys_pairs_set(&x->explained, x->arena, asked, value, found));
    ys_accept_case c = {node, value, path, depth, {{NULL}}, found, NULL};
    ys_accept_words_of(x->q.acceptor, node->schema, &c.words);
    YS_TRY(explain(x, &c));
  }
  x->q.path = before;
  *out = found;
  return YS_OK;
}
