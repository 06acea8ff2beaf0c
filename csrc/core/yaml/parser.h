#ifndef YS_YAML_PARSER_H
#define YS_YAML_PARSER_H

/*
 * core/yaml/parser.h - the parts of core/yaml/parse.c among themselves: what it
 * knows while it reads, and what a leaf's event makes of a slot. A leaf is a
 * scalar or an alias.
 *
 * Each of a text's events comes through here, so that what most of them need is
 * inline.
 */

#include "core/event/scan.h"
#include "core/event/stream.h"
#include "core/scalar/value.h"
#include "core/tree/keyset.h"
#include "core/yaml/anchor.h"
#include "core/yaml/attach.h"
#include "core/yaml/indicator.h"

typedef struct ys_parser {
  ys_marks *marks;     /* of the text */
  ys_scanner *scanner; /* reads it; NULL: ... */
  ys_stream *stream;   /* ... this one does */
  ys_space *space;
  uint16_t source;
  bool invalid;   /* a fault was recorded; go on and find the others */
  bool empty;     /* the document has no value */
  bool unmarked;  /* it has no `---` */
  bool questions; /* a `?` may be what it is not: see core/yaml/indicator.h */
  bool bare_key;  /* so may the colon of the value that is next */
  uint32_t depth;
  struct ys_parse_frame *top, *spare; /* collections that are being read */
  ys_slot *document;
  ys_documents documents;
  ys_code_notes *woven; /* NULL: not noted */
  ys_attacher attacher;
  ys_anchors anchors;
  ys_keyset keyset;
  ys_key_reader keys;
} ys_parser;

static inline ys_place ys_parser_place(const ys_parser *p, ys_mark mark) {
  return ys_marks_place(p->marks, mark.line, mark.column);
}

/* A fault that was recorded is no reason to stop. */
static inline ys_status ys_parser_go_on(ys_parser *p, ys_status status) {
  if (status != YS_INVALID) return status;
  p->invalid = true;
  return YS_OK;
}

/* A slot of the arena, without a key and a value; NULL: there is no memory. */
static inline ys_slot *ys_parser_slot(ys_parser *p, ys_place place) {
  ys_slot *slot = ys_arena_alloc(&p->space->arena, sizeof *slot);
  if (slot == NULL) return NULL;
  slot->next = NULL;
  slot->key = NULL;
  slot->annots = NULL;
  slot->line = place.line;
  slot->column = place.column;
  slot->source = place.source;
  slot->kind = YS_NULL;
  slot->flags = 0;
  slot->size = 0;
  slot->u.natural = 0;
  return slot;
}

/* Notes a node's anchor, if it has one: `out` is its name then, else NULL. */
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

/* Where a scalar's content begins: behind its anchor and tag there may be
 * comments, too. */
size_t ys_leaf_start(const ys_parser *p, const ys_event *event);

/* Sets the value of `slot` and takes the comments inside. */
ys_status ys_leaf_scalar(ys_parser *p, const ys_event *event, ys_slot *slot);

/* Sets the value of `slot`: a copy of what is anchored. */
ys_status ys_leaf_alias(ys_parser *p, const ys_event *event, ys_slot *slot);

/* Sets the key of `entry` and takes the comments inside; or records why it can
 * have none, and leaves it NULL. */
ys_status ys_leaf_key(ys_parser *p, const ys_event *event, ys_slot *entry);

/* Records that a collection is a key, which no entry can have. */
ys_status ys_leaf_complex_key(ys_parser *p, ys_kind kind, ys_place place);

#endif
