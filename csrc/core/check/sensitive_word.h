#ifndef YS_CHECK_SENSITIVE_WORD_H
#define YS_CHECK_SENSITIVE_WORD_H

/* core/check/sensitive_word.h - Finds words that seem to be names of sensitive
 * fields, in the lines of texts that cannot be read. */

#include "core/type/sensitive_names.h"

typedef struct ys_sensitive_words {
  const ys_keys *schema; /* the keys of the schema, or NULL */
  ys_sensitive_names names;
  bool begins[256]; /* the bytes with which the names begin */
  bool odd;         /* a name has characters that no plain word has */
  size_t effort;    /* the comparisons that may still be made */
} ys_sensitive_words;

/* Collects the names of a field, which may be NULL. The words have to be
 * released, also after a failure, which is always YS_NOMEM. */
ys_status ys_sensitive_words_init(ys_sensitive_words *w, ys_space *space,
                                  const ys_field *field);
void ys_sensitive_words_release(ys_sensitive_words *w);

/* A part of a line that seems to be a name, in bytes. */
typedef struct ys_sensitive_word {
  size_t start, end;
  bool exact; /* it is a name, and joined to nothing */
} ys_sensitive_word;

/* Finds the first word of a line that seems to be a name. When the effort is
 * spent, nothing more is found. */
bool ys_sensitive_words_find(ys_sensitive_words *w, ys_str line,
                             ys_sensitive_word *out);

/* Whether the schema has a key. */
bool ys_sensitive_words_know(const ys_sensitive_words *w, ys_str word);

/* The plain word that begins at a byte, which may be empty. */
ys_str ys_word_at(ys_str line, size_t at);

/* The byte where the first word of a line begins, after blanks, brackets and
 * quotes. */
size_t ys_word_first(ys_str line);

static inline bool ys_word_is_blank(char c) {
  return c == ' ' || c == '\t';
}

static inline bool ys_word_is_quote(char c) {
  return c == '"' || c == '\'';
}

static inline bool ys_word_is_of(char c, const char *list) {
  return c != '\0' && strchr(list, c) != NULL;
}

static inline size_t ys_word_skip_blanks(ys_str line, size_t at) {
  while (at < line.len && ys_word_is_blank(line.ptr[at]))
    at++;
  return at;
}

#endif
