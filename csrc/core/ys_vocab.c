#include "ys_vocab.h"

enum {
  NODES = YS_ON_ENTRY | YS_ON_ITEM,
  ANYWHERE = YS_ON_DOCUMENT | YS_ON_ENTRY | YS_ON_ITEM,
  EITHER = YS_IN_SCHEMA | YS_IN_VALUES
};

static const ys_vocab_row rows[] = {
    {"data/values-schema", YS_WORD_VALUES_SCHEMA, YS_ON_DOCUMENT, YS_IN_SCHEMA,
     false},
    {"data/values", YS_WORD_VALUES, YS_ON_DOCUMENT, YS_IN_VALUES, false},
    {"schema/match", YS_WORD_MATCH, YS_ON_DOCUMENT, YS_IN_SCHEMA, false},
    {"schema/type", YS_WORD_TYPE, ANYWHERE, YS_IN_SCHEMA, true},
    {"schema/nullable", YS_WORD_NULLABLE, ANYWHERE, YS_IN_SCHEMA, true},
    {"schema/default", YS_WORD_DEFAULT, YS_ON_DOCUMENT | YS_ON_ENTRY,
     YS_IN_SCHEMA, true},
    {"schema/title", YS_WORD_TITLE, ANYWHERE, YS_IN_SCHEMA, false},
    {"schema/desc", YS_WORD_DESC, ANYWHERE, YS_IN_SCHEMA, false},
    {"schema/examples", YS_WORD_EXAMPLES, ANYWHERE, YS_IN_SCHEMA, false},
    {"schema/deprecated", YS_WORD_DEPRECATED, NODES, YS_IN_SCHEMA, false},
    {"schema/validation", YS_WORD_VALIDATION, ANYWHERE, YS_IN_SCHEMA, true},
    {"overlay/match", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/match-child-defaults", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/merge", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/remove", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/replace", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/insert", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/append", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
    {"overlay/assert", YS_WORD_OVERLAY, ANYWHERE, EITHER, false},
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

ys_status ys_vocab_pending(ys_arena *arena, const ys_slot *slot,
                           ys_pending ***end) {
  for (ys_annot *annot = slot->annots; annot != NULL; annot = annot->next) {
    ys_pending *pending;
    if (annot->evaluated || !ys_vocab_is_ours(annot->name)) continue;
    pending = ys_arena_new(arena, ys_pending);
    if (pending == NULL) return YS_NOMEM;
    pending->annot = annot;
    **end = pending;
    *end = &pending->next;
  }
  if (!ys_is_collection(slot)) return YS_OK;
  for (const ys_slot *s = slot->u.items->first; s != NULL; s = s->next)
    YS_TRY(ys_vocab_pending(arena, s, end));
  return YS_OK;
}

ys_str ys_vocab_places(unsigned places) {
  switch (places) {
  case YS_ON_DOCUMENT: return YS_STR("documents (---)");
  case YS_ON_DOCUMENT | YS_ON_ENTRY: return YS_STR("documents and map items");
  case NODES: return YS_STR("map items and array items");
  default: return YS_STR("documents, map items and array items");
  }
}
