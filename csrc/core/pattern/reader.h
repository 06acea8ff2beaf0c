#pragma once

/* core/pattern/reader.h - The state of translating an expression, for the
 * source files of core/pattern/ecma.h. */

#include "core/pattern/ecma.h"

/* A group that captures. */
typedef struct ys_ecma_group {
  ys_str name;   /* or "" */
  bool closed;   /* its end has been read */
  bool referred; /* there is a reference to it */
  bool repeated; /* it is a part of a repeated group */
} ys_ecma_group;

/* The flags that a modifier such as `(?i:` changes. */
typedef struct ys_ecma_flags {
  bool lines, all; /* `m` and `s` */
} ys_ecma_flags;

typedef enum ys_ecma_frame_kind {
  YS_ECMA_GROUP,
  YS_ECMA_LOOKAHEAD,
  YS_ECMA_LOOKBEHIND
} ys_ecma_frame_kind;

/* A group that has not been closed. */
typedef struct ys_ecma_frame {
  ys_ecma_frame_kind kind;
  uint32_t number;     /* of a group that captures; 0: it does not */
  uint32_t before;     /* how many of these begin before it */
  ys_ecma_flags flags; /* around it */
} ys_ecma_frame;

typedef struct ys_ecma_reader {
  ys_str text;
  size_t at;
  ys_buf *out;
  ys_ecma *result;
  ys_ecma_flags flags;
  ys_ecma_group *groups; /* [group_count + 1], by number */
  uint32_t group_count, begun;
  bool named;            /* a group has a name */
  ys_ecma_frame *frames; /* [depth], with room for all */
  uint32_t depth, lookbehinds;
} ys_ecma_reader;

/* The byte at a distance from the next one; NUL at the end. */
static inline char ys_ecma_peek(const ys_ecma_reader *r, size_t distance) {
  const size_t at = r->at + distance;
  return at < r->text.len ? r->text.ptr[at] : '\0';
}

/* Whether the rest of the text begins with `word`. */
static inline bool ys_ecma_sees(const ys_ecma_reader *r, const char *word) {
  return ys_str_is_at(r->text, r->at, word);
}

static inline bool ys_ecma_take(ys_ecma_reader *r, const char *word) {
  if (!ys_ecma_sees(r, word)) return false;
  r->at += strlen(word);
  return true;
}

/* Notes that the text is no expression, with the part from `from` on that has
 * been read. Gives false. */
static inline bool ys_ecma_fail(ys_ecma_reader *r, const char *problem,
                                size_t from) {
  r->result->result = YS_ECMA_INVALID;
  r->result->problem = problem;
  r->result->part = (ys_str){r->text.ptr + from, r->at - from};
  return false;
}

/* Notes that PCRE2 cannot express a part; the first one counts. */
static inline void ys_ecma_decline(ys_ecma_reader *r, const char *problem) {
  if (r->result->result != YS_ECMA_TRANSLATED) return;
  r->result->result = YS_ECMA_UNTRANSLATED;
  r->result->problem = problem;
  r->result->part = YS_STR("");
}

/* A character, or a class such as `\d`. */
typedef struct ys_ecma_atom {
  bool is_class;
  bool half;     /* half of a surrogate pair, which is in no text */
  uint32_t code; /* of a character */
  char own[48];
  ys_str text; /* how PCRE2 writes it, in `own` or elsewhere */
} ys_ecma_atom;

/* ---- prescan.c ----------------------------------------------------------- */

/* Counts the groups and notes their names; makes room for frames. */
ys_status ys_ecma_prescan(ys_ecma_reader *r, ys_arena *arena);

/* Reads a name and its `>`; false: there is none. */
bool ys_ecma_take_name(ys_ecma_reader *r, ys_str *out);

/* The number of the group with a name, or 0. */
uint32_t ys_ecma_group_number(const ys_ecma_reader *r, ys_str name);

/* ---- escape.c ------------------------------------------------------------ */

/* Reads an escape that is a character or a class. */
bool ys_ecma_escape(ys_ecma_reader *r, bool in_class, ys_ecma_atom *out);

/* ---- class.c ------------------------------------------------------------- */

/* Translates a class, from its bracket on. */
bool ys_ecma_class(ys_ecma_reader *r);

/* ---- property.c ---------------------------------------------------------- */

/* The class of the property with the name between the braces; false: there is
 * none with this name. */
bool ys_ecma_property(ys_str name, bool negated, ys_ecma_atom *out);
