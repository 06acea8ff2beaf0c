/* core/export/embed.c - Embeds JSON Schemas in an export
 * (core/export/embed.h). */

#include "core/export/embed.h"

#include "core/export/rule_export.h"
#include "core/tree/build.h"

/* ---- documents ----------------------------------------------------------- */

static const ys_slot *text_of(const ys_slot *map, const char *name) {
  const ys_slot *entry = ys_build_find(map, name);
  return entry != NULL && entry->kind == YS_STRING ? entry : NULL;
}

/* Whether an address begins with a scheme and has no fragment. */
static bool is_whole(ys_str address) {
  const char *colon = memchr(address.ptr, ':', address.len);
  const char *slash = memchr(address.ptr, '/', address.len);
  return colon != NULL && colon > address.ptr &&
         (slash == NULL || colon < slash) &&
         memchr(address.ptr, '#', address.len) == NULL;
}

/* Whether no part of a document names another draft. Recursion is bounded by
 * the limit on depth. */
static bool is_of(const ys_slot *slot, ys_str metaschema) {
  if (!ys_is_collection(slot)) return true;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (s->key != NULL && ys_str_eq(s->key->text, YS_STR("$schema")) &&
        s->kind == YS_STRING &&
        !ys_str_eq(ys_str_trim_mark(ys_slot_text(s)), metaschema))
      return false;
    if (!is_of(s, metaschema)) return false;
  }
  return true;
}

/* Whether the draft of a document is that of the export. */
static bool has_draft(const ys_slot *document, ys_export_dialect dialect) {
  const bool is_7 = dialect == YS_EXPORT_DRAFT_07;
  const int named = ys_jsonrules_draft(document);
  const int draft = named == 0 ? 2020 : named;
  return (ys_build_find(document, "$schema") != NULL ||
          draft == (is_7 ? 7 : 2020)) &&
         is_of(document,
               is_7 ? YS_STR("http://json-schema.org/draft-07/schema")
                    : YS_STR("https://json-schema.org/draft/2020-12/schema"));
}

/* The address in the annotation above a document, or "". */
static ys_str annotated(const ys_slot *document) {
  const ys_arg *arg = ys_annot_find(document, YS_WORD_JSON_SCHEMA)->args;
  while (arg != NULL && arg->name.len > 0)
    arg = arg->next;
  return arg != NULL ? ys_slot_text(&arg->value) : YS_STR("");
}

/* Gives a document that has no address one that nothing else has. */
static ys_status make_address(ys_space *space, uint32_t number, ys_str *out) {
  return ys_str_fill(&space->arena, "urn:yschema:json-schema:%s",
                     YS_WORDS(YS_UINT(number)), out);
}

/* Finds the address of a document. `*good`: it has at most one. */
static ys_status find_address(ys_space *space, const ys_slot *document,
                              uint32_t number, ys_str *out, bool *good) {
  const ys_slot *id = text_of(document, "$id");
  const ys_str given = ys_str_trim_mark(annotated(document));
  *out = id != NULL ? ys_str_trim_mark(ys_slot_text(id)) : given;
  *good = given.len == 0 || ys_str_eq(given, *out);
  if (out->len == 0) return make_address(space, number, out);
  *good &= is_whole(*out);
  return YS_OK;
}

/* In draft-07, nothing counts beside $ref, not even an address. */
static bool can_have_address(const ys_slot *document,
                             ys_export_dialect dialect) {
  return document->kind == YS_MAP && (dialect != YS_EXPORT_DRAFT_07 ||
                                      ys_build_find(document, "$ref") == NULL);
}

ys_status ys_embed_begin(ys_space *space, const ys_jsonrules *rules,
                         ys_export_dialect dialect, ys_embedded *out) {
  uint32_t count = 0;
  *out = (ys_embedded){.space = space};
  if (rules == NULL || dialect == YS_EXPORT_OPENAPI) return YS_OK;
  for (const ys_slot *d = rules->documents.first; d != NULL; d = d->next)
    count++;
  out->addresses = ys_arena_zalloc(&space->arena, count, sizeof(ys_str));
  if (count > 0 && out->addresses == NULL) return YS_NOMEM;
  count = 0;
  for (const ys_slot *d = rules->documents.first; d != NULL; d = d->next) {
    bool good = can_have_address(d, dialect) && has_draft(d, dialect) &&
                ys_view_is_json(d);
    if (!good) return YS_OK;
    YS_TRY(find_address(space, d, count + 1, &out->addresses[count], &good));
    if (!good) return YS_OK;
    count++;
  }
  out->first = rules->documents.first;
  return YS_OK;
}

/* ---- references ---------------------------------------------------------- */

/* Whether the address of a part needs no base but that of the first document.
 */
static bool can_refer(const ys_slot *at) {
  const ys_str address = at->kind == YS_STRING ? ys_slot_text(at) : YS_STR("");
  const char *fragment = memchr(address.ptr, '#', address.len);
  const size_t size =
      fragment != NULL ? (size_t)(fragment - address.ptr) : address.len;
  return address.len > 0 &&
         (size == 0 || is_whole((ys_str){address.ptr, size}));
}

static ys_status refer(const ys_rule_export *s, const ys_slot *at) {
  const ys_str to = ys_slot_text(at);
  ys_str base = s->embedded->addresses[0], text;
  ys_slot *list, *item;
  YS_TRY(ys_reference_all_of(s->space, s->schema, &list));
  YS_TRY(ys_build_item_map(s->space, list, &item));
  if (to.ptr[0] != '#') base.len = 0;
  YS_TRY(ys_str_fill(&s->space->arena, "%s%s", YS_WORDS(base, to), &text));
  return ys_build_text(s->space, item, "$ref", text);
}

ys_status ys_embed_say(ys_rule_export *s) {
  const bool is_list = s->argument->kind == YS_ARRAY;
  const ys_slot *all = is_list ? ys_slot_first(s->argument) : NULL;
  if (s->embedded == NULL || s->embedded->first == NULL) return YS_OK;
  if (!is_list && !can_refer(s->argument)) return YS_OK;
  for (const ys_slot *a = all; a != NULL; a = a->next)
    if (!can_refer(a)) return YS_OK;
  s->said = s->embedded->used = true;
  if (!is_list) return refer(s, s->argument);
  for (const ys_slot *a = all; a != NULL; a = a->next)
    YS_TRY(refer(s, a));
  return YS_OK;
}

/* ---- embedding ----------------------------------------------------------- */

static ys_status add_document(const ys_embedded *e, const ys_slot *document,
                              ys_str address, ys_slot *definitions) {
  ys_arena *arena = &e->space->arena;
  ys_slot *node;
  YS_TRY(ys_build_entry_map(e->space, definitions, address, &node));
  if (text_of(document, "$id") == NULL)
    YS_TRY(ys_build_text(e->space, node, "$id", address));
  for (const ys_slot *s = ys_slot_first(document); s != NULL; s = s->next) {
    ys_slot *entry = ys_build_keyed(e->space, node, s->key);
    if (entry == NULL) return YS_NOMEM;
    const ys_key *key = entry->key;
    YS_TRY(ys_slot_copy(arena, s, entry));
    entry->key = key;
  }
  return YS_OK;
}

ys_status ys_embed_add(const ys_embedded *e, const char *where, ys_slot *out) {
  const ys_str *address = e->addresses;
  ys_slot *definitions = ys_build_find(out, where);
  if (!e->used) return YS_OK;
  if (definitions == NULL)
    YS_TRY(ys_build_collection(e->space, out, where, YS_MAP, &definitions));
  for (const ys_slot *d = e->first; d != NULL; d = d->next)
    YS_TRY(add_document(e, d, *address++, definitions));
  return YS_OK;
}
