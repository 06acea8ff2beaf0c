#ifndef YS_CHECK_H
#define YS_CHECK_H

/*
 * ys_check.h - does a partial document fit its type? One walk in document
 * order; every fault is a record.
 */

#include "ys_type.h"

/* Which codes the records have, and what is looked at. */
typedef struct ys_check_codes {
  ys_code type, unknown_key; /* YS_E_TYPE ..., YS_E_DEFAULT_TYPE ... */
  bool given; /* the author's own document: what is deprecated is warned of,
                 what has been removed is a fault, and what overlay annotations
                 take out of the author's hands is left out */
  bool final; /* nothing will be added: counts of keys and choices are judged,
                 and of the rest it is known that it fits */
  bool text;  /* a flag gave it, which makes a string of whatever it gets */
} ys_check_codes;

/* Of data values. */
#define YS_CHECK_DATA                                                          \
  ((ys_check_codes){                                                           \
      .type = YS_E_TYPE, .unknown_key = YS_E_UNKNOWN_KEY, .given = true})

/* Of a merged document: what overlays and their closures made of it. */
#define YS_CHECK_MERGED                                                        \
  ((ys_check_codes){.type = YS_E_TYPE, .unknown_key = YS_E_UNKNOWN_KEY})

/* Of the complete one. */
#define YS_CHECK_FINAL                                                         \
  ((ys_check_codes){                                                           \
      .type = YS_E_TYPE, .unknown_key = YS_E_UNKNOWN_KEY, .final = true})

/* Of what the schema says itself: the value that shows a type, a default, an
 * example. */
#define YS_CHECK_VALUE                                                         \
  ((ys_check_codes){.type = YS_E_VALUE_TYPE, .unknown_key = YS_E_VALUE_KEY})
#define YS_CHECK_DEFAULT                                                       \
  ((ys_check_codes){.type = YS_E_DEFAULT_TYPE, .unknown_key = YS_E_DEFAULT_KEY})
#define YS_CHECK_EXAMPLE                                                       \
  ((ys_check_codes){.type = YS_E_EXAMPLE_TYPE, .unknown_key = YS_E_EXAMPLE_KEY})

/*
 * Checks the value of `slot` against `field`. Missing entries are fine.
 *
 * A slot whose value is of the wrong kind is flagged YS_SLOT_FAULTY, what
 * holds it YS_SLOT_DIRTY, and entries of unknown keys are taken out of their
 * map: what is left can be merged. A value given for a deprecated field adds a
 * warning. `path` is the slot's own. YS_INVALID: faults were recorded.
 */
ys_status ys_check(ys_space *space, const ys_field *field, ys_slot *slot,
                   const ys_path *path, ys_check_codes codes);

/* Whether ys_check() with YS_CHECK_DATA has nothing to say of a value of this
 * kind, but for what is in it. No: it has to be asked. */
static inline bool ys_check_suits(const ys_field *field, ys_kind kind) {
  if (field->docs != NULL && (field->docs->deprecated_place.line > 0 ||
                              field->docs->removed_place.line > 0))
    return false;
  return kind == field->kind ||
         (ys_field_takes(field, kind) && field->choice == NULL);
}

/* Whether a value would pass, and (unless `why` is NULL) why not: a text, or
 * "". Nothing is flagged, taken out or recorded but that a function of the
 * schema failed. */
ys_status ys_check_fits(ys_space *space, const ys_field *field,
                        const ys_slot *slot, const ys_path *path,
                        ys_check_codes codes, bool *fits, ys_str *why);

#endif
