#pragma once

/*
 * lua/value/walk.h - The walk of the import over a Lua value: what import.c,
 * scalar.c, array.c and entries.c, which call one another, share. No other file
 * includes it.
 *
 * Each function takes the value at the top of the stack. YS_INVALID ends the
 * walk. A problem that is only noted does not.
 */

#include "core/check/check.h"
#include "core/check/coerce.h"
#include "lua/value/style.h"

/* The field that the schema has for a place. */
typedef struct ysl_want {
  const ys_field *field;      /* NULL: anything */
  const ysl_type_keys *names; /* of the map type in it; may be NULL */
} ysl_want;

/* ---- problems (import.c) ------------------------------------------------- */

/* Notes a problem. Of all problems the import reports the one with the least
 * path, so that the order in which Lua walks tables never shows. */
ys_status ysl_note_problem(ysl_import *import, const ys_path *path,
                           const char *words);

/* Notes a problem of the value as a whole. Gives YS_INVALID. */
ys_status ysl_give_up(ysl_import *import, const char *words);

/* ---- values -------------------------------------------------------------- */

/* Makes `slot` a nil, boolean, number or string. False: the value is another
 * one, a string of over 4 GiB, or there is no memory. (scalar.c) */
bool ysl_take_scalar(ysl_import *import, ys_slot *slot);

/* Makes `slot` a value that ysl_take_scalar() has not taken. (import.c) */
ys_status ysl_take_other(ysl_import *import, ysl_want want, const ys_path *path,
                         ys_slot *slot);

/* Makes `slot` one of LuaJIT's 64-bit integers, or a function. (scalar.c) */
ys_status ysl_take_cdata(ysl_import *import, const ys_path *path,
                         ys_slot *slot);
ys_status ysl_take_function(ysl_import *import, const ys_path *path,
                            ys_slot *slot);

/*
 * Take a table, whose stack index is `table`, from its first entry on; key and
 * value of that are at the top. ysl_take_array() makes a map of a table that is
 * no array, unless its style says that it has to be one.
 */
ys_status ysl_take_map(ysl_import *import, ysl_want want, int table,
                       bool ordered, const ys_path *path, ys_slot *slot);
ys_status ysl_take_array(ysl_import *import, ysl_want want, int table,
                         ysl_style style, const ys_path *path, ys_slot *slot);

/* ---- slots --------------------------------------------------------------- */

/* Counts a slot that is about to be made. */
static inline ys_status ysl_spend(ysl_import *im) {
  if (im->budget == 0)
    return ysl_give_up(
        im, im->from_code ? "makes more nodes than the limit max_nodes allows"
                          : "holds too many values");
  im->budget--;
  return YS_OK;
}

/* Compares a new slot with the field that was wanted. Both are in the cache
 * now; a later check would have to fetch all slots again. */
static inline void ysl_validate(ysl_import *im, const ys_field *field,
                                ys_slot *slot) {
  if (field == NULL) return;
  if (!im->from_code) ys_coerce(field, slot); /* else when it is checked */
  if (!ys_check_suits(field, (ys_kind)slot->kind)) im->doubtful = true;
}
