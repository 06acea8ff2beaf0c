#pragma once

/* core/export/keyword.h - The keywords of a node that lead to no other node,
 * for core/export/schema.c. */

#include "core/export/embed.h"

typedef struct ys_export_writer {
  ys_space *space;
  ys_slot *losses; /* the rules that keywords cannot express */
  ys_export_dialect dialect;
  const char *definitions; /* the path of the map that holds them */
  ys_references references;
  ys_embedded embedded;
} ys_export_writer;

static inline bool ys_is_openapi(const ys_export_writer *w) {
  return w->dialect == YS_EXPORT_OPENAPI;
}

/* The node that is being written. */
typedef struct ys_export_node {
  const ys_field *field;
  const ys_docs *docs; /* of the field, or what a copy says beside it */
  const ys_path *path;
  bool with_default; /* values get the default */
  ys_slot *out;
} ys_export_node;

/* Adds one type by its index, which goes up to YS_EXPORT_TYPES. `closed`: it is
 * a map that has no keys but its named fields. */
enum { YS_EXPORT_TYPES = 6 };
ys_status ys_keyword_type(const ys_export_writer *w, size_t index, bool closed,
                          ys_slot *out);

/* The kind of a type, and the type of exactly these kinds; YS_EXPORT_TYPES if
 * there is none. */
ys_kinds ys_keyword_kind(size_t index);
size_t ys_keyword_type_of(ys_kinds kinds);

/* Adds the types of a field to a node of a JSON Schema. */
ys_status ys_keyword_types(const ys_export_writer *w, const ys_field *field,
                           ys_slot *out);

/* Makes `out` a node that accepts only null. */
ys_status ys_keyword_null(const ys_export_writer *w, ys_slot *out);

/* Add the title, which stands before the type, and the other facts of the table
 * (core/export/facts.h) that have a keyword. */
ys_status ys_keyword_title(const ys_export_writer *w, const ys_export_node *n);
ys_status ys_keyword_docs(const ys_export_writer *w, const ys_export_node *n);

/* Adds the rules, and notes those that keywords cannot express. */
ys_status ys_keyword_rules(ys_export_writer *w, const ys_export_node *n);

ys_status ys_keyword_default(const ys_export_writer *w,
                             const ys_export_node *n);
