#pragma once

/* core/provenance/mask.h - Marks the origins of what must not be shown
 * (reference#sensitive). */

#include "core/provenance/provenance.h"
#include "core/type/type.h"

/* Sets `masked` and `sensitive` of all origins whose values are sensitive, or
 * may be. The run is over, so it is done once. The only failure is YS_NOMEM. */
ys_status ys_provenance_mask(ys_space *space, const ys_field *root);
