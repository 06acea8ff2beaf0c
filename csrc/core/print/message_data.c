/* core/print/message_data.c - The messages about data values, and the
 * warnings. */

#include "core/print/message_parts.h"

#define TAKEN_FOR_VALUES                                                       \
  "%D has no header, so it is taken for data values: leave it out if it is "   \
  "something else."

#define ABOUT_NAMES                                                            \
  {                                                                            \
    .sentence = "%P must %M[ (found: %2)]", .headline = "%P must %M",          \
    .found = "%R", .expected = "%1{ (by: %B)}", .hints = "%3",                 \
    .mark = YS_MARK_VALUE                                                      \
  }

const ys_message ys_messages_of_data[YS_CODE_COUNT] = {
    /* ---- the data -------------------------------------------------------- */
    /* %1 found, %2 expected, %3 hints; by: schema node */
    [YS_E_TYPE] = {.sentence = "%P: expected %2, but found %1",
                   .summary = "At %P",
                   .found = "%1{ %V}",
                   .expected = "%2{ (by %B)}",
                   .hints = "%!3\n" TAKEN_FOR_VALUES,
                   .shown = YS_SHOW_BOTH,
                   .mark = YS_MARK_VALUE},
    /* %1 key, %2 remedy; by: annotation */
    [YS_E_REMOVED] = {.sentence = "%P has been removed[: %2]",
                      .summary = "Given data value has been removed from the "
                                 "schema: %P",
                      .found = "%1",
                      .expected = "no value{ (by %B)}",
                      .hints = "%!2",
                      .shown = YS_SHOW_BOTH,
                      .mark = YS_MARK_PLACE},
    /* %1 found, %2 text, %3 type; at: schema node */
    [YS_E_REQUIRED] = {.rule = "missing-key",
                       .sentence = "%P is required[: %2]",
                       .headline = "%P is required",
                       .summary = "A data value that is required is "
                                  "missing: %P",
                       .found = "%1",
                       .expected = "%3{ (by %B)}",
                       .hints = "%!2"},
    /* %1 found, %2 the kinds */
    [YS_E_NO_KIND] = {.sentence = "the document is of none of the kinds: %2",
                      .summary = "A document is of none of the kinds that the "
                                 "project file lists",
                      .found = "%1",
                      .expected = "a document that has one of %2",
                      .hints = "add a kind to the project file, or write "
                               "`otherwise: skip` there."},
    /* %1 the last line, %2 the end; by: annotation */
    [YS_E_ENDS_WITH] = {.sentence = "the file must end with %2",
                        .summary = "The file must end with %2",
                        .found = "%1",
                        .expected = "%2 at the end of the file{ (by %B)}",
                        .hints = "add a last line %2.",
                        .mark = YS_MARK_PLACE},
    /* %1 new path; at: old name, by: schema node */
    [YS_E_RENAMED_TWICE] = {.sentence = "%P is the old name of %1, which is "
                                        "given, too",
                            .summary = "Given data value has an old and a new "
                                       "name: %P and %1",
                            .found = "%P",
                            .expected = "only %1{ (by %B)}",
                            .shown = YS_SHOW_BOTH,
                            .mark = YS_MARK_PLACE},
    /* the same; %2 another old name */
    [YS_E_RENAMED_AGAIN] = {.sentence = "%P and %2 are old names of %1",
                            .summary = "Given data value has two old names: "
                                       "%P and %2",
                            .found = "%P",
                            .expected = "only %1{ (by %B)}",
                            .shown = YS_SHOW_BOTH,
                            .mark = YS_MARK_PLACE},
    /* %1 new path, %2 message; by: annotation */
    [YS_E_RENAMED_FAILED] = {.sentence = "%P cannot be converted for its new "
                                         "name %1: %2",
                             .summary = "Given data value cannot be converted "
                                        "for its new name: %P",
                             .found = "%!2",
                             .expected = "a value that with= converts for "
                                         "%1{ (by %B)}",
                             .shown = YS_SHOW_BOTH,
                             .mark = YS_MARK_VALUE},
    /* %1 found, %2 expected; by: annotation */
    [YS_E_KEY_COUNT] = {.sentence = "%P: expected %2, but found %1",
                        .summary = "At %P",
                        .found = "%1",
                        .expected = "%2{ (by %B)}",
                        .shown = YS_SHOW_BOTH,
                        .mark = YS_MARK_PLACE},
    /* %1 key, %2 expected, %3 nearest, %4 hint */
    [YS_E_UNKNOWN_KEY] = {.sentence = "%P is not declared in the schema; "
                                      "expected %2",
                          .headline = "%P is not in the schema",
                          .summary = YS_MESSAGE_UNDECLARED ": %P",
                          .found = "%1",
                          .expected = "%2{ (from %B)}",
                          .hints = YS_MESSAGE_NEAREST "\n%4\n" TAKEN_FOR_VALUES,
                          .shown = YS_SHOW_BOTH,
                          .mark = YS_MARK_PLACE},
    /* like SCHEMA_OVERLAY */
    [YS_E_OVERLAY] = {.sentence = "overlaying %P: %1",
                      .summary = "Overlaying %P: %1",
                      .hints = "did you mean \"%2\"?\n%3",
                      .shown = YS_SHOW_BOTH},
    /* like SCHEMA_OVERLAY, without a schema */
    [YS_E_DOCUMENT_OVERLAY] = {.sentence = "overlaying %P: %1",
                               .heading = "One or more overlays do not fit",
                               .summary = "Overlaying %P: %1",
                               .hints = "did you mean \"%2\"?\n%3",
                               .shown = YS_SHOW_BOTH},

    /* ---- the final values ------------------------------------------------ */
    /* %1 what must be, %2 found or "", %3 hint or "" */
    [YS_E_RULE] = {.sentence = "%P must %M[ (found: %2)]",
                   .headline = "%P must %M",
                   .found = "%R",
                   .expected = "%!1{ (by: %B)}",
                   .hints = "%3",
                   .mark = YS_MARK_VALUE},
    /* %1 what must be, %2 error; calls */
    [YS_E_RULE_FAILED] = {.sentence =
                              "%P must %M (the rule itself failed[: %2])",
                          .headline = "%P must %M",
                          .found = "the rule itself failed{ (at %B)}[: %!2]",
                          .expected = "%!1{ (by: %B)}",
                          .hints = YS_MESSAGE_CALLS,
                          .mark = YS_MARK_VALUE},
    /* %1 message, %2 what must be */
    [YS_E_CEL] = {.sentence = "%P: %1",
                  .headline = "%P: %1",
                  .summary = "%1{ (by: %B)}",
                  .expected = "%!2{ (by: %B)}",
                  .mark = YS_MARK_VALUE},
    /* like RULE: %1 where the names are */
    [YS_E_REFERENCE] = ABOUT_NAMES,
    /* like RULE: %2 the first item of the name */
    [YS_E_IDENTITY] = ABOUT_NAMES,

    /* ---- warnings -------------------------------------------------------- */
    /* %1 new path; by: schema node */
    [YS_E_RENAMED] = {.sentence = "%P has a new name: %1{ (at %B)}"},
    /* %1 notice; by: annotation */
    [YS_E_DEPRECATED] = {.sentence = "%P is deprecated[: %1]{ (by %B)}"},
    /* %1 annotation */
    [YS_E_UNATTACHED] = {.sentence = "@%1 has no node to attach to and was "
                                     "left out"},
    /* %1 annotation */
    [YS_E_TEXT_TEMPLATES] = {.sentence = "@%1 has no effect here: compute the "
                                         "text: `key: #@ \"a \" + x`"},
    /* %1 annotation, as in `# @%1` */
    [YS_E_SPACED_ANNOTATION] = {.sentence = "`# @%1` is only a comment: write "
                                            "`#@%1`, without a blank, for an "
                                            "annotation"},
    /* %1 its pointer, %2 what was meant */
    [YS_E_MISSPELT_KEYWORD] = {.sentence = "%1 is no keyword of JSON Schema "
                                           "(did you mean %2?)"},
    /* %1 the library's name as written */
    [YS_E_LIBRARY] = {.sentence = "the document is for the library %1, not "
                                  "for these values, and was left out"},
    /* %1 the files, %2 a remedy or "" */
    [YS_E_TEMPLATES] = {.sentence = "left out, since there are templates in "
                                    "them: %1[; %2]"},
    [YS_E_YAMLFRAGMENT] = {.sentence = "nothing is of the type "
                                       "\"yamlfragment\" here: the type of "
                                       "maps is \"dict\", that of arrays "
                                       "\"list\""},
};
