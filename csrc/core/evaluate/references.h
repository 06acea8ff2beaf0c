#pragma once

/*
 * core/evaluate/references.h - Looks up the references of a final document, and
 * compares items by their identities (reference#references).
 *
 * This is a walk that can be suspended, like core/evaluate/validate.h: `when=`
 * of a reference is a function. The names of a target are collected when the
 * first value refers to it, and once for each place where its path begins.
 */

#include "core/evaluate/selection.h"
#include "core/reference/violation.h"

/* A reference or an identity that other documents decide about. */
typedef struct ys_mention {
  struct ys_mention *next;
  const ys_refers *reference;  /* or NULL … */
  const ys_identity *identity; /* … and one of these */
  const ys_slot *slot;         /* the value that refers, or the item */
  const ys_slot **values; /* of an item, one for each key; NULL where none is */
  ys_str path;
  bool sensitive; /* the value that refers must not be shown */
  uint32_t gap;   /* of a default: the line of the map that lacks the value */
} ys_mention;

typedef struct ys_referrer {
  ys_space *space;
  const ys_chooser *chooser;
  ys_slot *root;
  struct ys_referring *top, *spare; /* the current slot, and those above it */
  ys_pairs names; /* ys_name_set, by ys_target_identity() and where it
                     begins */
  const ys_name_set **found; /* [room]: those of the current reference */
  uint32_t room;
  ys_mention *first, *last; /* in document order; they live in the space */
} ys_referrer;

/* Begins a walk over a complete document, whose choices the chooser has made.
 * A referrer that is not begun is zeroed, and asks nothing. */
ys_status ys_referrer_init(ys_referrer *referrer, const ys_chooser *chooser,
                           const ys_field *field, ys_slot *root);

/* Continues until `when=` has to be called or everything is done. */
ys_status ys_referrer_next(ys_referrer *referrer, ys_question *question);

/* Answers the last question. */
ys_status ys_referrer_answer(ys_referrer *referrer, const ys_answer *answer);

/* Gives the path of the slot that the last question is about. */
ys_status ys_referrer_path(const ys_referrer *referrer, ys_str *out);
