#pragma once

/* core/text/width.h - Counts the columns that a text takes on a terminal. */

#include "core/base/str.h"

/* The columns of a text without control characters. A byte that is not UTF-8
 * counts as one. */
size_t ys_text_width(ys_str text);
