#ifndef YS_CHECK_SENSITIVE_H
#define YS_CHECK_SENSITIVE_H

/*
 * core/check/sensitive.h - notes the sensitive parts of a value
 * (core/tree/sensitive.h), as its field declares them.
 */

#include "core/text/mask.h"
#include "core/type/type.h"

/*
 * Notes all that the field, or a field below it, says to be sensitive. Where it
 * is unclear which field a part belongs to, because its kind is invalid or its
 * key is not known, it counts as sensitive if one of the fields there is. No
 * function of the schema is called. The only failure is YS_NOMEM.
 */
ys_status ys_sensitive_note(ys_space *space, const ys_field *field,
                            const ys_slot *slot);

/* Gets a part of a value that is sensitive as a whole. */
typedef ys_status ys_sensitive_report(void *ud, const ys_slot *slot);

/* Reports these parts instead of noting them. A part may be reported twice.
 * Errors are those of `report`, and YS_NOMEM. */
ys_status ys_sensitive_each(ys_space *space, const ys_field *field,
                            const ys_slot *slot, ys_sensitive_report *report,
                            void *ud);

/*
 * Notes what seems to be sensitive in the sources that could not be read: what
 * follows the names of sensitive fields; or, where the space has no schema,
 * `#@schema/sensitive`. To be called before a report is made.
 */
ys_status ys_sensitive_note_unread(ys_space *space);

/*
 * Masks the keys of a path (core/text/mask.h). The first argument is the
 * space of the data. The only failure is YS_NOMEM.
 */
ys_mask_path ys_sensitive_path;

#endif
