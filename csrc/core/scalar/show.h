#pragma once

/*
 * core/scalar/show.h - Values as reports show them: in one line, and shortened.
 */

#include "core/tree/node.h"

/* Appends `text` in quotes. */
void ys_show_quoted(ys_buf *buf, ys_str text);

/* Appends a value, of a large collection only the beginning. A string stands in
 * quotes inside of a collection or if `quoted`. */
void ys_show_value(ys_buf *buf, const ys_slot *value, bool quoted);

/* Lists the keys that a map of this shape may have (reference#type-check). */
ys_status ys_show_keys(ys_arena *arena, const ys_shape *shape, ys_str *out);

/* Lists some keys of a shape that has too many for ys_show_keys(): those that
 * are nearest to `given`, in a sentence. For others, or when there are no more
 * hints (ys_space_may_hint), it is "". */
ys_status ys_show_near_keys(ys_space *space, ys_str given,
                            const ys_shape *shape, ys_str *out);

/* Puts a value into a record: as it is, but without the defaults that were
 * filled in; or as one that must not be shown. */
ys_status ys_show_in_record(ys_arena *arena, const ys_slot *value, bool masked,
                            ys_diag *diag);
