#pragma once

/*
 * core/overlay/layers.h - Applies overlays to any YAML documents, without a
 * schema (reference#overlays).
 *
 * Call ys_layers_init; then ys_layers_parse, ys_layers_take or ys_layers_give
 * for each input; then set ys_annot.args of each annotation that
 * ys_layers_pending lists; then call ys_layers_apply. The result is `base`.
 */

#include "core/overlay/overlay.h"
#include "core/yaml/parse.h"

typedef struct ys_layers {
  ys_space space;
  ys_slot base; /* an array of the base documents, in the order of the inputs */
  ys_slots overlays; /* the overlay documents, in the order of the inputs */
  bool allow_code;   /* annotations may contain code, not only literals and
                        matchers */
} ys_layers;

/* Whether the documents of an input are base documents or overlays. */
typedef enum ys_layer {
  YS_LAYER_EITHER, /* a document with `@overlay/match` is an overlay, any other
                      is base */
  YS_LAYER_BASE,
  YS_LAYER_OVERLAY /* an overlay without `@overlay/match` is merged into the
                      only base document */
} ys_layer;

/* Must be followed by ys_layers_release(), also when it fails. */
ys_status ys_layers_init(ys_layers *layers, ys_memory memory, ys_limits limits,
                         bool strict);
void ys_layers_release(ys_layers *layers);

/* Parses a source of the space. YS_INVALID: errors were recorded. */
ys_status ys_layers_parse(ys_layers *layers, uint16_t source, ys_layer layer);

/* Like ys_layers_parse(), for documents that were already made in the space. */
ys_status ys_layers_take(ys_layers *layers, const ys_documents *documents,
                         ys_layer layer);

/* Adds one document that was made in the space. */
void ys_layers_give(ys_layers *layers, ys_slot *document, ys_layer layer);

/* Lists the annotations of the overlays that the host has to evaluate. The list
 * is empty unless `allow_code` is set. */
ys_status ys_layers_pending(ys_layers *layers, ys_pending **out);

/* Applies the overlays in order. YS_INVALID: errors were recorded, as many as
 * could be found, and `base` must not be used. */
ys_status ys_layers_apply(ys_layers *layers, const ys_host *host);
