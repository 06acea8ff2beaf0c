#include "core/overlay/layers.h"

ys_status ys_layers_init(ys_layers *layers, ys_memory memory, ys_limits limits,
                         bool strict) {
  memset(layers, 0, sizeof *layers);
  YS_TRY(ys_space_init(&layers->space, memory, NULL));
  layers->space.limits = limits;
  layers->space.strict = strict;
  return ys_slot_make_collection(&layers->space.arena, &layers->base, YS_ARRAY);
}

void ys_layers_release(ys_layers *layers) {
  ys_space_release(&layers->space);
  memset(layers, 0, sizeof *layers);
}

static bool is_overlay(const ys_slot *document) {
  return ys_annot_find(document, YS_WORD_OVERLAY_MATCH) != NULL;
}

void ys_layers_give(ys_layers *layers, ys_slot *document, ys_layer layer) {
  if (layer == YS_LAYER_BASE ||
      (layer == YS_LAYER_EITHER && !is_overlay(document)))
    ys_slot_append(&layers->base, document);
  else
    ys_slots_add(&layers->overlays, document);
}

/* Refuses unknown annotations, which would have no effect without a warning,
 * and code where it is not allowed. */
static ys_status check_annotation(ys_layers *layers, const ys_annot *annot) {
  const ys_place place = ys_annot_place(annot);
  if (!ys_word_is_ours(annot->word)) return YS_OK;
  if (!ys_word_is_known(annot->word))
    return ys_space_refuse(&layers->space, YS_E_INPUT_UNKNOWN, place,
                           annot->name, ys_vocab_nearest(annot->name));
  if (annot->evaluated || layers->allow_code) return YS_OK;
  return ys_space_refuse(&layers->space, YS_E_CODE_IN_VALUES, place,
                         annot->name, annot->text);
}

static ys_status check_slot(ys_layers *layers, const ys_slot *slot) {
  ys_status result = YS_OK;
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    YS_GO_ON(result, check_annotation(layers, a));
  if (!ys_is_collection(slot)) return result;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_GO_ON(result, check_slot(layers, s));
  return result;
}

static ys_status refuse_code(ys_space *space, const ys_documents *documents) {
  ys_status result = YS_OK;
  for (const ys_code_line *line = documents->code_first; line != NULL;
       line = line->next)
    if (!ys_annot_is_idle_code(line->text))
      YS_GO_ON(result, ys_space_refuse(space, YS_E_CODE_IN_VALUES, line->place,
                                       line->text, (ys_str){0}));
  return result;
}

ys_status ys_layers_take(ys_layers *layers, const ys_documents *documents,
                         ys_layer layer) {
  ys_slots rest = {documents->first, documents->last};
  ys_status result = YS_OK;
  ys_slot *d;
  YS_GO_ON(result, refuse_code(&layers->space, documents));
  while ((d = ys_slots_take(&rest)) != NULL) {
    if (documents->annotated) YS_GO_ON(result, check_slot(layers, d));
    ys_layers_give(layers, d, layer);
  }
  return result;
}

ys_status ys_layers_parse(ys_layers *layers, uint16_t source, ys_layer layer) {
  ys_documents documents = {0};
  YS_TRY(ys_parse(&layers->space, source, &documents));
  return ys_layers_take(layers, &documents, layer);
}

ys_status ys_layers_pending(ys_layers *layers, ys_pending **out) {
  return ys_annot_all_pending(&layers->space.arena, &layers->overlays, out);
}

/* Without `@overlay/match`, a document applies to the only base document. */
static ys_status apply_exact(ys_layers *layers, ys_slot *overlay,
                             const ys_overlay_options *options) {
  if (ys_slot_size(&layers->base) == 1)
    return ys_overlay(&layers->space, ys_slot_first(&layers->base), overlay,
                      options, NULL);
  return ys_space_refuse(
      &layers->space, YS_E_DOCUMENT_OVERLAY, ys_slot_place(overlay),
      YS_STR("Expected @overlay/match on the document, since it is not laid on "
             "exactly one"),
      (ys_str){0});
}

ys_status ys_layers_apply(ys_layers *layers, const ys_host *host) {
  const ys_overlay_options options = {
      .append_arrays = true, .error = YS_E_DOCUMENT_OVERLAY, .host = host};
  ys_status result = YS_OK;
  ys_slot *d;
  while ((d = ys_slots_take(&layers->overlays)) != NULL)
    YS_GO_ON(result, is_overlay(d)
                         ? ys_overlay_documents(&layers->space, &layers->base,
                                                d, &options)
                         : apply_exact(layers, d, &options));
  return result;
}
