/*
 * command.c - Times two commands as whole processes, from start to exit.
 *
 *   command REPS COMMAND [ARG...] -- COMMAND [ARG...]
 *
 * They run in turns, A B A B, and what they print is thrown away. Prints
 * `first=` and `second=`, median nanoseconds on the wall, `ratio=`, the median
 * of the first over the second, pair by pair, `more=`, how many nanoseconds of
 * processor time the first needs more than the second, each at its least: other
 * programs can only add to them; `cpu=`, how many times as many, and `user=`,
 * without the system's; `firstcpu=`, those of the first; and `firstmemory=` and
 * `secondmemory=`, the most kilobytes that a process had.
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

/* The resources that a command needs. */
typedef struct needs {
  double time; /* of the processor, at its least, in ns */
  double user; /* the same without the system's */
  long memory; /* the most that one of its processes had, in KB */
} needs;

/* Nanoseconds on the wall. */
static double time_of(char **command, needs *need) {
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
  if (used < need->time) need->time = used;
  if (ns_of(usage.ru_utime) < need->user) need->user = ns_of(usage.ru_utime);
  if (usage.ru_maxrss > need->memory) need->memory = usage.ru_maxrss;
  return end - begin;
}

static void compare(char **first, char **second, size_t reps) {
  double *lists = calloc(3 * reps, sizeof *lists);
  if (lists == NULL) die("list", "no memory");
  double *ours = lists, *theirs = lists + reps, *ratios = lists + 2 * reps;
  needs our = {HUGE_VAL, HUGE_VAL, 0}, their = our;
  time_of(first, &our);
  time_of(second, &their);
  for (size_t i = 0; i < reps; i++) {
    ours[i] = time_of(first, &our);
    theirs[i] = time_of(second, &their);
    ratios[i] = ours[i] / theirs[i];
  }
  printf("first=%.0f\nsecond=%.0f\nratio=%.5f\nmore=%.0f\n", median(ours, reps),
         median(theirs, reps), median(ratios, reps), our.time - their.time);
  printf("user=%.5f\n", our.user / their.user);
  printf("cpu=%.5f\nfirstcpu=%.0f\nfirstmemory=%ld\nsecondmemory=%ld\n",
         our.time / their.time, our.time, our.memory, their.memory);
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
