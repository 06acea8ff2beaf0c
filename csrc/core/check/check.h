#pragma once

/*
 * core/check/check.h - Checks whether a partial document fits its type.
 *
 * It walks through the document once, in order, and records every violation.
 */

#include "core/check/typed.h"
#include "core/overlay/operation.h"

/* The subject of a check. It decides which codes the records have, and what is
 * checked or skipped. */
typedef enum ys_check_mode {
  YS_CHECK_DATA, /* a document of the user: deprecated keys are warnings, and
                    values that overlay annotations will change are skipped */
  YS_CHECK_TEXT, /* the same, from a flag that makes every value a string */
  YS_CHECK_PART, /* a part of a document that may still be added to */

  /* merged values, with what overlays and their closures made; the choices in
   * them are skipped, because core/evaluate/choose.h validates them */
  YS_CHECK_MERGED,
  YS_CHECK_FINAL,   /* the complete document: the counts of keys and required
                       keys; the rest is known to fit */
  YS_CHECK_LACKING, /* the same, but required keys may still be missing */

  YS_CHECK_COMPLETE, /* a complete value with the choices in it */

  /* the schema's own values: removed keys are violations, too */
  YS_CHECK_VALUE,   /* the value that shows a type */
  YS_CHECK_DEFAULT, /* a default */
  YS_CHECK_EXAMPLE  /* an example */
} ys_check_mode;

/*
 * Checks a value against its field. Entries may be missing.
 *
 * A slot whose value is of an invalid kind is flagged YS_SLOT_INVALID, the
 * slots that contain it YS_SLOT_DIRTY, and an entry with an unknown key
 * YS_SLOT_REMOVED. The caller must remove such entries (ys_prune_unknown())
 * before the value is merged or completed. A value given for a deprecated field
 * adds a warning. YS_INVALID: violations were recorded.
 */
ys_status ys_check(ys_space *space, const ys_typed *value, ys_check_mode mode);

/* Does so for a document or the result of a run, at a time when nothing but the
 * space refers to its records: those that are not reported may be dropped
 * (core/text/folding.h). */
ys_status ys_check_all(ys_space *space, const ys_field *field, ys_slot *root,
                       ys_check_mode mode);

/* Removes all entries that a check has flagged YS_SLOT_REMOVED, at every depth,
 * so that the value can be merged. Only parts with a violation are visited. */
void ys_prune_unknown(ys_slot *slot);

/* Records that a map has no field for `entry`, which has the field of the map,
 * and returns YS_INVALID. */
ys_status ys_check_entry(ys_space *space, const ys_typed *entry);

/* Like ys_check() with YS_CHECK_DATA, for a node with `when=` that turned out
 * to be applied. Nodes below it may be skipped, too. */
ys_status ys_check_taken(ys_space *space, const ys_typed *value,
                         ys_skips skips);

/* Whether ys_check() with YS_CHECK_DATA would accept a value of this kind
 * without looking at its contents. If not, ys_check() must be called. */
static inline bool ys_check_suits(const ys_field *field, ys_kind kind) {
  if (field->docs != NULL && (field->docs->deprecated_place.line > 0 ||
                              field->docs->removed_place.line > 0))
    return false;
  return kind == field->kind ||
         (ys_field_takes(field, kind) && field->choice == NULL);
}

/* Whether a value would pass the check. Unless `why` is NULL, it is set to the
 * reason, or to "". Nothing is flagged, and only failures of the schema's
 * functions are recorded. */
ys_status ys_check_fits(ys_space *space, const ys_typed *value,
                        ys_check_mode mode, bool *fits, ys_str *why);

/* Checks a merged value against the alternative that its key selects
 * (core/type/selector.h), and records the violations. `mode` is
 * YS_CHECK_MERGED, or YS_CHECK_FINAL for a complete value. The only failure is
 * YS_NOMEM. */
ys_status ys_check_selected(ys_space *space, const ys_typed *value,
                            ys_check_mode mode);

/* Records that a value fits no alternatives, with the texts `expected` and
 * `why`. The slot is not flagged. */
ys_status ys_check_report(ys_space *space, const ys_typed *value,
                          ys_str expected, ys_str why);
