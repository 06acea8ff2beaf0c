/* test_slot.c - what a slot has besides its value: items and notes. */

#include "check.h"
#include "core/tree/node.h"
#include "counted_memory.h"

static ys_space space;

static const ys_key *intern(const char *text) {
  const ys_key *key = NULL;
  CHECK(ys_keys_intern(&space.keys, YS_STRING, ys_cstr(text), &key) == YS_OK);
  return key;
}

static bool finds_all(ys_slot *map) {
  bool right = true;
  for (ys_slot *s = ys_slot_first(map); s != NULL; s = s->next)
    right &= ys_map_find(&space.arena, map, s->key) == s;
  return right && ys_map_find(&space.arena, map, intern("none")) == NULL;
}

/* A collection that has only its first slot, until it needs more. */
static void test_bare(void) {
  ys_slot map = {0},
          *entries = ys_arena_zalloc(&space.arena, 30, sizeof *entries);
  char text[32];
  ys_slot_make_bare(&map, YS_MAP);
  CHECK(ys_slot_first(&map) == NULL && ys_slot_last(&map) == NULL);
  for (uint32_t i = 0; i < 30; i++) {
    snprintf(text, sizeof text, "bare%u", i);
    entries[i].key = intern(text);
    ys_slot_append(&map, &entries[i]);
    CHECK(map.size == i + 1 && ys_slot_last(&map) == &entries[i]);
    if (i < 8) CHECK(finds_all(&map) && ys_slot_items(&map) == NULL);
  }
  CHECK(finds_all(&map) && ys_slot_items(&map) != NULL);
  entries[29].flags = entries[3].flags = YS_SLOT_REMOVED;
  ys_slot_sweep(&map);
  CHECK(map.size == 28 && ys_slot_last(&map) == &entries[28]);
  CHECK(finds_all(&map));
}

/* Copies of a slot share its notes, and a change of one leaves the other. */
static void test_notes(void) {
  ys_slot slot = {0};
  struct ys_annot *first = ys_arena_zalloc(&space.arena, 8, 8);
  ys_slot_set_place(&slot, (ys_place){7, 2, 1});
  CHECK(ys_slot_annots(&slot) == NULL && ys_slot_line(&slot) == 7);
  CHECK(ys_slot_annotate(&space.arena, &slot, first) == YS_OK);
  ys_slot copy = slot;
  CHECK(ys_slot_annots(&copy) == first && ys_slot_place(&copy).column == 2);
  CHECK(ys_slot_annotate(&space.arena, &copy, first) == YS_OK);
  ys_slot_set_place(&copy, (ys_place){UINT32_MAX, UINT32_MAX, 0});
  CHECK(ys_slot_place(&copy).line == UINT32_MAX);
  CHECK(ys_slot_place(&copy).column == INT32_MAX);
  CHECK(ys_slot_line(&slot) == 7 && ys_slot_annots(&slot) == first);
  ys_slot_drop_annots(&slot);
  CHECK(ys_slot_line(&slot) == 7 && ys_slot_annots(&slot) == NULL);
  CHECK(ys_slot_annots(&copy) == first);
}

int main(void) {
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  test_bare();
  test_notes();
  ys_space_release(&space);
  CHECK(count.held == 0);
  return check_done();
}
