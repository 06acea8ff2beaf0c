#pragma once

/*
 * core/provenance/provenance.h - The provenance of each node of a result: its
 * origins and their events (reference#explain).
 *
 * An origin is the provenance of one node: of a map entry by its key, of an
 * array item wherever it moves in its array. It stays when the node is removed.
 * Origins are made and continued by core/provenance/follow.h between two steps
 * of a run; in between, overlays note what they do (ys_provenance_note()).
 */

#include "core/annotation/annotation.h"
#include "core/base/pairs.h"

/* The change of a node. */
typedef enum ys_action {
  YS_DID_DEFAULT, /* it is a default of the schema */
  YS_DID_FILL,    /* its default was filled in, because its map was given */
  YS_DID_COMPUTE, /* a function gave its default */
  YS_DID_SET,     /* it was given */
  YS_DID_MERGE,   /* something was merged into it */
  YS_DID_REPLACE, /* it was replaced as a whole */
  YS_DID_APPEND,  /* it is an item that was appended */
  YS_DID_INSERT,  /* it is an item that was inserted */
  YS_DID_REMOVE,  /* it was removed */
  YS_DID_REFUSE,  /* what was given does not fit and was not used */
  YS_DID_CONVERT, /* the alternative that fits made it what it is */
  YS_ACTION_COUNT
} ys_action;

/* The name of an action, as programs read it. */
const char *ys_action_name(ys_action action);

typedef struct ys_origin_event {
  struct ys_origin_event *next;
  ys_action action;
  ys_place place;
  const ys_slot *value;      /* what was given; NULL: it is not reported */
  const ys_annot *operation; /* the overlay annotation, or NULL */
  ys_str old_path;           /* where the value was given; "": not renamed */
} ys_origin_event;

/* A rule that a final value has passed. */
typedef struct ys_passed {
  struct ys_passed *next;
  const struct ys_validation *validation;
  const struct ys_rule *rule;
} ys_passed;

/* A reference of a final value to a name. */
typedef struct ys_referred {
  struct ys_referred *next;
  const struct ys_refers *reference;
  const struct ys_target *target; /* the one with the name */
  const ys_slot *name;            /* NULL: other documents decide … */
  const struct ys_origin *of;     /* … else what has the name, or NULL */
} ys_referred;

typedef struct ys_origin {
  struct ys_origin *up;
  struct ys_origin *next;         /* among the origins of `up` */
  struct ys_origin *first, *last; /* those below it; items in their order */
  struct ys_origin *after;        /* while that order is found out */
  struct ys_origin *recent;       /* the one below that was asked for last */
  const ys_key *key;              /* NULL for an item and for the document */
  uint32_t count;                 /* how many are below it */
  uint32_t index;                 /* of an item, at last */
  const ys_slot *slot;            /* the node, when it was last looked at … */
  ys_place place;                 /* … and what it was then */
  uint8_t kind;
  bool pending;   /* its default was not computed then */
  bool removed;   /* it was removed from the result */
  bool masked;    /* it is sensitive (core/provenance/mask.h) … */
  bool sensitive; /* … and so is its key */
  uint32_t round;
  ys_origin_event *events, *last_event;
  ys_passed *passed, *last_passed;
  ys_referred *refers, *last_refers;
} ys_origin;

/* The change of a target's node by an overlay. */
typedef struct ys_done {
  struct ys_done *next; /* with the same node, later */
  struct ys_done *last; /* in the first of a list: its last */
  ys_action action;
  ys_slot right; /* the node of the overlay, as it was then */
  const ys_annot *operation;
  ys_str old_path;
} ys_done;

typedef struct ys_provenance {
  ys_origin root;
  ys_pairs entries; /* of large maps: origins, by that of the map and the key */
  ys_pairs items;   /* origins, by the slot and nothing */
  ys_pairs done;    /* lists of ys_done by the slot, since the last look */
  uint32_t round;
  bool bound;  /* the origins are those of the result, not of the defaults */
  bool paused; /* what is done now is done to copies */
  bool marked; /* what is sensitive is known (core/provenance/mask.h) */
} ys_provenance;

/* The provenance of a space, or NULL. */
static inline ys_provenance *ys_provenance_of(const ys_space *space) {
  return space->rooms[YS_ROOM_PROVENANCE];
}

/* Gives the space a provenance. The only failure is YS_NOMEM, here and below.
 */
ys_status ys_provenance_begin(ys_space *space);

/* Notes what an overlay node `right` is about to do with `slot`. If there is no
 * provenance, it does nothing. */
ys_status ys_provenance_add(ys_space *space, ys_action action,
                            const ys_slot *slot, const ys_slot *right,
                            const ys_annot *operation);
static inline ys_status ys_provenance_note(ys_space *space, ys_action action,
                                           const ys_slot *slot,
                                           const ys_slot *right,
                                           const ys_annot *operation) {
  if (ys_provenance_of(space) == NULL) return YS_OK;
  return ys_provenance_add(space, action, slot, right, operation);
}

/* Notes that the final value of `slot` has passed a rule. */
ys_status ys_provenance_add_passed(ys_space *space, const ys_slot *slot,
                                   const struct ys_validation *validation,
                                   const struct ys_rule *rule);
static inline ys_status
ys_provenance_pass(ys_space *space, const ys_slot *slot,
                   const struct ys_validation *validation,
                   const struct ys_rule *rule) {
  if (ys_provenance_of(space) == NULL) return YS_OK;
  return ys_provenance_add_passed(space, slot, validation, rule);
}

/* Notes that the final value of `slot` refers to a name, if there is a
 * provenance. `of` is the slot that has the name. Without `made->name`, other
 * documents decide about the reference. */
ys_status ys_provenance_refer(ys_space *space, const ys_slot *slot,
                              const ys_referred *made, const ys_slot *of);
