#pragma once

/*
 * core/tolerant/repair.h - Repairs the lines of a text by what its reader
 * refused.
 *
 * The first repair of a line is the smallest one for its error. If the line is
 * refused again, more of it is replaced by blanks: its end, its entry, and at
 * last all text up to the next document. So repairs come to an end.
 */

#include "core/text/diagnostic.h"
#include "core/tolerant/lines.h"

/* Repairs a line. The only failure is YS_NOMEM. */
ys_status ys_tolerant_repair(ys_tolerant *text, const ys_diag *diag);

/* Replaces all by blanks, from the line on where what a record is about begins.
 */
void ys_tolerant_cut(ys_tolerant *text, const ys_diag *diag);
