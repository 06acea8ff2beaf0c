/* core/accept/acceptor.c - Puts a compiled JSON Schema together from its texts
 * (core/accept/accept.h). */

#include "core/accept/node.h"
#include "core/json/read.h"

/* Interns the keywords as the first keys of the space. */
static ys_status intern_keywords(ys_space *space) {
  static const char *const names[] = {
#define X(name, text) text,
      YS_KEYWORDS(X)
#undef X
  };
  const ys_key *key;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    YS_TRY(ys_keys_intern(&space->keys, YS_STRING, ys_cstr(names[i]), &key));
  return YS_OK;
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
  return intern_keywords(space);
}

ys_status ys_acceptor_add(ys_acceptor *a, ys_str uri, ys_str text, bool *fits) {
  ys_accept_scope *scope = ys_arena_new(&a->space->arena, ys_accept_scope);
  ys_accept_source *source = ys_arena_new(&a->space->arena, ys_accept_source);
  ys_slot *root = ys_arena_new(&a->space->arena, ys_slot);
  const ys_extract all = {.text = text};
  bool is_json = false;
  if (scope == NULL || source == NULL || root == NULL) return YS_NOMEM;
  const ys_status status = ys_jsonread(a->space, &all, false, root, &is_json);
  if (status == YS_NOMEM) return status;
  *fits = status == YS_OK && is_json;
  if (!*fits) {
    ys_space_forget_records(a->space);
    return YS_OK;
  }
  *scope = (ys_accept_scope){.draft = a->draft, .base = uri, .root = root};
  source->root = root;
  source->scope = scope;
  *(a->last_text == NULL ? &a->texts : &a->last_text->next) = source;
  a->last_text = source;
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

ys_status ys_acceptor_compile(ys_acceptor *a, ys_accept_result *result,
                              ys_str *missing) {
  const ys_accept_source *first = a->texts;
  YS_TRY(ys_accept_node_of(a, first->root, first->scope, &a->root));
  YS_TRY(ys_accept_compile_open(a));
  *missing = a->missing;
  *result = a->declined          ? YS_ACCEPT_DECLINES
            : a->missing.len > 0 ? YS_ACCEPT_MISSES
                                 : YS_ACCEPT_READY;
  if (*result != YS_ACCEPT_READY) return YS_OK;
  for (const ys_accept_node *n = a->all_nodes; n != NULL; n = n->all)
    YS_TRY(expect_below(a, n));
  return YS_OK;
}

ys_accept_pattern *ys_acceptor_patterns(const ys_acceptor *a) {
  return a->first_pattern;
}
