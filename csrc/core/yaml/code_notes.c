#include "core/yaml/code_notes.h"

ys_status ys_code_notes_compute(ys_code_notes *code_notes, ys_arena *arena,
                                const ys_computed *computed) {
  ys_computed *noted;
  YS_KEEP(noted, arena, *computed);
  YS_APPEND(code_notes->computed_first, code_notes->computed_last, noted);
  return YS_OK;
}

ys_status ys_code_notes_bring(ys_code_notes *code_notes, ys_arena *arena,
                              const ys_brought *brought) {
  ys_brought *noted;
  YS_KEEP(noted, arena, *brought);
  YS_APPEND(code_notes->brought_first, code_notes->brought_last, noted);
  return YS_OK;
}

ys_status ys_code_notes_unmark(ys_code_notes *code_notes, ys_arena *arena,
                               const ys_slot *document) {
  ys_unmarked *noted = ys_arena_new(arena, ys_unmarked);
  if (noted == NULL) return YS_NOMEM;
  noted->document = document;
  YS_APPEND(code_notes->unmarked_first, code_notes->unmarked_last, noted);
  return YS_OK;
}
