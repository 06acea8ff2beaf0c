/* fuzz_overlay.c - Documents, and overlays on them. */

#include "core/overlay/layers.h"
#include "core/print/emit.h"
#include "fuzz.h"

static void print(const ys_layers *layers) {
  ys_buf out = ys_buf_of(plain_memory);
  for (const ys_slot *s = ys_slot_first(&layers->base); s != NULL; s = s->next)
    ys_emit_yaml(s, &out);
  ys_buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t turn = 0;
  const ys_host host = {&turn, fuzz_call};
  ys_layers layers;
  ys_pending *pending;
  ys_str text;
  ys_layer layer = YS_LAYER_BASE;
  bool parsed = true;
  if (ys_layers_init(&layers, plain_memory, fuzz_limits(), false) != YS_OK)
    abort();
  layers.allow_code = true;
  while (fuzz_next(&data, &size, &text)) {
    parsed &= ys_layers_parse(&layers, fuzz_source(&layers.space.sources, text),
                              layer) == YS_OK;
    layer = YS_LAYER_OVERLAY;
  }
  if (parsed && ys_layers_pending(&layers, &pending) == YS_OK) {
    fuzz_evaluate(&layers.space, pending);
    if (ys_layers_apply(&layers, &host) == YS_OK) print(&layers);
  }
  fuzz_report(&layers.space);
  ys_layers_release(&layers);
  return 0;
}
