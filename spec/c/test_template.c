/* test_template.c - YAML that code puts together: which nodes there are, on
 * which lines, and what becomes of those that are put, left out, or put again.
 */

#include "by_hand.h"
#include "core/print/emit.h"
#include "core/print/message.h"
#include "core/yaml/template.h"

/* A part and one frame of it. */
typedef struct template {
  ys_space space;
  ys_part part;
  ys_frame frame;
  ys_status status;
}
template;

static char shown[1 << 12];

/* The errors, as `CODE line:column` with the place it is compared with. */
static const char *violations_of(const ys_space *space) {
  static const char *const names[] = {
#define NAME(name, kind, group) #name,
      YS_CODES(NAME)
#undef NAME
  };
  size_t len = 0;
  shown[0] = '\0';
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next)
    len += (size_t)snprintf(shown + len, sizeof shown - len, "%s%s %u:%u by %u",
                            len > 0 ? "; " : "", names[d->code],
                            (unsigned)d->at.line, (unsigned)d->at.column,
                            (unsigned)d->by.line);
  return shown;
}

static void open_template(template *w, const char *text, uint32_t above) {
  ys_extract extract = {ys_cstr(text), 0, above};
  hand_init(&w->space);
  extract.source = hand_source(&w->space, "s.yml", text);
  w->status = ys_part_parse(&w->space, &extract, &w->part);
  memset(&w->frame, 0, sizeof w->frame);
  if (w->status == YS_OK &&
      ys_frame_init(&w->frame, &w->part, &w->space) != YS_OK)
    abort();
}

static void close_template(template *w) {
  ys_frame_release(&w->frame);
  ys_frame_release(&w->frame);
  ys_space_release(&w->space);
}

/* Puts the nodes of these lines. */
static ys_status put(template *w, uint32_t first, uint32_t last) {
  const uint32_t from = ys_part_find(&w->part, first);
  const uint32_t to = ys_part_find(&w->part, last + 1);
  return from < to ? ys_frame_put(&w->frame, from, to - 1) : YS_OK;
}

/* The content of the frame, as YAML; documents are set apart. */
static const char *yaml_of(const template *w) {
  ys_buf buf = ys_buf_of(plain_memory);
  for (const ys_slot *d = w->frame.documents.first; d != NULL; d = d->next) {
    if (d != w->frame.documents.first) ys_buf_cstr(&buf, "---\n");
    ys_emit_yaml(d, &buf);
  }
  const ys_str text = ys_buf_str(&buf);
  snprintf(shown, sizeof shown, "%.*s", (int)text.len,
           text.len > 0 ? text.ptr : "");
  ys_buf_release(&buf);
  return shown;
}

static void check_yaml(const template *w, const char *expected) {
  CHECK(hand_same(ys_cstr(yaml_of(w)), expected));
}

static void check_violations(const template *w, const char *expected) {
  CHECK(hand_same(ys_cstr(violations_of(&w->space)), expected));
}

/* ---- nodes --------------------------------------------------------------- */

static void test_nodes(void) {
  template w;
  open_template(&w, "---\na: 1\nb:\n- c: 2\n  d: [3, 4]\n- {}\n", 10);
  CHECK(w.part.count == 9);
  static const struct {
    uint32_t line, parent, depth;
  } expected[] = {{11, YS_NO_NODE, 0}, {12, 0, 1}, {13, 0, 1},
                  {14, 2, 2},          {14, 3, 3}, {15, 3, 3},
                  {15, 5, 4},          {15, 5, 4}, {16, 2, 2}};
  for (uint32_t i = 0; i < w.part.count; i++) {
    CHECK(w.part.nodes[i].line == expected[i].line);
    CHECK(w.part.nodes[i].parent == expected[i].parent);
    CHECK(w.part.nodes[i].depth == expected[i].depth);
  }
  CHECK(ys_part_find(&w.part, 1) == 0);
  CHECK(ys_part_find(&w.part, 15) == 5);
  CHECK(ys_part_find(&w.part, 17) == 9);
  close_template(&w);
}

/* The code after a node and the node it is the value of. */
static void check_computed(const char *text, const char *expected) {
  char found[256];
  size_t len = 0;
  template w;
  open_template(&w, text, 0);
  found[0] = '\0';
  for (uint32_t i = 0; w.status == YS_OK && i < w.part.count; i++) {
    const ys_computed *c = w.part.nodes[i].computed;
    if (c == NULL) continue;
    len += (size_t)snprintf(found + len, sizeof found - len, "%u=%.*s@%u:%u ",
                            (unsigned)i, (int)c->text.len, c->text.ptr,
                            (unsigned)c->place.line, (unsigned)c->place.column);
  }
  if (w.status != YS_OK)
    CHECK(hand_same(ys_cstr(violations_of(&w.space)), expected));
  else
    CHECK(hand_same(ys_cstr(found), expected));
  close_template(&w);
}

static void test_computed(void) {
  check_computed("a: #@ x\nb: 1\n", "1=x@1:4 ");
  check_computed("a: #@ x", "1=x@1:4 ");
  check_computed("a:\n- #@ x\n- #@ y\n", "2=x@2:3 3=y@3:3 ");
  check_computed("--- #@ x\n", "0=x@1:5 ");
  check_computed("{a: #@ x\n}\n", "1=x@1:5 ");
  check_computed("- a: #@ x\n  b: #@ y\n", "2=x@1:6 3=y@2:6 ");
  check_computed("a: null #@ x\n", "1=x@1:9 ");
  check_computed("a: 1\n#@ x\nb: |\n  #@ y\n#@ z\n", "");
  check_computed("a: 1 #@schema/title 'x'\n", "");
  check_computed("a: 5 #@ 6\n", "COMPUTED_TWICE 1:6 by 0");
  check_computed("a: #@ x\n  b: 1\n", "COMPUTED_TWICE 1:4 by 0");
  check_computed("a: #@ x\n- 1\n", "COMPUTED_TWICE 1:4 by 0");
  check_computed("a: &x 1\nb: *x #@ 6\n", "COMPUTED_TWICE 2:7 by 0");
  check_computed("a: {b: 1} #@ x\n", "COMPUTED_TWICE 1:11 by 0");
  check_computed("a: | #@ x\n  text\n", "COMPUTED_TWICE 1:6 by 0");
  check_computed("a:\n  <<: {b: #@ x\n  }\n", "COMPUTED_VALUE 2:11 by 0");
  check_computed("a: [\n", "SYNTAX 2:1 by 0");
}

/* Code lines are those on lines of their own. */
static void test_code_lines(void) {
  template w;
  uint32_t lines[4] = {0}, count = 0;
  open_template(&w, "#@ a\nx: #@ b\n  #@ c\ny: |\n  #@ d\n", 5);
  for (const ys_code_line *c = w.part.documents.code_first; c != NULL;
       c = c->next)
    lines[count++ % 4] = c->place.line;
  CHECK(count == 2 && lines[0] == 6 && lines[1] == 8);
  close_template(&w);
  CHECK(ys_template_likely(YS_STR("a: 1\n#@ x\n")));
  CHECK(ys_template_likely(YS_STR("a: #@\tx")));
  CHECK(ys_template_likely(YS_STR("#@")));
  CHECK(ys_template_likely(YS_STR("#@\r\n")));
  CHECK(!ys_template_likely(YS_STR("#@schema/x\n#! y\n# @ z\n#")));
  CHECK(!ys_template_likely(YS_STR("")));
}

/* ---- putting ------------------------------------------------------------- */

static void test_put(void) {
  template w;
  open_template(&w, "---\na: 1\nb:\n- c: 2\n  d: x\n", 0);
  CHECK(put(&w, 1, 5) == YS_OK);
  check_yaml(&w, "a: 1\nb:\n- c: 2\n  d: x\n");
  CHECK(ys_frame_finish(&w.frame) == YS_OK);
  close_template(&w);
}

static void test_left_out(void) {
  template w;
  open_template(&w, "---\na: 1\nb:\n- c: 2\n  d: x\n", 0);
  CHECK(put(&w, 1, 1) == YS_OK);
  CHECK(put(&w, 3, 3) == YS_OK);
  check_yaml(&w, "b: []\n");
  CHECK(put(&w, 5, 5) == YS_INVALID);
  check_violations(&w, "LEFT_OUT 5:3 by 4");
  close_template(&w);
}

static void test_loop(void) {
  template w;
  open_template(&w, "---\na:\n- b: 1\n  c:\n  - d\nz: 0\n", 0);
  CHECK(put(&w, 1, 2) == YS_OK);
  for (int i = 0; i < 2; i++) {
    CHECK(put(&w, 3, 4) == YS_OK);
    for (int j = 0; j < i + 1; j++)
      CHECK(put(&w, 5, 5) == YS_OK);
  }
  CHECK(put(&w, 6, 6) == YS_OK);
  check_yaml(&w, "a:\n- b: 1\n  c:\n  - d\n- b: 1\n  c:\n  - d\n  - d\nz: 0\n");
  close_template(&w);
}

/* A node below an earlier instance is not the latest of anything. */
static void test_again(void) {
  template w;
  open_template(&w, "---\na:\n- b:\n    c:\n      d: 1\n", 0);
  CHECK(put(&w, 1, 4) == YS_OK);
  CHECK(put(&w, 3, 3) == YS_OK);
  CHECK(put(&w, 5, 5) == YS_INVALID);
  check_violations(&w, "LEFT_OUT 5:7 by 4");
  CHECK(put(&w, 4, 5) == YS_OK);
  check_yaml(&w, "a:\n- b:\n    c: {}\n- b:\n    c:\n      d: 1\n");
  close_template(&w);
}

static void test_documents(void) {
  template w;
  open_template(&w, "---\na: 1\n---\nb: 2\n", 0);
  CHECK(put(&w, 3, 4) == YS_OK);
  CHECK(put(&w, 3, 4) == YS_OK);
  check_yaml(&w, "b: 2\n---\nb: 2\n");
  CHECK(w.frame.documents.count == 2);
  close_template(&w);
}

/* A document without `---` is made once, when something is put into it. */
static void test_unmarked(void) {
  template w;
  open_template(&w, "\n\na: 1\nb: 2\nc: 3\n", 0);
  CHECK(put(&w, 1, 2) == YS_OK);
  CHECK(w.frame.documents.count == 0);
  CHECK(put(&w, 4, 4) == YS_OK);
  CHECK(put(&w, 3, 3) == YS_OK);
  CHECK(put(&w, 5, 5) == YS_OK);
  check_yaml(&w, "b: 2\na: 1\nc: 3\n");
  CHECK(w.frame.documents.count == 1);
  close_template(&w);
  open_template(&w, "\n\nplain text\n", 0);
  CHECK(put(&w, 3, 3) == YS_OK);
  check_yaml(&w, "plain text\n");
  close_template(&w);
}

/* ---- keys, aliases ------------------------------------------------------- */

static void test_keys(void) {
  template w;
  open_template(&w, "---\na: 1\na: 2\n", 0);
  CHECK(put(&w, 1, 2) == YS_OK && ys_frame_finish(&w.frame) == YS_OK);
  close_template(&w);
  open_template(&w, "---\na: 1\na: 2\n", 0);
  CHECK(put(&w, 1, 1) == YS_OK && put(&w, 3, 3) == YS_OK);
  CHECK(ys_frame_finish(&w.frame) == YS_OK);
  check_yaml(&w, "a: 2\n");
  close_template(&w);
  open_template(&w, "---\na: 1\na: 2\n", 0);
  CHECK(put(&w, 1, 3) == YS_OK);
  CHECK(ys_frame_finish(&w.frame) == YS_INVALID);
  check_violations(&w, "DUPLICATE_KEY 3:1 by 2");
  close_template(&w);
}

static void test_aliases(void) {
  template w;
  open_template(&w, "---\na: &x\n  b: 1\n  c: [2]\nd: *x\ne: [*x]\n", 0);
  CHECK(put(&w, 1, 2) == YS_OK && put(&w, 5, 6) == YS_OK);
  check_yaml(&w, "a: {}\nd:\n  b: 1\n  c:\n  - 2\n"
                 "e:\n- b: 1\n  c:\n  - 2\n");
  close_template(&w);
}

/* Entries from `<<` keep their lines. */
static void test_merge(void) {
  template w;
  const char *text = "---\na: &x\n  b: 1\n  c: 2\nd:\n  e: 3\n  <<: *x\n"
                     "  f: 4\n";
  open_template(&w, text, 0);
  CHECK(put(&w, 1, 8) == YS_OK);
  check_yaml(&w, "a:\n  b: 1\n  c: 2\nd:\n  e: 3\n  b: 1\n  c: 2\n  f: 4\n");
  close_template(&w);
  open_template(&w, text, 0);
  CHECK(put(&w, 1, 5) == YS_OK && put(&w, 7, 7) == YS_OK);
  check_yaml(&w, "a:\n  b: 1\n  c: 2\nd:\n  b: 1\n  c: 2\n");
  close_template(&w);
  open_template(&w, text, 0);
  CHECK(put(&w, 1, 6) == YS_OK && put(&w, 8, 8) == YS_OK);
  check_yaml(&w, "a:\n  b: 1\n  c: 2\nd:\n  e: 3\n  f: 4\n");
  close_template(&w);
  open_template(&w, "---\na: &x {b: 1}\nc:\n  <<: [*x, {d: 2}]\ne: *x\n", 0);
  CHECK(put(&w, 1, 5) == YS_OK);
  check_yaml(&w, "a:\n  b: 1\nc:\n  b: 1\n  d: 2\ne:\n  b: 1\n");
  close_template(&w);
  /* maps that have a `<<` are merged and copied themselves */
  open_template(&w,
                "---\na: &x {b: 1}\nc: &y\n  <<: *x\n  d: 2\ne:\n  <<: *y\n"
                "f: *y\n",
                0);
  CHECK(put(&w, 1, 8) == YS_OK);
  check_yaml(&w, "a:\n  b: 1\nc:\n  b: 1\n  d: 2\ne:\n  b: 1\n  d: 2\n"
                 "f:\n  b: 1\n  d: 2\n");
  close_template(&w);
}

/* ---- annotations --------------------------------------------------------- */

static void test_annotations(void) {
  template w;
  const ys_slot *first, *second;
  open_template(&w,
                "---\n#@schema/default [1]\n#@schema/validation f\na: 1\n"
                "b: 2 #@schema/title 'x'\n",
                0);
  CHECK(put(&w, 1, 4) == YS_OK && put(&w, 4, 4) == YS_OK);
  first = ys_slot_first(w.frame.documents.first);
  second = first->next;
  CHECK(ys_slot_annots(first) != ys_slot_annots(second));
  CHECK(ys_slot_annots(first)->evaluated &&
        !ys_slot_annots(first)->next->evaluated);
  CHECK(ys_frame_annot(&w.frame, 1, 1) == ys_slot_annots(second));
  CHECK(ys_frame_annot(&w.frame, 1, 2) == ys_slot_annots(second)->next);
  CHECK(ys_frame_annot(&w.frame, 1, 3) == NULL);
  CHECK(ys_frame_annot(&w.frame, 2, 1) == NULL);
  CHECK(ys_slot_annots(first)->args != NULL);
  CHECK(ys_slot_annots(first)->args == ys_slot_annots(second)->args);
  close_template(&w);
}

/* A frame of a child space, whose instances have no annotations. */
static void test_plain(void) {
  template w;
  ys_space child;
  ys_frame frame;
  open_template(&w, "---\n#@schema/title 'x'\na: 1\na: text\n", 0);
  const size_t total = w.space.arena.total;
  if (ys_space_init(&child, plain_memory, &w.space) != YS_OK ||
      ys_frame_init(&frame, &w.part, &child) != YS_OK)
    abort();
  frame.plain = true;
  CHECK(ys_frame_put(&frame, 0, 2) == YS_OK);
  CHECK(ys_slot_annots(ys_slot_first(frame.documents.first)) == NULL);
  CHECK(ys_frame_finish(&frame) == YS_INVALID);
  CHECK(strcmp(violations_of(&child), "DUPLICATE_KEY 4:1 by 3") == 0);
  CHECK(w.space.diags.first == NULL);
  CHECK(w.space.arena.total == total);
  ys_frame_release(&frame);
  ys_space_release(&child);
  close_template(&w);
}

/* Each node costs the same, whatever is around it and however often its
 * neighbours were put. */
static void test_many(void) {
  enum { ITEMS = 2000, ROUNDS = 50 };
  static char text[ITEMS * 8 + 16];
  template w;
  size_t len = (size_t)sprintf(text, "---\na:\n");
  for (int i = 0; i < ITEMS; i++)
    len += (size_t)sprintf(text + len, "- b\n");
  open_template(&w, text, 0);
  CHECK(put(&w, 1, 1) == YS_OK);
  for (int i = 0; i < ROUNDS; i++)
    CHECK(put(&w, 2, ITEMS + 2) == YS_OK);
  CHECK(ys_slot_size(w.frame.documents.first) == ROUNDS);
  CHECK(ys_slot_size(ys_slot_last(w.frame.documents.first)) == ITEMS);
  close_template(&w);
}

int main(void) {
  test_nodes();
  test_computed();
  test_code_lines();
  test_put();
  test_left_out();
  test_loop();
  test_again();
  test_documents();
  test_unmarked();
  test_keys();
  test_aliases();
  test_merge();
  test_annotations();
  test_plain();
  test_many();
  return check_done();
}
