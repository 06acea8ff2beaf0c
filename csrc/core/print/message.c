#include "core/print/message.h"

#define SCHEMA "Invalid schema"
#define DATA "One or more data values were invalid"
#define UNDECLARED "Given data value is not declared in schema"
#define NEAREST "did you mean \"%3\"?"
#define CALLS "%C"
#define TAKEN_FOR_VALUES                                                       \
  "%D has no header, so it is taken for data values: leave it out if it is "   \
  "something else."
#define QUOTE_IT "to make it a string, put it in quotes."

static const ys_message messages[YS_CODE_COUNT] = {
    /* ---- the input ------------------------------------------------------- */
    [YS_E_READ] = {.kind = "read", .sentence = "cannot be read: %1"},
    [YS_E_SYNTAX] = {.kind = "syntax",
                     .sentence = "%1[ %2]",
                     .hints = "%3\n"
                              "what is not complete begins at %B.",
                     .shown = YS_SHOW_BOTH},
    [YS_E_ENCODING] = {.kind = "encoding",
                       .sentence = "%1[ (byte offset %2)]",
                       .hints = "save the file as UTF-8."},
    [YS_E_DUPLICATE_KEY] = {.kind = "duplicate-key",
                            .sentence = "duplicate key \"%1\"",
                            .hints = "the key was given first at %B; keep one "
                                     "of the two.",
                            .shown = YS_SHOW_BOTH},
    [YS_E_UNKNOWN_ALIAS] = {.kind = "unknown-alias",
                            .sentence = "unknown anchor \"%1\"",
                            .hints = "an anchor, &%1, has to stand above its "
                                     "aliases, in the same document."},
    [YS_E_RECURSIVE_ALIAS] = {.kind = "recursive-alias",
                              .sentence =
                                  "the anchor \"%1\" contains its own alias",
                              .shown = YS_SHOW_BOTH},
    [YS_E_MERGE_VALUE] = {.kind = "merge-value",
                          .sentence = "a merge key (<<) takes a map or an "
                                      "array of maps, but found %1"},
    [YS_E_COMPLEX_KEY] =
        {.kind = "complex-key",
         .sentence = "a map key has to be a scalar, but found "
                     "%1",
         .hints = "a text that begins with a brace or a bracket has to "
                  "stand in quotes."},
    [YS_E_INTEGER_RANGE] = {.kind = "integer-range",
                            .sentence =
                                "the integer %1 does not fit in 64 bits",
                            .hints = QUOTE_IT},
    [YS_E_FLOAT_RANGE] = {.kind = "float-range",
                          .sentence = "the float %1 is out of range",
                          .hints = QUOTE_IT},
    [YS_E_TAG] = {.kind = "tag", .sentence = "\"%1\" cannot be read as %2"},
    [YS_E_STRICT_AMBIGUOUS] = {.kind = "strict",
                               .sentence = "strict parsing: '%1' is ambiguous "
                                           "(could be !!str or %2)",
                               .hints = QUOTE_IT},
    [YS_E_STRICT_SPACE] = {.kind = "strict",
                           .sentence =
                               "strict parsing: strings with whitespace "
                               "must be explicitly quoted: '%1'",
                           .hints = QUOTE_IT},
    [YS_E_STRICT_COLON] = {.kind = "strict",
                           .sentence =
                               "strict parsing: strings with colon must "
                               "be explicitly quoted: '%1'",
                           .hints = QUOTE_IT},
    [YS_E_STRICT_DASHES] = {.kind = "strict",
                            .sentence = "strict parsing: strings with --- must "
                                        "be explicitly quoted: '%1'",
                            .hints = QUOTE_IT},
    [YS_E_TOO_DEEP] = {.kind = "too-deep",
                       .sentence = "collections are nested more than %1 levels "
                                   "deep",
                       .hints = "the limit is the option max_depth."},
    [YS_E_TOO_MANY_ALIASES] = {.kind = "too-many-aliases",
                               .sentence = "aliases add more than %1 nodes to "
                                           "the document",
                               .hints = "the limit is the option "
                                        "max_alias_nodes."},
    [YS_E_TOO_MANY_NODES] = {.kind = "too-many-nodes",
                             .sentence = "defaults make more than %1 nodes",
                             .hints = "the limit is the option max_nodes."},
    [YS_E_DOCUMENT_MIX] = {.kind = "document-mix",
                           .sentence = "a file with %1 documents may hold no "
                                       "others",
                           .hints = "move the other documents to a file of "
                                    "their own."},
    [YS_E_CODE_IN_VALUES] = {.kind = "code-in-values",
                             .sentence = "code in data values is not run: %1",
                             .hints = "%3\n"
                                      "only literals (texts in quotes) and "
                                      "overlay's matchers need no leave: %2\n"
                                      "to allow it, give "
                                      "--allow-code-in-values (in Lua, "
                                      "opts.code_in_values)."},
    [YS_E_COMPUTED_TWICE] = {.kind = "computed-twice",
                             .sentence = "expected the node to have either a "
                                         "computed or a YAML value, but found "
                                         "both",
                             .hints = "keep one of the two: the code %1, or "
                                      "what is written as its value."},
    [YS_E_COMPUTED_VALUE] = {.kind = "computed-value",
                             .sentence = "the computed value[ %1]: %2",
                             .hints = CALLS},
    [YS_E_CODE_FAILED] = {.kind = "code",
                          .sentence = "%1",
                          .hints = "%2\n" CALLS},
    [YS_E_LEFT_OUT] = {.kind = "left-out",
                       .sentence = "the node it belongs to{ (at %B)} was left "
                                   "out by the code around it",
                       .hints = "the code has to keep both or leave out both.",
                       .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_LOST] =
        {.kind = "annotation-lost",
         .sentence = "@%1 is about a scalar, which a function gives without "
                     "what is said of it",
         .hints = "write --- below the annotation: then the function gives a "
                  "document, which keeps it.\n"
                  "or annotate the node that is given the scalar."},
    [YS_E_FLAG] = {.kind = "flag", .sentence = "[%1: ]%2"},
    [YS_E_PLAIN_COMMENT] = {.kind = "plain-comment",
                            .sentence = "a plain comment beside annotations",
                            .hints = "use #@ for annotations or code, #! for "
                                     "comments."},
    [YS_E_INPUT_ANNOTATION] = {.kind = "input-annotation",
                               .sentence = "@%1 %2"},
    [YS_E_INPUT_UNKNOWN] = {.kind = "annotation-unknown",
                            .sentence = "unknown annotation @%1",
                            .hints = "did you mean \"@%2\"?"},
    [YS_E_INPUT_SYNTAX] = {.kind = "annotation-syntax",
                           .sentence = "syntax error in @%1 annotation: %2"},
    [YS_E_INPUT_FAILED] = {.kind = "annotation-failed",
                           .sentence = "the code in @%1 failed: %2",
                           .hints = CALLS},

    /* ---- the schema ------------------------------------------------------ */
    [YS_E_NO_SCHEMA] = {.kind = "no-schema",
                        .sentence = "no schema was given",
                        .heading = SCHEMA,
                        .found = "no schema document[ in %1]",
                        .expected = "at least one",
                        .hints = "%2\n"
                                 "a schema document has #@data/values-schema "
                                 "on the line above its ---."},
    [YS_E_ANNOTATION_UNKNOWN] = {.kind = "annotation-unknown",
                                 .sentence = "unknown annotation @%1[; did you "
                                             "mean @%2?]",
                                 .heading = SCHEMA,
                                 .summary = "unknown annotation @%1{ (at %A)}",
                                 .found = "@%1{ (by %A)}",
                                 .expected = "a known annotation",
                                 .hints = "did you mean \"@%2\"?"},
    [YS_E_ANNOTATION_REPEATED] =
        {.kind = "annotation-repeated",
         .sentence = "@%1 is given twice for one node",
         .heading = SCHEMA,
         .summary = "@%1 is given twice for one node{ (at %A)}",
         .found = "@%1{ (by %A)}",
         .expected = "one @%1{ (the first: %B)}",
         .hints = "merge the two into one.",
         .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_CONFLICT] =
        {.kind = "annotation-conflict",
         .sentence = "@%1 and @%2 exclude each other",
         .heading = SCHEMA,
         .summary = "@%1 and @%2 exclude each other{ (at %A)}",
         .found = "@%1{ (by %A)}, and @%2{ (by %B)}",
         .expected = "one of the two",
         .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_MISPLACED] =
        {.kind = "annotation-misplaced",
         .sentence = "@%1 is not supported here[; it may stand on %2]",
         .heading = SCHEMA,
         .summary = "@%1{ (at %A)} is not supported here",
         .found = "@%1{ (by %A)}",
         .expected = "[on %2]",
         .hints = "%3",
         .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_SYNTAX] = {.kind = "annotation-syntax",
                                .sentence =
                                    "syntax error in @%1 annotation: %2",
                                .heading = SCHEMA,
                                .summary = "syntax error in @%1 annotation",
                                .found = "%!2{ (by %A)}"},
    [YS_E_ANNOTATION_FAILED] = {.kind = "annotation-failed",
                                .sentence = "the code in @%1 failed: %2",
                                .heading = SCHEMA,
                                .summary = "the code in @%1 failed",
                                .found = "%!2{ (by %A)}",
                                .hints = CALLS},
    [YS_E_ANNOTATION_ARGUMENT] = {.kind = "annotation-argument",
                                  .sentence = "@%1: expected %3, but found %2",
                                  .heading = SCHEMA,
                                  .summary = "syntax error in @%1 annotation",
                                  .found = "%2 in @%1{ (by %A)}",
                                  .expected = "%3",
                                  .hints = "%4"},
    [YS_E_CODE_LINE] = {.kind = "code-line",
                        .sentence = "code may not stand here: %1",
                        .found = "%1",
                        .hints = "%2"},
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
         .heading = SCHEMA,
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
         .heading = SCHEMA,
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
         .found = "%1{ (at %A)}",
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
         .summary = UNDECLARED,
         .found = "%1{ (at %A)}",
         .expected = "%2{ (from %B)}",
         .hints = NEAREST,
         .shown = YS_SHOW_BOTH},
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
                               .heading = SCHEMA,
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
                           .found = "%1{ (at %A)}",
                           .expected = "%2{ (by %B)}",
                           .hints = "%!3",
                           .shown = YS_SHOW_BOTH},
    [YS_E_DEFAULT_KEY] = {.kind = "default-key",
                          .sentence = "@schema/default: \"%1\" is not declared "
                                      "in the schema; expected %2",
                          .heading = SCHEMA " - @schema/default is wrong type",
                          .summary = UNDECLARED,
                          .found = "%1{ (at %A)}",
                          .expected = "%2{ (from %B)}",
                          .hints = NEAREST,
                          .shown = YS_SHOW_BOTH},
    [YS_E_EXAMPLE_TYPE] = {.kind = "example-type",
                           .sentence = "an example: [%P: ]expected %2, but "
                                       "found %1",
                           .heading = SCHEMA " - an example has the wrong type",
                           .found = "%1{ (by %A)}",
                           .expected = "%2{ (by %B)}",
                           .hints = "%!3",
                           .shown = YS_SHOW_BOTH},
    [YS_E_EXAMPLE_KEY] = {.kind = "example-key",
                          .sentence = "an example: \"%1\" is not declared "
                                      "in the schema; expected %2",
                          .heading = SCHEMA " - an example has the wrong type",
                          .summary = UNDECLARED,
                          .found = "%1{ (by %A)}",
                          .expected = "%2{ (from %B)}",
                          .hints = NEAREST,
                          .shown = YS_SHOW_BOTH},
    [YS_E_RULE_ARGUMENT] = {.kind = "rule-argument",
                            .sentence = "invalid[ @%4] annotation - %1",
                            .heading = SCHEMA,
                            .summary =
                                "Invalid[ @%4] annotation - %1{ (at %A)}",
                            .hints = NEAREST},
    [YS_E_SCHEMA_OVERLAY] = {.kind = "schema-overlay",
                             .sentence = "overlaying %P: %1",
                             .heading = SCHEMA,
                             .summary = "Overlaying %P{ (at %A)}: %1",
                             .hints = "did you mean \"%2\"?\n%3",
                             .shown = YS_SHOW_BOTH},
    [YS_E_WHEN_FAILED] = {.kind = "when-failed",
                          .sentence = "validating %P: when= failed: %1",
                          .heading = SCHEMA " - when= failed",
                          .summary = "Validating %P{ (%A)}",
                          .found = "when= failed{ (at %B)}: %!1",
                          .expected = "true or false, of type boolean",
                          .hints = CALLS,
                          .shown = YS_SHOW_BY},
    [YS_E_WHEN_NOT_BOOLEAN] = {.kind = "when-not-boolean",
                               .sentence = "validating %P: when= has to return "
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
                             .hints = CALLS,
                             .shown = YS_SHOW_BOTH},
    [YS_E_KEY_TAKEN] = {.kind = "key-taken",
                        .sentence = "the key \"%1\" belongs to the "
                                    "placeholder above it, allowed=%2",
                        .heading = SCHEMA " - a placeholder takes a named key",
                        .found = "\"%1\" (at %A), below allowed=%2{ (by %B)}",
                        .expected = "named keys above the placeholders that "
                                    "match them",
                        .shown = YS_SHOW_BOTH},
    [YS_E_KEY_FAILED] = {.kind = "key-failed",
                         .sentence = "@schema/key: %1 failed: %2",
                         .heading =
                             SCHEMA " - a function of @schema/key failed",
                         .found = "%1 failed{ (at %B)}: %!2",
                         .expected = "true or false",
                         .shown = YS_SHOW_BOTH},

    /* ---- the data -------------------------------------------------------- */
    [YS_E_TYPE] = {.kind = "type",
                   .sentence = "%P: expected %2, but found %1",
                   .heading = DATA,
                   .found = "%1",
                   .expected = "%2{ (by %B)}",
                   .hints = "%!3\n" TAKEN_FOR_VALUES,
                   .shown = YS_SHOW_BOTH},
    [YS_E_REMOVED] = {.kind = "removed",
                      .sentence = "%P has been removed[: %2]",
                      .heading = DATA,
                      .summary = "Given data value has been removed from the "
                                 "schema",
                      .found = "%1",
                      .expected = "no value{ (by %B)}",
                      .hints = "%!2",
                      .shown = YS_SHOW_BOTH},
    [YS_E_KEY_COUNT] = {.kind = "key-count",
                        .sentence = "%P: expected %2, but found %1",
                        .heading = DATA,
                        .summary = "At %P",
                        .found = "%1",
                        .expected = "%2{ (by %B)}",
                        .shown = YS_SHOW_BOTH},
    [YS_E_UNKNOWN_KEY] = {.kind = "unknown-key",
                          .sentence = "%P is not declared in the schema; "
                                      "expected %2",
                          .heading = DATA,
                          .summary = UNDECLARED,
                          .found = "%1",
                          .expected = "%2{ (from %B)}",
                          .hints = NEAREST "\n" TAKEN_FOR_VALUES,
                          .shown = YS_SHOW_BOTH},
    [YS_E_OVERLAY] = {.kind = "overlay",
                      .sentence = "overlaying %P: %1",
                      .heading = DATA,
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
                   .sentence = "%P must be: %1[ (found: %2)]",
                   .heading = "Validating final data values:",
                   .found = "%!2",
                   .expected = "%!1{ (by: %B)}"},
    [YS_E_RULE_FAILED] = {.kind = "rule-failed",
                          .sentence =
                              "%P must be: %1 (the rule itself failed[: %2])",
                          .heading = "Validating final data values:",
                          .found = "the rule itself failed{ (at %B)}[: %!2]",
                          .expected = "%!1{ (by: %B)}",
                          .hints = CALLS},

    /* ---- warnings -------------------------------------------------------- */
    [YS_E_DEPRECATED] = {.kind = "deprecated",
                         .sentence = "%P is deprecated[: %1]{ (by %B)}"},
    [YS_E_UNATTACHED] = {.kind = "unattached",
                         .sentence = "@%1 has no node to attach to and was "
                                     "left out"},
    [YS_E_TEXT_TEMPLATES] = {.kind = "text-templates",
                             .sentence = "@%1 has no effect here: compute the "
                                         "text: `key: #@ \"a \" + x`"},
    [YS_E_LIBRARY] = {.kind = "library",
                      .sentence = "the document is for the library %1, not "
                                  "for these values, and was left out"},
    [YS_E_TEMPLATES] = {.kind = "templates",
                        .sentence = "left out, since there are templates in "
                                    "them: %1"},
    [YS_E_YAMLFRAGMENT] = {.kind = "yamlfragment",
                           .sentence = "nothing is of the type "
                                       "\"yamlfragment\" here: the type of "
                                       "maps is \"dict\", that of arrays "
                                       "\"list\""},
};

const ys_message *ys_message_of(ys_code code) {
  return &messages[code];
}
