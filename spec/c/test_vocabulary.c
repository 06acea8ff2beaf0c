/* test_vocabulary.c - Readings, listed types, words about keys that are there
 * or not, and documentation (reference#vocabulary, reference#documentation). */

#include "vocabulary.h"

/* ---- headers ------------------------------------------------------------- */

static void headers(void) {
  static const char *const good[] = {
      "#@schema",
      "#@schema attach=\"data/values\", required=True",
      "#@schema/match data_values=True",
      "#@schema/definition data_values=True",
      "#@schema/definition name=\"data/values\", data_values=True",
      "#@schema/definition name=\"data/values\" required=False"};
  static const char *const bad[][2] = {
      {"#@schema \"data/values\"", "\"data/values\" | attach=\"data/values\""},
      {"#@schema attach=1", "integer | attach=\"data/values\""},
      {"#@schema attach=\"x\"", "attach=\"x\" | attach=\"data/values\""},
      {"#@schema name=\"data/values\"", "name | A valid kwarg"},
      {"#@schema required=0", "integer | required=False or True"},
      {"#@schema/match required=False", "required | A valid kwarg"},
      {"#@schema/match", "no arguments | data_values=True"},
      {"#@schema/definition",
       "no arguments | data_values=True or name=\"data/values\""},
      {"#@schema/definition data_values=False",
       "data_values=False | data_values=True or name=\"data/values\""},
      {"#@schema/definition data_values=True, name=\"x\"",
       "data_values=True, name=\"x\" | data_values=True or "
       "name=\"data/values\""},
      {"#@data/values-schema 1", "1 | no arguments"}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    GIVES(good[i], "a: x\n", "a: x\n", NOTHING);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ys_schema schema;
    char text[200];
    snprintf(text, sizeof text, "%s\n---\na: x\n", bad[i][0]);
    CHECK(word_compile(&schema, text) == YS_INVALID);
    ys_buf out = ys_buf_of(plain_memory);
    ys_buf_add(&out, schema.space.diags.first->args[1]);
    ys_buf_cstr(&out, " | ");
    ys_buf_add(&out, schema.space.diags.first->args[2]);
    CHECK(hand_same(ys_buf_str(&out), bad[i][1]));
    CHECK(schema.space.diags.first->at.line == 1);
    ys_buf_release(&out);
    ys_schema_release(&schema);
  }
  GIVES("#@schema\n#@schema/match data_values=True", "a: x\n",
        "annotation-repeated : schema/match\n", NOTHING);
}

/* The base's header counts for what overlays add, too; a word of theirs takes
 * the place of any spelling of it. */
static void reading_of_overlays(void) {
  const char *more = "---\n#@overlay/match missing_ok=True\nb: \"\"\n";
  char text[200];
  snprintf(text, sizeof text, "a: x\n" EARLY "\n%s", more);
  GIVES(CURRENT, text, "a: x\nb: \"\"\n", NOTHING);
  snprintf(text, sizeof text, "a: x\n" CURRENT "\n%s", more);
  GIVES(EARLY, text, "rule b: length >= 1 | length = 0\n", NOTHING);
  GIVES(CURRENT,
        "#@schema/validation min=2\na: 1\n" CURRENT
        "\n---\n#@assert/validate min=1\na: 1\n",
        "a: 1\n", NOTHING);
}

/* ---- readings ------------------------------------------------------------ */

static void nulls_and_empty_arrays(void) {
  GIVES(CURRENT, "a:\nb: []\n", "null-value \narray-items : 0\n", NOTHING);
  GIVES(PROPOSAL, "a:\nb: []\n", "a: null\nb: []\n", NOTHING);
  GIVES(PROPOSAL, "a:\nb: []\n", "a:\n  x: 1\nb:\n- 1\n- null\n- k: 2\n",
        "a: {x: 1}\nb: [1, null, {k: 2}]\n");
  GIVES(PROPOSAL, "b: []\n", "type b: string | array\n", "b: x\n");
  GIVES(PROPOSAL, "b: [1, 2]\n", "array-items : 2\n", NOTHING);
}

static void what_is_implied(void) {
  const char *body = "s: \"\"\ni: 0\nf: 0.0\nb: false\nl: []\nm: {}\n"
                     "ss:\n- \"\"\nn:\n";
  const char *values = "ss: [\"\"]\n";
  GIVES(CURRENT, "s: \"\"\ni: 0\n", "s: \"\"\ni: 0\n", NOTHING);
  GIVES(PROPOSAL, body,
        "rule s: length >= 1 | length = 0\n"
        "rule ss[0]: length >= 1 | length = 0\n",
        values);
  GIVES(EARLY, body,
        "rule s: length >= 1 | length = 0\n"
        "rule i: not empty | 0\n"
        "rule f: not empty | 0.0\n"
        "rule l: not empty | []\n"
        "rule ss[0]: length >= 1 | length = 0\n",
        values);
  GIVES("#@schema required=False", "s: \"\"\ni: 0\n", "s: \"\"\ni: 0\n",
        NOTHING);
  GIVES(EARLY, "#@schema/allow-empty\ns: \"\"\nt: \"\"\n",
        "rule t: length >= 1 | length = 0\n", NOTHING);
  GIVES(EARLY, "#@schema/allow-empty 1\ns: \"\"\n",
        "annotation-argument : schema/allow-empty | value\n  no arguments\n",
        NOTHING);
}

/* A length of the author's own says more; a conditional one does not. */
static void implied_beside_own_rules(void) {
  GIVES(PROPOSAL, "#@schema/validate min_len=2\ns: \"\"\n",
        "rule s: length >= 2 | length = 0\n", NOTHING);
  GIVES(PROPOSAL, "#@schema/validate max_len=2\ns: \"\"\n",
        "rule s: length >= 1 | length = 0\n", NOTHING);
  GIVES(PROPOSAL, "#@schema/type one_of=[\"int\", \"string\"]\na: 0\n",
        "rule a: length >= 1 | length = 0\n", "a: \"\"\n");
}

/* ---- @schema/type -------------------------------------------------------- */

static void listed_types(void) {
  const char *body = "#@schema/type \"int\", \"null\"\na: 1\n";
  GIVES(CURRENT, body, "a: null\n", "a:\n");
  GIVES(CURRENT, body, "type a: string | integer or null\n", "a: x\n");
  GIVES(CURRENT, "#@schema/type \"float\"\na: 0.5\n", "a: 2.0\n", "a: 2\n");
  GIVES(CURRENT, "#@schema/type one_of=\"null\" or_inferred=True\nm:\n  k: 1\n",
        "type m.k: string | integer\n", "m: {k: x}\n");
  GIVES(CURRENT, "#@schema/type one_of=\"null\" or_inferred=True\nm:\n  k: 1\n",
        "m: null\n", "m:\n");
  GIVES(CURRENT, "#@schema/type one_of=\"null\" or_inferred=True\nl:\n- 1\n",
        "type l: string | array or null\n", "l: x\n");
  GIVES(CURRENT, "#@schema/type \"map\"\nm: {k: 1}\n",
        "m:\n  k: x\n  j:\n  - 1\n  2: z\n", "m: {k: x, j: [1], 2: z}\n");
  GIVES(CURRENT, "#@schema/type \"array\"\nl: [1, x]\n", "l:\n- {}\n",
        "l: [{}]\n");
  GIVES(CURRENT, "#@schema/type \"any\"\na: 1\n", "a:\n- 1\n", "a: [1]\n");
  GIVES(CURRENT, "#@schema/type \"string\"\n#@schema/nullable\na:\n",
        "a: null\n", NOTHING);
  GIVES(CURRENT, "l:\n#@schema/type \"int\", \"string\"\n- 0\n",
        "type l[1]: float | integer or string\n", "l: [1, 1.5, x]\n");
}

static void values_of_another_type(void) {
  GIVES(CURRENT, "#@schema/type \"int\"\na: x\n",
        "value-type : string | integer\n", NOTHING);
  GIVES(CURRENT, "#@schema/type \"int\"\n#@schema/default 5\na: x\n", "a: 5\n",
        NOTHING);
  GIVES(CURRENT, "#@schema/type \"int\"\n#@schema/default \"x\"\na: 1\n",
        "default-type : string | integer\n", NOTHING);
  GIVES(CURRENT, "#@schema/type \"map\"\nm:\n  #@schema/nullable\n  k: 1\n",
        "below-typed : @schema/nullable | schema/type\n", NOTHING);
}

static void arguments_of_type(void) {
  static const char *const rows[][2] = {
      {"", "missing keyword argument and value"},
      {"or_inferred=True", "missing keyword argument and value"},
      {"\"strng\"", "\"strng\""},
      {"1", "integer"},
      {"[\"int\"]", "array"},
      {"one_of=[]", "an empty list"},
      {"one_of=[1]", "integer"},
      {"one_of=1", "integer"},
      {"\"int\", one_of=\"null\"", "types twice"},
      {"any=True, or_inferred=False", "any with other types"},
      {"any=True, one_of=\"int\"", "any with other types"},
      {"\"any\", \"int\"", "any with other types"},
      {"any=True, any=True", "any given twice"},
      {"any=1", "integer"},
      {"all=True", "all"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ys_schema schema;
    char text[200];
    snprintf(text, sizeof text, CURRENT "\n---\n#@schema/type %s\na: 1\n",
             rows[i][0]);
    CHECK(word_compile(&schema, text) == YS_INVALID);
    CHECK(schema.space.diags.first->code == YS_E_ANNOTATION_ARGUMENT);
    CHECK(hand_same(schema.space.diags.first->args[1], rows[i][1]));
    CHECK(schema.space.diags.first->at.line == 3);
    ys_schema_release(&schema);
  }
}

/* ---- documentation ------------------------------------------------------- */

static void removed(void) {
  const char *body = "#@schema/removed \"use b\"\na: 1\nb: 2\n";
  GIVES(CURRENT, body, "b: 3\n", "b: 3\n");
  GIVES(CURRENT, body, "removed a: a | use b\n", "a: x\nb: 3\n");
  GIVES(CURRENT, body, "removed a: a | use b\ntype b: string | integer\n",
        "a: 1\n", "b: x\n");
  GIVES(CURRENT, "#@schema/removed 1\na: 1\n",
        "annotation-argument : schema/removed | Non-string value\n  string\n",
        NOTHING);
}

static void examples(void) {
  GIVES(CURRENT, "#@schema/example 1\na: x\n",
        "example-type : integer | string\n", NOTHING);
  GIVES(CURRENT, "#@schema/example \"y\"\n#@schema/examples (\"d\", 2)\na: x\n",
        "example-type : integer | string\n", NOTHING);
  GIVES(CURRENT, "#@schema/example\na: x\n",
        "annotation-argument : schema/example | missing value\n"
        "  one value, of the node's type\n",
        NOTHING);
  GIVES(CURRENT, "#@schema/doc \"x\"\n#@schema/desc \"y\"\na: x\n",
        "annotation-repeated : schema/desc\n", NOTHING);
  GIVES(CURRENT, "#@schema/deprecated \"\"\na: 1\n", "a: 2\ndeprecated a\n",
        "a: 2\n");
}

static void misplaced(void) {
  GIVES(CURRENT, "l:\n#@schema/any-key\n- 1\n",
        "annotation-misplaced : schema/any-key | map items\n", NOTHING);
  GIVES(CURRENT, "#@schema/definition\na: 1\n",
        "annotation-misplaced : schema/definition | documents (---)\n",
        NOTHING);
  GIVES(CURRENT, "#@schema/validate min=1\n#@assert/validate max=2\na: 1\n",
        "annotation-repeated : assert/validate\n", NOTHING);
}

int main(void) {
  headers();
  reading_of_overlays();
  nulls_and_empty_arrays();
  what_is_implied();
  implied_beside_own_rules();
  listed_types();
  values_of_another_type();
  arguments_of_type();
  removed();
  examples();
  misplaced();
  return check_done();
}
