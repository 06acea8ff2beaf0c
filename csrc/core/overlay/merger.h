#ifndef YS_OVERLAY_MERGER_H
#define YS_OVERLAY_MERGER_H

/*
 * core/overlay/merger.h - one merge of an overlay: how it is done, and what it
 * leaves behind. The functions are in core/overlay/overlay.h.
 */

#include "core/annotation/host.h"
#include "core/overlay/operation.h"

/*
 * Where the left tree has types (ys_field), somebody who knows them. A type is
 * a pointer that is handed through; NULL: nobody knows.
 */
typedef struct ys_guide {
  /* The type of an entry or item of a collection of a type. */
  ys_status (*below)(ys_space *space, const void *type, const ys_slot *slot,
                     const void **out);
  /* Whether values of the type have alternatives: what is given is kept beside
   * what merging makes of it (core/overlay/parts.h), and replaces what it
   * cannot be merged with. */
  bool (*has_alternatives)(const void *type);
  /*
   * Judges a right slot that `when=` might have passed over, but did not:
   * nobody has done so before. `type` is what it will be, `holder` what its
   * collection is. `merged`: nodes in it may be passed over, too, all of its
   * keys if it is `conditional`.
   * YS_INVALID: faults were recorded; the slot is flagged and has lost the
   * entries that the schema does not know, or (NULL type) is one itself.
   */
  ys_status (*judge)(ys_space *space, const void *holder, const void *type,
                     ys_slot *right, const ys_path *path, bool merged,
                     bool conditional);
} ys_guide;

/*
 * What a merge changed, where there is a guide: a left slot that got another
 * value (no holder), one that is new, or (no slot) a collection that lost some.
 */
typedef struct ys_touched {
  struct ys_touched *next;
  ys_slot *slot;
  const void *type; /* of the slot; NULL: its holder has none such */
  ys_slot *holder;  /* the collection */
  const void *holder_type;
} ys_touched;

typedef struct ys_overlay_options {
  bool append_arrays;    /* unannotated items are appended; else an array
                            replaces, and what is no map replaces a map: the
                            documents are plain, nothing in them is annotated */
  bool add_keys;         /* an unannotated key that the left lacks is added;
                            else it is a fault */
  bool take_annotations; /* a schema's: the right's replace the left's of the
                            same name (reference#annotations-of-schemas) */
  ys_code fault;         /* code of the records: YS_E_OVERLAY ... */
  const ys_host *host;   /* calls closures; NULL when there are none */
  const ys_guide *guide; /* NULL: there are no types, or none that matter */
  const void *type;      /* of the left slot, for the guide */
  ys_touched **touched;  /* a list, newest first; NULL: nobody asks */
} ys_overlay_options;

/*
 * What stopped at a left slot whose default is pending (YS_SLOT_PENDING). The
 * oldest comes first; its turn comes with ys_overlay_resume() when `left` has
 * its value.
 *
 * Only what is done to the slot itself waits. A matcher that looks into a
 * slot sees that what is pending in it equals nothing: so before a document
 * with matchers or assertions is merged, let the defaults be given.
 */
typedef struct ys_postponed {
  struct ys_postponed *next;
  ys_slot *left, *right;
  const ys_operation *operation;
  ys_match_defaults inherited;
  const ys_path *path;
  const void *type; /* of `left` */
} ys_postponed;

/* A queue of them; zeroed, it is empty. */
typedef struct ys_postponed_list {
  ys_postponed *first, *last;
} ys_postponed_list;

/* A merge that is going on (inside core/overlay/overlay.c and what it is made
 * of). */
typedef struct ys_merger {
  ys_space *space;
  const ys_overlay_options *options;
  ys_postponed_list *postponed; /* NULL: nothing is pending */
  uint32_t faults;
  uint32_t lenient;       /* above 0: it is below a value with alternatives */
  struct ys_found *found; /* a stack of matches (core/overlay/edit.h): each
                             right slot uses the top of it; not of the arena */
  uint32_t found_count, found_capacity;
} ys_merger;

#endif
