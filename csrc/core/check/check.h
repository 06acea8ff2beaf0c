#ifndef YS_CHECK_CHECK_H
#define YS_CHECK_CHECK_H

/*
 * core/check/check.h - does a partial document fit its type? One walk in
 * document order; every fault is a record.
 */

#include "core/type/type.h"

/* How to check: the codes of records, and what to judge or pass over. */
typedef struct ys_check_mode {
  ys_code type_code,
      unknown_key_code; /* YS_E_TYPE ..., YS_E_DEFAULT_TYPE ... */
  bool given; /* the author's own document: what is deprecated is warned of,
                 what has been removed is a fault, and what overlay annotations
                 take out of the author's hands is left out */
  bool own;   /* the schema's own: what has been removed is a fault here, too */
  bool merged; /* choices are left alone: they are judged by themselves
                  (core/choose/choose.h) */
  bool final;  /* nothing will be added: counts of keys are judged, and of the
                  rest it is known that it fits */
  bool conditional; /* `when=` is inherited: keys may be passed over, and are
                       not judged */
  bool whole;       /* nothing is passed over */
  bool text; /* a flag gave it, which makes a string of whatever it gets */
} ys_check_mode;

/* Of data values. */
#define YS_CHECK_DATA                                                          \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY,                       \
                   .given = true})

/* Of a part of a document that may yet be added to. */
#define YS_CHECK_PART                                                          \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY})

/* Of a merged document: what overlays and their closures made of it. */
#define YS_CHECK_MERGED                                                        \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY,                       \
                   .merged = true})

/* Of the complete one. */
#define YS_CHECK_FINAL                                                         \
  ((ys_check_mode){.type_code = YS_E_TYPE,                                     \
                   .unknown_key_code = YS_E_UNKNOWN_KEY,                       \
                   .merged = true,                                             \
                   .final = true})

/* Of what the schema says itself: the value that shows a type, a default, an
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
 * Checks the value of `slot` against `field`. Missing entries are fine.
 *
 * A slot whose value is of the wrong kind is flagged YS_SLOT_FAULTY, what
 * holds it YS_SLOT_DIRTY, and an entry of an unknown key YS_SLOT_GONE: before
 * the value is merged or completed, its caller takes such entries out
 * (core/check/prune.h). A value given for a deprecated field adds a warning.
 * `path` is the slot's own. YS_INVALID: faults were recorded.
 */
ys_status ys_check(ys_space *space, const ys_field *field, ys_slot *slot,
                   const ys_path *path, ys_check_mode mode);

/* Records that the map in `holder` has no field for an entry: YS_INVALID. */
ys_status ys_check_entry(ys_space *space, const ys_field *holder,
                         const ys_slot *entry, const ys_path *path);

/* As ys_check() with YS_CHECK_DATA of a node that `when=` might have passed
 * over, but did not. `merged`: nodes in it may be passed over, too, all of its
 * keys if it is `conditional`. */
ys_status ys_check_taken(ys_space *space, const ys_field *field, ys_slot *slot,
                         const ys_path *path, bool merged, bool conditional);

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
 * "". Nothing is flagged or recorded but that a function of the
 * schema failed. */
ys_status ys_check_fits(ys_space *space, const ys_field *field,
                        const ys_slot *slot, const ys_path *path,
                        ys_check_mode mode, bool *fits, ys_str *why);

/* Records that a value fits no alternatives, in the words given; the slot is
 * not flagged. */
ys_status ys_check_tell(ys_space *space, const ys_field *field, ys_slot *slot,
                        const ys_path *path, ys_str expected, ys_str why,
                        ys_diag **out);

#endif
