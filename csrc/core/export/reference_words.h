#pragma once

/* core/export/reference_words.h - References, identities and old names of
 * required keys in words, for core/export/constraint.c. */

#include "core/type/type.h"

/* Adds to the array `losses` a text for each identity and each reference of a
 * field, and for each of its keys that is required under one of several names.
 * `definition` is the field whose copy it is, or NULL: those at the end
 * that both share are left to the definition. The only failure is YS_NOMEM. */
ys_status ys_reference_words(ys_space *space, const ys_field *field,
                             const ys_field *definition, ys_slot *losses);
