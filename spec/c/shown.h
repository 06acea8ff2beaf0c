#ifndef SHOWN_H
#define SHOWN_H

/* shown.h - The output of a test, which is compared as one text.
 * It begins anew when `shown_len` is set to 0. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char shown[1 << 16];
static size_t shown_len;

static inline void show(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int len =
      vsnprintf(shown + shown_len, sizeof shown - shown_len, format, list);
  va_end(list);
  if (len > 0) shown_len += (size_t)len;
  if (shown_len >= sizeof shown) abort();
}

#endif
