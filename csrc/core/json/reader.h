#ifndef YS_JSON_READER_H
#define YS_JSON_READER_H

/*
 * core/json/reader.h - the parts of core/json/read.c among themselves: where
 * the reader is, what it makes of a string, a number or a word, and what it
 * says of a text that is no JSON.
 */

#include "core/json/read.h"
#include "core/scalar/value.h"
#include "core/tree/keyset.h"

/* A map or an array that is being read. */
typedef struct ys_json_frame {
  struct ys_json_frame *below;
  ys_slot *slot;
  ys_slot *last, **end; /* its last item, and where the next one goes */
  uint32_t size;        /* its items are counted here until it is complete */
  const char *begins;   /* its bracket */
} ys_json_frame;

typedef struct ys_json_reader {
  ys_space *space;
  const ys_extract *extract;
  const char *text, *at, *end;
  const char *line_start; /* of the line that `at` is in */
  uint32_t line;          /* its number */
  size_t extra;           /* bytes before `at`, on its line, that are no
                             character of their own */
  bool only;              /* the text has to be JSON */
  bool other;             /* it is none */
  bool invalid;           /* a fault was recorded; go on and find the others */
  uint32_t depth;
  ys_json_frame *top, *spare;
  ys_keyset keyset;
  ys_key_reader keys;
} ys_json_reader;

/* The place of what begins here. */
static inline ys_place ys_json_place(const ys_json_reader *r) {
  const size_t column = (size_t)(r->at - r->line_start) - r->extra + 1;
  return (ys_place){r->line, (uint32_t)column, r->extract->source};
}

/* ---- leaves (core/json/leaf.c) ----------------------------------------- */

/* Each of these begins at `at`, and leaves it behind what it has read. */

/* The string whose quote is there: of the text, or of the arena. */
ys_status ys_json_string(ys_json_reader *r, ys_str *out);

/* A number into `slot`. */
ys_status ys_json_number(ys_json_reader *r, ys_slot *slot);

/* `true`, `false` or `null`, whichever begins like this. */
ys_status ys_json_word(ys_json_reader *r, ys_slot *slot);

/* ---- faults (core/json/fault.c) ---------------------------------------- */

/* What is wrong. */
typedef enum ys_json_fault {
  YS_JSON_VALUE,     /* no value begins here */
  YS_JSON_KEY,       /* no key begins here */
  YS_JSON_COLON,     /* no colon follows the key */
  YS_JSON_ENTRY,     /* neither a comma nor a brace follows the entry */
  YS_JSON_ITEM,      /* neither a comma nor a bracket follows the item */
  YS_JSON_MORE,      /* something follows the value; of those above, what
                        stands there tells what to do */
  YS_JSON_DIGIT,     /* a number lacks a digit */
  YS_JSON_STRING,    /* the string that begins here has no end */
  YS_JSON_CONTROL,   /* a control character stands in a string */
  YS_JSON_ESCAPE,    /* a backslash stands before something else */
  YS_JSON_SURROGATE, /* an escape is half of a pair */
  YS_JSON_BYTES      /* the bytes are no UTF-8 */
} ys_json_fault;

/* The text is no JSON, as is seen at a place. YS_INVALID; with a record, if the
 * text has to be JSON. */
ys_status ys_json_refuse(ys_json_reader *r, ys_json_fault fault,
                         const char *where);

#endif
