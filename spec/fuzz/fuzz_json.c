/* fuzz_json.c - Any bytes as JSON. A JSON text gives the same tree whether or
 * not it must be JSON; libyaml, where it accepts the text, reads the same tree;
 * and what was read is printed and read again, and has to be the same. So is
 * what a schema with some of its keys expects. */

#include "core/print/emit.h"
#include "core/yaml/parse.h"
#include "fuzz.h"

static void init(ys_space *space) {
  if (ys_space_init(space, plain_memory, NULL) != YS_OK) abort();
  space->limits = fuzz_limits();
}

/* The one document of a text that has to be JSON, or NULL. */
static const ys_slot *read_json(ys_space *space, ys_str text) {
  ys_documents documents = {0};
  const uint16_t source = fuzz_source(&space->sources, text);
  space->sources.list[source]->only_json = true;
  if (ys_parse(space, source, &documents) != YS_OK) {
    if (space->diags.count == 0) abort();
    return NULL;
  }
  if (documents.count != 1 || documents.annotated) abort();
  return documents.first;
}

/* NEL, LS and PS end a line for libyaml, and not for JSON. */
static bool has_exotic_breaks(ys_str text) {
  return fuzz_mentions(text, "\xC2\x85") ||
         fuzz_mentions(text, "\xE2\x80\xA8") ||
         fuzz_mentions(text, "\xE2\x80\xA9");
}

/* The document is what a text is that need not be JSON; or YAML, if it is that,
 * too. */
static void compare_with_yaml(const ys_slot *document, ys_str text,
                              bool as_yaml) {
  ys_space space;
  ys_documents documents = {0};
  init(&space);
  const uint16_t source = fuzz_source(&space.sources, text);
  const ys_extract all = {space.sources.list[source]->text, source, 0};
  const ys_status status =
      as_yaml ? ys_parse_extract(&space, &all, NULL, &documents)
              : ys_parse(&space, source, &documents);
  if (status == YS_OK &&
      (documents.count != 1 || !ys_slot_equal(document, documents.first)))
    abort();
  if (status != YS_OK && !as_yaml && ys_is_collection(document)) abort();
  ys_space_release(&space);
}

static void there_and_back(const ys_slot *document) {
  const char *problem = NULL;
  ys_space space;
  init(&space);
  ys_buf out = ys_buf_of(plain_memory);
  if (ys_emit_json(document, &out, &problem) != YS_OK) abort();
  const ys_slot *again = read_json(&space, ys_buf_str(&out));
  if (again == NULL || !ys_slot_equal(document, again)) abort();
  ys_buf_release(&out);
  ys_space_release(&space);
}

/* Reads the text again, by a space that expects the keys of the document, all
 * but every third, as a schema with these fields would. */
static void compare_with_expected(const ys_space *parent,
                                  const ys_slot *document, ys_str text) {
  ys_space space;
  ys_shape shape;
  uint32_t count = 0, at = 0;
  if (document->kind != YS_MAP) return;
  if (ys_space_init(&space, plain_memory, parent) != YS_OK) abort();
  const ys_key **keys = ys_arena_zalloc(
      &space.arena, (size_t)ys_slot_size(document) + 1, sizeof(const ys_key *));
  if (keys == NULL) abort();
  for (const ys_slot *s = ys_slot_first(document); s != NULL; s = s->next)
    if (at++ % 3 < 2) keys[count++] = s->key;
  if (ys_shape_make(&space.arena, keys, count, &shape) != YS_OK) abort();
  shape.below =
      ys_arena_zalloc(&space.arena, (size_t)count + 1, sizeof *shape.below);
  for (uint32_t i = 0; i < count; i++)
    shape.below[i] = &shape;
  space.expected = &shape;
  const ys_slot *again = read_json(&space, text);
  if (again == NULL || !ys_slot_equal(document, again)) abort();
  ys_space_release(&space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ys_str text = {(const char *)data, size};
  ys_space space;
  init(&space);
  const ys_slot *document = read_json(&space, text);
  if (document == NULL) {
    fuzz_report(&space);
  } else {
    const bool exotic = has_exotic_breaks(text);
    if (!exotic) compare_with_yaml(document, text, true);
    if (!exotic || ys_is_collection(document))
      compare_with_yaml(document, text, false);
    there_and_back(document);
    compare_with_expected(&space, document, text);
  }
  ys_space_release(&space);
  return 0;
}
