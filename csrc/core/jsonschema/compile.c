/* core/jsonschema/compile.c - Compiles the subschemas of a JSON Schema to
 * nodes.
 *
 * The meaning of each keyword is that of the import
 * (lua/yschema/importing/reading/keywords.lua): what is accepted here must be
 * valid there. What the import reports as invalid is declined. */

#include "core/jsonschema/node.h"
#include "core/rule/rule.h"
#include "core/tree/number.h"

enum {
  ALL_KINDS = YS_KINDS(YS_NULL) | YS_KINDS(YS_BOOL) | YS_KINDS(YS_INT) |
              YS_KINDS(YS_FLOAT) | YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY) |
              YS_KINDS(YS_MAP)
};

/* ---- nodes --------------------------------------------------------------- */

static void queue(ys_acceptor *a, ys_accept_node *node) {
  YS_APPEND(a->open_first, a->open_last, node);
}

ys_status ys_accept_node_of(ys_acceptor *a, const ys_slot *schema,
                            const ys_accept_scope *around,
                            ys_accept_node **out) {
  *out = ys_pairs_get(&a->nodes, schema, NULL);
  if (*out != NULL) {
    (*out)->shared = true;
    return YS_OK;
  }
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
  YS_NEW_LIST(out->nodes, &a->space->arena, ys_slot_size(schemas));
  for (const ys_slot *s = ys_slot_first(schemas); s != NULL; s = s->next)
    YS_TRY(ys_accept_node_of(a, s, around, &out->nodes[i++]));
  out->count = ys_slot_size(schemas);
  return YS_OK;
}

/* A count above 64 bits is the greatest one: nothing has so many parts. */
ys_status ys_accept_count(ys_acceptor *a, const ys_slot *value, uint64_t *out) {
  ys_number_text text;
  ys_decimal digits;
  if (value == NULL) return YS_OK;
  if (!ys_accept_is_number(value)) return ys_accept_decline(a);
  ys_number_decimal(value, &text, &digits);
  if ((digits.negative && ys_decimal_size(&digits) > 0) ||
      !ys_decimal_is_whole(&digits))
    return ys_accept_decline(a);
  if (!ys_decimal_natural(&digits, out)) *out = UINT64_MAX;
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

ys_status ys_accept_prepare(ys_acceptor *a, const char *name,
                            const ys_slot *value, const ys_rule **out) {
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
    YS_TRY(ys_accept_prepare(a, "one_of", listed, &node->listed));
  if (constant == NULL) return YS_OK;
  ys_slot list = {0};
  ys_slot *item = ys_arena_new(&a->space->arena, ys_slot);
  if (item == NULL) return YS_NOMEM;
  ys_slot_become(item, constant);
  ys_slot_make_bare(&list, YS_ARRAY);
  list.u.first = item;
  ys_slot_set_size(&list, 1);
  return ys_accept_prepare(a, "one_of", &list, &node->constant);
}

/* ---- the value as a whole ---------------------------------------------------
 */

static ys_status new_whole(ys_acceptor *a, ys_accept_node *node,
                           ys_accept_way way, const ys_slot *keyword,
                           uint32_t count, ys_accept_whole **out) {
  ys_accept_whole *whole = ys_arena_new(&a->space->arena, ys_accept_whole);
  if (whole == NULL) return YS_NOMEM;
  YS_NEW_LIST(whole->list.nodes, &a->space->arena, count);
  whole->list.count = count;
  whole->way = way;
  whole->keyword = keyword;
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
    YS_TRY(new_whole(a, node, all[i].way, list, 0, &whole));
    YS_TRY(ys_accept_list_of(a, list, node->scope, &whole->list));
  }
  if (words->of[YS_KEYWORD_NOT] == NULL) return YS_OK;
  YS_TRY(
      new_whole(a, node, YS_ACCEPT_NOT, words->of[YS_KEYWORD_NOT], 1, &whole));
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
  YS_TRY(new_whole(a, node, YS_ACCEPT_IF, words->of[YS_KEYWORD_IF], 3, &whole));
  for (uint32_t i = 0; i < 3; i++) {
    const ys_slot *schema = words->of[YS_KEYWORD_IF + i];
    if (schema != NULL)
      YS_TRY(ys_accept_node_of(a, schema, node->scope, &whole->list.nodes[i]));
  }
  return YS_OK;
}

/* ---- references ------------------------------------------------------------
 */

/* Notes a reference that leads nowhere so far. */
static ys_status lose(ys_acceptor *a, int draft, const ys_slot *ref) {
  const ys_accept_source *text = a->texts;
  ys_accept_lost *lost;
  YS_KEEP(lost, &a->space->arena,
          (ys_accept_lost){.ref = ref, .address = a->missing, .draft = draft});
  a->missing = YS_STR("");
  YS_APPEND(a->lost, a->last_lost, lost);
  while (text->next != NULL &&
         ys_slot_place(text->root).source != ys_slot_place(ref).source)
    text = text->next;
  return ys_accept_base_of(a, text, &lost->base);
}

/* Finds the node that a reference leads to; NULL if there is none. `*others`:
 * the subschemas that may replace it, if the reference is `dynamic`. */
static ys_status compile_target(ys_acceptor *a, const ys_accept_node *node,
                                const ys_slot *ref, bool dynamic,
                                ys_accept_node **out,
                                const ys_accept_target **others) {
  ys_accept_target target = {0};
  *out = NULL;
  if (ref->kind != YS_STRING) return ys_accept_decline(a);
  const ys_str text = ys_slot_text(ref);
  YS_TRY(dynamic
             ? ys_accept_refer_dynamic(a, node->scope, text, &target, others)
             : ys_accept_refer(a, node->scope, text, &target));
  if (target.schema == NULL) return lose(a, node->scope->draft, ref);
  return ys_accept_node_of(a, target.schema, target.scope, out);
}

static ys_status compile_ref(ys_acceptor *a, ys_accept_node *node,
                             const ys_slot *ref, bool dynamic) {
  ys_accept_whole *whole;
  ys_accept_node *target, *other;
  const ys_accept_target *others = NULL;
  if (ref == NULL) return YS_OK;
  YS_TRY(compile_target(a, node, ref, dynamic, &target, &others));
  if (target == NULL) return YS_OK;
  if (others != NULL && others->next == NULL &&
      others->schema == target->schema)
    others = NULL; /* nothing can replace it */
  YS_TRY(new_whole(a, node, others ? YS_ACCEPT_DYNAMIC : YS_ACCEPT_ALL, ref, 1,
                   &whole));
  whole->list.nodes[0] = target;
  for (; others != NULL; others = others->next) {
    YS_TRY(ys_accept_node_of(a, others->schema, others->scope, &other));
    YS_TRY(ys_pairs_set(&a->dynamic, &a->space->arena, whole,
                        others->scope->root, other));
  }
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

/* Some schemas have a notice in place of true. */
static void note_deprecated(ys_acceptor *a, ys_accept_node *node,
                            const ys_slot *word) {
  if (word == NULL ||
      (word->kind != YS_STRING && !(word->kind == YS_BOOL && word->u.boolean)))
    return;
  node->deprecated = word;
  a->deprecates = true;
}

static ys_status compile_node(ys_acceptor *a, ys_accept_node *node) {
  ys_accept_words words;
  ys_accept_words_of(a, node->schema, &words);
  ys_accept_drop_lacking(node->scope, &words);
  if (ys_accept_is_alone(&words, node->scope->draft))
    return compile_target(a, node, words.of[YS_KEYWORD_REF], false, &node->same,
                          NULL);
  YS_TRY(compile_type(a, node, words.of[YS_KEYWORD_TYPE]));
  YS_TRY(compile_values(a, node, &words));
  YS_TRY(ys_accept_compile_numbers(a, node, &words));
  YS_TRY(ys_accept_compile_strings(a, node, &words));
  YS_TRY(ys_accept_compile_arrays(a, node, &words));
  YS_TRY(ys_accept_compile_maps(a, node, &words));
  YS_TRY(compile_if(a, node, &words));
  YS_TRY(compile_ways(a, node, &words));
  YS_TRY(compile_refs(a, node, &words));
  YS_TRY(compile_rest(a, node, &words));
  note_deprecated(a, node, words.of[YS_KEYWORD_DEPRECATED]);
  node->open = is_open(node);
  return YS_OK;
}

ys_status ys_accept_compile_open(ys_acceptor *a) {
  while (a->open_first != NULL && !a->declined) {
    ys_accept_node *node = a->open_first;
    a->open_first = node->next;
    if (a->open_first == NULL) a->open_last = NULL;
    a->at = node->schema;
    YS_TRY(compile_node(a, node));
  }
  return YS_OK;
}
