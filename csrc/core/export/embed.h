#pragma once

/*
 * core/export/embed.h - Exports rules that are parts of JSON Schemas: these are
 * embedded, each with an address of its own, and nodes refer to their parts.
 *
 * That says the same if the export is of the same draft, and has each of them
 * under the one address that it had. Otherwise the rules are losses.
 */

#include "core/export/constraint.h"
#include "core/jsonrule/jsonrule.h"

struct ys_embedded {
  ys_space *space;
  const ys_slot *first; /* of the documents; NULL: none is embedded */
  ys_str *addresses;    /* of the documents, in their order */
  bool used;            /* a node refers to one of them */
};

/* Finds out whether the documents can be embedded. `rules` may be NULL. */
ys_status ys_embed_begin(ys_space *space, const ys_jsonrules *rules,
                         ys_export_dialect dialect, ys_embedded *out);

/* Adds the documents, if a node refers to one of them, to the keyword `where`.
 */
ys_status ys_embed_add(const ys_embedded *embedded, const char *where,
                       ys_slot *out);
