#ifndef YSL_WORKERS_DEATH_H
#define YSL_WORKERS_DEATH_H

/* lua/workers/death.h - ends a worker, and describes how it has ended. */

#include <stdbool.h>
#include <sys/types.h>

enum { YSL_DEATH_WORDS = 64 };

/* Ends a worker that lives, and waits for its end. One whose socket is closed
 * ends by itself. The result is `words`, or a static text. */
const char *ysl_death_of(pid_t pid, bool lives, char *words);

#endif
