#pragma once

/*
 * core/json/reader.h - The state of the JSON reader and the functions that its
 * files share: core/json/read.c reads collections, leaf.c strings, numbers and
 * words, and error.c records why a text is not JSON.
 */

#include "core/json/read.h"
#include "core/scalar/value.h"
#include "core/tree/keyset.h"

/* A map or an array that is being read. */
typedef struct ys_json_frame {
  struct ys_json_frame *below;
  ys_slot *slot;
  ys_slot **end;  /* where to link the next item */
  uint32_t size;  /* the number of items so far; the slot gets it at the end */
  bool ascending; /* the keys so far stand in the shape's order */
  uint32_t position;     /* where the next key is expected in the shape */
  const ys_shape *shape; /* the one that this map, or the maps in this array,
                            probably have; or NULL */
  const char *begins;    /* the opening bracket */
} ys_json_frame;

typedef struct ys_json_reader {
  ys_space *space;
  const ys_extract *extract;
  const char *text, *end;
  /* The start of the line that is being read, and one byte more for each byte
   * read of that line that continues a character: columns count from here. */
  const char *origin;
  uint32_t line;    /* the number of that line */
  uint16_t source;  /* that of `extract` */
  ys_line packed;   /* how the places on that line are packed */
  ys_status status; /* why reading has ended */
  bool only;        /* the text has to be JSON */
  bool other;       /* the text is not JSON */
  bool invalid;     /* an error was recorded; reading goes on to find others */
  uint32_t depth;
  ys_json_frame *top, *spare;
  const ys_shape *shape; /* that of the maps in the next value, or NULL */
  ys_keyset keyset;
  ys_key_reader *keys; /* for keys that are not in their map's shape */
  bool has_keys;       /* `keys` is started */
} ys_json_reader;

/* The place of what begins at `at`. */
static inline ys_place ys_json_place(const ys_json_reader *r, const char *at) {
  return (ys_place){r->line, (uint32_t)(at - r->origin) + 1, r->source};
}

/*
 * The functions that read a part of the text begin at `at` and return the end
 * of what they have read. This position is a parameter and a result, so that it
 * stays in a register. They return NULL when reading has to end; then `status`
 * says why.
 */
static inline const char *ys_json_fail(ys_json_reader *r, ys_status status) {
  r->status = status;
  return NULL;
}

/* ---- leaves (core/json/leaf.c) ------------------------------------------- */

/* Reads a string. The result points into the text, or into the arena if the
 * string has escapes. */
const char *ys_json_string(ys_json_reader *r, const char *at, ys_str *out);

/* Reads a number into `slot`. */
const char *ys_json_number(ys_json_reader *r, const char *at, ys_slot *slot);

/* Reads `true`, `false` or `null`. */
const char *ys_json_word(ys_json_reader *r, const char *at, ys_slot *slot);

/* ---- errors (core/json/error.c) ------------------------------------------ */

/* The reasons why a text is not JSON. */
typedef enum ys_json_error {
  YS_JSON_VALUE,   /* no value begins here */
  YS_JSON_KEY,     /* no key begins here */
  YS_JSON_COLON,   /* no colon follows the key */
  YS_JSON_ENTRY,   /* neither a comma nor a brace follows the entry */
  YS_JSON_ITEM,    /* neither a comma nor a bracket follows the item */
  YS_JSON_MORE,    /* something follows the value; the text there may change the
                      message for this and the errors above */
  YS_JSON_DIGIT,   /* a number lacks a digit */
  YS_JSON_STRING,  /* the string that begins here has no end */
  YS_JSON_CONTROL, /* a control character stands in a string */
  YS_JSON_ESCAPE,  /* a backslash is not followed by a valid escape */
  YS_JSON_SURROGATE, /* an escape is only half of a surrogate pair */
  YS_JSON_BYTES      /* the bytes are not UTF-8 */
} ys_json_error;

/* Notes that the text is not JSON, because of an error at `where`. If the text
 * must be JSON, the error is recorded. Always returns NULL. */
const char *ys_json_refuse(ys_json_reader *r, ys_json_error error,
                           const char *where);
