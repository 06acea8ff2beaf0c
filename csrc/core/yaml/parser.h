#pragma once

/*
 * core/yaml/parser.h - The state of the parser and the functions that its files
 * share: core/yaml/parse.c reads documents and collections, parse_leaf.c
 * leaves. A leaf is a scalar or an alias.
 *
 * Each event of a text passes through these functions, so the most frequent
 * ones are inline.
 */

#include "core/event/scan.h"
#include "core/event/stream.h"
#include "core/scalar/value.h"
#include "core/tree/keyset.h"
#include "core/yaml/anchor.h"
#include "core/yaml/attach.h"
#include "core/yaml/indicator.h"

typedef struct ys_parser {
  ys_marks *marks;     /* the marks of the text */
  ys_scanner *scanner; /* the reader of the text; NULL if it is `stream` */
  ys_stream *stream;   /* the reader of the text if `scanner` is NULL */
  ys_space *space;
  uint16_t source;
  uint32_t near_lines; /* places on this line and below are not near */
  bool invalid;   /* an error was recorded; parsing goes on to find others */
  bool empty;     /* the document has no value */
  bool unmarked;  /* the document has no `---` */
  bool questions; /* check each `?`: see core/yaml/indicator.h */
  bool bare_key;  /* check the colon before the next value, too */
  uint32_t depth;
  struct ys_parse_frame *top, *spare; /* the open collections */
  ys_slot *document;
  ys_documents documents;
  ys_code_notes *code_notes; /* NULL: nothing is noted */
  ys_attacher attacher;
  ys_anchors anchors;
  ys_keyset keyset;
  ys_key_reader keys;
  bool core_schema; /* of documents that are no JSON Schemas */
  ys_wide wide;     /* of the same documents */
} ys_parser;

static inline ys_place ys_parser_place(const ys_parser *p, ys_mark mark) {
  return ys_marks_place(p->marks, mark.line, mark.column);
}

/* Notes a recorded error and returns YS_OK, so that parsing goes on. */
static inline ys_status ys_parser_go_on(ys_parser *p, ys_status status) {
  if (status != YS_INVALID) return status;
  p->invalid = true;
  return YS_OK;
}

/* The lines of a source whose places are near, see ys_slot_is_near(). */
static inline uint32_t ys_parser_near_lines(uint16_t source) {
  return ys_slot_is_near((ys_place){0, 0, source})
             ? UINT32_C(1) << (32 - YS_PACKED_COLUMN - YS_PACKED_SOURCE)
             : 0;
}

/* Gives a new slot a place that is not near. On failure the result is NULL. */
ys_slot *ys_parser_far_slot(ys_parser *p, ys_slot *slot, ys_place place);

/* Makes a slot without key and value in the arena; returns NULL when out of
 * memory. */
static inline ys_slot *ys_parser_slot(ys_parser *p, ys_place place) {
  ys_slot *slot = ys_arena_alloc(&p->space->arena, sizeof *slot);
  if (slot == NULL) return NULL;
  slot->next = NULL;
  slot->key = NULL;
  slot->u.natural = 0;
  slot->low = ys_slot_pack(place);
  slot->high = 0;
  slot->kind = YS_NULL;
  slot->flags = 0;
  if (place.line >= p->near_lines || place.column >> YS_PACKED_COLUMN != 0)
    return ys_parser_far_slot(p, slot, place);
  return slot;
}

/* Notes the anchor of a node. `out` becomes its name, or NULL if there is
 * none. */
static inline ys_status ys_parser_anchor(ys_parser *p, const ys_event *event,
                                         ys_slot *slot, const ys_key **out) {
  const bool open = event->type != YS_EVENT_SCALAR;
  *out = NULL;
  if (event->anchor.ptr == NULL) return YS_OK;
  YS_TRY(ys_parser_go_on(p, ys_indicator_name(p->space, p->marks, event)));
  return ys_anchors_add(&p->anchors, event->anchor, slot,
                        ys_parser_place(p, event->start), open, out);
}

/* ---- leaves (core/yaml/parse_leaf.c) ------------------------------------- */

/* Returns where a scalar's content begins, after its anchor, its tag, and
 * comments after these. */
size_t ys_leaf_start(const ys_parser *p, const ys_event *event);

/* Reads the leaves that follow as those of a JSON Schema, by YAML 1.2's core
 * schema and with exact numbers; or as the options say. */
void ys_leaf_read_as(ys_parser *p, bool json_schema);

/* Sets the value of `slot` and skips or takes the `#` inside the scalar. */
ys_status ys_leaf_scalar(ys_parser *p, const ys_event *event, ys_slot *slot);

/* Sets the value of `slot` to a copy of the anchored value. */
ys_status ys_leaf_alias(ys_parser *p, const ys_event *event, ys_slot *slot);

/* Sets the key of `entry` and skips or takes the `#` inside. If the key is
 * invalid, this is recorded and the key is NULL. */
ys_status ys_leaf_key(ys_parser *p, const ys_event *event, ys_slot *entry);

/* Records that a key is a collection, which is not allowed. */
ys_status ys_leaf_complex_key(ys_parser *p, ys_kind kind, ys_place place);
