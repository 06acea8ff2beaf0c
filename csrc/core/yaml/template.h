#pragma once

/*
 * core/yaml/template.h - YAML with code lines around its nodes, as trees that
 * grow while the code runs.
 *
 * A part is a text that is parsed once: a file without the bodies of its
 * functions, or one such body. Its nodes are documents, map entries and array
 * items; they are numbered in the order of the text. A frame is one run of a
 * part's code. To put a node makes an instance of it and appends the instance
 * to the latest instance of the node's parent. So code that does not run leaves
 * nodes out, a loop repeats nodes, and the end of a node needs no mark.
 */

#include "core/tree/keyset.h"
#include "core/yaml/parse.h"

/* Whether a text may contain code: a `#@` with a blank or nothing after it. */
bool ys_template_likely(ys_str text);

#define YS_NO_NODE UINT32_MAX

typedef struct ys_part_node {
  ys_slot *slot;               /* the slot as parsed */
  const ys_computed *computed; /* the code that is the node's value, or NULL */
  uint32_t parent; /* the number of the parent; YS_NO_NODE for documents */
  uint32_t line;   /* ascends: never less than the line of the previous node */
  uint32_t depth;  /* the number of collections around it */
  bool whole;      /* a copy by an alias or `<<`: no nodes below */
  bool unmarked;   /* a document without `---`, which is made once, when it is
                      needed */
} ys_part_node;

typedef struct ys_part {
  ys_space *space;
  ys_documents documents; /* the documents as parsed, only for internal use */
  ys_code_notes code_notes;
  ys_part_node *nodes;
  uint32_t count;
  bool marked; /* one of its documents has a `---` */
} ys_part;

/*
 * Parses a text. The text and the part must live as long as the space. On
 * YS_INVALID the space has at least one new record. Equal keys in a map are not
 * an error yet, since code may leave one of them out.
 */
ys_status ys_part_parse(ys_space *space, const ys_extract *extract,
                        ys_part *out);

/* Returns the first node whose line is `line` or a later one; the number of
 * nodes if there is none. */
uint32_t ys_part_find(const ys_part *part, uint32_t line);

/* The latest instance of a node, and the list of nodes below it that have
 * one. */
typedef struct ys_live {
  ys_slot *instance; /* NULL: its parent's latest instance has none */
  uint32_t below;    /* the first node below with an instance, + 1; or 0 */
  uint32_t next;     /* the next node below the same parent, + 1; or 0 */
} ys_live;

typedef struct ys_frame {
  ys_space *space; /* owns the instances: the part's space or a child of it */
  const ys_part *part;
  ys_memory memory; /* for `live` */
  size_t live_size;
  ys_live *live;          /* per node; NULL after the release */
  bool plain;             /* instances have no annotations */
  ys_documents documents; /* the documents made so far */
  struct {
    const ys_slot *instance;
    size_t index;
    ys_annot *annot;
  } found; /* the latest result of ys_frame_annot() */
} ys_frame;

/* Starts a frame, which the caller must release. Instances are made in `space`,
 * which is the part's space or a child of it. Part and space must outlive the
 * frame. */
ys_status ys_frame_init(ys_frame *frame, const ys_part *part, ys_space *space);

/* Frees what is not in the space; instances stay. It may be called twice. */
void ys_frame_release(ys_frame *frame);

/*
 * Puts the nodes with the numbers from `from` to `to` inclusive. Each takes
 * constant time on average. YS_INVALID means that the parent of a node has no
 * instance, which is recorded.
 */
ys_status ys_frame_put(ys_frame *frame, uint32_t from, uint32_t to);

/* Returns the annotation number `index`, from 1, of the latest instance of a
 * node, or NULL if there is none. Calls with ascending indexes take constant
 * time each. */
ys_annot *ys_frame_annot(ys_frame *frame, uint32_t node, size_t index);

/* Ends the frame: nothing more may be put. Records keys that stand twice in a
 * map. */
ys_status ys_frame_finish(ys_frame *frame);
