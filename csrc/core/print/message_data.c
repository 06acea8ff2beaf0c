/* core/print/message_data.c - the messages about data values, and the
 * warnings. */

#include "core/print/message_parts.h"

#define TAKEN_FOR_VALUES                                                       \
  "%D has no header, so it is taken for data values: leave it out if it is "   \
  "something else."

#define ABOUT_NAMES(name)                                                      \
  {                                                                            \
    .kind = name, .sentence = "%P must %M[ (found: %2)]",                      \
    .headline = "%P must %M", .found = "%R", .expected = "%1{ (by: %B)}",      \
    .hints = "%3", .mark = YS_MARK_VALUE                                       \
  }

const ys_message ys_messages_of_data[YS_CODE_COUNT] = {
    /* ---- the data -------------------------------------------------------- */
    [YS_E_TYPE] = {.kind = "type",
                   .sentence = "%P: expected %2, but found %1",
                   .summary = "At %P",
                   .found = "%1{ %V}",
                   .expected = "%2{ (by %B)}",
                   .hints = "%!3\n" TAKEN_FOR_VALUES,
                   .shown = YS_SHOW_BOTH,
                   .mark = YS_MARK_VALUE},
    [YS_E_REMOVED] = {.kind = "removed",
                      .sentence = "%P has been removed[: %2]",
                      .summary = "Given data value has been removed from the "
                                 "schema: %P",
                      .found = "%1",
                      .expected = "no value{ (by %B)}",
                      .hints = "%!2",
                      .shown = YS_SHOW_BOTH,
                      .mark = YS_MARK_PLACE},
    [YS_E_REQUIRED] = {.kind = "required",
                       .rule = "missing-key",
                       .sentence = "%P is required[: %2]",
                       .headline = "%P is required",
                       .summary = "A data value that is required is "
                                  "missing: %P",
                       .found = "%1",
                       .expected = "%3{ (by %B)}",
                       .hints = "%!2"},
    [YS_E_NO_KIND] = {.kind = "no-kind",
                      .sentence = "the document is of none of the kinds: %2",
                      .summary = "A document is of none of the kinds that the "
                                 "project file lists",
                      .found = "%1",
                      .expected = "a document that has one of %2",
                      .hints = "add a kind to the project file, or write "
                               "`otherwise: skip` there."},
    [YS_E_ENDS_WITH] = {.kind = "ends-with",
                        .sentence = "the file must end with %2",
                        .summary = "The file must end with %2",
                        .found = "%1",
                        .expected = "%2 at the end of the file{ (by %B)}",
                        .hints = "add a last line %2.",
                        .mark = YS_MARK_PLACE},
    [YS_E_RENAMED_TWICE] = {.kind = "renamed-twice",
                            .sentence = "%P is the old name of %1, which is "
                                        "given, too",
                            .summary = "Given data value has an old and a new "
                                       "name: %P and %1",
                            .found = "%P",
                            .expected = "only %1{ (by %B)}",
                            .shown = YS_SHOW_BOTH,
                            .mark = YS_MARK_PLACE},
    [YS_E_RENAMED_AGAIN] = {.kind = "renamed-twice",
                            .sentence = "%P and %2 are old names of %1",
                            .summary = "Given data value has two old names: "
                                       "%P and %2",
                            .found = "%P",
                            .expected = "only %1{ (by %B)}",
                            .shown = YS_SHOW_BOTH,
                            .mark = YS_MARK_PLACE},
    [YS_E_RENAMED_FAILED] = {.kind = "renamed-failed",
                             .sentence = "%P cannot be converted for its new "
                                         "name %1: %2",
                             .summary = "Given data value cannot be converted "
                                        "for its new name: %P",
                             .found = "%!2",
                             .expected = "a value that with= converts for "
                                         "%1{ (by %B)}",
                             .shown = YS_SHOW_BOTH,
                             .mark = YS_MARK_VALUE},
    [YS_E_KEY_COUNT] = {.kind = "key-count",
                        .sentence = "%P: expected %2, but found %1",
                        .summary = "At %P",
                        .found = "%1",
                        .expected = "%2{ (by %B)}",
                        .shown = YS_SHOW_BOTH,
                        .mark = YS_MARK_PLACE},
    [YS_E_UNKNOWN_KEY] = {.kind = "unknown-key",
                          .sentence = "%P is not declared in the schema; "
                                      "expected %2",
                          .headline = "%P is not in the schema",
                          .summary = YS_MESSAGE_UNDECLARED ": %P",
                          .found = "%1",
                          .expected = "%2{ (from %B)}",
                          .hints = YS_MESSAGE_NEAREST "\n%4\n" TAKEN_FOR_VALUES,
                          .shown = YS_SHOW_BOTH,
                          .mark = YS_MARK_PLACE},
    [YS_E_OVERLAY] = {.kind = "overlay",
                      .sentence = "overlaying %P: %1",
                      .summary = "Overlaying %P: %1",
                      .hints = "did you mean \"%2\"?\n%3",
                      .shown = YS_SHOW_BOTH},
    [YS_E_DOCUMENT_OVERLAY] = {.kind = "overlay",
                               .sentence = "overlaying %P: %1",
                               .heading = "One or more overlays do not fit",
                               .summary = "Overlaying %P: %1",
                               .hints = "did you mean \"%2\"?\n%3",
                               .shown = YS_SHOW_BOTH},

    /* ---- the final values ------------------------------------------------ */
    [YS_E_RULE] = {.kind = "rule",
                   .sentence = "%P must %M[ (found: %2)]",
                   .headline = "%P must %M",
                   .found = "%R",
                   .expected = "%!1{ (by: %B)}",
                   .hints = "%3",
                   .mark = YS_MARK_VALUE},
    [YS_E_RULE_FAILED] = {.kind = "rule-failed",
                          .sentence =
                              "%P must %M (the rule itself failed[: %2])",
                          .headline = "%P must %M",
                          .found = "the rule itself failed{ (at %B)}[: %!2]",
                          .expected = "%!1{ (by: %B)}",
                          .hints = YS_MESSAGE_CALLS,
                          .mark = YS_MARK_VALUE},
    [YS_E_CEL] = {.kind = "cel",
                  .sentence = "%P: %1",
                  .headline = "%P: %1",
                  .summary = "%1{ (by: %B)}",
                  .expected = "%!2{ (by: %B)}",
                  .mark = YS_MARK_VALUE},
    [YS_E_REFERENCE] = ABOUT_NAMES("reference"),
    [YS_E_IDENTITY] = ABOUT_NAMES("identity"),

    /* ---- warnings -------------------------------------------------------- */
    [YS_E_RENAMED] = {.kind = "renamed",
                      .sentence = "%P has a new name: %1{ (at %B)}"},
    [YS_E_DEPRECATED] = {.kind = "deprecated",
                         .sentence = "%P is deprecated[: %1]{ (by %B)}"},
    [YS_E_UNATTACHED] = {.kind = "unattached",
                         .sentence = "@%1 has no node to attach to and was "
                                     "left out"},
    [YS_E_TEXT_TEMPLATES] = {.kind = "text-templates",
                             .sentence = "@%1 has no effect here: compute the "
                                         "text: `key: #@ \"a \" + x`"},
    [YS_E_SPACED_ANNOTATION] = {.kind = "spaced-annotation",
                                .sentence = "`# @%1` is only a comment: write "
                                            "`#@%1`, without a blank, for an "
                                            "annotation"},
    [YS_E_MISSPELT_KEYWORD] = {.kind = "misspelt-keyword",
                               .sentence = "%1 is no keyword of JSON Schema "
                                           "(did you mean %2?)"},
    [YS_E_LIBRARY] = {.kind = "library",
                      .sentence = "the document is for the library %1, not "
                                  "for these values, and was left out"},
    [YS_E_TEMPLATES] = {.kind = "templates",
                        .sentence = "left out, since there are templates in "
                                    "them: %1[; %2]"},
    [YS_E_YAMLFRAGMENT] = {.kind = "yamlfragment",
                           .sentence = "nothing is of the type "
                                       "\"yamlfragment\" here: the type of "
                                       "maps is \"dict\", that of arrays "
                                       "\"list\""},
};
