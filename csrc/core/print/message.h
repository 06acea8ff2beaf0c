#pragma once

/*
 * core/print/message.h - The messages for each code, as templates.
 *
 * The templates are in tables (core/print/message_parts.h). Texts that depend
 * on the invalid value, such as hints, are made where the violation is found,
 * and are arguments of the record.
 *
 * In a template
 *
 * - %1 .. %4 are the record's arguments;
 * - %!1 .. %!4 are the same, but with their line feeds (texts of closures);
 * - %A and %B are the places `at` and `by`, as `s.yml:3`;
 * - %P is the path, or "(document)" if it is empty; but an empty path counts as
 *   empty inside brackets;
 * - %C are the calls, one per line;
 * - %S is what `@schema/see` says about the field;
 * - %V is the invalid value, for people: at most 60 characters of it, unless an
 *   argument shows it;
 * - %R is what a rule found: %2, for people with the value;
 * - %M is what a rule requires (%1) as the words after "must": "be >= 1", "have
 *   length >= 1";
 * - %K are the keys that a map may have (%2), as a list;
 * - %D is the file of the violation, if it was found in a directory and read as
 *   data values because it has no header;
 * - [...] is left out if a placeholder in it is empty;
 * - {...} is the same, but is always left out for programs.
 */

#include "core/text/excerpt.h"
#include "core/tree/node.h"

/* The source lines that a report shows. */
typedef enum ys_shown {
  YS_SHOW_AT,   /* the line of the violation */
  YS_SHOW_BOTH, /* that line, and the line in the schema that requires it */
  YS_SHOW_BY,   /* only the line in the schema */
  YS_SHOW_NODE  /* the line of the violation with the annotations around it */
} ys_shown;

typedef struct ys_message {
  const char *rule;     /* the name in the list of rules; NULL: the kind */
  const char *sentence; /* one line for programs; also for people if the code is
                           of the input or a warning */
  const char *headline; /* the same for the first line of a block, which is
                           followed by what is found and expected; NULL: the
                           sentence */
  const char *heading;  /* first line of a block for people; NULL: that of the
                           group (ys_message_heading) */
  const char *summary;  /* the line below the heading, or NULL */
  const char *found, *expected; /* or NULL */
  const char *hints;            /* one hint per line, or NULL */
  ys_shown shown;
  ys_mark_at mark; /* in the line of the violation */
} ys_message;

/* Returns the messages of a code, which are static. */
const ys_message *ys_message_of(ys_code code);

/* The first line of a block for people about a code; NULL: there is no block
 * but the sentence. */
const char *ys_message_heading(ys_code code);

/*
 * Gives the name of the rule that a record is about, such as `unknown-key`,
 * `min_len` or `json-schema/minLength`. It is the name that all reports have.
 * The text belongs to the record, or is static. The rules of a code other than
 * YS_E_RULE have one name (ys_message_rule_of).
 */
ys_str ys_message_rule(const ys_diag *diag);

/* The name that the rule of a code has in all reports. */
ys_str ys_message_rule_of(ys_code code);

/* The rule of a function, whose name or description is its argument. */
#define YS_CUSTOM_RULE YS_STR("custom")

/* The reader of a message. For people, texts of users are escaped
 * (core/text/excerpt.h), cut, and indented from their second line on. For
 * programs they are not changed. */
typedef enum ys_audience { YS_FOR_PEOPLE, YS_FOR_PROGRAMS } ys_audience;

typedef struct ys_filling {
  const ys_sources *sources;
  const ys_diag *diag;
  ys_audience audience;
  size_t indent; /* of an argument's further lines, for people */
} ys_filling;

/* Appends a template with its placeholders replaced. Returns false if a
 * placeholder outside of brackets was empty. */
bool ys_message_write(ys_buf *out, ys_str words, const ys_filling *filling);

/* Makes the sentence about a record, as programs get it. */
ys_status ys_message_sentence(ys_arena *arena, const ys_sources *sources,
                              const ys_diag *diag, ys_str *out);

/* The same for a part of another record: a violation of the whole value has no
 * path before it. */
ys_status ys_message_reason(ys_arena *arena, const ys_sources *sources,
                            const ys_diag *diag, ys_str *out);

/* Appends the hints about a record that apply, each with a label before it and
 * a line feed after it. */
void ys_message_hints(ys_buf *out, const char *label,
                      const ys_filling *filling);
