#pragma once

/*
 * core/crossref/ledger.h - Compares the names and references of many documents.
 *
 * Call ys_ledger_init; then ys_ledger_take for each document, in order; then
 * look at the notes of the documents: those that are wrong are violations
 * (core/crossref/report.h).
 * Memory is in proportion to the names, and to the references whose names come
 * later.
 */

#include "core/base/set.h"
#include "core/crossref/mentions.h"

/* A document that has something to note. */
typedef struct ys_ledger_document {
  struct ys_ledger_document *next;
  uint32_t number; /* counts from 1 those that have notes; 0: it has none */
  ys_str file;
  uint32_t line; /* where it begins; 0: unknown */
  bool invalid;
  struct ys_ledger_note *first, *last;
} ys_ledger_document;

/* A group that has a name, or an identity with an item that has these values.
 */
typedef struct ys_ledger_owner {
  struct ys_ledger_owner *next; /* of the same name */
  uint32_t number; /* of the group, or what follows all groups: the identity */
  /* The first item of an identity. */
  const ys_ledger_document *document;
  ys_str details;
  /* Its last item, which may be the first one. */
  const ys_ledger_document *last_document;
  ys_str last_details;
} ys_ledger_owner;

/* The text of a name, of a reference or of the values of an item. */
typedef struct ys_ledger_name {
  ys_str text;
  ys_ledger_owner *owners;
} ys_ledger_name;

/* A reference whose name was not known yet, or an item like another. */
typedef struct ys_ledger_note {
  struct ys_ledger_note *next;
  const ys_plan_rule *rule;
  uint32_t member, number; /* of the rule */
  const ys_ledger_name *name;
  ys_str details;
  const ys_ledger_owner *item; /* the first one like it; NULL: a reference */
} ys_ledger_note;

/* The names of a group. */
typedef struct ys_ledger_group {
  uint32_t count;
  bool uncertain; /* there may be others */
  ys_str file;    /* that gave the first one … */
  uint32_t line;  /* … on this line */
} ys_ledger_group;

typedef struct ys_ledger {
  ys_arena arena;
  const ys_plan *plan; /* must outlive the ledger */
  uint64_t seed;
  ys_set names;
  ys_ledger_group *groups; /* [plan->group_count] */
  ys_ledger_document *first, *last;
  uint32_t documents; /* with notes */
  uint64_t effort;    /* names that hints were looked for in … */
  uint32_t hints;     /* … and how many hints that were */
  bool unsure;        /* a document could not be read: there may be any name */
} ys_ledger;

/* It must be released also after YS_NOMEM. */
ys_status ys_ledger_init(ys_ledger *ledger, ys_memory memory,
                         const ys_plan *plan);
void ys_ledger_release(ys_ledger *ledger);

/* Takes the text of a document, and copies what it keeps. `*number`: that of
 * the document, or 0 if it has no notes. YS_INVALID: the text is none of a
 * document. */
ys_status ys_ledger_take(ys_ledger *ledger, ys_str text,
                         const ys_ledger_document *document, uint32_t *number);

/* Whether a note is a violation. `partial`: the configuration has documents
 * that were not taken. */
bool ys_ledger_is_wrong(const ys_ledger *ledger, const ys_ledger_note *note,
                        bool partial);

/* Goes on to the next name of a group after `*at`, which is 0 at first; false
 * after the last one. Their order says nothing. */
bool ys_ledger_next_name(const ys_ledger *ledger, uint32_t group, size_t *at,
                         ys_str *out);

/* Finds the string among the names of a reference that is nearest to another
 * one; "": none is near, or too many were compared before. */
ys_str ys_ledger_nearest(ys_ledger *ledger, const ys_plan_rule *rule,
                         ys_str text);
