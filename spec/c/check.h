#ifndef CHECK_H
#define CHECK_H

/*
 * check.h - The least a test program needs: CHECK(condition) as often as it
 * likes, and `return check_done();` at the end of main().
 */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static unsigned long check_count, check_failures;

/* Says whether it held, so that a test can stop where going on makes no
 * sense. */
#define CHECK(condition) check_that((condition), __FILE__, __LINE__, #condition)

static inline bool check_that(bool holds, const char *file, int line,
                              const char *condition) {
  check_count++;
  if (holds) return true;
  check_failures++;
  fprintf(stderr, "%s:%d: %s\n", file, line, condition);
  return false;
}

/* Prints `name: N checks` and gives the exit status. */
#define check_done() check_report(__FILE__)

static inline int check_report(const char *file) {
  const char *slash = strrchr(file, '/');
  const char *name = slash == NULL ? file : slash + 1;
  const char *dot = strrchr(name, '.');
  int len = (int)(dot == NULL ? strlen(name) : (size_t)(dot - name));
  printf("%.*s: %lu checks\n", len, name, check_count);
  if (check_failures == 0) return 0;
  fprintf(stderr, "%.*s: %lu failed\n", len, name, check_failures);
  return 1;
}

#endif
