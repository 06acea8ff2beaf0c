/* test_parse.c - texts to trees: values, places, faults, and which slot an
 * annotation belongs to. */

#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "plain_memory.h"
#include "shown.h"
#include "ys_parse.h"

/* ---- what a text says, as one line --------------------------------------- */

static void show_value(const ys_slot *slot) {
  switch ((ys_kind)slot->kind) {
  case YS_NULL: show("null"); break;
  case YS_BOOL: show(slot->u.boolean ? "true" : "false"); break;
  case YS_INT:
    if (slot->flags & YS_SLOT_UNSIGNED)
      show("%llu", (unsigned long long)slot->u.natural);
    else
      show("%lld", (long long)slot->u.integer);
    break;
  case YS_FLOAT: show("float(%g)", slot->u.number); break;
  case YS_STRING:
    show("'");
    for (uint32_t i = 0; i < slot->size; i++)
      show(slot->u.text[i] == '\0' ? "\\0" : "%c", slot->u.text[i]);
    show("'");
    break;
  case YS_ARRAY:
  case YS_MAP: {
    uint32_t count = 0;
    show(slot->kind == YS_MAP ? "{" : "[");
    for (const ys_slot *s = slot->u.items->first; s != NULL; s = s->next) {
      if (count++ > 0) show(", ");
      if (slot->kind == YS_MAP && s->key->kind == YS_STRING)
        show("%.*s: ", (int)s->key->text.len, s->key->text.ptr);
      else if (slot->kind == YS_MAP)
        show("(%s)%.*s: ", ys_kind_name((ys_kind)s->key->kind).ptr,
             (int)s->key->text.len, s->key->text.ptr);
      show_value(s);
    }
    CHECK(count == slot->size);
    show(slot->kind == YS_MAP ? "}" : "]");
    break;
  }
  default: abort();
  }
}

static const char *code_name(ys_code code) {
  static const char *const names[] = {
#define NAME(name, group) #name,
      YS_CODES(NAME)
#undef NAME
  };
  return names[code];
}

static void show_records(const ys_space *space) {
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    if (shown_len > 0) show("; ");
    show("%s %u:%u", code_name(d->code), d->at.line, d->at.column);
    if (d->by.line > 0) show(" by %u:%u", d->by.line, d->by.column);
    for (int i = 0; i < 4 && d->args[i].len > 0; i++)
      show(" <%.*s>", (int)d->args[i].len, d->args[i].ptr);
  }
}

/* What to show of a tree. */
typedef void shower(const ys_documents *documents);

typedef struct settings {
  bool strict;
  ys_limits limits;
} settings;

static settings with;

/* Shows the records, if there are any, else what `how` shows. */
static const char *parse_bytes(ys_str text, shower *how) {
  ys_space space;
  ys_source *source;
  ys_documents documents = {0};
  uint16_t index;
  shown_len = 0;
  shown[0] = '\0';
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK) abort();
  space.strict = with.strict;
  if (with.limits.max_depth != 0) space.limits = with.limits;
  if (ys_source_new(plain_memory, YS_STR("t.yml"), text, &source) != YS_OK)
    abort();
  if (ys_sources_add(&space.sources, source, &index) != YS_OK) abort();
  const ys_status status = ys_parse(&space, index, &documents);
  show_records(&space);
  if (status == YS_INVALID) {
    CHECK(space.diags.count > space.diags.groups[YS_GROUP_WARNING]);
    CHECK(documents.first == NULL && documents.count == 0);
  } else {
    CHECK(status == YS_OK);
    how(&documents);
  }
  ys_space_release(&space);
  return shown;
}

static void show_values(const ys_documents *documents) {
  uint32_t count = 0;
  for (const ys_slot *d = documents->first; d != NULL; d = d->next) {
    if (count++ > 0) show(" --- ");
    show_value(d);
  }
  CHECK(count == documents->count);
}

static void show_place(const ys_slot *slot) {
  show("%u:%u", slot->line, slot->column);
  if (!ys_is_collection(slot)) return;
  show(slot->kind == YS_MAP ? "{" : "[");
  for (const ys_slot *s = slot->u.items->first; s != NULL; s = s->next) {
    show(s == slot->u.items->first ? "" : " ");
    show_place(s);
  }
  show(slot->kind == YS_MAP ? "}" : "]");
}

static void show_places(const ys_documents *documents) {
  for (const ys_slot *d = documents->first; d != NULL; d = d->next) {
    show(d == documents->first ? "" : " --- ");
    show_place(d);
  }
}

/* Paths of slots that have annotations, `document 2` for a document. */
static void show_annots(const ys_slot *slot, const char *path) {
  for (const ys_annot *a = slot->annots; a != NULL; a = a->next) {
    if (shown_len > 0) show(" ");
    show("%s@%.*s", path, (int)a->name.len, a->name.ptr);
  }
  if (!ys_is_collection(slot)) return;
  uint32_t index = 0;
  for (const ys_slot *s = slot->u.items->first; s != NULL; s = s->next) {
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

static bool is(const char *got, const char *wanted) {
  if (strcmp(got, wanted) == 0) return true;
  fprintf(stderr, "got:    %s\nwanted: %s\n", got, wanted);
  return false;
}

#define PARSE(text, how) parse_bytes(YS_STR(text), how)
#define VALUE(text, wanted) CHECK(is(PARSE(text, show_values), wanted))
#define PLACE(text, wanted) CHECK(is(PARSE(text, show_places), wanted))
#define ATTACH(text, wanted) CHECK(is(PARSE(text, show_attached), wanted))
#define CODE(text, wanted) CHECK(is(PARSE(text, show_code), wanted))
#define FAULT(text, wanted) CHECK(is(PARSE(text, show_values), wanted))

/* ---- values -------------------------------------------------------------- */

static void test_values(void) {
  VALUE("", "");
  VALUE("a: 1\nb: [x, {y: z}, []]\n", "{a: 1, b: ['x', {y: 'z'}, []]}");
  VALUE("- a\n- - b\n  - c\n-\n- ", "['a', ['b', 'c'], null, null]");
  VALUE("a: |\n  one\n  two\nb: >-\n  one\n  two\n",
        "{a: 'one\ntwo\n', b: 'one two'}");
  VALUE("a: 'it''s'\nb: \"x\\ty\"\nc: one\n  two\n",
        "{a: 'it's', b: 'x\ty', c: 'one two'}");
  VALUE("a: yes\nb: 0x1F\nc: 1e3\nd: ~\ne: 2001-12-14\nf: \"1\"\n",
        "{a: true, b: 31, c: float(1000), d: null, e: '2001-12-14', f: '1'}");
  VALUE("18446744073709551615", "18446744073709551615");
  VALUE("a: \"\\N\"\nb: \"\\L\\n\"\n", "{a: '\xC2\x85', b: '\xE2\x80\xA8\n'}");
  VALUE("\"x\\0y\"", "'x\\0y'");
  VALUE("caf\xC3\xA9: \xC3\xBC # \xC3\xA4\nb: \"\xC3\xB6\"\n",
        "{caf\xC3\xA9: '\xC3\xBC', b: '\xC3\xB6'}");
}

static void test_keys(void) {
  VALUE("yes: 1\nn: 2\n1: a\n\"1\": b\ntrue: c\n1.5: d\n~: e\n\"<<\": f\n",
        "{yes: 1, n: 2, (integer)1: 'a', 1: 'b', (boolean)true: 'c', "
        "(float)1.5: 'd', (null)null: 'e', <<: 'f'}");
  VALUE("? a\n: b\n? c\n", "{a: 'b', c: null}");
  VALUE("&k a: *k\n*k : 2\nx: 3\n", "DUPLICATE_KEY 2:1 by 1:1 <a>");
  VALUE("- &k a: 1\n- *k : 2\n", "[{a: 1}, {a: 2}]");
  VALUE("- \"true\": 1\n- true: 2\n- \"true\": 3\n- true: 4\n",
        "[{true: 1}, {(boolean)true: 2}, {true: 3}, {(boolean)true: 4}]");
  VALUE("!!binary aGVsbG8=: 1\n!!str 5: 2\n", "{hello: 1, 5: 2}");
}

static void test_tags(void) {
  VALUE("[!!str 5, !!int \"5\", !!float 3, !!bool \"yes\", !!null \"\"]",
        "['5', 5, float(3), true, null]");
  VALUE("[!!binary aGVsbG8=, !foo bar, !foo \"5\", ! 5, !!str , !!map {}]",
        "['hello', 'bar', '5', '5', '', {}]");
  VALUE("a: !!binary |\n  aGVs\n  bG8h\n", "{a: 'hello!'}");
  FAULT("a: !!int 1.0\nb: !!float abc\nc: !!bool 1\n",
        "TAG 1:4 <1.0> <!!int>; TAG 2:4 <abc> <!!float>; "
        "TAG 3:4 <1> <!!bool>");
  FAULT("[!!binary a, !!binary \"aGVsbG8\", !!binary aG=s]",
        "TAG 1:2 <a> <!!binary>; TAG 1:14 <aGVsbG8> <!!binary>; "
        "TAG 1:34 <aG=s> <!!binary>");
}

static void test_documents(void) {
  VALUE("a\n---\nb\n...\n---\n---\n- c\n", "'a' --- 'b' --- ['c']");
  VALUE("---\n---\n--- ~\n--- \"\"\n", "null --- ''");
  VALUE("# nothing\n", "");
  VALUE("%YAML 1.1\n---\na: 1\n", "{a: 1}");
  VALUE("--- #@data/values\n", "null");
}

static void test_strict(void) {
  with.strict = true;
  VALUE("a: true\nb: 1.5\nc:\nyes: x\n\"d e\": \"yes\"\n",
        "{a: true, b: float(1.5), c: null, yes: 'x', d e: 'yes'}");
  FAULT("a: yes\nb: 0x10\nc: a b\nd: a:b\ne: ~\n",
        "STRICT_AMBIGUOUS 1:4 <yes> <!!bool>; "
        "STRICT_AMBIGUOUS 2:4 <0x10> <!!int>; STRICT_SPACE 3:4 <a b>; "
        "STRICT_COLON 4:4 <a:b>; STRICT_AMBIGUOUS 5:4 <~> <!!null>");
  FAULT("a: 99999999999999999999\n",
        "INTEGER_RANGE 1:4 <99999999999999999999>");
  with.strict = false;
}

/* ---- places -------------------------------------------------------------- */

static void test_places(void) {
  PLACE("a: 1\n\nb:\n  c: 2\n", "1:1{1:1 3:1{4:3}}");
  PLACE("# x\n---\n- a\n- b\n", "2:1[3:1 4:1]");
  PLACE("a:\n- b\n-\n  c\n- \n\n  # -\n  d: 1\n", "1:1{1:1[2:1 3:1 5:1{8:3}]}");
  PLACE("a:\n  - - b\n    - c\n  -\n    - d\n",
        "1:1{1:1[2:3[2:5 3:5] 4:3[5:5]]}");
  PLACE("[a,\n  b, {c: d}]\n", "1:1[1:2 2:3 2:6{2:7}]");
  PLACE("a: &x\n- b\nc: &y\n  - d\ne: !!seq\n- f\n",
        "1:1{1:1[2:1] 3:1[4:3] 5:1[6:1]}");
  PLACE("- &x a\n- &y\n  b\n- !!str\n  c\n", "1:1[1:1 2:1 4:1]");
  PLACE("\xC3\xA9: [\xC3\xA9, a]\nb:\n- \xC3\xA9\n- # -\n  c\n",
        "1:1{1:1[1:5 1:8] 2:1[3:1 4:1]}");
  PLACE("a: 1\r\nb:\r\n- c\r\n-\r\n  d\r\n", "1:1{1:1 2:1[3:1 4:1]}");
  PLACE("\n\xEF\xBB\xBF- a\n\xEF\xBB\xBF-\n  b\n", "1:1[2:2 3:2]");
  PLACE("- a\r- b\r-\r  c: d\r", "1:1[1:1 2:1 3:1{4:3}]");
  PLACE("&a a: *a\nb: &l [x]\nc: *l\n", "1:1{1:1 2:1[2:8] 3:1[2:8]}");
  PLACE("%YAML 1.1\n  --- a\n", "SYNTAX 2:3 <did not find expected "
                                "<document start>>");
  PLACE("%YAML 1.1\n# c\n---\na: 1\n", "3:1{4:1}");
}

/* libyaml ends lines where editors do not. */
static void test_exotic_breaks(void) {
  PLACE("a: \"x\xC2\x85y\" \nb: 1\n", "1:1{1:1 2:1}");
  PLACE("- a\xE2\x80\xA8- b\n- c\n-\xE2\x80\xA9  d\n", "1:1[1:1 1:5 2:1 3:1]");
  FAULT("# \xC2\x85# x\na: b: c\n",
        "SYNTAX 2:5 <mapping values are not allowed in this context>");
  ATTACH("# \xE2\x80\xA8#@x\na: 1\n#@y \xC2\x85#@z\nb: 2 #@w\n",
         "a@x b@y b@z b@w");
}

/* ---- attachment (reference a.2) ------------------------------------------ */

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
  /* Between a slot and its scalar: case 618. */
  ATTACH("l:\n-\n  #@n\n  \"\"\nm: 1\n", "l[0]@n");
  ATTACH("l:\n  #@n\n  x\nm:\n  #@o\n  {}\nn:\n  #@p\n  []\n", "l@n m@o n@p");
  ATTACH("l: &a 1\nm:\n  #@n\n  *a\n", "m@n");
  ATTACH("---\n#@n\n5\n", "doc1@n");
  ATTACH("#@n\n5\n", "doc1@n");
  ATTACH("5 #@n\n", "doc1@n");
  ATTACH("a:\n  #@n\nb: 1\n", "b@n");
  ATTACH("-\n  #@n\n- b\n", "[1]@n");
  ATTACH("-\n  #@m\n\n  #@n\n  [x]\n", "[0][0]@m [0][0]@n");
  /* Behind a value that ends on another line. */
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
  /* Behind anchors and tags. */
  ATTACH(
      "a: &x #@n\n  b: 1\nc: !!str #@m\n  \"x #@o\"\nd: &y #@p\n- #@q\n  1\n",
      "a@n c@m d@p d[0]@q");
  ATTACH("a: &x\n  #@n\n  #@m\n  x#@o\n", "a@n a@m");
  ATTACH("- &a:#@n\n- &a-b_1 #@m\n", "[1]@m");
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
  FAULT("#@def f():\na: 1\n#@end\n#@load(\"@ytt:assert\", \"assert\")\n",
        "CODE_LINE 1:1 <def f():> <a blank is needed after #@>; "
        "CODE_LINE 3:1 <end> <a blank is needed after #@>; "
        "CODE_LINE 4:1 <load(\"@ytt:assert\", \"assert\")> "
        "<a blank is needed after #@>");
  ATTACH("#@if/end\n#@define\n#@end-of\na: 1\n", "a@if/end a@define a@end-of");
}

/* What an annotation is made of. */
static void show_texts(const ys_documents *documents) {
  for (const ys_slot *d = documents->first; d != NULL; d = d->next)
    for (const ys_annot *a = d->annots; a != NULL; a = a->next)
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

/* ---- anchors and merge keys ---------------------------------------------- */

static void test_anchors(void) {
  VALUE("a: &x {b: [1, 2]}\nc: *x\nd: [*x]\n",
        "{a: {b: [1, 2]}, c: {b: [1, 2]}, d: [{b: [1, 2]}]}");
  VALUE("a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "{a: 1, b: 1, c: 2, d: 2}");
  VALUE("a: &x [&x 1, *x]\nb: *x\n", "{a: [1, 1], b: 1}");
  FAULT("a: &x 1\n---\nb: *x\n", "UNKNOWN_ALIAS 3:4 <x>");
  FAULT("a: *x\nb: *y\nc: &y 1\n",
        "UNKNOWN_ALIAS 1:4 <x>; UNKNOWN_ALIAS 2:4 <y>");
  FAULT("a: &x [*x]\nb: &y {c: [*y]}\n",
        "RECURSIVE_ALIAS 1:8 by 1:4 <x>; RECURSIVE_ALIAS 2:12 by 2:4 <y>");
  FAULT("a: &x\n  <<: *x\n", "RECURSIVE_ALIAS 2:7 by 1:4 <x>");
}

static void test_merge(void) {
  VALUE("b: &b {k1: 1, k2: 2}\nd: {<<: *b, k4: 4}\ne: {k0: 0, <<: *b}\n",
        "{b: {k1: 1, k2: 2}, d: {k1: 1, k2: 2, k4: 4}, "
        "e: {k0: 0, k1: 1, k2: 2}}");
  VALUE("a: {<<: [{x: 1, y: 1}, {y: 2, z: 2}], z: 3}\n",
        "{a: {x: 1, y: 1, z: 3}}");
  VALUE("a: {z: 0, <<: {}, y: 1}\nb: {<<: []}\n", "{a: {z: 0, y: 1}, b: {}}");
  VALUE("a: &a {p: 1, <<: &b {q: 2, r: {s: 1}}, t: 3}\nc: *a\nd: *b\n",
        "{a: {p: 1, q: 2, r: {s: 1}, t: 3}, c: {p: 1, q: 2, r: {s: 1}, t: 3}, "
        "d: {q: 2, r: {s: 1}}}");
  VALUE("- {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, <<: {j: 0, "
        "a: 2}}\n",
        "[{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 0}]");
  VALUE("!!str <<: 1\n", "{<<: 1}");
  FAULT("a: {<<: 1}\nb: {<<: [{}, x]}\nc: {<<: {}, <<: {}}\n",
        "MERGE_VALUE 1:5 <integer>; MERGE_VALUE 2:5 <string>; "
        "DUPLICATE_KEY 3:13 by 3:5 <<<>");
}

/* ---- faults -------------------------------------------------------------- */

static void test_duplicates(void) {
  FAULT("a: 1\nb: 1\na: 2\na: 3\n",
        "DUPLICATE_KEY 3:1 by 1:1 <a>; DUPLICATE_KEY 4:1 by 1:1 <a>");
  FAULT("1: a\n0x1: b\n1.0: c\n\"1\": d\n", "DUPLICATE_KEY 2:1 by 1:1 <1>");
  FAULT("- {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, i: 0, a: 1}\n"
        "- {a: 1, a: 2}\n",
        "DUPLICATE_KEY 1:58 by 1:52 <i>; DUPLICATE_KEY 1:64 by 1:4 <a>; "
        "DUPLICATE_KEY 2:10 by 2:4 <a>");
  FAULT("? [a, b]\n: 1\n? {c: d}\n: 2\nx: 1\nx: 2\n",
        "COMPLEX_KEY 1:3 <array>; COMPLEX_KEY 3:3 <map>; "
        "DUPLICATE_KEY 6:1 by 5:1 <x>");
  FAULT("a: &x [1]\n*x : 2\n", "COMPLEX_KEY 2:1 <array>");
}

static void test_faults(void) {
  FAULT("a: 99999999999999999999\nb: 1e999\n99999999999999999999: c\n",
        "INTEGER_RANGE 1:4 <99999999999999999999>; FLOAT_RANGE 2:4 <1e999>; "
        "INTEGER_RANGE 3:1 <99999999999999999999>");
  FAULT("a: b\n  - c: [\n", "SYNTAX 2:6 <mapping values are not allowed in "
                            "this context>");
  FAULT("a: [1,\nb: 2\n",
        "SYNTAX 3:1 by 1:4 <did not find expected ',' or ']'> <while parsing "
        "a flow sequence>");
  FAULT("a:\n  [1,", "SYNTAX 2:6 <did not find expected node content> <while "
                     "parsing a flow node>");
  FAULT(
      "-\xE2\x80\xA9( d*",
      "SYNTAX 1:7 <could not find expected ':'> <while scanning a simple "
      "key> <in a map, a line is \"key: value\", with a blank after the colon; "
      "an item of an array is \"- value\".>");
  FAULT("a: 1\nb: \xC0\x80\n",
        "ENCODING 2:4 <invalid length of a UTF-8 sequence> <8>");
  FAULT("a: 1\r\n\xC3\xA9: \xFF\n",
        "ENCODING 2:4 <invalid leading UTF-8 octet> "
        "<10>");
  FAULT("a: 1\nb: 2\x01\n",
        "ENCODING 2:5 <control characters are not allowed> <9>");
  FAULT("abcdef: 1\n\0\n",
        "ENCODING 2:1 <control characters are not allowed> <10>");
  FAULT("\xFF\xFE"
        "a\0b\0",
        "ENCODING 1:1 <not UTF-8 but UTF-16 text> <0>");
  FAULT("a\0:\0", "ENCODING 1:1 <not UTF-8 but UTF-16 text> <0>");
}

/* ---- limits -------------------------------------------------------------- */

static char large[1 << 22];

static const char *parse_large(size_t len, shower *how) {
  return parse_bytes((ys_str){large, len}, how);
}

static size_t fill(size_t at, const char *what, size_t count) {
  const size_t len = strlen(what);
  for (size_t i = 0; i < count; i++, at += len) {
    if (at + len >= sizeof large) abort();
    memcpy(large + at, what, len);
  }
  return at;
}

static void show_nothing(const ys_documents *documents) {
  (void)documents;
}

static double seconds(clock_t since) {
  return (double)(clock() - since) / CLOCKS_PER_SEC;
}

static void test_depth(void) {
  size_t len = fill(0, "[", 1000);
  len = fill(len, "]", 1000);
  CHECK(is(parse_large(len, show_nothing), ""));
  clock_t start = clock();
  CHECK(is(parse_large(fill(0, "[", 100000), show_nothing),
           "TOO_DEEP 1:1001 <1000>"));
  CHECK(is(parse_large(fill(0, "{a: ", 100000), show_nothing),
           "TOO_DEEP 1:4001 <1000>"));
  CHECK(is(parse_large(fill(0, "- ", 100000), show_nothing),
           "TOO_DEEP 1:2001 <1000>"));
  CHECK(seconds(start) < 1);
  /* Aliases of aliases are deep, too. */
  len = fill(0, "- &a0 [x]\n", 1);
  for (int i = 1; i < 1100; i++)
    len += (size_t)snprintf(large + len, 64, "- &a%d [*a%d]\n", i, i - 1);
  with.limits = (ys_limits){1 << 22, 20, 100000};
  CHECK(is(parse_large(len, show_nothing), "TOO_DEEP 20:9 <20>"));
  with.limits.max_depth = 0;
}

static void test_alias_bombs(void) {
  size_t len = fill(0, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n", 1);
  for (int i = 1; i < 10; i++) {
    len += (size_t)snprintf(large + len, 64, "a%d: &a%d [", i, i);
    for (int n = 0; n < 9; n++)
      len += (size_t)snprintf(large + len, 64, "%s*a%d", n == 0 ? "" : ", ",
                              i - 1);
    len = fill(len, "]\n", 1);
  }
  clock_t start = clock();
  const char *got = parse_large(len, show_nothing);
  CHECK(strstr(got, "TOO_MANY_ALIASES") == got);
  CHECK(strstr(got, "<100000>") != NULL);
  CHECK(seconds(start) < 0.1);
  /* A long string, over and over. */
  len = fill(0, "a: &a ", 1);
  len = fill(len, "x", 20000);
  len = fill(len, "\nb: [", 1);
  len = fill(len, "*a, ", 20000);
  len = fill(len, "]\n", 1);
  got = parse_large(len, show_nothing);
  CHECK(strstr(got, "TOO_MANY_ALIASES") == got);
  len = fill(0, "a: &a {b: c}\nd:\n", 1);
  CHECK(is(parse_large(fill(len, "- *a\n", 40000), show_nothing), ""));
}

static void test_many(void) {
  size_t len = 0;
  clock_t start = clock();
  for (int i = 0; i < 100000; i++)
    len += (size_t)snprintf(large + len, 64, "- &a%d x\n- *a%d\n", i, i);
  CHECK(is(parse_large(len, show_nothing), ""));
  CHECK(is(parse_large(fill(0, "---\na: &a 1\n", 100000), show_nothing), ""));
  CHECK(is(parse_large(fill(0, "#@\n", 500000), show_nothing), ""));
  CHECK(
      is(parse_large(fill(fill(0, "#@n\n", 500000), "a: 1\n", 1), show_nothing),
         ""));
  CHECK(
      is(parse_large(fill(0, "-\n #-\n a #b\r\n", 100000), show_nothing), ""));
  for (len = 0; len < 3000000;)
    len += (size_t)snprintf(large + len, 64, "k%zu: \"#\xC3\xA9#\"\n", len);
  CHECK(is(parse_large(len, show_nothing), ""));
  CHECK(seconds(start) < 8);
  with.limits = (ys_limits){10, 1000, 1000};
  FAULT("0123456789x", "READ 1:1 <larger than the limit max_bytes>");
  with.limits.max_depth = 0;
}

int main(void) {
  test_values();
  test_keys();
  test_tags();
  test_documents();
  test_strict();
  test_places();
  test_exotic_breaks();
  test_attachment_table();
  test_attachment();
  test_attachment_items();
  test_attachment_documents();
  test_comments();
  test_annotations();
  test_anchors();
  test_merge();
  test_duplicates();
  test_faults();
  test_depth();
  test_alias_bombs();
  test_many();
  return check_done();
}
