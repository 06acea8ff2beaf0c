#pragma once

/*
 * core/check/text_keys.h - Makes strings of the keys of maps that the schema
 * declares (reference#keys-of-maps). Below `any`, keys keep their types.
 *
 * A map with alternatives is a declared one if one of its alternatives is. This
 * is done with each value that comes from outside of the schema, before
 * anything else looks at its keys.
 */

#include "core/type/type.h"

/* Does so for a value and everything below it. YS_INVALID: two keys of a map
 * became the same; there are records. */
ys_status ys_text_keys(ys_space *space, const ys_field *field, ys_slot *slot);
