#include "core/yaml/code_notes.h"

ys_status ys_code_notes_compute(ys_code_notes *code_notes, ys_arena *arena,
                                const ys_computed *computed) {
  ys_computed *noted = ys_arena_new(arena, ys_computed);
  if (noted == NULL) return YS_NOMEM;
  *noted = *computed;
  if (code_notes->computed_last == NULL)
    code_notes->computed_first = noted;
  else
    code_notes->computed_last->next = noted;
  code_notes->computed_last = noted;
  return YS_OK;
}

ys_status ys_code_notes_bring(ys_code_notes *code_notes, ys_arena *arena,
                              const ys_brought *brought) {
  ys_brought *noted = ys_arena_new(arena, ys_brought);
  if (noted == NULL) return YS_NOMEM;
  *noted = *brought;
  if (code_notes->brought_last == NULL)
    code_notes->brought_first = noted;
  else
    code_notes->brought_last->next = noted;
  code_notes->brought_last = noted;
  return YS_OK;
}

ys_status ys_code_notes_unmark(ys_code_notes *code_notes, ys_arena *arena,
                               const ys_slot *document) {
  ys_unmarked *noted = ys_arena_new(arena, ys_unmarked);
  if (noted == NULL) return YS_NOMEM;
  noted->document = document;
  if (code_notes->unmarked_last == NULL)
    code_notes->unmarked_first = noted;
  else
    code_notes->unmarked_last->next = noted;
  code_notes->unmarked_last = noted;
  return YS_OK;
}
