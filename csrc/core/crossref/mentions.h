#pragma once

/*
 * core/crossref/mentions.h - The text of the names that a document defines and
 * of its mentions of other names, from which other documents are validated: its
 * form, and how it is written and read.
 *
 * A text is a list of records: a letter, numbers of seven bits a byte, and
 * texts with their length in front.
 *
 *   n GROUP LINE COUNT NAME...         names, the first of them on that line
 *                                      (0: on none of the file)
 *   u GROUP                            there may be other names
 *   m MEMBER NUMBER NAME DETAILS       a reference, or an item with an identity
 *
 * DETAILS is all that only a report needs.
 */

#include "core/crossref/plan.h"

/* ---- writing ------------------------------------------------------------- */

void ys_mentions_add_number(ys_buf *buf, uint64_t number);
void ys_mentions_add_text(ys_buf *buf, ys_str text);

/* Surround the bytes of a text whose length is not known before. */
size_t ys_mentions_begin_text(ys_buf *buf);
void ys_mentions_end_text(ys_buf *buf, size_t begin);

/* ---- reading ------------------------------------------------------------- */

typedef struct ys_mentions_reader {
  const char *at, *end;
  bool bad; /* the text is none that was written here */
} ys_mentions_reader;

uint64_t ys_mentions_read_number(ys_mentions_reader *reader);
ys_str ys_mentions_read_text(ys_mentions_reader *reader);

typedef struct ys_mentions_record {
  char kind;      /* 'n', 'u' or 'm' */
  uint32_t group; /* of 'n' and 'u' */
  uint32_t line;
  uint32_t count;  /* of names, which are to be read */
  uint32_t member; /* of 'm' … */
  uint32_t number; /* … and its rule */
  ys_str name, details;
  const ys_plan_rule *rule;
} ys_mentions_record;

/* Reads a record. False: there is none left, or the text is bad. After an 'n',
 * the names have to be read. */
bool ys_mentions_next(ys_mentions_reader *reader, const ys_plan *plan,
                      ys_mentions_record *out);

/* Whether a text was written for such a plan. */
bool ys_mentions_fits(const ys_plan *plan, ys_str text);

/* The facts of a mention that a report needs. */
typedef struct ys_mentions_details {
  uint32_t line, column; /* 0: unknown */
  bool sensitive;        /* the value that refers must not be shown */
  bool quoted; /* people see the name as it is, in quotes; else `shown` */
  ys_str path, shown;
  ys_str file;  /* "": the document's */
  uint32_t gap; /* of a default: the line of the map that lacks the value */
} ys_mentions_details;

void ys_mentions_write_details(ys_buf *buf, const ys_mentions_details *details);

/* False: it is no text of details. */
bool ys_mentions_read_details(ys_str text, ys_mentions_details *out);
