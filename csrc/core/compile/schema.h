#ifndef YS_COMPILE_SCHEMA_H
#define YS_COMPILE_SCHEMA_H

/*
 * core/compile/schema.h - schema texts to a compiled schema.
 *
 *   ys_schema_init, then ys_schema_add for each text, then - for each
 *   annotation that ys_schema_pending names - ys_annot.args set by the host,
 *   then ys_schema_compile.
 */

#include "core/annotation/annotation.h"
#include "core/annotation/host.h"
#include "core/type/type.h"
#include "core/yaml/parse.h"

typedef struct ys_schema {
  ys_space space;
  ys_slots documents;              /* as parsed; the first is the base */
  ys_field *root;                  /* NULL until compiled */
  const ys_field **default_fields; /* by closure: whose default it gives */
  uint32_t closure_count; /* the highest number of a default's closure */
  bool calls_functions;   /* in the middle of a check: the space of a run needs
                             `functions` */
} ys_schema;

/* Takes nothing yet; from the first text on it is to be released. */
ys_status ys_schema_init(ys_schema *schema, ys_memory memory, ys_limits limits,
                         bool strict);
void ys_schema_release(ys_schema *schema);

/* What kind of documents a source holds (reference#headers). */
typedef enum ys_role { YS_ROLE_VALUES, YS_ROLE_SCHEMA } ys_role;

/*
 * Parses the space's source and, when one of its documents is a schema, keeps
 * them. Schema documents beside others are an INPUT fault. Of a source without
 * a schema (YS_ROLE_VALUES) no record stays; its tree stays in the arena.
 */
ys_status ys_schema_add(ys_schema *schema, uint16_t source, ys_role *role);

/*
 * The same for documents that were made already: takes them, when one is a
 * schema or there are none. Else nothing is recorded.
 */
ys_status ys_schema_take(ys_schema *schema, ys_documents *documents,
                         ys_role *role);

/* Whether documents are for ys_schema_take(): one has a schema's header, or a
 * node has it where the document should. */
bool ys_schema_among(const ys_documents *documents);

/* Whether a text may hold a schema: whether it is worth ys_schema_add(). */
bool ys_schema_likely(ys_str text);

/* The annotations of all documents that the host has to evaluate, in document
 * order. */
ys_status ys_schema_pending(ys_schema *schema, ys_pending **out);

/* Merges the documents, asking `host` (NULL: there are no closures) what their
 * overlay annotations ask, and compiles them. Every fault that can be found is
 * recorded before YS_INVALID is returned. */
ys_status ys_schema_compile(ys_schema *schema, const ys_host *host);

#endif
