#ifndef YS_ANNOTATION_EXPECT_H
#define YS_ANNOTATION_EXPECT_H

/*
 * core/annotation/expect.h - how many matches there have to be
 * (reference#expecting: `when=`, `expects=`, `missing_ok=`).
 */

#include "core/annotation/host.h"

typedef struct ys_expect {
  const ys_slot *value; /* an integer, "2+", a closure, an array of those; NULL:
                           exactly `count` */
  uint32_t count;
  bool missing_ok; /* none will do, too */
  ys_str keyword;  /* where `value` was given */
} ys_expect;

typedef enum ys_judgement {
  YS_MET,
  YS_NOT_MET,
  YS_NOT_JUDGED /* a closure failed, or gave no boolean */
} ys_judgement;

/* Whether `found` matches will do. Unless they do, `problem` is set to a
 * sentence. */
ys_status ys_expect_judge(ys_space *space, const ys_host *host,
                          const ys_expect *expect, uint32_t found,
                          ys_judgement *out, ys_str *problem);

/*
 * The fewest and the most matches that may do; UINT64_MAX: there is no limit.
 * Whether all numbers between them will do, which nobody knows of a closure.
 */
bool ys_expect_range(const ys_expect *expect, uint64_t *least, uint64_t *most);

/* Whether a value may be given for a keyword of an annotation; else `problem`
 * says why not. It is empty when the value will do. */
ys_status ys_expect_check(ys_arena *arena, const ys_slot *value,
                          ys_str annotation, ys_str keyword, ys_str *problem);

#endif
