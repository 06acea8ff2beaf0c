/* test_attach.c - Tests of the slot to which an annotation belongs
 * (reference#attachment), and of comments. */

#include "parsed.h"

/* Paths of slots that have annotations, `document 2` for a document. */
static void show_annots(const ys_slot *slot, const char *path) {
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next) {
    if (shown_len > 0) show(" ");
    show("%s@%.*s", path, (int)a->name.len, a->name.ptr);
  }
  if (!ys_is_collection(slot)) return;
  uint32_t index = 0;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    char below[256];
    const char *dot = strncmp(path, "doc", 3) == 0 ? "" : path;
    if (slot->kind == YS_ARRAY)
      snprintf(below, sizeof below, "%s[%u]", dot, index++);
    else
      snprintf(below, sizeof below, "%s%s%.*s", dot, *dot != '\0' ? "." : "",
               (int)s->key->text.len, s->key->text.ptr);
    show_annots(s, below);
  }
}

static void show_attached(const ys_documents *documents) {
  uint32_t number = 0;
  for (const ys_slot *d = documents->first; d != NULL; d = d->next) {
    char name[32];
    snprintf(name, sizeof name, "doc%u", ++number);
    show_annots(d, name);
  }
}

static void show_code(const ys_documents *documents) {
  for (const ys_code_line *c = documents->code_first; c != NULL; c = c->next)
    show("%u:%u<%.*s>", c->place.line, c->place.column, (int)c->text.len,
         c->text.ptr);
  show(documents->annotated ? "" : "plain");
}

#define ATTACH(text, wanted) CHECK(is(PARSE(text, show_attached), wanted))
#define CODE(text, wanted) CHECK(is(PARSE(text, show_code), wanted))

#define HEAD "#@data/values-schema\n---\n"
#define DOC "doc1@data/values-schema "

static void test_attachment_table(void) {
  ATTACH(HEAD "#@n\na: 1\n", DOC "a@n");
  ATTACH(HEAD "b: 2 #@n\n", DOC "b@n");
  ATTACH(HEAD "c: #@n\n  d: 1\n", DOC "c@n");
  ATTACH(HEAD "c: {d: 1, e: 2} #@n\n", DOC "c.e@n");
  ATTACH(HEAD "m: {a: 1,\n  #@n\n  b: 2,\n  c: 3 #@n\n}\n", DOC "m.b@n m.c@n");
  ATTACH(HEAD "a:\n#@n\n- b: 1\n  c: 2\n", DOC "a[0]@n");
  ATTACH(HEAD "a:\n- b: 1 #@n\n", DOC "a[0].b@n");
  ATTACH(HEAD "a:\n- #@n\n  b: 1\n", DOC "a[0]@n");
  ATTACH(HEAD "a:\n-\n  #@n\n  b: 1\n", DOC "a[0].b@n");
  ATTACH(HEAD "a:\n      #@n\n  b: 1\n", DOC "a.b@n");
  ATTACH(HEAD "#@n\n#! note\n\na: 1\n", DOC "a@n");
  ATTACH(HEAD "a: 1\n#@n\n", "UNATTACHED 4:1 <n> doc1@data/values-schema");
  ATTACH("--- #@data/values-schema\na: 1\n", "doc1@data/values-schema");
  ATTACH("--- #@data/values-schema\n#@n\na: 1\n", DOC "a@n");
  ATTACH("#@data/values-schema\na: 1\n", "a@data/values-schema");
  ATTACH("a: \"x #@n\"\nb: |\n  #@n\nc: x#@n\nd: >\n\n  y\n\n  #@n\n", "");
}

static void test_attachment(void) {
  /* Between a slot and its scalar. */
  ATTACH("l:\n-\n  #@n\n  \"\"\nm: 1\n", "l[0]@n");
  ATTACH("l:\n  #@n\n  x\nm:\n  #@o\n  {}\nn:\n  #@p\n  []\n", "l@n m@o n@p");
  ATTACH("l: &a 1\nm:\n  #@n\n  *a\n", "m@n");
  ATTACH("---\n#@n\n5\n", "doc1@n");
  ATTACH("#@n\n5\n", "doc1@n");
  ATTACH("5 #@n\n", "doc1@n");
  ATTACH("- a #@n\r- b #@m\r", "[0]@n [1]@m");
  ATTACH("a:\n  #@n\nb: 1\n", "b@n");
  ATTACH("-\n  #@n\n- b\n", "[1]@n");
  ATTACH("-\n  #@m\n\n  #@n\n  [x]\n", "[0][0]@m [0][0]@n");
  /* After a value that ends on another line. */
  ATTACH("a: \"x\n  y\" #@n\nb: 1\n", "a@n");
  ATTACH("a:\n  x #@n\nb: 1\n", "a@n");
  ATTACH("a: {\n  b: 1\n} #@n\nc: 1\n", "a@n");
  ATTACH("a: [b,\n  c] #@n\n", "a[1]@n");
  ATTACH("a: {b: 1 #@n\n} #@m\n", "a@m a.b@n");
  ATTACH("a: |\n  x\n#@n\nb: 1\n", "b@n");
  ATTACH("a: |\n  x\n #@n\nb: 1\n", "b@n");
  /* The header of a block scalar. */
  ATTACH("a: | #@n\n  #@m\nb: >-\t#@o\n  x\nc: |2+ #@p\n   #@q\n",
         "a@n b@o c@p");
  ATTACH("a:\n  &x !!str\n  | #@n\n  #@m\nb: 1\n", "a@n");
  ATTACH("- | #@n\n  #@m\n", "[0]@n");
  /* After anchors and tags. */
  ATTACH(
      "a: &x #@n\n  b: 1\nc: !!str #@m\n  \"x #@o\"\nd: &y #@p\n- #@q\n  1\n",
      "a@n c@m d@p d[0]@q");
  ATTACH("a: &x\n  #@n\n  #@m\n  x#@o\n", "a@n a@m");
  ATTACH("- a:#@n\n- &a-b_1 #@m\n", "[1]@m");
  ATTACH("{a: &x , b: \"c\"#@n\n}\n", "b@n");
  ATTACH("\xC3\xA9: &x #@n\n  \xC3\xA9#@m\nb: \"\xC3\xA9\" #@o\n",
         "\xC3\xA9@n b@o");
}

static void test_attachment_items(void) {
  ATTACH("- - #@n\n    b: 1\n  #@m\n  - c\n", "[0][0]@n [0][1]@m");
  ATTACH("- #@n\n  - b\n", "[0]@n");
  ATTACH("l: [#@n\n  a, #@m\n  #@o\n  b]\n", "l@n l[0]@m l[1]@o");
  ATTACH("? a #@n\n: #@m\n  b\n", "a@n a@m");
  ATTACH("#@n\n- a #@m\n#@o\n- b\n", "[0]@n [0]@m [1]@o");
  ATTACH("a:\r\n#@n\r\n- b\r\n- c #@m\r\n", "a[0]@n a[1]@m");
  ATTACH("a: {} #@n\nb: [] #@m\n", "a@n b@m");
  /* The tag makes libyaml read the text again, from its start. */
  ATTACH("\xC3\xA9:\n-\n  #@n\n  a\n#@m\nb:\n-\n  #@o\n  c\nd: !!str x\n",
         "\xC3\xA9[0]@n b@m b[0]@o");
  ATTACH("a: 1 #@n 1\n#@n 2\nb: 1\n", "a@n b@n");
}

static void test_attachment_documents(void) {
  ATTACH("a: 1\n#@n\n---\nb: 1\n", "doc2@n");
  ATTACH("a: 1\n#@n\n...\n#@m\n---\nb: 1\n", "doc2@n doc2@m");
  ATTACH("#@n\n---\n#@m\n---\n#@o\na: 1\n", "doc1@n doc2@m a@o");
  ATTACH("%YAML 1.1 #@n\n#@m\n--- #@o\na: 1\n", "doc1@n doc1@m doc1@o");
  ATTACH("#@data/values\n---\n", "doc1@data/values");
  ATTACH("#@x\n#@y z\n", "UNATTACHED 1:1 <x>; UNATTACHED 2:1 <y>");
  ATTACH("a: &b {c: 1}\nd:\n  #@n\n  <<: *b\n", "UNATTACHED 3:3 <n>");
  ATTACH("a: &x #@n\n  b: 1 #@m\nc: *x\n", "a@n a.b@m");
}

static void test_comments(void) {
  CODE("a: 1 # b\n#! c\n", "plain");
  CODE("#@ def f():\n#@   return 1\n#@ end\n#@\na: #@ f()\n",
       "1:1<def f():>2:1<  return 1>3:1<end>4:1<>5:4<f()>");
  CODE("#@n\na: 1\n", "");
  CODE("\xC3\xA9: \"#\" #@ x\r\n", "1:8<x>");
  VIOLATION("#@def f():\na: 1\n#@end\n#@load(\"@ytt:assert\", \"assert\")\n",
            "CODE_LINE 1:1 <def f():> <a blank is needed after #@>; "
            "CODE_LINE 3:1 <end> <a blank is needed after #@>; "
            "CODE_LINE 4:1 <load(\"@ytt:assert\", \"assert\")> "
            "<a blank is needed after #@>");
  ATTACH("#@if/end\n#@define\n#@end-of\na: 1\n", "a@if/end a@define a@end-of");
}

/* Shows the parts of annotations. */
static void show_texts(const ys_documents *documents) {
  for (const ys_slot *d = documents->first; d != NULL; d = d->next)
    for (const ys_annot *a = ys_slot_annots(d); a != NULL; a = a->next)
      show("%u:%u<%.*s|%.*s>%s", a->line, a->column, (int)a->name.len,
           a->name.ptr, (int)a->text.len, a->text.ptr, a->evaluated ? "" : "?");
}

static void test_annotations(void) {
  CHECK(is(PARSE("#@schema/title   \"x\"  \r\n--- \r\n1\n", show_texts),
           "1:1<schema/title|\"x\">"));
  CHECK(is(PARSE("#@schema/type \tany=True\n#@schema/x f(1)\n#@a/b 1\n#@c\n"
                 "---\n1\n",
                 show_texts),
           "1:1<schema/type|any=True>2:1<schema/x|f(1)>?3:1<a/b|1>?4:1<c|>?"));
}

/* Slots keep those of other tools only if the space wants that. */
static void test_other_tools(void) {
  with.foreign = false;
  ATTACH("#@n\na: 1 #@n\n#@schema/nullable\n#@m\nb: #@n\n- #@m\n  1\n",
         "b@schema/nullable");
  ATTACH("a: 1\n#@n\n#@schema/x\n#@m\n",
         "UNATTACHED 3:1 <schema/x>; UNATTACHED 2:1 <n>; UNATTACHED 4:1 <m>");
  ATTACH("#@n\na: &b {c: 1}\nd:\n  #@n\n  <<: *b #@m\n  #@o\n  e: 1 #@p\n",
         "UNATTACHED 4:3 <n>; UNATTACHED 5:10 <m>");
  ATTACH("d:\n  <<:\n    #@n\n    c: {<<: {e: 1} #@m\n}\n  f: 1\n#@o\n",
         "UNATTACHED 7:1 <o>");
  with.foreign = true;
}

int main(void) {
  with.foreign = true;
  test_attachment_table();
  test_attachment();
  test_attachment_items();
  test_attachment_documents();
  test_other_tools();
  test_comments();
  test_annotations();
  return check_done();
}
