#ifndef YS_RUN_MEND_H
#define YS_RUN_MEND_H

/*
 * core/run/mend.h - what an overlay changed, made what the schema wants:
 * checked, for nobody has looked at what overlays and their closures made, and
 * completed, for what they removed comes back. It costs what was changed.
 */

#include "core/choose/defaults.h"
#include "core/overlay/merger.h"

/* Whether all that was touched fits; what does not is found, and recorded, by
 * checking the document. */
ys_status ys_mend_check(ys_space *space, const ys_touched *touched, bool *fits);

/* Completes what was touched, and notes the defaults that closures have to
 * give. */
ys_status ys_mend_fill(ys_defaults *defaults, const ys_touched *touched);

#endif
