/* test_refer.c - Paths to names, and the names of a document. */

#include "by_hand.h"
#include "core/reference/name_set.h"
#include "core/reference/target.h"
#include "core/type/state.h"

/* ---- paths --------------------------------------------------------------- */

/* Reads a path and writes its steps: `2 k(a) i v K`, or the problem. */
static void steps(ys_space *space, const char *path, ys_buf *out) {
  static const char letters[] = "kivK";
  const char *problem;
  ys_target target;
  CHECK(ys_target_read(space, ys_cstr(path), &target, &problem) == YS_OK);
  out->len = 0;
  if (problem != NULL) {
    ys_buf_cstr(out, problem);
    return;
  }
  ys_buf_uint(out, target.up);
  for (uint32_t i = 0; i < target.count; i++) {
    const ys_target_step *step = &target.steps[i];
    ys_buf_char(out, ' ');
    ys_buf_char(out, letters[step->kind]);
    if (step->key == NULL) continue;
    ys_buf_char(out, '(');
    ys_buf_add(out, step->key->text);
    ys_buf_char(out, ')');
  }
}

static void test_paths(void) {
  static const char *const rows[][2] = {
      {"a", "0 k(a)"},
      {"a.b-c.d_1", "0 k(a) k(b-c) k(d_1)"},
      {"a[].b", "0 k(a) i k(b)"},
      {"a[][]", "0 k(a) i i"},
      {"[].a", "0 i k(a)"},
      {"a.*.b", "0 k(a) v k(b)"},
      {"*", "0 v"},
      {"a{}", "0 k(a) K"},
      {"{}", "0 K"},
      {".a", "1 k(a)"},
      {"..a[].b", "2 k(a) i k(b)"},
      {"...{}", "3 K"},
      {"[\"a.b\"].c", "0 k(a.b) k(c)"},
      {"a[\"b\"][\"*\"]", "0 k(a) k(b) k(*)"},
      {".[\"a\\\"b\\\\c\\x41\"]", "1 k(a\"b\\cA)"},
      {"a b", "0 k(a b)"},
      {"", "it is empty"},
      {"a..b", "a key is missing in it"},
      {"a.", "a key is missing in it"},
      {"a/b", "keys are separated by points; a key with a slash is quoted: "
              "[\"a/b\"]"},
      {"/a", "keys are separated by points; a key with a slash is quoted: "
             "[\"a/b\"]"},
      {"a[0]", "items have no names of their own: `[]` stands for all of them"},
      {"a{}.b", "`{}` stands only at the end of a path"},
      {"a[]b", "keys are separated by points"},
      {"[\"a", "a quoted key ends in \"]"},
      {"[\"a\"b", "a quoted key ends in \"]"},
      {"[\"a\\", "a quoted key ends in \"]"},
      {"a]", "keys are separated by points"},
  };
  ys_space space;
  hand_init(&space);
  ys_buf out = ys_buf_of(plain_memory);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    steps(&space, rows[i][0], &out);
    CHECK(hand_same(ys_buf_str(&out), rows[i][1]));
  }
  ys_buf_release(&out);
  ys_space_release(&space);
}

/* ---- names --------------------------------------------------------------- */

static void collect(ys_space *space, const char *path, ys_slot *root,
                    ys_name_set *out) {
  ys_target *target = ys_arena_new(&space->arena, ys_target);
  const char *problem;
  CHECK(ys_target_read(space, ys_cstr(path), target, &problem) == YS_OK);
  CHECK(problem == NULL);
  CHECK(ys_name_set_collect(space, target, root, out) == YS_OK);
}

static bool has(ys_space *space, const ys_name_set *names, const char *value) {
  return ys_name_set_find(names, hand_value(space, value)) != NULL;
}

static void test_names(void) {
  ys_space space;
  ys_name_set names;
  ys_slot *root;
  hand_init(&space);
  root =
      hand_value(&space, "{\"a\": [{\"n\": 1}, {\"n\": \"1\"}, {\"n\": 1.0}, "
                         "{\"n\": True}, {\"n\": None}, {\"m\": 2}, 3, "
                         "{\"n\": [4]}], \"m\": {\"x\": {\"i\": 7}}}");
  collect(&space, "a[].n", root, &names);
  CHECK(names.set.count == 3 && !names.uncertain);
  CHECK(has(&space, &names, "1.0") && has(&space, &names, "\"1\""));
  CHECK(has(&space, &names, "True") && !has(&space, &names, "\"True\""));
  CHECK(!has(&space, &names, "2") && !has(&space, &names, "4"));
  collect(&space, "m{}", root, &names);
  CHECK(names.set.count == 1 && has(&space, &names, "\"x\""));
  collect(&space, "m.*.i", root, &names);
  CHECK(names.set.count == 1 && has(&space, &names, "7"));
  collect(&space, "m[].i", root, &names);
  CHECK(names.set.count == 0 && !has(&space, &names, "7"));
  ys_space_release(&space);
}

static void test_invalid_values(void) {
  ys_space space;
  ys_name_set names;
  ys_slot *root, *item;
  hand_init(&space);
  root = hand_value(&space, "[{\"n\": 1}, {\"n\": 2}]");
  item = ys_slot_first(root)->next;
  item->flags |= YS_SLOT_DIRTY;
  collect(&space, "[].n", root, &names);
  CHECK(names.set.count == 2 && !names.uncertain); /* another key is invalid */
  collect(&space, "[].m", root, &names);
  CHECK(names.set.count == 0 && !names.uncertain); /* no key was misspelt */
  CHECK(ys_type_note_meant(&space, YS_STR("m")) == YS_OK);
  collect(&space, "[].m", root, &names);
  CHECK(names.set.count == 0 && names.uncertain);
  ys_slot_first(item)->flags |= YS_SLOT_DEFAULT;
  collect(&space, "[].n", root, &names);
  CHECK(names.set.count == 2 && !names.uncertain); /* another one was */
  CHECK(ys_type_note_meant(&space, YS_STR("n")) == YS_OK);
  collect(&space, "[].n", root, &names);
  CHECK(names.set.count == 2 && names.uncertain);
  ys_slot_first(item)->flags = YS_SLOT_INVALID;
  collect(&space, "[].n", root, &names);
  CHECK(names.set.count == 1 && names.uncertain);
  ys_space_release(&space);
}

static void test_texts(void) {
  static const char *const rows[][2] = {
      {"\"a\"", "\"a"}, {"1", "#1"},     {"1.0", "#1"},     {"1.5", "#1.5"},
      {"\"1\"", "\"1"}, {"-2.0", "#-2"}, {"True", "?true"},
  };
  ys_space space;
  hand_init(&space);
  ys_buf out = ys_buf_of(plain_memory);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    out.len = 0;
    ys_name_write(&out, hand_value(&space, rows[i][0]));
    CHECK(hand_same(ys_buf_str(&out), rows[i][1]));
  }
  ys_buf_release(&out);
  ys_space_release(&space);
}

int main(void) {
  test_paths();
  test_names();
  test_invalid_values();
  test_texts();
  return check_done();
}
