#pragma once

/*
 * core/export/reference.h - The definitions that an export writes once, under a
 * name, and refers to where fields are copies of them (reference#like).
 */

#include "core/base/pairs.h"
#include "core/export/view.h"

/* A definition that was referred to. */
typedef struct ys_reference {
  struct ys_reference *next;
  const ys_definition *definition;
  const ys_path *path; /* of the field that first referred to it */
} ys_reference;

typedef struct ys_references {
  ys_space *space;
  ys_reference *first, *last; /* those that are still to be written */
  const ys_path *base;        /* of the one that is being written, or NULL */
  ys_pairs seen;              /* definitions that were referred to */
  uint32_t preset; /* how many fields around what is being written have a map
                      as their default, which may give keys of maps below */
} ys_references;

/* The definition that a field is a copy of, if it has a name; else NULL. */
const ys_definition *ys_reference_of(const ys_field *field);

/* Notes that a definition is referred to. `*first` is false if it was before.
 */
ys_status ys_references_add(ys_references *references,
                            const ys_definition *definition,
                            const ys_path *path, bool *first);

/* Takes the next definition that has to be written; NULL: all are. */
const ys_reference *ys_references_next(ys_references *references);

/* The parts of a copy beside its definition: documentation and rules. Texts and
 * lists that are the definition's are left out. */
ys_docs ys_reference_docs(const ys_field *field);

/* Whether the copy accepts null and the definition does not. */
bool ys_reference_adds_null(const ys_field *field);

/* Whether the copy accepts values that the definition refuses because of an
 * implied rule, so that no reference can stand for it. */
bool ys_reference_is_looser(const ys_field *field);

/* Adds the only value that the key of an alternative may have, if a key selects
 * one of the alternatives. */
ys_status ys_reference_put_selected(ys_space *space, const ys_field *field,
                                    ys_slot *out);

/* Adds the keys that are required here, though a default gives them at
 * another copy, so that the definition cannot ask for them. */
ys_status ys_reference_put_required(const ys_references *references,
                                    const ys_field *field, ys_slot *out);

/* Whether a field has a map as its default, for `preset`. */
static inline uint32_t ys_reference_presets(const ys_field *field) {
  return field->default_value != NULL && field->default_value->kind == YS_MAP;
}

/* Whether what is written has the defaults of its fields, and no others: it is
 * no definition, and no default above gives keys. */
static inline bool ys_reference_is_plain(const ys_references *references) {
  return references->base == NULL && references->preset == 0;
}

/*
 * Adds the reference to a node, whose other keywords are there. Validators
 * ignore what stands beside `$ref`, so it stands inside `allOf` if there is
 * something. `null` is a node that accepts null; NULL: it is not needed.
 */
ys_status ys_reference_put(ys_space *space, const ys_definition *definition,
                           const char *where, const ys_slot *null,
                           ys_slot *out);

/* Finds the list `allOf` of a schema, or adds one. */
ys_status ys_reference_all_of(ys_space *space, ys_slot *out, ys_slot **list);

/* Notes that a copy is like its definition, if no reference can say it. */
ys_status ys_reference_note_looser(ys_space *space, const ys_field *field,
                                   ys_slot *losses);
