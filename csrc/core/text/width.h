#ifndef YS_TEXT_WIDTH_H
#define YS_TEXT_WIDTH_H

/*
 * core/text/width.h - how many columns of a terminal a text takes.
 */

#include "core/base/str.h"

/* The columns of a character: 2 for East Asian wide characters and emoji, 0 for
 * those that combine with the character before them, else 1. */
size_t ys_character_width(uint32_t code);

/* The columns of a text without control characters. A byte that is not UTF-8
 * counts as one. */
size_t ys_text_width(ys_str text);

#endif
