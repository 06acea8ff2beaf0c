#ifndef YS_EVENT_BYTES_H
#define YS_EVENT_BYTES_H

/*
 * core/event/bytes.h - searches a text many bytes at a time: with SSE2 where
 * the compiler has it, in words of eight bytes elsewhere, with the same
 * results.
 */

#include "core/base/base.h"

/* Whether a text has nothing but characters that every reader of YAML takes for
 * content: UTF-8 without control characters, returns and separators of lines.
 * Line feeds and tabs are fine. */
bool ys_bytes_are_common(const char *text, size_t size);

/* The first line feed, tab, `:` or `#`, or `end`. */
const char *ys_bytes_find_plain_end(const char *at, const char *end);

#endif
