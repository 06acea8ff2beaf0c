/* test_emit.c - Trees to YAML (reference#output) and JSON, and back again. */

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "core/print/emit.h"
#include "core/scalar/scalar.h"
#include "core/yaml/parse.h"
#include "plain_memory.h"

/* Where the trees of one test live. */
static ys_space space;

static void renew_space(void) {
  ys_space_release(&space);
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK) abort();
}

/* ---- building, printing, reading ----------------------------------------- */

static ys_slot *new_slot(void) {
  ys_slot *slot = ys_arena_new(&space.arena, ys_slot);
  if (slot == NULL) abort();
  return slot;
}

static ys_slot *string(ys_str text) {
  ys_slot *slot = new_slot();
  if (ys_slot_set_text(&space.arena, slot, text) != YS_OK) abort();
  return slot;
}

static ys_slot *collection(ys_kind kind) {
  ys_slot *slot = new_slot();
  if (ys_slot_make_collection(&space.arena, slot, kind) != YS_OK) abort();
  return slot;
}

static void put(ys_slot *map, ys_kind kind, ys_str key, ys_slot *value) {
  if (ys_keys_intern(&space.keys, kind, key, &value->key) != YS_OK) abort();
  ys_slot_append(map, value);
}

/* The first document of a text, or NULL. */
static ys_slot *parse(ys_str text) {
  ys_source *source;
  uint16_t index;
  ys_documents documents = {0};
  if (ys_source_new(plain_memory, YS_STR("t.yml"), text, &source) != YS_OK)
    abort();
  if (ys_sources_add(&space.sources, source, &index) != YS_OK) abort();
  if (ys_parse(&space, index, &documents) != YS_OK) return NULL;
  return documents.first;
}

static ys_buf buf;

static ys_str yaml(const ys_slot *document) {
  ys_buf_release(&buf);
  buf = ys_buf_of(plain_memory);
  ys_emit_yaml(document, &buf);
  CHECK(ys_buf_status(&buf) == YS_OK);
  return ys_buf_str(&buf);
}

static bool same(ys_str found, ys_str expected) {
  if (ys_str_eq(found, expected)) return true;
  fprintf(stderr, "expected:\n%.*s\nfound:\n%.*s\n", (int)expected.len,
          expected.ptr, (int)found.len, found.ptr);
  return false;
}

/* ys_slot_equal() takes 1 and 1.0 for equal, and no nan for itself. */
static bool identical(const ys_slot *a, const ys_slot *b) {
  const unsigned flags = YS_SLOT_UNSIGNED;
  if (a->kind != b->kind || (a->flags & flags) != (b->flags & flags))
    return false;
  if (!ys_is_collection(a)) {
    bool nans = a->kind == YS_FLOAT && isnan(a->u.number);
    if (a->kind == YS_FLOAT && signbit(a->u.number) != signbit(b->u.number) &&
        !nans)
      return false;
    return nans ? isnan(b->u.number) != 0 : ys_slot_equal(a, b);
  }
  const ys_slot *x = ys_slot_first(a), *y = ys_slot_first(b);
  for (; x != NULL && y != NULL; x = x->next, y = y->next)
    if (x->key != y->key || !identical(x, y)) return false;
  return x == y;
}

static bool comes_back(const ys_slot *document) {
  ys_str text = yaml(document);
  const ys_slot *again = parse(text);
  if (again != NULL && identical(document, again)) return true;
  fprintf(stderr, "did not come back:\n%.*s\n", (int)text.len, text.ptr);
  return false;
}

/* ---- strings ------------------------------------------------------------- */

typedef struct row {
  ys_str text, written;
} row;

/* As value, as item, as key, as document. */
static void check_string(ys_str text, ys_str written) {
  char line[400];
  ys_slot *map = collection(YS_MAP);
  put(map, YS_STRING, YS_STR("k"), string(text));
  int len =
      snprintf(line, sizeof line, "k: %.*s\n", (int)written.len, written.ptr);
  CHECK(same(yaml(map), (ys_str){line, (size_t)len}));
  ys_slot *list = collection(YS_ARRAY);
  ys_slot_append(list, string(text));
  put(map, YS_STRING, YS_STR("list"), list);
  if (!ys_str_eq(text, YS_STR("k"))) put(map, YS_STRING, text, new_slot());
  CHECK(comes_back(map));
  CHECK(comes_back(string(text)));
  CHECK(comes_back(list));
}

#define ROW(text, written)                                                     \
  {                                                                            \
    {"" text, sizeof(text) - 1}, {                                             \
      "" written, sizeof(written) - 1                                          \
    }                                                                          \
  }

static void test_plain(void) {
  static const char *const texts[] = {"hello",
                                      "hello world",
                                      "a:b",
                                      "a#b",
                                      "http://x/y?z=1",
                                      "1.2.3",
                                      "10.0.0.1",
                                      "512Mi",
                                      "-x",
                                      "x-",
                                      "a, b [c]",
                                      "it's",
                                      "say \"x\"",
                                      "2001",
                                      "\xC3\xA9t\xC3\xA9",
                                      "0x",
                                      "+",
                                      "tRue",
                                      "nUll",
                                      "yesterday",
                                      "a  b",
                                      "\xE2\x82\xAC 5",
                                      "x'",
                                      "no problem",
                                      "a\\b",
                                      "2001:db8::a",
                                      "e3",
                                      "12-34",
                                      "\xC2\xA0"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    renew_space();
    if (strcmp(texts[i], "2001") == 0) continue;
    check_string(ys_cstr(texts[i]), ys_cstr(texts[i]));
  }
}

/* Strings that other readers, or ours, would read as something else. */
static void test_ambiguous(void) {
  static const char *const texts[] = {"1",
                                      "true",
                                      "null",
                                      "",
                                      "yes",
                                      "y",
                                      "~",
                                      "1e3",
                                      "1_000",
                                      "017",
                                      "0x1f",
                                      "1:30",
                                      "2001-12-14",
                                      "n",
                                      "no",
                                      "on",
                                      "off",
                                      "OFF",
                                      "False",
                                      "1.5",
                                      ".inf",
                                      "-.inf",
                                      ".nan",
                                      "0b1",
                                      "0o7",
                                      "08",
                                      "+5",
                                      "1.",
                                      "190:20:30.15",
                                      "2001-13-45",
                                      "2001-1-2",
                                      "2001-12-14t21:59:43.10-05:00",
                                      "<<",
                                      "=",
                                      ".5_0",
                                      "0x_",
                                      "1e400",
                                      "99999999999999999999999"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char written[64];
    renew_space();
    snprintf(written, sizeof written, "\"%s\"", texts[i]);
    check_string(ys_cstr(texts[i]), ys_cstr(written));
  }
}

static void test_quoted(void) {
  static const row rows[] = {
      ROW(" x", "' x'"),
      ROW("x: y", "'x: y'"),
      ROW("x:", "'x:'"),
      ROW("#x", "'#x'"),
      ROW("a #b", "'a #b'"),
      ROW("'", "''''"),
      ROW("'a'b'", "'''a''b'''"),
      ROW("\"", "'\"'"),
      ROW("-", "'-'"),
      ROW("- x", "'- x'"),
      ROW("---", "'---'"),
      ROW("--- x", "'--- x'"),
      ROW("...", "'...'"),
      ROW("*x", "'*x'"),
      ROW("&x", "'&x'"),
      ROW("!x", "'!x'"),
      ROW("|", "'|'"),
      ROW(">x", "'>x'"),
      ROW("%x", "'%x'"),
      ROW("@x", "'@x'"),
      ROW("`x", "'`x'"),
      ROW("[x", "'[x'"),
      ROW("{x}", "'{x}'"),
      ROW("?", "'?'"),
      ROW("? x", "'? x'"),
      ROW(":x", "':x'"),
      ROW(", x", "', x'"),
      ROW("trailing ", "'trailing '"),
      ROW("#@ code", "'#@ code'"),
      ROW("tab\t", "\"tab\\t\""),
      ROW("\x01", "\"\\x01\""),
      ROW("a\0b", "\"a\\0b\""),
      ROW("a\r\nb", "\"a\\r\\nb\""),
      ROW("\x7F", "\"\\x7F\""),
      ROW("\xC2\x85", "\"\\x85\""),
      ROW("\xE2\x80\xA8", "\"\\u2028\""),
      ROW("\xEF\xBB\xBF", "\"\\uFEFF\""),
      ROW("\xEF\xBF\xBF", "\"\\uFFFF\""),
      ROW("\xF0\x9F\x98\x80", "\"\\U0001F600\""),
      ROW("\xF0\x9F\x98\x80\"\\\x1B", "\"\\U0001F600\\\"\\\\\\e\""),
      ROW("\xFF\xFE", "!!binary \"//4=\""),
      ROW("ab\xC3", "!!binary \"YWLD\""),
      ROW("\x80", "!!binary \"gA==\""),
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    renew_space();
    check_string(rows[i].text, rows[i].written);
  }
}

static void test_literal(void) {
  static const row rows[] = {
      ROW("a\nb", "|-\n  a\n  b"),
      ROW("a\nb\n", "|\n  a\n  b"),
      ROW("a\n\n", "|+\n  a\n"),
      ROW("a\n\n\nb\n", "|\n  a\n\n\n  b"),
      ROW("\n", "|2+\n"),
      ROW("\n\n", "|2+\n\n"),
      ROW("\na", "|2-\n\n  a"),
      ROW(" a\nb\n", "|2\n   a\n  b"),
      ROW("\ta\n", "|2\n  \ta"),
      ROW("a\n b\n\tc\n", "|\n  a\n   b\n  \tc"),
      ROW("a \n  \nb", "|-\n  a \n    \n  b"),
      ROW("a\n  ", "|-\n  a\n    "),
      ROW("---\n...\n", "|\n  ---\n  ..."),
      ROW("#@ x\n# y\n", "|\n  #@ x\n  # y"),
      ROW("a: b\n- c\n", "|\n  a: b\n  - c"),
      ROW("\xC3\xA9\n", "|\n  \xC3\xA9"),
      ROW("a\n\x01", "\"a\\n\\x01\""),
      ROW("a\n\xF0\x9F\x98\x80", "\"a\\n\\U0001F600\""),
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    renew_space();
    check_string(rows[i].text, rows[i].written);
  }
}

/* Lines are never folded; a reader's limit on keys is respected. */
static void test_long(void) {
  static char text[3000];
  memset(text, 'x', sizeof text);
  for (size_t i = 40; i < sizeof text; i += 41)
    text[i] = ' ';
  for (size_t len = 200; len < sizeof text; len += 77) {
    renew_space();
    ys_slot *map = collection(YS_MAP), *inner = collection(YS_MAP);
    ys_slot *list = collection(YS_ARRAY);
    ys_slot_append(list, string((ys_str){text, len}));
    put(inner, YS_STRING, (ys_str){text, len}, string(YS_STR("v")));
    put(inner, YS_STRING, (ys_str){text + 1, len}, list);
    put(map, YS_STRING, (ys_str){text, len}, inner);
    CHECK(comes_back(map));
  }
  renew_space();
  ys_str line = yaml(string((ys_str){text, sizeof text - 1}));
  CHECK(line.len == sizeof text);
}

/* ---- documents ----------------------------------------------------------- */

/* Canonical documents print as they are. */
static void test_layout(void) {
  static const char *const documents[] = {
      "a: 1\nb: two\nc: true\nd: null\ne: 1.5\n",
      "a:\n  b:\n    c: 1\n  d: 2\n",
      "a:\n- 1\n- two\nb:\n  c:\n  - x\n",
      "- a: 1\n  b:\n  - 2\n  - c: 3\n    d: 4\n- 5\n",
      "- - 1\n  - - 2\n    - 3\n- - a: 1\n    b: 2\n",
      "a: []\nb: {}\nc:\n- []\n- {}\n- null\n",
      "a: |\n  x\n  y\nb:\n- |-\n  x\n  y\n- c: |+\n    x\n\n  d: 1\n",
      "- - |2\n     x\n  - z\n",
      "1: a\n1.5: b\ntrue: c\nnull: d\n.inf: e\n\"1\": f\n\"true\": g\n\"\": "
      "h\n",
      "\"y\": 1\n\"n\": 2\n\"yes\": 3\n\"no\": 4\n\"on\": 5\n\"off\": "
      "6\n\"<<\": 7\n",
      "f: 1.0\ng: 1e+21\nh: 1.5e-07\ni: 1.23456789125e+08\nj: -0.0\nk: .inf\n"
      "l: -.inf\nm: .nan\n",
      "a: 18446744073709551615\nb: -9223372036854775808\n",
      "[]\n",
      "{}\n",
      "1\n",
      "text\n",
      "|\n  a\n  b\n",
      "null\n",
  };
  for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
    renew_space();
    const ys_slot *document = parse(ys_cstr(documents[i]));
    if (!CHECK(document != NULL)) continue;
    CHECK(same(yaml(document), ys_cstr(documents[i])));
  }
}

/* Output stays linear in the tree however deep that is. */
static void test_depth(void) {
  enum { DEPTH = 900, ITEMS = 20000 };
  for (int kind = YS_ARRAY; kind <= YS_MAP; kind++) {
    renew_space();
    ys_slot *root = collection((ys_kind)kind), *last = root;
    for (int i = 0; i < DEPTH; i++) {
      ys_slot *inner = collection((ys_kind)kind);
      if (kind == YS_MAP)
        put(last, YS_STRING, YS_STR("k: \xFF"), inner);
      else
        ys_slot_append(last, inner);
      last = inner;
    }
    ys_slot *list = collection(YS_ARRAY);
    if (kind == YS_MAP)
      put(last, YS_STRING, YS_STR("list"), list);
    else
      ys_slot_append(last, list);
    for (int i = 0; i < ITEMS; i++)
      ys_slot_append(list,
                     string(i % 2 == 0 ? YS_STR("x, y") : YS_STR("a\nb")));
    ys_slot_append(list, string(YS_STR("\xFF")));
    CHECK(comes_back(root));
    CHECK(yaml(root).len < DEPTH * 70 + ITEMS * 12);
  }
}

/* ---- random trees -------------------------------------------------------- */

static uint64_t state = UINT64_C(88172645463325252);

static uint32_t dice(uint32_t sides) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 11) % sides;
}

/* Texts that test quoting, blocks and resolution. */
static const ys_str pieces[] = {
    {"\n", 1},
    {"\n", 1},
    {" ", 1},
    {" ", 1},
    {"  ", 2},
    {":", 1},
    {": ", 2},
    {"#", 1},
    {" #", 2},
    {"-", 1},
    {"- ", 2},
    {"?", 1},
    {"'", 1},
    {"\"", 1},
    {"\\", 1},
    {"\t", 1},
    {"\r", 1},
    {"a", 1},
    {"b", 1},
    {"1", 1},
    {"0", 1},
    {".", 1},
    {"e", 1},
    {"_", 1},
    {"+", 1},
    {"y", 1},
    {"no", 2},
    {"true", 4},
    {"null", 4},
    {"~", 1},
    {"[", 1},
    {"]", 1},
    {"{", 1},
    {"}", 1},
    {",", 1},
    {"&", 1},
    {"*", 1},
    {"!", 1},
    {"|", 1},
    {">", 1},
    {"%", 1},
    {"@", 1},
    {"`", 1},
    {"=", 1},
    {"<<", 2},
    {"---", 3},
    {"...", 3},
    {"\0", 1},
    {"\x7F", 1},
    {"\xC3\xA9", 2},
    {"\xC2\x85", 2},
    {"\xC2\xA0", 2},
    {"\xE2\x80\xA8", 3},
    {"\xEF\xBB\xBF", 3},
    {"\xF0\x9F\x98\x80", 4},
    {"\xEF\xBF\xBD", 3},
    {"#@", 2},
    {"0x", 2},
    {"12:3", 4},
    {"2001-1-1", 8},
};

static ys_str random_text(void) {
  ys_str parts[8];
  size_t count = dice(dice(3) == 0 ? 8 : 4);
  for (size_t i = 0; i < count; i++)
    parts[i] = pieces[dice(sizeof pieces / sizeof *pieces)];
  if (count > 0 && dice(40) == 0) parts[dice((uint32_t)count)] = YS_STR("\xC3");
  ys_str text;
  if (ys_str_join(&space.arena, parts, count, &text) != YS_OK) abort();
  return text;
}

static ys_slot *random_number(void) {
  ys_slot *slot = new_slot();
  slot->kind = YS_INT;
  switch (dice(4)) {
  case 0: slot->u.integer = (int64_t)state; break;
  case 1: slot->u.integer = (int64_t)dice(100) - 50; break;
  case 2:
    slot->flags = YS_SLOT_UNSIGNED;
    slot->u.natural = state | UINT64_C(1) << 63;
    break;
  default:
    slot->kind = YS_FLOAT;
    if (dice(2) == 0)
      memcpy(&slot->u.number, &state, sizeof state);
    else
      slot->u.number = (double)dice(1000) / 8;
  }
  return slot;
}

static ys_slot *random_scalar(void) {
  uint32_t what = dice(8);
  if (what < 5) return string(random_text());
  if (what == 5) return random_number();
  ys_slot *slot = new_slot();
  if (what == 6) {
    slot->kind = YS_BOOL;
    slot->u.boolean = dice(2) == 0;
  }
  return slot;
}

static void put_random(ys_slot *map, ys_slot *value) {
  ys_slot *key = random_scalar();
  const ys_key *known;
  /* nan as a key is not equal to itself, and the parser need not like it */
  if (key->kind == YS_FLOAT && isnan(key->u.number)) key->u.number = 1.5;
  ys_buf text = ys_buf_of(plain_memory);
  ys_scalar_write(&text, key);
  if (ys_keys_intern(&space.keys, (ys_kind)key->kind, ys_buf_str(&text),
                     &known) != YS_OK)
    abort();
  ys_buf_release(&text);
  if (ys_map_find(&space.arena, map, known) != NULL) return;
  value->key = known;
  ys_slot_append(map, value);
}

static ys_slot *random_tree(uint32_t depth) {
  if (depth == 0 || dice(3) == 0) return random_scalar();
  ys_slot *slot = collection(dice(2) == 0 ? YS_MAP : YS_ARRAY);
  for (uint32_t count = dice(5); count > 0; count--) {
    ys_slot *value = random_tree(depth - 1);
    if (slot->kind == YS_MAP)
      put_random(slot, value);
    else
      ys_slot_append(slot, value);
  }
  return slot;
}

static void test_random_trees(void) {
  const char *wanted = getenv("MODEL_ROUNDS"); /* fewer under valgrind */
  const long trees = wanted != NULL ? 20 * strtol(wanted, NULL, 10) : 40000;
  bool all = true;
  for (long i = 0; i < trees && all; i++) {
    renew_space();
    all &= comes_back(random_tree(dice(6)));
  }
  CHECK(all);
}

/* ---- JSON ---------------------------------------------------------------- */

static bool json(ys_str text, const char *expected) {
  const char *problem = NULL;
  renew_space();
  const ys_slot *document = parse(text);
  ys_buf_release(&buf);
  buf = ys_buf_of(plain_memory);
  return CHECK(document != NULL) &&
         CHECK(ys_emit_json(document, &buf, &problem) == YS_OK) &&
         CHECK(problem == NULL) && same(ys_buf_str(&buf), ys_cstr(expected));
}

static void test_json(void) {
  CHECK(json(YS_STR("a: 1\nb: [1.0, null, yes, {}]\n"),
             "{\"a\":1,\"b\":[1.0,null,true,{}]}\n"));
  CHECK(json(YS_STR("z: 1\na: 2\n"), "{\"z\":1,\"a\":2}\n"));
  CHECK(json(YS_STR("1: a\n1.5: b\ntrue: c\nnull: d\n"),
             "{\"1\":\"a\",\"1.5\":\"b\",\"true\":\"c\",\"null\":\"d\"}\n"));
  CHECK(json(YS_STR("[18446744073709551615, -9223372036854775808, 1e21, -0.0]"),
             "[18446744073709551615,-9223372036854775808,1e+21,-0.0]\n"));
  CHECK(json(YS_STR("[]"), "[]\n"));
  CHECK(json(YS_STR("\"\""), "\"\"\n"));
  CHECK(json(
      YS_STR("\"<&>\\0\\t\\n\\r\\\"\\\\/\\x7f\\L\\P\\e\\U0001F600\xC3\xA9\""),
      "\"<&>\\u0000\\t\\n\\r\\\"\\\\/\\u007f\\u2028\\u2029\\u001b"
      "\xF0\x9F\x98\x80\xC3\xA9\"\n"));
}

static void test_json_strings(void) {
  ys_buf_release(&buf);
  buf = ys_buf_of(plain_memory);
  ys_emit_json_string(&buf, YS_STR("a\xFF\xC3\xE2\x82z\xED\xA0\x80"));
  CHECK(same(ys_buf_str(&buf),
             YS_STR("\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz"
                    "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"")));
}

static void test_json_problems(void) {
  static const char *const texts[] = {"a: .inf", "a: [1, {b: -.inf}]",
                                      "- .nan"};
  for (size_t i = 0; i < 3; i++) {
    const char *problem = NULL;
    renew_space();
    const ys_slot *document = parse(ys_cstr(texts[i]));
    ys_buf_release(&buf);
    buf = ys_buf_of(plain_memory);
    ys_buf_cstr(&buf, "before");
    CHECK(ys_emit_json(document, &buf, &problem) == YS_INVALID);
    CHECK(problem != NULL && strstr(problem, i == 2 ? ".nan" : ".inf") != NULL);
    CHECK(same(ys_buf_str(&buf), YS_STR("before")));
  }
}

static void test_json_keys(void) {
  static const char *const repeated[] = {
      "{1: a, \"1\": b}", "{\"x\": 0, \"true\": a, true: b}",
      "[{k: {null: 1, \"2\": 1, 2: 1}}]", "{1: a, 2: b, 3: c, 4: d, \"4\": e}"};
  for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
    const char *problem = NULL;
    renew_space();
    const ys_slot *document = parse(ys_cstr(repeated[i]));
    ys_buf_release(&buf);
    buf = ys_buf_of(plain_memory);
    CHECK(ys_emit_json(document, &buf, &problem) == YS_INVALID);
    CHECK(problem != NULL && strstr(problem, "keys") != NULL);
  }
  CHECK(json(YS_STR("{1: a, \"2\": b, 3: {\"1\": c, \"3\": d}, 4: e, 5: f}"),
             "{\"1\":\"a\",\"2\":\"b\",\"3\":{\"1\":\"c\",\"3\":\"d\"},\"4\":"
             "\"e\",\"5\":\"f\"}\n"));
}

/* ---- size ---------------------------------------------------------------- */

static void *poor_realloc(void *ud, void *ptr, size_t oldsize, size_t newsize) {
  size_t *left = ud;
  if (newsize > 0 && newsize > *left) return NULL;
  return plain_realloc(NULL, ptr, oldsize, newsize);
}

static void test_large(void) {
  enum { ENTRIES = 200000 };
  char key[32];
  const char *problem = NULL;
  renew_space();
  ys_slot *map = collection(YS_MAP);
  for (int i = 0; i < ENTRIES; i++) {
    int len = snprintf(key, sizeof key, "key-%d", i);
    ys_slot *value = i % 2 == 0 ? string(YS_STR("some text of usual length"))
                                : random_number();
    put(map, YS_STRING, (ys_str){key, (size_t)len}, value);
  }
  const clock_t start = clock();
  CHECK(yaml(map).len > ENTRIES * 20);
  CHECK(clock() - start < 2 * CLOCKS_PER_SEC);
  size_t left = 100000;
  ys_buf poor = ys_buf_of((ys_memory){poor_realloc, &left});
  ys_emit_yaml(map, &poor);
  CHECK(ys_buf_status(&poor) == YS_NOMEM);
  ys_buf_release(&poor);
  poor = ys_buf_of((ys_memory){poor_realloc, &left});
  CHECK(ys_slot_set_text(&space.arena, ys_slot_first(map), YS_STR("x")) ==
        YS_OK);
  for (ys_slot *s = ys_slot_first(map); s != NULL; s = s->next)
    if (s->kind == YS_FLOAT) s->kind = YS_NULL;
  CHECK(ys_emit_json(map, &poor, &problem) == YS_NOMEM);
  ys_buf_release(&poor);
}

int main(void) {
  buf = ys_buf_of(plain_memory);
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK) return 1;
  test_plain();
  test_ambiguous();
  test_quoted();
  test_literal();
  test_long();
  test_layout();
  test_depth();
  test_random_trees();
  test_json();
  test_json_strings();
  test_json_problems();
  test_json_keys();
  test_large();
  ys_buf_release(&buf);
  ys_space_release(&space);
  return check_done();
}
