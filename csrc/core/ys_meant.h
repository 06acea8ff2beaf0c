#ifndef YS_MEANT_H
#define YS_MEANT_H

/*
 * ys_meant.h - which alternative a value is meant to be, while it is not
 * complete: what it leaves out is filled in from that one (language.md 12).
 */

#include "ys_type.h"

/*
 * The first alternative whose type fits and whose named rules hold of the
 * scalars that are given; else, since rules may be mended, the first whose type
 * fits. NULL: there is none, or (where just one may fit) there are several.
 * Functions are not asked.
 */
ys_status ys_meant(ys_space *space, const ys_choice *choice,
                   const ys_slot *slot, const ys_field **out);

#endif
