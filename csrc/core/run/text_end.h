#pragma once

/* core/run/text_end.h - Validates the end of a text (@schema/ends-with). */

#include "core/run/run.h"

/* Records that the text of a run does not end as its schema demands. A text in
 * JSON, and one that is not the only input, may end in any way. */
ys_status ys_text_end_check(ys_run *run);
