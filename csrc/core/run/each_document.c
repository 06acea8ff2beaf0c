#include "core/run/each_document.h"

/* The documents that are still to be validated: those of all inputs at first.
 */
static ys_run_document *take_waiting(ys_run *run) {
  ys_run_document *document = run->each_document ? run->waiting : run->first;
  run->each_document = true;
  run->waiting = document == NULL ? NULL : document->next;
  if (document != NULL) document->next = NULL;
  return document;
}

ys_status ys_run_begin_next(ys_run *run, ys_place *place) {
  ys_space *space = &run->space;
  const bool began = run->each_document;
  ys_run_document *document = take_waiting(run);
  *place = (ys_place){0};
  if (document == NULL) return YS_OK;
  *place = ys_slot_place(document->slot);
  /* The unreadable part belongs to the first document. */
  if (began) ys_space_forget_records(space);
  space->charges.made = 0;
  space->charges.instances = 0;
  run->first = run->last = run->upcoming = document;
  run->stage = YS_STAGE_FILL;
  run->root = (ys_slot){0};
  run->root_state = YS_ROOT_EMPTY;
  run->postponed = (ys_postponed_list){0};
  run->touched = NULL;
  run->misfits = 0;
  ys_chooser_release(&run->chooser);
  run->validator = (ys_validator){0};
  run->referrer = (ys_referrer){0};
  if (!began) return YS_OK;
  return ys_defaults_init(&run->defaults, space, run->schema->default_fields,
                          run->schema->closure_count);
}
