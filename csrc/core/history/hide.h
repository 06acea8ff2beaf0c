#ifndef YS_HISTORY_HIDE_H
#define YS_HISTORY_HIDE_H

/* core/history/hide.h - Marks the trails of what must not be shown
 * (reference#sensitive). */

#include "core/history/history.h"
#include "core/type/type.h"

/* Sets `hidden` and `secret` of all trails whose values are sensitive, or may
 * be. The only failure is YS_NOMEM. */
ys_status ys_history_hide(ys_space *space, const ys_field *root);

#endif
