#ifndef YS_CHECK_CHECK_H
#define YS_CHECK_CHECK_H

/*
 * core/check/check.h - Checks whether a partial document fits its type.
 *
 * It walks through the document once, in order, and records every violation.
 */

#include "core/type/type.h"

struct ys_nearest_choice;

/* How to check: which codes the records have, and what to check or skip. */
typedef struct ys_check_mode {
  ys_code type_code,
      unknown_key_code; /* YS_E_TYPE ..., YS_E_DEFAULT_TYPE ... */
  bool given; /* the document is a user's: deprecated keys are warnings, removed
                 keys are violations, and values that overlay annotations will
                 change are skipped */
  bool
      own; /* the value is the schema's own: removed keys are violations, too */
  bool merged; /* skip choices; core/choose/choose.h validates them */
  bool final;  /* nothing will be added to the value: check the counts of keys;
                  the rest is known to fit */
  bool conditional; /* `when=` is inherited: keys may be skipped later, so they
                       are not checked */
  bool lacking;     /* final: required keys may still be missing */
  bool whole;       /* check everything, also what may be skipped later */
  bool text; /* the value is from a flag that makes every value a string */
} ys_check_mode;

/* For data values. */
#define YS_CHECK_DATA                                                          \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY,                       \
                   .given = true})

/* For a part of a document that may still be added to. */
#define YS_CHECK_PART                                                          \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY})

/* For a merged document, with what overlays and their closures made. */
#define YS_CHECK_MERGED                                                        \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY,                       \
                   .merged = true})

/* For the complete document. */
#define YS_CHECK_FINAL                                                         \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY,                       \
                   .merged = true,                                             \
                   .final = true})

/* For the schema's own values: the value that shows a type, a default, an
 * example. */
#define YS_CHECK_VALUE                                                         \
  ((ys_check_mode){.type_code = YS_E_VALUE_TYPE,                               \
                   .unknown_key_code = YS_E_VALUE_KEY,                         \
                   .own = true})
#define YS_CHECK_DEFAULT                                                       \
  ((ys_check_mode){.type_code = YS_E_DEFAULT_TYPE,                             \
                   .unknown_key_code = YS_E_DEFAULT_KEY,                       \
                   .own = true})
#define YS_CHECK_EXAMPLE                                                       \
  ((ys_check_mode){.type_code = YS_E_EXAMPLE_TYPE,                             \
                   .unknown_key_code = YS_E_EXAMPLE_KEY,                       \
                   .own = true})

/*
 * Checks the value of `slot` against `field`. Entries may be missing.
 *
 * A slot whose value is of an invalid kind is flagged YS_SLOT_INVALID, the
 * slots that contain it YS_SLOT_DIRTY, and an entry with an unknown key
 * YS_SLOT_REMOVED. The caller must remove such entries (core/check/prune.h)
 * before the value is merged or completed. A value given for a deprecated field
 * adds a warning. `path` is the path of the slot. YS_INVALID: violations were
 * recorded.
 */
ys_status ys_check(ys_space *space, const ys_field *field, ys_slot *slot,
                   const ys_path *path, ys_check_mode mode);

/* Does so for a document or the result of a run, at a time when nothing but the
 * space refers to its records: those that are not reported may be dropped
 * (core/text/folding.h). */
ys_status ys_check_all(ys_space *space, const ys_field *field, ys_slot *root,
                       ys_check_mode mode);

/* Records that the map in `holder` has no field for an entry, and returns
 * YS_INVALID. */
ys_status ys_check_entry(ys_space *space, const ys_field *holder,
                         const ys_slot *entry, const ys_path *path);

/* Like ys_check() with YS_CHECK_DATA, for a node with `when=` that turned out
 * to be applied. `merged`: nodes below it may be skipped, too; if also
 * `conditional`, all of its keys may be. */
ys_status ys_check_taken(ys_space *space, const ys_field *field, ys_slot *slot,
                         const ys_path *path, bool merged, bool conditional);

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
ys_status ys_check_fits(ys_space *space, const ys_field *field,
                        const ys_slot *slot, const ys_path *path,
                        ys_check_mode mode, bool *fits, ys_str *why);

/* Checks a merged value against the alternative that its key selects
 * (core/type/selector.h), and records the violations. `mode` is
 * YS_CHECK_MERGED, or YS_CHECK_FINAL for a complete value. The only failure is
 * YS_NOMEM. */
ys_status ys_check_selected(ys_space *space, const ys_field *field,
                            ys_slot *slot, const ys_path *path,
                            ys_check_mode mode);

/* Finds the alternative that a merged value is nearest to, and records its
 * violations (core/check/nearest.h). */
ys_status ys_check_find_nearest(ys_space *space, const ys_field *field,
                                const ys_slot *slot, const ys_path *path,
                                struct ys_nearest_choice *out);
ys_status ys_check_report_nearest(ys_space *space, const ys_field *field,
                                  const ys_slot *slot, const ys_path *path,
                                  const struct ys_nearest_choice *nearest);

/* Records that a value fits no alternatives, with the texts `expected` and
 * `why`. The slot is not flagged. */
ys_status ys_check_report(ys_space *space, const ys_field *field, ys_slot *slot,
                          const ys_path *path, ys_str expected, ys_str why,
                          ys_diag **out);

#endif
