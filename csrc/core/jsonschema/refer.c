/* core/jsonschema/refer.c - Finds what a `$ref` leads to
 * (core/jsonschema/node.h). */

#include "core/jsonschema/node.h"
#include "core/tree/pointer.h"

/* ---- addresses ----------------------------------------------------------- */

/* Joins an address and an anchor to one key. */
static ys_status key_of(ys_acceptor *a, ys_str uri, ys_str anchor,
                        const ys_key **out) {
  ys_str text;
  YS_TRY(ys_str_fill(&a->space->arena, "%s#%s", YS_WORDS(uri, anchor), &text));
  return ys_keys_intern(&a->addresses, YS_STRING, text, out);
}

/* Finds what is at an address. */
static ys_status find(ys_acceptor *a, ys_str uri, ys_str anchor,
                      ys_accept_target **out) {
  const ys_key *key;
  YS_TRY(key_of(a, uri, anchor, &key));
  *out = ys_pairs_get(&a->targets, key, NULL);
  return YS_OK;
}

/* Notes what is at an address: the first subschema that has it. */
static ys_status note(ys_acceptor *a, ys_str uri, ys_str anchor,
                      const ys_slot *schema, const ys_accept_scope *scope) {
  const ys_key *key;
  ys_accept_target *target;
  YS_TRY(key_of(a, uri, anchor, &key));
  target = ys_pairs_get(&a->targets, key, NULL);
  if (target != NULL) return YS_OK;
  YS_KEEP(target, &a->space->arena, (ys_accept_target){schema, scope, NULL});
  return ys_pairs_set(&a->targets, &a->space->arena, key, NULL, target);
}

/* The dynamic anchors of all texts share one address. `$recursiveAnchor` is one
 * without a name. */
static const ys_str dynamic = {"dynamic:", 8};

static ys_status note_dynamic(ys_acceptor *a, ys_str anchor,
                              const ys_slot *schema,
                              const ys_accept_scope *scope) {
  ys_accept_target *first;
  YS_TRY(find(a, dynamic, anchor, &first));
  if (first == NULL) return note(a, dynamic, anchor, schema, scope);
  ys_accept_target *target;
  YS_KEEP(target, &a->space->arena,
          (ys_accept_target){schema, scope, first->next});
  first->next = target;
  return YS_OK;
}

static ys_status note_anchors(ys_acceptor *a, const ys_slot *schema,
                              const ys_accept_words *words,
                              const ys_accept_scope *scope) {
  const ys_slot *anchor = words->of[YS_KEYWORD_ANCHOR];
  const ys_slot *moving = words->of[YS_KEYWORD_DYNAMIC_ANCHOR];
  const ys_slot *recursive = words->of[YS_KEYWORD_RECURSIVE_ANCHOR];
  if (ys_accept_is_text(anchor))
    YS_TRY(note(a, scope->base, ys_slot_text(anchor), schema, scope));
  if (ys_accept_is_text(moving)) {
    YS_TRY(note(a, scope->base, ys_slot_text(moving), schema, scope));
    YS_TRY(note_dynamic(a, ys_slot_text(moving), schema, scope));
  }
  if (scope->root == schema && recursive != NULL &&
      recursive->kind == YS_BOOL && recursive->u.boolean)
    YS_TRY(note_dynamic(a, YS_STR(""), schema, scope));
  return YS_OK;
}

/* Up to draft-07, the fragment of `$id` is an anchor. */
static ys_status note_id(ys_acceptor *a, const ys_slot *schema,
                         const ys_accept_words *words,
                         const ys_accept_scope *scope) {
  const ys_slot *id =
      words->of[scope->draft == 4 ? YS_KEYWORD_OLD_ID : YS_KEYWORD_ID];
  if (scope->root == schema)
    YS_TRY(note(a, scope->base, YS_STR(""), schema, scope));
  if (scope->draft > 7 || !ys_accept_is_text(id)) return YS_OK;
  const ys_str text = ys_slot_text(id);
  const char *hash = memchr(text.ptr, '#', text.len);
  if (hash == NULL || hash + 1 == text.ptr + text.len) return YS_OK;
  const size_t from = (size_t)(hash - text.ptr) + 1;
  return note(a, scope->base, (ys_str){text.ptr + from, text.len - from},
              schema, scope);
}

/* ---- all subschemas -------------------------------------------------------
 */

ys_accept_holding ys_accept_holding_of(ys_accept_keyword keyword) {
#define HOLDS(name, text, holds) YS_HOLDS_##holds,
  static const uint8_t all[YS_KEYWORD_COUNT] = {YS_KEYWORDS(HOLDS)};
#undef HOLDS
  return keyword < YS_KEYWORD_COUNT ? (ys_accept_holding)all[keyword]
                                    : YS_HOLDS_NOTHING;
}

/* A subschema that waits to be entered. */
typedef struct waiting {
  struct waiting *next;
  const ys_slot *schema;
  const ys_accept_scope *around;
} waiting;

static ys_status wait(ys_acceptor *a, const ys_slot *schema,
                      const ys_accept_scope *around, waiting **list) {
  if (schema->kind != YS_MAP) return YS_OK;
  waiting *w;
  YS_KEEP(w, &a->space->arena, (waiting){*list, schema, around});
  *list = w;
  return YS_OK;
}

static ys_status enter_below(ys_acceptor *a, const ys_slot *schema,
                             const ys_accept_scope *scope, waiting **list) {
  for (const ys_slot *s = ys_slot_first(schema); s != NULL; s = s->next) {
    const ys_accept_holding holds =
        ys_accept_holding_of(ys_accept_keyword_of(a, s->key));
    const bool many = (holds == YS_HOLDS_MAP && s->kind == YS_MAP) ||
                      ((holds == YS_HOLDS_LIST || holds == YS_HOLDS_EITHER) &&
                       s->kind == YS_ARRAY);
    if (holds == YS_HOLDS_ONE || (holds == YS_HOLDS_EITHER && !many))
      YS_TRY(wait(a, s, scope, list));
    if (!many) continue;
    for (const ys_slot *t = ys_slot_first(s); t != NULL; t = t->next)
      YS_TRY(wait(a, t, scope, list));
  }
  return YS_OK;
}

static ys_status enter_text(ys_acceptor *a, const ys_accept_source *text) {
  waiting *list = NULL;
  YS_TRY(wait(a, text->root, text->scope, &list));
  while (list != NULL && !a->declined) {
    const waiting w = *list;
    const ys_accept_scope *scope;
    ys_accept_words words;
    list = w.next;
    YS_TRY(ys_accept_scope_of(a, w.schema, w.around, &scope));
    ys_accept_words_of(a, w.schema, &words);
    if (!ys_accept_is_alone(&words, scope->draft))
      YS_TRY(note_id(a, w.schema, &words, scope));
    YS_TRY(note_anchors(a, w.schema, &words, scope));
    YS_TRY(enter_below(a, w.schema, scope, &list));
  }
  return YS_OK;
}

/* A text has the address that it was given, too. */
static ys_status note_text(ys_acceptor *a, const ys_accept_source *text) {
  const ys_accept_scope *scope;
  YS_TRY(ys_accept_scope_of(a, text->root, text->scope, &scope));
  return note(a, text->scope->base, YS_STR(""), text->root, scope);
}

/* Most schemas refer to nothing but parts of the whole by their place, so this
 * is done when another reference is met. */
static ys_status enter(ys_acceptor *a) {
  if (a->entered) return YS_OK;
  a->entered = true;
  for (const ys_accept_source *t = a->texts; t != NULL; t = t->next)
    YS_TRY(enter_text(a, t));
  for (const ys_accept_source *t = a->texts; t != NULL; t = t->next)
    YS_TRY(note_text(a, t));
  return YS_OK;
}

/* ---- fragments ------------------------------------------------------------
 */

/* Decodes `%41` in a fragment. */
static ys_status decode(ys_acceptor *a, ys_str *text) {
  if (text->len == 0 || memchr(text->ptr, '%', text->len) == NULL) return YS_OK;
  char *out = ys_arena_text(&a->space->arena, text->len);
  size_t size = 0;
  if (out == NULL) return YS_NOMEM;
  for (size_t i = 0; i < text->len; i++) {
    out[size++] = text->ptr[i];
    if (text->ptr[i] != '%' || text->len - i < 3) continue;
    const unsigned high = ys_hex_digit(text->ptr[i + 1]);
    const unsigned low = ys_hex_digit(text->ptr[i + 2]);
    if (high > 15 || low > 15) continue;
    out[size - 1] = (char)(high * 16 + low);
    i += 2;
  }
  *text = (ys_str){out, size};
  return YS_OK;
}

static const ys_slot *child(ys_acceptor *a, const ys_slot *at, ys_str step) {
  uint32_t index;
  if (at->kind == YS_ARRAY) return ys_pointer_item(at, step, &index);
  const ys_key *key = ys_keys_find(&a->space->keys, YS_STRING, step);
  return key == NULL ? NULL : ys_accept_entry_of(a, at, key);
}

/* Follows a JSON pointer from the root of `out->scope`. */
static ys_status walk(ys_acceptor *a, ys_str pointer, ys_accept_target *out) {
  char *step = ys_arena_text(&a->space->arena, pointer.len);
  const ys_slot *at = out->scope->root;
  if (step == NULL) return YS_NOMEM;
  out->schema = NULL;
  while (pointer.len > 0) {
    if (!ys_is_collection(at)) return YS_OK;
    at = child(a, at, ys_pointer_step(&pointer, step));
    if (at == NULL) return YS_OK;
    if (pointer.len > 0)
      YS_TRY(ys_accept_scope_of(a, at, out->scope, &out->scope));
  }
  out->schema = at;
  return YS_OK;
}

/* ---- references -----------------------------------------------------------
 */

/* Finds the subschema with the address before the fragment. */
static ys_status find_root(ys_acceptor *a, ys_str before,
                           ys_accept_target *out) {
  ys_accept_target *found;
  ys_str uri;
  YS_TRY(ys_accept_resolve(a, out->scope->base, before, &uri));
  YS_TRY(enter(a));
  YS_TRY(find(a, uri, YS_STR(""), &found));
  if (found == NULL)
    a->missing = uri;
  else
    *out = *found;
  return YS_OK;
}

ys_status ys_accept_refer(ys_acceptor *a, const ys_accept_scope *scope,
                          ys_str ref, ys_accept_target *out) {
  const char *hash = ref.len == 0 ? NULL : memchr(ref.ptr, '#', ref.len);
  const size_t size = hash == NULL ? ref.len : (size_t)(hash - ref.ptr);
  ys_str fragment = {"", 0};
  ys_accept_target *found;
  if (hash != NULL) fragment = (ys_str){hash + 1, ref.len - size - 1};
  *out = (ys_accept_target){scope->root, scope, NULL};
  if (size > 0) {
    out->schema = NULL;
    YS_TRY(find_root(a, (ys_str){ref.ptr, size}, out));
  }
  YS_TRY(decode(a, &fragment));
  if (out->schema == NULL || fragment.len == 0) return YS_OK;
  if (fragment.ptr[0] == '/') return walk(a, fragment, out);
  YS_TRY(enter(a));
  YS_TRY(find(a, out->scope->base, fragment, &found));
  out->schema = NULL;
  if (found != NULL) *out = *found;
  return YS_OK;
}

/* Whether a subschema has the dynamic anchor itself. */
static bool has_anchor(const ys_acceptor *a, const ys_accept_target *target,
                       ys_str anchor) {
  ys_accept_words words;
  ys_accept_words_of(a, target->schema, &words);
  const ys_slot *moving = words.of[YS_KEYWORD_DYNAMIC_ANCHOR];
  const ys_slot *recursive = words.of[YS_KEYWORD_RECURSIVE_ANCHOR];
  if (anchor.len > 0)
    return ys_accept_is_text(moving) && ys_str_eq(ys_slot_text(moving), anchor);
  return recursive != NULL && recursive->kind == YS_BOOL &&
         recursive->u.boolean;
}

ys_status ys_accept_refer_dynamic(ys_acceptor *a, const ys_accept_scope *scope,
                                  ys_str ref, ys_accept_target *out,
                                  const ys_accept_target **others) {
  ys_accept_target *found;
  const char *hash = ref.len == 0 ? NULL : memchr(ref.ptr, '#', ref.len);
  *others = NULL;
  YS_TRY(ys_accept_refer(a, scope, ref, out));
  if (hash == NULL || out->schema == NULL) return YS_OK;
  const size_t from = (size_t)(hash - ref.ptr) + 1;
  const ys_str anchor = {ref.ptr + from, ref.len - from};
  if (!has_anchor(a, out, anchor)) return YS_OK;
  YS_TRY(enter(a));
  YS_TRY(find(a, dynamic, anchor, &found));
  *others = found;
  return YS_OK;
}
