/* test_overlay_slots.c - Tests of the slots of an overlay's result: their
 * annotations, places and flags; and of slots that wait for a default. */

#include "overlay_cases.h"

/* ---- annotations of schemas ---------------------------------------------- */

static void show_annotations(const ys_slot *slot) {
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next) {
    show(a == ys_slot_annots(slot) ? "" : ", ");
    show_text(a->name);
    if (a->text.len > 0) show(" ");
    show_text(a->text);
  }
}

typedef struct annotation_case {
  const char *row, *base, *more, *also;
  const char *result; /* of the first key, then of the second */
} annotation_case;

static const annotation_case annotation_cases[] = {
    {"the left's stay", "#@schema/title \"T\"\na: 1\n", "a: 2\n", NULL,
     "schema/title \"T\""},
    {"the right's of the same name replace them "
     "(reference#annotations-of-schemas)",
     "#@schema/title \"T\"\n#@schema/validation min=1\na: 1\n",
     "#@schema/validation max=9\na: 2\n", NULL,
     "schema/title \"T\", schema/validation max=9"},
    {"others come to them", "#@schema/title \"T\"\na: 1\n",
     "#@schema/desc \"D\"\na: 2\n", NULL,
     "schema/title \"T\", schema/desc \"D\""},
    {"null takes them, too", "#@schema/title \"T\"\na: 1\n",
     "#@schema/desc \"D\"\na:\n", NULL,
     "schema/title \"T\", schema/desc \"D\""},
    {"replace takes only the right's", "#@schema/title \"T\"\na: 1\n",
     "#@overlay/replace\n#@schema/desc \"D\"\na: 2\n", NULL,
     "overlay/replace, schema/desc \"D\""},
    {"overlay annotations are not taken", "#@schema/title \"T\"\na: 1\n",
     "#@overlay/match missing_ok=True\n#@schema/desc \"D\"\na: 2\n", NULL,
     "schema/title \"T\", schema/desc \"D\""},
    {"several matches do not share their lists", "a: 1\nb: 2\n",
     "#@overlay/match by=[\"@all\"], expects=2\n#@schema/desc \"D\"\nx: 3\n",
     "#@schema/title \"T\"\na: 4\n",
     "schema/desc \"D\", schema/title \"T\" | schema/desc \"D\""},
    {"nor do several that were replaced", "a: 1\nb: 2\n",
     "#@overlay/match by=[\"@all\"], expects=2\n#@overlay/replace\n"
     "#@schema/desc \"D\"\nx: 3\n",
     "#@schema/title \"T\"\na: 4\n",
     "overlay/match by=[\"@all\"], expects=2, overlay/replace, "
     "schema/desc \"D\", schema/title \"T\" | "
     "overlay/match by=[\"@all\"], expects=2, overlay/replace, "
     "schema/desc \"D\""},
};

static void run_annotations(const annotation_case *c) {
  ys_space space;
  ys_slot left = {0}, right = {0}, third = {0};
  if (!CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK)) return;
  shown_len = 0;
  CHECK(read_both(&space, SCHEMA, c->base, c->more, &left, &right));
  CHECK(apply(&space, SCHEMA, &left, &right) == YS_OK);
  if (c->also != NULL) {
    CHECK(read_documents(&space, "p.yml", ys_cstr(c->also), &third) == YS_OK);
    for (ys_slot *s = ys_slot_first(&third); s != NULL; s = s->next)
      CHECK(ys_overlay(&space, ys_slot_first(&left), s, &options_of[SCHEMA],
                       NULL) == YS_OK);
  }
  const ys_slot *first = ys_slot_first(ys_slot_first(&left));
  show_annotations(first);
  if (first->next != NULL) show(" | ");
  if (first->next != NULL) show_annotations(first->next);
  if (!CHECK(strcmp(shown, c->result) == 0))
    fprintf(stderr, "%s\n  expected: %s\n  found:    %s\n", c->row, c->result,
            shown);
  ys_space_release(&space);
}

static void test_annotations(void) {
  for (size_t i = 0; i < sizeof annotation_cases / sizeof annotation_cases[0];
       i++)
    run_annotations(&annotation_cases[i]);
}

/* ---- places and flags ---------------------------------------------------- */

/* The slot under a key of the first document. */
static ys_slot *entry(ys_space *space, const ys_slot *documents,
                      const char *name) {
  const ys_key *key;
  CHECK(ys_keys_intern(&space->keys, YS_STRING, ys_cstr(name), &key) == YS_OK);
  return ys_map_find(&space->arena, ys_slot_first(documents), key);
}

/* The left item keeps its place and takes the right's line
 * (reference#operations). What a function gives stands there, too, but nodes in
 * it that are known keep theirs. */
static void test_places(void) {
  ys_space space;
  ys_slot left = {0}, right = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, VALUES, "a: 1\nb: {c: 1}\nd: 1\n",
                  "b: {c: 2}\n#@overlay/replace via=\"@both\"\nd: 2\n", &left,
                  &right));
  CHECK(apply(&space, VALUES, &left, &right) == YS_OK);
  CHECK(ys_slot_line(entry(&space, &left, "a")) == 1);
  CHECK(ys_slot_source(entry(&space, &left, "a")) == 0);
  const ys_slot *b = entry(&space, &left, "b"), *d = entry(&space, &left, "d");
  CHECK(ys_slot_line(b) == 3 && ys_slot_source(b) == 1);
  CHECK(ys_slot_line(ys_slot_first(b)) == 3 &&
        ys_slot_source(ys_slot_first(b)) == 1);
  CHECK(ys_slot_line(d) == 5 && ys_slot_source(d) == 1);
  CHECK(ys_slot_line(ys_slot_first(d)) == 3 &&
        ys_slot_source(ys_slot_first(d)) == 0);
  CHECK(ys_slot_line(ys_slot_last(d)) == 5 &&
        ys_slot_source(ys_slot_last(d)) == 1);
  CHECK((d->flags & YS_SLOT_TUPLE) == 0);
  ys_space_release(&space);
}

static void test_flags(void) {
  ys_space space;
  ys_slot left = {0}, right = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, VALUES, "a: 1\nb: {c: 1}\nd: 1\ne: {f: 1}\n",
                  "a: wrong\nb: {c: 2}\n#@overlay/replace\nd: wrong\n"
                  "e: {f: {g: 1}}\n",
                  &left, &right));
  entry(&space, &right, "a")->flags |= YS_SLOT_INVALID;
  entry(&space, &right, "b")->flags |= YS_SLOT_DIRTY;
  entry(&space, &right, "d")->flags |= YS_SLOT_INVALID;
  entry(&space, &left, "b")->flags |= YS_SLOT_DEFAULT;
  CHECK(apply(&space, VALUES, &left, &right) == YS_INVALID);
  const ys_slot *a = entry(&space, &left, "a"), *b = entry(&space, &left, "b");
  const ys_slot *d = entry(&space, &left, "d"), *e = entry(&space, &left, "e");
  /* an invalid value is not merged, but its flag is */
  CHECK((a->flags & YS_SLOT_INVALID) != 0 && a->kind == YS_INT);
  CHECK((d->flags & YS_SLOT_INVALID) != 0 && d->kind == YS_INT);
  /* it was given, and something in it was invalid */
  CHECK(b->flags == YS_SLOT_DIRTY);
  /* an error of the overlay itself */
  CHECK((e->flags & YS_SLOT_DIRTY) != 0);
  CHECK((ys_slot_first(e)->flags & YS_SLOT_INVALID) != 0);
  CHECK((ys_slot_first(&left)->flags & YS_SLOT_DIRTY) != 0);
  ys_space_release(&space);
}

/* An annotation whose arguments could not be evaluated has been reported: its
 * node is left out, and nothing is said again. */
static void test_unreadable(void) {
  ys_space space;
  ys_slot left = {0}, right = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, VALUES, "a: 1\nb: 1\n",
                  "#@overlay/match when=foo(\na: 2\nb: 2\n", &left, &right));
  CHECK(apply(&space, VALUES, &left, &right) == YS_INVALID);
  CHECK(space.diags.count == 0);
  shown_len = 0;
  show_documents(&left);
  CHECK(strcmp(shown, "{a: 1, b: 2}") == 0);
  CHECK(read_both(&space, VALUES, "a: 1\n",
                  "#@data/values\n#@overlay/match when=foo(\n---\na: 2\n",
                  &left, &right));
  CHECK(apply(&space, VALUES, &left, &right) == YS_INVALID);
  CHECK(space.diags.count == 0 && entry(&space, &left, "a")->u.integer == 1);
  ys_space_release(&space);
}

static void test_no_host(void) {
  const ys_overlay_options options = {.append_arrays = true,
                                      .error = YS_E_OVERLAY};
  ys_space space;
  ys_slot left = {0}, right = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, VALUES, "a: 1\n",
                  "#@overlay/replace via=\"@plus\"\na: 2\n", &left, &right));
  CHECK(ys_overlay(&space, ys_slot_first(&left), ys_slot_first(&right),
                   &options, NULL) == YS_INVALID);
  shown_len = 0;
  show_violations(&space);
  CHECK(strcmp(shown, "! a at o.yml:4 by b.yml:1: functions cannot be called "
                      "here") == 0);
  ys_space_release(&space);
}

/* Matchers are asked in the order of the left nodes, once each. */
static void test_calls(void) {
  ys_space space;
  ys_slot left = {0}, right = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, ALL, "[1, 2, 3]",
                  "#@overlay/match by=\"@left_is_2\"\n- 5\n- 6\n", &left,
                  &right));
  host_calls = 0;
  CHECK(apply(&space, ALL, &left, &right) == YS_OK);
  CHECK(host_calls == 3);
  ys_space_release(&space);
}

/* ---- pending defaults ---------------------------------------------------- */

static void make_pending(ys_slot *slot, uint32_t closure) {
  slot->kind = YS_CLOSURE;
  slot->u.closure = closure;
  slot->flags |= YS_SLOT_PENDING | YS_SLOT_DEFAULT;
}

static void give(ys_space *space, ys_slot *slot, const char *text) {
  ys_slot given = {0};
  CHECK(read_documents(space, "d.yml", ys_cstr(text), &given) == YS_OK);
  CHECK(ys_slot_take(&space->arena, slot, ys_slot_first(&given)) == YS_OK);
}

static void test_pending(void) {
  const ys_overlay_options *options = &options_of[VALUES];
  ys_space space;
  ys_slot left = {0}, right = {0};
  ys_postponed_list waiting = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, VALUES, "m: 0\nl: 0\ns: 0\nr: 0\nn: 0\ng: 0\nv: 0\n",
                  "#@overlay/match-child-defaults expects=1\n"
                  "m:\n  x: 1\n  y: 1\n"
                  "l: [2]\n"
                  "s: 5\n"
                  "#@overlay/replace via=\"@plus\"\nr: 1\n"
                  "#@overlay/assert\nn: 3\n"
                  "#@overlay/remove\ng: 1\n"
                  "#@overlay/replace\nv: {z: 1}\n",
                  &left, &right));
  ys_slot *root = ys_slot_first(&left);
  for (ys_slot *s = ys_slot_first(root); s != NULL; s = s->next)
    make_pending(s, 1);
  CHECK(ys_overlay(&space, root, ys_slot_first(&right), options, &waiting) ==
        YS_OK);
  shown_len = 0;
  show_documents(&left);
  CHECK(strcmp(shown, "{m: closure 1, l: closure 1, s: 5, r: closure 1, n: "
                      "closure 1, v: {z: 1}}") == 0);
  CHECK((entry(&space, &left, "s")->flags & YS_SLOT_PENDING) == 0);
  CHECK((entry(&space, &left, "v")->flags & YS_SLOT_PENDING) == 0);

  static const char *const names[] = {"m", "l", "r", "n"};
  static const char *const given[] = {"{x: 0}", "[1]", "41", "4"};
  for (int i = 0; i < 4 && CHECK(waiting.first != NULL); i++) {
    const ys_postponed *first = ys_postponed_take(&waiting);
    CHECK(first->left == entry(&space, &left, names[i])); /* in order */
    give(&space, first->left, given[i]);
    CHECK(ys_overlay_resume(&space, first, options, &waiting) ==
          (i == 1 || i == 2 ? YS_OK : YS_INVALID));
  }
  CHECK(waiting.first == NULL && waiting.last == NULL);
  shown_len = 0;
  show_documents(&left);
  show("\n");
  show_violations(&space);
  /* paths and inherited keywords are those of the place where it stopped */
  CHECK(strcmp(shown,
               "{m: {x: 1}, l: [1, 2], s: 5, r: 42, n: 4, v: {z: 1}}\n"
               "! m.y at o.yml:6: Expected number of matched nodes to be 1, "
               "but was 0\n"
               "! n at o.yml:12 by d.yml:1: Expected objects to equal, but "
               "did not: Expected leaf values to match integer integer") == 0);
  ys_space_release(&space);
}

/* A slot that waits again is put at the end. */
static void test_pending_again(void) {
  const ys_overlay_options *options = &options_of[VALUES];
  ys_space space;
  ys_slot left = {0}, right = {0};
  ys_postponed_list waiting = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  CHECK(read_both(&space, VALUES, "a: 0\nb: 0\n", "a: {x: {y: 1}}\nb: {x: 1}\n",
                  &left, &right));
  make_pending(entry(&space, &left, "a"), 1);
  make_pending(entry(&space, &left, "b"), 2);
  CHECK(ys_overlay(&space, ys_slot_first(&left), ys_slot_first(&right), options,
                   &waiting) == YS_OK);
  const ys_postponed *a = ys_postponed_take(&waiting);
  give(&space, a->left, "{x: 0}");
  make_pending(ys_slot_first(a->left), 3);
  CHECK(ys_overlay_resume(&space, a, options, &waiting) == YS_OK);
  const ys_postponed *b = waiting.first;
  CHECK(b->left == entry(&space, &left, "b"));
  CHECK(b->next == waiting.last && waiting.last->next == NULL);
  CHECK(waiting.last->left == ys_slot_first(a->left));
  ys_space_release(&space);
}

/* ---- main ---------------------------------------------------------------- */

int main(void) {
  test_annotations();
  test_places();
  test_flags();
  test_unreadable();
  test_no_host();
  test_calls();
  test_pending();
  test_pending_again();
  return check_done();
}
