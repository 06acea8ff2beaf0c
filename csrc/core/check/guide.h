#ifndef YS_CHECK_GUIDE_H
#define YS_CHECK_GUIDE_H

/* core/check/guide.h - the guide of merges onto values of a schema
 * (core/overlay/merger.h): types are fields. */

#include "core/overlay/merger.h"
#include "core/type/type.h"

extern const ys_guide ys_field_guide;

#endif
