#include "core/print/fold.h"

/* ---- the table ----------------------------------------------------------- */

/* Finds the place in the table of a record's violation: where it is, or a free
 * one.
 */
static ys_fold **place_of(const ys_folds *folds, const ys_diag *diag) {
  uint32_t at =
      (uint32_t)ys_diag_alike_hash(folds->seed, diag) & (folds->size - 1);
  while (folds->table[at] != NULL &&
         !ys_diag_is_alike(folds->table[at]->places[0], diag))
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
  if (fold->shown < YS_FOLD_PLACES) fold->places[fold->shown++] = diag;
  fold->count += 1 + diag->more;
  return YS_OK;
}

ys_status ys_folds_collect(ys_folds *folds, ys_arena *arena,
                           const ys_diags *diags, ys_group group) {
  *folds = (ys_folds){.arena = arena, .seed = ys_hash_seed(folds)};
  if (diags->groups[group] <= YS_FOLD_PLACES) return YS_OK;
  for (const ys_diag *diag = diags->first; diag != NULL; diag = diag->next)
    if (ys_code_group(diag->code) == group && ys_diag_may_fold(diag))
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
  if (folds->size == 0 || !ys_diag_may_fold(diag)) return NULL;
  const ys_fold *fold = *place_of(folds, diag);
  return fold != NULL && fold->count > YS_FOLD_PLACES ? fold : NULL;
}
