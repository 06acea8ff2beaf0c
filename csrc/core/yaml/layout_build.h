#ifndef YS_YAML_LAYOUT_BUILD_H
#define YS_YAML_LAYOUT_BUILD_H

/*
 * core/yaml/layout_build.h - the state in which a layout is found, and the
 * functions that core/yaml/layout.c and core/yaml/layout_json.c share.
 */

#include "core/scalar/value.h"
#include "core/yaml/layout.h"
#include "core/yaml/layout_text.h"

typedef struct ys_layout_builder {
  ys_space *space;
  ys_marks *marks;
  ys_key_reader *keys;
  ys_layout_text t;
  ys_layouts *out;
  ys_layout *top;   /* the innermost open collection */
  ys_layout *entry; /* waits for its value */
} ys_layout_builder;

/* Makes a node and adds it to the innermost collection. NULL: no memory. */
ys_layout *ys_layout_add(ys_layout_builder *b);

/* Adds a document that begins at an offset. NULL: no memory. */
ys_layout_document *ys_layout_add_document(ys_layout_builder *b, size_t start);

/* Ends the innermost collection. YS_INVALID: its bracket is not there. */
ys_status ys_layout_close(ys_layout_builder *b);

/* Finds the layout of a text with the value `slot`. YS_INVALID: the text does
 * not have the form of JSON. */
ys_status ys_layout_of_json(ys_layout_builder *b, const ys_slot *slot);

#endif
