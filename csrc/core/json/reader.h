#ifndef YS_JSON_READER_H
#define YS_JSON_READER_H

/*
 * core/json/reader.h - the state of the JSON reader and the functions that its
 * files share: core/json/read.c reads collections, leaf.c strings, numbers and
 * words, and fault.c records why a text is not JSON.
 */

#include "core/json/read.h"
#include "core/scalar/value.h"
#include "core/tree/keyset.h"

/* A map or an array that is being read. */
typedef struct ys_json_frame {
  struct ys_json_frame *below;
  ys_slot *slot;
  ys_slot *last, **end; /* the last item, and where to link the next one */
  uint32_t size; /* the number of items so far; the slot gets it at the end */
  const char *begins; /* the opening bracket */
} ys_json_frame;

typedef struct ys_json_reader {
  ys_space *space;
  const ys_extract *extract;
  const char *text, *at, *end;
  const char *line_start; /* the start of the line that contains `at` */
  uint32_t line;          /* the number of that line */
  size_t extra; /* bytes before `at` on its line that continue a character */
  bool only;    /* the text has to be JSON */
  bool other;   /* the text is not JSON */
  bool invalid; /* a fault was recorded; reading goes on to find others */
  uint32_t depth;
  ys_json_frame *top, *spare;
  ys_keyset keyset;
  ys_key_reader keys;
} ys_json_reader;

/* The place of what begins at the current position. */
static inline ys_place ys_json_place(const ys_json_reader *r) {
  const size_t column = (size_t)(r->at - r->line_start) - r->extra + 1;
  return (ys_place){r->line, (uint32_t)column, r->extract->source};
}

/* ---- leaves (core/json/leaf.c) ----------------------------------------- */

/* Each of these functions reads at `at` and leaves `at` behind what it has
 * read. */

/* Reads a string. The result points into the text, or into the arena if the
 * string has escapes. */
ys_status ys_json_string(ys_json_reader *r, ys_str *out);

/* Reads a number into `slot`. */
ys_status ys_json_number(ys_json_reader *r, ys_slot *slot);

/* Reads `true`, `false` or `null`. */
ys_status ys_json_word(ys_json_reader *r, ys_slot *slot);

/* ---- faults (core/json/fault.c) ---------------------------------------- */

/* The reasons why a text is not JSON. */
typedef enum ys_json_fault {
  YS_JSON_VALUE,   /* no value begins here */
  YS_JSON_KEY,     /* no key begins here */
  YS_JSON_COLON,   /* no colon follows the key */
  YS_JSON_ENTRY,   /* neither a comma nor a brace follows the entry */
  YS_JSON_ITEM,    /* neither a comma nor a bracket follows the item */
  YS_JSON_MORE,    /* something follows the value; the text there may change the
                      message for this and the faults above */
  YS_JSON_DIGIT,   /* a number lacks a digit */
  YS_JSON_STRING,  /* the string that begins here has no end */
  YS_JSON_CONTROL, /* a control character stands in a string */
  YS_JSON_ESCAPE,  /* a backslash is not followed by a valid escape */
  YS_JSON_SURROGATE, /* an escape is only half of a surrogate pair */
  YS_JSON_BYTES      /* the bytes are not UTF-8 */
} ys_json_fault;

/* Notes that the text is not JSON, because of a fault at `where`. If the text
 * must be JSON, the fault is recorded. Always returns YS_INVALID. */
ys_status ys_json_refuse(ys_json_reader *r, ys_json_fault fault,
                         const char *where);

#endif
