#pragma once

/*
 * core/text/shorten.h - Cuts the texts of records, for reports whose size has a
 * limit (ys_limits.max_violations). What is cut ends with an ellipsis.
 */

#include "core/text/diagnostic.h"

/* Shortens the texts of a record: keys, paths and values, and other texts that
 * are much longer. A fix that would write such a text is removed. The only
 * failure is YS_NOMEM. */
ys_status ys_diag_shorten(ys_arena *arena, ys_diag *diag);

/* Whether the path of a record, or the key or text that it quotes, has more
 * than 500 bytes. */
bool ys_diag_is_long(const ys_diag *diag);
