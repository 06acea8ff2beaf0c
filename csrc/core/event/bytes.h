#pragma once

/*
 * core/event/bytes.h - Searches a text many bytes at a time: in blocks of
 * sixteen (core/base/block.h) or in words of eight, with the same results.
 */

#include "core/base/base.h"

/* Whether a text contains only characters that every reader of YAML takes for
 * content: UTF-8 without control characters, carriage returns and Unicode line
 * separators. Line feeds and tabs are allowed. */
bool ys_bytes_are_common(const char *text, size_t size);

/* Returns the first line feed, tab, `:` or `#`, or `end` if there is none. */
const char *ys_bytes_find_plain_end(const char *at, const char *end);
