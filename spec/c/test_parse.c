/* test_parse.c - Texts to trees: values, places and violations. */

#include <stdlib.h>
#include <time.h>

#include "parsed.h"

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
  VIOLATION("a: !!int 1.0\nb: !!float abc\nc: !!bool 1\n",
            "TAG 1:4 <1.0> <!!int>; TAG 2:4 <abc> <!!float>; "
            "TAG 3:4 <1> <!!bool>");
  VIOLATION("[!!binary a, !!binary \"aGVsbG8\", !!binary aG=s]",
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
  VIOLATION("a: yes\nb: 0x10\nc: a b\nd: a:b\ne: ~\n",
            "STRICT_AMBIGUOUS 1:4 <yes> <!!bool>; "
            "STRICT_AMBIGUOUS 2:4 <0x10> <!!int>; STRICT_SPACE 3:4 <a b>; "
            "STRICT_COLON 4:4 <a:b>; STRICT_AMBIGUOUS 5:4 <~> <!!null>");
  VIOLATION("a: 99999999999999999999\n",
            "INTEGER_RANGE 1:4 <99999999999999999999>");
  with.strict = false;
}

/* ---- places -------------------------------------------------------------- */

static void show_place(const ys_slot *slot) {
  show("%u:%u", ys_slot_place(slot).line, ys_slot_place(slot).column);
  if (!ys_is_collection(slot)) return;
  show(slot->kind == YS_MAP ? "{" : "[");
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    show(s == ys_slot_first(slot) ? "" : " ");
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

#define PLACE(text, wanted) CHECK(is(PARSE(text, show_places), wanted))

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
  PLACE("- a\r- b\r-\r  c: d\r", "1:1[1:1 2:1 3:1{4:3}]");
  PLACE("&a a: *a\nb: &l [x]\nc: *l\n", "1:1{1:1 2:1[2:8] 3:1[2:8]}");
  PLACE("%YAML 1.1\n  --- a\n", "SYNTAX 2:3 <did not find expected "
                                "<document start>>");
  PLACE("%YAML 1.1\n# c\n---\na: 1\n", "3:1{4:1}");
}

/* libyaml ends lines where editors and YAML 1.2 do not, and skips byte order
 * marks. */
#define SEPARATOR                                                              \
  "<leave it out, or write it as an escape in double quotes: \\N, \\L, \\P, "  \
  "\\uFEFF.>"

static void test_separators(void) {
  VIOLATION(
      "a: \"x\xC2\x85y\" \nb: 1\n",
      "SYNTAX 1:6 <found a next-line character (U+0085)> <where readers of "
      "YAML differ> " SEPARATOR);
  VIOLATION(
      "- a\n- \xC3\xA9\xE2\x80\xA8- b\n",
      "SYNTAX 2:4 <found a line separator (U+2028)> <where readers of YAML "
      "differ> " SEPARATOR);
  VIOLATION(
      "# \xE2\x80\xA9# x\na: b: c\n",
      "SYNTAX 1:3 <found a paragraph separator (U+2029)> <where readers of "
      "YAML differ> " SEPARATOR);
  VIOLATION("\n\xEF\xBB\xBF- a\n",
            "SYNTAX 2:1 <found a byte order mark (U+FEFF)> "
            "<where readers of YAML differ> " SEPARATOR);
  VIOLATION(
      "a: \xE2\x80\xA9\xEF\xBB\xBF\xE2\x80\xA8\n",
      "SYNTAX 1:4 <found a paragraph separator (U+2029)> <where readers of "
      "YAML differ> " SEPARATOR);
}

/* ---- anchors and merge keys ---------------------------------------------- */

static void test_anchors(void) {
  VALUE("a: &x {b: [1, 2]}\nc: *x\nd: [*x]\n",
        "{a: {b: [1, 2]}, c: {b: [1, 2]}, d: [{b: [1, 2]}]}");
  VALUE("a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "{a: 1, b: 1, c: 2, d: 2}");
  VALUE("a: &x [&x 1, *x]\nb: *x\n", "{a: [1, 1], b: 1}");
  VIOLATION("a: &x 1\n---\nb: *x\n", "UNKNOWN_ALIAS 3:4 <x>");
  VIOLATION("a: *x\nb: *y\nc: &y 1\n",
            "UNKNOWN_ALIAS 1:4 <x>; UNKNOWN_ALIAS 2:4 <y>");
  VIOLATION("a: &x [*x]\nb: &y {c: [*y]}\n",
            "RECURSIVE_ALIAS 1:8 by 1:4 <x>; RECURSIVE_ALIAS 2:12 by 2:4 <y>");
  VIOLATION("a: &x\n  <<: *x\n", "RECURSIVE_ALIAS 2:7 by 1:4 <x>");
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
  VIOLATION("a: {<<: 1}\nb: {<<: [{}, x]}\nc: {<<: {}, <<: {}}\n",
            "MERGE_VALUE 1:5 <integer>; MERGE_VALUE 2:5 <string>; "
            "DUPLICATE_KEY 3:13 by 3:5 <<<>");
}

/* ---- violations ---------------------------------------------------------- */

static void test_duplicates(void) {
  VIOLATION("a: 1\nb: 1\na: 2\na: 3\n",
            "DUPLICATE_KEY 3:1 by 1:1 <a>; DUPLICATE_KEY 4:1 by 1:1 <a>");
  VIOLATION("1: a\n0x1: b\n1.0: c\n\"1\": d\n", "DUPLICATE_KEY 2:1 by 1:1 <1>");
  VIOLATION(
      "- {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, i: 0, a: 1}\n"
      "- {a: 1, a: 2}\n",
      "DUPLICATE_KEY 1:58 by 1:52 <i>; DUPLICATE_KEY 1:64 by 1:4 <a>; "
      "DUPLICATE_KEY 2:10 by 2:4 <a>");
  VIOLATION("? [a, b]\n: 1\n? {c: d}\n: 2\nx: 1\nx: 2\n",
            "COMPLEX_KEY 1:3 <array>; COMPLEX_KEY 3:3 <map>; "
            "DUPLICATE_KEY 6:1 by 5:1 <x>");
  VIOLATION("a: &x [1]\n*x : 2\n", "COMPLEX_KEY 2:1 <array>");
}

static void test_violations(void) {
  VIOLATION(
      "a: 99999999999999999999\nb: 1e999\n99999999999999999999: c\n",
      "INTEGER_RANGE 1:4 <99999999999999999999>; FLOAT_RANGE 2:4 <1e999>; "
      "INTEGER_RANGE 3:1 <99999999999999999999>");
  VIOLATION("a: b\n  - c: [\n", "SYNTAX 2:6 <mapping values are not allowed in "
                                "this context>");
  VIOLATION(
      "a: [1,\nb: 2\n",
      "SYNTAX 3:1 by 1:4 <did not find expected ',' or ']'> <while parsing "
      "a flow sequence>");
  VIOLATION("a:\n  [1,",
            "SYNTAX 2:6 <did not find expected node content> <while "
            "parsing a flow node>");
  VIOLATION("a: 1\nb: \xC0\x80\n",
            "ENCODING 2:4 <invalid length of a UTF-8 sequence> <8>"
            " <save the file as UTF-8.>");
  VIOLATION("a: 1\r\n\xC3\xA9: \xFF\n",
            "ENCODING 2:4 <invalid leading UTF-8 octet> "
            "<10> <save the file as UTF-8.>");
  VIOLATION("a: 1\nb: 2\x01\n",
            "ENCODING 2:5 <control characters are not allowed> <9> "
            "<remove this character; in a text in double quotes it may be "
            "written as \\x01.>");
  VIOLATION("abcdef: 1\n\0\n",
            "ENCODING 2:1 <control characters are not allowed> <10> "
            "<remove this character; in a text in double quotes it may be "
            "written as \\x00.>");
  VIOLATION("\xFF\xFE"
            "a\0b\0",
            "ENCODING 1:1 <not UTF-8 but UTF-16 text> <0>"
            " <save the file as UTF-8.>");
  VIOLATION("a\0:\0", "ENCODING 1:1 <not UTF-8 but UTF-16 text> <0>"
                      " <save the file as UTF-8.>");
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
  with.limits = (ys_limits){1 << 22, 20, 100000, 1000, 0};
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
  CHECK(strstr(got, "TOO_LONG_ALIASES") == got);
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
  with.limits = (ys_limits){10, 1000, 1000, 1000, 0};
  VIOLATION("0123456789x", "READ 1:1 <larger than the limit max_bytes>");
  with.limits.max_depth = 0;
}

int main(void) {
  test_values();
  test_keys();
  test_tags();
  test_documents();
  test_strict();
  test_places();
  test_separators();
  test_anchors();
  test_merge();
  test_duplicates();
  test_violations();
  test_depth();
  test_alias_bombs();
  test_many();
  return check_done();
}
