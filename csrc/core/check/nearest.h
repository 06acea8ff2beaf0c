#pragma once

/*
 * core/check/nearest.h - Finds the alternative that was probably meant for a
 * value that fits none, and records its violations
 * (reference#nearest-alternative).
 */

#include "core/check/check.h"

struct ys_checker;

typedef struct ys_nearest_choice {
  bool found;     /* false: no alternative takes values of this kind */
  uint32_t index; /* of the alternative */
  bool fixed; /* a key whose value is fixed in each alternative determines it */
  const ys_slot *unknown; /* such a key, with a value that no alternative has;
                             or NULL */
  uint32_t violations, common; /* of an alternative that was compared */
} ys_nearest_choice;

/* Compares an alternative in which a value has violations with the nearest one
 * so far: the one with fewer violations is nearer, and of two with as many the
 * one with more keys in common with the value. */
void ys_nearest_compare(const ys_typed *value, uint32_t index,
                        uint32_t violations, ys_nearest_choice *nearest);

/* Finds the nearest alternative. */
ys_status ys_nearest_find(struct ys_checker *c, const ys_typed *value,
                          ys_nearest_choice *out);

/* Records the violations that a value has in the nearest alternative, at their
 * places; or that a key has a value that no alternative has. */
ys_status ys_nearest_report(struct ys_checker *c, const ys_typed *value,
                            const ys_nearest_choice *nearest);

/* Both for a merged value. */
ys_status ys_nearest_find_merged(ys_space *space, const ys_typed *value,
                                 ys_nearest_choice *out);
ys_status ys_nearest_report_merged(ys_space *space, const ys_typed *value,
                                   const ys_nearest_choice *nearest);

/* Like ys_nearest_find(), but looks only for a key with a fixed value. */
bool ys_nearest_by_key(const ys_choice *choice, const ys_slot *slot,
                       ys_nearest_choice *out);
