/* core/accept/compile.c - Compiles the subschemas of a JSON Schema to nodes.
 *
 * The meaning of each keyword is that of the import
 * (lua/yschema/importing/reading/keywords.lua): what is accepted here must be
 * valid there. What the import reports as invalid is declined. */

#include "core/accept/node.h"
#include "core/rule/rule.h"

enum {
  ALL_KINDS = YS_KINDS(YS_NULL) | YS_KINDS(YS_BOOL) | YS_KINDS(YS_INT) |
              YS_KINDS(YS_FLOAT) | YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY) |
              YS_KINDS(YS_MAP)
};

/* ---- nodes --------------------------------------------------------------- */

static void queue(ys_acceptor *a, ys_accept_node *node) {
  *(a->open_last == NULL ? &a->open_first : &a->open_last->next) = node;
  a->open_last = node;
}

ys_status ys_accept_node_of(ys_acceptor *a, const ys_slot *schema,
                            const ys_accept_scope *around,
                            ys_accept_node **out) {
  *out = ys_pairs_get(&a->nodes, schema, NULL);
  if (*out != NULL) return YS_OK;
  ys_accept_node *node = ys_arena_new(&a->space->arena, ys_accept_node);
  if (node == NULL) return YS_NOMEM;
  *out = node;
  node->schema = schema;
  node->kinds = ALL_KINDS;
  node->all = a->all_nodes;
  a->all_nodes = node;
  YS_TRY(ys_pairs_set(&a->nodes, &a->space->arena, schema, NULL, node));
  if (schema->kind == YS_BOOL) {
    node->open = schema->u.boolean;
    if (!node->open) node->kinds = 0;
    return YS_OK;
  }
  if (schema->kind != YS_MAP) return ys_accept_decline(a);
  YS_TRY(ys_accept_scope_of(a, schema, around, &node->scope));
  queue(a, node);
  return YS_OK;
}

ys_status ys_accept_list_of(ys_acceptor *a, const ys_slot *schemas,
                            const ys_accept_scope *around,
                            ys_accept_list *out) {
  uint32_t i = 0;
  if (schemas->kind != YS_ARRAY) return ys_accept_decline(a);
  out->nodes = ys_arena_zalloc(&a->space->arena, ys_slot_size(schemas),
                               sizeof *out->nodes);
  if (out->nodes == NULL) return YS_NOMEM;
  for (const ys_slot *s = ys_slot_first(schemas); s != NULL; s = s->next)
    YS_TRY(ys_accept_node_of(a, s, around, &out->nodes[i++]));
  out->count = ys_slot_size(schemas);
  return YS_OK;
}

ys_status ys_accept_pattern_of(ys_acceptor *a, ys_str text,
                               ys_accept_pattern **out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&a->addresses, YS_STRING, text, &key));
  *out = ys_pairs_get(&a->patterns, key, NULL);
  if (*out != NULL) return YS_OK;
  ys_accept_pattern *pattern =
      ys_arena_new(&a->space->arena, ys_accept_pattern);
  if (pattern == NULL) return YS_NOMEM;
  *pattern = (ys_accept_pattern){.next = a->first_pattern, .text = key->text};
  a->first_pattern = *out = pattern;
  return ys_pairs_set(&a->patterns, &a->space->arena, key, NULL, pattern);
}

ys_status ys_accept_count(ys_acceptor *a, const ys_slot *value, uint64_t *out) {
  if (value == NULL) return YS_OK;
  if (value->kind == YS_INT &&
      ((value->flags & YS_SLOT_UNSIGNED) != 0 || value->u.integer >= 0)) {
    *out = value->u.natural;
    return YS_OK;
  }
  if (value->kind != YS_FLOAT || !(value->u.number >= 0) ||
      value->u.number > 9e15 ||
      value->u.number != (double)(uint64_t)value->u.number)
    return ys_accept_decline(a);
  *out = (uint64_t)value->u.number;
  return YS_OK;
}

/* ---- all values -----------------------------------------------------------
 */

/* Adds a type to the kinds; false if there is no such type. */
static bool add_type(const ys_slot *name, ys_kinds *kinds, bool *number) {
  static const struct {
    const char *name;
    ys_kinds kinds;
  } all[] = {{"null", YS_KINDS(YS_NULL)},
             {"boolean", YS_KINDS(YS_BOOL)},
             {"object", YS_KINDS(YS_MAP)},
             {"array", YS_KINDS(YS_ARRAY)},
             {"string", YS_KINDS(YS_STRING)},
             {"integer", YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT)},
             {"number", YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT)}};
  if (name->kind != YS_STRING) return false;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!ys_str_eq(ys_slot_text(name), ys_cstr(all[i].name))) continue;
    *kinds |= all[i].kinds;
    *number |= i == sizeof all / sizeof *all - 1;
    return true;
  }
  return false;
}

static ys_status compile_type(ys_acceptor *a, ys_accept_node *node,
                              const ys_slot *type) {
  bool number = false, known = true;
  if (type == NULL) return YS_OK;
  node->kinds = 0;
  if (type->kind == YS_ARRAY) {
    known = ys_slot_size(type) > 0;
    for (const ys_slot *s = ys_slot_first(type); s != NULL; s = s->next)
      known = known && add_type(s, &node->kinds, &number);
  } else {
    known = add_type(type, &node->kinds, &number);
  }
  node->whole = !number && (node->kinds & YS_KINDS(YS_FLOAT)) != 0;
  return known ? YS_OK : ys_accept_decline(a);
}

/* Prepares a named rule of ours, whose argument is `value`. */
static ys_status prepare(ys_acceptor *a, const char *name, const ys_slot *value,
                         const ys_rule **out) {
  ys_arg *arg = ys_arena_new(&a->space->arena, ys_arg);
  ys_rule *rule = ys_arena_new(&a->space->arena, ys_rule);
  ys_preparation preparation;
  if (arg == NULL || rule == NULL) return YS_NOMEM;
  *arg = (ys_arg){.name = ys_cstr(name), .computed = true};
  ys_slot_become(&arg->value, value);
  YS_TRY(ys_rule_prepare(a->space, ys_rule_find(arg->name), arg, rule,
                         &preparation));
  if (preparation.problem.len > 0) return ys_accept_decline(a);
  *out = rule;
  return YS_OK;
}

static ys_status compile_values(ys_acceptor *a, ys_accept_node *node,
                                const ys_accept_words *words) {
  const ys_slot *listed = words->of[YS_KEYWORD_ENUM];
  const ys_slot *constant = words->of[YS_KEYWORD_CONST];
  if (listed != NULL && listed->kind != YS_ARRAY) return ys_accept_decline(a);
  if (listed != NULL && ys_slot_size(listed) == 0)
    node->kinds = 0;
  else if (listed != NULL)
    YS_TRY(prepare(a, "one_of", listed, &node->listed));
  if (constant == NULL) return YS_OK;
  ys_slot list = {0};
  ys_slot *item = ys_arena_new(&a->space->arena, ys_slot);
  if (item == NULL) return YS_NOMEM;
  ys_slot_become(item, constant);
  ys_slot_make_bare(&list, YS_ARRAY);
  list.u.first = item;
  ys_slot_set_size(&list, 1);
  return prepare(a, "one_of", &list, &node->constant);
}

/* ---- numbers and strings ---------------------------------------------------
 */

static bool is_number(const ys_slot *slot) {
  return slot != NULL && (slot->kind == YS_INT || slot->kind == YS_FLOAT);
}

/* Reads a bound, and the one that excludes itself: a number, or in draft-04
 * true. */
static ys_status compile_bound(ys_acceptor *a, int draft, const ys_slot *bound,
                               const ys_slot *strict, const ys_slot **out,
                               const ys_slot **out_strict) {
  if (bound != NULL && !is_number(bound)) return ys_accept_decline(a);
  if (strict == NULL || is_number(strict)) {
    *out = bound;
    *out_strict = strict;
    return YS_OK;
  }
  if (draft != 4 || strict->kind != YS_BOOL) return ys_accept_decline(a);
  *(strict->u.boolean ? out_strict : out) = bound;
  return YS_OK;
}

static ys_status compile_numbers(ys_acceptor *a, ys_accept_node *node,
                                 const ys_accept_words *words) {
  ys_accept_numbers n = {0};
  YS_TRY(compile_bound(a, node->scope->draft, words->of[YS_KEYWORD_MINIMUM],
                       words->of[YS_KEYWORD_EXCLUSIVE_MINIMUM], &n.min,
                       &n.above));
  YS_TRY(compile_bound(a, node->scope->draft, words->of[YS_KEYWORD_MAXIMUM],
                       words->of[YS_KEYWORD_EXCLUSIVE_MAXIMUM], &n.max,
                       &n.below));
  if (words->of[YS_KEYWORD_MULTIPLE_OF] != NULL)
    YS_TRY(prepare(a, "multiple_of", words->of[YS_KEYWORD_MULTIPLE_OF],
                   &n.multiple));
  if (!n.min && !n.max && !n.above && !n.below && !n.multiple) return YS_OK;
  ys_accept_numbers *made = ys_arena_new(&a->space->arena, ys_accept_numbers);
  if (made == NULL) return YS_NOMEM;
  *made = n;
  node->numbers = made;
  return YS_OK;
}

/* The formats that the import validates. `regex` it does, too: its expressions
 * are not ours. */
static ys_status compile_format(ys_acceptor *a, ys_accept_node *node,
                                const ys_slot *name, const ys_format **out) {
  static const char *const all[] = {
      "date-time", "date", "time", "email", "hostname",
      "ipv4",      "ipv6", "uri",  "uuid",  "uri-reference"};
  if (name == NULL) return YS_OK;
  if (name->kind != YS_STRING) return ys_accept_decline(a);
  if (!node->scope->formats || node->scope->draft > 7) return YS_OK;
  const ys_str text = ys_slot_text(name);
  if (ys_str_eq(text, YS_STR("regex"))) node->opaque = true;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (ys_str_eq(text, ys_cstr(all[i]))) *out = ys_format_find(text);
  return YS_OK;
}

static ys_status compile_strings(ys_acceptor *a, ys_accept_node *node,
                                 const ys_accept_words *words) {
  const ys_slot *pattern = words->of[YS_KEYWORD_PATTERN];
  ys_accept_strings s = {.max = UINT64_MAX};
  ys_accept_pattern *found = NULL;
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MIN_LENGTH], &s.min));
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MAX_LENGTH], &s.max));
  YS_TRY(compile_format(a, node, words->of[YS_KEYWORD_FORMAT], &s.format));
  if (pattern != NULL) {
    if (pattern->kind != YS_STRING) return ys_accept_decline(a);
    YS_TRY(ys_accept_pattern_of(a, ys_slot_text(pattern), &found));
    s.pattern = found;
  }
  if (s.min == 0 && s.max == UINT64_MAX && !s.pattern && !s.format)
    return YS_OK;
  ys_accept_strings *made = ys_arena_new(&a->space->arena, ys_accept_strings);
  if (made == NULL) return YS_NOMEM;
  *made = s;
  node->strings = made;
  return YS_OK;
}

/* ---- the value as a whole ---------------------------------------------------
 */

static ys_status new_whole(ys_acceptor *a, ys_accept_node *node,
                           ys_accept_way way, uint32_t count,
                           ys_accept_whole **out) {
  ys_accept_whole *whole = ys_arena_new(&a->space->arena, ys_accept_whole);
  if (whole == NULL) return YS_NOMEM;
  whole->list.nodes =
      ys_arena_zalloc(&a->space->arena, count, sizeof(ys_accept_node *));
  if (whole->list.nodes == NULL) return YS_NOMEM;
  whole->list.count = count;
  whole->way = way;
  whole->next = node->wholes;
  node->wholes = *out = whole;
  return YS_OK;
}

static ys_status compile_ways(ys_acceptor *a, ys_accept_node *node,
                              const ys_accept_words *words) {
  static const struct {
    ys_accept_keyword keyword;
    ys_accept_way way;
  } all[] = {{YS_KEYWORD_ALL_OF, YS_ACCEPT_ALL},
             {YS_KEYWORD_ANY_OF, YS_ACCEPT_ANY},
             {YS_KEYWORD_ONE_OF, YS_ACCEPT_ONE}};
  ys_accept_whole *whole;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const ys_slot *list = words->of[all[i].keyword];
    if (list == NULL) continue;
    if (list->kind != YS_ARRAY || ys_slot_size(list) == 0)
      return ys_accept_decline(a);
    YS_TRY(new_whole(a, node, all[i].way, 0, &whole));
    YS_TRY(ys_accept_list_of(a, list, node->scope, &whole->list));
  }
  if (words->of[YS_KEYWORD_NOT] == NULL) return YS_OK;
  YS_TRY(new_whole(a, node, YS_ACCEPT_NOT, 1, &whole));
  return ys_accept_node_of(a, words->of[YS_KEYWORD_NOT], node->scope,
                           &whole->list.nodes[0]);
}

static ys_status compile_if(ys_acceptor *a, ys_accept_node *node,
                            const ys_accept_words *words) {
  ys_accept_whole *whole;
  const bool alone =
      words->of[YS_KEYWORD_THEN] == NULL && words->of[YS_KEYWORD_ELSE] == NULL;
  if (words->of[YS_KEYWORD_IF] == NULL) return YS_OK;
  if (alone && node->scope->draft < 2019) return YS_OK; /* it marks nothing */
  YS_TRY(new_whole(a, node, YS_ACCEPT_IF, 3, &whole));
  for (uint32_t i = 0; i < 3; i++) {
    const ys_slot *schema = words->of[YS_KEYWORD_IF + i];
    if (schema != NULL)
      YS_TRY(ys_accept_node_of(a, schema, node->scope, &whole->list.nodes[i]));
  }
  return YS_OK;
}

/* ---- references ------------------------------------------------------------
 */

/* Finds the node that a reference leads to; NULL if there is none. */
static ys_status compile_target(ys_acceptor *a, const ys_accept_node *node,
                                const ys_slot *ref, bool moving,
                                ys_accept_node **out) {
  ys_accept_target target = {0};
  *out = NULL;
  if (ref->kind != YS_STRING) return ys_accept_decline(a);
  const ys_str text = ys_slot_text(ref);
  YS_TRY(moving ? ys_accept_refer_dynamic(a, node->scope, text, &target)
                : ys_accept_refer(a, node->scope, text, &target));
  if (target.schema == NULL) {
    if (a->missing.len == 0) a->declined = true;
    return YS_OK;
  }
  return ys_accept_node_of(a, target.schema, target.scope, out);
}

static ys_status compile_ref(ys_acceptor *a, ys_accept_node *node,
                             const ys_slot *ref, bool moving) {
  ys_accept_whole *whole;
  ys_accept_node *target;
  if (ref == NULL) return YS_OK;
  YS_TRY(compile_target(a, node, ref, moving, &target));
  if (target == NULL) return YS_OK;
  YS_TRY(new_whole(a, node, YS_ACCEPT_ALL, 1, &whole));
  whole->list.nodes[0] = target;
  return YS_OK;
}

static ys_status compile_refs(ys_acceptor *a, ys_accept_node *node,
                              const ys_accept_words *words) {
  const int draft = node->scope->draft;
  YS_TRY(compile_ref(a, node, words->of[YS_KEYWORD_REF], false));
  if (draft < 2019) return YS_OK;
  return compile_ref(a, node,
                     words->of[draft == 2019 ? YS_KEYWORD_RECURSIVE_REF
                                             : YS_KEYWORD_DYNAMIC_REF],
                     true);
}

/* ---- a subschema -----------------------------------------------------------
 */

static ys_status compile_rest(ys_acceptor *a, ys_accept_node *node,
                              const ys_accept_words *words) {
  const ys_slot *items = words->of[YS_KEYWORD_UNEVALUATED_ITEMS];
  const ys_slot *entries = words->of[YS_KEYWORD_UNEVALUATED_PROPERTIES];
  if (node->scope->draft < 2019) return YS_OK;
  if (items != NULL)
    YS_TRY(ys_accept_node_of(a, items, node->scope, &node->rest_items));
  if (entries == NULL) return YS_OK;
  return ys_accept_node_of(a, entries, node->scope, &node->rest_entries);
}

/* Whether nothing is left to test but the kind. */
static bool is_open(const ys_accept_node *n) {
  return !n->whole && !n->opaque && !n->listed && !n->constant && !n->numbers &&
         !n->strings && !n->arrays && !n->maps && !n->wholes &&
         !n->rest_items && !n->rest_entries;
}

static ys_status compile_node(ys_acceptor *a, ys_accept_node *node) {
  ys_accept_words words;
  ys_accept_words_of(node->schema, &words);
  if (ys_accept_is_alone(&words, node->scope->draft))
    return compile_target(a, node, words.of[YS_KEYWORD_REF], false,
                          &node->same);
  YS_TRY(compile_type(a, node, words.of[YS_KEYWORD_TYPE]));
  YS_TRY(compile_values(a, node, &words));
  YS_TRY(compile_numbers(a, node, &words));
  YS_TRY(compile_strings(a, node, &words));
  YS_TRY(ys_accept_compile_arrays(a, node, &words));
  YS_TRY(ys_accept_compile_maps(a, node, &words));
  YS_TRY(compile_if(a, node, &words));
  YS_TRY(compile_ways(a, node, &words));
  YS_TRY(compile_refs(a, node, &words));
  YS_TRY(compile_rest(a, node, &words));
  node->open = is_open(node);
  return YS_OK;
}

ys_status ys_accept_compile_open(ys_acceptor *a) {
  while (a->open_first != NULL && !a->declined && a->missing.len == 0) {
    ys_accept_node *node = a->open_first;
    a->open_first = node->next;
    if (a->open_first == NULL) a->open_last = NULL;
    YS_TRY(compile_node(a, node));
  }
  return YS_OK;
}
