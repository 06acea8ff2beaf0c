/* core/print/message_schema.c - the messages about errors of schemas. */

#include "core/print/message_parts.h"

#define SCHEMA YS_MESSAGE_SCHEMA

const ys_message ys_messages_of_schema[YS_E_TYPE] = {
    [YS_E_NO_SCHEMA] = {.kind = "no-schema",
                        .sentence = "no schema was given",
                        .found = "no schema document[ in %1]",
                        .expected = "at least one",
                        .hints = "%2\n"
                                 "a schema document has #@data/values-schema "
                                 "on the line above its ---."},
    [YS_E_JSON_SCHEMA] = {.kind = "json-schema",
                          .sentence = "%1",
                          .found = "%1"},
    [YS_E_ANNOTATION_UNKNOWN] = {.kind = "annotation-unknown",
                                 .sentence = "unknown annotation @%1",
                                 .summary = "unknown annotation @%1{ (at %A)}",
                                 .found = "@%1{ (by %A)}",
                                 .expected = "a known annotation",
                                 .hints = "did you mean \"@%2\"?"},
    [YS_E_ANNOTATION_REPEATED] =
        {.kind = "annotation-repeated",
         .sentence = "@%1 is given twice for one node",
         .summary = "@%1 is given twice for one node{ (at %A)}",
         .found = "@%1{ (by %A)}",
         .expected = "one @%1{ (the first: %B)}",
         .hints = "merge the two into one.",
         .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_CONFLICT] =
        {.kind = "annotation-conflict",
         .sentence = "@%1 and @%2 exclude each other",
         .summary = "@%1 and @%2 exclude each other{ (at %A)}",
         .found = "@%1{ (by %A)}, and @%2{ (by %B)}",
         .expected = "one of the two",
         .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_MISPLACED] =
        {.kind = "annotation-misplaced",
         .sentence = "@%1 is not supported here[; it may stand on %2]",
         .summary = "@%1{ (at %A)} is not supported here",
         .found = "@%1{ (by %A)}",
         .expected = "[on %2]",
         .hints = "%3",
         .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_SYNTAX] = {.kind = "annotation-syntax",
                                .sentence =
                                    "syntax error in @%1 annotation: %2",
                                .summary = "syntax error in @%1 annotation",
                                .found = "%!2{ (by %A)}"},
    [YS_E_ANNOTATION_FAILED] = {.kind = "annotation-failed",
                                .sentence = "the code in @%1 failed: %2",
                                .summary = "the code in @%1 failed",
                                .found = "%!2{ (by %A)}",
                                .hints = YS_MESSAGE_CALLS},
    [YS_E_ANNOTATION_ARGUMENT] = {.kind = "annotation-argument",
                                  .sentence = "@%1: expected %3, but found %2",
                                  .summary = "syntax error in @%1 annotation",
                                  .found = "%2 in @%1{ (by %A)}",
                                  .expected = "%3",
                                  .hints = "%4"},
    [YS_E_ARRAY_ITEMS] =
        {.kind = "array-items",
         .sentence = "an array in a schema has exactly 1 item, of the desired "
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
        {.kind = "null-value",
         .sentence = "a null value is not allowed here",
         .heading = SCHEMA " - null value not allowed here",
         .found = "null value{ (by %A)}",
         .expected = "non-null value",
         .hints = "in YAML, omitting a value implies null.\n"
                  "to set the default value to null, annotate with "
                  "@schema/nullable.\n"
                  "to allow any value, annotate with @schema/type any=True."},
    [YS_E_KEY_NOT_STRING] =
        {.kind = "key-not-string",
         .sentence = "a map key in a schema is a string, but %1 is of type %2",
         .heading = SCHEMA " - map key is not a string",
         .found = "%1, of type %2{ (by %A)}",
         .expected = "string",
         .hints = "to make it a string, put it in quotes: \"%1\"."},
    [YS_E_BELOW_ANY] =
        {.kind = "below-any",
         .sentence = "no %1 below a node annotated @schema/type any=True",
         .summary = "Schema was specified within an \"any type\" fragment",
         .found = "%1 annotation(s){ (at %A)}",
         .expected = "no '@schema/...' on nodes within a node annotated "
                     "'@schema/type any=True'",
         .hints = "an \"any type\" fragment has no constraints; nested schema "
                  "annotations conflict and are disallowed",
         .shown = YS_SHOW_NODE},
    [YS_E_BELOW_TYPED] =
        {.kind = "below-typed",
         .sentence = "no %1 below a node whose type is set by @%2",
         .summary = "Schema was specified below a node whose type is set by "
                    "@%2",
         .found = "%1 annotation(s){ (at %A)}",
         .expected = "no '@schema/...' on nodes below one annotated @%2",
         .hints = "what is written there is only the default value; it has no "
                  "types of its own.",
         .shown = YS_SHOW_NODE},
    [YS_E_VALUE_TYPE] =
        {.kind = "value-type",
         .sentence = "the value does not have the type that its annotation "
                     "sets: [%P: ]expected %2, but found %1",
         .heading = SCHEMA " - the value is of another type than its "
                           "annotation sets",
         .found = "%1{ %V}{ (at %A)}",
         .expected = "%2{ (by %B)}",
         .hints = "%!3\n"
                  "the value in the schema is the default; another one is set "
                  "with @schema/default.",
         .shown = YS_SHOW_BOTH},
    [YS_E_VALUE_KEY] =
        {.kind = "value-key",
         .sentence = "the value does not have the type that its annotation "
                     "sets: \"%1\" is not declared there; expected %2",
         .heading = SCHEMA " - the value is of another type than its "
                           "annotation sets",
         .summary = YS_MESSAGE_UNDECLARED "[: %P]",
         .found = "%1{ (at %A)}",
         .expected = "%2{ (from %B)}",
         .hints = YS_MESSAGE_NEAREST,
         .shown = YS_SHOW_BOTH},
    [YS_E_NEEDS_ITSELF] = {.kind = "needs-itself",
                           .sentence =
                               "the schema needs itself without end: %1",
                           .heading =
                               SCHEMA " - the schema needs itself without end",
                           .found = "%1{ (by %A)}",
                           .expected = "a way round that can come to an end",
                           .hints = "%2"},
    [YS_E_DEFAULT_ON_ITEM] =
        {.kind = "default-on-item",
         .sentence = "@schema/default is not supported on an array item",
         .heading = SCHEMA " - @schema/default not supported on array item",
         .found = "@schema/default{ (by %A)}",
         .expected = "a map item or a document",
         .hints = "do you mean to set a default value for the array?\n"
                  "set an array's default by annotating its parent.",
         .shown = YS_SHOW_BOTH},
    [YS_E_DEFAULT_ARGUMENT] = {.kind = "default-argument",
                               .sentence =
                                   "@schema/default: expected %2, but found %1",
                               .summary =
                                   "syntax error in @schema/default annotation",
                               .found = "%1 in @schema/default{ (by %A)}",
                               .expected = "%2{ (by %B)}",
                               .hints = "%3",
                               .shown = YS_SHOW_BOTH},
    [YS_E_DEFAULT_TYPE] = {.kind = "default-type",
                           .sentence =
                               "@schema/default: [%P: ]expected %2, but "
                               "found %1",
                           .heading = SCHEMA " - @schema/default is wrong type",
                           .found = "%1{ %V}{ (at %A)}",
                           .expected = "%2{ (by %B)}",
                           .hints = "%!3",
                           .shown = YS_SHOW_BOTH},
    [YS_E_DEFAULT_KEY] = {.kind = "default-key",
                          .sentence = "@schema/default: \"%1\" is not declared "
                                      "in the schema; expected %2",
                          .heading = SCHEMA " - @schema/default is wrong type",
                          .summary = YS_MESSAGE_UNDECLARED "[: %P]",
                          .found = "%1{ (at %A)}",
                          .expected = "%2{ (from %B)}",
                          .hints = YS_MESSAGE_NEAREST,
                          .shown = YS_SHOW_BOTH},
    [YS_E_EXAMPLE_TYPE] = {.kind = "example-type",
                           .sentence = "an example: [%P: ]expected %2, but "
                                       "found %1",
                           .heading = SCHEMA " - an example has the wrong type",
                           .found = "%1{ %V}{ (by %A)}",
                           .expected = "%2{ (by %B)}",
                           .hints = "%!3",
                           .shown = YS_SHOW_BOTH},
    [YS_E_EXAMPLE_KEY] = {.kind = "example-key",
                          .sentence = "an example: \"%1\" is not declared "
                                      "in the schema; expected %2",
                          .heading = SCHEMA " - an example has the wrong type",
                          .summary = YS_MESSAGE_UNDECLARED "[: %P]",
                          .found = "%1{ (by %A)}",
                          .expected = "%2{ (from %B)}",
                          .hints = YS_MESSAGE_NEAREST,
                          .shown = YS_SHOW_BOTH},
    [YS_E_RULE_ARGUMENT] = {.kind = "rule-argument",
                            .sentence = "invalid[ @%4] annotation - %1",
                            .summary =
                                "Invalid[ @%4] annotation - %1{ (at %A)}",
                            .hints = YS_MESSAGE_NEAREST},
    [YS_E_SCHEMA_OVERLAY] = {.kind = "schema-overlay",
                             .sentence = "overlaying %P: %1",
                             .summary = "Overlaying %P{ (at %A)}: %1",
                             .hints = "did you mean \"%2\"?\n%3",
                             .shown = YS_SHOW_BOTH},
    [YS_E_WHEN_FAILED] = {.kind = "when-failed",
                          .sentence = "validating %P: when= failed: %1",
                          .heading = SCHEMA " - when= failed",
                          .summary = "Validating %P{ (%A)}",
                          .found = "when= failed{ (at %B)}: %!1",
                          .expected = "true or false, of type boolean",
                          .hints = YS_MESSAGE_CALLS,
                          .shown = YS_SHOW_BY},
    [YS_E_WHEN_NOT_BOOLEAN] = {.kind = "when-not-boolean",
                               .sentence = "validating %P: when= must return "
                                           "a boolean, but returned %1",
                               .heading = SCHEMA " - when= failed",
                               .summary = "Validating %P{ (%A)}",
                               .found = "%1{ (at %B)}",
                               .expected = "true or false, of type boolean",
                               .shown = YS_SHOW_BY},
    [YS_E_DEFAULT_FAILED] = {.kind = "default-failed",
                             .sentence = "@schema/default failed: %1",
                             .heading = SCHEMA " - @schema/default failed",
                             .found = "%!1{ (by %B)}",
                             .expected = "a value for the default",
                             .hints = YS_MESSAGE_CALLS,
                             .shown = YS_SHOW_BOTH},
    [YS_E_KEY_TAKEN] = {.kind = "key-taken",
                        .sentence = "the key \"%1\" belongs to the "
                                    "placeholder above it, allowed=%2",
                        .heading = SCHEMA " - a placeholder takes a named key",
                        .found = "\"%1\" (at %A), below allowed=%2{ (by %B)}",
                        .expected = "named keys above the placeholders that "
                                    "match them",
                        .shown = YS_SHOW_BOTH},
    [YS_E_OLD_NAME] = {.kind = "old-name",
                       .sentence = "@schema/renamed: the old name \"%1\" %2",
                       .summary = "@schema/renamed: the old name \"%1\" %2",
                       .found = "\"%1\"{ (by %A)}",
                       .expected = "a name that nothing else has",
                       .shown = YS_SHOW_BOTH},
    [YS_E_TARGET] = {.kind = "target",
                     .sentence = "@%1: \"%2\" does not lead to names: %3",
                     .heading = SCHEMA " - a path leads to no names",
                     .summary = "@%1: \"%2\"",
                     .found = "%3{ (at %B)}",
                     .expected = "a path to scalars of the schema{ (by %A)}",
                     .hints = "%4",
                     .shown = YS_SHOW_BOTH},
    [YS_E_KEY_FAILED] = {.kind = "key-failed",
                         .sentence = "@schema/key: %1 failed: %2",
                         .heading =
                             SCHEMA " - a function of @schema/key failed",
                         .found = "%1 failed{ (at %B)}: %!2",
                         .expected = "true or false",
                         .shown = YS_SHOW_BOTH},
};
