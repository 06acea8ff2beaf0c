#ifndef CLOCK_H
#define CLOCK_H

#include <stddef.h>

/* Nanoseconds of processor time that this process has used: unlike a clock on
 * the wall it does not count what others do on the machine. */
double clock_ns(void);

/* Sorts `list` and returns its middle. */
double median(double *list, size_t count);

#endif
