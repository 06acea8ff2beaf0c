#pragma once

/*
 * core/base/pages.h - Asks the system for huge pages for large blocks.
 *
 * The system clears and maps each page when it is first touched, which
 * interrupts the program once per page. For a tree of many megabytes this is a
 * good part of the cost. With huge pages, where the system has them, there is
 * one interrupt per 2 MB.
 */

#include "core/base/base.h"

/* Informs the system that the whole block is going to be used. The contents do
 * not change. The call costs next to nothing for blocks that are too small to
 * profit. */
void ys_pages_advise(void *block, size_t size);
