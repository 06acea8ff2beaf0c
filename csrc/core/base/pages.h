#ifndef YS_BASE_PAGES_H
#define YS_BASE_PAGES_H

/*
 * core/base/pages.h - a word to the system about large blocks.
 *
 * A page is cleared and mapped when it is first touched, one fault for each.
 * Of a tree of many megabytes that is a good part of the cost; with huge pages,
 * where the system has them, it is one fault for 2 MB.
 */

#include "core/base/base.h"

/* Says that all of this block is going to be used. Changes nothing else, and
 * costs next to nothing for blocks too small to profit. */
void ys_pages_advise(void *block, size_t size);

#endif
