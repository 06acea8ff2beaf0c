#include "core/run/explain.h"

#include "core/check/fill.h"
#include "core/provenance/follow.h"

static bool is_wanted(const ys_run *run) {
  return ys_provenance_of(&run->space) != NULL;
}

ys_status ys_explain_begin(ys_run *run) {
  return ys_provenance_begin(&run->space);
}

/* These defaults do not count among those that are added to documents. */
ys_status ys_explain_defaults(ys_run *run) {
  ys_space *space = &run->space;
  const ys_look look = {.step = YS_STEP_DEFAULTS};
  const uint32_t before = space->charges.made;
  ys_slot *defaults;
  if (!is_wanted(run) || ys_provenance_of(space)->root.slot != NULL)
    return YS_OK;
  YS_NEW(defaults, &space->arena);
  YS_TRY(ys_fill_default(space, run->schema->root, defaults));
  space->charges.made = before;
  return ys_provenance_follow(space, defaults, &look);
}

ys_status ys_explain_begun(ys_run *run) {
  return is_wanted(run) ? ys_provenance_bind(&run->space, &run->root) : YS_OK;
}

ys_status ys_explain_given(ys_run *run, const ys_run_document *document) {
  if (!is_wanted(run)) return YS_OK;
  run->merged = document;
  YS_NEW(run->given, &run->space.arena);
  return ys_slot_clone(&run->space.arena, document->slot, run->given);
}

ys_status ys_explain_settled(ys_run *run, ys_slot *slot) {
  return is_wanted(run) ? ys_provenance_settled(&run->space, slot) : YS_OK;
}

ys_status ys_explain_merged(ys_run *run) {
  const ys_run_document *document = run->merged;
  if (!is_wanted(run) || document == NULL) return YS_OK;
  const bool overlays = document->has_overlays && !document->by_flag;
  const ys_look look = {.step = overlays ? YS_STEP_OVERLAYS : YS_STEP_PLAIN,
                        .appends = document->append_arrays,
                        .given = run->given};
  run->merged = NULL;
  return ys_provenance_follow(&run->space, &run->root, &look);
}

ys_status ys_explain_completed(ys_run *run) {
  if (!is_wanted(run)) return YS_OK;
  ys_provenance_of(&run->space)->paused = false;
  return ys_provenance_follow(&run->space, &run->root,
                              &(ys_look){.step = YS_STEP_COMPLETION});
}

void ys_explain_trials(ys_run *run) {
  if (is_wanted(run)) ys_provenance_of(&run->space)->paused = true;
}
