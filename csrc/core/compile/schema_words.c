#include "core/compile/schema_words.h"

#include "core/compile/docs.h"
#include "core/rule/rule.h"

/* ---- position ------------------------------------------------------------ */

static ys_status misplaced(ys_space *space, const ys_annot *annot,
                           const ys_slot *slot, unsigned stands) {
  const ys_vocab_row *row = ys_vocab_row_of(annot->word);
  const ys_place at = ys_annot_place(annot), by = ys_slot_place(slot);
  ys_str hint = {0};
  if (row->word == YS_WORD_DEFAULT && stands == YS_ON_ITEM)
    return ys_space_record(space, YS_E_DEFAULT_ON_ITEM, at, by,
                           YS_ARGUMENTS({0}));
  if (row->word == YS_WORD_DEPRECATED)
    hint = YS_STR("use schema/deprecated on individual keys.");
  else if ((row->documents & YS_IN_SCHEMA) == 0)
    hint = YS_STR("data values belong in a file of their own.");
  return ys_space_record(
      space, YS_E_ANNOTATION_MISPLACED, at, by,
      YS_ARGUMENTS(annot->name, ys_vocab_places(row->places), hint));
}

static ys_status unknown_word(ys_space *space, const ys_annot *annot) {
  const ys_str nearest = ys_vocab_nearest(annot->name);
  YS_TRY(ys_space_note(space, YS_E_ANNOTATION_UNKNOWN, ys_annot_place(annot),
                       annot->name, nearest));
  space->diags.last->fix = ys_fix_word(annot->name, nearest);
  return YS_OK;
}

/* Whether a known annotation is the first of its name on the slot. If not, an
 * error is recorded. */
static ys_status first_of_word(ys_space *space, const ys_slot *slot,
                               const ys_annot *annot, bool *first) {
  const ys_annot *found = ys_annot_find(slot, annot->word);
  *first = found == annot;
  if (*first) return YS_OK;
  return ys_space_record(space, YS_E_ANNOTATION_REPEATED, ys_annot_place(annot),
                         ys_annot_place(found), YS_ARGUMENTS(annot->name));
}

/*
 * Whether an annotation of ours is allowed where it stands and is the first of
 * its name. If not, an error is recorded. Annotations of others are ignored;
 * headers and overlay annotations have their own rules.
 */
static ys_status is_in_place(ys_space *space, const ys_slot *slot,
                             const ys_annot *annot, unsigned stands,
                             bool *out) {
  const ys_vocab_row *row;
  *out = false;
  if (!ys_word_is_ours(annot->word)) return YS_OK;
  if (!ys_word_is_known(annot->word)) return unknown_word(space, annot);
  row = ys_vocab_row_of(annot->word);
  if ((row->places & stands) == 0 || (row->documents & YS_IN_SCHEMA) == 0)
    return misplaced(space, annot, slot, stands);
  if (ys_word_is_overlay(annot->word) || ys_word_is_header(annot->word))
    return YS_OK;
  return first_of_word(space, slot, annot, out);
}

/* ---- contents ------------------------------------------------------------ */

static ys_status take_validation(ys_space *space, const ys_annot *annot,
                                 ys_schema_words *out) {
  ys_validation *validation = ys_arena_new(&space->arena, ys_validation);
  if (validation == NULL) return YS_NOMEM;
  switch (ys_rule_compile(space, annot, validation)) {
  case YS_OK: out->validations = validation; return YS_OK;
  case YS_INVALID: return YS_OK; /* recorded; go on with the others */
  default: return YS_NOMEM;
  }
}

ys_status ys_schema_words_exclude(ys_space *space, const ys_annot *annot,
                                  const ys_annot *other) {
  if (annot == NULL || other == NULL) return YS_OK;
  return ys_space_record(space, YS_E_ANNOTATION_CONFLICT, ys_annot_place(annot),
                         ys_annot_place(other),
                         YS_ARGUMENTS(annot->name, other->name));
}

bool ys_schema_words_about_key(const ys_annot *annot) {
  return annot->word == YS_WORD_KEY || annot->word == YS_WORD_ANY_KEY ||
         annot->word == YS_WORD_MAY_BE_PRESENT;
}

/* Takes an annotation that sets the type of the node. Only one is allowed. */
static ys_status take_typing(ys_space *space, const ys_annot *annot,
                             const ys_annot **place, ys_schema_words *out) {
  const ys_annot *other = out->choice != NULL ? out->choice
                          : out->like != NULL ? out->like
                                              : out->type;
  if (other != NULL) return ys_schema_words_exclude(space, annot, other);
  *place = annot;
  return YS_OK;
}

/* Stores an annotation in the member of the record for it. */
static ys_status take_word(ys_space *space, const ys_annot *annot,
                           ys_schema_words *out) {
  switch (annot->word) {
  case YS_WORD_TYPE: return take_typing(space, annot, &out->type, out);
  case YS_WORD_ANY_OF:
  case YS_WORD_ALL_OF:
  case YS_WORD_ONE_OF: return take_typing(space, annot, &out->choice, out);
  case YS_WORD_LIKE: return take_typing(space, annot, &out->like, out);
  case YS_WORD_NULLABLE: out->nullable = annot; return YS_OK;
  case YS_WORD_DEFAULT: out->preset = annot; return YS_OK;
  case YS_WORD_KEYS_MAY_BE_PRESENT: out->keys_optional = annot; return YS_OK;
  case YS_WORD_NULL_IS_MISSING: out->null_missing = annot; return YS_OK;
  case YS_WORD_VARIABLES:
  case YS_WORD_ENDS_WITH: out->of_text = annot; return YS_OK;
  case YS_WORD_RENAMED: out->renamed = annot; return YS_OK;
  case YS_WORD_REQUIRED: out->required = annot; return YS_OK;
  case YS_WORD_ALLOW_EMPTY: out->allow_empty = annot; return YS_OK;
  case YS_WORD_SENSITIVE: out->sensitive = annot; return YS_OK;
  case YS_WORD_IDENTITY: out->identity = annot; return YS_OK;
  case YS_WORD_REFERS: out->refers = annot; return YS_OK;
  case YS_WORD_JSON_SCHEMA: return YS_OK; /* core/jsonrule/link.c */
  case YS_WORD_VALIDATION: return take_validation(space, annot, out);
  case YS_WORD_REMOVED: out->removed = annot; /* fall through */
  default: return ys_docs_take(space, annot, &out->docs);
  }
}

ys_status ys_schema_words_read(ys_space *space, const ys_slot *slot,
                               unsigned stands, ys_schema_words *out) {
  *out = (ys_schema_words){0};
  for (const ys_annot *annot = ys_slot_annots(slot); annot;
       annot = annot->next) {
    bool in_place;
    YS_TRY(is_in_place(space, slot, annot, stands, &in_place));
    if (!annot->evaluated) continue; /* the host has reported the error */
    if (out->key == NULL && ys_schema_words_about_key(annot)) out->key = annot;
    if (in_place) YS_TRY(take_word(space, annot, out));
  }
  return YS_OK;
}

/* ---- nodes that may not have annotations --------------------------------- */

/* Records list the annotations in this order (reference#any). */
enum { SHAPES = 5 };

static size_t place_of(ys_word word) {
  switch (word) {
  case YS_WORD_NULLABLE: return 0;
  case YS_WORD_TYPE: return 1;
  case YS_WORD_DEFAULT: return 2;
  case YS_WORD_VALIDATION: return 3;
  default: return 4;
  }
}

static ys_status conflict(ys_space *space, const ys_slot *slot,
                          const ys_annot *const *annots, const ys_annot *by) {
  const ys_annot *first = NULL;
  ys_str parts[3 * SHAPES];
  size_t n = 0;
  ys_diag *diag;
  for (size_t i = 0; i < SHAPES; i++) {
    if (annots[i] == NULL) continue;
    if (first == NULL || annots[i]->line < first->line) first = annots[i];
    if (n > 0) parts[n++] = YS_STR(", ");
    parts[n++] = YS_STR("@");
    parts[n++] = annots[i]->name;
  }
  if (first == NULL) return YS_OK;
  diag =
      ys_space_diagnose(space, by == NULL ? YS_E_BELOW_ANY : YS_E_BELOW_TYPED,
                        ys_slot_place(slot), ys_annot_place(first));
  if (diag == NULL) return YS_NOMEM;
  if (by != NULL) diag->args[1] = by->name;
  return ys_str_join(&space->arena, parts, n, &diag->args[0]);
}

ys_status ys_schema_words_none_below(ys_space *space, const ys_slot *parent,
                                     const ys_annot *by) {
  const unsigned stands = parent->kind == YS_MAP ? YS_ON_ENTRY : YS_ON_ITEM;
  if (!ys_is_collection(parent)) return YS_OK;
  for (const ys_slot *slot = ys_slot_first(parent); slot; slot = slot->next) {
    const ys_annot *shaping[SHAPES] = {NULL};
    for (const ys_annot *annot = ys_slot_annots(slot); annot;
         annot = annot->next) {
      bool shapes = stands == YS_ON_ITEM && annot->word == YS_WORD_DEFAULT;
      if (!shapes) { /* else report only that it is not allowed at all */
        YS_TRY(is_in_place(space, slot, annot, stands, &shapes));
        shapes = shapes && ys_vocab_row_of(annot->word)->shapes;
      }
      if (shapes) shaping[place_of(annot->word)] = annot;
    }
    YS_TRY(conflict(space, slot, shaping, by));
    YS_TRY(ys_schema_words_none_below(space, slot, by));
  }
  return YS_OK;
}
