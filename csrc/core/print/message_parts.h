#pragma once

/*
 * core/print/message_parts.h - The tables of messages, and texts that they
 * share.
 *
 * Each table has the rows of some groups of codes (core/text/diagnostic.h). A
 * row's index is its code; the rows of codes from other tables are empty. The
 * comment above a row says what the record's arguments %1 to %4 are, what its
 * places `at` and `by` are if that is not obvious, and "calls" if the record
 * lists the calls that led to the error.
 */

#include "core/print/message.h"

extern const ys_message ys_messages_of_input[YS_E_NO_SCHEMA];
extern const ys_message ys_messages_of_schema[YS_E_TYPE];
extern const ys_message ys_messages_of_data[YS_CODE_COUNT];

#define YS_MESSAGE_SCHEMA "Invalid schema"
#define YS_MESSAGE_UNDECLARED "Given data value is not declared in schema"
#define YS_MESSAGE_NEAREST "did you mean \"%3\"?"
#define YS_MESSAGE_CALLS "%C"
