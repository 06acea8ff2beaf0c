/* test_literal.c - Annotations as written: splitting comments, and arguments
 * that are literals. */

#include <stdlib.h>

#include "check.h"
#include "core/annotation/literal.h"
#include "plain_memory.h"
#include "shown.h"

static void show_items(const ys_slot *slot);

static void show_value(const ys_slot *slot) {
  CHECK(ys_place_is(ys_slot_place(slot), (ys_place){3, 5, 1}));
  switch ((ys_kind)slot->kind) {
  case YS_NULL: show("null"); break;
  case YS_BOOL: show(slot->u.boolean ? "true" : "false"); break;
  case YS_INT:
    if (slot->flags & YS_SLOT_UNSIGNED)
      show("%lluU", (unsigned long long)slot->u.natural);
    else
      show("%lld", (long long)slot->u.integer);
    break;
  case YS_FLOAT: show("f%g", slot->u.number); break;
  case YS_STRING:
    show("'");
    for (uint32_t i = 0; i < ys_slot_size(slot); i++)
      show(ys_slot_text(slot).ptr[i] == '\0' ? "NUL" : "%c",
           ys_slot_text(slot).ptr[i]);
    show("'");
    break;
  case YS_ARRAY:
  case YS_MAP: show_items(slot); break;
  default: abort();
  }
}

static void show_items(const ys_slot *slot) {
  const char *brackets = slot->kind == YS_MAP          ? "{}"
                         : slot->flags & YS_SLOT_TUPLE ? "()"
                                                       : "[]";
  show("%c", brackets[0]);
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (s != ys_slot_first(slot)) show(",");
    if (slot->kind == YS_MAP)
      show("%.*s:", (int)s->key->text.len, s->key->text.ptr);
    show_value(s);
  }
  show("%c", brackets[1]);
}

/* The arguments, `name=value<spelled>` each, or `host` when they were left to
 * the host. */
static const char *read_text(ys_str text) {
  ys_space space;
  ys_annot annot = {.text = text, .line = 3, .column = 5, .source = 1};
  shown_len = 0;
  shown[0] = '\0';
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK) abort();
  CHECK(ys_literal_arguments(&space, &annot) == YS_OK);
  if (!annot.evaluated) {
    CHECK(annot.args == NULL);
    show("host");
  }
  for (const ys_arg *arg = annot.args; arg != NULL; arg = arg->next) {
    if (arg != annot.args) show(" ");
    if (arg->name.len > 0) show("%.*s=", (int)arg->name.len, arg->name.ptr);
    show_value(&arg->value);
    show("<%.*s>", (int)arg->text.len, arg->text.ptr);
  }
  CHECK(space.diags.count == 0);
  ys_space_release(&space);
  return shown;
}

static bool is(const char *got, const char *wanted) {
  if (strcmp(got, wanted) == 0) return true;
  fprintf(stderr, "got:    %s\nwanted: %s\n", got, wanted);
  return false;
}

#define READ(text, wanted) CHECK(is(read_text(YS_STR(text)), wanted))
#define HOST(text) READ(text, "host")

static void test_words(void) {
  READ("", "");
  READ("True, true", "true<True> true<true>");
  READ("False, false", "false<False> false<false>");
  READ("None, nil, null", "null<None> null<nil> null<null>");
  HOST("any");
  HOST("TRUE");
  HOST("Truely");
  HOST("not True");
}

static void test_numbers(void) {
  READ("0, 1, -1, + 5, - 3", "0<0> 1<1> -1<-1> 5<+ 5> -3<- 3>");
  READ("0x1F, 0o17, 0b11, 0XaB", "31<0x1F> 15<0o17> 3<0b11> 171<0XaB>");
  READ("9223372036854775807, -9223372036854775808, 18446744073709551615",
       "9223372036854775807<9223372036854775807> "
       "-9223372036854775808<-9223372036854775808> "
       "18446744073709551615U<18446744073709551615>");
  READ(".5, 5., 1e3, 1.5E-3, -2.5, 0.0, 1e+2",
       "f0.5<.5> f5<5.> f1000<1e3> f0.0015<1.5E-3> f-2.5<-2.5> f0<0.0> "
       "f100<1e+2>");
  HOST("18446744073709551616");
  HOST("-9223372036854775809");
  HOST("1e400");
  HOST("1_000");
  HOST("017");
  HOST("0x");
  HOST("0b12");
  HOST("1.2.3");
  HOST("5x");
  HOST("-");
  HOST("-True");
  HOST("--1");
  HOST("1 + 1");
  HOST("1-1");
}

static void test_strings(void) {
  READ("\"a b\", 'it', ''", "'a b'<\"a b\"> 'it'<'it'> ''<''>");
  READ("\"\"\"a \"b\" c\"\"\", '''d'e''', \"\"\"\"\"\"",
       "'a \"b\" c'<\"\"\"a \"b\" c\"\"\"> 'd'e'<'''d'e'''> ''<\"\"\"\"\"\">");
  READ("r\"\\d+\", r'\\'', r'''a\\n'''",
       "'\\d+'<r\"\\d+\"> '\\''<r'\\''> 'a\\n'<r'''a\\n'''>");
  READ("'\\n\\t\\r\\\\\\\"\\'\\a\\b\\f\\v'",
       "'\n\t\r\\\"'\a\b\f\v'<'\\n\\t\\r\\\\\\\"\\'\\a\\b\\f\\v'>");
  READ("'\\0\\x41\\101\\7z'", "'NULAA\az'<'\\0\\x41\\101\\7z'>");
  READ("'\\u00e9\\u20AC\\U0001F600'",
       "'\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80'<'\\u00e9\\u20AC\\U0001F600'>");
  READ("'a\\\nb'", "'ab'<'a\\\nb'>");
  READ("\"\xC3\xA9 #\"", "'\xC3\xA9 #'<\"\xC3\xA9 #\">");
  HOST("'\\d'");
  HOST("'\\xFF'");
  HOST("'\\377'");
  HOST("'\\x4'");
  HOST("'\\ud800'");
  READ("'\\U00010000\\U00040000\\U0010FFFF'",
       "'\xF0\x90\x80\x80\xF1\x80\x80\x80\xF4\x8F\xBF\xBF'<'"
       "\\U00010000\\U00040000\\U0010FFFF'>");
  HOST("'\\U00110000'");
  HOST("'open");
  HOST("'open\\'");
  HOST("'''open''");
  HOST("'");
  HOST("\"a\" \"b\"");
  HOST("\"a\" + \"b\"");
  HOST("\"%s\" % 1");
  HOST("b\"x\"");
  HOST("\"a\"  # note");
}

static void test_collections(void) {
  READ("[], [1], [1, 'a',], [[2]]",
       "[]<[]> [1]<[1]> [1,'a']<[1, 'a',]> [[2]]<[[2]]>");
  READ("(), (1,), (1), ((2)), (1, 2), ((1,))",
       "()<()> (1)<(1,)> 1<(1)> 2<((2))> (1,2)<(1, 2)> (1)<((1,))>");
  READ("(\"x\")", "'x'<(\"x\")>");
  READ("([1])", "[1]<([1])>");
  READ("{}, {\"a\": 1, 'b': {r'c': [True]},}",
       "{}<{}> {a:1,b:{c:[true]}}<{\"a\": 1, 'b': {r'c': [True]},}>");
  HOST("{\"a\": 1, \"a\": 2}");
  HOST("{1: 2}");
  HOST("{\"a\", \"b\"}");
  HOST("{a = 1}");
  HOST("[1 2]");
  HOST("[,]");
  HOST("[1,,2]");
  HOST("[1");
  HOST("(1");
  HOST("{\"a\": }");
  HOST("[x for x in y]");
  HOST("[1][0]");
}

static void test_arguments(void) {
  READ("\"x\",", "'x'<\"x\">");
  READ("min=1, max = 2", "min=1<1> max=2<2>");
  READ("\"a\" min=1 max=[2] not_null=True",
       "'a'<\"a\"> min=1<1> max=[2]<[2]> not_null=true<True>");
  READ("(\"a\", 1), (\"b\", None), when=False",
       "('a',1)<(\"a\", 1)> ('b',null)<(\"b\", None)> when=false<False>");
  READ("\t1 ,\t2\t", "1<1> 2<2>");
  HOST("min=1, 2");
  HOST("min=1, min=2");
  HOST("1 2");
  HOST(",");
  HOST("1,,2");
  HOST("min==1");
  HOST("min=");
  HOST("None=1");
  HOST("*rules");
  HOST("f(1)");
  HOST("x.y");
  HOST("1; 2");
  HOST("lambda v: v > 3");
  HOST("function(v) return v end");
}

/* Up to a hundred levels are read here. */
static void test_depth(void) {
  char text[400];
  memset(text, '[', 200);
  memset(text + 100, ']', 100);
  CHECK(strcmp(read_text((ys_str){text, 200}), "host") != 0);
  memset(text, '[', 101);
  memset(text + 101, ']', 101);
  CHECK(is(read_text((ys_str){text, 202}), "host"));
  memset(text, '(', 400);
  CHECK(is(read_text((ys_str){text, 400}), "host"));
}

/* ---- splitting ----------------------------------------------------------- */

static const char *split(ys_str text) {
  ys_str name = YS_STR("?"), args = YS_STR("?");
  shown_len = 0;
  switch (ys_annot_split(text, &name, &args)) {
  case YS_COMMENT_PLAIN: show("plain"); break;
  case YS_COMMENT_ANNOTATION:
    show("<%.*s><%.*s>", (int)name.len, name.ptr, (int)args.len, args.ptr);
    break;
  case YS_COMMENT_CODE: show("code<%.*s>", (int)args.len, args.ptr); break;
  }
  return shown;
}

#define SPLIT(text, wanted) CHECK(is(split(YS_STR(text)), wanted))

static void test_split(void) {
  SPLIT("", "plain");
  SPLIT("! note", "plain");
  SPLIT(" @schema/type", "plain");
  SPLIT("@schema/nullable", "<schema/nullable><>");
  SPLIT("@schema/title    \"x\"   ", "<schema/title><\"x\">");
  SPLIT("@schema/title \t\"x\"\r", "<schema/title><\"x\">");
  SPLIT("@schema/title\t\"x\"", "<schema/title\t\"x\"><>");
  SPLIT("@schema/desc(\"x y\")", "<schema/desc(\"x><y\")>");
  SPLIT("@bare\r", "<bare><>");
  SPLIT("@", "code<>");
  SPLIT("@ ", "code<>");
  SPLIT("@\r", "code<>");
  SPLIT("@ x = 1 \r", "code<x = 1>");
  SPLIT("@   return x", "code<  return x>");
}

static void test_find(void) {
  ys_arg second = {.name = YS_STR("min")};
  ys_arg first = {.next = &second, .name = YS_STR("")};
  ys_annot b = {.word = YS_WORD_KEY, .args = &first};
  ys_annot a = {.next = &b, .word = YS_WORD_TYPE};
  ys_arena arena;
  ys_slot slot = {0};
  ys_arena_init(&arena, plain_memory);
  CHECK(ys_slot_annotate(&arena, &slot, &a) == YS_OK);
  CHECK(ys_annot_find(&slot, YS_WORD_KEY) == &b);
  CHECK(ys_annot_find(&slot, YS_WORD_DEFAULT) == NULL);
  CHECK(ys_annot_arg(&b, YS_STR("min")) == &second);
  CHECK(ys_annot_arg(&b, YS_STR("")) == &first);
  CHECK(ys_annot_arg(&b, YS_STR("max")) == NULL);
  CHECK(ys_annot_positional(&b) == 1);
  ys_arena_release(&arena);
  CHECK(ys_annot_positional(&a) == 0);
}

int main(void) {
  test_words();
  test_numbers();
  test_strings();
  test_collections();
  test_arguments();
  test_depth();
  test_split();
  test_find();
  return check_done();
}
