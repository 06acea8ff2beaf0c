#ifndef OVERLAY_TEXTS_H
#define OVERLAY_TEXTS_H

/*
 * overlay_texts.h - Overlays for the C tests, from YAML texts.
 *
 * Arguments of annotations are literals here: ["@index", 0] stands for what
 * overlay.index(0) gives, and "@plus" for the closure of that name.
 */

#include "core/overlay/overlay.h"
#include "core/yaml/parse.h"
#include "overlay_host.h"

/* ---- texts --------------------------------------------------------------- */

/* Turns "@name" into the closure, ["@name", ...] into the matcher. */
static inline void bind_names(ys_slot *value) {
  if (value->kind == YS_STRING &&
      ys_str_starts(ys_slot_text(value), YS_STR("@"))) {
    const ys_str text = ys_slot_text(value);
    const ys_str name = {text.ptr + 1, text.len - 1};
    for (uint32_t i = 0; i < HOST_ROWS; i++)
      if (ys_str_eq(name, ys_cstr(host_rows[i].name))) {
        value->kind = YS_CLOSURE;
        value->u.closure = i + 1;
      }
  }
  if (!ys_is_collection(value)) return;
  ys_slot *first = ys_slot_first(value);
  if (value->kind == YS_ARRAY && first != NULL && first->kind == YS_STRING &&
      ys_slot_size(first) > 1 &&
      ys_str_starts(ys_slot_text(first), YS_STR("@"))) {
    first->u.text++; /* the names are short, and have no notes */
    ys_slot_put_size(first, ys_slot_size(first) - 1);
    value->flags |= YS_SLOT_MATCHER;
    first = first->next;
  }
  for (; first != NULL; first = first->next)
    bind_names(first);
}

static inline void bind_annotations(ys_slot *slot) {
  for (ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    for (ys_arg *arg = (ys_arg *)a->args; arg != NULL; arg = arg->next)
      bind_names(&arg->value);
  if (!ys_is_collection(slot)) return;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    bind_annotations(s);
}

/* Adds a text and puts its documents into the array `out`. */
static inline ys_status read_documents(ys_space *space, const char *name,
                                       ys_str text, ys_slot *out) {
  ys_documents documents = {0};
  ys_source *source;
  ys_slot *next;
  uint16_t index;
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_ARRAY));
  YS_TRY(ys_source_new(space->arena.memory, ys_cstr(name), text, &source));
  YS_TRY(ys_sources_add(&space->sources, source, &index));
  YS_TRY(ys_parse(space, index, &documents));
  for (ys_slot *d = documents.first; d != NULL; d = next) {
    next = d->next;
    bind_annotations(d);
    ys_slot_append(out, d);
  }
  return YS_OK;
}

#endif
