/* core/run/kubernetes_list.c - Takes lists of Kubernetes apart
 * (core/run/each_document.h). */

#include "core/check/sensitive.h"
#include "core/check/text_keys.h"
#include "core/run/each_document.h"
#include "core/tree/build.h"

/* The entries of a list, and the kind of its items. */
typedef struct list {
  const ys_slot *api_version, *kind;
  ys_slot *items;
  ys_str of; /* the kind of the items; "": they say it */
} list;

/* Whether a document is a list of objects. */
static bool is_list(const ys_slot *document, list *out) {
  const ys_str end = YS_STR("List");
  if (document->kind != YS_MAP) return false;
  *out = (list){ys_build_find(document, "apiVersion"),
                ys_build_find(document, "kind"),
                ys_build_find(document, "items"),
                {0}};
  if (out->kind == NULL || out->kind->kind != YS_STRING || out->items == NULL ||
      out->items->kind != YS_ARRAY)
    return false;
  const ys_str kind = ys_slot_text(out->kind);
  if (kind.len < end.len ||
      !ys_str_eq((ys_str){kind.ptr + kind.len - end.len, end.len}, end))
    return false;
  out->of = (ys_str){kind.ptr, kind.len - end.len};
  for (const ys_slot *s = ys_slot_first(out->items); s != NULL; s = s->next)
    if (s->kind != YS_MAP) return false;
  return true;
}

/* Adds an entry of the list to an item that lacks it. */
static ys_status add_entry(ys_arena *arena, ys_slot *item, const ys_slot *entry,
                           const char *key, ys_str text) {
  if (entry == NULL || entry->kind != YS_STRING ||
      ys_build_find(item, key) != NULL)
    return YS_OK;
  ys_slot *copy;
  YS_KEEP(copy, arena, *entry);
  copy->next = NULL;
  YS_TRY(ys_slot_set_text(arena, copy, text));
  ys_slot_append(item, copy);
  return YS_OK;
}

/* Makes a document of an item. */
static ys_status make_document(ys_run *run, const list *l, const ys_slot *item,
                               ys_run_document **out) {
  ys_arena *arena = &run->space.arena;
  ys_run_document *document = ys_arena_new(arena, ys_run_document);
  ys_slot *slot = ys_arena_alloc(arena, sizeof *slot);
  if (document == NULL || slot == NULL) return YS_NOMEM;
  *slot = *item;
  slot->next = NULL;
  document->slot = slot;
  if (l->of.len > 0) {
    if (l->api_version != NULL && l->api_version->kind == YS_STRING)
      YS_TRY(add_entry(arena, slot, l->api_version, "apiVersion",
                       ys_slot_text(l->api_version)));
    YS_TRY(add_entry(arena, slot, l->kind, "kind", l->of));
  }
  YS_TRY(ys_recorded(ys_text_keys(&run->space, run->schema->root, slot)));
  YS_TRY(ys_sensitive_note(&run->space, run->schema->root, slot));
  *out = document;
  return YS_OK;
}

ys_status ys_run_split(ys_run *run, bool *split) {
  const ys_run_document *document = run->first;
  ys_run_document **end = &run->waiting, *rest = run->waiting;
  list l;
  *split =
      run->each_document && document != NULL && is_list(document->slot, &l);
  if (!*split) return YS_OK;
  for (const ys_slot *s = ys_slot_first(l.items); s != NULL; s = s->next) {
    YS_TRY(make_document(run, &l, s, end));
    end = &(*end)->next;
    *end = rest;
  }
  return YS_OK;
}
