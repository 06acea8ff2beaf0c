#pragma once

/*
 * core/check/sensitive.h - Notes the sensitive parts of a value
 * (core/tree/sensitive.h), as its field declares them.
 */

#include "core/tree/sensitive.h"
#include "core/type/type.h"

/*
 * Notes all that the field, or a field below it, says to be sensitive. Where it
 * is unclear which field a part belongs to, because its kind is invalid or
 * there are alternatives, it counts as sensitive if one of the fields there is.
 * If anything in the schema is sensitive, so is what has an unknown key, which
 * may be misspelt or at the wrong indentation. No
 * function of the schema is called. The only failure is YS_NOMEM.
 */
ys_status ys_sensitive_note(ys_space *space, const ys_field *field,
                            const ys_slot *slot);

/* Gets a part of a value that is sensitive as a whole: YS_SENSITIVE_VALUE, or
 * YS_SENSITIVE_UNKNOWN if no field describes it. */
typedef ys_status ys_sensitive_report(void *ud, const ys_slot *slot,
                                      ys_sensitive_part part);

/* Reports these parts instead of noting them. A part may be reported twice.
 * Errors are those of `report`, and YS_NOMEM. */
ys_status ys_sensitive_each(ys_space *space, const ys_field *field,
                            const ys_slot *slot, ys_sensitive_report *report,
                            void *ud);

/* Whether a part of a collection is sensitive, or may be: nothing in it is
 * looked at if it is large. The field may be any one of a schema with something
 * sensitive. */
ys_status ys_sensitive_in(ys_space *space, const ys_field *field,
                          const ys_slot *slot, bool *out);

/*
 * Notes that nothing may be shown of sources that could not be read, if the
 * schema has something sensitive. To be called before a report is made.
 */
ys_status ys_sensitive_note_unread(ys_space *space);

/*
 * Masks the keys of a path (core/text/mask.h). The first argument is the
 * space of the data. The only failure is YS_NOMEM.
 */
ys_mask_path ys_sensitive_path;
