/* test_node.c - Keys, shapes, slots, paths and spaces. */

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "core/tree/node.h"
#include "counted_memory.h"

/* ---- keys and shapes ----------------------------------------------------- */

static const ys_key *intern(ys_space *space, ys_kind kind, const char *text) {
  const ys_key *key = NULL;
  CHECK(ys_keys_intern(&space->keys, kind, ys_cstr(text), &key) == YS_OK);
  return key;
}

static void test_keys(void) {
  ys_space schema, run;
  ys_space_init(&schema, memory, NULL);
  const ys_key *known = intern(&schema, YS_STRING, "known");
  ys_space_init(&run, memory, &schema);
  const ys_key *mine = intern(&run, YS_STRING, "mine");
  CHECK(known != mine);
  CHECK(intern(&run, YS_STRING, "known") == known);
  CHECK(intern(&run, YS_STRING, "mine") == mine);
  CHECK(intern(&schema, YS_STRING, "mine") != mine);
  CHECK(intern(&run, YS_INT, "1") != intern(&run, YS_STRING, "1"));
  CHECK(intern(&run, YS_INT, "1")->kind == YS_INT);
  CHECK(intern(&run, YS_STRING, "") == intern(&run, YS_STRING, ""));
  CHECK(same(mine->text, "mine"));
  ys_space_release(&run);
  ys_space_release(&schema);
  CHECK(count.held == 0);
}

enum { MANY = 200000 };

/* Interning and finding stay quick in large maps. */
static void test_many_keys(void) {
  ys_space space;
  char text[32];
  ys_space_init(&space, memory, NULL);
  ys_slot *map = ys_arena_new(&space.arena, ys_slot);
  ys_slot *slots = ys_arena_zalloc(&space.arena, MANY, sizeof *slots);
  CHECK(ys_slot_make_collection(&space.arena, map, YS_MAP) == YS_OK);
  const clock_t start = clock();
  bool right = true;
  for (int i = 0; i < MANY; i++) {
    int len = snprintf(text, sizeof text, "key-%d", i);
    const ys_key *key = NULL;
    ys_keys_intern(&space.keys, YS_STRING, (ys_str){text, (size_t)len}, &key);
    right &= ys_map_find(&space.arena, map, key) == NULL;
    slots[i].key = key;
    ys_slot_append(map, &slots[i]);
    right &= ys_map_find(&space.arena, map, key) == &slots[i];
    right &= ys_map_find(&space.arena, map, slots[i / 2].key) == &slots[i / 2];
  }
  CHECK(right);
  CHECK(ys_slot_size(map) == MANY && ys_slot_last(map) == &slots[MANY - 1]);
  CHECK(space.keys.count == MANY);
  CHECK(clock() - start < 5 * CLOCKS_PER_SEC);
  ys_space_release(&space);
}

static void test_shape(void) {
  ys_space space;
  char text[32];
  ys_space_init(&space, memory, NULL);
  for (uint32_t size = 0; size < 40; size++) {
    const ys_key **keys = ys_arena_zalloc(&space.arena, size + 1, sizeof *keys);
    ys_shape shape;
    for (uint32_t i = 0; i < size; i++) {
      snprintf(text, sizeof text, "%u/%u", size, i);
      keys[i] = intern(&space, YS_STRING, text);
    }
    CHECK(ys_shape_make(&space.arena, keys, size, &shape) == YS_OK);
    bool right = true;
    for (uint32_t i = 0; i < size; i++) {
      right &= ys_shape_find(&shape, keys[i], i) == i;
      right &= ys_shape_find(&shape, keys[i], 0) == i;
      right &= ys_shape_find(&shape, keys[i], UINT32_MAX) == i;
    }
    CHECK(right);
    CHECK(ys_shape_find(&shape, intern(&space, YS_STRING, "none"), 0) == -1);
  }
  ys_space_release(&space);
}

/* ---- slots --------------------------------------------------------------- */

static ys_space space;

static ys_slot *add(ys_slot *collection, const char *key) {
  ys_slot *slot = ys_arena_new(&space.arena, ys_slot);
  if (key != NULL) slot->key = intern(&space, YS_STRING, key);
  if (collection != NULL) ys_slot_append(collection, slot);
  return slot;
}

static ys_slot *add_collection(ys_slot *collection, const char *key,
                               ys_kind kind) {
  ys_slot *slot = add(collection, key);
  CHECK(ys_slot_make_collection(&space.arena, slot, kind) == YS_OK);
  return slot;
}

static ys_slot *add_int(ys_slot *collection, const char *key, int64_t value) {
  ys_slot *slot = add(collection, key);
  slot->kind = YS_INT;
  slot->u.integer = value;
  return slot;
}

static ys_slot *add_float(ys_slot *collection, const char *key, double value) {
  ys_slot *slot = add(collection, key);
  slot->kind = YS_FLOAT;
  slot->u.number = value;
  return slot;
}

/* A map with `shaped` entries side by side and `more` after them. */
static ys_slot *shaped_map(uint32_t shaped, uint32_t more) {
  char text[32];
  ys_slot *map = add_collection(NULL, NULL, YS_MAP);
  ys_shape *shape = ys_arena_new(&space.arena, ys_shape);
  const ys_key **keys = ys_arena_zalloc(&space.arena, shaped + 1, sizeof *keys);
  ys_slot *slots = ys_arena_zalloc(&space.arena, shaped + 1, sizeof *slots);
  for (uint32_t i = 0; i < shaped; i++) {
    snprintf(text, sizeof text, "field%u", i);
    slots[i].key = keys[i] = intern(&space, YS_STRING, text);
    ys_slot_append(map, &slots[i]);
  }
  CHECK(ys_shape_make(&space.arena, keys, shaped, shape) == YS_OK);
  ys_items *items;
  CHECK(ys_slot_need_items(&space.arena, map, &items) == YS_OK);
  if (shaped > 0) items->shape = shape;
  for (uint32_t i = 0; i < more; i++) {
    snprintf(text, sizeof text, "more%u", i);
    add_int(map, text, i);
  }
  return map;
}

static bool finds_all(ys_slot *map) {
  bool right = true;
  for (ys_slot *s = ys_slot_first(map); s != NULL; s = s->next)
    right &= ys_map_find(&space.arena, map, s->key) == s;
  return right && ys_map_find(&space.arena, map,
                              intern(&space, YS_STRING, "none")) == NULL;
}

static void test_find(void) {
  for (uint32_t shaped = 0; shaped < 12; shaped += 3)
    for (uint32_t more = 0; more < 60; more += 4)
      CHECK(finds_all(shaped_map(shaped, more)));
  ys_slot *map = shaped_map(2, 30);
  CHECK(finds_all(map));
  count.left = 0; /* the index is complete and needs nothing more */
  CHECK(finds_all(map));
  count.left = -1;
  /* without memory for an index, the search is still correct */
  map = shaped_map(0, 30);
  const ys_key *none = intern(&space, YS_STRING, "none");
  ys_arena poor;
  count.left = 0;
  ys_arena_init(&poor, memory);
  CHECK(ys_map_find(&poor, map, ys_slot_last(map)->key) == ys_slot_last(map));
  CHECK(ys_map_find(&poor, map, none) == NULL);
  count.left = -1;
}

static void test_unlink(void) {
  ys_slot *map = shaped_map(0, 30);
  ys_slot *first = ys_slot_first(map), *gone = first->next;
  CHECK(finds_all(map));
  first->next = gone->next;
  ys_slot_set_size(map, ys_slot_size(map) - 1);
  ys_slot_items(map)->index = NULL;
  CHECK(ys_map_find(&space.arena, map, gone->key) == NULL);
  CHECK(finds_all(map));
}

static void test_copy(void) {
  ys_slot *map = shaped_map(9, 20);
  ys_slot *list = add_collection(map, "list", YS_ARRAY);
  CHECK(ys_slot_set_text(&space.arena, add(list, NULL), YS_STR("text")) ==
        YS_OK);
  add_collection(list, NULL, YS_MAP);
  CHECK(ys_slot_set_place(&space.arena, map, (ys_place){7, 2, 1}) == YS_OK);
  map->key = intern(&space, YS_STRING, "root");
  ys_slot other = {0}, copy;
  copy.next = &other;
  CHECK(ys_slot_copy(&space.arena, map, &copy) == YS_OK);
  CHECK(copy.next == &other && ys_slot_annots(&copy) == NULL &&
        copy.key == map->key);
  CHECK(ys_place_is(ys_slot_place(&copy), (ys_place){7, 2, 1}));
  CHECK(ys_slot_equal(map, &copy));
  CHECK(finds_all(&copy) &&
        ys_slot_items(&copy)->shape == ys_slot_items(map)->shape);
  CHECK(ys_slot_last(&copy)->next == NULL);
  add_int(ys_slot_last(&copy), NULL, 1); /* the original is not touched */
  CHECK(ys_slot_size(list) == 2);
  CHECK(!ys_slot_equal(map, &copy));
  ys_slot taken = {.key = list->key, .next = &other};
  CHECK(ys_slot_take(&space.arena, &taken, map) == YS_OK);
  CHECK(taken.key == list->key && taken.next == &other &&
        ys_slot_line(&taken) == 7);
  CHECK(taken.kind == YS_MAP && taken.u.content == map->u.content);
}

/* ---- equality ------------------------------------------------------------ */

static void test_equal_scalars(void) {
  ys_slot *one = add_int(NULL, NULL, 1), *text = add(NULL, NULL);
  ys_slot *nan = add_float(NULL, NULL, NAN);
  ys_slot *big = add_int(NULL, NULL, 0);
  CHECK(ys_slot_set_text(&space.arena, text, YS_STR("1")) == YS_OK);
  big->flags = YS_SLOT_UNSIGNED;
  big->u.natural = UINT64_C(1) << 63;
  CHECK(ys_slot_equal(one, add_float(NULL, NULL, 1.0)));
  CHECK(ys_slot_equal(add_float(NULL, NULL, 1.0), one));
  CHECK(!ys_slot_equal(one, add_float(NULL, NULL, 1.5)));
  CHECK(!ys_slot_equal(one, text));
  CHECK(!ys_slot_equal(one, add(NULL, NULL)));
  CHECK(ys_slot_equal(add(NULL, NULL), add(NULL, NULL)));
  CHECK(!ys_slot_equal(nan, nan));
  CHECK(ys_slot_equal(big, add_float(NULL, NULL, 0x1p63)));
  CHECK(!ys_slot_equal(big, add_int(NULL, NULL, INT64_MIN)));
  CHECK(ys_slot_equal(add_int(NULL, NULL, INT64_MIN),
                      add_float(NULL, NULL, -0x1p63)));
  /* 2^53 + 1 is no double */
  CHECK(!ys_slot_equal(add_int(NULL, NULL, 9007199254740993),
                       add_float(NULL, NULL, 9007199254740992.0)));
  CHECK(!ys_slot_equal(big, add_float(NULL, NULL, INFINITY)));
  CHECK(ys_slot_equal(add_int(NULL, NULL, 0), add_float(NULL, NULL, -0.0)));
}

/* Entries in the order 0, 1, ... or so that each is far from its fellow. */
static ys_slot *numbered_map(int size, bool turned) {
  char text[32];
  ys_slot *map = add_collection(NULL, NULL, YS_MAP);
  for (int i = 0; i < size; i++) {
    int n = turned ? size - 1 - i : i;
    snprintf(text, sizeof text, "n%d", n);
    add_int(map, text, n);
  }
  return map;
}

static void test_equal_maps(void) {
  const int sizes[] = {0, 1, 2, 9, 50, 300, 50000};
  for (int i = 0; i < 7; i++) {
    ys_slot *a = numbered_map(sizes[i], false);
    ys_slot *b = numbered_map(sizes[i], true);
    const clock_t start = clock();
    CHECK(ys_slot_equal(a, a));
    CHECK(ys_slot_equal(a, b));
    CHECK(clock() - start < 2 * CLOCKS_PER_SEC);
    if (sizes[i] == 0) continue;
    ys_slot_first(b)->u.integer++;
    CHECK(!ys_slot_equal(a, b));
    ys_slot_first(b)->u.integer--;
    CHECK(ys_slot_equal(a, b));
    /* by value: an integer and the float of the same value */
    ys_slot *last = ys_slot_last(b);
    last->u.number = (double)last->u.integer;
    last->kind = YS_FLOAT;
    CHECK(ys_slot_equal(a, b));
    last->u.number = NAN;
    CHECK(!ys_slot_equal(a, b));
    CHECK(!ys_slot_equal(b, b));
    ys_slot_first(a)->kind = YS_FLOAT;
    ys_slot_first(a)->u.number = last->u.number;
    CHECK(!ys_slot_equal(a, b));
    last->key = intern(&space, YS_STRING, "another");
    CHECK(!ys_slot_equal(a, b));
  }
}

static void test_equal_spaces(void) {
  ys_space other;
  ys_space_init(&other, memory, NULL);
  for (int size = 3; size < 1000; size += 900) {
    ys_slot *a = numbered_map(size, false), *b = numbered_map(size, true);
    for (ys_slot *s = ys_slot_first(b); s != NULL; s = s->next)
      CHECK(ys_keys_intern(&other.keys, YS_STRING, s->key->text, &s->key) ==
            YS_OK);
    CHECK(ys_slot_equal(a, b));
  }
  ys_slot *a = add_collection(NULL, NULL, YS_MAP);
  ys_slot *b = add_collection(NULL, NULL, YS_MAP);
  add(a, "1");
  add(b, NULL)->key = intern(&other, YS_INT, "1");
  CHECK(!ys_slot_equal(a, b));
  ys_space_release(&other);
}

/* ---- paths and spaces ---------------------------------------------------- */

static void test_paths(void) {
  ys_str text;
  ys_path root = {NULL, NULL, 0};
  ys_path dbs = {&root, intern(&space, YS_STRING, "databases"), 0};
  ys_path item = {&dbs, NULL, 12};
  ys_path name = {&item, intern(&space, YS_STRING, "my-name_1"), 0};
  ys_path dotted = {&root, intern(&space, YS_STRING, "tls.crt"), 0};
  ys_path quoted = {&dotted, intern(&space, YS_STRING, "a\"\\\n"), 0};
  ys_path empty = {&quoted, intern(&space, YS_STRING, ""), 0};
  CHECK(ys_path_text(&space.arena, NULL, &text) == YS_OK && text.len == 0);
  CHECK(ys_path_text(&space.arena, &root, &text) == YS_OK && text.len == 0);
  CHECK(ys_path_text(&space.arena, &name, &text) == YS_OK);
  CHECK(same(text, "databases[12].my-name_1"));
  CHECK(ys_path_text(&space.arena, &empty, &text) == YS_OK);
  CHECK(same(text, "[\"tls.crt\"][\"a\\\"\\\\\\x0a\"][\"\"]"));
  ys_buf key = ys_buf_of(memory);
  ys_path_unescape(&key, YS_STR("a\\\"\\\\\\x0a\\"));
  CHECK(same((ys_str){key.ptr, key.len}, "a\"\\\n\\"));
  ys_buf_release(&key);
}

static void test_child_space(void) {
  ys_space parent, child;
  uint16_t index;
  ys_source *s = NULL;
  CHECK(ys_source_new(memory, YS_STR("v.yml"), YS_STR("x"), &s) == YS_OK);
  ys_space_init(&parent, memory, NULL);
  parent.limits.max_depth = 5;
  parent.strict = true;
  CHECK(ys_sources_add(&parent.sources, s, &index) == YS_OK);
  CHECK(ys_space_init(&child, memory, &parent) == YS_OK);
  CHECK(child.limits.max_depth == 5 && child.strict);
  CHECK(child.sources.count == 1 && s->references == 2);
  ys_space_release(&child);
  ys_space_release(&child); /* twice does no harm */
  CHECK(s->references == 1);
  count.left = 0;
  CHECK(ys_space_init(&child, memory, &parent) == YS_NOMEM);
  count.left = -1;
  CHECK(s->references == 1);
  ys_space_release(&parent);
}

static void test_hints(void) {
  const ys_shape *shape = ys_slot_items(shaped_map(500, 0))->shape;
  CHECK(same(ys_space_nearest(&space, YS_STR("fied3"), shape, NULL), "field3"));
  CHECK(same(ys_space_nearest(&space, YS_STR("x"), shape, NULL), ""));
  int hints = 0;
  for (int i = 0; i < 100; i++)
    hints += ys_space_nearest(&space, YS_STR("fied3"), shape, NULL).len > 0;
  CHECK(hints > 5 && hints < 50); /* effort is bounded */
}

static void test_slots(void) {
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  CHECK(space.limits.max_depth == 1000 && !space.strict);
  CHECK(same(ys_kind_name(YS_NULL), "null"));
  CHECK(same(ys_kind_name(YS_CLOSURE), "function"));
  CHECK(same(ys_kind_name(YS_ANY), "any"));
  test_find();
  test_unlink();
  test_copy();
  test_equal_scalars();
  test_equal_maps();
  test_equal_spaces();
  test_paths();
  test_hints();
  ys_space_release(&space);
  CHECK(count.held == 0);
}

int main(void) {
  test_keys();
  test_many_keys();
  test_shape();
  test_child_space();
  test_slots();
  return check_done();
}
