#ifndef OOM_TEXTS_H
#define OOM_TEXTS_H

/* oom_texts.h - Adding a text to a space, for the out-of-memory tests. */

#include "core/text/source.h"
#include "oom.h"

static inline ys_status oom_add(ys_sources *sources, ys_memory memory,
                                const char *name, ys_str text,
                                uint16_t *index) {
  ys_source *source;
  YS_TRY(ys_source_new(memory, ys_cstr(name), text, &source));
  return ys_sources_add(sources, source, index);
}

#endif
