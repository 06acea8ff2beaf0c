#include "core/annotation/copy.h"

#include "core/tree/charge.h"

typedef struct copier {
  ys_space *to;
  const ys_space *from;
  uint32_t closures;
  uint16_t *sources; /* per index in `from`: the index in `to` + 1, or 0 */
} copier;

static ys_status copy_slot(copier *g, const ys_slot *slot, ys_slot *out);

/* Returns the index, in the other space, of the source with this index. */
static ys_status copy_source(copier *g, uint16_t from, uint16_t *out) {
  ys_sources *sources = &g->to->sources;
  ys_source *source;
  if (from >= g->from->sources.count) return YS_OK;
  source = g->from->sources.list[from];
  for (uint32_t i = 0; g->sources[from] == 0 && i < sources->count; i++)
    if (sources->list[i] == source) g->sources[from] = (uint16_t)(i + 1);
  if (g->sources[from] == 0) {
    ys_source_retain(source);
    YS_TRY(ys_sources_add(sources, source, out));
    g->sources[from] = (uint16_t)(*out + 1);
  }
  *out = (uint16_t)(g->sources[from] - 1);
  return YS_OK;
}

/* ---- annotations --------------------------------------------------------- */

static ys_status copy_args(copier *g, const ys_arg *args, const ys_arg **out) {
  ys_arg *first = NULL, **end = &first;
  for (; args != NULL; args = args->next) {
    ys_arg *copy = ys_arena_new(&g->to->arena, ys_arg);
    if (copy == NULL) return YS_NOMEM;
    YS_TRY(ys_arena_str(&g->to->arena, args->name, &copy->name));
    YS_TRY(ys_arena_str(&g->to->arena, args->text, &copy->text));
    copy->computed = args->computed;
    YS_TRY(copy_slot(g, &args->value, &copy->value));
    *end = copy;
    end = &copy->next;
  }
  *out = first;
  return YS_OK;
}

static ys_status copy_annots(copier *g, const ys_annot *annots,
                             ys_annot **out) {
  for (; annots != NULL; annots = annots->next) {
    ys_annot *annot;
    if (!annots->evaluated) continue;
    YS_NEW(annot, &g->to->arena);
    YS_TRY(ys_arena_str(&g->to->arena, annots->name, &annot->name));
    YS_TRY(ys_arena_str(&g->to->arena, annots->text, &annot->text));
    annot->line = annots->line;
    annot->column = annots->column;
    annot->word = annots->word;
    annot->evaluated = true;
    YS_TRY(copy_source(g, annots->source, &annot->source));
    YS_TRY(copy_args(g, annots->args, &annot->args));
    *out = annot;
    out = &annot->next;
  }
  return YS_OK;
}

/* ---- slots --------------------------------------------------------------- */

static ys_status copy_items(copier *g, const ys_slot *slot, ys_slot *out) {
  const uint8_t flags = out->flags;
  YS_TRY(ys_slot_make_collection(&g->to->arena, out, (ys_kind)slot->kind));
  out->flags = flags;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    ys_slot *item = ys_arena_new(&g->to->arena, ys_slot);
    if (item == NULL) return YS_NOMEM;
    YS_TRY(copy_slot(g, s, item));
    ys_slot_append(out, item);
  }
  return YS_OK;
}

static ys_status copy_digits(ys_arena *arena, ys_slot *out) {
  ys_exact *copy;
  YS_KEEP(copy, arena, *out->u.exact);
  out->u.exact = copy;
  return ys_arena_str(arena, copy->text, &copy->text);
}

/* Recursion is bounded by the limit on depth. */
static ys_status copy_slot(copier *g, const ys_slot *slot, ys_slot *out) {
  ys_annot *annots = NULL;
  ys_place place;
  ys_str text;
  if (!ys_space_spend_copies(g->to, 1)) return YS_INVALID;
  place = ys_slot_place(slot);
  YS_TRY(copy_source(g, place.source, &place.source));
  YS_TRY(ys_slot_start(&g->to->arena, out, place));
  YS_TRY(ys_slot_set_value(&g->to->arena, out, slot));
  out->key = NULL;
  if (slot->key != NULL)
    YS_TRY(ys_keys_intern(&g->to->keys, (ys_kind)slot->key->kind,
                          slot->key->text, &out->key));
  YS_TRY(copy_annots(g, ys_slot_annots(slot), &annots));
  YS_TRY(ys_slot_annotate(&g->to->arena, out, annots));
  if (slot->kind == YS_CLOSURE) out->u.closure += g->closures;
  if (ys_slot_is_exact(out)) YS_TRY(copy_digits(&g->to->arena, out));
  if (slot->kind == YS_STRING) {
    YS_TRY(ys_arena_str(&g->to->arena, ys_slot_text(slot), &text));
    YS_TRY(ys_slot_set_text(&g->to->arena, out, text));
  }
  return ys_is_collection(slot) ? copy_items(g, slot, out) : YS_OK;
}

ys_status ys_copy_annotated(ys_space *to, const ys_space *from,
                            const ys_slot *slot, uint32_t closures,
                            ys_slot *out) {
  copier g = {to, from, closures, NULL};
  YS_NEW_LIST(g.sources, &to->arena, from->sources.count);
  const ys_key *key = out->key;
  YS_TRY(copy_slot(&g, slot, out));
  out->key = key;
  return YS_OK;
}
