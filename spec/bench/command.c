/*
 * command.c - times two commands as whole processes, from start to exit.
 *
 *   command REPS COMMAND [ARG...] -- COMMAND [ARG...]
 *
 * They run in turns, A B A B, and what they print is thrown away. Prints
 * `first=` and `second=`, median nanoseconds on the wall, `ratio=`, the median
 * of the first over the second, pair by pair, and `more=`, how many nanoseconds
 * of processor time the first needs more than the second, each at its least:
 * other programs can only add to them.
 */

#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* declares wait4() */

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

static _Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "command: %s: %s\n", what, why);
  exit(1);
}

static double wall_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static _Noreturn void run(char **command) {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0)
    execvp(command[0], command);
  _exit(127);
}

static double ns_of(struct timeval time) {
  return (double)time.tv_sec * 1e9 + (double)time.tv_usec * 1e3;
}

/* Nanoseconds on the wall. `least` becomes the processor time, if it is less.
 */
static double time_of(char **command, double *least) {
  int status = 0;
  struct rusage usage;
  const double begin = wall_ns();
  const pid_t child = fork();
  if (child == 0) run(command);
  if (child < 0 || wait4(child, &status, 0, &usage) != child)
    die(command[0], "cannot be run");
  const double end = wall_ns();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    die(command[0], "did not exit with 0");
  const double used = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
  if (used < *least) *least = used;
  return end - begin;
}

static void compare(char **first, char **second, size_t reps) {
  double *lists = calloc(3 * reps, sizeof *lists);
  if (lists == NULL) die("list", "no memory");
  double *ours = lists, *theirs = lists + reps, *ratios = lists + 2 * reps;
  double least_first = HUGE_VAL, least_second = HUGE_VAL;
  time_of(first, &least_first);
  time_of(second, &least_second);
  for (size_t i = 0; i < reps; i++) {
    ours[i] = time_of(first, &least_first);
    theirs[i] = time_of(second, &least_second);
    ratios[i] = ours[i] / theirs[i];
  }
  printf("first=%.0f\nsecond=%.0f\nratio=%.5f\nmore=%.0f\n", median(ours, reps),
         median(theirs, reps), median(ratios, reps),
         least_first - least_second);
  free(lists);
}

int main(int argc, char **argv) {
  int middle = 2;
  while (middle < argc && strcmp(argv[middle], "--") != 0)
    middle++;
  if (middle < 3 || middle + 1 >= argc)
    die("usage", "see the top of command.c");
  const size_t reps = (size_t)strtoul(argv[1], NULL, 10);
  if (reps == 0) die(argv[1], "not a number of repetitions");
  argv[middle] = NULL;
  compare(argv + 2, argv + middle + 1, reps);
  return 0;
}
