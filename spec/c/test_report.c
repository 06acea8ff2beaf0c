/* test_report.c - Records to text, and for programs. */

#include "by_hand.h"
#include "core/print/message.h"
#include "core/print/report.h"

static ys_space space;
static uint16_t schema, values;

static const char schema_text[] = "#@data/values-schema\n" /* 1 */
                                  "---\n"
                                  "#@schema/default \"80\"\n" /* 3 */
                                  "port: 443\n"
                                  "e: []\n" /* 5 */
                                  "c: ~\n"
                                  "#@schema/type any=True\n" /* 7 */
                                  "free:\n"
                                  "  #@schema/type any=True\n" /* 9 */
                                  "  #@schema/default 1\n"
                                  "  - e: 1\n"; /* 11 */

static const char values_text[] = "port: x\n"
                                  "beta: \x1b[31mred\n"
                                  "a: 1\n"
                                  "b: \xE2\x80\xAEtxt\n"
                                  "a:\t2\n"
                                  "name: \"\"\n";

static void begin(void) {
  hand_init(&space);
  schema = hand_source(&space, "s.yml", schema_text);
  values = hand_source(&space, "v.yml", values_text);
}

static ys_place at(uint16_t source, uint32_t line) {
  return (ys_place){line, 1, source};
}

static const ys_place nowhere = {0};

/* Adds a record with up to four arguments. */
static ys_diag *add(ys_code code, ys_place place, ys_place by, const char *path,
                    const char *first, const char *second, const char *third) {
  ys_diag *diag = ys_space_diagnose(&space, code, place, by);
  diag->path = ys_cstr(path);
  diag->args[0] = ys_cstr(first);
  diag->args[1] = ys_cstr(second);
  diag->args[2] = ys_cstr(third);
  return diag;
}

typedef bool write_fn(ys_space *space, bool all, ys_buf *out);

/* Compares what is written, and ends the space. */
static bool gives(write_fn *write, const char *expected) {
  ys_buf out = ys_buf_of(plain_memory);
  write(&space, false, &out);
  const bool same =
      ys_buf_status(&out) == YS_OK && hand_same(ys_buf_str(&out), expected);
  ys_buf_release(&out);
  return same;
}

static void end(void) {
  ys_space_release(&space);
}

/* ---- for people ---------------------------------------------------------- */

static void test_nothing(void) {
  begin();
  add(YS_E_DEPRECATED, at(values, 1), at(schema, 3), "port", "use ports", "",
      "");
  CHECK(gives(ys_report_text, ""));
  CHECK(gives(ys_report_warnings,
              "v.yml:1: warning: port is deprecated: use ports (by "
              "s.yml:3)\n"));
  end();
}

static void test_input(void) {
  begin();
  const uint16_t missing = hand_source(&space, "no.yml", "");
  add(YS_E_READ, (ys_place){0, 0, missing}, nowhere, "",
      "No such file or directory", "", "");
  add(YS_E_DUPLICATE_KEY, at(values, 5), at(values, 3), "", "a", "", "");
  add(YS_E_TOO_DEEP, (ys_place){2, 7, values}, nowhere, "", "1000", "", "");
  add(YS_E_CODE_IN_VALUES, at(values, 1), nowhere, "", "f()", "", "");
  CHECK(gives(
      ys_report_text,
      "no.yml: cannot be read: No such file or directory\n"
      "\n"
      "v.yml:5:1: duplicate key \"a\"\n"
      "    |\n"
      "  3 | a: 1\n"
      "    | ...\n"
      "  5 | a: 2\n"
      "    | ^\n"
      "    = hint: the key was given first at v.yml:3; keep one of the two.\n"
      "\n"
      "v.yml:2:7: collections are nested more than 1000 levels deep\n"
      "    |\n"
      "  2 | beta: \\x1b[31mred\n"
      "    |       ^\n"
      "    = hint: the limit is the option max_depth.\n"
      "\n"
      "v.yml:1:1: code in data values is not run: f()\n"
      "    |\n"
      "  1 | port: x\n"
      "    | ^\n"
      "    = hint: to allow it, give --allow-code-in-values (in Lua, "
      "opts.code_in_values).\n"));
  end();
}

static void test_schema(void) {
  begin();
  add(YS_E_DEFAULT_TYPE, at(schema, 3), at(schema, 4), "", "string", "integer",
      "");
  add(YS_E_ARRAY_ITEMS, at(schema, 5), nowhere, "", "0", "", "");
  CHECK(gives(
      ys_report_text,
      "Invalid schema - @schema/default is wrong type\n"
      "==============================================\n"
      "\n"
      "s.yml:\n"
      "    |\n"
      "  3 | #@schema/default \"80\"\n"
      "  4 | port: 443\n"
      "    |\n"
      "\n"
      "    = found: string (at s.yml:3)\n"
      "    = expected: integer (by s.yml:4)\n"
      "\n"
      "Invalid schema - wrong number of items in array definition\n"
      "==========================================================\n"
      "\n"
      "s.yml:\n"
      "    |\n"
      "  5 | e: []\n"
      "    |\n"
      "\n"
      "    = found: 0 array items (by s.yml:5)\n"
      "    = expected: exactly 1 array item, of the desired type\n"
      "    = hint: in schema, the one item of the array implies the type of "
      "its elements.\n"
      "    = hint: in schema, the default value for an array is always an "
      "empty list.\n"
      "    = hint: default values can be overridden with @schema/default.\n"));
  end();
}

/* Violations under one heading share it; a node shows its annotations. */
static void test_schema_blocks(void) {
  begin();
  add(YS_E_BELOW_ANY, at(schema, 11), at(schema, 9), "",
      "@schema/type, @schema/default", "", "");
  add(YS_E_ANNOTATION_ARGUMENT, at(schema, 7), nowhere, "", "schema/type",
      "missing value", "a type");
  CHECK(gives(
      ys_report_text,
      "Invalid schema\n"
      "==============\n"
      "\n"
      "Schema was specified within an \"any type\" fragment\n"
      "s.yml:\n"
      "    |\n"
      "  9 |   #@schema/type any=True\n"
      " 10 |   #@schema/default 1\n"
      " 11 |   - e: 1\n"
      "    |\n"
      "\n"
      "    = found: @schema/type, @schema/default annotation(s) (at "
      "s.yml:11)\n"
      "    = expected: no '@schema/...' on nodes within a node annotated "
      "'@schema/type any=True'\n"
      "    = hint: an \"any type\" fragment has no constraints; nested schema "
      "annotations conflict and are disallowed\n"
      "\n"
      "syntax error in @schema/type annotation\n"
      "s.yml:\n"
      "    |\n"
      "  7 | #@schema/type any=True\n"
      "    |\n"
      "\n"
      "    = found: missing value in @schema/type (by s.yml:7)\n"
      "    = expected: a type\n"));
  end();
}

static void test_when(void) {
  begin();
  add(YS_E_WHEN_NOT_BOOLEAN, at(values, 1), at(schema, 3), "port", "number", "",
      "");
  CHECK(gives(ys_report_text, "Invalid schema - when= failed\n"
                              "=============================\n"
                              "\n"
                              "Validating port (v.yml:1)\n"
                              "s.yml:\n"
                              "    |\n"
                              "  3 | #@schema/default \"80\"\n"
                              "    |\n"
                              "\n"
                              "    = found: number (at s.yml:3)\n"
                              "    = expected: true or false, of type "
                              "boolean\n"));
  end();
}

static void test_rule_argument(void) {
  begin();
  ys_diag *diag =
      add(YS_E_RULE_ARGUMENT, at(schema, 3), nowhere, "",
          "unknown keyword argument \"min_lenn\"", "min_lenn", "min_len");
  diag->args[3] = YS_STR("schema/validation");
  CHECK(gives(ys_report_text,
              "Invalid schema\n"
              "==============\n"
              "\n"
              "Invalid @schema/validation annotation - unknown keyword "
              "argument \"min_lenn\" (at s.yml:3)\n"
              "s.yml:\n"
              "    |\n"
              "  3 | #@schema/default \"80\"\n"
              "    |\n"
              "\n"
              "    = hint: did you mean \"min_len\"?\n"));
  end();
}

static void test_data(void) {
  begin();
  add(YS_E_TYPE, at(values, 1), at(schema, 4), "port", "string", "integer", "");
  add(YS_E_UNKNOWN_KEY, at(values, 2), at(schema, 2), "beta", "beta",
      "one of { eta, zeta }", "eta");
  add(YS_E_UNKNOWN_KEY, nowhere, nowhere, "m.x", "x", "a key", "");
  CHECK(gives(ys_report_text, "One or more data values were invalid\n"
                              "====================================\n"
                              "\n"
                              "At port\n"
                              "v.yml:\n"
                              "    |\n"
                              "  1 | port: x\n"
                              "    |       ^\n"
                              "s.yml:\n"
                              "    |\n"
                              "  4 | port: 443\n"
                              "    |\n"
                              "\n"
                              "    = found: string\n"
                              "    = expected: integer (by s.yml:4)\n"
                              "\n"
                              "Given data value is not declared in schema: "
                              "beta\n"
                              "v.yml:\n"
                              "    |\n"
                              "  2 | beta: \\x1b[31mred\n"
                              "    | ^\n"
                              "s.yml:\n"
                              "    |\n"
                              "  2 | ---\n"
                              "    |\n"
                              "\n"
                              "    = found: beta\n"
                              "    = expected: one of { eta, zeta } (from "
                              "s.yml:2)\n"
                              "    = hint: did you mean \"eta\"?\n"
                              "\n"
                              "Given data value is not declared in schema: "
                              "m.x\n"
                              "\n"
                              "    = found: x\n"
                              "    = expected: a key\n"));
  end();
}

static void test_validation(void) {
  begin();
  add(YS_E_RULE, at(values, 6), at(schema, 3), "name", "length >= 1",
      "length = 0", "");
  add(YS_E_RULE, at(values, 6), at(schema, 3), "name", "odd", "", "");
  add(YS_E_RULE_FAILED, at(values, 6), at(schema, 7), "name", "fine",
      "first\nsecond\n", "");
  add(YS_E_RULE, at(values, 6), at(schema, 3), "", "low", "", "");
  add(YS_E_RULE, nowhere, at(schema, 3), "x", "low", "", "");
  CHECK(gives(ys_report_text,
              "Validating final data values:\n"
              "  name\n"
              "    from: v.yml:6\n"
              "        6 | name: \"\"\n"
              "          |       ^\n"
              "    - must be: length >= 1 (by: s.yml:3)\n"
              "      found: length = 0\n"
              "    - must be: odd (by: s.yml:3)\n"
              "    - must be: fine (by: s.yml:7)\n"
              "      found: the rule itself failed (at s.yml:7): first\n"
              "             second\n"
              "\n"
              "  (document)\n"
              "    from: v.yml:6\n"
              "        6 | name: \"\"\n"
              "    - must be: low (by: s.yml:3)\n"
              "\n"
              "  x\n"
              "    - must be: low (by: s.yml:3)\n"));
  end();
}

/* Groups have their order, whatever the order of finding. */
static void test_groups(void) {
  begin();
  add(YS_E_RULE, at(values, 6), nowhere, "name", "low", "", "");
  add(YS_E_NO_SCHEMA, nowhere, nowhere, "", "", "", "");
  add(YS_E_TAG, at(values, 1), nowhere, "", "x", "!!int", "");
  CHECK(gives(ys_report_text,
              "v.yml:1:1: \"x\" cannot be read as !!int\n"
              "    |\n"
              "  1 | port: x\n"
              "    | ^\n"
              "\n"
              "Invalid schema\n"
              "==============\n"
              "\n"
              "    = found: no schema document\n"
              "    = expected: at least one\n"
              "    = hint: a schema document has #@data/values-schema on the "
              "line above its ---.\n"
              "\n"
              "Validating final data values:\n"
              "  name\n"
              "    from: v.yml:6\n"
              "        6 | name: \"\"\n"
              "          |       ^\n"
              "    - must be: low\n"));
  end();
}

/* ---- hostile text -------------------------------------------------------- */

static void test_escapes(void) {
  begin();
  const uint16_t odd = hand_source(&space, "a\nb\x1b.yml", "x\n");
  add(YS_E_UNKNOWN_KEY, at(values, 4), at(odd, 1), "k\n",
      "k\x7f\n\xC2\x85\xE2\x81\xA6\xFFz", "a\tkey", "\xE2\x80\xAE");
  CHECK(gives(ys_report_text, "One or more data values were invalid\n"
                              "====================================\n"
                              "\n"
                              "Given data value is not declared in schema: "
                              "k\\n\n"
                              "v.yml:\n"
                              "    |\n"
                              "  4 | b: \\u202etxt\n"
                              "    | ^\n"
                              "a\\nb\\x1b.yml:\n"
                              "    |\n"
                              "  1 | x\n"
                              "    |\n"
                              "\n"
                              "    = found: k\\x7f\\n\\x85\\u2066\\xffz\n"
                              "    = expected: a key (from a\\nb\\x1b.yml:1)\n"
                              "    = hint: did you mean \"\\u202e\"?\n"));
  end();
}

static void test_long_line(void) {
  char text[1001], expected[1000];
  begin();
  memset(text, 'x', 1000);
  text[1000] = '\0';
  const uint16_t wide = hand_source(&space, "w.yml", text);
  add(YS_E_TAG, at(wide, 1), nowhere, "", "x", "!!int", "");
  snprintf(expected, sizeof expected,
           "w.yml:1:1: \"x\" cannot be read as !!int\n"
           "    |\n"
           "  1 | %.67s\xE2\x80\xA6\n"
           "    | ^\n",
           text);
  CHECK(gives(ys_report_text, expected));
  end();
}

/* Line numbers share a column as wide as the widest. */
static void test_wide_numbers(void) {
  char text[1100];
  begin();
  memset(text, '\n', 1000);
  memcpy(text + 1000, "a: 1\n", 6);
  const uint16_t tall = hand_source(&space, "t.yml", text);
  add(YS_E_DUPLICATE_KEY, at(tall, 1001), at(tall, 999), "", "a", "", "");
  CHECK(gives(ys_report_text,
              "t.yml:1001:1: duplicate key \"a\"\n"
              "     |\n"
              " 999 |\n"
              "     | ...\n"
              "1001 | a: 1\n"
              "     | ^\n"
              "    = hint: the key was given first at t.yml:999; keep one of "
              "the two.\n"));
  end();
}

/* ---- for programs -------------------------------------------------------- */

static void test_violation(void) {
  ys_violation v;
  begin();
  const ys_diag *diag =
      add(YS_E_UNKNOWN_KEY, (ys_place){2, 3, values}, at(schema, 2), "be\nta",
          "be\nta", "one of { eta, zeta }", "eta");
  CHECK(ys_report_violation(&space, NULL, &space.arena, diag, &v) == YS_OK);
  CHECK(hand_same(ys_cstr(v.kind), "unknown-key"));
  CHECK(hand_same(v.message, "be\nta is not declared in the schema; expected "
                             "one of { eta, zeta }"));
  CHECK(hand_same(v.path, "be\nta") && hand_same(v.found, "be\nta"));
  CHECK(hand_same(v.expected, "one of { eta, zeta }"));
  CHECK(hand_same(v.hint, "did you mean \"eta\"?"));
  CHECK(hand_same(v.file, "v.yml") && v.line == 2 && v.column == 3);
  CHECK(hand_same(v.schema_file, "s.yml") && v.schema_line == 2);
  CHECK(hand_same(v.rule, "unknown-key"));
  diag = add(YS_E_READ, (ys_place){0, 0, values}, nowhere, "", "gone", "", "");
  CHECK(ys_report_violation(&space, NULL, &space.arena, diag, &v) == YS_OK);
  CHECK(hand_same(v.file, "v.yml") && v.line == 0 && v.schema_line == 0);
  CHECK(hand_same(v.message, "cannot be read: gone") && v.found.len == 0);
  diag = add(YS_E_NULL_VALUE, at(schema, 6), nowhere, "", "", "", "");
  CHECK(ys_report_violation(&space, NULL, &space.arena, diag, &v) == YS_OK);
  CHECK(hand_same(v.hint,
                  "in YAML, omitting a value implies null.\n"
                  "to set the default value to null, annotate with "
                  "@schema/nullable.\n"
                  "to allow any value, annotate with @schema/type any=True."));
  end();
}

/* ---- rules --------------------------------------------------------------- */

static bool is_rule(const ys_diag *diag, const char *rule, const char *text,
                    const char *severity) {
  ys_violation v;
  return ys_report_violation(&space, NULL, &space.arena, diag, &v) == YS_OK &&
         hand_same(v.rule, rule) && hand_same(v.argument_text, text) &&
         strcmp(v.severity, severity) == 0;
}

/* Every record has the name of its rule, and what it was given. */
static void test_rules(void) {
  ys_slot few = {.kind = YS_INT};
  ys_violation v;
  ys_diag *diag;
  begin();
  CHECK(is_rule(add(YS_E_TYPE, at(values, 3), nowhere, "a", "", "", ""), "type",
                "", "error"));
  CHECK(is_rule(add(YS_E_REQUIRED, at(values, 3), nowhere, "a", "", "", ""),
                "missing-key", "", "error"));
  CHECK(is_rule(add(YS_E_TAG, at(values, 1), nowhere, "", "x", "!!int", ""),
                "tag", "", "error"));
  CHECK(is_rule(add(YS_E_SYNTAX, at(values, 1), nowhere, "", "x", "", ""),
                "yaml", "", "error"));
  CHECK(is_rule(add(YS_E_DEPRECATED, nowhere, nowhere, "port", "", "", ""),
                "deprecated", "", "warning"));
  diag = add(YS_E_RULE, at(values, 6), nowhere, "a", "is_even", "", "");
  diag->called = YS_STR("is_even");
  CHECK(is_rule(diag, "custom", "is_even", "error"));
  diag->called = (ys_str){0};
  diag->choice = "any-of";
  CHECK(is_rule(diag, "any-of", "", "error"));
  diag->choice = NULL;
  diag->rule = YS_STR("min");
  CHECK(is_rule(diag, "min", "", "error"));
  diag->argument = &few;
  CHECK(ys_report_violation(&space, NULL, &space.arena, diag, &v) == YS_OK);
  CHECK(v.argument == &few);
  diag = add(YS_E_RULE_FAILED, at(values, 6), nowhere, "a", "is_even", "", "");
  diag->rule = YS_STR("regexp");
  CHECK(is_rule(diag, "rule-failed", "regexp", "error"));
  end();
}

/* ---- the table ----------------------------------------------------------- */

/* Every code is worded, and says what its arguments are. */
static void test_table(void) {
  begin();
  for (int code = 0; code < YS_CODE_COUNT; code++) {
    const ys_message *message = ys_message_of((ys_code)code);
    const ys_group group = ys_code_group((ys_code)code);
    ys_violation v;
    ys_diag *diag = add((ys_code)code, at(values, 1), at(schema, 3), "p",
                        "first", "second", "third");
    diag->args[3] = YS_STR("fourth");
    CHECK(ys_code_kind((ys_code)code) != NULL && message->sentence != NULL);
    CHECK((ys_message_heading((ys_code)code) == NULL) ==
          (group == YS_GROUP_INPUT || group == YS_GROUP_WARNING));
    CHECK(ys_report_violation(&space, NULL, &space.arena, diag, &v) == YS_OK);
    CHECK(v.message.len > 0 && memchr(v.message.ptr, '%', v.message.len) == 0);
  }
  end();
}

/* A million records take a moment, not hours. */
static void test_many(void) {
  enum { RECORDS = 200000 };
  begin();
  for (uint32_t i = 0; i < RECORDS; i++)
    add(i % 2 ? YS_E_TYPE : YS_E_RULE, at(values, 1 + i % 6), at(schema, 4),
        "port", "string", "integer", "");
  ys_buf out = ys_buf_of(plain_memory);
  ys_report_text(&space, false, &out);
  CHECK(ys_buf_status(&out) == YS_OK && out.len > RECORDS * 100);
  ys_buf_release(&out);
  end();
}

int main(void) {
  test_nothing();
  test_input();
  test_schema();
  test_schema_blocks();
  test_when();
  test_rule_argument();
  test_data();
  test_validation();
  test_groups();
  test_escapes();
  test_long_line();
  test_wide_numbers();
  test_violation();
  test_rules();
  test_table();
  test_many();
  return check_done();
}
