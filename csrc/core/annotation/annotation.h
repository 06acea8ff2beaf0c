#ifndef YS_ANNOTATION_ANNOTATION_H
#define YS_ANNOTATION_ANNOTATION_H

/*
 * core/annotation/annotation.h - annotations as written: `#@name args`.
 *
 * The annotations of a slot are a list. Each is identified when it is made
 * (ys_annot.word); what it means is not known here.
 */

#include "core/annotation/vocabulary.h"
#include "core/tree/node.h"

/* One argument. Arguments stand in the order written. */
typedef struct ys_arg {
  struct ys_arg *next;
  ys_str name;   /* "" when positional */
  ys_str text;   /* as the author spelled the value */
  ys_slot value; /* literals, arrays, maps, closures */
  bool computed; /* the text is no literal: it does not spell the value */
} ys_arg;

typedef struct ys_annot {
  struct ys_annot *next;
  ys_str name;           /* without `#@`; for messages: compare the word */
  ys_str text;           /* the arguments, blanks around them cut off */
  uint32_t line, column; /* of the `#` */
  uint16_t source;
  uint8_t word;       /* ys_word, of the name */
  bool evaluated;     /* `args` is set; else the host has to compile `text` */
  const ys_arg *args; /* never changed: copies of the annotation share them, and
                         with them what is said of the nodes in their values */
  const struct ys_operation *operation; /* of the first one of a list: what the
      overlay annotations in it say (core/overlay/operation.h); NULL until
      somebody asks. Whoever changes the list later sets it to NULL */
} ys_annot;

/* Makes an annotation that is not evaluated; the texts are not copied. NULL:
 * no memory. */
ys_annot *ys_annot_new(ys_arena *arena, ys_str name, ys_str text,
                       ys_place place);

static inline ys_place ys_annot_place(const ys_annot *annot) {
  return (ys_place){annot->line, annot->column, annot->source};
}

/* What a comment is (reference#comments). */
typedef enum ys_comment_kind {
  YS_COMMENT_PLAIN,      /* for readers */
  YS_COMMENT_ANNOTATION, /* `#@name ...` */
  YS_COMMENT_CODE        /* `#@ ...` or a bare `#@` */
} ys_comment_kind;

/*
 * Splits a comment. `text` is what stands after `#` up to the line's end. The
 * outputs are set for annotations (name, args) and code (args).
 */
ys_comment_kind ys_annot_split(ys_str text, ys_str *name, ys_str *args);

/*
 * Whether a code line changes nothing where no code runs: it loads the overlay
 * module under its own name, and annotations know its matchers anyway.
 */
bool ys_annot_is_idle_code(ys_str code);

/* Copies a chain of annotations; texts and arguments are shared. The only
 * failure is YS_NOMEM. */
ys_status ys_annot_copy(ys_arena *arena, const ys_annot *annots,
                        ys_annot **out);

/* The first annotation of this word on a slot, or NULL. */
ys_annot *ys_annot_find(const ys_slot *slot, ys_word word);

/* Whether the slot has the annotation, in any spelling. All headers of schemas
 * count as one annotation. */
bool ys_annot_has(const ys_slot *slot, const ys_annot *annot);

/* The first argument with this name ("" : positional), or NULL. */
const ys_arg *ys_annot_arg(const ys_annot *annot, ys_str name);

/* How many positional arguments there are. */
uint32_t ys_annot_positional(const ys_annot *annot);

/* An annotation of ours whose arguments the literal fast path left to the
 * host. */
typedef struct ys_pending {
  struct ys_pending *next;
  ys_annot *annot;
} ys_pending;

/* Appends those on and below a slot, in document order, at `*end`. */
ys_status ys_annot_pending(ys_arena *arena, const ys_slot *slot,
                           ys_pending ***end);

/* The same of all slots of a list. */
ys_status ys_annot_all_pending(ys_arena *arena, const ys_slots *list,
                               ys_pending **out);

#endif
