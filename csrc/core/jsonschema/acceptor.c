/* core/jsonschema/acceptor.c - Puts a compiled JSON Schema together from its
 * texts (core/jsonschema/accept.h). */

#include "core/json/read.h"
#include "core/jsonschema/node.h"
#include "core/yaml/parse.h"

static const char *const names[] = {
#define X(name, text, holds) text,
    YS_KEYWORDS(X)
#undef X
};

static const char *const rules[] = {
#define X(name, text, holds) "json-schema/" text,
    YS_KEYWORDS(X)
#undef X
};

static ys_status intern_keywords(ys_acceptor *a) {
  ys_accept_vocabulary *v =
      ys_arena_new(&a->space->arena, ys_accept_vocabulary);
  if (v == NULL) return YS_NOMEM;
  a->vocabulary = v;
  for (size_t i = 0; i < YS_KEYWORD_COUNT; i++) {
    const ys_str name = ys_cstr(names[i]);
    YS_TRY(ys_keys_intern(&a->space->keys, YS_STRING, name, &v->keys[i]));
    if (v->keys[i]->number >= v->count) v->count = v->keys[i]->number + 1;
  }
  uint8_t *numbers = ys_arena_alloc(&a->space->arena, v->count);
  if (numbers == NULL) return YS_NOMEM;
  memset(numbers, YS_KEYWORD_COUNT, v->count);
  for (size_t i = 0; i < YS_KEYWORD_COUNT; i++)
    numbers[v->keys[i]->number] = (uint8_t)i;
  v->keywords = numbers;
  return YS_OK;
}

ys_accept_keyword ys_accept_keyword_of(const ys_acceptor *a,
                                       const ys_key *key) {
  const ys_accept_vocabulary *v = a->vocabulary;
  return key->number < v->count ? (ys_accept_keyword)v->keywords[key->number]
                                : YS_KEYWORD_COUNT;
}

ys_str ys_accept_keyword_name(ys_accept_keyword keyword) {
  return keyword < YS_KEYWORD_COUNT ? ys_cstr(names[keyword]) : YS_STR("");
}

ys_str ys_accept_rule_name(ys_accept_keyword keyword) {
  return keyword < YS_KEYWORD_COUNT ? ys_cstr(rules[keyword])
                                    : YS_STR("json-schema/false");
}

static void release_addresses(void *what) {
  ys_keys_release(what);
}

ys_status ys_acceptor_new(ys_space *space, int draft, ys_acceptor **out) {
  ys_acceptor *a = ys_arena_new(&space->arena, ys_acceptor);
  if (a == NULL) return YS_NOMEM;
  a->space = space;
  a->draft = draft;
  ys_keys_init(&a->addresses, &space->arena, NULL);
  YS_TRY(ys_space_own(space, release_addresses, &a->addresses));
  *out = a;
  return intern_keywords(a);
}

ys_status ys_acceptor_add_dialect(ys_acceptor *a,
                                  const ys_accept_dialect *dialect) {
  ys_accept_dialect *own;
  YS_KEEP(own, &a->space->arena, *dialect);
  own->next = a->dialects;
  a->dialects = own;
  return YS_OK;
}

void ys_acceptor_assert_formats(ys_acceptor *a) {
  a->asserts_formats = true;
}

ys_status ys_acceptor_add_root(ys_acceptor *a, ys_str uri, ys_slot *root,
                               int draft) {
  ys_accept_scope *scope = ys_arena_new(&a->space->arena, ys_accept_scope);
  ys_accept_source *source = ys_arena_new(&a->space->arena, ys_accept_source);
  if (scope == NULL || source == NULL) return YS_NOMEM;
  *scope = (ys_accept_scope){.draft = draft, .base = uri};
  source->root = root;
  source->scope = scope;
  YS_APPEND(a->texts, a->last_text, source);
  return YS_OK;
}

ys_status ys_acceptor_add_source(ys_acceptor *a, ys_str uri, uint16_t source,
                                 int draft) {
  const bool core_schema = a->space->core_schema;
  const ys_wide wide = a->space->wide;
  ys_documents documents = {0};
  a->space->core_schema = true;
  a->space->wide = YS_WIDE_EXACT;
  const ys_status status = ys_parse(a->space, source, &documents);
  a->space->core_schema = core_schema;
  a->space->wide = wide;
  if (status != YS_OK) return status;
  ys_slot *root = documents.count == 1 ? documents.first : NULL;
  if (root == NULL) root = ys_arena_new(&a->space->arena, ys_slot);
  return root == NULL ? YS_NOMEM : ys_acceptor_add_root(a, uri, root, draft);
}

ys_status ys_acceptor_add(ys_acceptor *a, ys_str uri, ys_str text, bool *fits) {
  ys_slot *root = ys_arena_new(&a->space->arena, ys_slot);
  const ys_extract all = {.text = text};
  bool is_json = false;
  if (root == NULL) return YS_NOMEM;
  const ys_wide wide = a->space->wide;
  a->space->wide = YS_WIDE_EXACT;
  const ys_status status = ys_jsonread(a->space, &all, false, root, &is_json);
  a->space->wide = wide;
  if (status == YS_NOMEM) return status;
  *fits = status == YS_OK && is_json;
  if (!*fits) {
    ys_space_forget_records(a->space);
    return YS_OK;
  }
  return ys_acceptor_add_root(a, uri, root, a->draft);
}

/* ---- references ------------------------------------------------------------
 */

/* Makes references to references lead to the last one. Whether a circle of
 * them accepts a value is not known. */
static void shorten(ys_accept_node *node) {
  ys_accept_node *last = node, *next;
  for (; last->same != NULL && last->met != node; last = last->same)
    last->met = node;
  if (last->same != NULL) {
    last->opaque = last->circular = true;
    last->same = NULL;
  }
  for (; node != last; node = next) {
    next = node->same;
    node->same = last;
  }
}

/* ---- circles -------------------------------------------------------------
 */

/* A node on the way to another one, and what is looked at next of it. */
typedef struct step {
  struct step *up;
  ys_accept_node *node;
  const ys_accept_whole *whole;
  uint32_t index;
} step;

static ys_status enter_node(ys_acceptor *a, ys_accept_node *node, step **last) {
  step *made;
  YS_KEEP(made, &a->space->arena, (step){*last, node, node->wholes, 0});
  node->walked = 1;
  *last = made;
  return YS_OK;
}

/* The next node that has to accept the same value in any case, or NULL. */
static ys_accept_node *next_needed(step *s) {
  for (; s->whole != NULL; s->whole = s->whole->next, s->index = 0)
    if (s->whole->way == YS_ACCEPT_ALL && s->index < s->whole->list.count) {
      ys_accept_node *node = s->whole->list.nodes[s->index++];
      return node->same == NULL ? node : node->same;
    }
  return NULL;
}

/* Finds a node that needs itself, from a node on. */
static ys_status find_circle(ys_acceptor *a, ys_accept_node *from) {
  step *last = NULL;
  if (from->circular && a->circular == NULL) a->circular = from->schema;
  if (from->walked == 0 && from->wholes != NULL)
    YS_TRY(enter_node(a, from, &last));
  while (last != NULL && a->circular == NULL) {
    ys_accept_node *node = next_needed(last);
    if (node == NULL) {
      last->node->walked = 2;
      last = last->up;
    } else if (node->walked == 1 || node->circular) {
      a->circular = last->whole->keyword;
    } else if (node->walked == 0 && node->wholes != NULL) {
      YS_TRY(enter_node(a, node, &last));
    }
  }
  return YS_OK;
}

/* ---- what readers expect ------------------------------------------------- */

/* The shape that the maps of a node, or those in its arrays, probably have. */
static const ys_shape *shape_of(const ys_accept_node *node) {
  for (int i = 0; node != NULL && i < 8; i++) {
    if (node->same != NULL)
      node = node->same;
    else if (node->maps != NULL && node->maps->entries != NULL)
      return &node->maps->shape;
    else if (node->arrays != NULL && node->arrays->items != NULL)
      node = node->arrays->items;
    else if (node->wholes != NULL)
      node = node->wholes->list.nodes[0];
    else
      return NULL;
  }
  return NULL;
}

/* Notes for each key what the map below it probably is. */
static ys_status expect_below(ys_acceptor *a, const ys_accept_node *node) {
  const ys_accept_maps *maps = node->maps;
  if (maps == NULL || maps->entries == NULL) return YS_OK;
  const ys_shape **below = ys_arena_zalloc(&a->space->arena, maps->shape.count,
                                           sizeof(const ys_shape *));
  if (below == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < maps->shape.count; i++)
    below[i] = shape_of(maps->entries[i].node);
  node->maps->shape.below = below;
  return YS_OK;
}

ys_status ys_acceptor_begin(ys_acceptor *a) {
  const ys_accept_scope *scope;
  *a = (ys_acceptor){.space = a->space,
                     .draft = a->draft,
                     .asserts_formats = a->asserts_formats,
                     .dialects = a->dialects,
                     .texts = a->texts,
                     .last_text = a->last_text,
                     .vocabulary = a->vocabulary,
                     .addresses = a->addresses};
  a->at = a->texts->root;
  YS_TRY(ys_accept_scope_of(a, a->texts->root, a->texts->scope, &scope));
  a->scope = scope;
  return YS_OK;
}

ys_status ys_acceptor_part(ys_acceptor *a, ys_str address,
                           const ys_accept_node **node) {
  ys_accept_target target = {0};
  ys_accept_node *made;
  *node = NULL;
  if (a->declined) return YS_OK;
  YS_TRY(ys_accept_refer(a, a->scope, address, &target));
  if (target.schema == NULL) return YS_OK;
  a->at = target.schema;
  YS_TRY(ys_accept_node_of(a, target.schema, target.scope, &made));
  *node = made;
  return YS_OK;
}

ys_status ys_acceptor_finish(ys_acceptor *a, ys_accept_result *result,
                             ys_str *missing) {
  YS_TRY(ys_accept_compile_open(a));
  *missing = a->lost == NULL ? YS_STR("") : a->lost->address;
  *result = a->declined       ? YS_ACCEPT_DECLINES
            : a->lost == NULL ? YS_ACCEPT_READY
                              : YS_ACCEPT_MISSES;
  if (a->declined) return YS_OK;
  for (ys_accept_node *n = a->all_nodes; n != a->finished; n = n->all)
    shorten(n);
  for (ys_accept_node *n = a->all_nodes; n != a->finished; n = n->all)
    YS_TRY(find_circle(a, n));
  for (const ys_accept_node *n = a->all_nodes; n != a->finished; n = n->all)
    YS_TRY(expect_below(a, n));
  a->finished = a->all_nodes;
  return YS_OK;
}

ys_status ys_acceptor_compile(ys_acceptor *a, ys_accept_result *result,
                              ys_str *missing) {
  YS_TRY(ys_acceptor_begin(a));
  YS_TRY(ys_accept_node_of(a, a->texts->root, a->texts->scope, &a->root));
  return ys_acceptor_finish(a, result, missing);
}

const ys_slot *ys_acceptor_last(const ys_acceptor *a) {
  return a->at;
}

ys_status ys_acceptor_refuse_circle(ys_acceptor *a) {
  if (a->circular == NULL) return YS_OK;
  return ys_space_refuse(
      a->space, YS_E_JSON_SCHEMA, ys_slot_place(a->circular),
      YS_STR("it is circular: this subschema needs itself to "
             "validate the same value"),
      (ys_str){0});
}

bool ys_acceptor_deprecates(const ys_acceptor *a) {
  return a->deprecates;
}

const ys_accept_lost *ys_acceptor_lost(const ys_acceptor *a) {
  return a->lost;
}
