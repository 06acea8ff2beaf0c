#pragma once

/*
 * core/type/refers.h - The references of a compiled schema: where names are
 * (`@schema/identity`) and where they are used (`@schema/refers`).
 */

#include "core/tree/node.h"

/* One step of a target's path. */
typedef enum ys_target_step_kind {
  YS_STEP_KEY,    /* `name`: the value of the key */
  YS_STEP_ITEMS,  /* `[]`: every item of an array */
  YS_STEP_VALUES, /* `*`: the value of every key of a map */
  YS_STEP_KEYS    /* `{}`: the keys of a map themselves; the last step */
} ys_target_step_kind;

typedef struct ys_target_step {
  ys_target_step_kind kind;
  const ys_key *key; /* of YS_STEP_KEY, else NULL */
  uint32_t end;      /* how long the path's text is up to here */
} ys_target_step;

/* A path to names. */
typedef struct ys_target {
  ys_str text;      /* as the author wrote it … */
  const ys_key *id; /* … and the key of this text: equal paths have the same */
  uint32_t up; /* the path begins at the root (0), at the map that the value is
                  in (1), at the map around that (2), … */
  uint32_t count;
  ys_target_step *steps;
  bool sensitive; /* its names must not be shown */
  bool checked;   /* a path from the root leads to names */
} ys_target;

/* The documents that contain the names. */
typedef enum ys_scope {
  YS_SCOPE_DOCUMENT,
  YS_SCOPE_FILE,
  YS_SCOPE_CONFIGURATION
} ys_scope;

/* Their names, as annotations and exports have them. */
enum { YS_SCOPES = YS_SCOPE_CONFIGURATION + 1 };
extern const char *const ys_scope_names[YS_SCOPES];

/* One `@schema/refers`: a value has to be a name that one of the targets leads
 * to. */
typedef struct ys_refers {
  struct ys_refers *next; /* of the same field: both have to hold */
  ys_place place;         /* where the annotation is */
  ys_scope scope;
  ys_str kind;      /* the kind of the documents with the names, or "" */
  uint32_t when;    /* closure of `when=`, or 0 */
  ys_str when_text; /* `when=` as the author wrote it */
  uint32_t count;
  ys_target *targets;
  struct ys_refers *next_of_schema; /* in the order of the schema */
  uint32_t number; /* counts from 1 all references and identities of a schema */
} ys_refers;

/* One `@schema/identity`: no two items of an array have equal values under all
 * of these keys. With a wider scope than the document, it may also stand on a
 * map, which is an item by itself. */
typedef struct ys_identity {
  struct ys_identity *next; /* of the same field: both have to hold */
  ys_place place;
  ys_scope scope;
  uint32_t count;
  ys_target *keys; /* paths of keys, from the item */
  struct ys_identity *next_of_schema;
  uint32_t number; /* like that of ys_refers */
} ys_identity;

/* All references and identities of a schema. */
typedef struct ys_references_of_schema {
  ys_refers *refers, *last_refers;
  ys_identity *identities, *last_identity;
  uint32_t count;
  bool outward; /* other documents decide about some of them */
} ys_references_of_schema;
