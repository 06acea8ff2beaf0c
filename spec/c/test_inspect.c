/* test_inspect.c - Tests of exports: fields as keywords and as a description.
 * Schemas as texts are in spec/yschema/commands/inspect_spec.lua.
 */

#include "by_hand.h"
#include "core/export/constraint.h"
#include "core/export/describe.h"
#include "core/export/portable_pattern.h"
#include "core/export/schema.h"
#include "core/print/emit.h"
#include "core/rule/rule.h"

/* ---- portable patterns --------------------------------------------------- */

static void portable_patterns(void) {
  static const char *const good[] = {
      "",          "abc",         "^a+$",       "a*?b??",   "[a-z0-9_-]+",
      "[^-a]",     "(?:ab|c){2}", "a{2,}",      "a{2,3}?",  "(?=a)b",
      "(?!a)b",    "\\d\\.\\d",   "\\bword\\b", "[\\w.-]+", "\\x41",
      "\xC3\xA9+", "(a(b(c)))",   "\\[x\\]",    "[[a]",     "a|b|",
      "a/b",       "[\\]a]",      "\\/",        "[a\\-z]",  "x{0}"};
  static const char *const bad[] = {
      "(?i)a",   "(?P<n>a)", "(?<=a)b", "(?>a)",  "a++",     "a*+",
      "\\A",     "\\z",      "\\h",     "\\v",    "\\R",     "\\Q*\\E",
      "\\p{L}",  "\\1",      "\\-",     "[]a]",   "[^]a]",   "[[:alpha:]]",
      "[\\d-x]", "[a-\\d]",  "{",       "a{,3}",  "a{x}",    "}",
      "]",       "^*",       "\\b+",    "(?=a)*", "(*UTF)a", "a{2}{3}",
      "\\x{41}", "\\x4",     "[\\b]",   "a\tb",   "\xFF",    "(?#c)a"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (!CHECK(ys_portable_pattern(ys_cstr(good[i]))))
      fprintf(stderr, "  %s\n", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (!CHECK(!ys_portable_pattern(ys_cstr(bad[i]))))
      fprintf(stderr, "  %s\n", bad[i]);
}

static void deep_pattern(void) {
  char text[201];
  memset(text, '(', 100);
  memset(text + 100, ')', 100);
  text[200] = '\0';
  CHECK(!ys_portable_pattern(ys_cstr(text)));
  CHECK(ys_portable_pattern((ys_str){text + 60, 80}));
}

static void quoted_text(void) {
  ys_buf buf = ys_buf_of(plain_memory);
  ys_portable_quote(&buf, YS_STR("a.b[c]/{d}-$"));
  CHECK(hand_same(ys_buf_str(&buf), "a\\.b\\[c\\]/\\{d\\}-\\$"));
  CHECK(ys_portable_pattern(ys_buf_str(&buf)));
  ys_buf_release(&buf);
}

/* ---- rules as keywords --------------------------------------------------- */

/* Adds a named rule to a field. */
static void add_rule(ys_space *space, ys_field *field, const char *name,
                     const char *argument) {
  ys_validation **end = &field->validations;
  ys_validation *validation = ys_arena_new(&space->arena, ys_validation);
  validation->rules = ys_arena_new(&space->arena, ys_rule);
  validation->rules[0] = (ys_rule){.named = ys_rule_find(ys_cstr(name)),
                                   .argument = hand_value(space, argument),
                                   .must_be = ys_cstr(argument)};
  validation->count = 1;
  while (*end != NULL)
    end = &(*end)->next;
  *end = validation;
}

/* The keywords and the losses as two lines of JSON. */
static bool said(ys_space *space, const ys_field *field, const char *keywords,
                 const char *losses) {
  ys_slot schema = {0}, list = {0};
  const char *problem;
  bool same;
  CHECK(ys_slot_make_collection(&space->arena, &schema, YS_MAP) == YS_OK);
  CHECK(ys_slot_make_collection(&space->arena, &list, YS_ARRAY) == YS_OK);
  CHECK(ys_constraint_add(space, field, YS_EXPORT_DRAFT_07, NULL, &schema,
                          &list) == YS_OK);
  ys_buf buf = ys_buf_of(plain_memory);
  CHECK(ys_emit_json(&schema, &buf, &problem) == YS_OK);
  buf.len--;
  same = hand_same(ys_buf_str(&buf), keywords);
  buf.len = 0;
  CHECK(ys_emit_json(&list, &buf, &problem) == YS_OK);
  buf.len--;
  same &= hand_same(ys_buf_str(&buf), losses);
  ys_buf_release(&buf);
  return same;
}

typedef struct keyword_row {
  ys_kind kind;
  bool nullable;
  const char *rule, *argument, *keywords, *losses;
} keyword_row;

static const keyword_row keyword_rows[] = {
    {YS_INT, false, "min", "3", "{\"minimum\":3}", "[]"},
    {YS_FLOAT, false, "max", "0.5", "{\"maximum\":0.5}", "[]"},
    {YS_INT, false, "min", "18446744073709551615",
     "{\"minimum\":18446744073709551615}", "[]"},
    {YS_STRING, false, "min", "\"b\"", "{}", "[\"\\\"b\\\"\"]"},
    {YS_ARRAY, false, "max", "[1]", "{}", "[\"[1]\"]"},
    {YS_ANY, true, "min", "3", "{\"minimum\":3}", "[\"3\"]"},
    {YS_INT, false, "exclusive_min", "3", "{\"exclusiveMinimum\":3}", "[]"},
    {YS_FLOAT, false, "exclusive_max", "0.5", "{\"exclusiveMaximum\":0.5}",
     "[]"},
    {YS_STRING, false, "exclusive_max", "\"b\"", "{}", "[\"\\\"b\\\"\"]"},
    {YS_INT, false, "multiple_of", "5", "{\"multipleOf\":5}", "[]"},
    {YS_FLOAT, false, "multiple_of", "0.25", "{\"multipleOf\":0.25}", "[]"},
    {YS_FLOAT, false, "multiple_of", "0.1", "{}", "[\"0.1\"]"},
    {YS_ANY, true, "multiple_of", "5", "{\"multipleOf\":5}", "[\"5\"]"},
    {YS_MAP, false, "at_least_one_of", "[\"a\"]", "{}", "[\"[\\\"a\\\"]\"]"},
    {YS_STRING, false, "min_len", "1.9", "{\"minLength\":1}", "[]"},
    {YS_STRING, true, "max_len", "3", "{\"maxLength\":3}", "[]"},
    {YS_STRING, true, "max_bytes", "3", "{\"maxLength\":3}", "[\"3\"]"},
    {YS_STRING, false, "min_len", "-1", "{}", "[\"-1\"]"},
    {YS_ARRAY, false, "min_len", "1", "{\"minItems\":1}", "[]"},
    {YS_ARRAY, false, "max_len", "3", "{\"maxItems\":3}", "[]"},
    {YS_MAP, false, "min_len", "1", "{\"minProperties\":1}", "[]"},
    {YS_INT, false, "min_len", "1", "{}", "[\"1\"]"},
    {YS_ANY, true, "max_len", "2",
     "{\"maxLength\":2,\"maxItems\":2,\"maxProperties\":2}", "[\"2\"]"},
    {YS_STRING, false, "one_of", "[\"a\", \"b\"]", "{\"enum\":[\"a\",\"b\"]}",
     "[]"},
    {YS_STRING, true, "one_of", "[\"a\"]", "{\"enum\":[\"a\",null]}", "[]"},
    {YS_STRING, true, "enum", "[\"a\", None]", "{\"enum\":[\"a\",null]}", "[]"},
    {YS_STRING, false, "one_of", "{\"a\": 1, \"b\": 2}",
     "{\"enum\":[\"a\",\"b\"]}", "[]"},
    {YS_ARRAY, false, "one_of", "[[{\"a\": 1}]]", "{}",
     "[\"[[{\\\"a\\\": 1}]]\"]"},
    {YS_STRING, false, "one_of", "[]", "{}", "[\"[]\"]"},
    {YS_STRING, false, "one_of", "[\"FN\"]", "{}", "[\"[\\\"FN\\\"]\"]"},
    {YS_STRING, false, "regexp", "\"^a\"", "{\"pattern\":\"^a\"}", "[]"},
    {YS_STRING, false, "pattern", "\"(?i)a\"", "{}", "[\"\\\"(?i)a\\\"\"]"},
    {YS_INT, false, "regexp", "\"^a\"", "{}", "[\"\\\"^a\\\"\"]"},
    {YS_STRING, false, "starts_with", "\"a.\"", "{\"pattern\":\"^a\\\\.\"}",
     "[]"},
    {YS_STRING, false, "suffix", "\".b\"", "{\"pattern\":\"\\\\.b$\"}", "[]"},
    {YS_STRING, false, "format", "\"hostname\"", "{\"format\":\"hostname\"}",
     "[]"},
    {YS_STRING, false, "format", "\"ip\"",
     "{\"anyOf\":[{\"format\":\"ipv4\"},{\"format\":\"ipv6\"}]}", "[]"},
    {YS_STRING, false, "format", "\"percent\"", "{\"pattern\":\"^[0-9]+%$\"}",
     "[]"},
    {YS_STRING, false, "format", "\"duration\"", "{}",
     "[\"\\\"duration\\\"\"]"},
    {YS_INT, false, "format", "\"port\"", "{\"minimum\":0,\"maximum\":65535}",
     "[]"},
    {YS_STRING, false, "format", "\"port\"", "{}", "[\"\\\"port\\\"\"]"},
    {YS_ARRAY, false, "unique", "True", "{\"uniqueItems\":true}", "[]"},
    {YS_ARRAY, false, "unique", "False", "{}", "[]"},
    {YS_MAP, false, "one_not_null", "True", "{}", "[\"True\"]"},
};

static void keywords(void) {
  for (size_t i = 0; i < sizeof keyword_rows / sizeof *keyword_rows; i++) {
    const keyword_row *row = &keyword_rows[i];
    ys_field field = {.kind = row->kind, .nullable = row->nullable};
    ys_space space;
    hand_init(&space);
    add_rule(&space, &field, row->rule, row->argument);
    if (!CHECK(said(&space, &field, row->keywords, row->losses)))
      fprintf(stderr, "  row %d: %s=%s\n", (int)i, row->rule, row->argument);
    ys_space_release(&space);
  }
}

/* Of two limits the one that excludes more; a second pattern has no place. */
static void repeated_keywords(void) {
  ys_field number = {.kind = YS_INT}, text = {.kind = YS_STRING};
  ys_space space;
  hand_init(&space);
  add_rule(&space, &number, "min", "1024");
  add_rule(&space, &number, "format", "\"port\"");
  add_rule(&space, &number, "max", "70000");
  CHECK(said(&space, &number, "{\"minimum\":1024,\"maximum\":65535}", "[]"));
  add_rule(&space, &text, "regexp", "\"a\"");
  add_rule(&space, &text, "prefix", "\"b\"");
  CHECK(said(&space, &text, "{\"pattern\":\"a\"}", "[\"\\\"b\\\"\"]"));
  ys_space_release(&space);
}

/* A map with given keys has them all in the end. */
static void length_of_closed_map(void) {
  ys_shape shape = {.count = 0};
  ys_map_type map = {.shape = &shape};
  ys_field field = {.kind = YS_MAP, .map = &map};
  ys_space space;
  hand_init(&space);
  add_rule(&space, &field, "min_len", "2");
  CHECK(said(&space, &field, "{}", "[\"2\"]"));
  ys_space_release(&space);
}

static void conditional_rules(void) {
  const ys_slot yes = {.kind = YS_BOOL, .u.boolean = true};
  const ys_rule given = {.named = ys_rule_find(YS_STR("not_null")),
                         .argument = &yes,
                         .must_be = YS_STR("given")};
  ys_field field = {.kind = YS_INT, .nullable = true};
  ys_space space;
  hand_init(&space);
  add_rule(&space, &field, "min", "2");
  field.validations->when = 1;
  field.validations->when_text = YS_STR("f");
  field.validations->not_null = &given;
  CHECK(ys_view_final_kinds(&field) == (YS_KINDS(YS_INT) | YS_KINDS(YS_NULL)));
  CHECK(said(&space, &field, "{}", "[\"given, when f\",\"2, when f\"]"));
  field.validations->when = 0;
  CHECK(ys_view_final_kinds(&field) == YS_KINDS(YS_INT));
  CHECK(said(&space, &field, "{\"minimum\":2}", "[]"));
  ys_space_release(&space);
}

/* ---- titles -------------------------------------------------------------- */

static void titles(void) {
  static const char *const rows[][2] = {
      {"app_domains", "App domains"},
      {"ca.crt", "Ca crt"},
      {"https-only", "Https only"},
      {"logLevel", "LogLevel"},
      {"__x__y__", "X y"},
      {"8080", "8080"},
      {"\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9"},
      {"---", "---"},
      {"", ""}};
  ys_space space;
  hand_init(&space);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const ys_key key = {.text = ys_cstr(rows[i][0]), .kind = YS_STRING};
    const ys_field field = {.key = &key, .kind = YS_INT};
    ys_str title;
    CHECK(ys_view_title(&space.arena, &field, &title) == YS_OK);
    CHECK(hand_same(title, rows[i][1]));
  }
  ys_space_release(&space);
}

/* ---- defaults ------------------------------------------------------------ */

/* Only a run knows what a closure returns, at whatever depth. */
static void computed_defaults(void) {
  ys_field field = {.kind = YS_ANY, .nullable = true};
  ys_slot tree;
  const char *problem;
  ys_space space;
  hand_init(&space);
  field.default_value = hand_value(&space, "[{\"a\": \"FN\"}]");
  CHECK(ys_view_default(&field) == NULL);
  CHECK(ys_describe(&space, &field, YS_AS_VALUES, &tree) == YS_OK);
  ys_buf buf = ys_buf_of(plain_memory);
  CHECK(ys_emit_json(&tree, &buf, &problem) == YS_OK);
  CHECK(
      hand_same(ys_buf_str(&buf),
                "{\"schema\":{\"name\":\"data/values\",\"type\":\"any\"}}\n"));
  field.default_value = hand_value(&space, "[{\"a\": 1}]");
  CHECK(ys_view_default(&field) == field.default_value);
  field.default_closure = 1;
  CHECK(ys_view_default(&field) == NULL);
  ys_buf_release(&buf);
  ys_space_release(&space);
}

/* ---- types --------------------------------------------------------------- */

/* A type that takes any map, or any array, has no fields to list. */
static void open_types(void) {
  const ys_field map = {.kind = YS_MAP}, array = {.kind = YS_ARRAY};
  ys_slot tree, losses;
  const char *problem;
  ys_space space;
  hand_init(&space);
  ys_buf buf = ys_buf_of(plain_memory);
  CHECK(ys_export_schema(&space, &map, NULL, YS_EXPORT_2020_12, &tree,
                         &losses) == YS_OK);
  CHECK(ys_emit_json(&tree, &buf, &problem) == YS_OK);
  CHECK(hand_same(ys_buf_str(&buf),
                  "{\"$schema\":\"https://json-schema.org/draft/2020-12/"
                  "schema\",\"type\":\"object\"}\n"));
  buf.len = 0;
  CHECK(ys_export_schema(&space, &array, NULL, YS_EXPORT_OPENAPI, &tree,
                         &losses) == YS_OK);
  CHECK(ys_emit_json(ys_slot_first(ys_slot_first(ys_slot_last(&tree))), &buf,
                     &problem) == YS_OK);
  CHECK(hand_same(ys_buf_str(&buf), "{\"type\":\"array\",\"items\":{}}\n"));
  ys_buf_release(&buf);
  ys_space_release(&space);
}

int main(void) {
  portable_patterns();
  deep_pattern();
  quoted_text();
  keywords();
  repeated_keywords();
  length_of_closed_map();
  conditional_rules();
  titles();
  computed_defaults();
  open_types();
  return check_done();
}
