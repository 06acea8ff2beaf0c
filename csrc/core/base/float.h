#pragma once

/*
 * core/base/float.h - Doubles as decimals, exactly and whatever the locale.
 */

#include "core/base/str.h"

/* Reads all of `text` as a decimal float with sign, digits, point and
 * exponent. The result is the nearest double, or an infinity if the number
 * is too large. */
bool ys_float_read(ys_str text, double *out);

/* Writes the fewest digits that read back as the same double. There is always a
 * point, an exponent, or .inf, -.inf or .nan, so that a float stays a float.
 * Exponents below -4 and from 6 on are written with `e` (reference#output).
 * Writes at most 32 bytes and returns their number. */
size_t ys_float_write(double number, char *out);

/* The most bytes that ys_float_spell() writes. */
enum { YS_FLOAT_SPELLED = 320 };

/* Writes the decimal that a finite double stands for where numbers are compared
 * exactly: the one with the fewest digits, and from 2^53 on, where all doubles
 * are whole, all of its digits. Returns their number. */
size_t ys_float_spell(double number, char *out);
