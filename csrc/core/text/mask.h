#pragma once

/*
 * core/text/mask.h - Masks what is sensitive in reports, by its place: in
 * source lines, and in records about such a place (reference#sensitive). Only
 * in what a function of the schema says, which has no place, values are
 * searched for.
 *
 * Masks are made for one report, from what a space knows to be sensitive
 * (core/print/masking.h), and live in the arena of their maker.
 */

#include "core/text/diagnostic.h"

/* The text shown instead of a sensitive one. */
#define YS_MASKED YS_STR("(sensitive)")

/* A part of a source that must not be shown, in bytes. */
typedef struct ys_span {
  uint32_t start, end;
  uint16_t source;
} ys_span;

/* A text that no record may show. */
typedef struct ys_masked_text {
  ys_str text;
  bool as_word;     /* only in what was found, where no letter or digit stands
                       beside it */
  bool to_end;      /* the rest of its line is sensitive, too */
  size_t beginning; /* 1 + the index of the longest text that it begins with,
                       or 0 */
} ys_masked_text;

/* Masks the keys of a path that must not be shown: those of a sensitive map
 * that the schema does not name there. */
typedef struct ys_masked_path {
  ys_str path;
  bool last;      /* its last key is masked */
  bool sensitive; /* what stands there is sensitive */
  bool partly;    /* something in what may stand there is sensitive */
} ys_masked_path;

typedef ys_status ys_mask_path(const void *space, ys_arena *arena, ys_str path,
                               ys_masked_path *out);

typedef struct ys_masks {
  ys_span *spans; /* sorted; no two overlap */
  size_t span_count;
  ys_place *places; /* of sensitive nodes; sorted by source, line and column */
  size_t place_count;
  ys_mask_path *mask_path; /* NULL: there is no schema for the paths */
  bool (*knows)(const void *space, ys_str key); /* whether a schema has a key */
  const void *space;                            /* for these functions */
  ys_masked_text *texts;                        /* sorted, all different */
  size_t text_count;
  bool *closed;          /* [made_for]: nothing of a source may be shown */
  const void *made_from; /* the newest note of what is sensitive … */
  uint32_t made_for;     /* … and the number of sources, then */
  bool begins[256];      /* the bytes with which the texts begin */
} ys_masks;

/* Sorts spans and unites those that overlap. */
void ys_masks_order_spans(ys_masks *masks);

/* Sorts texts, removes repetitions, and sets the other members. */
void ys_masks_order_texts(ys_masks *masks);

/* Whether nothing of the text at a place may be shown. `masks` may be NULL. */
static inline bool ys_masks_close(const ys_masks *masks, ys_place place) {
  return masks != NULL && place.line > 0 && place.source < masks->made_for &&
         masks->closed[place.source];
}

/* Appends the source line of `place` with its sensitive parts replaced, or its
 * first `most` bytes. `column` of the place follows its character. */
void ys_masks_line(const ys_masks *masks, const ys_sources *sources,
                   ys_place *place, size_t most, ys_buf *out);

/* Whether something in the line of a place is replaced. `masks` may be NULL. */
bool ys_masks_hide(const ys_masks *masks, const ys_sources *sources,
                   ys_place place);

/* No more of a line is read for an excerpt, which shows less, so that many
 * errors in one long line stay cheap. */
enum { YS_MASK_LINE = 20000 };

/* Sorts places. */
void ys_masks_order_places(ys_masks *masks);

/* Gives a copy of the record that shows nothing sensitive. */
ys_status ys_masks_record(const ys_masks *masks, const ys_sources *sources,
                          ys_arena *arena, const ys_diag *diag, ys_diag *out);
