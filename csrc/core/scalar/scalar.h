#pragma once

/*
 * core/scalar/scalar.h - Converts plain text to null, bool, int, float or
 * string, and back.
 *
 * Only this room knows the difference between YAML 1.1, the core schema of
 * YAML 1.2 and strict YAML (reference#plain-scalars, reference#yaml-12,
 * reference#strict-mode), and only this room reads and writes numbers. It does
 * not depend on the locale.
 */

#include "core/base/float.h"
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

/* Sets the value that a key stands for: 80 of `80: web`, and otherwise its
 * text. The kind, flags and value of `slot` are set, which has no value yet. */
void ys_scalar_of_key(const ys_key *key, ys_slot *slot);

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

/* Returns the base that a number's prefix names, and removes the prefix. */
unsigned ys_scalar_take_base(ys_str *digits);

/* Appends a scalar's canonical text without quotes: "null", "true", ... */
void ys_scalar_write(ys_buf *buf, const ys_slot *slot);
