#include "core/annotation/vocabulary.h"

#include <string.h>

#include "core/annotation/synonym.h"

#define NAME(literal)                                                          \
  { literal, sizeof(literal) - 1 }

#define ROW(word, name, places, documents, shapes)                             \
  {NAME(name), YS_WORD_##word, places, documents, shapes},

static const ys_vocab_row rows[] = {YS_VOCABULARY(ROW, ROW)};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

/* Names of other tools about which there are messages. */
static const struct {
  ys_str name;
  ys_word word;
} others[] = {
    {NAME("library/ref"), YS_WORD_LIBRARY_REF},
    {NAME("yaml/text-templated-strings"), YS_WORD_TEXT_TEMPLATES},
};

enum { OTHER_COUNT = sizeof others / sizeof others[0] };

/* Returns the word of a name that is not in the table. */
static ys_word word_beside(ys_str name) {
  for (size_t i = 0; i < OTHER_COUNT; i++)
    if (ys_str_eq(name, others[i].name)) return others[i].word;
  if (ys_str_starts(name, YS_STR("overlay/"))) return YS_WORD_OVERLAY_UNKNOWN;
  if (ys_str_starts(name, YS_STR("schema/")) ||
      ys_str_starts(name, YS_STR("data/")) ||
      ys_str_starts(name, YS_STR("assert/")))
    return YS_WORD_UNKNOWN;
  return YS_WORD_FOREIGN;
}

ys_word ys_vocab_word(ys_str name) {
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (ys_str_eq(name, rows[i].name)) return rows[i].word;
  return word_beside(name);
}

const ys_vocab_row *ys_vocab_row_of(ys_word word) {
  const ys_vocab_row *row = rows;
  while (row->word != word && row < rows + ROW_COUNT - 1)
    row++;
  return row;
}

/* The name after a prefix such as `schema/`, which users mostly know, without
 * text that is joined to it: `#@schema/desc("x")`. */
static ys_str own_part(ys_str name) {
  const char *slash = memchr(name.ptr, '/', name.len);
  const size_t before = slash != NULL ? (size_t)(slash - name.ptr) + 1 : 0;
  const ys_str own = {name.ptr + before, name.len - before};
  size_t len = 0;
  while (len < own.len && memchr("(=:", own.ptr[len], 3) == NULL)
    len++;
  return (ys_str){own.ptr, len};
}

/* Returns the name that has the own part of `best` after the same prefix as
 * `name`, or `best`: `overlay/mach` means overlay/match, not schema/match. */
static ys_str with_front_of(ys_str name, ys_str best) {
  const size_t front = (size_t)(own_part(name).ptr - name.ptr);
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (ys_str_starts(rows[i].name, (ys_str){name.ptr, front}) &&
        ys_str_eq(own_part(rows[i].name), own_part(best)))
      return rows[i].name;
  return best;
}

/* A prefix that all names share does not make them more alike. */
ys_str ys_vocab_nearest(ys_str name) {
  const ys_str synonym = ys_synonym_annotation(own_part(name));
  ys_nearest nearest;
  ys_str best = {"", 0};
  if (synonym.len > 0) return synonym;
  ys_nearest_init(&nearest, own_part(name));
  for (size_t i = 0; i < ROW_COUNT; i++) {
    const ys_str before = nearest.best;
    ys_nearest_offer(&nearest, own_part(rows[i].name));
    if (nearest.best.ptr != before.ptr) best = rows[i].name;
  }
  return with_front_of(name, best);
}

ys_str ys_vocab_places(unsigned places) {
  switch (places) {
  case YS_ON_DOCUMENT: return YS_STR("documents (---)");
  case YS_ON_ENTRY: return YS_STR("map items");
  case YS_ON_DOCUMENT | YS_ON_ENTRY: return YS_STR("documents and map items");
  case YS_ON_NODE: return YS_STR("map items and array items");
  default: return YS_STR("documents, map items and array items");
  }
}
