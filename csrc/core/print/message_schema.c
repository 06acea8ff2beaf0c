/* core/print/message_schema.c - The messages about errors of schemas. */

#include "core/print/message_parts.h"

#define SCHEMA YS_MESSAGE_SCHEMA

const ys_message ys_messages_of_schema[YS_E_TYPE] = {
    /* %1 the files, %2 remedy */
    [YS_E_NO_SCHEMA] = {.sentence = "no schema was given",
                        .found = "no schema document[ in %1]",
                        .expected = "at least one",
                        .hints = "%2\n"
                                 "a schema document has #@data/values-schema "
                                 "on the line above its ---."},
    /* %1 what is wrong with it */
    [YS_E_JSON_SCHEMA] = {.sentence = "%1", .found = "%1"},
    /* %1 name, %2 nearest or "" */
    [YS_E_ANNOTATION_UNKNOWN] = {.sentence = "unknown annotation @%1",
                                 .summary = "unknown annotation @%1{ (at %A)}",
                                 .found = "@%1{ (by %A)}",
                                 .expected = "a known annotation",
                                 .hints = "did you mean \"@%2\"?"},
    /* %1 name; by: the first */
    [YS_E_ANNOTATION_REPEATED] =
        {.sentence = "@%1 is given twice for one node",
         .summary = "@%1 is given twice for one node{ (at %A)}",
         .found = "@%1{ (by %A)}",
         .expected = "one @%1{ (the first: %B)}",
         .hints = "merge the two into one.",
         .shown = YS_SHOW_BOTH},
    /* %1 name, %2 the other; by: that one */
    [YS_E_ANNOTATION_CONFLICT] =
        {.sentence = "@%1 and @%2 exclude each other",
         .summary = "@%1 and @%2 exclude each other{ (at %A)}",
         .found = "@%1{ (by %A)}, and @%2{ (by %B)}",
         .expected = "one of the two",
         .shown = YS_SHOW_BOTH},
    /* %1 name, %2 where it may stand, %3 hint */
    [YS_E_ANNOTATION_MISPLACED] =
        {.sentence = "@%1 is not supported here[; it may stand on %2]",
         .summary = "@%1{ (at %A)} is not supported here",
         .found = "@%1{ (by %A)}",
         .expected = "[on %2]",
         .hints = "%3",
         .shown = YS_SHOW_BOTH},
    /* %1 name, %2 problem */
    [YS_E_ANNOTATION_SYNTAX] = {.sentence =
                                    "syntax error in @%1 annotation: %2",
                                .summary = "syntax error in @%1 annotation",
                                .found = "%!2{ (by %A)}"},
    /* like ANNOTATION_SYNTAX, when it ran; calls */
    [YS_E_ANNOTATION_FAILED] = {.sentence = "the code in @%1 failed: %2",
                                .summary = "the code in @%1 failed",
                                .found = "%!2{ (by %A)}",
                                .hints = YS_MESSAGE_CALLS},
    /* %1 name, %2 found, %3 expected, %4 hint */
    [YS_E_ANNOTATION_ARGUMENT] = {.sentence = "@%1: expected %3, but found %2",
                                  .summary = "syntax error in @%1 annotation",
                                  .found = "%2 in @%1{ (by %A)}",
                                  .expected = "%3",
                                  .hints = "%4"},
    /* %1 number of items; hint about defaults */
    [YS_E_ARRAY_ITEMS] =
        {.sentence = "an array in a schema has exactly 1 item, of the desired "
                     "type, but found %1",
         .heading = SCHEMA " - wrong number of items in array definition",
         .found = "%1 array items{ (by %A)}",
         .expected = "exactly 1 array item, of the desired type",
         .hints = "in schema, the one item of the array implies the type of "
                  "its elements.\n"
                  "in schema, the default value for an array is always an "
                  "empty list.\n"
                  "default values can be overridden with @schema/default."},
    [YS_E_NULL_VALUE] =
        {.sentence = "a null value is not allowed here",
         .heading = SCHEMA " - null value not allowed here",
         .found = "null value{ (by %A)}",
         .expected = "non-null value",
         .hints = "in YAML, omitting a value implies null.\n"
                  "to set the default value to null, annotate with "
                  "@schema/nullable.\n"
                  "to allow any value, annotate with @schema/type any=True."},
    /* %1 key, %2 its type */
    [YS_E_KEY_NOT_STRING] =
        {.sentence = "a map key in a schema is a string, but %1 is of type %2",
         .heading = SCHEMA " - map key is not a string",
         .found = "%1, of type %2{ (by %A)}",
         .expected = "string",
         .hints = "to make it a string, put it in quotes: \"%1\"."},
    /* %1 names found; by: the first of them */
    [YS_E_BELOW_ANY] =
        {.sentence = "no %1 below a node annotated @schema/type any=True",
         .summary = "Schema was specified within an \"any type\" fragment",
         .found = "%1 annotation(s){ (at %A)}",
         .expected = "no '@schema/...' on nodes within a node annotated "
                     "'@schema/type any=True'",
         .hints = "an \"any type\" fragment has no constraints; nested schema "
                  "annotations conflict and are disallowed",
         .shown = YS_SHOW_NODE},
    /* %1 names, %2 annotation; by: the first name */
    [YS_E_BELOW_TYPED] =
        {.sentence = "no %1 below a node whose type is set by @%2",
         .summary = "Schema was specified below a node whose type is set by "
                    "@%2",
         .found = "%1 annotation(s){ (at %A)}",
         .expected = "no '@schema/...' on nodes below one annotated @%2",
         .hints = "what is written there is only the default value; it has no "
                  "types of its own.",
         .shown = YS_SHOW_NODE},
    /* like TYPE, for a value in the schema */
    [YS_E_VALUE_TYPE] =
        {.sentence = "the value does not have the type that its annotation "
                     "sets: [%P: ]expected %2, but found %1",
         .heading = SCHEMA " - the value is of another type than its "
                           "annotation sets",
         .found = "%1{ %V}{ (at %A)}",
         .expected = "%2{ (by %B)}",
         .hints = "%!3\n"
                  "the value in the schema is the default; another one is set "
                  "with @schema/default.",
         .shown = YS_SHOW_BOTH},
    /* like UNKNOWN_KEY, for a key in the schema itself */
    [YS_E_VALUE_KEY] =
        {.sentence = "the value does not have the type that its annotation "
                     "sets: \"%1\" is not declared there; expected %2",
         .heading = SCHEMA " - the value is of another type than its "
                           "annotation sets",
         .summary = YS_MESSAGE_UNDECLARED "[: %P]",
         .found = "%1{ (at %A)}",
         .expected = "%2{ (from %B)}",
         .hints = YS_MESSAGE_NEAREST,
         .shown = YS_SHOW_BOTH},
    /* %1 the way round, %2 hint */
    [YS_E_NEEDS_ITSELF] = {.sentence =
                               "the schema needs itself without end: %1",
                           .heading =
                               SCHEMA " - the schema needs itself without end",
                           .found = "%1{ (by %A)}",
                           .expected = "a way round that can come to an end",
                           .hints = "%2"},
    [YS_E_DEFAULT_ON_ITEM] =
        {.sentence = "@schema/default is not supported on an array item",
         .heading = SCHEMA " - @schema/default not supported on array item",
         .found = "@schema/default{ (by %A)}",
         .expected = "a map item or a document",
         .hints = "do you mean to set a default value for the array?\n"
                  "set an array's default by annotating its parent.",
         .shown = YS_SHOW_BOTH},
    /* %1 found, %2 expected type, %3 hint */
    [YS_E_DEFAULT_ARGUMENT] = {.sentence =
                                   "@schema/default: expected %2, but found %1",
                               .summary =
                                   "syntax error in @schema/default annotation",
                               .found = "%1 in @schema/default{ (by %A)}",
                               .expected = "%2{ (by %B)}",
                               .hints = "%3",
                               .shown = YS_SHOW_BOTH},
    /* like TYPE; at: annotation, by: node */
    [YS_E_DEFAULT_TYPE] = {.sentence =
                               "@schema/default: [%P: ]expected %2, but "
                               "found %1",
                           .heading = SCHEMA " - @schema/default is wrong type",
                           .found = "%1{ %V}{ (at %A)}",
                           .expected = "%2{ (by %B)}",
                           .hints = "%!3",
                           .shown = YS_SHOW_BOTH},
    /* like UNKNOWN_KEY */
    [YS_E_DEFAULT_KEY] = {.sentence = "@schema/default: \"%1\" is not declared "
                                      "in the schema; expected %2",
                          .heading = SCHEMA " - @schema/default is wrong type",
                          .summary = YS_MESSAGE_UNDECLARED "[: %P]",
                          .found = "%1{ (at %A)}",
                          .expected = "%2{ (from %B)}",
                          .hints = YS_MESSAGE_NEAREST,
                          .shown = YS_SHOW_BOTH},
    /* like TYPE */
    [YS_E_EXAMPLE_TYPE] = {.sentence = "an example: [%P: ]expected %2, but "
                                       "found %1",
                           .heading = SCHEMA " - an example has the wrong type",
                           .found = "%1{ %V}{ (by %A)}",
                           .expected = "%2{ (by %B)}",
                           .hints = "%!3",
                           .shown = YS_SHOW_BOTH},
    /* like UNKNOWN_KEY */
    [YS_E_EXAMPLE_KEY] = {.sentence = "an example: \"%1\" is not declared "
                                      "in the schema; expected %2",
                          .heading = SCHEMA " - an example has the wrong type",
                          .summary = YS_MESSAGE_UNDECLARED "[: %P]",
                          .found = "%1{ (by %A)}",
                          .expected = "%2{ (from %B)}",
                          .hints = YS_MESSAGE_NEAREST,
                          .shown = YS_SHOW_BOTH},
    /* %1 problem, %2 rule, %3 nearest, %4 its name */
    [YS_E_RULE_ARGUMENT] = {.sentence = "invalid[ @%4] annotation - %1",
                            .summary =
                                "Invalid[ @%4] annotation - %1{ (at %A)}",
                            .hints = YS_MESSAGE_NEAREST},
    /* %1 problem, %2 nearest, %3 remedy */
    [YS_E_SCHEMA_OVERLAY] = {.sentence = "overlaying %P: %1",
                             .summary = "Overlaying %P{ (at %A)}: %1",
                             .hints = "did you mean \"%2\"?\n%3",
                             .shown = YS_SHOW_BOTH},
    /* %1 message; by: the annotation; calls */
    [YS_E_WHEN_FAILED] = {.sentence = "validating %P: when= failed: %1",
                          .heading = SCHEMA " - when= failed",
                          .summary = "Validating %P{ (%A)}",
                          .found = "when= failed{ (at %B)}: %!1",
                          .expected = "true or false, of type boolean",
                          .hints = YS_MESSAGE_CALLS,
                          .shown = YS_SHOW_BY},
    /* %1 type it returned; by: annotation */
    [YS_E_WHEN_NOT_BOOLEAN] = {.sentence = "validating %P: when= must return "
                                           "a boolean, but returned %1",
                               .heading = SCHEMA " - when= failed",
                               .summary = "Validating %P{ (%A)}",
                               .found = "%1{ (at %B)}",
                               .expected = "true or false, of type boolean",
                               .shown = YS_SHOW_BY},
    /* %1 message; by: the annotation; calls */
    [YS_E_DEFAULT_FAILED] = {.sentence = "@schema/default failed: %1",
                             .heading = SCHEMA " - @schema/default failed",
                             .found = "%!1{ (by %B)}",
                             .expected = "a value for the default",
                             .hints = YS_MESSAGE_CALLS,
                             .shown = YS_SHOW_BOTH},
    /* %1 key, %2 `allowed=`; at: node, by: annotation */
    [YS_E_KEY_TAKEN] = {.sentence = "the key \"%1\" belongs to the "
                                    "placeholder above it, allowed=%2",
                        .heading = SCHEMA " - a placeholder takes a named key",
                        .found = "\"%1\" (at %A), below allowed=%2{ (by %B)}",
                        .expected = "named keys above the placeholders that "
                                    "match them",
                        .shown = YS_SHOW_BOTH},
    /* %1 path, %2 problem; by: what it meets */
    [YS_E_OLD_NAME] = {.sentence = "@schema/renamed: the old name \"%1\" %2",
                       .summary = "@schema/renamed: the old name \"%1\" %2",
                       .found = "\"%1\"{ (by %A)}",
                       .expected = "a name that nothing else has",
                       .shown = YS_SHOW_BOTH},
    /* %1 annotation, %2 path, %3 problem, %4 remedy */
    [YS_E_TARGET] = {.sentence = "@%1: \"%2\" does not lead to names: %3",
                     .heading = SCHEMA " - a path leads to no names",
                     .summary = "@%1: \"%2\"",
                     .found = "%3{ (at %B)}",
                     .expected = "a path to scalars of the schema{ (by %A)}",
                     .hints = "%4",
                     .shown = YS_SHOW_BOTH},
    /* %1 `allowed=` or `expects=`, %2 problem */
    [YS_E_KEY_FAILED] = {.sentence = "@schema/key: %1 failed: %2",
                         .heading =
                             SCHEMA " - a function of @schema/key failed",
                         .found = "%1 failed{ (at %B)}: %!2",
                         .expected = "true or false",
                         .shown = YS_SHOW_BOTH},
};
