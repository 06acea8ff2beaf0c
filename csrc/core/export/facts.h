#pragma once

/*
 * core/export/facts.h - The table of the facts that document a field.
 *
 * Each output that describes fields is a loop over it: the inspected schema,
 * OpenAPI and JSON Schema here, and in Lua (core.facts()) the HTML page, the
 * types for lua-language-server, hovers, `example --complete`, `diff` and the
 * completion of annotations. They know kinds of facts, and not the facts.
 */

#include "core/export/view.h"

/* How a fact is shown. */
typedef enum ys_fact_kind {
  YS_FACT_TITLE,    /* a heading; the inspected schema makes one of the key */
  YS_FACT_FLAG,     /* its label alone */
  YS_FACT_NOTICE,   /* its label, and a text that may be empty */
  YS_FACT_TEXT,     /* paragraphs without a label */
  YS_FACT_NOTE,     /* its label and a text, perhaps the address of a page */
  YS_FACT_EXAMPLES, /* values with descriptions */
  YS_FACT_NAMES     /* old names of the key */
} ys_fact_kind;

/* The outputs in Lua; "luals" has types for lua-language-server, "complete" is
 * `example --complete`. */
#define YS_IN_ALL "hover html luals complete diff"

/* One row for each fact, in the order of the outputs:
 *
 * - the word of its annotation, its kind, its name in the inspected schema and
 *   in outlines, and its label for people;
 * - its keywords in OpenAPI and in JSON Schema, or NULL: there is none;
 * - the outputs in Lua that show it. Deprecated keys are not in complete
 *   examples. Old names are keys of their own in OpenAPI and JSON Schema and
 *   for `diff`, and nothing to begin a file with;
 * - for the completion of the annotation: its section of the reference, its
 *   arguments and what it means; NULL if the arguments have names, which
 *   server/schemas/annotations.lua documents.
 */
#define YS_FACTS(X)                                                            \
  X(TITLE, TITLE, "title", "Title", "title", "title", YS_IN_ALL,               \
    "documentation", "\"title\"", "The title of the node.")                    \
  X(DEPRECATED, NOTICE, "deprecated", "Deprecated", "deprecated",              \
    "deprecated", "hover html luals diff", "documentation", "\"what to use\"", \
    "A warning when a value is given.")                                        \
  X(DESC, TEXT, "documentation", "Documentation", "description",               \
    "description", YS_IN_ALL, "documentation", "\"text\"",                     \
    "The description of the node.")                                            \
  X(SEE, NOTE, "see", "See", "externalDocs", NULL, YS_IN_ALL, "see",           \
    "\"https://...\"",                                                         \
    "Where to read about the node. Violations have it as a hint.")             \
  X(SENSITIVE, FLAG, "sensitive", "Sensitive: not shown in reports",           \
    "writeOnly", "writeOnly", YS_IN_ALL, "sensitive", "",                      \
    "Masks the value, and those below it, in all reports and exports.")        \
  X(EXAMPLE, EXAMPLES, "example", "Example", "example", "examples", YS_IN_ALL, \
    "documentation", "value", "An example of the value.")                      \
  X(RENAMED, NAMES, "renamed", "Old names", NULL, NULL, "hover html luals",    \
    NULL, NULL, NULL)

typedef struct ys_fact_row {
  ys_word word;
  ys_fact_kind kind;
  const char *name, *label;
  const char *openapi, *json; /* keywords, or NULL */
  const char *outputs;        /* names of outputs */
  const char *section, *call, *about;
} ys_fact_row;

enum {
#define YS_FACT_COUNTED(word, ...) YS_FACT_ROW_##word,
  YS_FACTS(YS_FACT_COUNTED)
#undef YS_FACT_COUNTED
      YS_FACT_COUNT
};

/* The table, [YS_FACT_COUNT]. The title is its first row. */
extern const ys_fact_row ys_fact_rows[];

/* The facts that a field states about itself. */
typedef struct ys_fact {
  bool given;
  ys_str text;                /* of titles, texts, notes and notices */
  ys_place place;             /* of the annotation of a notice */
  const ys_example *examples; /* of examples */
  const ys_renamed *names;    /* of old names */
} ys_fact;

/* Gives what a field with this documentation says; for a title only one that is
 * given. */
ys_fact ys_fact_of(const ys_field *field, const ys_docs *docs,
                   const ys_fact_row *row);
