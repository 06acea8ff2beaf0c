#ifndef YS_SCALAR_SCALAR_H
#define YS_SCALAR_SCALAR_H

/*
 * core/scalar/scalar.h - plain text to null, bool, int, float or string, and
 * back. The only place that knows YAML 1.1 from strict YAML
 * (reference#plain-scalars, reference#strict-mode), and the only one that reads
 * or writes numbers: no locale is asked.
 */

#include "core/tree/node.h"

typedef enum ys_scalar_status {
  YS_SCALAR_OK,
  YS_SCALAR_INTEGER_RANGE, /* an integer beyond 64 bits */
  YS_SCALAR_FLOAT_RANGE    /* a float beyond a double: 1e400 */
} ys_scalar_status;

/* Resolves a plain scalar the YAML 1.1 way of reference#plain-scalars; sets
 * kind, flags and value of `slot` (a string points to `text`). What is out of
 * range is set as a string, so that a caller may go on. */
ys_scalar_status ys_scalar_resolve(ys_str text, ys_slot *slot);

/* The same for a plain map key: y, n, yes, no, on and off stay strings
 * (reference#keys-of-maps). */
ys_scalar_status ys_scalar_resolve_key(ys_str text, ys_slot *slot);

typedef enum ys_strict_status {
  YS_STRICT_OK,
  YS_STRICT_AMBIGUOUS, /* `other` is what the lax reading says, or would say
                          of a number out of range */
  YS_STRICT_SPACE,
  YS_STRICT_COLON,
  YS_STRICT_DASHES /* `---` */
} ys_strict_status;

/* Resolves as --strict does (reference#strict-mode). */
ys_strict_status ys_scalar_resolve_strict(ys_str text, ys_slot *slot,
                                          ys_kind *other);

/* Reads the whole of `text` as a decimal float: sign, digits, point, exponent;
 * the nearest double, so an infinity beyond their range. */
bool ys_scalar_parse_float(ys_str text, double *out);

/* The fewest digits that read back as the same double, always with a point, an
 * exponent, or as .inf, -.inf, .nan: a float stays a float. Exponents below -4
 * and from 6 on are written as such (reference#output). Writes at most 32 bytes
 * and returns how many. */
size_t ys_scalar_format_float(double number, char *out);

/* Appends a scalar's canonical text (not quoted); "null", "true", ... */
void ys_scalar_write(ys_buf *buf, const ys_slot *slot);

#endif
