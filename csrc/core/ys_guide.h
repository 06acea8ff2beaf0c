#ifndef YS_GUIDE_H
#define YS_GUIDE_H

/* ys_guide.h - the guide of merges onto values of a schema (ys_merger.h): types
 * are fields. */

#include "ys_merger.h"
#include "ys_type.h"

extern const ys_guide ys_field_guide;

#endif
