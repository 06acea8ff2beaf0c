/* fuzz_scan.c - Any bytes as YAML, by both readers: what our own one takes,
 * libyaml reads as the same events. */

#include "../c/same_events.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (compare_readers((ys_str){(const char *)data, size}) == COMPARED_DIFFERENT)
    abort();
  return 0;
}
