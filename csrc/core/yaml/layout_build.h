#pragma once

/*
 * core/yaml/layout_build.h - The state in which a layout is found, and the
 * functions that core/yaml/layout.c, core/yaml/layout_json.c and
 * core/yaml/layout_leaf.c share.
 */

#include "core/event/event.h"
#include "core/scalar/value.h"
#include "core/yaml/layout.h"
#include "core/yaml/layout_text.h"

typedef struct ys_layout_builder {
  ys_space *space;
  ys_marks *marks;
  ys_key_reader *keys;
  ys_layout_text t;
  ys_layouts *out;
  ys_layout *top;            /* the innermost open collection */
  ys_layout *entry;          /* waits for its value */
  uint32_t depth;            /* how many collections are open */
  ys_layout_visitor visitor; /* zeroed: the nodes are kept */
  ys_layout *spare;          /* nodes that were visited */
} ys_layout_builder;

/* Makes a node and adds it to the innermost collection. NULL: no memory. */
ys_layout *ys_layout_add(ys_layout_builder *b);

/* Adds a document that begins at an offset. NULL: no memory. */
ys_layout_document *ys_layout_add_document(ys_layout_builder *b,
                                           uint32_t start);

/* Ends the innermost collection. YS_INVALID: its bracket is not there. */
ys_status ys_layout_close(ys_layout_builder *b);

/* The byte at a mark. libyaml may have read one byte more than there is. */
const char *ys_layout_byte(const ys_layout_builder *b, ys_mark mark);

/* Makes a place for the names of a node. The only failure is YS_NOMEM. */
ys_status ys_layout_need_names(const ys_layout_builder *b, ys_layout *node);

/* Notes the anchor and the tag of a key or a value. The only failure is
 * YS_NOMEM. */
ys_status ys_layout_properties_of(const ys_layout_builder *b,
                                  const ys_event *event, ys_layout *node,
                                  bool key);

/* Finds the range of a leaf, and moves past it. */
void ys_layout_leaf_range(ys_layout_builder *b, const ys_event *event,
                          uint32_t *start, uint32_t *content, uint32_t *end);

/* The style of a leaf. */
uint8_t ys_layout_style_of(const ys_event *event);

/* Reads a scalar. Its string is copied if the source does not contain it,
 * because the event owns it. YS_INVALID: there is a record. */
ys_status ys_layout_scalar(const ys_layout_builder *b, const ys_event *event,
                           bool key, ys_slot *slot);

/* Finds the layout of a text with the value `slot`. YS_INVALID: the text does
 * not have the form of JSON. */
ys_status ys_layout_of_json(ys_layout_builder *b, const ys_slot *slot);
