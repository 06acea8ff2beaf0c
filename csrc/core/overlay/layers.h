#ifndef YS_OVERLAY_LAYERS_H
#define YS_OVERLAY_LAYERS_H

/*
 * core/overlay/layers.h - overlays on any YAML: documents, and documents that
 * say what is to be done with them (reference#overlays).
 *
 *   ys_layers_init; ys_layers_parse and ys_layers_give for each input; then -
 *   for each annotation that ys_layers_pending names - ys_annot.args set by
 *   the host; then ys_layers_apply. The result is `base`.
 */

#include "core/annotation/annotation.h"
#include "core/overlay/overlay.h"
#include "core/yaml/parse.h"

typedef struct ys_layers {
  ys_space space;
  ys_slot base;      /* an array of the documents, in the order of the inputs */
  ys_slots overlays; /* in the order of the inputs */
  bool allow_code;   /* annotations may hold more than literals and matchers */
} ys_layers;

/* What the documents of an input are. */
typedef enum ys_layer {
  YS_LAYER_EITHER, /* overlays when they have `@overlay/match`, else base */
  YS_LAYER_BASE,
  YS_LAYER_OVERLAY /* one without `@overlay/match` is merged into the base's
                      only document */
} ys_layer;

/* Is to be released, also when this fails. */
ys_status ys_layers_init(ys_layers *layers, ys_memory memory, ys_limits limits,
                         bool strict);
void ys_layers_release(ys_layers *layers);

/* Parses a source of the space. YS_INVALID: faults were recorded. */
ys_status ys_layers_parse(ys_layers *layers, uint16_t source, ys_layer layer);

/* The same for documents that were made in the space, from YAML. */
ys_status ys_layers_take(ys_layers *layers, const ys_documents *documents,
                         ys_layer layer);

/* Takes a document that was made in the space. */
void ys_layers_give(ys_layers *layers, ys_slot *document, ys_layer layer);

/* The annotations of the overlays that the host has to evaluate; there are none
 * unless `allow_code`. */
ys_status ys_layers_pending(ys_layers *layers, ys_pending **out);

/* Applies the overlays in order. YS_INVALID: faults were recorded, all that
 * could be found, and `base` is not to be used. */
ys_status ys_layers_apply(ys_layers *layers, const ys_host *host);

#endif
