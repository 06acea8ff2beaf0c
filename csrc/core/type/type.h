#pragma once

/*
 * core/type/type.h - The compiled schema: fields, their types, defaults and
 * rules.
 *
 * It is immutable once ys_schema_compile() has finished.
 */

#include "core/annotation/annotation.h"
#include "core/annotation/expect.h"
#include "core/type/refers.h"
#include "core/type/regexp.h"

typedef struct ys_field ys_field;
typedef struct ys_named_rule ys_named_rule; /* see core/rule/rule.h */
typedef struct ys_selector ys_selector;     /* see core/type/selector.h */
typedef struct ys_definition ys_definition;

/* One rule of a validation. */
typedef struct ys_rule {
  const ys_named_rule *named; /* NULL if the rule is a closure */
  const ys_slot *argument;    /* of the named rule */
  const void *made;           /* the prepared argument (core/rule/rule.h) */
  uint32_t closure;           /* the closure if `named` is NULL; never 0 */
  ys_str must_be;             /* what reports say a valid value is */
  ys_str called;              /* the name of a closure, or its description */
  bool spells;                /* `must_be` shows the argument */
  uint8_t quick;              /* how core/rule/quick.h tests it, … */
  int64_t bound;              /* … and with which number */
} ys_rule;

/* One `@schema/validation` (or `@assert/validate`) annotation. */
typedef struct ys_validation {
  struct ys_validation *next;
  ys_place place;          /* where the annotation is */
  const ys_rule *not_null; /* this check comes first; NULL: there is none */
  uint32_t when;           /* closure of `when=`, or 0 */
  ys_str when_text;        /* `when=` as the author wrote it */
  uint32_t count;
  ys_rule *rules; /* in the order written */
  ys_rule *json;  /* the one of them that is a JSON Schema, or NULL */
} ys_validation;

typedef struct ys_example {
  struct ys_example *next;
  ys_str description;
  const ys_slot *value;
} ys_example;

/* How many annotations document a field with one text. */
enum { YS_DOCS_TEXTS = YS_WORD_EXAMPLE - YS_WORD_TITLE };

/* The documentation of a field. Texts that are not given are empty. The
 * description of an `@schema/example` has a NULL pointer: it has none. */
typedef struct ys_docs {
  ys_str texts[YS_DOCS_TEXTS]; /* title, description, …: ys_docs_text() */
  ys_str deprecated, removed;
  /* The places have line 0 if the field is not deprecated or not removed. */
  ys_place deprecated_place, removed_place;
  ys_example *examples, *last_example;
} ys_docs;

/* The text of an annotation such as YS_WORD_TITLE, or "". */
static inline ys_str ys_docs_text(const ys_docs *docs, ys_word word) {
  return docs->texts[word - YS_WORD_TITLE];
}

/* The set of all kinds. */
#define YS_KINDS_ANY (YS_KINDS(YS_MAP + 1) - 1)

/* How many keys of a field must be present (`@schema/key expects=`). */
typedef struct ys_count {
  ys_expect expect;
  ys_str words;    /* "exactly 2 keys" */
  ys_place place;  /* where the annotation is */
  uint32_t number; /* index among the counts of its map */
} ys_count;

/* A key that is required (`@schema/required`). */
typedef struct ys_required {
  ys_str text;    /* why, or what to give; may be empty */
  ys_place place; /* where the annotation is */
  bool preset;    /* the default of a map above gives the key, at least in one
                     of the places that share it (ys_definition) */
} ys_required;

/* An old name of a key (`@schema/renamed`): a path of keys from the map of the
 * field, or from the root. */
typedef struct ys_renamed {
  struct ys_renamed *next; /* the next old name of the same field */
  const ys_key **keys;     /* [count] */
  uint32_t count;
  ys_str text;    /* the path as the author wrote it */
  uint32_t with;  /* closure that converts the value, or 0 */
  ys_place place; /* where the annotation is */
  ys_field *field;
  /* For a path from the root: the keys that lead from the root to the field,
   * and the next such old name of the schema. */
  bool from_root;
  const ys_key **to; /* [to_count] */
  uint32_t to_count;
  struct ys_renamed *next_from_root;
  /* How many keys of the path the schema has. The map that they lead into, and
   * how many keys lead there: all of these, unless one of them is a copy of a
   * definition, which others share. The next old name in that map. */
  uint32_t declared;
  ys_field *holder;
  uint32_t held;
  bool repeated; /* an earlier old name of `holder` begins with the same key */
  struct ys_renamed *next_in_holder;
} ys_renamed;

/* A field whose name is a placeholder for other keys. At most one of regexp and
 * closure decides which keys belong to it; without either, every key does. */
typedef struct ys_open {
  ys_field *field;         /* its key is the placeholder */
  const ys_regexp *regexp; /* or NULL */
  ys_str pattern;          /* the text of `regexp` */
  uint32_t closure;        /* closure of `allowed=`, or 0 */
  ys_str words;            /* `allowed=` as the author wrote it */
  ys_place place;          /* where the annotation is */
  uint32_t position;       /* number of named fields before it */
} ys_open;

/* The type of a map: its named and its open fields. */
typedef struct ys_map_type {
  ys_shape *shape;  /* perhaps that of other maps, too: see shapes.h */
  ys_field *fields; /* [shape->count], in the schema's order */
  /* For each field the kind of the scalars about which nothing else has to be
   * said, or YS_ANY: most values are compared with nothing more, and these
   * bytes share a cache line. NULL until shapes are linked (shapes.h), and if a
   * key may belong to another field. */
  const uint8_t *scalars;
  ys_open *open; /* [open_count], in the schema's order */
  uint32_t open_count;
  uint32_t counted_count;   /* number of fields, named or open, with a count */
  const ys_field **counted; /* [counted_count] */
  ys_renamed *old_names;    /* the old names that lead into this map */
  uint32_t renamed_count;   /* number of named fields with old names */
  uint32_t required_count;  /* number of named fields that are required */
  bool free;     /* its type is named, so its contents are like those below any:
                    keys may be other scalars than strings */
  bool loose;    /* a map may lack keys of the shape or have others */
  bool shadowed; /* an open field before a named one may take its key */
  /* For runs whose result is not read (core/evaluate/relevant.h): the defaults
   * of other fields than those with these indexes need not be made, if the map
   * may lack some. */
  bool looked, may_lack;
  uint32_t *relevant; /* [relevant_count], ascending; NULL: not found out */
  uint32_t relevant_count;
} ys_map_type;

/* The alternatives of `@schema/any-of`, `@schema/all-of` or `@schema/one-of`.
 */
typedef struct ys_choice {
  enum { YS_ANY_OF, YS_ALL_OF, YS_ONE_OF } mode;
  uint32_t count;
  ys_field *alternatives; /* [count] */
  const ys_str *words;    /* [count], as the author wrote them */
  const ys_selector *by;  /* the key that selects one of them, or NULL */
  ys_str name;            /* name of the annotation */
  ys_place place;
  bool has_rules;      /* an alternative has rules */
  bool has_wanted;     /* wanted is set */
  ys_kinds wanted;     /* kinds that values have; see core/check/coerce.c */
  bool has_view_kinds; /* view_kinds is set */
  ys_kinds view_kinds; /* for exports; see core/export/view.c */
} ys_choice;

/* A rule that applies although the author did not write it
 * (reference#dialects). */
typedef enum ys_implied {
  YS_IMPLIED_NOTHING,
  YS_IMPLIED_TEXT, /* a string must not be empty: min_len=1 */
  YS_IMPLIED_VALUE /* the value must not be "" or [] or 0 */
} ys_implied;

/* The description of one value by the schema. The members that every value of a
 * document is compared with come first, so that they share a cache line. */
struct ys_field {
  const ys_key *key; /* NULL for a document or an array item */
  ys_kind kind;   /* the kind of most values; YS_ANY: any value, at every depth,
                     or what `choice` says */
  ys_kinds kinds; /* the kinds that are accepted; contents of collections are
                     described only for `kind` */
  bool nullable;  /* null is accepted, too */
  bool optional;  /* the entry is present only if it is given; no default is
                     inserted */
  bool has_rules; /* this field or one below has rules, so validation must visit
                     it */
  bool has_collections; /* an array or a map may occur here or below, so filling
                           must visit it */
  bool unsettled; /* this field or one below has choices or counts, so only the
                     final document can be validated */
  bool has_required; /* this field is a map with required keys, or one is below
                        in what is not a choice */
  bool has_renamed;  /* this field or one below has an old name */
  bool null_missing; /* a null that the field does not take counts as a missing
                        key */
  bool has_null_missing; /* there are such fields in this map or one below */
  bool has_references;   /* this field or one below has an identity or refers to
                            names */
  bool sensitive; /* the value must not be shown, by this field or one above */
  bool has_sensitive; /* this field or one below is sensitive */
  bool preset; /* the default of a map above, or of this one, may give keys
                  that are required here */
  ys_implied implied;
  const ys_docs *docs;        /* NULL if there is no documentation */
  ys_map_type *map;           /* for YS_MAP, also after an error */
  ys_field *item;             /* for YS_ARRAY, also after an error */
  ys_validation *validations; /* NULL if there are none */

  /*
   * The default. If `default_closure` is set, calling it gives the default.
   * Else `default_value` is a complete and checked template. Without either,
   * the default of a map is made from the defaults of its fields. The nodes of
   * a default carry the place where the default was written.
   */
  const ys_slot *default_value;
  uint32_t default_closure;
  ys_place place; /* of the node that declares the field */

  ys_choice *choice; /* for YS_ANY, or NULL */
  const struct ys_json_rule
      *json;               /* a JSON Schema that the value has to satisfy, too
                              (core/jsonschema/report.h); or NULL */
  ys_definition *like;     /* what this field is a copy of, perhaps with
                              additions; NULL: it is no copy */
  ys_place like_place;     /* of the annotation that says so */
  ys_renamed *renamed;     /* the old names of the key; NULL: none */
  ys_required *required;   /* NULL if the key need not be given */
  const ys_count *count;   /* NULL if no number of keys is required */
  ys_refers *references;   /* what the value refers to, or NULL */
  ys_identity *identities; /* what distinguishes its items, or NULL */
  const ys_slot *selects;  /* the value that selects the alternative this key
                              belongs to (core/type/selector.h), or NULL */
  ys_kinds named;          /* kinds that reports name as expected */

  const struct ys_text_rules *text_rules; /* of the root (text_rules.h), or
                                             NULL */

  ys_place default_place; /* of @schema/default; line 0 if there is none */
};

/* Whether a field was removed. It has no default to be filled in, and is not
 * exported; what is given for it all the same is a violation
 * (reference#removed). */
static inline bool ys_is_removed(const ys_field *field) {
  return field->docs != NULL && field->docs->removed_place.line > 0;
}

/*
 * A schema that fields are copies of: one that `@schema/like` names, or one
 * that a function gives as an alternative.
 *
 * The copies share what is below them with the definition, which may therefore
 * be below itself. Every way from a field back to itself passes a field whose
 * `like` is set. So a walk over the fields of a schema, and not over a value,
 * stops at such fields, and walks over each definition by itself.
 */
struct ys_definition {
  ys_definition *next;
  ys_field *field;
  ys_str name;  /* unique in the schema; "": exports show it in its place */
  bool renamed; /* the old names in it have been looked at */
  bool preset;  /* a function's default may give its required keys */
  /* For core/compile/required.c: a default that was compared with it last, and
   * whether that may give required keys. */
  const ys_slot *compared;
  bool gives;
};

/* Makes the field accept one kind, or every kind (YS_ANY), and the kinds that
 * are accepted in its stead: an integer where a float is expected. */
void ys_field_set_kind(ys_field *field, ys_kind kind);

static inline bool ys_field_takes(const ys_field *field, ys_kind kind) {
  return (field->kinds & YS_KINDS(kind)) != 0;
}

/* The field of the items of an array, or of the items of these, and so on; any
 * other field is itself its innermost one. */
const ys_field *ys_field_innermost(const ys_field *field);

/* The number of open fields that keys can belong to. Open fields after one that
 * accepts every key are never reached. */
uint32_t ys_map_reach(const ys_map_type *map);

/* Gives what reports say is expected: "string", "integer, string or null". */
ys_status ys_field_words(ys_arena *arena, const ys_field *field, ys_str *out);

/* Says that a record is about a field, and what its `@schema/see` says. */
void ys_diag_about(ys_diag *diag, const ys_field *field);

/* Gives the field with this index directly below: for a map, its named and then
 * its open fields; for an array, its item; for a choice, its alternatives.
 * Returns NULL after the last one. */
ys_field *ys_field_child(const ys_field *field, uint32_t index);
