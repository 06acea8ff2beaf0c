/*
 * The clock of a program, moved: LD_PRELOAD=clock.so CLOCK_SHIFT=SECONDS
 * program... Only the time of day moves. Clocks that count from an unknown
 * beginning stay as they are.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t shift;

/* At once: nginx takes the environment away from its workers. */
__attribute__((constructor)) static void read_shift(void) {
  const char *text = getenv("CLOCK_SHIFT");
  if (text) shift = (time_t)strtol(text, NULL, 10);
}

int clock_gettime(clockid_t id, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  int status = real(id, now);
  if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) now->tv_sec += shift;
  return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  int status = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return status;
}

time_t time(time_t *result) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (result) *result = precise.tv_sec;
  return precise.tv_sec;
}
