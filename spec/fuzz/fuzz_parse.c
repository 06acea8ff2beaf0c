/* fuzz_parse.c - Any bytes as YAML. What was read is printed and read again,
 * and has to be the same. */

#include "core/annotation/annotation.h"
#include "core/print/emit.h"
#include "core/tree/exact.h"
#include "core/yaml/parse.h"
#include "fuzz.h"

static void init(ys_space *space) {
  if (ys_space_init(space, plain_memory, NULL) != YS_OK) abort();
  space->limits = fuzz_limits();
}

/* The document printed, and the only one in that text. That of a JSON Schema is
 * read as such without its header, too. */
static void there_and_back(const ys_slot *document) {
  ys_space space;
  ys_documents documents = {0};
  init(&space);
  if (ys_annot_find(document, YS_WORD_JSON_SCHEMA) != NULL) {
    space.core_schema = true;
    space.wide = YS_WIDE_EXACT;
  }
  ys_buf out = ys_buf_of(plain_memory);
  ys_emit_yaml(document, &out);
  if (ys_parse(&space, fuzz_source(&space.sources, ys_buf_str(&out)),
               &documents) != YS_OK ||
      (documents.count == 0 && document->kind != YS_NULL) ||
      (documents.count > 0 &&
       (documents.count > 1 || !ys_slot_equal(document, documents.first))))
    abort();
  ys_buf_release(&out);
  ys_space_release(&space);
}

static bool has_nan(const ys_slot *slot) {
  const double number = slot->kind == YS_FLOAT ? ys_slot_number(slot) : 0;
  if (number != number) return true;
  if (!ys_is_collection(slot)) return false;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if (has_nan(s)) return true;
  return false;
}

static void json(const ys_slot *document) {
  const char *problem = NULL;
  ys_buf out = ys_buf_of(plain_memory);
  if (ys_emit_json(document, &out, &problem) == YS_INVALID && problem == NULL)
    abort();
  ys_buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ys_str text = {(const char *)data, size};
  ys_space space;
  ys_documents documents = {0};
  init(&space);
  if (ys_parse(&space, fuzz_source(&space.sources, text), &documents) !=
      YS_OK) {
    fuzz_report(&space);
    documents.first = NULL;
  }
  for (ys_slot *s = documents.first; s != NULL; s = s->next) {
    if (!has_nan(s)) there_and_back(s); /* no nan is equal to itself */
    json(s);
  }
  ys_space_release(&space);
  return 0;
}
