#pragma once

/* core/yaml/code_notes.h - Notes of the parser about a text with code lines
 * around its nodes, in the order of the text. Other texts have none. */

#include "core/tree/node.h"

typedef struct ys_computed { /* `key: #@ expression` */
  struct ys_computed *next;
  ys_slot *slot;
  ys_str text;
  ys_place place; /* where the `#` stands */
} ys_computed;

typedef struct ys_brought { /* the entries that `<<` added to a map */
  struct ys_brought *next;
  ys_slot *map, *merge; /* `merge` is the slot of the `<<` entry */
  ys_slot *after;       /* the entry before them; NULL if they are the first */
  uint32_t count;
} ys_brought;

typedef struct ys_unmarked { /* a document without `---` */
  struct ys_unmarked *next;
  const ys_slot *document;
} ys_unmarked;

typedef struct ys_code_notes {
  ys_computed *computed_first, *computed_last;
  ys_brought *brought_first, *brought_last;
  ys_unmarked *unmarked_first, *unmarked_last;
} ys_code_notes;

/* Each of these notes one thing. The only failure is YS_NOMEM. */
ys_status ys_code_notes_compute(ys_code_notes *code_notes, ys_arena *arena,
                                const ys_computed *computed);
ys_status ys_code_notes_bring(ys_code_notes *code_notes, ys_arena *arena,
                              const ys_brought *brought);
ys_status ys_code_notes_unmark(ys_code_notes *code_notes, ys_arena *arena,
                               const ys_slot *document);

/* Whether the value of this slot, the last one that was opened, is code. */
static inline bool ys_code_notes_computes(const ys_code_notes *code_notes,
                                          const ys_slot *slot) {
  return code_notes->computed_last != NULL &&
         code_notes->computed_last->slot == slot;
}
