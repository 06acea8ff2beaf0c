#pragma once

/*
 * core/annotation/literal_parts.h - The reader of literals, shared by the files
 * that implement core/annotation/literal.h: literal.c reads values and
 * arguments, literal_text.c strings, literal_number.c numbers.
 */

#include "core/annotation/literal.h"

/*
 * A position in the text. Functions return false if the text there is not a
 * literal or if memory ran out; then reading the whole text stops.
 */
typedef struct ys_literal_reader {
  ys_space *space;
  const ys_annot *annot;
  const char *at, *end;
  uint32_t depth;
  bool no_memory;
} ys_literal_reader;

static inline bool ys_literal_out_of_memory(ys_literal_reader *r) {
  r->no_memory = true;
  return false;
}

/* ---- characters ---------------------------------------------------------- */

static inline bool ys_literal_is_name_start(char c) {
  return ys_is_letter(c) || c == '_' || (unsigned char)c >= 0x80;
}

static inline bool ys_literal_is_name(char c) {
  return ys_literal_is_name_start(c) || ys_is_digit(c);
}

/* The character `ahead` characters further; '\0' beyond the end. */
static inline char ys_literal_peek(const ys_literal_reader *r, size_t ahead) {
  return (size_t)(r->end - r->at) > ahead ? r->at[ahead] : '\0';
}

static inline void ys_literal_skip_blanks(ys_literal_reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
    r->at++;
}

/* Skips `c` and the blanks after it; returns false if another character is
 * there. */
static inline bool ys_literal_take(ys_literal_reader *r, char c) {
  if (r->at == r->end || *r->at != c) return false;
  r->at++;
  ys_literal_skip_blanks(r);
  return true;
}

/* ---- strings: core/annotation/literal_text.c ----------------------------- */

/* Whether a string begins here; sets whether it is a raw string. */
bool ys_literal_at_text(const ys_literal_reader *r, bool *raw);

/* Reads a string and the blanks after it; `raw` as ys_literal_at_text() set
 * it. */
bool ys_literal_text(ys_literal_reader *r, bool raw, ys_str *out);

/* ---- numbers: core/annotation/literal_number.c --------------------------- */

/* Reads a number with its sign and the blanks after it. */
bool ys_literal_number(ys_literal_reader *r, ys_slot *out);
