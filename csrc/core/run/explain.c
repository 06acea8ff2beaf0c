#include "core/run/explain.h"

#include "core/history/follow.h"
#include "core/history/history.h"

ys_status ys_explain_begin(ys_run *run) {
  return ys_history_begin(&run->space);
}

/* The defaults that the documents replace do not count among those that are
 * added to them. */
ys_status ys_explain_defaults(ys_run *run) {
  run->space.defaults = 0;
  return ys_history_follow(&run->space, &run->root,
                           &(ys_look){.step = YS_STEP_DEFAULTS});
}

ys_status ys_explain_given(ys_run *run, const ys_run_document *document) {
  if (!ys_explain_wanted(run)) return YS_OK;
  run->merged = document;
  run->given = ys_arena_new(&run->space.arena, ys_slot);
  if (run->given == NULL) return YS_NOMEM;
  return ys_slot_clone(&run->space.arena, document->slot, run->given);
}

ys_status ys_explain_settled(ys_run *run, ys_slot *slot) {
  return ys_explain_wanted(run) ? ys_history_settled(&run->space, slot) : YS_OK;
}

ys_status ys_explain_merged(ys_run *run) {
  const ys_run_document *document = run->merged;
  if (!ys_explain_wanted(run) || document == NULL) return YS_OK;
  const bool overlays = document->has_overlays && !document->by_flag;
  const ys_look look = {.step = overlays ? YS_STEP_OVERLAYS : YS_STEP_PLAIN,
                        .appends = document->append_arrays,
                        .given = run->given};
  run->merged = NULL;
  return ys_history_follow(&run->space, &run->root, &look);
}

ys_status ys_explain_completed(ys_run *run) {
  if (!ys_explain_wanted(run)) return YS_OK;
  run->space.history->paused = false;
  return ys_history_follow(&run->space, &run->root,
                           &(ys_look){.step = YS_STEP_COMPLETION});
}

void ys_explain_trials(ys_run *run) {
  if (ys_explain_wanted(run)) run->space.history->paused = true;
}
