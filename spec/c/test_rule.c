/* test_rule.c - The named rules, and validation annotations compiled. */

#include "by_hand.h"
#include "core/rule/quick.h"

#include <math.h>
#include <time.h>

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
    /* bounds that do not belong to the range */
    {"exclusive_min", "0", "1", NULL},
    {"exclusive_min", "0", "0", "value <= 0"},
    {"exclusive_min", "0", "-0.0", "value <= 0"},
    {"exclusive_max", "1.0", "0.5", NULL},
    {"exclusive_max", "1.0", "1", "value >= 1.0"},
    {"exclusive_max", "'b'", "'b'", "value >= b"},
    {"exclusive_max", "'b'", "'az'", NULL},
    {"exclusive_min", "5", "'a'", "string > integer not implemented"},
    {"exclusive_max", "5", "True", "boolean < integer not implemented"},
    /* multiples, of numbers as they are written */
    {"multiple_of", "5", "10", NULL},
    {"multiple_of", "5", "-10", NULL},
    {"multiple_of", "5", "0", NULL},
    {"multiple_of", "5", "11", "11, of type integer"},
    {"multiple_of", "5", "10.0", NULL},
    {"multiple_of", "5", "10.5", "10.5, of type float"},
    {"multiple_of", "0.1", "0.3", NULL},
    {"multiple_of", "0.1", "1.1", NULL},
    {"multiple_of", "0.01", "19.99", NULL},
    {"multiple_of", "0.1", "0.35", "0.35, of type float"},
    {"multiple_of", "2.5", "7.5", NULL},
    {"multiple_of", "2.5", "6", "6, of type integer"},
    {"multiple_of", "1e-300", "1e300", NULL},
    {"multiple_of", "3e300", "1e-300", "1e-300, of type float"},
    {"multiple_of", "7", "1e300", "1e+300, of type float"},
    {"multiple_of", "8", "1e300", NULL},
    {"multiple_of", "18446744073709551615", "18446744073709551615", NULL},
    {"multiple_of", "3", "-9223372036854775808",
     "-9223372036854775808, of type integer"},
    {"multiple_of", "2", "'4'", "\"4\""},
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
    {"max_bytes", "6", "'\xC3\xA9\xF0\x9F\x98\x80'", NULL},
    {"max_bytes", "5", "'\xC3\xA9\xF0\x9F\x98\x80'", "length in bytes = 6"},
    {"max_bytes", "5", "{}", "value of type map has no length in bytes"},
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
    /* keys that are given; null counts */
    {"mutually_exclusive", "['a', 'b']", "{'a': 1, 'c': 2}", NULL},
    {"mutually_exclusive", "['a', 'b']", "{}", NULL},
    {"mutually_exclusive", "['a', 'b', 'c']", "{'c': 1, 'b': None}",
     "\"b\", \"c\" are given"},
    {"mutually_exclusive", "['a']", "'a'",
     "value must be a map, but was string"},
    {"mutually_required", "['a', 'b']", "{'a': 1, 'b': 2}", NULL},
    {"mutually_required", "['a', 'b']", "{'c': 2}", NULL},
    {"mutually_required", "['a', 'b', 'c']", "{'b': 1}",
     "\"b\" is given without \"a\", \"c\""},
    {"mutually_required", "('a', 'b', 'c')", "{'b': 1, 'c': 2}",
     "\"b\", \"c\" are given without \"a\""},
    {"mutually_required", "['a']", "1", "value must be a map, but was integer"},
    {"at_least_one_of", "['a', 'b']", "{'b': None}", NULL},
    {"at_least_one_of", "['a', 'b']", "{'c': 1}", "none of them is given"},
    {"at_least_one_of", "['a']", "[]", "value must be a map, but was array"},
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
    {"enum", "['red', 7]", "7", NULL},
    {"enum", "['red', 7]", "'7'", "not one of allowed values"},
    /* items that are all different: as equality says, at any depth */
    {"unique", "True", "[]", NULL},
    {"unique", "True", "[1]", NULL},
    {"unique", "True", "[1, 2, '1', 1.5, True, None, [1], {'a': 1}]", NULL},
    {"unique", "True", "[3, 1, 2, 1]", "items [1] and [3] are equal"},
    {"unique", "True", "[1, 2, 1.0]", "items [0] and [2] are equal"},
    {"unique", "True", "[0.0, -0.0]", "items [0] and [1] are equal"},
    {"unique", "True", "[None, 0, None]", "items [0] and [2] are equal"},
    {"unique", "True", "['a', 'b', 'a', 'b']", "items [0] and [2] are equal"},
    {"unique", "True", "[{'a': 1, 'b': [2]}, {'b': [2.0], 'a': 1}]",
     "items [0] and [1] are equal"},
    {"unique", "True", "[{'a': 1, 'b': 2}, {'a': 2, 'b': 1}]", NULL},
    {"unique", "True", "[[1, 2], [2, 1]]", NULL},
    {"unique", "True", "[18446744073709551615, -1]", NULL},
    {"unique", "False", "[1, 1]", NULL},
    {"unique", "True", "'aa'", "value must be an array, but was string"},
    {"unique", "True", "{'a': 1}", "value must be an array, but was map"},
    /* beginnings and ends */
    {"starts_with", "'https://'", "'https://x'", NULL},
    {"starts_with", "'https://'", "'https://'", NULL},
    {"starts_with", "'https://'", "'http://x'", "\"http://x\""},
    {"starts_with", "'https://'", "'https:/'", "\"https:/\""},
    {"starts_with", "''", "''", NULL},
    {"prefix", "'a'", "'A'", "\"A\""},
    {"prefix", "'1'", "12", "12, of type integer"},
    {"ends_with", "'.com'", "'x.com'", NULL},
    {"ends_with", "'.com'", "'.com'", NULL},
    {"ends_with", "'.com'", "'com'", "\"com\""},
    {"ends_with", "'.com'", "'x.com.'", "\"x.com.\""},
    {"ends_with", "''", "''", NULL},
    {"suffix", "'a'", "['a']", "[\"a\"], of type array"},
    {"suffix", "'a'", "None", "null, of type null"},
    /* what was found is cut where a character ends */
    {"prefix", "'a'",
     "'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
     "bbbbbbbbbbb\xC3\xA9'",
     "\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
     "bbbbbbbbbbb\"..."},
    /* regular expressions and formats; more in tests of their own */
    {"regexp", "'^[a-c]+$'", "'abc'", NULL},
    {"regexp", "'^[a-c]+$'", "'abz'", "\"abz\""},
    {"pattern", "'b'", "'abc'", NULL},
    {"pattern", "'1'", "1", "1, of type integer"},
    {"format", "'date'", "'2018-11-13'", NULL},
    {"format", "'date'", "'13 November'", "\"13 November\""},
    {"format", "'port'", "0", NULL},
    {"format", "'port'", "65535", NULL},
    {"format", "'port'", "65536", "65536, of type integer"},
    {"format", "'port'", "-1", "-1, of type integer"},
    {"format", "'port'", "18446744073709551615",
     "18446744073709551615, of type integer"},
    {"format", "'port'", "80.0", "80.0, of type float"},
    {"format", "'port'", "'80'", NULL},
    {"format", "'percent'", "0", "0, of type integer"},
    {"format", "'ip'", "{}", "{}, of type map"},
};

static ys_rule rule_of(const char *name, const char *argument) {
  const ys_arg arg = {.name = ys_cstr(name),
                      .text = ys_cstr(argument),
                      .value = *hand_value(&space, argument)};
  ys_arg *kept = ys_arena_new(&space.arena, ys_arg);
  ys_preparation preparation;
  ys_rule rule = {0};
  *kept = arg;
  CHECK(ys_rule_prepare(&space, ys_rule_find(arg.name), kept, &rule,
                        &preparation) == YS_OK);
  CHECK(preparation.problem.len == 0);
  return rule;
}

static void test_values(void) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const rule_case *c = &cases[i];
    const ys_rule rule = rule_of(c->rule, c->argument);
    ys_finding f;
    bool good;
    const ys_slot *value = hand_value(&space, c->value);
    CHECK(rule.must_be.len > 0);
    CHECK(ys_rule_test(&space, &rule, value, &f) == YS_OK);
    good = f.holds == (c->found == NULL) && !f.failed &&
           (f.holds || hand_same(f.found, c->found)) &&
           (f.holds || !ys_rule_surely_holds(&rule, value));
    if (!good)
      fprintf(stderr, "case %zu: %s=%s of %s\n", i, c->rule, c->argument,
              c->value);
    CHECK(good);
  }
}

/* Rules of which a quick test knows that they hold, and others. */
typedef struct quick_case {
  const char *rule, *argument, *value;
  bool surely;
} quick_case;

static const quick_case quick_cases[] = {
    {"min", "5", "5", true},
    {"min", "5", "4", false},
    {"min", "5", "18446744073709551615", false},
    {"min", "5", "5.0", false},
    {"min", "-9223372036854775808", "-9223372036854775808", true},
    {"max", "5", "5", true},
    {"max", "5", "6", false},
    {"max", "5", "18446744073709551615", false},
    {"max", "18446744073709551615", "1", false},
    {"max", "9223372036854775807", "9223372036854775807", true},
    {"exclusive_min", "5", "5", false},
    {"exclusive_min", "5", "6", true},
    {"exclusive_min", "9223372036854775807", "9223372036854775807", false},
    {"exclusive_max", "5", "5", false},
    {"exclusive_max", "5", "4", true},
    {"exclusive_max", "-9223372036854775808", "-9223372036854775808", false},
    {"min_len", "1", "'a'", true},
    {"min_len", "1", "''", false},
    {"min_len", "3", "'ab'", false},
    {"min_len", "3", "'abc'", true},
    {"min_len", "2", "'aé'", false}, /* it is not counted */
    {"min_len", "8", "'abcdefgh'", true},
    {"min_len", "9", "'abcdefghi'", false},
    {"min_len", "0", "5", false},
    {"min_len", "2", "[1, 2]", true},
    {"min_len", "2", "[1]", false},
    {"max_len", "2", "'ab'", true},
    {"max_len", "2", "'abc'", false},
    {"max_len", "2", "'éé'", false}, /* it is not counted */
    {"max_len", "2", "[1, 2, 3]", false},
    {"max_len", "2", "1", false},
    {"max_bytes", "2", "[1]", false},
    {"one_of", "['a', 'bc']", "'bc'", true},
    {"one_of", "['a', 'bc']", "'bd'", false},
    {"one_of", "['a', 'bc']", "'b'", false},
    {"one_of", "[1, 'bc']", "1", false},
    {"multiple_of", "5", "10", false},
};

static void test_quick(void) {
  for (size_t i = 0; i < sizeof quick_cases / sizeof quick_cases[0]; i++) {
    const quick_case *c = &quick_cases[i];
    const ys_rule rule = rule_of(c->rule, c->argument);
    const ys_slot *value = hand_value(&space, c->value);
    const bool surely = ys_rule_surely_holds(&rule, value);
    ys_finding f;
    CHECK(ys_rule_test(&space, &rule, value, &f) == YS_OK);
    if (surely != c->surely || (surely && !f.holds))
      fprintf(stderr, "quick case %zu: %s=%s of %s\n", i, c->rule, c->argument,
              c->value);
    CHECK(surely == c->surely && (f.holds || !surely));
  }
}

static ys_finding bound(const char *name, const ys_slot *argument,
                        const ys_slot *value) {
  const ys_rule rule = {.named = ys_rule_find(ys_cstr(name)),
                        .argument = argument};
  ys_finding finding = {.failed = true};
  CHECK(ys_rule_test(&space, &rule, value, &finding) == YS_OK);
  CHECK(!finding.failed);
  return finding;
}

static void test_nan(void) {
  const ys_slot nan_slot = {.kind = YS_FLOAT, .u.number = NAN};
  const ys_slot one = {.kind = YS_INT, .u.integer = 1};
  const ys_slot infinite = {.kind = YS_FLOAT, .u.number = INFINITY};
  const ys_slot bounds[] = {nan_slot, one};
  for (int i = 0; i < 2; i++) {
    const ys_finding least = bound("min", &bounds[i], &nan_slot);
    CHECK(!least.holds && hand_same(least.found, "value is .nan"));
    CHECK(!bound("max", &nan_slot, &bounds[i]).holds);
  }
  CHECK(bound("min", &one, &infinite).holds);
  CHECK(bound("max", &infinite, &one).holds);
}

/* nan equals nothing, itself included; many of them are no slower for it. */
static void test_unique_nan(void) {
  enum { MANY = 200000 };
  const clock_t start = clock();
  const ys_rule rule = rule_of("unique", "True");
  ys_slot array = {0};
  ys_finding finding;
  CHECK(ys_slot_make_collection(&space.arena, &array, YS_ARRAY) == YS_OK);
  for (int i = 0; i < MANY; i++) {
    ys_slot *item = ys_arena_new(&space.arena, ys_slot);
    item->kind = YS_FLOAT;
    item->u.number = i % 2 == 0 ? (double)NAN : i;
    ys_slot_append(&array, item);
  }
  CHECK(ys_rule_test(&space, &rule, &array, &finding) == YS_OK);
  CHECK(finding.holds);
  ys_slot_last(&array)->u.number = 1;
  CHECK(ys_rule_test(&space, &rule, &array, &finding) == YS_OK);
  CHECK(hand_same(finding.found, "items [1] and [199999] are equal"));
  CHECK(clock() - start < 2 * CLOCKS_PER_SEC);
}

static ys_str meant(const char *name) {
  ys_nearest nearest;
  ys_nearest_init(&nearest, ys_cstr(name));
  ys_rule_offer(&nearest);
  return nearest.best;
}

static void test_names(void) {
  CHECK(ys_rule_find(YS_STR("minimum")) == NULL);
  CHECK(hand_same(meant("minlen"), "min_len"));
  CHECK(hand_same(meant("frobnicate"), ""));
  CHECK(hand_same(meant("regex"), "regexp"));
  CHECK(hand_same(meant("startswith"), "starts_with"));
  CHECK(hand_same(meant("patern"), "pattern"));
  CHECK(ys_rule_find(YS_STR("enum")) == ys_rule_find(YS_STR("one_of")));
  CHECK(ys_rule_find(YS_STR("pattern")) == ys_rule_find(YS_STR("regexp")));
  CHECK(ys_rule_find(YS_STR("prefix")) == ys_rule_find(YS_STR("starts_with")));
  CHECK(ys_rule_find(YS_STR("suffix")) == ys_rule_find(YS_STR("ends_with")));
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
  CHECK(compile("('odd', 'FN'), 'FN', ('small', 'FN'), max=0x10, when='FN', "
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

static void test_texts(void) {
  ys_validation v;
  CHECK(compile("regexp='^a', unique=True, prefix='b', suffix=\"c\", "
                "enum=['x'], format='date'",
                &v) == YS_OK);
  CHECK(v.count == 6);
  CHECK(hand_same(v.rules[0].must_be, "a string matching '^a'"));
  CHECK(
      hand_same(v.rules[1].must_be, "an array whose items are all different"));
  CHECK(hand_same(v.rules[2].must_be, "a string starting with 'b'"));
  CHECK(hand_same(v.rules[3].must_be, "a string ending with \"c\""));
  CHECK(hand_same(v.rules[4].must_be, "one of ['x']"));
  CHECK(hand_same(v.rules[5].must_be,
                  "of format 'date' (RFC 3339), such as 2018-11-13"));
}

/* A rule that is switched off does not count, and says nothing when schemas are
 * shown. */
static void test_off(void) {
  ys_validation v;
  CHECK(compile("unique=False, not_null=(False, 'm'), min=False", &v) == YS_OK);
  CHECK(v.count == 1 && !v.not_null);
  CHECK(v.rules[0].named == ys_rule_find(YS_STR("min")));
}

typedef struct message_case {
  const char *arguments, *must_be;
  ys_kind argument; /* of the rule itself */
  uint32_t size;    /* of that, when it is a list */
} message_case;

static const message_case message_cases[] = {
    {"min=(2, 'm')", "m", YS_INT, 0},
    {"max=(2, 'm')", "m", YS_INT, 0},
    {"min=('a', 'm')", "m", YS_STRING, 0},
    {"min=((1, 2), 'm')", "m", YS_ARRAY, 2},
    {"min=(1, 2)", "a value >= (1, 2)", YS_ARRAY, 2},
    {"max=['a', 'm']", "a value <= ['a', 'm']", YS_ARRAY, 2},
    {"max=('a', 'b', 'c')", "a value <= ('a', 'b', 'c')", YS_ARRAY, 3},
    {"min_len=(2, 'm')", "m", YS_INT, 0},
    {"max_len=(2.5, 'm')", "m", YS_FLOAT, 0},
    {"one_of=('a', 'b')", "one of ('a', 'b')", YS_ARRAY, 2},
    {"one_of=(1, 'b')", "one of (1, 'b')", YS_ARRAY, 2},
    {"one_of=(['a', 'b', 'c'], 'm')", "m", YS_ARRAY, 3},
    {"enum=(('a',), 'm')", "m", YS_ARRAY, 1},
    {"enum=({'a': 1}, 'm')", "m", YS_MAP, 1},
    {"enum=[['a'], 'm']", "one of [['a'], 'm']", YS_ARRAY, 2},
    {"one_not_null=('a', 'b')", "exactly one of ('a', 'b') to be not null",
     YS_ARRAY, 2},
    {"one_not_null=(['a'], 'm')", "m", YS_ARRAY, 1},
    {"one_not_null=(True, 'm')", "m", YS_BOOL, 0},
    {"mutually_exclusive=('a', 'b')", "at most one of ('a', 'b') to be given",
     YS_ARRAY, 2},
    {"mutually_required=['a', 'b']", "all or none of ['a', 'b'] to be given",
     YS_ARRAY, 2},
    {"at_least_one_of=(['a', 'b'], 'm')", "m", YS_ARRAY, 2},
    {"exclusive_min=(2, 'm')", "m", YS_INT, 0},
    {"exclusive_max=2", "a value < 2", YS_INT, 0},
    {"multiple_of=2.5", "a multiple of 2.5", YS_FLOAT, 0},
    {"regexp=('^a', 'm')", "m", YS_STRING, 0},
    {"format=('ip', 'm')", "m", YS_STRING, 0},
    {"unique=(True, 'm')", "m", YS_BOOL, 0},
    {"starts_with=('a', 'm')", "m", YS_STRING, 0},
    {"suffix=('a', '')", "", YS_STRING, 0},
};

static void test_messages(void) {
  for (size_t i = 0; i < sizeof message_cases / sizeof message_cases[0]; i++) {
    const message_case *c = &message_cases[i];
    ys_validation v;
    const bool good = compile(c->arguments, &v) == YS_OK && v.count == 1 &&
                      hand_same(v.rules[0].must_be, c->must_be) &&
                      v.rules[0].argument->kind == (uint8_t)c->argument &&
                      (!ys_is_collection(v.rules[0].argument) ||
                       ys_slot_size(v.rules[0].argument) == c->size);
    if (!good) fprintf(stderr, "%s\n", c->arguments);
    CHECK(good);
  }
  ys_validation v;
  CHECK(compile("not_null=(True, 'm')", &v) == YS_OK);
  CHECK(v.not_null && v.count == 0 && hand_same(v.not_null->must_be, "m"));
  CHECK(compile("not_null=True", &v) == YS_OK);
  CHECK(v.not_null && hand_same(v.not_null->must_be, "not null"));
}

typedef struct violation_case {
  const char *arguments, *problem, *nearest;
} violation_case;

#define TUPLE "expected annotation to have 2-tuple as argument(s), but found"

#define FORMATS                                                                \
  "the formats are date-time, time, date, email, hostname, ip, ipv4, ipv6, "   \
  "uri, uri-reference, uuid, port, percent and duration"

static const violation_case violations[] = {
    {"", TUPLE " no arguments", ""},
    {"\"positive\"", TUPLE ": \"positive\"", ""},
    {"['m', 3]", TUPLE ": ['m', 3] (a list: write (\"description\", function))",
     ""},
    {"['m', 'FN']",
     TUPLE ": ['m', 'FN'] (a list: write (\"description\", function))", ""},
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
    {"min_len=('2', 'm')",
     "expected keyword argument \"min_len\" to be a number, but was string",
     ""},
    {"min_len=(2, 3)",
     "expected keyword argument \"min_len\" to be a number, but was array", ""},
    {"not_null=('a', 'm')",
     "expected keyword argument \"not_null\" to be a boolean, but was string",
     ""},
    {"one_not_null=(False, 'm')", "one_not_null= cannot be False", ""},
    {"enum='abc'",
     "expected keyword argument \"enum\" to be a sequence, but was string", ""},
    {"unique=1",
     "expected keyword argument \"unique\" to be a boolean, but was integer",
     ""},
    {"prefix=1",
     "expected keyword argument \"prefix\" to be a string, but was integer",
     ""},
    {"suffix=['a', 'm']",
     "expected keyword argument \"suffix\" to be a string, but was array", ""},
    {"pattern=None",
     "expected keyword argument \"pattern\" to be a string, but was null", ""},
    {"regexp='a('",
     "keyword argument \"regexp\" is not a regular expression: missing closing "
     "parenthesis (at offset 2)",
     ""},
    {"pattern=('[', 'm')",
     "keyword argument \"pattern\" is not a regular expression: missing "
     "terminating ] for character class (at offset 1)",
     ""},
    {"format='hostnme'", "unknown format \"hostnme\"; " FORMATS, "hostname"},
    {"format='Date_Time'", "unknown format \"Date_Time\"; " FORMATS,
     "date-time"},
    {"format='zip'", "unknown format \"zip\"; " FORMATS, "ip"},
    {"format=('colour', 'm')", "unknown format \"colour\"; " FORMATS, ""},
    {"format=4",
     "expected keyword argument \"format\" to be a string, but was integer",
     ""},
    {"multiple_of='a'",
     "expected keyword argument \"multiple_of\" to be a number greater than 0, "
     "but was string",
     ""},
    {"multiple_of=0",
     "expected keyword argument \"multiple_of\" to be a number greater than 0, "
     "but was 0",
     ""},
    {"multiple_of=-1.5",
     "expected keyword argument \"multiple_of\" to be a number greater than 0, "
     "but was -1.5",
     ""},
    {"at_least_one_of=True",
     "expected keyword argument \"at_least_one_of\" to be a sequence of keys, "
     "but was boolean",
     ""},
    {"mutually_exclusive=['a', 1]",
     "expected keyword argument \"mutually_exclusive\" to name keys by "
     "strings, but one is integer",
     ""},
    {"starts='a'", "unknown keyword argument \"starts\"", ""},
    {"one_not_null=['a', 1]",
     "expected keyword argument \"one_not_null\" to name keys by strings, but "
     "one is integer",
     ""},
};

static void test_violations(void) {
  for (size_t i = 0; i < sizeof violations / sizeof violations[0]; i++) {
    ys_validation v;
    CHECK(compile(violations[i].arguments, &v) == YS_INVALID);
    CHECK(space.diags.count == 1);
    if (space.diags.count != 1) continue;
    CHECK(space.diags.first->code == YS_E_RULE_ARGUMENT);
    CHECK(space.diags.first->at.line == 3);
    CHECK(hand_same(space.diags.first->args[0], violations[i].problem));
    CHECK(hand_same(space.diags.first->args[2], violations[i].nearest));
    CHECK(hand_same(space.diags.first->args[3], "schema/validation"));
  }
}

static void test_all_violations(void) {
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
  CHECK(compile("one_of=['a'], enum=['b']", &v) == YS_INVALID);
  CHECK(hand_same(space.diags.first->args[0],
                  "keyword argument \"enum\" repeated"));
}

int main(void) {
  hand_init(&space);
  hand_source(&space, "s.yml", "#@data/values-schema\n---\n");
  test_values();
  test_quick();
  test_nan();
  test_unique_nan();
  test_names();
  test_order();
  test_must_be();
  test_texts();
  test_off();
  test_messages();
  test_violations();
  test_all_violations();
  test_repeated();
  ys_space_release(&space);
  return check_done();
}
