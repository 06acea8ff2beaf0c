#pragma once

/*
 * core/overlay/merger.h - Types that one overlay merge uses: its options, its
 * guide, its state and its results.
 *
 * core/overlay/overlay.h declares the functions.
 */

#include "core/annotation/host.h"
#include "core/overlay/operation.h"

/*
 * Callbacks that give a merge access to the types of the target tree, so that
 * overlays do not depend on schemas. A type is an opaque pointer (a ys_field);
 * NULL means that the type is not known.
 */
typedef struct ys_guide {
  /* Gives the type of an entry or item in a collection of `type`. */
  ys_status (*below)(ys_space *space, const void *type, const ys_slot *slot,
                     const void **out);
  /* Whether values of the type have alternatives. If so, each given value is
   * kept beside the merged one (core/overlay/given_values.h), and a value that
   * cannot be merged replaces the other. */
  bool (*has_alternatives)(const void *type);
  /*
   * Checks an overlay node with `when=` that turned out to be applied. Such a
   * node is not checked earlier. `type` is the type that the node will have,
   * `holder` the type of its collection. Nodes below it may be skipped, too.
   *
   * YS_INVALID: errors were recorded, and the slot is flagged. Entries that the
   * schema does not know were removed from it; if `type` is NULL, the slot is
   * such an entry itself.
   */
  ys_status (*validate)(ys_space *space, const void *holder, const void *type,
                        ys_slot *right, const ys_path *path, ys_skips skips);
  /*
   * Takes an overlay node below alternatives that is certainly not skipped: it
   * may have an old name, and wait for this. `skips` is as for `validate`.
   * `again`: an earlier merge did this with a copy of the node, and made the
   * records.
   */
  ys_status (*take)(ys_space *space, ys_slot *slot, ys_skips skips, bool again);
} ys_guide;

/*
 * One change made by a merge with a guide. It is one of: a target slot with a
 * new value (`holder` is NULL), a new slot, or a collection that lost slots
 * (`slot` is NULL).
 */
typedef struct ys_touched {
  struct ys_touched *next;
  ys_slot *slot;
  const void *type; /* type of the slot; NULL: unknown to its holder */
  ys_slot *holder;  /* the collection */
  const void *holder_type;
} ys_touched;

typedef struct ys_overlay_options {
  bool append_arrays; /* unannotated items are appended; else the documents are
                         plain YAML without annotations: an array replaces the
                         target, and so does anything that is not a map */
  bool add_keys; /* an unannotated key that the target lacks is added; else it
                    is an error */
  bool lenient;  /* a value of another kind replaces the target */
  bool take_annotations; /* the overlay's annotations replace those of the same
                            name, as schemas need it
                            (reference#annotations-of-schemas) */
  ys_code error;         /* code of the error records: YS_E_OVERLAY ... */
  const ys_host *host;   /* calls closures; NULL if there are none */
  bool old_names;        /* nodes may have old names: see `take` of the guide */
  bool again;            /* the same values were merged before */
  const ys_guide *guide; /* NULL if there are no types or they do not matter */
  const void *type;      /* type of the target slot, for the guide */
  /* List of changes, newest first; NULL: do not record them. */
  ys_touched **touched;
} ys_overlay_options;

/*
 * An operation that is postponed because the default of its target slot is
 * pending (YS_SLOT_PENDING). Postponed operations are resumed oldest first, by
 * ys_overlay_resume(), when `left` has its value.
 *
 * Only operations on the slot itself are postponed. To a matcher that looks
 * into a slot, a pending value equals nothing. So all defaults must be given
 * before a document with matchers or assertions is merged.
 */
typedef struct ys_postponed {
  struct ys_postponed *next;
  ys_slot *left, *right;
  const ys_operation *operation;
  ys_match_defaults inherited;
  const ys_path *path;
  const void *type; /* type of `left` */
} ys_postponed;

/* A queue of postponed operations; zeroed, it is empty. */
typedef struct ys_postponed_list {
  ys_postponed *first, *last;
} ys_postponed_list;

/* The state of one merge. Only the source files of core/overlay/overlay.h use
 * it. */
typedef struct ys_merger {
  ys_space *space;
  const ys_overlay_options *options;
  ys_postponed_list *postponed; /* NULL if no default is pending */
  uint32_t errors;
  uint32_t lenient; /* above 0 while merging below a value with alternatives */
  /* A stack of matches (core/overlay/edit.h): each overlay node uses the top of
   * it; it is not in the arena. */
  struct ys_found *found;
  uint32_t found_count, found_capacity;
} ys_merger;
