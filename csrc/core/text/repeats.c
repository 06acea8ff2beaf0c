#include "core/text/repeats.h"

bool ys_diag_may_fold(const ys_diag *diag) {
  switch (diag->code) {
  case YS_E_TYPE:
  case YS_E_UNKNOWN_KEY:
  case YS_E_REMOVED:
  case YS_E_REQUIRED:
  case YS_E_KEY_COUNT:
  case YS_E_RULE:
  case YS_E_RULE_FAILED:
  case YS_E_CEL:
  case YS_E_REFERENCE:
  case YS_E_IDENTITY:
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
           (argument == 1 && (diag->rule.len > 0 || diag->choice != NULL));
  case YS_E_REFERENCE:
  case YS_E_TYPE: return argument == 2;
  case YS_E_IDENTITY: return argument == 1;
  default: return false;
  }
}

/* Many records share an argument that may be long: the values that a rule
 * allows. */
static bool is_same(ys_str a, ys_str b) {
  return (a.ptr == b.ptr && a.len == b.len) || ys_str_eq(a, b);
}

/* The hash of a text; of a very long one, of its two ends and of its length.
 * Keys may differ only in their middle, so an end is long. */
static uint64_t hash_ends(uint64_t hash, ys_str text) {
  enum { END = 2048 };
  if (text.len <= (size_t)2 * END) return ys_hash(hash, text);
  hash = ys_hash(ys_hash_mix(hash, text.len), (ys_str){text.ptr, END});
  return ys_hash(hash, (ys_str){text.ptr + text.len - END, END});
}

/* Whether two records are of the same violation. */
static bool is_alike(const ys_diag *a, const ys_diag *b) {
  if (a->code != b->code || a->field != b->field ||
      !ys_place_is(a->by, b->by) || !ys_str_eq(a->rule, b->rule))
    return false;
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!is_of_place(a, i) && !is_same(a->args[i], b->args[i])) return false;
  return true;
}

/* A hash that is the same for records that are alike. */
static uint64_t hash_of(uint64_t seed, const ys_diag *diag) {
  uint64_t hash = seed ^ (uintptr_t)diag->field;
  hash = ys_hash_mix(hash, (uint64_t)diag->by.line << 32 | diag->code);
  hash = ys_hash(hash, diag->rule);
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!is_of_place(diag, i)) hash = hash_ends(hash, diag->args[i]);
  return hash;
}

/* ---- the table ----------------------------------------------------------- */

static bool is_of(const void *about, const void *one, const void *wanted) {
  const ys_repeat *alike = one;
  (void)about;
  return is_alike(alike->places[0], wanted);
}

void ys_repeats_release(ys_repeats *all) {
  ys_set_release(&all->set);
}

ys_status ys_repeats_at(ys_repeats *all, ys_arena *arena, ys_diag *diag,
                        ys_repeat **out) {
  if (all->seed == 0) {
    all->seed = ys_hash_seed(arena);
    all->set = (ys_set){.memory = arena->memory, .same = is_of};
  }
  const uint64_t hash = hash_of(all->seed, diag);
  *out = ys_set_find(&all->set, hash, diag);
  if (*out != NULL) return YS_OK;
  YS_NEW(*out, arena);
  (*out)->places[0] = diag;
  return ys_set_add(&all->set, hash, *out);
}

ys_status ys_repeats_collect(ys_repeats *all, ys_arena *arena,
                             const ys_diags *diags, ys_group group) {
  *all = (ys_repeats){0};
  if (diags->groups[group] <= YS_FOLD_PLACES) return YS_OK;
  for (ys_diag *diag = diags->first; diag != NULL; diag = diag->next) {
    ys_repeat *alike;
    if (ys_code_group(diag->code) != group || !ys_diag_may_fold(diag)) continue;
    YS_TRY(ys_repeats_at(all, arena, diag, &alike));
    if (alike->shown < YS_FOLD_PLACES) alike->places[alike->shown++] = diag;
    alike->count += 1 + diag->more;
  }
  return YS_OK;
}

const ys_repeat *ys_repeats_find(const ys_repeats *all, const ys_diag *diag) {
  if (all->set.count == 0 || !ys_diag_may_fold(diag)) return NULL;
  const ys_repeat *alike =
      ys_set_find(&all->set, hash_of(all->seed, diag), diag);
  return alike != NULL && alike->count > YS_FOLD_PLACES ? alike : NULL;
}
