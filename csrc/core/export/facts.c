#include "core/export/facts.h"

#define ROW(word, kind, ...) {YS_WORD_##word, YS_FACT_##kind, __VA_ARGS__},

const ys_fact_row ys_fact_rows[] = {YS_FACTS(ROW)};

static ys_fact notice(ys_str text, ys_place place) {
  return (ys_fact){.given = place.line > 0, .text = text, .place = place};
}

ys_fact ys_fact_of(const ys_field *field, const ys_docs *docs,
                   const ys_fact_row *row) {
  ys_fact fact = {.given = false};
  switch (row->word) {
  case YS_WORD_SENSITIVE: return (ys_fact){.given = field->sensitive};
  case YS_WORD_DEPRECATED:
    return notice(docs->deprecated, docs->deprecated_place);
  case YS_WORD_EXAMPLE: fact.examples = docs->examples; break;
  case YS_WORD_RENAMED: fact.names = field->renamed; break;
  default: fact.text = ys_docs_text(docs, row->word);
  }
  fact.given = fact.text.len > 0 || fact.examples != NULL || fact.names != NULL;
  return fact;
}
