/* core/print/message_input.c - the messages about texts that cannot be read. */

#include "core/print/message_parts.h"

#define QUOTE_IT "to make it a string, put it in quotes."

const ys_message ys_messages_of_input[YS_E_NO_SCHEMA] = {
    [YS_E_READ] = {.kind = "read", .sentence = "cannot be read: %1"},
    [YS_E_SYNTAX] = {.kind = "syntax",
                     .rule = "yaml",
                     .sentence = "%1[ %2]",
                     .hints = "%3\n"
                              "the incomplete part begins at %B.",
                     .shown = YS_SHOW_BOTH},
    [YS_E_ENCODING] = {.kind = "encoding",
                       .sentence = "%1[ (byte offset %2)]",
                       .hints = "%3"},
    [YS_E_DUPLICATE_KEY] = {.kind = "duplicate-key",
                            .sentence = "duplicate key \"%1\"",
                            .hints = "the key was given first at %B; keep one "
                                     "of the two.",
                            .shown = YS_SHOW_BOTH},
    [YS_E_UNKNOWN_ALIAS] = {.kind = "unknown-alias",
                            .sentence = "unknown anchor \"%1\"",
                            .hints = "an anchor, &%1, must stand above its "
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
         .sentence = "a map key must be a scalar, but found "
                     "%1",
         .hints = "a text that begins with a brace or a bracket must "
                  "be in quotes."},
    [YS_E_INTEGER_RANGE] = {.kind = "integer-range",
                            .sentence =
                                "the integer %1 does not fit in 64 bits"},
    [YS_E_FLOAT_RANGE] = {.kind = "float-range",
                          .sentence = "the float %1 is out of range"},
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
    [YS_E_TOO_LONG_ALIASES] = {.kind = "too-long-aliases",
                               .sentence = "aliases add more than %1 bytes of "
                                           "text to the document",
                               .hints = "aliases may add 4 MiB, and 16 bytes "
                                        "for each byte of the text: write a "
                                        "long text once."},
    [YS_E_TOO_MANY_NODES] = {.kind = "too-many-nodes",
                             .sentence = "defaults, overlays and functions "
                                         "make more than %1 nodes",
                             .hints = "the limit is the option max_nodes."},
    [YS_E_TOO_MANY_TRIALS] =
        {.kind = "too-many-nodes",
         .sentence = "alternatives inside alternatives need copies of more "
                     "than %1 nodes",
         .hints = "the limit is the option max_nodes.\n"
                  "a value is tried once where by= selects the alternative, or "
                  "where no function reads ctx.parent or ctx.root."},
    [YS_E_TOO_COSTLY] =
        {.kind = "too-costly",
         .sentence = "%P cannot be validated by the JSON Schema{ (%B)}: it "
                     "leads to itself without end, or takes too many steps"},
    [YS_E_DOCUMENT_MIX] = {.kind = "document-mix",
                           .sentence = "a file with %1 documents may hold no "
                                       "others",
                           .hints = "move the other documents to a file of "
                                    "their own."},
    [YS_E_CODE_IN_VALUES] = {.kind = "code-in-values",
                             .sentence = "code in data values is not run: %1",
                             .hints =
                                 "%3\n"
                                 "only literals (texts in quotes) and "
                                 "overlay's matchers need no permission: %2\n"
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
                             .hints = YS_MESSAGE_CALLS},
    [YS_E_CODE_FAILED] = {.kind = "code",
                          .sentence = "%1",
                          .hints = "%2\n" YS_MESSAGE_CALLS},
    [YS_E_LEFT_OUT] = {.kind = "left-out",
                       .sentence = "the node it belongs to{ (at %B)} was left "
                                   "out by the code around it",
                       .hints = "the code must keep both or leave out both.",
                       .shown = YS_SHOW_BOTH},
    [YS_E_ANNOTATION_LOST] =
        {.kind = "annotation-lost",
         .sentence = "@%1 is about a scalar, which a function returns "
                     "without its annotations",
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
                           .hints = YS_MESSAGE_CALLS},
    [YS_E_CODE_LINE] = {.kind = "code-line",
                        .sentence = "code may not stand here: %1",
                        .found = "%1",
                        .hints = "%2"},
};
