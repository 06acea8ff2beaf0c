#pragma once

/*
 * core/text/diagnostic.h - Records of violations, errors and warnings: a code,
 * places, a path and arguments.
 *
 * Records contain no sentences. The sentences are in tables
 * (core/print/message_parts.h), with one row for each code below.
 */

#include "core/text/source.h"

/*
 * The groups of codes, in the order in which a report shows them, with the exit
 * status that a record of the group leads to. INPUT a text that is not valid
 * YAML or cannot be read status 2 SCHEMA a mistake in the schema status 2 DATA
 * a value that does not fit the schema status 1 VALIDATION a final value that
 * breaks a rule status 1 WARNING something that users should know status 0
 */
typedef enum ys_group {
  YS_GROUP_INPUT,
  YS_GROUP_SCHEMA,
  YS_GROUP_DATA,
  YS_GROUP_VALIDATION,
  YS_GROUP_WARNING
} ys_group;

#define YS_GROUP_COUNT (YS_GROUP_WARNING + 1)

/* The ranks of records. A limit on violations bounds the records of each rank,
 * so that none displaces those of another one. */
typedef enum ys_rank {
  YS_RANK_ERROR, /* of the input and the schema */
  YS_RANK_VIOLATION,
  YS_RANK_WARNING,
  YS_RANK_COUNT
} ys_rank;

/* The rank of a group. */
static inline ys_rank ys_group_rank(ys_group group) {
  if (group == YS_GROUP_WARNING) return YS_RANK_WARNING;
  return group >= YS_GROUP_DATA ? YS_RANK_VIOLATION : YS_RANK_ERROR;
}

/* One row for each code: its name, the kind of violation that programs get,
 * which never changes, and its group. The arguments of its records stand with
 * its sentence (core/print/message_parts.h). */
#define YS_CODES(X)                                                            \
  /* the input */                                                              \
  X(READ, "read", INPUT)                                                       \
  X(SYNTAX, "syntax", INPUT)                                                   \
  X(ENCODING, "encoding", INPUT)                                               \
  X(DUPLICATE_KEY, "duplicate-key", INPUT)                                     \
  X(UNKNOWN_ALIAS, "unknown-alias", INPUT)                                     \
  X(RECURSIVE_ALIAS, "recursive-alias", INPUT)                                 \
  X(MERGE_VALUE, "merge-value", INPUT)                                         \
  X(COMPLEX_KEY, "complex-key", INPUT)                                         \
  X(INTEGER_RANGE, "integer-range", INPUT)                                     \
  X(FLOAT_RANGE, "float-range", INPUT)                                         \
  X(TAG, "tag", INPUT)                                                         \
  X(STRICT_AMBIGUOUS, "strict", INPUT)                                         \
  X(STRICT_SPACE, "strict", INPUT)                                             \
  X(STRICT_COLON, "strict", INPUT)                                             \
  X(STRICT_DASHES, "strict", INPUT)                                            \
  X(TOO_DEEP, "too-deep", INPUT)                                               \
  X(TOO_MANY_ALIASES, "too-many-aliases", INPUT)                               \
  X(TOO_LONG_ALIASES, "too-long-aliases", INPUT)                               \
  X(TOO_MANY_NODES, "too-many-nodes", INPUT)                                   \
  X(TOO_MANY_TRIALS, "too-many-nodes", INPUT)                                  \
  X(TOO_COSTLY, "too-costly", INPUT)                                           \
  X(DOCUMENT_MIX, "document-mix", INPUT)                                       \
  X(COMPUTED_TWICE, "computed-twice", INPUT)                                   \
  X(COMPUTED_VALUE, "computed-value", INPUT)                                   \
  X(CODE_FAILED, "code", INPUT)                                                \
  X(LEFT_OUT, "left-out", INPUT)                                               \
  X(ANNOTATION_LOST, "annotation-lost", INPUT)                                 \
  X(CODE_LINE, "code-line", INPUT)                                             \
  X(CODE_IN_VALUES, "code-in-values", INPUT)                                   \
  X(FLAG, "flag", INPUT)                                                       \
  X(PLAIN_COMMENT, "plain-comment", INPUT)                                     \
  X(INPUT_ANNOTATION, "input-annotation", INPUT)                               \
  X(INPUT_UNKNOWN, "annotation-unknown", INPUT)                                \
  X(INPUT_SYNTAX, "annotation-syntax", INPUT)                                  \
  X(INPUT_FAILED, "annotation-failed", INPUT)                                  \
  /* the schema */                                                             \
  X(NO_SCHEMA, "no-schema", SCHEMA)                                            \
  X(JSON_SCHEMA, "json-schema", SCHEMA)                                        \
  X(ANNOTATION_UNKNOWN, "annotation-unknown", SCHEMA)                          \
  X(ANNOTATION_REPEATED, "annotation-repeated", SCHEMA)                        \
  X(ANNOTATION_CONFLICT, "annotation-conflict", SCHEMA)                        \
  X(ANNOTATION_MISPLACED, "annotation-misplaced", SCHEMA)                      \
  X(ANNOTATION_SYNTAX, "annotation-syntax", SCHEMA)                            \
  X(ANNOTATION_FAILED, "annotation-failed", SCHEMA)                            \
  X(ANNOTATION_ARGUMENT, "annotation-argument", SCHEMA)                        \
  X(ARRAY_ITEMS, "array-items", SCHEMA)                                        \
  X(NULL_VALUE, "null-value", SCHEMA)                                          \
  X(KEY_NOT_STRING, "key-not-string", SCHEMA)                                  \
  X(BELOW_ANY, "below-any", SCHEMA)                                            \
  X(BELOW_TYPED, "below-typed", SCHEMA)                                        \
  X(VALUE_TYPE, "value-type", SCHEMA)                                          \
  X(VALUE_KEY, "value-key", SCHEMA)                                            \
  X(NEEDS_ITSELF, "needs-itself", SCHEMA)                                      \
  X(DEFAULT_ON_ITEM, "default-on-item", SCHEMA)                                \
  X(DEFAULT_ARGUMENT, "default-argument", SCHEMA)                              \
  X(DEFAULT_TYPE, "default-type", SCHEMA)                                      \
  X(DEFAULT_KEY, "default-key", SCHEMA)                                        \
  X(EXAMPLE_TYPE, "example-type", SCHEMA)                                      \
  X(EXAMPLE_KEY, "example-key", SCHEMA)                                        \
  X(RULE_ARGUMENT, "rule-argument", SCHEMA)                                    \
  X(SCHEMA_OVERLAY, "schema-overlay", SCHEMA)                                  \
  X(WHEN_FAILED, "when-failed", SCHEMA)                                        \
  X(WHEN_NOT_BOOLEAN, "when-not-boolean", SCHEMA)                              \
  X(DEFAULT_FAILED, "default-failed", SCHEMA)                                  \
  X(KEY_TAKEN, "key-taken", SCHEMA)                                            \
  X(OLD_NAME, "old-name", SCHEMA)                                              \
  X(KEY_FAILED, "key-failed", SCHEMA)                                          \
  X(TARGET, "target", SCHEMA)                                                  \
  /* the data */                                                               \
  X(TYPE, "type", DATA)                                                        \
  X(UNKNOWN_KEY, "unknown-key", DATA)                                          \
  X(REMOVED, "removed", DATA)                                                  \
  X(REQUIRED, "required", DATA)                                                \
  X(RENAMED_TWICE, "renamed-twice", DATA)                                      \
  X(RENAMED_AGAIN, "renamed-twice", DATA)                                      \
  X(RENAMED_FAILED, "renamed-failed", DATA)                                    \
  X(KEY_COUNT, "key-count", DATA)                                              \
  X(OVERLAY, "overlay", DATA)                                                  \
  X(DOCUMENT_OVERLAY, "overlay", DATA)                                         \
  X(NO_KIND, "no-kind", DATA)                                                  \
  X(ENDS_WITH, "ends-with", DATA)                                              \
  /* the final values */                                                       \
  X(RULE, "rule", VALIDATION)                                                  \
  X(RULE_FAILED, "rule-failed", VALIDATION)                                    \
  X(CEL, "cel", VALIDATION)                                                    \
  X(REFERENCE, "reference", VALIDATION)                                        \
  X(IDENTITY, "identity", VALIDATION)                                          \
  /* warnings */                                                               \
  X(RENAMED, "renamed", WARNING)                                               \
  X(DEPRECATED, "deprecated", WARNING)                                         \
  X(UNATTACHED, "unattached", WARNING)                                         \
  X(TEXT_TEMPLATES, "text-templates", WARNING)                                 \
  X(SPACED_ANNOTATION, "spaced-annotation", WARNING)                           \
  X(LIBRARY, "library", WARNING)                                               \
  X(TEMPLATES, "templates", WARNING)                                           \
  X(MISSPELT_KEYWORD, "misspelt-keyword", WARNING)                             \
  X(YAMLFRAGMENT, "yamlfragment", WARNING)

typedef enum ys_code {
#define YS_CODE_NAME(name, kind, group) YS_E_##name,
  YS_CODES(YS_CODE_NAME)
#undef YS_CODE_NAME
      YS_CODE_COUNT
} ys_code;

/* The group of a code. */
ys_group ys_code_group(ys_code code);

/* The kind of violation of a code, such as "unknown-key". */
const char *ys_code_kind(ys_code code);

/* A bit for an argument of a record, from 1. */
#define YS_ARGUMENT(number) (1u << ((number)-1))

/* The arguments that quote the text at the place of a record of the input. */
unsigned ys_code_quotes(ys_code code);

#define YS_DIAG_ARGS 4

/* The remedy for a text that is not UTF-8. */
#define YS_SAVE_AS_UTF8 "save the file as UTF-8."

/* The text that a record shows of the invalid value. Of a collection, the text
 * is its beginning, for people only. */
typedef enum ys_diag_value {
  YS_VALUE_UNKNOWN,
  YS_VALUE_NULL,
  YS_VALUE_BOOL,
  YS_VALUE_NUMBER, /* as JSON writes it */
  YS_VALUE_WORD,   /* a number that JSON cannot express: .inf or .nan */
  YS_VALUE_STRING,
  YS_VALUE_COLLECTION,
  YS_VALUE_MASKED /* it must not be shown */
} ys_diag_value;

/* Where a value that was not given could have been: the map or array of the
 * data that lacks it. Line 0: there is none. */
typedef struct ys_gap {
  ys_place at;
  bool is_document; /* any of the files that were read could have given it */
} ys_gap;

/* The correction of a violation whose hint has exactly one meaning, or for
 * editors what an error of a schema hints at. */
typedef enum ys_fix_action {
  YS_FIX_NONE,
  YS_FIX_RENAME,  /* the key becomes the text */
  YS_FIX_MOVE,    /* the entry moves to the path that is the text */
  YS_FIX_REPLACE, /* the value becomes another one */
  YS_FIX_QUOTE,   /* the scalar becomes the string that its text is */
  YS_FIX_UNQUOTE, /* the string becomes what its text is without quotes */
  YS_FIX_ADD,     /* the entry at the path is added, with a value */
  YS_FIX_REMOVE,  /* the entry is removed */
  /* for editors only */
  YS_FIX_WORD,    /* the word on the line becomes the text */
  YS_FIX_ANNOTATE /* the text, `#@name ...`, is put above the node */
} ys_fix_action;

typedef struct ys_fix {
  ys_fix_action action;
  ys_diag_value kind; /* of the value that REPLACE and ADD write */
  ys_str text; /* a key, a path, the text of that value, a word or an annotation
                */
  ys_str word; /* that WORD replaces */
} ys_fix;

/* The fix of a word, or none if `meant` is "". */
static inline ys_fix ys_fix_word(ys_str word, ys_str meant) {
  const ys_fix none = {0};
  const ys_fix fix = {.action = YS_FIX_WORD, .text = meant, .word = word};
  return meant.len > 0 ? fix : none;
}

typedef struct ys_diag {
  struct ys_diag *next;
  ys_code code;
  ys_place at;       /* where the invalid text is */
  ys_gap gap;        /* if the invalid value is a default of the schema */
  ys_place by;       /* a second place, mostly in the schema; line 0: none */
  ys_str by_pointer; /* of `by` in a JSON Schema (RFC 6901); or "" */
  uint32_t last;     /* the last line of the invalid text, or 0 */
  ys_str path; /* for example `databases[0].name`; "" where there is none */
  ys_str rule; /* the name of the rule, such as `min_len` or `when`; or "" */
  const struct ys_slot
      *argument; /* of that rule, if it may be shown; or NULL */
  ys_str args[YS_DIAG_ARGS];
  ys_fix fix;
  ys_str called; /* the name of the function that is the rule, or what it
                    requires; or "" */
  ys_str calls;  /* the calls that led to the error, one per line; or "" */
  ys_str value;  /* the text of the invalid value, if it has a kind */
  ys_diag_value value_kind;
  bool value_shown;   /* an argument shows the value, too */
  const char *choice; /* the rule of alternatives that do not fit, such as
                         `any-of`: %2 says why, which differs from value to
                         value; or NULL */
  const void *field;  /* identifies the field of the schema that the record is
                         about; or NULL */
  ys_str see;       /* where to read about that field (`@schema/see`), or "" */
  uint32_t portion; /* set by core/text/folding.h: records with the same one may
                       be exchanged by sorting; or 0 */
  uint32_t more;    /* how many records like this one were dropped by it */
  const void *owner; /* identifies the value whose alternatives the record is
                        about, until it is reported; or NULL */
} ys_diag;

/* The records of one owner, in the order in which they were found. They live in
 * the owner's arena. */
typedef struct ys_diags {
  ys_diag *first, *last;
  uint32_t count; /* of all records, also of those that were dropped */
  uint32_t groups[YS_GROUP_COUNT]; /* the same in each group */
  uint32_t hint_effort;            /* the work spent on "did you mean"; see
                                      ys_space_nearest() */
  /* The last answer of ys_show_near_keys(). */
  struct {
    const void *shape;
    ys_str given, text;
  } near;
} ys_diags;

/*
 * Appends a record with a code and places. The caller then sets its texts,
 * which are empty at first, to texts of the same arena or static ones. Returns
 * NULL when out of memory.
 */
ys_diag *ys_diags_add(ys_diags *diags, ys_arena *arena, ys_code code,
                      ys_place at, ys_place by);

/* Whether a record stands before another one in the text of both. */
bool ys_diag_stands_before(const ys_diag *a, const ys_diag *b);

/* Whether sorting may exchange consecutive records about these places: they are
 * in one text. */
bool ys_diag_may_exchange(ys_place a, ys_place b);

/*
 * Sorts each run of consecutive records about one text by line and column.
 * Without this, records that several passes found (types, then overlays) would
 * not follow the text.
 */
void ys_diags_sort(ys_diags *diags);

/*
 * Removes repeated records of the input and the schema: of those that say the
 * same about the same place, the first is kept, whatever calls led to them. A
 * text that is evaluated many times, such as what a function returns, thus has
 * each error once. `all`: removes repeated records of the data, too, and those
 * without a place.
 */
ys_status ys_diags_unrepeat(ys_diags *diags, bool all, ys_memory memory);

/* Appends a record of another list, with the number of those that were dropped
 * because they are like it. It has to live as long as the list. */
void ys_diags_append(ys_diags *diags, ys_diag *diag);

/* Counts a record that is not kept, because the limit leaves it out. */
void ys_diags_count(ys_diags *diags, ys_code code);

/* Removes all records added since `before` was copied from `diags`. */
void ys_diags_restore(ys_diags *diags, const ys_diags *before);

/* Gives the first of the records that were added since `before` was copied, or
 * NULL. */
static inline ys_diag *ys_diags_since(const ys_diags *diags,
                                      const ys_diags *before) {
  return before->last != NULL ? before->last->next : diags->first;
}

/* Removes a record. `before` is the one before it, or NULL if it is the first.
 */
void ys_diags_remove(ys_diags *diags, ys_diag *before, const ys_diag *diag);

/* Removes the records of each rank after the first `most`. They still count. */
void ys_diags_limit(ys_diags *diags, uint32_t most);

/* The number of violations and errors, or of warnings, that count, but are not
 * in the list, nor like a record in it. */
uint32_t ys_diags_others(const ys_diags *diags, bool warnings);

/* Returns 2 when the input or the schema has errors, else 1 when the data has
 * errors, else 0; warnings do not count (reference#exit-status). */
int ys_diags_exit_status(const ys_diags *diags);
