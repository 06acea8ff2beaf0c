/* fuzz_tree.c - Any bytes as YAML, read to a tree with our own reader and with
 * libyaml alone, has to give the same (see same_trees.h). */

#include "../c/same_trees.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ys_str text = {(const char *)data, size};
  if (!same_trees(text, (manner){0}) ||
      !same_trees(text, (manner){.code_notes = true}) ||
      !same_trees(text, (manner){.strict = true, .refuse_comments = true}))
    abort();
  return 0;
}
