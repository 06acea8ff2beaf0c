#pragma once

/*
 * core/text/diagnostic.h - records of violations, errors and warnings: a code,
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

/* One row for each code: its name and its group. The comment beside a row says
 * what the record's arguments %1 to %4 are, what its places `at` and `by` are
 * if that is not obvious, and "calls" if the record lists the calls that led to
 * the error. */
#define YS_CODES(X)                                                            \
  /* the input; %1 is the invalid text unless the row says otherwise */        \
  X(READ, INPUT)     /* %1 the system's reason */                              \
  X(SYNTAX, INPUT)   /* %1 libyaml's problem, %2 its context or "", %3 remedy; \
                        by: start of what is incomplete */                     \
  X(ENCODING, INPUT) /* %1 problem, %2 byte offset */                          \
  X(DUPLICATE_KEY, INPUT)    /* %1 key; by: the first one */                   \
  X(UNKNOWN_ALIAS, INPUT)    /* %1 anchor */                                   \
  X(RECURSIVE_ALIAS, INPUT)  /* %1 anchor; by: the anchor */                   \
  X(MERGE_VALUE, INPUT)      /* %1 type found */                               \
  X(COMPLEX_KEY, INPUT)      /* %1 type found */                               \
  X(INTEGER_RANGE, INPUT)    /* %1 the text */                                 \
  X(FLOAT_RANGE, INPUT)      /* %1 the text */                                 \
  X(TAG, INPUT)              /* %1 the text, %2 the tag (!!int) */             \
  X(STRICT_AMBIGUOUS, INPUT) /* %1 the text, %2 other type (!!bool) */         \
  X(STRICT_SPACE, INPUT)     /* %1 the text */                                 \
  X(STRICT_COLON, INPUT)     /* %1 the text */                                 \
  X(STRICT_DASHES, INPUT)    /* %1 the text */                                 \
  X(TOO_DEEP, INPUT)         /* %1 the limit */                                \
  X(TOO_MANY_ALIASES, INPUT) /* %1 the limit */                                \
  X(TOO_LONG_ALIASES, INPUT) /* %1 the bytes that they may add */              \
  X(TOO_MANY_NODES, INPUT)   /* %1 the limit; at: the schema's node */         \
  X(TOO_MANY_TRIALS, INPUT)  /* %1 the limit; at: the value */                 \
  X(TOO_COSTLY, INPUT)       /* at: the value; by: the JSON Schema */          \
  X(DOCUMENT_MIX, INPUT)     /* %1 "schema" or "data values" */                \
  X(COMPUTED_TWICE, INPUT)   /* %1 the code */                                 \
  X(COMPUTED_VALUE, INPUT)   /* %1 the code, %2 problem; calls */              \
  X(CODE_FAILED, INPUT)      /* %1 problem, %2 remedy; calls */                \
  X(LEFT_OUT, INPUT)         /* by: the node to which it belongs */            \
  X(ANNOTATION_LOST, INPUT)  /* %1 name */                                     \
  X(CODE_LINE, INPUT)        /* %1 the code, %2 remedy */                      \
  X(CODE_IN_VALUES,                                                            \
    INPUT)                /* %1 annotation or code, %2 arguments, %3 remedy */ \
  X(FLAG, INPUT)          /* %1 flag, %2 problem */                            \
  X(PLAIN_COMMENT, INPUT) /* %1 the comment, without # */                      \
  X(INPUT_ANNOTATION, INPUT) /* %1 annotation, %2 problem */                   \
  X(INPUT_UNKNOWN, INPUT)    /* %1 annotation, %2 nearest or "" */             \
  X(INPUT_SYNTAX, INPUT)     /* %1 annotation, %2 problem */                   \
  X(INPUT_FAILED, INPUT)     /* like INPUT_SYNTAX, when it ran; calls */       \
  /* the schema */                                                             \
  X(NO_SCHEMA, SCHEMA)           /* %1 the files, %2 remedy */                 \
  X(JSON_SCHEMA, SCHEMA)         /* %1 what is wrong with it */                \
  X(ANNOTATION_UNKNOWN, SCHEMA)  /* %1 name, %2 nearest or "" */               \
  X(ANNOTATION_REPEATED, SCHEMA) /* %1 name; by: the first */                  \
  X(ANNOTATION_CONFLICT, SCHEMA) /* %1 name, %2 the other; by: that one */     \
  X(ANNOTATION_MISPLACED,                                                      \
    SCHEMA)                    /* %1 name, %2 where it may stand, %3 hint */   \
  X(ANNOTATION_SYNTAX, SCHEMA) /* %1 name, %2 problem */                       \
  X(ANNOTATION_FAILED,                                                         \
    SCHEMA) /* like ANNOTATION_SYNTAX, when it ran; calls */                   \
  X(ANNOTATION_ARGUMENT, SCHEMA) /* %1 name, %2 found, %3 expected, %4 hint */ \
  X(ARRAY_ITEMS, SCHEMA)         /* %1 number of items; hint about defaults */ \
  X(NULL_VALUE, SCHEMA)                                                        \
  X(KEY_NOT_STRING, SCHEMA) /* %1 key, %2 its type */                          \
  X(BELOW_ANY, SCHEMA)      /* %1 names found; by: the first of them */        \
  X(BELOW_TYPED, SCHEMA)    /* %1 names, %2 annotation; by: the first name */  \
  X(VALUE_TYPE, SCHEMA)     /* like TYPE, for a value in the schema */         \
  X(VALUE_KEY, SCHEMA) /* like UNKNOWN_KEY, for a key in the schema itself */  \
  X(NEEDS_ITSELF, SCHEMA) /* %1 the way round, %2 hint */                      \
  X(DEFAULT_ON_ITEM, SCHEMA)                                                   \
  X(DEFAULT_ARGUMENT, SCHEMA) /* %1 found, %2 expected type, %3 hint */        \
  X(DEFAULT_TYPE, SCHEMA)     /* like TYPE; at: annotation, by: node */        \
  X(DEFAULT_KEY, SCHEMA)      /* like UNKNOWN_KEY */                           \
  X(EXAMPLE_TYPE, SCHEMA)     /* like TYPE */                                  \
  X(EXAMPLE_KEY, SCHEMA)      /* like UNKNOWN_KEY */                           \
  X(RULE_ARGUMENT, SCHEMA)  /* %1 problem, %2 rule, %3 nearest, %4 its name */ \
  X(SCHEMA_OVERLAY, SCHEMA) /* %1 problem, %2 nearest, %3 remedy */            \
  X(WHEN_FAILED, SCHEMA)    /* %1 message; by: the annotation; calls */        \
  X(WHEN_NOT_BOOLEAN, SCHEMA) /* %1 type it returned; by: annotation */        \
  X(DEFAULT_FAILED, SCHEMA)   /* %1 message; by: the annotation; calls */      \
  X(KEY_TAKEN, SCHEMA)  /* %1 key, %2 `allowed=`; at: node, by: annotation */  \
  X(OLD_NAME, SCHEMA)   /* %1 path, %2 problem; by: what it meets */           \
  X(KEY_FAILED, SCHEMA) /* %1 `allowed=` or `expects=`, %2 problem */          \
  X(TARGET, SCHEMA)     /* %1 annotation, %2 path, %3 problem, %4 remedy */    \
  /* the data */                                                               \
  X(TYPE, DATA)        /* %1 found, %2 expected, %3 hints; by: schema node */  \
  X(UNKNOWN_KEY, DATA) /* %1 key, %2 expected, %3 nearest, %4 hint */          \
  X(REMOVED, DATA)     /* %1 key, %2 remedy; by: annotation */                 \
  X(REQUIRED, DATA)    /* %1 found, %2 text, %3 type; at: schema node */       \
  X(RENAMED_TWICE, DATA)    /* %1 new path; at: old name, by: schema node */   \
  X(RENAMED_AGAIN, DATA)    /* the same; %2 another old name */                \
  X(RENAMED_FAILED, DATA)   /* %1 new path, %2 message; by: annotation */      \
  X(KEY_COUNT, DATA)        /* %1 found, %2 expected; by: annotation */        \
  X(OVERLAY, DATA)          /* like SCHEMA_OVERLAY */                          \
  X(DOCUMENT_OVERLAY, DATA) /* like SCHEMA_OVERLAY, without a schema */        \
  X(NO_KIND, DATA)          /* %1 found, %2 the kinds */                       \
  X(ENDS_WITH, DATA)        /* %1 the last line, %2 the end; by: annotation */ \
  /* the final values */                                                       \
  X(RULE, VALIDATION) /* %1 what must be, %2 found or "", %3 hint or "" */     \
  X(RULE_FAILED, VALIDATION) /* %1 what must be, %2 error; calls */            \
  X(CEL, VALIDATION)         /* %1 message, %2 what must be */                 \
  X(REFERENCE, VALIDATION)   /* like RULE: %1 where the names are */           \
  X(IDENTITY, VALIDATION)    /* like RULE: %2 the first item of the name */    \
  /* warnings */                                                               \
  X(RENAMED, WARNING)           /* %1 new path; by: schema node */             \
  X(DEPRECATED, WARNING)        /* %1 notice; by: annotation */                \
  X(UNATTACHED, WARNING)        /* %1 annotation */                            \
  X(TEXT_TEMPLATES, WARNING)    /* %1 annotation */                            \
  X(SPACED_ANNOTATION, WARNING) /* %1 annotation, as in `# @%1` */             \
  X(LIBRARY, WARNING)           /* %1 the library's name as written */         \
  X(TEMPLATES, WARNING)         /* %1 the files, %2 a remedy or "" */          \
  X(MISSPELT_KEYWORD, WARNING)  /* %1 its pointer, %2 what was meant */        \
  X(YAMLFRAGMENT, WARNING)

typedef enum ys_code {
#define YS_CODE_NAME(name, group) YS_E_##name,
  YS_CODES(YS_CODE_NAME)
#undef YS_CODE_NAME
      YS_CODE_COUNT
} ys_code;

/* The group of a code. */
ys_group ys_code_group(ys_code code);

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
