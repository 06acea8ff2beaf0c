#pragma once

/* core/provenance/follow.h - Looks at the result between two steps of a run,
 * and adds what has happened since to the origins of its nodes. */

#include "core/provenance/provenance.h"

/* The events since the last look. */
typedef enum ys_step {
  YS_STEP_DEFAULTS,  /* nothing yet: these are the schema's defaults */
  YS_STEP_PLAIN,     /* a document without overlay annotations was merged */
  YS_STEP_OVERLAYS,  /* a document with such annotations was merged */
  YS_STEP_COMPLETION /* defaults were added, or alternatives were chosen */
} ys_step;

typedef struct ys_look {
  ys_step step;
  bool appends;   /* of a document: its items are appended */
  ys_slot *given; /* a copy of the document as it was before the merge */
} ys_look;

/*
 * Looks at the result `root`. After a plain document, only what it gave is
 * looked at; after any other step, everything is. The space must have a
 * provenance. The only failure is YS_NOMEM.
 */
ys_status ys_provenance_follow(ys_space *space, ys_slot *root,
                               const ys_look *look);

/* Finds the nodes of the result that are the defaults of the first look, which
 * were made for it alone. The next look does so if it has not been done. */
ys_status ys_provenance_bind(ys_space *space, const ys_slot *root);

/* Looks at a node alone: a function has given its default, onto which a
 * document will be merged. */
ys_status ys_provenance_settled(ys_space *space, ys_slot *slot);
