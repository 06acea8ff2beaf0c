#ifndef OOM_H
#define OOM_H

/*
 * oom.h - Lets each allocation of a scenario fail in turn: first that one
 * alone, then that one and all that follow.
 *
 * The linker sends every malloc of the test, of the core and of libyaml (all
 * linked statically) through here. A scenario passes when, whatever failed,
 *
 *   - it comes back with YS_NOMEM, or with YS_OK and the result that it has
 *     when nothing fails;
 *   - everything it allocated is free again.
 *
 * A scenario that never met a failure tested nothing, so it fails.
 *
 * OOM_STRIDE=n in the environment tries only each n-th allocation: for slow
 * machines such as valgrind's.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/str.h"
#include "plain_memory.h"

/*
 * Runs what is tested and releases all of it. Violations of the texts are no
 * failure here; they belong to the result, which is any number that differs for
 * a different outcome, such as oom_hash() of what was written.
 */
typedef ys_status oom_scenario(ys_memory memory, uint64_t *result);

typedef struct oom_state {
  long until_failure; /* allocations that still succeed; -1: all do */
  bool for_good;      /* after the failure, everything fails */
  long failures;      /* how many there were */
  long outstanding;   /* blocks allocated and not freed */
  long allocations;   /* of this attempt */
} oom_state;

static oom_state oom = {.until_failure = -1};

void *__real_malloc(size_t size);
void *__real_realloc(void *ptr, size_t size);
void __real_free(void *ptr);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *ptr, size_t size);
char *__wrap_strdup(const char *s);
void __wrap_free(void *ptr);

static bool oom_refuses(void) {
  oom.allocations++;
  if (oom.until_failure < 0) return false;
  if (oom.until_failure > 0) {
    oom.until_failure--;
    return false;
  }
  if (oom.failures > 0 && !oom.for_good) return false;
  oom.failures++;
  return true;
}

void *__wrap_malloc(size_t size) {
  void *block = oom_refuses() ? NULL : __real_malloc(size);
  if (block != NULL) oom.outstanding++;
  return block;
}

void *__wrap_calloc(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  void *block = __wrap_malloc(count * size);
  return block == NULL ? NULL : memset(block, 0, count * size);
}

void *__wrap_realloc(void *ptr, size_t size) {
  void *block = oom_refuses() ? NULL : __real_realloc(ptr, size);
  if (block != NULL && ptr == NULL) oom.outstanding++;
  return block;
}

char *__wrap_strdup(const char *s) {
  size_t size = strlen(s) + 1;
  char *copy = __wrap_malloc(size);
  return copy == NULL ? NULL : memcpy(copy, s, size);
}

void __wrap_free(void *ptr) {
  if (ptr != NULL) oom.outstanding--;
  __real_free(ptr);
}

/* Folds `s` into `hash` (FNV-1a); start from 0. */
static inline uint64_t oom_hash(uint64_t hash, ys_str s) {
  hash ^= UINT64_C(14695981039346656037);
  for (size_t i = 0; i < s.len; i++) {
    hash ^= (unsigned char)s.ptr[i];
    hash *= UINT64_C(1099511628211);
  }
  return hash;
}

typedef struct oom_attempt {
  ys_status status;
  uint64_t result;
  long leaked, failures;
} oom_attempt;

static oom_attempt oom_try(oom_scenario *scenario, long n, bool for_good) {
  oom_attempt attempt = {.status = YS_OK};
  long before = oom.outstanding;
  oom = (oom_state){
      .until_failure = n, .for_good = for_good, .outstanding = before};
  attempt.status = scenario(plain_memory, &attempt.result);
  oom.until_failure = -1;
  attempt.leaked = oom.outstanding - before;
  attempt.failures = oom.failures;
  return attempt;
}

/* The problem of an attempt, or NULL. */
static const char *oom_validate(const oom_attempt *attempt, uint64_t result) {
  if (attempt->leaked != 0) return "blocks leaked";
  if (attempt->status == YS_NOMEM)
    return attempt->failures > 0 ? NULL : "YS_NOMEM though nothing failed";
  if (attempt->status != YS_OK) return "neither YS_OK nor YS_NOMEM";
  if (attempt->result != result) return "YS_OK, but with another result";
  return NULL;
}

static inline long oom_stride(void) {
  const char *text = getenv("OOM_STRIDE");
  long stride = text == NULL ? 1 : strtol(text, NULL, 10);
  return stride < 1 ? 1 : stride;
}

/* Runs the scenario until it meets no failure. Returns the number of failures,
 * which are printed. `least`: how many allocations it makes at least. */
static int oom_loop(const char *name, oom_scenario *scenario, long least) {
  oom_attempt calm = oom_try(scenario, -1, false);
  if (calm.status != YS_OK || calm.leaked != 0) {
    fprintf(stderr, "%s: with all memory: status %d, %ld blocks leaked\n", name,
            (int)calm.status, calm.leaked);
    return 1;
  }
  long total = oom.allocations, violations = 0;
  for (int for_good = 0; for_good <= 1; for_good++) {
    for (long n = 0;; n += oom_stride()) {
      oom_attempt attempt = oom_try(scenario, n, for_good != 0);
      const char *violation = oom_validate(&attempt, calm.result);
      if (violation != NULL && ++violations <= 5)
        fprintf(stderr, "%s: allocation %ld fails%s: %s (status %d, %ld)\n",
                name, n, for_good ? " for good" : "", violation,
                (int)attempt.status, attempt.leaked);
      if (attempt.failures == 0) break;
    }
  }
  if (total < least) {
    fprintf(stderr, "%s: only %ld allocations\n", name, total);
    violations++;
  }
  printf("%s: %ld allocations failed in turn, %ld violations\n", name, total,
         violations);
  return violations > 0;
}

#endif
