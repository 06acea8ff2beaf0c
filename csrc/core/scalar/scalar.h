#ifndef YS_SCALAR_SCALAR_H
#define YS_SCALAR_SCALAR_H

/*
 * core/scalar/scalar.h - converts plain text to null, bool, int, float or
 * string, and back.
 *
 * Only this room knows the difference between YAML 1.1, the core schema of
 * YAML 1.2 and strict YAML (reference#plain-scalars, reference#yaml-12,
 * reference#strict-mode), and only this room reads and writes numbers. It does
 * not depend on the locale.
 */

#include "core/tree/node.h"

typedef enum ys_scalar_status {
  YS_SCALAR_OK,
  YS_SCALAR_INTEGER_RANGE, /* the integer needs more than 64 bits */
  YS_SCALAR_FLOAT_RANGE    /* the float exceeds the range of a double, such as
                              1e400 */
} ys_scalar_status;

/* Resolves a plain scalar by the rules of YAML 1.1 (reference#plain-scalars).
 * Sets kind, flags and value of `slot`, which has no value yet. A string only
 * gets its kind: the caller gives it the text. A number out of range becomes a
 * string, so that the caller can continue. */
ys_scalar_status ys_scalar_resolve(ys_str text, ys_slot *slot);

/* Resolves a plain map key: y, n, yes, no, on and off stay strings
 * (reference#keys-of-maps). */
ys_scalar_status ys_scalar_resolve_key(ys_str text, ys_slot *slot);

/* Resolves a plain scalar, or a plain map key, by the core schema of YAML 1.2
 * (reference#yaml-12). */
ys_scalar_status ys_scalar_resolve_core(ys_str text, ys_slot *slot);

typedef enum ys_strict_status {
  YS_STRICT_OK,
  YS_STRICT_AMBIGUOUS, /* `other` is the type by the rules of YAML 1.1, even if
                          the number is out of range */
  YS_STRICT_SPACE,
  YS_STRICT_COLON,
  YS_STRICT_DASHES /* the text contains `---` */
} ys_strict_status;

/* Resolves a plain scalar in strict mode (reference#strict-mode). */
ys_strict_status ys_scalar_resolve_strict(ys_str text, ys_slot *slot,
                                          ys_kind *other);

/* Reads all of `text` as a decimal float with sign, digits, point and
 * exponent. The result is the nearest double, or an infinity if the number
 * is too large. */
bool ys_scalar_parse_float(ys_str text, double *out);

/* Writes the fewest digits that read back as the same double. There is always a
 * point, an exponent, or .inf, -.inf or .nan, so that a float stays a float.
 * Exponents below -4 and from 6 on are written with `e` (reference#output).
 * Writes at most 32 bytes and returns their number. */
size_t ys_scalar_format_float(double number, char *out);

/* Appends a scalar's canonical text without quotes: "null", "true", ... */
void ys_scalar_write(ys_buf *buf, const ys_slot *slot);

#endif
