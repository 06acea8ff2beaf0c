#include "ys_vocab.h"

enum {
  NODES = YS_ON_ENTRY | YS_ON_ITEM,
  ANYWHERE = YS_ON_DOCUMENT | YS_ON_ENTRY | YS_ON_ITEM
};

static const ys_vocab_row rows[] = {
    {"data/values-schema", YS_WORD_VALUES_SCHEMA, YS_ON_DOCUMENT, true, false},
    {"data/values", YS_WORD_VALUES, YS_ON_DOCUMENT, false, false},
    {"schema/match", YS_WORD_MATCH, YS_ON_DOCUMENT, true, false},
    {"schema/type", YS_WORD_TYPE, ANYWHERE, true, true},
    {"schema/nullable", YS_WORD_NULLABLE, ANYWHERE, true, true},
    {"schema/default", YS_WORD_DEFAULT, YS_ON_DOCUMENT | YS_ON_ENTRY, true,
     true},
    {"schema/title", YS_WORD_TITLE, ANYWHERE, true, false},
    {"schema/desc", YS_WORD_DESC, ANYWHERE, true, false},
    {"schema/examples", YS_WORD_EXAMPLES, ANYWHERE, true, false},
    {"schema/deprecated", YS_WORD_DEPRECATED, NODES, true, false},
    {"schema/validation", YS_WORD_VALIDATION, ANYWHERE, true, true},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

const ys_vocab_row *ys_vocab_find(ys_str name) {
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (ys_str_eq(name, ys_cstr(rows[i].name))) return &rows[i];
  return NULL;
}

bool ys_vocab_is_ours(ys_str name) {
  return ys_str_starts(name, YS_STR("schema/")) ||
         ys_str_starts(name, YS_STR("overlay/")) ||
         ys_str_starts(name, YS_STR("data/")) ||
         ys_str_starts(name, YS_STR("assert/"));
}

ys_str ys_vocab_nearest(ys_str name) {
  ys_nearest nearest;
  ys_nearest_init(&nearest, name);
  for (size_t i = 0; i < ROW_COUNT; i++)
    ys_nearest_offer(&nearest, ys_cstr(rows[i].name));
  return nearest.best;
}

ys_str ys_vocab_places(unsigned places) {
  switch (places) {
  case YS_ON_DOCUMENT: return YS_STR("documents (---)");
  case YS_ON_DOCUMENT | YS_ON_ENTRY: return YS_STR("documents and map items");
  case NODES: return YS_STR("map items and array items");
  default: return YS_STR("documents, map items and array items");
  }
}
