#ifndef SAME_TREES_H
#define SAME_TREES_H

/* same_trees.h - Compares what is made of a text when our own reader may read
 * it and when libyaml reads it alone: the trees, with their annotations and
 * places, the notes about code, and the reports. */

#include <stdio.h>

#include "core/print/report.h"
#include "core/tree/exact.h"
#include "core/yaml/parse.h"
#include "plain_memory.h"

/* ---- everything that was read, as a text --------------------------------- */

static inline void add_text(ys_buf *out, ys_str text) {
  ys_buf_uint(out, text.len);
  ys_buf_char(out, ':');
  ys_buf_add(out, text);
  ys_buf_char(out, ' ');
}

static inline void add_number(ys_buf *out, uint64_t number) {
  ys_buf_uint(out, number);
  ys_buf_char(out, ' ');
}

static inline void add_place(ys_buf *out, ys_place place) {
  add_number(out, place.line);
  add_number(out, place.column);
  add_number(out, place.source);
}

static inline void add_slot(ys_buf *out, const ys_slot *slot);

static inline void add_arguments(ys_buf *out, const ys_arg *arg) {
  for (; arg != NULL; arg = arg->next) {
    ys_buf_char(out, '(');
    add_text(out, arg->name);
    add_text(out, arg->text);
    add_number(out, arg->computed);
    add_slot(out, &arg->value);
  }
}

static inline void add_annotations(ys_buf *out, const ys_annot *annot) {
  for (; annot != NULL; annot = annot->next) {
    ys_buf_char(out, '@');
    add_text(out, annot->name);
    add_text(out, annot->text);
    add_place(out, ys_annot_place(annot));
    add_number(out, annot->word);
    add_number(out, annot->evaluated);
    add_arguments(out, annot->args);
  }
}

static inline void add_items(ys_buf *out, const ys_slot *slot) {
  const ys_slot *last = NULL;
  uint32_t count = 0;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    add_slot(out, s);
    last = s;
    count++;
  }
  if (count != ys_slot_size(slot) || last != ys_slot_last(slot)) abort();
  ys_buf_char(out, ']');
}

static inline void add_slot(ys_buf *out, const ys_slot *slot) {
  ys_buf_char(out, '\n');
  add_place(out, ys_slot_place(slot));
  if (slot->key != NULL) {
    add_number(out, slot->key->kind);
    add_text(out, slot->key->text);
  }
  add_annotations(out, ys_slot_annots(slot));
  add_number(out, slot->kind);
  add_number(out, slot->flags);
  if (ys_is_collection(slot))
    add_items(out, slot);
  else if (slot->kind == YS_STRING)
    add_text(out, ys_slot_text(slot));
  else if (slot->kind == YS_BOOL)
    add_number(out, slot->u.boolean);
  else if (ys_slot_is_exact(slot))
    add_text(out, slot->u.exact->text);
  else if (slot->kind != YS_NULL)
    add_number(out, slot->u.natural); /* the bits of a number */
}

static inline void add_notes(ys_buf *out, const ys_code_notes *notes) {
  for (const ys_computed *c = notes->computed_first; c != NULL; c = c->next) {
    add_place(out, ys_slot_place(c->slot));
    add_text(out, c->text);
    add_place(out, c->place);
  }
  for (const ys_brought *b = notes->brought_first; b != NULL; b = b->next) {
    add_place(out, ys_slot_place(b->map));
    add_place(out, ys_slot_place(b->merge));
    add_number(out, b->after != NULL);
    if (b->after != NULL) add_place(out, ys_slot_place(b->after));
    add_number(out, b->count);
  }
  for (const ys_unmarked *u = notes->unmarked_first; u != NULL; u = u->next)
    add_place(out, ys_slot_place(u->document));
}

static inline void add_documents(ys_buf *out, const ys_documents *documents) {
  add_number(out, documents->count);
  add_number(out, documents->annotated);
  for (const ys_slot *s = documents->first; s != NULL; s = s->next)
    add_slot(out, s);
  for (const ys_code_line *line = documents->code_first; line != NULL;
       line = line->next) {
    ys_buf_char(out, '#');
    add_text(out, line->text);
    add_place(out, line->place);
  }
}

/* ---- both ways ----------------------------------------------------------- */

typedef struct manner {
  bool strict, refuse_comments, code_notes;
} manner;

/* Appends what is read, or what is reported. */
static inline void read_into(ys_buf *out, ys_str text, manner how,
                             bool libyaml) {
  ys_space space;
  ys_documents documents = {0};
  ys_code_notes notes = {0};
  ys_source *source;
  uint16_t index;
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK) abort();
  space.limits.max_depth = 100; /* so that no text takes long */
  space.limits.max_alias_nodes = 1000;
  space.libyaml_only = libyaml;
  space.strict = how.strict;
  space.refuse_comments = how.refuse_comments;
  if (ys_source_new(plain_memory, YS_STR("text.yml"), text, &source) != YS_OK ||
      ys_sources_add(&space.sources, source, &index) != YS_OK)
    abort();
  const ys_extract all = {source->text, index, 0};
  const ys_status status =
      how.code_notes ? ys_parse_extract(&space, &all, &notes, &documents)
                     : ys_parse(&space, index, &documents);
  if (status == YS_NOMEM) abort();
  add_number(out, status == YS_OK);
  if (status == YS_OK) {
    add_documents(out, &documents);
    add_notes(out, &notes);
  }
  ys_report_text(&space, false, out);
  ys_report_warnings(&space, false, out);
  ys_space_release(&space);
}

/* Whether both readers give the same. If not, both results are printed. */
static inline bool same_trees(ys_str text, manner how) {
  ys_buf own, other;
  own = ys_buf_of(plain_memory);
  other = ys_buf_of(plain_memory);
  read_into(&own, text, how, false);
  read_into(&other, text, how, true);
  const bool same = ys_str_eq(ys_buf_str(&own), ys_buf_str(&other));
  if (!same)
    fprintf(stderr, "our own reader:\n%.*s\nlibyaml:\n%.*s\n", (int)own.len,
            own.ptr, (int)other.len, other.ptr);
  ys_buf_release(&own);
  ys_buf_release(&other);
  return same;
}

#endif
