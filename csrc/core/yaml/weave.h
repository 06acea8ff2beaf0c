#ifndef YS_YAML_WEAVE_H
#define YS_YAML_WEAVE_H

/*
 * core/yaml/weave.h - YAML with code lines around its nodes, as trees that grow
 * while the code runs.
 *
 * A part is a text that is parsed once: a file without the bodies of its
 * functions, or such a body. Its nodes - documents, map entries, array items -
 * have numbers in the order of the text. A frame is one time that the code of a
 * part runs: to put a node is to make an instance of it, which becomes the last
 * item of the latest instance of the node it belongs to. So code that is not
 * run leaves nodes out, a loop makes several, and nobody has to say where a
 * node ends.
 */

#include "core/tree/keyset.h"
#include "core/yaml/parse.h"

/* Whether a text may hold code: a `#@` with a blank or nothing behind it. */
bool ys_weave_likely(ys_str text);

#define YS_NO_NODE UINT32_MAX

typedef struct ys_part_node {
  ys_slot *slot;               /* as parsed */
  const ys_computed *computed; /* its value is code; or NULL */
  uint32_t parent;             /* its number; documents: YS_NO_NODE */
  uint32_t line;               /* never less than that of the node before */
  uint32_t depth;              /* collections around it */
  bool whole;    /* what is below are no nodes: an alias, or from `<<` */
  bool unmarked; /* a document without `---`: made once, when it is needed */
} ys_part_node;

typedef struct ys_part {
  ys_space *space;
  ys_documents documents; /* as parsed; not to be given to anybody */
  ys_code_notes woven;
  ys_part_node *nodes;
  uint32_t count;
  bool marked; /* a document of it has a `---` */
} ys_part;

/*
 * Parses a text, which lives as long as the space; so does the part.
 * YS_INVALID: the space has at least one new record. The same key twice in a
 * map is no fault yet, since code may leave one out.
 */
ys_status ys_part_parse(ys_space *space, const ys_extract *extract,
                        ys_part *out);

/* The first node of a line from `line` on; the number of nodes if there is
 * none. */
uint32_t ys_part_find(const ys_part *part, uint32_t line);

/* What a node has at most one latest instance of, and which nodes below it have
 * one. */
typedef struct ys_live {
  ys_slot *instance; /* NULL: there is none in its parent's instance */
  uint32_t below;    /* first of those, + 1; or 0 */
  uint32_t next;     /* the next one below the same node, + 1; or 0 */
} ys_live;

typedef struct ys_frame {
  ys_space *space; /* of the instances: the part's or a child of it */
  const ys_part *part;
  ys_memory memory; /* of `live` */
  size_t live_size;
  ys_live *live;          /* by node; NULL: released */
  bool plain;             /* instances have no annotations */
  ys_documents documents; /* made so far */
  struct {
    const ys_slot *instance;
    size_t index;
    ys_annot *annot;
  } found; /* by ys_frame_annot() last */
} ys_frame;

/* Instances are made in `space`: the part's, or a child of it. Both outlive the
 * frame, which is to be released. */
ys_status ys_frame_init(ys_frame *frame, const ys_part *part, ys_space *space);

/* Frees what is not of the space; instances stay. Safe twice. */
void ys_frame_release(ys_frame *frame);

/*
 * Puts the nodes from number `from` to `to`, both included. Takes constant time
 * for each, on the average. YS_INVALID: there is a record of a node whose
 * parent has no instance.
 */
ys_status ys_frame_put(ys_frame *frame, uint32_t from, uint32_t to);

/* The annotation of the latest instance of a node, counted from 1; NULL: there
 * is none. One after the other they take constant time each. */
ys_annot *ys_frame_annot(ys_frame *frame, uint32_t node, size_t index);

/* Nothing more is put: records keys that stand twice in a map. */
ys_status ys_frame_finish(ys_frame *frame);

#endif
