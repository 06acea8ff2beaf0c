#pragma once

/*
 * core/yaml/layout.h - The layout of a text: where each node is written, as
 * byte offsets, and how. Programs that edit texts need it, because a tree
 * (core/yaml/parse.h) has neither ends nor spellings.
 *
 * The nodes are those that the text spells out: an alias is a leaf, and `<<` is
 * an entry. Between the ranges of two nodes there are only blanks, line breaks,
 * comments, and the indicators `- ? : , [ ] { } --- ...`.
 */

#include "core/yaml/parse.h"

typedef enum ys_layout_style {
  YS_LAYOUT_PLAIN,
  YS_LAYOUT_SINGLE_QUOTED,
  YS_LAYOUT_DOUBLE_QUOTED,
  YS_LAYOUT_LITERAL,
  YS_LAYOUT_FOLDED,
  YS_LAYOUT_BLOCK, /* a collection by indentation */
  YS_LAYOUT_FLOW,  /* a collection in brackets or braces */
  YS_LAYOUT_PAIR,  /* a map without braces in brackets: `[a: 1]` */
  YS_LAYOUT_ALIAS
} ys_layout_style;

/* The offset of a part that is not there. */
#define YS_LAYOUT_NOWHERE UINT32_MAX

/* The text before a node's content: anchor, tag, indicator. */
typedef struct ys_layout_properties {
  ys_str anchor; /* without `&`; a NULL pointer if there is none */
  ys_str tag;    /* in full; a NULL pointer if there is none */
} ys_layout_properties;

/* The properties that few nodes have. */
typedef struct ys_layout_names {
  ys_layout_properties key, value;
  ys_str alias; /* the name, of an alias */
} ys_layout_names;

/* A node. Offsets are those of first bytes, except for the ends, which are the
 * offsets after last bytes. */
typedef struct ys_layout {
  struct ys_layout *next, *parent, *first, *last;
  const ys_key *key;      /* of an entry, unless the key is an alias or `<<` */
  ys_layout_names *names; /* NULL: it has none of them */
  ys_slot value;          /* of a scalar; of a collection only the kind */
  ys_place place;         /* of the entry or item, as records have it */
  uint8_t key_style, style; /* a ys_layout_style */
  bool merge;               /* the entry is a `<<` */
  bool key_alias;           /* the key is an alias */
  uint32_t number; /* among the nodes beside it, from 1; of a root, that of its
                      document */
  uint32_t indicator; /* the `-` of an item, or the `?` of an entry */
  uint32_t key_start, key_content, key_end; /* `key_content` is after the
                                               properties */
  uint32_t colon;
  uint32_t start, content, end; /* of the value; empty if nothing is written */
} ys_layout;

/* A document: its region goes from its `---`, or from the end of the region
 * before it, to the next region. */
typedef struct ys_layout_document {
  struct ys_layout_document *next;
  ys_layout *root;
  uint32_t start, body, end; /* `body` is after the `---` */
  ys_place place;            /* of the `---`, or of the first node */
  bool marked;               /* it has a `---` */
  uint32_t number;           /* from 1 */
} ys_layout_document;

typedef struct ys_layouts {
  ys_layout_document *first, *last;
  bool json; /* the text has the form of JSON */
} ys_layouts;

/*
 * Finds the layout of a source without a tree of it: a text that ys_parse()
 * refuses for other reasons than its syntax has one, too. The space owns the
 * result.
 *
 * YS_INVALID without a new record means that only ys_layout_of() can find it,
 * if there is one.
 */
ys_status ys_layout_alone(ys_space *space, uint16_t source, ys_layouts *out);

/*
 * Finds the layout of a source that ys_parse() has read into `documents`, with
 * the same space, which owns the result. Unlike in `documents`, empty documents
 * are there, too.
 *
 * YS_INVALID without a new record means that the text is written in a way for
 * which no layout can be given.
 */
ys_status ys_layout_of(ys_space *space, uint16_t source,
                       const ys_documents *documents, ys_layouts *out);

/* A function that gets each node when it has ended: those below it came before
 * and are gone. */
typedef struct ys_layout_visitor {
  ys_status (*visit)(void *ud, const ys_layout *node);
  void *ud;
} ys_layout_visitor;

/*
 * Visits the nodes of a text, whatever its form. `out->last` is the document of
 * a node. YS_INVALID: as of ys_layout_of().
 */
ys_status ys_layout_visit(ys_space *space, const ys_extract *text,
                          ys_layouts *out, ys_layout_visitor visitor);
