/* test_keys.c - Tests of the rules of keys: open and optional ones, how many,
 * and in which order they match (reference#keys). */

#include "vocabulary.h"

/* ---- functions ----------------------------------------------------------- */

static ys_status answer(ys_reply *reply, bool yes) {
  reply->value.kind = YS_BOOL;
  reply->value.u.boolean = yes;
  return YS_OK;
}

static ys_status is_short(ys_space *space, const ys_slot *const *arguments,
                          uint32_t count, ys_reply *reply) {
  (void)space;
  CHECK(count == 2);
  return answer(reply, arguments[0]->kind == YS_STRING &&
                           ys_slot_size(arguments[0]) < 3);
}

/* Whether the key ends as the placeholder does. */
static ys_status has_suffix(ys_space *space, const ys_slot *const *arguments,
                            uint32_t count, ys_reply *reply) {
  const ys_str key = ys_slot_text(arguments[0]);
  const ys_str suffix = ys_slot_text(arguments[1]);
  (void)space;
  CHECK(count == 2);
  return answer(
      reply, key.len >= suffix.len &&
                 ys_str_eq((ys_str){key.ptr + key.len - suffix.len, suffix.len},
                           suffix));
}

static ys_status is_even(ys_space *space, const ys_slot *const *arguments,
                         uint32_t count, ys_reply *reply) {
  (void)space;
  CHECK(count == 1);
  return answer(reply, arguments[0]->u.integer % 2 == 0);
}

/* No boolean, but true. */
static ys_status gives_zero(ys_space *space, const ys_slot *const *arguments,
                            uint32_t count, ys_reply *reply) {
  (void)space;
  (void)arguments;
  (void)count;
  reply->value.kind = YS_INT;
  return YS_OK;
}

static ys_status gives_null(ys_space *space, const ys_slot *const *arguments,
                            uint32_t count, ys_reply *reply) {
  (void)space;
  (void)arguments;
  (void)count;
  (void)reply;
  return YS_OK;
}

static const word_row functions[] = {{"is_short", is_short},
                                     {"has_suffix", has_suffix},
                                     {"is_even", is_even},
                                     {"fails", word_fails},
                                     {"gives_zero", gives_zero},
                                     {"gives_null", gives_null},
                                     {NULL, NULL}};

/* ---- open keys ----------------------------------------------------------- */

static void any_key(void) {
  const char *body = "m:\n  #@schema/any-key\n  _:\n    a: 1\n    b: 2\n";
  GIVES(CURRENT, body, "m: {}\n", NOTHING);
  GIVES(CURRENT, body,
        "m:\n  z:\n    a: 5\n    b: 2\n  x:\n    a: 1\n    b: 2\n",
        "m: {z: {a: 5}, x: {}}\n");
  GIVES(CURRENT, body, "type m.k: integer | map\n", "m: {k: 1}\n");
  GIVES(CURRENT, body, "unknown-key m.k.c: c | one of { a, b }\n",
        "m: {k: {c: 1}}\n");
}

static void merging(void) {
  const char *body = "m:\n  #@schema/any-key\n  _:\n    a: 1\n    b: 2\n";
  GIVES(CURRENT, body,
        "m:\n  k:\n    a: 5\n    b: 6\n  j:\n    a: 1\n    b: 2\n",
        "m: {k: {a: 5}}\n", "m: {j: {}, k: {b: 6}}\n");
  GIVES(CURRENT, body, "m:\n  j:\n    a: 1\n    b: 2\n", "m: {k: {}, j: {}}\n",
        "#@data/values\n---\nm:\n  #@overlay/remove\n  k:\n");
}

static void regular_expressions(void) {
  const char *body = "m:\n  #@schema/key allowed=\"^[a-z]+_db$\", "
                     "expects=\"0+\"\n  _: 0\n";
  GIVES(CURRENT, body, "m:\n  a_db: 1\n", "m: {a_db: 1}\n");
  GIVES(CURRENT, body,
        "unknown-key m.x: x | a key that matches \"^[a-z]+_db$\"\n",
        "m: {x: 1}\n");
  GIVES(CURRENT, "m:\n  #@schema/key allowed=\"(\"\n  _: 0\n",
        "annotation-argument : schema/key | \"(\"\n"
        "  a regular expression, for allowed=\n",
        NOTHING);
}

static void allowed_functions(void) {
  const char *body =
      "m:\n  #@schema/key allowed=is_short, expects=\"0+\"\n  _: 0\n"
      "  #@schema/key allowed=has_suffix, expects=\"0+\"\n  _db: \"\"\n";
  word_calls = 0;
  GIVES(CURRENT, body, "m:\n  ab: 1\n  x_db: z\n", "m: {ab: 1}\n",
        "m: {x_db: z}\n", "m: {ab: 1}\n");
  CHECK(word_calls == 3); /* once a key and function */
  GIVES(CURRENT, body, "type m.ab: string | integer\n", "m: {ab: z}\n");
  GIVES(CURRENT, body,
        "unknown-key m.long: long | a key that matches is_short, or "
        "has_suffix\n",
        "m: {long: z}\n");
  GIVES(CURRENT, "m:\n  #@schema/key allowed=gives_zero\n  _: 0\n",
        "m:\n  k: 1\n", "m: {k: 1}\n");
  GIVES(CURRENT,
        "m:\n  #@schema/key allowed=gives_null, missing_ok=True\n"
        "  _: 0\n",
        "unknown-key m.k: k | a key that matches gives_null\n", "m: {k: 1}\n");
}

/* It is reported once, and of the keys nothing more can be said. */
static void failing_functions(void) {
  GIVES(CURRENT, "m:\n  #@schema/key allowed=fails\n  _: 0\n",
        "key-failed : allowed= | out of order\n", "m: {a: x, b: y, c: z}\n");
  GIVES(CURRENT, "m:\n  #@schema/key allowed=\"any\", expects=fails\n  _: 0\n",
        "key-failed m: expects= | out of order\n", "m: {a: 1}\n");
  GIVES(CURRENT,
        "#@schema/default {\"k\": 1}\n"
        "m:\n  #@schema/key allowed=fails\n  _: 0\n",
        "key-failed : allowed= | out of order\n", NOTHING);
}

static void order_of_matching(void) {
  const char *body =
      "m:\n  name: a\n"
      "  #@schema/key allowed=\"^max_\", expects=\"0+\"\n  _: 0\n"
      "  #@schema/any-key\n  __: true\n";
  GIVES(CURRENT, body, "m:\n  name: b\n  tls: false\n  max_x: 1\n",
        "m: {tls: false, name: b, max_x: 1}\n");
  GIVES(CURRENT, body,
        "type m.max_x: boolean | integer\ntype m.x: integer | boolean\n",
        "m: {max_x: true, x: 1}\n");
}

/* The rule of a named key would never count. */
static void taken_keys(void) {
  GIVES(CURRENT, "#@schema/any-key\n_: 0\nname: a\n",
        "key-taken : name | \"any\"\n", NOTHING);
  GIVES(CURRENT,
        "#@schema/key allowed=\"^n\", expects=\"0+\"\n_: 0\nname: a\nb: 1\n",
        "key-taken : name | \"^n\"\n", NOTHING);
  GIVES(CURRENT,
        "#@schema/key allowed=is_short, missing_ok=True\n_: 0\nname: a\nb: c\n",
        "key-taken : b | is_short\n", NOTHING);
  GIVES(CURRENT, "#@schema/any-key\n_: b\nname: a\n",
        "key-taken : name | \"any\"\n", NOTHING);
  GIVES(CURRENT,
        "m:\n  #@schema/any-key\n  _: 0\n  #@schema/key missing_ok=True\n"
        "  name: a\n",
        "key-taken : name | \"any\"\n", "m: {name: 1}\n");
  GIVES(CURRENT, "#@schema/any-key\n_: {a: 1, b: 2}\nname: {a: 1}\n",
        "key-taken : name | \"any\"\n", NOTHING);
  GIVES(CURRENT, "#@schema/key allowed=\"(\"\n_: 0\nname: a\n",
        "annotation-argument : schema/key | \"(\"\n"
        "  a regular expression, for allowed=\n",
        NOTHING);
}

/* ---- how many ------------------------------------------------------------ */

static void counts(void) {
  static const char *const rows[][3] = {
      {"allowed=\"any\"", "m: {a: 1}\n", ""},
      {"allowed=\"any\"", "m: {}\n",
       "no key | exactly 1 key (allowed=\"any\")"},
      {"allowed=\"any\"", "m: {a: 1, b: 1}\n",
       "2 keys | exactly 1 key (allowed=\"any\")"},
      {"allowed=\"any\", expects=2", "m: {a: 1, b: 1}\n", ""},
      {"allowed=\"any\", expects=0", "m: {a: 1}\n",
       "1 key | no key (allowed=\"any\")"},
      {"allowed=\"any\", expects=\"2+\"", "m: {a: 1}\n",
       "1 key | at least 2 keys (allowed=\"any\")"},
      {"allowed=\"any\", expects=[0, \"3+\"]", "m: {a: 1}\n",
       "1 key | no key, or at least 3 keys (allowed=\"any\")"},
      {"allowed=\"any\", expects=is_even", "m: {a: 1}\n",
       "1 key | as many keys as its function allows (allowed=\"any\")"},
      {"allowed=\"any\", expects=is_even", "m: {a: 1, b: 2}\n", ""},
      {"allowed=\"any\", missing_ok=True", "m: {}\n", ""},
      {"allowed=\"any\", expects=\"0+\"", "m: {a: 1, b: 2}\n", ""}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char body[200], expected[200];
    snprintf(body, sizeof body, "m:\n  #@schema/key %s\n  _: 0\n", rows[i][0]);
    snprintf(expected, sizeof expected, "key-count m: %s\n", rows[i][2]);
    if (rows[i][2][0] != '\0') {
      GIVES(CURRENT, body, expected, rows[i][1]);
    } else {
      ys_schema schema;
      char text[300];
      ys_buf out = ys_buf_of(plain_memory);
      snprintf(text, sizeof text, CURRENT "\n---\n%s", body);
      CHECK(word_compile(&schema, text) == YS_OK);
      word_run(&schema, (const char *const[]){rows[i][1], NULL}, &out);
      CHECK(ys_str_starts(ys_buf_str(&out), YS_STR("m:")));
      ys_buf_release(&out);
      ys_schema_release(&schema);
    }
  }
}

/* Several documents make up a map; keys with invalid values count, too. */
static void counts_of_the_whole(void) {
  const char *body = "m:\n  #@schema/key allowed=\"any\", expects=2\n  _: 0\n";
  GIVES(CURRENT, body, "m:\n  a: 1\n  b: 2\n", "m: {a: 1}\n", "m: {b: 2}\n");
  GIVES(CURRENT, body,
        "key-count m: 1 key | exactly 2 keys (allowed=\"any\")\n"
        "type m.a: string | integer\n",
        "m: {a: x}\n");
  GIVES(CURRENT, "l:\n- x: 0\n  #@schema/key allowed=\"any\"\n  _: 0\n",
        "key-count l[1]: no key | exactly 1 key (allowed=\"any\")\n",
        "l: [{a: 1}, {}]\n");
}

static void required_keys(void) {
  const char *body = "m:\n  #@schema/required\n  a: 1\n  b: 2\n";
  GIVES(CURRENT, body, "required m.a: nothing\n  integer\n", NOTHING);
  GIVES(CURRENT, body, "m:\n  a: 5\n  b: 2\n", "m: {a: 5}\n");
  GIVES(CURRENT, body, "type m.a: string | integer\n", "m: {a: x}\n");
  GIVES(CURRENT, "l:\n- #@schema/required\n  a: x\n",
        "required l[1].a: nothing at v.yml:1 (read: v.yml)\n  string\n",
        "l: [{a: z}, {}]\n");
  GIVES(CURRENT, "#@schema/any-key\n_:\n  #@schema/required\n  a: x\n",
        "required k.a: nothing at v.yml:1 (read: v.yml)\n  string\n",
        "k: {}\n");
}

/* ---- order and completion ------------------------------------------------ */

static void order_of_keys(void) {
  const char *body = "a: 1\n#@schema/key-may-be-present\nb:\n  c: 2\n  d: 3\n"
                     "e: 4\n#@schema/any-key\n_: 0\n";
  GIVES(CURRENT, body, "a: 1\nb:\n  c: 9\n  d: 3\ne: 4\nz: 1\nx: 2\n",
        "z: 1\nb: {c: 9}\nx: 2\n");
  GIVES(CURRENT, body, "a: 1\ne: 4\n", NOTHING);
  GIVES(CURRENT, "l:\n- a: 1\n  #@schema/key-may-be-present\n  b: 2\n  c: 3\n",
        "l:\n- a: 1\n  b: 5\n  c: 3\n- a: 1\n  c: 3\n", "l: [{b: 5}, {}]\n");
}

static void defaults_with_open_keys(void) {
  GIVES(CURRENT,
        "#@schema/default {\"k\": {}}\n"
        "m:\n  #@schema/any-key\n  _:\n    a: 1\n",
        "m:\n  k:\n    a: 1\n", NOTHING);
  GIVES(CURRENT,
        "#@schema/default {\"k\": {\"b\": 1}}\n"
        "m:\n  #@schema/any-key\n  _:\n    a: 1\n",
        "default-key k.b: b | a map item with the key named \"a\"\n", NOTHING);
}

static void rules_below_open_keys(void) {
  GIVES(CURRENT,
        "m:\n  #@schema/any-key\n"
        "  #@schema/validation min=3\n  _: 0\n",
        "rule m.b: a value >= 3 | value < 3\n", "m: {a: 5, b: 1}\n");
}

/* ---- mistakes ------------------------------------------------------------ */

static void arguments_of_key(void) {
  static const char *const rows[][2] = {
      {"schema/key", "no arguments"},
      {"schema/key \"any\"", "value"},
      {"schema/key allowed=1", "integer"},
      {"schema/key allowed=\"\"", "an empty text"},
      {"schema/key allowed=\"any\", allowed=\"x\"", "allowed given twice"},
      {"schema/key expects=\"many\"", "\"many\""},
      {"schema/key expects=-1", "-1"},
      {"schema/key expects=[]", "[]"},
      {"schema/key expects=1", "expects=1"},
      {"schema/key expects=1.5", "float"},
      {"schema/key expects=1, missing_ok=True", "expects= and missing_ok="},
      {"schema/key missing_ok=1", "integer"},
      {"schema/key maybe=True", "maybe"},
      {"schema/any-key 1", "value"},
      {"schema/key-may-be-present a=1", "keyword argument"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ys_schema schema;
    char text[200];
    snprintf(text, sizeof text, CURRENT "\n---\n#@%s\na: 1\n", rows[i][0]);
    CHECK(word_compile(&schema, text) == YS_INVALID);
    CHECK(schema.space.diags.first->code == YS_E_ANNOTATION_ARGUMENT);
    CHECK(hand_same(schema.space.diags.first->args[1], rows[i][1]));
    CHECK(schema.space.diags.first->at.line == 3);
    ys_schema_release(&schema);
  }
  GIVES(CURRENT, "#@schema/any-key\n#@schema/key-may-be-present\na: 1\n",
        "annotation-conflict : schema/key-may-be-present | schema/any-key\n",
        NOTHING);
}

int main(void) {
  word_functions = functions;
  any_key();
  merging();
  regular_expressions();
  allowed_functions();
  failing_functions();
  order_of_matching();
  taken_keys();
  counts();
  counts_of_the_whole();
  required_keys();
  order_of_keys();
  defaults_with_open_keys();
  rules_below_open_keys();
  arguments_of_key();
  return check_done();
}
