#include "core/yaml/code_notes.h"

ys_status ys_code_notes_compute(ys_code_notes *woven, ys_arena *arena,
                                const ys_computed *computed) {
  ys_computed *noted = ys_arena_new(arena, ys_computed);
  if (noted == NULL) return YS_NOMEM;
  *noted = *computed;
  if (woven->computed_last == NULL)
    woven->computed_first = noted;
  else
    woven->computed_last->next = noted;
  woven->computed_last = noted;
  return YS_OK;
}

ys_status ys_code_notes_bring(ys_code_notes *woven, ys_arena *arena,
                              const ys_brought *brought) {
  ys_brought *noted = ys_arena_new(arena, ys_brought);
  if (noted == NULL) return YS_NOMEM;
  *noted = *brought;
  if (woven->brought_last == NULL)
    woven->brought_first = noted;
  else
    woven->brought_last->next = noted;
  woven->brought_last = noted;
  return YS_OK;
}

ys_status ys_code_notes_unmark(ys_code_notes *woven, ys_arena *arena,
                               const ys_slot *document) {
  ys_unmarked *noted = ys_arena_new(arena, ys_unmarked);
  if (noted == NULL) return YS_NOMEM;
  noted->document = document;
  if (woven->unmarked_last == NULL)
    woven->unmarked_first = noted;
  else
    woven->unmarked_last->next = noted;
  woven->unmarked_last = noted;
  return YS_OK;
}
