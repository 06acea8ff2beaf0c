/* test_slot.c - Tests of the parts of a slot besides its value: items, notes,
 * and parts that do not fit into it. */

#include "check.h"
#include "core/tree/node.h"
#include "counted_memory.h"

#include <string.h>

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
    CHECK(ys_slot_size(&map) == i + 1 && ys_slot_last(&map) == &entries[i]);
    if (i < 8) CHECK(finds_all(&map) && ys_slot_items(&map) == NULL);
  }
  CHECK(finds_all(&map) && ys_slot_items(&map) != NULL);
  entries[29].flags = entries[3].flags = YS_SLOT_REMOVED;
  ys_slot_sweep(&map);
  CHECK(ys_slot_size(&map) == 28 && ys_slot_last(&map) == &entries[28]);
  CHECK(finds_all(&map));
}

/* Copies of a slot share its notes, and a change of one leaves the other. */
static void test_notes(void) {
  ys_slot slot = {0};
  struct ys_annot *first = ys_arena_zalloc(&space.arena, 8, 8);
  CHECK(ys_slot_set_place(&space.arena, &slot, (ys_place){7, 2, 1}) == YS_OK);
  CHECK(ys_slot_annots(&slot) == NULL && ys_slot_line(&slot) == 7);
  CHECK(ys_slot_annotate(&space.arena, &slot, first) == YS_OK);
  ys_slot copy = slot;
  CHECK(ys_slot_annots(&copy) == first && ys_slot_place(&copy).column == 2);
  CHECK(ys_slot_annotate(&space.arena, &copy, first) == YS_OK);
  const ys_place far = {UINT32_MAX, UINT32_MAX, UINT16_MAX};
  CHECK(ys_slot_set_place(&space.arena, &copy, far) == YS_OK);
  CHECK(ys_place_is(ys_slot_place(&copy), far));
  CHECK(ys_slot_line(&slot) == 7 && ys_slot_annots(&slot) == first);
  ys_slot_drop_annots(&slot);
  CHECK(ys_slot_line(&slot) == 7 && ys_slot_annots(&slot) == NULL);
  CHECK(ys_slot_annots(&copy) == first);
  ys_slot_drop_annots(&copy);
  CHECK(ys_slot_annots(&copy) == NULL);
  CHECK(ys_place_is(ys_slot_place(&copy), far));
}

/* Any place stays as it is, in a slot of any kind, with annotations or
 * without. */
static void test_places(void) {
  static const uint32_t numbers[] = {
      0,       1,       7,        8,          255,        256,
      1023,    1024,    4095,     4096,       131071,     131072,
      1048575, 1048576, 67108863, UINT32_MAX, 4194303,    4194304,
      16,      63,      64,       33554431,   2147483647, 2147483648};
  static const uint16_t sources[] = {0,  1,  3,    4,    7,         8,
                                     15, 16, 1023, 1024, UINT16_MAX};
  enum { NUMBERS = sizeof numbers / sizeof *numbers };
  enum { SOURCES = sizeof sources / sizeof *sources };
  struct ys_annot *annots = ys_arena_zalloc(&space.arena, 8, 8);
  bool right = true;
  for (size_t i = 0; i < NUMBERS * NUMBERS * SOURCES; i++) {
    const ys_place place = {numbers[i % NUMBERS],
                            numbers[i / NUMBERS % NUMBERS],
                            sources[i / NUMBERS / NUMBERS]};
    const ys_line line = ys_line_of(place.line, place.source);
    ys_slot slot = {0}, other = {0}, like;
    right &= ys_slot_set_text(&space.arena, &slot, YS_STR("abc")) == YS_OK;
    right &= ys_slot_set_place(&space.arena, &slot, place) == YS_OK;
    right &= ys_place_is(ys_slot_place(&slot), place);
    right &= ys_slot_line(&slot) == place.line;
    right &= ys_slot_source(&slot) == place.source;
    right &= ys_str_eq(ys_slot_text(&slot), YS_STR("abc"));
    if (ys_slot_start_on(&other, &line, place.column))
      right &= ys_place_is(ys_slot_place(&other), place);
    ys_slot_start_like(&like, &slot);
    right &= ys_place_is(ys_slot_place(&like), place);
    right &= ys_slot_annotate(&space.arena, &slot, annots) == YS_OK;
    right &= ys_place_is(ys_slot_place(&slot), place);
    ys_slot_start_like(&like, &slot);
    right &= ys_place_is(ys_slot_place(&like), place);
    right &= ys_slot_annots(&slot) == annots && ys_slot_annots(&like) == NULL;
    ys_slot_drop_annots(&slot);
    right &= ys_place_is(ys_slot_place(&slot), place);
    right &= ys_str_eq(ys_slot_text(&slot), YS_STR("abc"));
  }
  CHECK(right);
}

/* ---- sizes --------------------------------------------------------------- */

enum { LONG = 5000 };

static bool is_long(const ys_slot *slot, const ys_str *text) {
  return slot->kind == YS_STRING && ys_slot_size(slot) == LONG &&
         ys_str_eq(ys_slot_text(slot), *text);
}

/* A string of any length stays the same when the slot gets and loses notes, and
 * when it is moved. */
static void test_texts(void) {
  static char letters[LONG];
  const ys_str text = {memset(letters, 'x', LONG), LONG};
  struct ys_annot *annots = ys_arena_zalloc(&space.arena, 8, 8);
  for (size_t len = 0; len <= LONG; len += len < 4090 ? 409 : 1) {
    const ys_str part = {letters, len};
    ys_slot slot = {0}, copy = {0}, taken = {0};
    CHECK(ys_slot_set_text(&space.arena, &slot, part) == YS_OK);
    CHECK(ys_str_eq(ys_slot_text(&slot), part) && ys_slot_size(&slot) == len);
    CHECK(ys_slot_annotate(&space.arena, &slot, annots) == YS_OK);
    CHECK(ys_str_eq(ys_slot_text(&slot), part) && ys_slot_size(&slot) == len);
    CHECK(ys_slot_copy(&space.arena, &slot, &copy) == YS_OK);
    CHECK(ys_str_eq(ys_slot_text(&copy), part) && ys_slot_equal(&copy, &slot));
    CHECK(ys_slot_annotate(&space.arena, &taken, annots) == YS_OK);
    CHECK(ys_slot_take(&space.arena, &taken, &copy) == YS_OK);
    CHECK(ys_str_eq(ys_slot_text(&taken), part));
    CHECK(ys_slot_annots(&taken) == annots);
    ys_slot_drop_annots(&slot);
    CHECK(ys_str_eq(ys_slot_text(&slot), part) && ys_slot_size(&slot) == len);
  }
  ys_slot shown = {0};
  ys_slot_show_text(&shown, &text);
  CHECK(is_long(&shown, &text));
  CHECK(ys_slot_annotate(&space.arena, &shown, annots) == YS_OK);
  CHECK(is_long(&shown, &text));
}

/* A collection of any size, whether it has annotations or not, and whether they
 * come before its items or after them. */
static void test_sizes(void) {
  struct ys_annot *annots = ys_arena_zalloc(&space.arena, 8, 8);
  for (unsigned way = 0; way < 4; way++) {
    ys_slot list = {0}, copy = {0}, clone = {0};
    ys_slot *items = ys_arena_zalloc(&space.arena, LONG, sizeof *items);
    if ((way & 1) != 0)
      CHECK(ys_slot_annotate(&space.arena, &list, annots) == YS_OK);
    ys_slot_make_bare(&list, YS_ARRAY);
    if ((way & 2) != 0)
      CHECK(ys_slot_make_collection(&space.arena, &list, YS_ARRAY) == YS_OK);
    for (uint32_t i = 0; i < LONG; i++) {
      ys_slot_append(&list, &items[i]);
      if (i % 500 == 0) CHECK(ys_slot_size(&list) == i + 1);
    }
    CHECK(ys_slot_size(&list) == LONG &&
          ys_slot_last(&list) == &items[LONG - 1]);
    CHECK(ys_slot_annotate(&space.arena, &list, annots) == YS_OK);
    CHECK(ys_slot_size(&list) == LONG);
    CHECK(ys_slot_copy(&space.arena, &list, &copy) == YS_OK);
    CHECK(ys_slot_size(&copy) == LONG && ys_slot_equal(&list, &copy));
    CHECK(ys_slot_clone(&space.arena, &list, &clone) == YS_OK);
    CHECK(ys_slot_size(&clone) == LONG && ys_slot_annots(&clone) == annots);
    ys_slot_drop_annots(&list);
    CHECK(ys_slot_size(&list) == LONG &&
          ys_slot_last(&list) == &items[LONG - 1]);
    items[7].flags = YS_SLOT_REMOVED;
    ys_slot_sweep(&list);
    CHECK(ys_slot_size(&list) == LONG - 1 && ys_slot_size(&copy) == LONG);
  }
}

int main(void) {
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  test_bare();
  test_notes();
  test_places();
  test_texts();
  test_sizes();
  ys_space_release(&space);
  CHECK(count.held == 0);
  return check_done();
}
