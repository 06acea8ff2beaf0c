#ifndef YS_ANNOTATION_ANNOTATION_H
#define YS_ANNOTATION_ANNOTATION_H

/*
 * core/annotation/annotation.h - annotations as written: `#@name args`. Knows
 * no meanings.
 */

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
  ys_str name;           /* without `#@` */
  ys_str text;           /* the arguments, blanks around them cut off */
  uint32_t line, column; /* of the `#` */
  uint16_t source;
  bool evaluated;     /* `args` is set; else the host has to compile `text` */
  const ys_arg *args; /* never changed: copies of the annotation share them, and
                         with them what is said of the nodes in their values */
} ys_annot;

static inline ys_place ys_annot_place(const ys_annot *annot) {
  return (ys_place){annot->line, annot->column, annot->source};
}

/* What a comment is (reference a.1, language.md 2). */
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

/* The annotation of this name on a slot, or NULL. */
ys_annot *ys_annot_find(const ys_slot *slot, ys_str name);

/* The first argument with this name ("" : positional), or NULL. */
const ys_arg *ys_annot_arg(const ys_annot *annot, ys_str name);

/* How many positional arguments there are. */
uint32_t ys_annot_positional(const ys_annot *annot);

#endif
