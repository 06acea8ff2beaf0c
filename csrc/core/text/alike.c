#include "core/text/alike.h"

bool ys_diag_may_fold(const ys_diag *diag) {
  switch (diag->code) {
  case YS_E_TYPE:
  case YS_E_UNKNOWN_KEY:
  case YS_E_REMOVED:
  case YS_E_REQUIRED:
  case YS_E_KEY_COUNT:
  case YS_E_RULE:
  case YS_E_RULE_FAILED:
  case YS_E_DEPRECATED:
  case YS_E_RENAMED: return diag->field != NULL;
  case YS_E_UNATTACHED:
  case YS_E_TEXT_TEMPLATES: return true;
  default: return false;
  }
}

/* Whether an argument differs only because the values or places do: where a
 * required key was looked for, what a named rule found, and hints. */
static bool is_of_place(const ys_diag *diag, int argument) {
  switch (diag->code) {
  case YS_E_REQUIRED: return argument == 0;
  case YS_E_RULE:
    return argument == 2 ||
           (argument == 1 && (diag->rule.len > 0 || diag->reasons));
  case YS_E_TYPE: return argument == 2;
  default: return false;
  }
}

/* Many records share an argument that may be long: the values that a rule
 * allows. */
static bool is_same(ys_str a, ys_str b) {
  return (a.ptr == b.ptr && a.len == b.len) || ys_str_eq(a, b);
}

/* The hash of the two ends of a long text, and of its length. */
static uint64_t hash_ends(uint64_t hash, ys_str text) {
  enum { END = 128 };
  if (text.len <= (size_t)2 * END) return ys_hash(hash, text);
  hash = ys_hash(ys_hash_mix(hash, text.len), (ys_str){text.ptr, END});
  return ys_hash(hash, (ys_str){text.ptr + text.len - END, END});
}

bool ys_diag_is_alike(const ys_diag *a, const ys_diag *b) {
  if (a->code != b->code || a->field != b->field ||
      !ys_place_is(a->by, b->by) || !ys_str_eq(a->rule, b->rule))
    return false;
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!is_of_place(a, i) && !is_same(a->args[i], b->args[i])) return false;
  return true;
}

uint64_t ys_diag_alike_hash(uint64_t seed, const ys_diag *diag) {
  uint64_t hash = seed ^ (uintptr_t)diag->field;
  hash = ys_hash_mix(hash, (uint64_t)diag->by.line << 32 | diag->code);
  hash = ys_hash(hash, diag->rule);
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!is_of_place(diag, i)) hash = hash_ends(hash, diag->args[i]);
  return hash;
}
