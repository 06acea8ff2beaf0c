/* core/accept/scope.c - What a subschema inherits: its draft, and the address
 * that references are relative to (core/accept/node.h). */

#include "core/accept/node.h"

/* ---- the draft ----------------------------------------------------------- */

static bool take(ys_str *text, const char *prefix) {
  const ys_str p = ys_cstr(prefix);
  if (!ys_str_starts(*text, p)) return false;
  text->ptr += p.len;
  text->len -= p.len;
  return true;
}

/* The draft that an address names; 0: it names none that is compiled here. */
static int draft_of(ys_str uri) {
  static const struct {
    const char *name;
    int draft;
  } all[] = {{"draft-04/", 4},
             {"draft-06/", 6},
             {"draft-07/", 7},
             {"draft/2019-09/", 2019},
             {"draft/2020-12/", 2020}};
  if (!take(&uri, "https://json-schema.org/") &&
      !take(&uri, "http://json-schema.org/"))
    return 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!take(&uri, all[i].name)) continue;
    const bool whole = take(&uri, "schema");
    take(&uri, "#");
    return whole && uri.len == 0 ? all[i].draft : 0;
  }
  return 0;
}

/* ---- addresses ----------------------------------------------------------- */

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The length of the scheme with its colon; 0: the address is relative. */
static size_t scheme_of(ys_str uri) {
  size_t i = 0;
  if (uri.len == 0 || !is_letter(uri.ptr[0])) return 0;
  while (i < uri.len &&
         (is_letter(uri.ptr[i]) || (uri.ptr[i] >= '0' && uri.ptr[i] <= '9') ||
          uri.ptr[i] == '+' || uri.ptr[i] == '.' || uri.ptr[i] == '-'))
    i++;
  return i < uri.len && uri.ptr[i] == ':' ? i + 1 : 0;
}

static bool has_dots(ys_str path) {
  for (size_t i = 0; i < path.len; i++)
    if (path.ptr[i] == '.' && (i == 0 || path.ptr[i - 1] == '/')) return true;
  return false;
}

ys_status ys_accept_resolve(ys_acceptor *a, ys_str base, ys_str uri,
                            ys_str *out) {
  size_t host = scheme_of(base);
  *out = YS_STR("");
  if (scheme_of(uri) > 0) {
    *out = uri;
    return YS_OK;
  }
  if (host == 0 || base.len < host + 2 || base.ptr[host] != '/' ||
      base.ptr[host + 1] != '/' || has_dots(uri) ||
      ys_str_starts(uri, YS_STR("//")) || memchr(base.ptr, '?', base.len))
    return YS_OK;
  for (host += 2; host < base.len && base.ptr[host] != '/';)
    host++;
  size_t folder = host;
  if (!ys_str_starts(uri, YS_STR("/"))) {
    folder = base.len;
    while (folder > host && base.ptr[folder - 1] != '/')
      folder--;
  }
  const bool slash = folder == host && !ys_str_starts(uri, YS_STR("/"));
  const ys_str parts[] = {
      {base.ptr, folder}, slash ? YS_STR("/") : YS_STR(""), uri};
  return ys_str_join(&a->space->arena, parts, 3, out);
}

/* ---- scopes -------------------------------------------------------------- */

void ys_accept_words_of(const ys_slot *schema, ys_accept_words *words) {
  *words = (ys_accept_words){{NULL}};
  if (schema->kind != YS_MAP) return;
  for (const ys_slot *s = ys_slot_first(schema); s != NULL; s = s->next)
    if (s->key->number < YS_KEYWORD_COUNT) words->of[s->key->number] = s;
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
  ys_accept_words words;
  ys_accept_scope own = *around;
  *out = around;
  ys_accept_words_of(schema, &words);
  if (ys_accept_is_text(words.of[YS_KEYWORD_SCHEMA])) {
    own.draft = draft_of(ys_slot_text(words.of[YS_KEYWORD_SCHEMA]));
    if (own.draft == 0) return ys_accept_decline(a);
    if (own.root == schema) own.formats = own.draft <= 7;
  }
  const ys_slot *id = id_of(&words, own.draft);
  if (id != NULL) {
    const ys_str text = ys_slot_text(id);
    const char *hash = memchr(text.ptr, '#', text.len);
    const ys_str before = {text.ptr,
                           hash == NULL ? text.len : (size_t)(hash - text.ptr)};
    if (before.len > 0) {
      YS_TRY(ys_accept_resolve(a, own.base, before, &own.base));
      if (own.base.len == 0) return ys_accept_decline(a);
      own.root = schema;
    }
  }
  if (own.draft == around->draft && own.root == around->root &&
      own.formats == around->formats && ys_str_eq(own.base, around->base))
    return YS_OK;
  ys_accept_scope *made = ys_arena_new(&a->space->arena, ys_accept_scope);
  if (made == NULL) return YS_NOMEM;
  *made = own;
  *out = made;
  return YS_OK;
}
