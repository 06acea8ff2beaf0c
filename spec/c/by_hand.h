#ifndef BY_HAND_H
#define BY_HAND_H

/*
 * by_hand.h - Small spaces for the tests of what comes after parsing: values
 * and arguments are written as annotation literals, closures as "FN".
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/annotation/literal.h"
#include "core/type/type.h"
#include "plain_memory.h"

static inline void hand_init(ys_space *space) {
  if (ys_space_init(space, plain_memory, NULL) != YS_OK) abort();
}

/* Adds a source and gives its number. */
static inline uint16_t hand_source(ys_space *space, const char *name,
                                   const char *text) {
  ys_source *source;
  uint16_t index;
  if (ys_source_new(plain_memory, ys_cstr(name), ys_cstr(text), &source) !=
          YS_OK ||
      ys_sources_add(&space->sources, source, &index) != YS_OK)
    abort();
  return index;
}

static inline void hand_closures(ys_slot *slot, uint32_t *count) {
  if (slot->kind == YS_STRING && ys_str_eq(ys_slot_text(slot), YS_STR("FN"))) {
    slot->kind = YS_CLOSURE;
    slot->u.closure = ++*count;
  }
  if (!ys_is_collection(slot)) return;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    hand_closures(s, count);
}

/* `#@name text` at `place`; closures get the numbers 1, 2, ... */
static inline ys_annot *hand_annot(ys_space *space, const char *name,
                                   const char *text, ys_place place) {
  ys_annot *annot =
      ys_annot_new(&space->arena, ys_cstr(name), ys_cstr(text), place);
  uint32_t count = 0;
  if (annot == NULL) abort();
  if (ys_literal_arguments(space, annot) != YS_OK || !annot->evaluated) {
    fprintf(stderr, "no literals: %s\n", text);
    abort();
  }
  for (ys_arg *arg = (ys_arg *)annot->args; arg != NULL; arg = arg->next)
    hand_closures(&arg->value, &count);
  return annot;
}

/* One literal: a number, a string, a list, a dict. */
static inline ys_slot *hand_value(ys_space *space, const char *text) {
  const ys_place nowhere = {0};
  return (ys_slot *)&hand_annot(space, "value", text, nowhere)->args->value;
}

/* Compares and, when they differ, shows both. */
static inline bool hand_same(ys_str actual, const char *expected) {
  if (ys_str_eq(actual, ys_cstr(expected))) return true;
  fprintf(stderr, "expected:\n%s\nfound:\n%.*s\n", expected, (int)actual.len,
          actual.len > 0 ? actual.ptr : "");
  return false;
}

#endif
