#pragma once

/* core/check/guide.h - The guide (core/overlay/merger.h) for merges onto values
 * of a schema. Its types are fields. */

#include "core/overlay/merger.h"

extern const ys_guide ys_field_guide;
