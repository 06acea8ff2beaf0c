/* core/print/message_input.c - The messages about texts that cannot be read. %1
 * is the invalid text unless the comment above a row says otherwise. */

#include "core/print/message_parts.h"

#define QUOTE_IT "to make it a string, put it in quotes."

const ys_message ys_messages_of_input[YS_E_NO_SCHEMA] = {
    /* %1 the system's reason */
    [YS_E_READ] = {.sentence = "cannot be read: %1"},
    /* %1 libyaml's problem, %2 its context or "", %3 remedy; by: start of what
       is incomplete */
    [YS_E_SYNTAX] = {.rule = "yaml",
                     .sentence = "%1[ %2]",
                     .hints = "%3\n"
                              "the incomplete part begins at %B.",
                     .shown = YS_SHOW_BOTH},
    /* %1 problem, %2 byte offset */
    [YS_E_ENCODING] = {.sentence = "%1[ (byte offset %2)]", .hints = "%3"},
    /* %1 key; by: the first one */
    [YS_E_DUPLICATE_KEY] = {.sentence = "duplicate key \"%1\"",
                            .hints = "the key was given first at %B; keep one "
                                     "of the two.",
                            .shown = YS_SHOW_BOTH},
    /* %1 anchor */
    [YS_E_UNKNOWN_ALIAS] = {.sentence = "unknown anchor \"%1\"",
                            .hints = "an anchor, &%1, must stand above its "
                                     "aliases, in the same document."},
    /* %1 anchor; by: the anchor */
    [YS_E_RECURSIVE_ALIAS] = {.sentence =
                                  "the anchor \"%1\" contains its own alias",
                              .shown = YS_SHOW_BOTH},
    /* %1 type found */
    [YS_E_MERGE_VALUE] = {.sentence = "a merge key (<<) takes a map or an "
                                      "array of maps, but found %1"},
    /* %1 type found */
    [YS_E_COMPLEX_KEY] =
        {.sentence = "a map key must be a scalar, but found "
                     "%1",
         .hints = "a text that begins with a brace or a bracket must "
                  "be in quotes."},
    /* %1 the text */
    [YS_E_INTEGER_RANGE] = {.sentence =
                                "the integer %1 does not fit in 64 bits"},
    /* %1 the text */
    [YS_E_FLOAT_RANGE] = {.sentence = "the float %1 is out of range"},
    /* %1 the text, %2 the tag (!!int) */
    [YS_E_TAG] = {.sentence = "\"%1\" cannot be read as %2"},
    /* %1 the text, %2 other type (!!bool) */
    [YS_E_STRICT_AMBIGUOUS] = {.sentence = "strict parsing: '%1' is ambiguous "
                                           "(could be !!str or %2)",
                               .hints = QUOTE_IT},
    /* %1 the text */
    [YS_E_STRICT_SPACE] = {.sentence =
                               "strict parsing: strings with whitespace "
                               "must be explicitly quoted: '%1'",
                           .hints = QUOTE_IT},
    /* %1 the text */
    [YS_E_STRICT_COLON] = {.sentence =
                               "strict parsing: strings with colon must "
                               "be explicitly quoted: '%1'",
                           .hints = QUOTE_IT},
    /* %1 the text */
    [YS_E_STRICT_DASHES] = {.sentence = "strict parsing: strings with --- must "
                                        "be explicitly quoted: '%1'",
                            .hints = QUOTE_IT},
    /* %1 the limit */
    [YS_E_TOO_DEEP] = {.sentence = "collections are nested more than %1 levels "
                                   "deep",
                       .hints = "the limit is the option max_depth."},
    /* %1 the limit */
    [YS_E_TOO_MANY_ALIASES] = {.sentence = "aliases add more than %1 nodes to "
                                           "the document",
                               .hints = "the limit is the option "
                                        "max_alias_nodes."},
    /* %1 the bytes that they may add */
    [YS_E_TOO_LONG_ALIASES] = {.sentence = "aliases add more than %1 bytes of "
                                           "text to the document",
                               .hints = "aliases may add 4 MiB, and 16 bytes "
                                        "for each byte of the text: write a "
                                        "long text once."},
    /* %1 the limit; at: the schema's node */
    [YS_E_TOO_MANY_NODES] = {.sentence = "defaults, overlays and functions "
                                         "make more than %1 nodes",
                             .hints = "the limit is the option max_nodes."},
    /* %1 the limit; at: the value */
    [YS_E_TOO_MANY_TRIALS] =
        {.sentence = "alternatives inside alternatives need copies of more "
                     "than %1 nodes",
         .hints = "the limit is the option max_nodes.\n"
                  "a value is tried once where by= selects the alternative, or "
                  "where no function reads ctx.parent or ctx.root."},
    /* at: the value; by: the JSON Schema */
    [YS_E_TOO_COSTLY] =
        {.sentence = "%P cannot be validated by the JSON Schema{ (%B)}: it "
                     "leads to itself without end, or takes too many steps"},
    /* %1 "schema" or "data values" */
    [YS_E_DOCUMENT_MIX] = {.sentence = "a file with %1 documents may hold no "
                                       "others",
                           .hints = "move the other documents to a file of "
                                    "their own."},
    /* %1 annotation or code, %2 arguments, %3 remedy */
    [YS_E_CODE_IN_VALUES] = {.sentence = "code in data values is not run: %1",
                             .hints =
                                 "%3\n"
                                 "only literals (texts in quotes) and "
                                 "overlay's matchers need no permission: %2\n"
                                 "to allow it, give "
                                 "--allow-code-in-values (in Lua, "
                                 "opts.code_in_values)."},
    /* %1 the code */
    [YS_E_COMPUTED_TWICE] = {.sentence = "expected the node to have either a "
                                         "computed or a YAML value, but found "
                                         "both",
                             .hints = "keep one of the two: the code %1, or "
                                      "what is written as its value."},
    /* %1 the code, %2 problem; calls */
    [YS_E_COMPUTED_VALUE] = {.sentence = "the computed value[ %1]: %2",
                             .hints = YS_MESSAGE_CALLS},
    /* %1 problem, %2 remedy; calls */
    [YS_E_CODE_FAILED] = {.sentence = "%1", .hints = "%2\n" YS_MESSAGE_CALLS},
    /* by: the node to which it belongs */
    [YS_E_LEFT_OUT] = {.sentence = "the node it belongs to{ (at %B)} was left "
                                   "out by the code around it",
                       .hints = "the code must keep both or leave out both.",
                       .shown = YS_SHOW_BOTH},
    /* %1 name */
    [YS_E_ANNOTATION_LOST] =
        {.sentence = "@%1 is about a scalar, which a function returns "
                     "without its annotations",
         .hints = "write --- below the annotation: then the function gives a "
                  "document, which keeps it.\n"
                  "or annotate the node that is given the scalar."},
    /* %1 flag, %2 problem */
    [YS_E_FLAG] = {.sentence = "[%1: ]%2"},
    /* %1 the comment, without # */
    [YS_E_PLAIN_COMMENT] = {.sentence = "a plain comment beside annotations",
                            .hints = "use #@ for annotations or code, #! for "
                                     "comments."},
    /* %1 annotation, %2 problem */
    [YS_E_INPUT_ANNOTATION] = {.sentence = "@%1 %2"},
    /* %1 annotation, %2 nearest or "" */
    [YS_E_INPUT_UNKNOWN] = {.sentence = "unknown annotation @%1",
                            .hints = "did you mean \"@%2\"?"},
    /* %1 annotation, %2 problem */
    [YS_E_INPUT_SYNTAX] = {.sentence = "syntax error in @%1 annotation: %2"},
    /* like INPUT_SYNTAX, when it ran; calls */
    [YS_E_INPUT_FAILED] = {.sentence = "the code in @%1 failed: %2",
                           .hints = YS_MESSAGE_CALLS},
    /* %1 the code, %2 remedy */
    [YS_E_CODE_LINE] = {.sentence = "code may not stand here: %1",
                        .found = "%1",
                        .hints = "%2"},
};
