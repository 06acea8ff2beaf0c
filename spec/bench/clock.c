#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <stdlib.h>
#include <time.h>

double clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

double median(double *list, size_t count) {
  qsort(list, count, sizeof *list, compare);
  return list[count / 2];
}
