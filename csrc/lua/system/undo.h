#pragma once

/*
 * lua/system/undo.h - Cleanup before a signal ends the process: its child
 * processes are ended, and the half-written file is removed.
 *
 * A signal belongs to the whole process, and its handler finds nothing but
 * static variables. These are the only ones of the binding. SIGINT, SIGTERM,
 * SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ and SIGXCPU are handled from the first call
 * on, unless they are ignored, and end the process as they do without a
 * handler.
 */

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum { YSL_MOST_CHILDREN = 256, YSL_LONGEST_PATH = 4096 };

/* Holds these signals back, and lets them come again. */
void ysl_undo_hold(sigset_t *before);
void ysl_undo_release(const sigset_t *before);

/* Notes a child process, and forgets it. */
void ysl_undo_add_child(int number, pid_t child);
void ysl_undo_drop_child(int number);

/* Notes a file that is half written; NULL: there is none any more. False: there
 * is one already, or the path is too long. */
bool ysl_undo_set_draft(const char *path);

/* In a child: all that was noted belongs to its parent. */
void ysl_undo_nothing(void);
