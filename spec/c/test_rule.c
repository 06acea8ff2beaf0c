/* test_rule.c - the named rules, and validation annotations compiled. */

#include "by_hand.h"
#include "ys_rule.h"

#include <math.h>

static ys_space space;

/* ---- tests of values ----------------------------------------------------- */

typedef struct rule_case {
  const char *rule, *argument, *value;
  const char *found; /* NULL: the value is valid */
} rule_case;

static const rule_case cases[] = {
    /* numbers compare exactly, whatever their types */
    {"min", "5", "5", NULL},
    {"min", "5", "4", "value < 5"},
    {"max", "5", "5", NULL},
    {"max", "5", "6", "value > 5"},
    {"min", "0.5", "0.4", "value < 0.5"},
    {"max", "5", "5.5", "value > 5"},
    {"min", "5.5", "5", "value < 5.5"},
    {"min", "-5", "-5.5", "value < -5"},
    {"max", "9007199254740992.0", "9007199254740993",
     "value > 9.007199254740992e+15"},
    {"max", "9223372036854775807", "9223372036854775808.0",
     "value > 9223372036854775807"},
    {"max", "9223372036854775807", "9223372036854775808",
     "value > 9223372036854775807"},
    {"max", "18446744073709551615", "1e30", "value > 18446744073709551615"},
    {"min", "18446744073709551615", "18446744073709551615", NULL},
    {"min", "9223372036854775808", "-1", "value < 9223372036854775808"},
    {"min", "-9223372036854775808", "-1e300", "value < -9223372036854775808"},
    /* strings by bytes, false before true, lists item by item */
    {"min", "'d'", "'cz'", "value < d"},
    {"max", "'d'", "'e'", "value > d"},
    {"max", "'de'", "'d'", NULL},
    {"min", "True", "False", "value < true"},
    {"max", "False", "True", "value > false"},
    {"max", "[1, 2]", "[1, 3]", "value > [1, 2]"},
    {"min", "[1, 2]", "[1]", "value < [1, 2]"},
    {"min", "[1, 2]", "[1, 2]", NULL},
    {"min", "[1]", "[]", "value < [1]"},
    {"min", "['a', [1, 'b']]", "['a', [0]]", "value < [\"a\", [1, \"b\"]]"},
    {"max", "(1, 2)", "[1, 3]", "value > [1, 2]"},
    {"min", "[None, {'a': 1}, 2]", "[None, {'a': 1}, 3]", NULL},
    /* what has no order */
    {"min", "'5'", "3", "integer >= string not implemented"},
    {"max", "5", "{'a': 1}", "map <= integer not implemented"},
    {"min", "None", "3", "integer >= null not implemented"},
    {"min", "[1, 2]", "[1, 'a']", "string >= integer not implemented"},
    {"min", "1", "True", "boolean >= integer not implemented"},
    /* lengths: code points, items, keys; fractions are cut off */
    {"min_len", "3", "'abc'", NULL},
    {"min_len", "4", "'abc'", "length = 3"},
    {"max_len", "2", "'\xC3\xA9\xF0\x9F\x98\x80'", NULL},
    {"max_len", "1", "'\xC3\xA9\xF0\x9F\x98\x80'", "length = 2"},
    {"min_len", "1", "[]", "length = 0"},
    {"max_len", "1", "{'a': 1, 'b': 2}", "length = 2"},
    {"min_len", "2.7", "'ab'", NULL},
    {"max_len", "-1", "''", "length = 0"},
    {"max_len", "1e300", "'abc'", NULL},
    {"min_len", "1", "5", "value of type integer has no length"},
    {"max_len", "5", "True", "value of type boolean has no length"},
    /* null */
    {"not_null", "True", "None", "value is null"},
    {"not_null", "True", "0", NULL},
    {"one_not_null", "True", "{'a': None, 'b': 1}", NULL},
    {"one_not_null", "True", "{'a': None}", "all values are null"},
    {"one_not_null", "True", "{}", "all values are null"},
    {"one_not_null", "True", "{'a': 1, 'b': 2}", "[\"a\", \"b\"] are not null"},
    {"one_not_null", "['a', 'b']", "{'a': 1, 'b': None, 'c': 3}", NULL},
    {"one_not_null", "['b', 'a']", "{'a': 1, 'b': 2, 'c': 3}",
     "[\"b\", \"a\"] are not null"},
    {"one_not_null", "['a', 'zz']", "{'a': 1}", NULL},
    {"one_not_null", "['zz']", "{'a': 1}", "all values are null"},
    {"one_not_null", "True", "'x'", "value must be a map, but was string"},
    /* enumerations */
    {"one_of", "['a', 'b']", "'b'", NULL},
    {"one_of", "('a', 'b')", "'c'", "not one of allowed values"},
    {"one_of", "[]", "'a'", "not one of allowed values"},
    {"one_of", "[1, 2.0]", "2", NULL},
    {"one_of", "['1']", "1", "not one of allowed values"},
    {"one_of", "[[1, {'k': 'v'}]]", "[1, {'k': 'v'}]", NULL},
    {"one_of", "[[1, {'k': 'v'}]]", "[1, {'k': 'w'}]",
     "not one of allowed values"},
    {"one_of", "{'a': 1, 'b': 2}", "'b'", NULL},
    {"one_of", "{'a': 1}", "1", "not one of allowed values"},
};

static void test_values(void) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const rule_case *c = &cases[i];
    const ys_named_rule *rule = ys_rule_find(ys_cstr(c->rule));
    const ys_slot *argument = hand_value(&space, c->argument);
    ys_str must_be = {0}, problem = {0}, found = {0};
    bool holds = false;
    bool good;
    CHECK(rule->prepare(&space.arena, argument, ys_cstr(c->argument), &must_be,
                        &problem) == YS_OK);
    CHECK(problem.len == 0 && must_be.len > 0);
    CHECK(rule->test(&space.arena, argument, hand_value(&space, c->value),
                     &holds, &found) == YS_OK);
    good = holds == (c->found == NULL) && (holds || hand_same(found, c->found));
    if (!good)
      fprintf(stderr, "case %zu: %s=%s of %s\n", i, c->rule, c->argument,
              c->value);
    CHECK(good);
  }
}

static void test_nan(void) {
  const ys_named_rule *min = ys_rule_find(YS_STR("min"));
  const ys_named_rule *max = ys_rule_find(YS_STR("max"));
  const ys_slot nan_slot = {.kind = YS_FLOAT, .u.number = NAN};
  const ys_slot one = {.kind = YS_INT, .u.integer = 1};
  const ys_slot bounds[] = {nan_slot, one};
  for (int i = 0; i < 2; i++) {
    bool holds = true;
    ys_str found = {0};
    CHECK(min->test(&space.arena, &bounds[i], &nan_slot, &holds, &found) ==
          YS_OK);
    CHECK(!holds && hand_same(found, "value is .nan"));
    holds = true;
    CHECK(max->test(&space.arena, &nan_slot, &bounds[i], &holds, &found) ==
          YS_OK);
    CHECK(!holds);
  }
  const ys_slot infinite = {.kind = YS_FLOAT, .u.number = INFINITY};
  bool holds = false;
  ys_str found = {0};
  CHECK(min->test(&space.arena, &one, &infinite, &holds, &found) == YS_OK);
  CHECK(holds);
  CHECK(max->test(&space.arena, &infinite, &one, &holds, &found) == YS_OK);
  CHECK(holds);
}

static void test_names(void) {
  CHECK(ys_rule_find(YS_STR("minimum")) == NULL);
  CHECK(hand_same(ys_rule_nearest(YS_STR("minlen")), "min_len"));
  CHECK(hand_same(ys_rule_nearest(YS_STR("frobnicate")), ""));
}

/* ---- compiling ----------------------------------------------------------- */

static const ys_place place = {3, 1, 0};

static ys_status compile(const char *arguments, ys_validation *out) {
  space.diags = (ys_diags){0};
  return ys_rule_compile(
      &space, hand_annot(&space, "schema/validation", arguments, place), out);
}

static void test_order(void) {
  ys_validation v;
  CHECK(compile("('odd', 'FN'), 'FN', ['small', 'FN'], max=0x10, when='FN', "
                "not_null=True, one_of=[\"a\",'b']",
                &v) == YS_OK);
  CHECK(space.diags.count == 0);
  CHECK(v.place.line == 3 && v.place.column == 1);
  CHECK(v.not_null && v.when == 4 && v.count == 5);
  CHECK(v.rules[0].closure == 1 && v.rules[0].named == NULL);
  CHECK(hand_same(v.rules[0].must_be, "odd"));
  CHECK(v.rules[1].closure == 2);
  CHECK(hand_same(v.rules[1].must_be, "a value that satisfies the rule"));
  CHECK(v.rules[2].closure == 3 && hand_same(v.rules[2].must_be, "small"));
  CHECK(v.rules[3].named == ys_rule_find(YS_STR("max")));
  CHECK(hand_same(v.rules[3].must_be, "a value <= 0x10"));
  CHECK(hand_same(v.rules[4].must_be, "one of [\"a\",'b']"));
}

static void test_must_be(void) {
  ys_validation v;
  CHECK(compile("min='d', min_len=1, max_len=2, one_not_null=True, "
                "not_null=False",
                &v) == YS_OK);
  CHECK(v.count == 4 && !v.not_null && v.when == 0);
  CHECK(hand_same(v.rules[0].must_be, "a value >= 'd'"));
  CHECK(hand_same(v.rules[1].must_be, "length >= 1"));
  CHECK(hand_same(v.rules[2].must_be, "length <= 2"));
  CHECK(hand_same(v.rules[3].must_be,
                  "exactly one of all children to be not null"));
  CHECK(compile("one_not_null=[\"a\",\"b\"]", &v) == YS_OK);
  CHECK(hand_same(v.rules[0].must_be,
                  "exactly one of [\"a\",\"b\"] to be not null"));
}

typedef struct fault_case {
  const char *arguments, *problem, *nearest;
} fault_case;

#define TUPLE "expected annotation to have 2-tuple as argument(s), but found"

static const fault_case faults[] = {
    {"", TUPLE " no arguments", ""},
    {"\"positive\"", TUPLE ": \"positive\"", ""},
    {"['m', 3]", TUPLE ": ['m', 3]", ""},
    {"('m',)", "expected 2-tuple, but found tuple with length 1", ""},
    {"('m', 'FN', 3)", "expected 2-tuple, but found tuple with length 3", ""},
    {"(3, 'FN')",
     "expected first item in the 2-tuple to be a string describing a valid "
     "value, but was integer",
     ""},
    {"('m', 3)",
     "expected second item in the 2-tuple to be an assertion function, but "
     "was integer",
     ""},
    {"foo=1", "unknown keyword argument \"foo\"", ""},
    {"min_lenn=1", "unknown keyword argument \"min_lenn\"", "min_len"},
    {"wheen='FN'", "unknown keyword argument \"wheen\"", "when"},
    {"when=True",
     "expected keyword argument \"when\" to be a function, but was boolean",
     ""},
    {"min_len='2'",
     "expected keyword argument \"min_len\" to be a number, but was string",
     ""},
    {"max_len=None",
     "expected keyword argument \"max_len\" to be a number, but was null", ""},
    {"max='FN'",
     "expected keyword argument \"max\" to be a value to compare with, but was "
     "function",
     ""},
    {"not_null=1",
     "expected keyword argument \"not_null\" to be a boolean, but was integer",
     ""},
    {"one_of='abc'",
     "expected keyword argument \"one_of\" to be a sequence, but was string",
     ""},
    {"one_not_null=False", "one_not_null= cannot be False", ""},
    {"one_not_null=3",
     "expected keyword argument \"one_not_null\" to be True or a sequence of "
     "keys, but was integer",
     ""},
    {"one_not_null=['a', 1]",
     "expected keyword argument \"one_not_null\" to name keys by strings, but "
     "one is integer",
     ""},
};

static void test_faults(void) {
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    ys_validation v;
    CHECK(compile(faults[i].arguments, &v) == YS_INVALID);
    CHECK(space.diags.count == 1);
    if (space.diags.count != 1) continue;
    CHECK(space.diags.first->code == YS_E_RULE_ARGUMENT);
    CHECK(space.diags.first->at.line == 3);
    CHECK(hand_same(space.diags.first->args[0], faults[i].problem));
    CHECK(hand_same(space.diags.first->args[2], faults[i].nearest));
    CHECK(hand_same(space.diags.first->args[3], "schema/validation"));
  }
}

static void test_all_faults(void) {
  ys_validation v;
  CHECK(compile("('m',), (3, 4), min_len='2', max=3, foo=1", &v) == YS_INVALID);
  CHECK(space.diags.count == 5);
  CHECK(v.count == 1 && hand_same(v.rules[0].must_be, "a value <= 3"));
  CHECK(hand_same(space.diags.last->rule, "foo"));
}

/* The argument compiler of a host may let a repeated keyword pass. */
static void test_repeated(void) {
  ys_validation v;
  ys_annot *annot = hand_annot(&space, "schema/validation",
                               "min=1, max=2, when='FN', max_len=3", place);
  annot->args->next->name = YS_STR("min");
  annot->args->next->next->next->name = YS_STR("when");
  space.diags = (ys_diags){0};
  CHECK(ys_rule_compile(&space, annot, &v) == YS_INVALID);
  CHECK(space.diags.count == 2);
  CHECK(hand_same(space.diags.first->args[0],
                  "keyword argument \"min\" repeated"));
  CHECK(hand_same(space.diags.last->args[0],
                  "keyword argument \"when\" repeated"));
}

int main(void) {
  hand_init(&space);
  hand_source(&space, "s.yml", "#@data/values-schema\n---\n");
  test_values();
  test_nan();
  test_names();
  test_order();
  test_must_be();
  test_faults();
  test_all_faults();
  test_repeated();
  ys_space_release(&space);
  return check_done();
}
