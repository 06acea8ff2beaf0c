#ifndef YS_TYPE_TYPE_H
#define YS_TYPE_TYPE_H

/*
 * core/type/type.h - the compiled schema: fields, their types, defaults and
 * rules. Immutable once ys_schema_compile() is done.
 */

#include "core/annotation/annotation.h"
#include "core/annotation/expect.h"
#include "core/type/regexp.h"

typedef struct ys_field ys_field;
typedef struct ys_named_rule ys_named_rule; /* core/rule/rule.h */

/* A rule of one validation. */
typedef struct ys_rule {
  const ys_named_rule *named; /* NULL: a closure */
  const ys_slot *argument;    /* of a named rule */
  const void *made; /* what preparing it made of that (core/rule/rule.h) */
  uint32_t closure; /* else; never 0 */
  ys_str must_be;   /* what a valid value is, as reports say it */
} ys_rule;

/* One `@schema/validation` (or `@assert/validate`) annotation. */
typedef struct ys_validation {
  struct ys_validation *next;
  ys_place place;          /* of the annotation */
  bool not_null;           /* runs before everything else */
  ys_str not_null_must_be; /* as ys_rule's */
  uint32_t when;           /* closure, or 0 */
  ys_str when_text;        /* as the author spelled it */
  uint32_t count;
  ys_rule *rules; /* in the order written */
} ys_validation;

typedef struct ys_example {
  struct ys_example *next;
  ys_str description;
  const ys_slot *value;
} ys_example;

/* What documents a field. Empty texts: not given; the description of the value
 * of `@schema/example` points nowhere. */
typedef struct ys_docs {
  ys_str title, description;
  ys_str deprecated, removed;
  ys_place deprecated_place, removed_place; /* line 0: it is not */
  ys_example *examples, *last_example;
} ys_docs;

/* Of all that a value may be. */
#define YS_KINDS_ANY (YS_KINDS(YS_MAP + 1) - 1)

/* How often the keys of a field have to be there (`@schema/key expects=`). */
typedef struct ys_count {
  ys_expect expect;
  ys_str words;    /* "exactly 2 keys" */
  ys_place place;  /* of the annotation */
  uint32_t number; /* of the counts of its map, from 0 */
} ys_count;

/* A field whose entries have other keys than its own: a placeholder. Exactly
 * one way to tell them is set; none: by any key. */
typedef struct ys_open {
  ys_field *field;         /* its key is the placeholder */
  const ys_regexp *regexp; /* else NULL */
  ys_str pattern;          /* its text */
  uint32_t closure;        /* of `allowed=`, else 0 */
  ys_str words;            /* `allowed=`, as the author spelled it */
  ys_place place;          /* of the annotation */
  uint32_t position;       /* how many named fields stand before it */
} ys_open;

/* A map of these fields. */
typedef struct ys_map_type {
  ys_shape shape;
  ys_field *fields; /* [shape.count], in the schema's order */
  ys_open *open;    /* [open_count], likewise */
  uint32_t open_count;
  uint32_t count_count;    /* of fields, open ones too, with a count */
  const ys_count **counts; /* [count_count] */
  bool loose;    /* a map need not have all keys of the shape, or may have
                    others */
  bool shadowed; /* an open field stands before a named one, and so before its
                    key */
} ys_map_type;

/* What `@schema/any-of`, `@schema/all-of` or `@schema/one-of` asks for. */
typedef struct ys_choice {
  enum { YS_ANY_OF, YS_ALL_OF, YS_ONE_OF } mode;
  uint32_t count;
  ys_field *alternatives; /* [count] */
  const ys_str *words;    /* [count], as the author spelled them */
  ys_str name;            /* of the annotation */
  ys_place place;
  bool has_rules; /* one of them has */
} ys_choice;

/* What a value has to be without a word of the author (reference#dialects). */
typedef enum ys_implied {
  YS_IMPLIED_NOTHING,
  YS_IMPLIED_TEXT, /* a string is not empty: min_len=1 */
  YS_IMPLIED_VALUE /* it is neither "" nor [] nor 0 */
} ys_implied;

/* The schema's side of a slot. What each value of a document is compared with
 * comes first: it shares a cache line. */
struct ys_field {
  const ys_key *key;    /* NULL: the document, or an array's item */
  ys_kind kind;         /* of most values; YS_ANY: anything, at every depth, or
                           what `choice` says */
  ys_kinds kinds;       /* that fit; of what is in collections, only `kind` says
                           more */
  bool nullable;        /* null is a value, too */
  bool optional;        /* no default is inserted: it is there when given */
  bool has_rules;       /* here or below: validation has to look */
  bool has_collections; /* an array or a map may stand here or below: filling
                           has to look */
  bool unsettled;       /* here or below, only the final document can be judged:
                           it has choices or counts */
  ys_implied implied;
  const ys_docs *docs;        /* NULL: undocumented */
  ys_map_type *map;           /* of YS_MAP */
  ys_field *item;             /* of YS_ARRAY */
  ys_validation *validations; /* NULL: there are none */
  const ys_choice *choice;    /* of YS_ANY, or NULL */
  const ys_count *count;      /* NULL: once, or as often as you like */
  ys_place place;             /* of the node that declares it */
  ys_kinds named;             /* kinds that reports name as expected */

  /*
   * The default. A closure that gives it; else a template, complete and
   * checked; else, for a map, what its fields' defaults make. Nodes of a
   * default show where the default was written.
   */
  uint32_t default_closure;
  const ys_slot *default_value;
  ys_place default_place; /* of @schema/default; line 0 without */
};

/* Makes the field take values of one kind, or of all (YS_ANY), and of those
 * that go for it: an integer where a float stands. */
void ys_field_set_kind(ys_field *field, ys_kind kind);

static inline bool ys_field_takes(const ys_field *field, ys_kind kind) {
  return (field->kinds & YS_KINDS(kind)) != 0;
}

/* How many placeholders keys can belong to: those behind one for any key get
 * none. */
uint32_t ys_map_reach(const ys_map_type *map);

/* "string", "integer, string or null": what reports say is expected. */
ys_status ys_field_words(ys_arena *arena, const ys_field *field, ys_str *out);

/* The fields right below: of a map, its named ones and then its open ones; of
 * an array, its item; of a choice, its alternatives. NULL after the last. */
const ys_field *ys_field_child(const ys_field *field, uint32_t index);

#endif
