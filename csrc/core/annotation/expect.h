#pragma once

/*
 * core/annotation/expect.h - Checks how many matches an annotation expects
 * (reference#expecting: `when=`, `expects=`, `missing_ok=`).
 */

#include "core/annotation/host.h"

typedef struct ys_expect {
  const ys_slot *value; /* an integer, "2+", a closure or an array of these;
                           NULL: exactly `count` */
  uint32_t count;
  bool missing_ok; /* no match is accepted, too */
  ys_str keyword;  /* the keyword with which `value` was given */
} ys_expect;

typedef enum ys_assessment {
  YS_MET,
  YS_NOT_MET,
  YS_NOT_VALIDATED /* a closure failed or did not return a boolean */
} ys_assessment;

/* Validates whether `found` matches are accepted. If not, `problem` is set to a
 * sentence. */
ys_status ys_expect_validate(ys_space *space, const ys_host *host,
                             const ys_expect *expect, uint32_t found,
                             ys_assessment *out, ys_str *problem);

/*
 * Sets the smallest and the largest number of matches that may be accepted;
 * UINT64_MAX means no limit. Returns whether all numbers between them are
 * accepted, which is false for closures, whose results are not known in
 * advance.
 */
bool ys_expect_range(const ys_expect *expect, uint64_t *least, uint64_t *most);

/* Checks whether an annotation's keyword accepts a value. `problem` is set to a
 * sentence that says why not, or to "" if it does. */
ys_status ys_expect_check(ys_arena *arena, const ys_slot *value,
                          ys_str annotation, ys_str keyword, ys_str *problem);
