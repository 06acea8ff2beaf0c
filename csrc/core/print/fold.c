#include "core/print/fold.h"

/* ---- what makes two faults the same -------------------------------------- */

/* Whether records of this code are about a field that may have many places. */
static bool may_fold(const ys_diag *diag) {
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
  default: return false;
  }
}

/* Whether an argument differs only because the values or places do: where a
 * required key was looked for, what a named rule found, and hints. */
static bool is_of_place(const ys_diag *diag, int argument) {
  switch (diag->code) {
  case YS_E_REQUIRED: return argument == 0;
  case YS_E_RULE: return argument == 2 || (argument == 1 && diag->rule.len > 0);
  case YS_E_TYPE: return argument == 2;
  default: return false;
  }
}

static bool is_same(const ys_diag *a, const ys_diag *b) {
  if (a->code != b->code || a->field != b->field || a->by.line != b->by.line ||
      a->by.column != b->by.column || a->by.source != b->by.source ||
      !ys_str_eq(a->rule, b->rule))
    return false;
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!is_of_place(a, i) && !ys_str_eq(a->args[i], b->args[i])) return false;
  return true;
}

static uint64_t hash_of(uint64_t seed, const ys_diag *diag) {
  uint64_t hash = seed ^ (uintptr_t)diag->field;
  hash = ys_hash_mix(hash, (uint64_t)diag->by.line << 32 | diag->code);
  hash = ys_hash(hash, diag->rule);
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (!is_of_place(diag, i)) hash = ys_hash(hash, diag->args[i]);
  return hash;
}

/* ---- the table ----------------------------------------------------------- */

/* Finds the place in the table of a record's fault: where it is, or a free one.
 */
static ys_fold **place_of(const ys_folds *folds, const ys_diag *diag) {
  uint32_t at = (uint32_t)hash_of(folds->seed, diag) & (folds->size - 1);
  while (folds->table[at] != NULL &&
         !is_same(folds->table[at]->places[0], diag))
    at = (at + 1) & (folds->size - 1);
  return &folds->table[at];
}

static ys_status grow(ys_folds *folds) {
  const ys_folds old = *folds;
  const uint32_t size = old.size == 0 ? 16 : 2 * old.size;
  ys_fold **table = ys_memory_new(folds->arena->memory, size * sizeof *table);
  if (table == NULL) return YS_NOMEM;
  memset(table, 0, size * sizeof *table);
  folds->table = table;
  folds->size = size;
  for (uint32_t i = 0; i < old.size; i++)
    if (old.table[i] != NULL)
      *place_of(folds, old.table[i]->places[0]) = old.table[i];
  ys_memory_free(folds->arena->memory, old.table, old.size * sizeof *old.table);
  return YS_OK;
}

static ys_status add(ys_folds *folds, const ys_diag *diag) {
  if (2 * (folds->count + 1) > folds->size) YS_TRY(grow(folds));
  ys_fold **place = place_of(folds, diag);
  if (*place == NULL) {
    *place = ys_arena_new(folds->arena, ys_fold);
    if (*place == NULL) return YS_NOMEM;
    folds->count++;
  }
  ys_fold *fold = *place;
  if (fold->count < YS_FOLD_PLACES) fold->places[fold->count] = diag;
  fold->count++;
  return YS_OK;
}

ys_status ys_folds_collect(ys_folds *folds, ys_arena *arena,
                           const ys_diags *diags, ys_group group) {
  *folds = (ys_folds){.arena = arena, .seed = ys_hash_seed(folds)};
  if (diags->groups[group] <= YS_FOLD_PLACES) return YS_OK;
  for (const ys_diag *diag = diags->first; diag != NULL; diag = diag->next)
    if (ys_code_group(diag->code) == group && may_fold(diag))
      YS_TRY(add(folds, diag));
  return YS_OK;
}

void ys_folds_release(ys_folds *folds) {
  if (folds->table == NULL) return;
  ys_memory_free(folds->arena->memory, folds->table,
                 folds->size * sizeof *folds->table);
  folds->table = NULL;
}

const ys_fold *ys_folds_find(const ys_folds *folds, const ys_diag *diag) {
  if (folds->size == 0 || !may_fold(diag)) return NULL;
  const ys_fold *fold = *place_of(folds, diag);
  return fold != NULL && fold->count > YS_FOLD_PLACES ? fold : NULL;
}
