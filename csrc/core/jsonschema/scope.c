/* core/jsonschema/scope.c - The draft and the base address that a subschema
 * inherits (core/jsonschema/node.h). */

#include "core/jsonschema/node.h"

/* ---- the draft ----------------------------------------------------------- */

static bool take(ys_str *text, const char *prefix) {
  const ys_str p = ys_cstr(prefix);
  if (!ys_str_starts(*text, p)) return false;
  text->ptr += p.len;
  text->len -= p.len;
  return true;
}

/* The draft that an address names; 0: it names none, and the keywords are those
 * of the draft around it. */
static int draft_of(ys_str uri) {
  static const struct {
    const char *name;
    int draft;
  } all[] = {{"draft-04/", 4},         {"draft-05/", 4},
             {"draft-06/", 6},         {"draft-07/", 7},
             {"draft/2019-09/", 2019}, {"draft/2020-12/", 2020}};
  if (!take(&uri, "https://json-schema.org/") &&
      !take(&uri, "http://json-schema.org/"))
    return 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!take(&uri, all[i].name)) continue;
    take(&uri, "hyper-");
    const bool whole = take(&uri, "schema");
    take(&uri, "#");
    return whole && uri.len == 0 ? all[i].draft : 0;
  }
  return 0;
}

static const ys_accept_dialect *find_dialect(const ys_acceptor *a, ys_str uri) {
  const ys_accept_dialect *d = a->dialects;
  if (uri.len > 0 && uri.ptr[uri.len - 1] == '#') uri.len--;
  while (d != NULL && !ys_str_eq(d->address, uri))
    d = d->next;
  return d;
}

/* Takes what `$schema` says. */
static void take_dialect(const ys_acceptor *a, ys_str uri,
                         ys_accept_scope *own) {
  const int draft = draft_of(uri);
  const ys_accept_dialect *dialect = draft == 0 ? find_dialect(a, uri) : NULL;
  own->formats = draft != 0 && draft <= 7;
  if (draft == 0 && dialect == NULL) return;
  own->draft = draft != 0 ? draft : dialect->draft;
  own->lacks = dialect == NULL ? 0 : dialect->lacks;
  own->vocabulary = dialect != NULL && dialect->formats;
}

void ys_accept_drop_lacking(const ys_accept_scope *scope,
                            ys_accept_words *words) {
  static const struct {
    unsigned vocabulary;
    ys_accept_keyword first, last;
  } all[] = {
      {YS_LACKS_VALIDATION, YS_KEYWORD_TYPE, YS_KEYWORD_PATTERN},
      {YS_LACKS_VALIDATION, YS_KEYWORD_MIN_ITEMS, YS_KEYWORD_UNIQUE_ITEMS},
      {YS_LACKS_VALIDATION, YS_KEYWORD_MIN_CONTAINS, YS_KEYWORD_REQUIRED},
      {YS_LACKS_VALIDATION, YS_KEYWORD_DEPENDENT_REQUIRED,
       YS_KEYWORD_DEPENDENT_REQUIRED},
      {YS_LACKS_APPLICATOR, YS_KEYWORD_ITEMS, YS_KEYWORD_CONTAINS},
      {YS_LACKS_APPLICATOR, YS_KEYWORD_PROPERTIES,
       YS_KEYWORD_DEPENDENT_SCHEMAS},
      {YS_LACKS_APPLICATOR, YS_KEYWORD_ALL_OF, YS_KEYWORD_ELSE},
      {YS_LACKS_UNEVALUATED, YS_KEYWORD_UNEVALUATED_ITEMS,
       YS_KEYWORD_UNEVALUATED_PROPERTIES}};
  for (size_t i = 0; scope->lacks != 0 && i < sizeof all / sizeof *all; i++)
    for (unsigned k = all[i].first; k <= (unsigned)all[i].last; k++)
      if ((scope->lacks & all[i].vocabulary) != 0) words->of[k] = NULL;
}

/* ---- scopes -------------------------------------------------------------- */

void ys_accept_words_of(const ys_acceptor *a, const ys_slot *schema,
                        ys_accept_words *words) {
  *words = (ys_accept_words){{NULL}};
  if (schema->kind != YS_MAP) return;
  for (const ys_slot *s = ys_slot_first(schema); s != NULL; s = s->next) {
    const ys_accept_keyword keyword = ys_accept_keyword_of(a, s->key);
    if (keyword < YS_KEYWORD_COUNT) words->of[keyword] = s;
  }
}

const ys_slot *ys_accept_entry_of(ys_acceptor *a, const ys_slot *map,
                                  const ys_key *key) {
  ys_slot *own = (ys_slot *)(uintptr_t)map; /* the texts are the acceptor's */
  return ys_map_find(&a->space->arena, own, key);
}

/* The keywords that a scope depends on. On the way of a pointer, there may be
 * large maps of schemas. */
static void scope_words_of(ys_acceptor *a, const ys_slot *schema,
                           ys_accept_words *words) {
  enum { FEW = 16 };
  static const ys_accept_keyword all[] = {YS_KEYWORD_SCHEMA, YS_KEYWORD_ID,
                                          YS_KEYWORD_OLD_ID, YS_KEYWORD_REF};
  if (schema->kind != YS_MAP || ys_slot_size(schema) <= FEW) {
    ys_accept_words_of(a, schema, words);
    return;
  }
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    words->of[all[i]] =
        ys_accept_entry_of(a, schema, a->vocabulary->keys[all[i]]);
}

/* The `$id` of a subschema, or NULL. */
static const ys_slot *id_of(const ys_accept_words *words, int draft) {
  const ys_slot *id = words->of[YS_KEYWORD_ID];
  if (draft == 4 && words->of[YS_KEYWORD_OLD_ID] != NULL)
    id = words->of[YS_KEYWORD_OLD_ID];
  return ys_accept_is_text(id) && !ys_accept_is_alone(words, draft) ? id : NULL;
}

ys_status ys_accept_scope_of(ys_acceptor *a, const ys_slot *schema,
                             const ys_accept_scope *around,
                             const ys_accept_scope **out) {
  ys_accept_words words = {{NULL}};
  ys_accept_scope own = *around;
  *out = around;
  if (around->root == schema) return YS_OK; /* it is the scope itself */
  if (around->root == NULL) own.root = schema;
  scope_words_of(a, schema, &words);
  if (ys_accept_is_text(words.of[YS_KEYWORD_SCHEMA])) {
    take_dialect(a, ys_slot_text(words.of[YS_KEYWORD_SCHEMA]), &own);
    if (own.root != schema) own.formats = around->formats;
  }
  const ys_slot *id = id_of(&words, own.draft);
  if (id != NULL) {
    const ys_str text = ys_slot_text(id);
    const char *hash = memchr(text.ptr, '#', text.len);
    const ys_str before = {text.ptr,
                           hash == NULL ? text.len : (size_t)(hash - text.ptr)};
    if (before.len > 0) {
      YS_TRY(ys_accept_resolve(a, own.base, before, &own.base));
      own.root = schema;
    }
  }
  if (own.draft == around->draft && own.root == around->root &&
      own.formats == around->formats && own.lacks == around->lacks &&
      own.vocabulary == around->vocabulary && ys_str_eq(own.base, around->base))
    return YS_OK;
  ys_accept_scope *made;
  YS_KEEP(made, &a->space->arena, own);
  *out = made;
  return YS_OK;
}

ys_status ys_accept_base_of(ys_acceptor *a, const ys_accept_source *text,
                            ys_str *out) {
  const ys_accept_scope *scope;
  YS_TRY(ys_accept_scope_of(a, text->root, text->scope, &scope));
  *out = scope->base;
  return YS_OK;
}
