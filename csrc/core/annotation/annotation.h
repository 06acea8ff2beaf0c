#pragma once

/*
 * core/annotation/annotation.h - Annotations as written: `#@name args`.
 *
 * The annotations of a slot form a list. Each one is identified when it is made
 * (ys_annot.word); other rooms define what it means.
 */

#include "core/annotation/vocabulary.h"
#include "core/tree/node.h"

/* One argument. The list of arguments is in the order written. */
typedef struct ys_arg {
  struct ys_arg *next;
  ys_str name;   /* "" when positional */
  ys_str text;   /* the value as the author wrote it */
  ys_str called; /* the name of a function that is a rule without a
                    description; or "" */
  ys_slot value; /* literals, arrays, maps, closures */
  bool computed; /* the text is not a literal, so it is not a spelling of the
                    value */
} ys_arg;

/* The conversion of a value that was given under an old name. Copies of its
 * annotation share this. */
typedef struct ys_moved {
  /* A warning about the value, which is due when the value is validated: before
   * that, `when=` may skip it. The value is converted then, too. */
  struct ys_diag *notice;
  bool
      reported; /* the warning was recorded, for the slot or for a copy of it */
  struct ys_conversion *conversion; /* what with= made of the value, or NULL */
} ys_moved;

typedef struct ys_annot {
  struct ys_annot *next;
  ys_str name; /* without `#@`; only for messages, comparisons use `word` */
  ys_str text; /* the arguments, without blanks around them */
  uint32_t line, column; /* where the `#` stands */
  uint16_t source;
  uint8_t word;   /* ys_word of the name */
  bool evaluated; /* `args` is set; otherwise the host must compile `text` */
  /* The arguments. They are never changed, because copies of the annotation
   * share them, and with them the annotations in their values. */
  const ys_arg *args;
  /* The overlay annotations of a list (core/overlay/operation.h), only
   * in the first annotation of the list. It is NULL until it is needed; code
   * that changes the list later sets it to NULL. */
  const struct ys_operation *operation;
  ys_moved *moved; /* NULL: the value was not moved, or nothing is due */
} ys_annot;

/* Makes an annotation that is not evaluated. The texts are not copied. Returns
 * NULL when out of memory. */
ys_annot *ys_annot_new(ys_arena *arena, ys_str name, ys_str text,
                       ys_place place);

static inline ys_place ys_annot_place(const ys_annot *annot) {
  return (ys_place){annot->line, annot->column, annot->source};
}

/* The kinds of comments (reference#comments). */
typedef enum ys_comment_kind {
  YS_COMMENT_PLAIN,      /* an ordinary comment */
  YS_COMMENT_ANNOTATION, /* `#@name ...` */
  YS_COMMENT_CODE        /* `#@ ...` or a bare `#@` */
} ys_comment_kind;

/*
 * Splits a comment. `text` is everything from the `#`, exclusive, to the end of
 * the line. Sets `name` and `args` for an annotation, and `args` for code.
 */
ys_comment_kind ys_annot_split(ys_str text, ys_str *name, ys_str *args);

/*
 * Whether a code line can be ignored where no code runs: it only loads the
 * overlay module under its own name, and annotations can use its matchers
 * without that.
 */
bool ys_annot_is_idle_code(ys_str code);

/* Copies a list of annotations. Texts and arguments are shared. The only
 * failure is YS_NOMEM. */
ys_status ys_annot_copy(ys_arena *arena, const ys_annot *annots,
                        ys_annot **out);

/* Returns the slot's first annotation with this word, or NULL. */
ys_annot *ys_annot_find(const ys_slot *slot, ys_word word);

/* Whether the slot has the same annotation, in any spelling. All schema headers
 * count as the same annotation. */
bool ys_annot_has(const ys_slot *slot, const ys_annot *annot);

/* Returns the first argument with this name ("" for a positional one), or
 * NULL. */
const ys_arg *ys_annot_arg(const ys_annot *annot, ys_str name);

/* The number of positional arguments. */
uint32_t ys_annot_positional(const ys_annot *annot);

/* A yschema annotation that the host must evaluate, because its arguments are
 * not all literals. */
typedef struct ys_pending {
  struct ys_pending *next;
  ys_annot *annot;
} ys_pending;

/* Appends the pending annotations of a slot and everything below it, in
 * document order, at `*end`. */
ys_status ys_annot_pending(ys_arena *arena, const ys_slot *slot,
                           ys_pending ***end);

/* Lists the pending annotations of all slots of a list. */
ys_status ys_annot_all_pending(ys_arena *arena, const ys_slots *list,
                               ys_pending **out);
