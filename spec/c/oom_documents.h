#ifndef OOM_DOCUMENTS_H
#define OOM_DOCUMENTS_H

/* oom_documents.h - The content of documents as a number, for the out-of-memory
 * tests. */

#include "core/print/emit.h"
#include "core/yaml/parse.h"
#include "oom.h"

/* Adds the documents, written as YAML, to a hash. */
static inline ys_status oom_hash_documents(ys_memory memory,
                                           const ys_documents *documents,
                                           uint64_t *hash) {
  ys_status status;
  ys_buf out = ys_buf_of(memory);
  for (const ys_slot *d = documents->first; d != NULL; d = d->next)
    ys_emit_yaml(d, &out);
  *hash = oom_hash(*hash, ys_buf_str(&out));
  status = ys_buf_status(&out);
  ys_buf_release(&out);
  return status;
}

#endif
