/* test_matches.c - Tests of the search from match to match. */

#include "by_hand.h"
#include "core/type/regexp.h"

#include <time.h>

static ys_space space;

static const ys_regexp *compiled(const char *pattern) {
  const ys_regexp *regexp = NULL;
  ys_str problem = {0};
  CHECK(ys_regexp_compile(&space, ys_cstr(pattern), &regexp, &problem) ==
        YS_OK);
  CHECK(regexp != NULL);
  return regexp;
}

/* The text of each match, in brackets. */
static void write_matches(ys_buf *buf, const char *pattern, ys_str text) {
  ys_search result = YS_SEARCH_GIVEN_UP;
  ys_str problem = {0};
  ys_matches m;
  size_t from, to;
  CHECK(ys_matches_begin(&space, compiled(pattern), text, &m) == YS_OK);
  while (ys_matches_next(&m, &result, &problem) == YS_OK &&
         result == YS_SEARCH_FOUND) {
    if (!CHECK(ys_matches_span(&m, 0, &from, &to) && to <= text.len)) break;
    ys_buf_char(buf, '[');
    ys_buf_uint(buf, from);
    ys_buf_char(buf, ' ');
    if (to > from) ys_buf_add(buf, (ys_str){text.ptr + from, to - from});
    ys_buf_char(buf, ']');
  }
  CHECK(result == YS_SEARCH_NOT_FOUND);
  /* The end stays the end. */
  CHECK(ys_matches_next(&m, &result, &problem) == YS_OK &&
        result == YS_SEARCH_NOT_FOUND);
  CHECK(!ys_matches_span(&m, 0, &from, &to));
}

static const struct {
  const char *pattern, *text, *matches;
} cases[] = {
    {"b", "abcb", "[1 b][3 b]"},
    {"z", "abc", ""},
    {"", "", "[0 ]"},
    {"", "ab", "[0 ][1 ][2 ]"},
    {"", "\xC3\xA9\xF0\x9F\x98\x80", "[0 ][2 ][6 ]"},
    {"a*", "baaac", "[0 ][1 aaa][5 ]"},
    {"a|", "ab", "[0 a][2 ]"},
    {"$", "ab", "[2 ]"},
    {"^", "ab", "[0 ]"},
    {"^.", "ab", "[0 a]"},
    {"(?<=a)b", "abab", "[1 b][3 b]"},
    {"(?=b)", "abab", "[1 ][3 ]"},
    {"\\Ab", "bb", "[0 b]"},
    {"\\Gb", "bba", "[0 b][1 b]"},
    {"a\\Kb", "abab", "[1 b][3 b]"},
    {".", "\xFF", ""},
    {"a", "ab\xC3", ""},
};

static void test_cases(void) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    ys_buf buf = ys_buf_of(plain_memory);
    write_matches(&buf, cases[i].pattern, ys_cstr(cases[i].text));
    if (!CHECK(hand_same(ys_buf_str(&buf), cases[i].matches)))
      fprintf(stderr, "%s in %s: %.*s\n", cases[i].pattern, cases[i].text,
              (int)buf.len, buf.ptr);
    ys_buf_release(&buf);
  }
}

/* The empty text may have no address. */
static void test_nothing(void) {
  ys_buf buf = ys_buf_of(plain_memory);
  write_matches(&buf, "", (ys_str){0});
  CHECK(hand_same(ys_buf_str(&buf), "[0 ]"));
  ys_buf_release(&buf);
}

static void test_groups(void) {
  const ys_regexp *regexp = compiled("(?<word>[a-z]+)([0-9])?|(x)(?<other>X)");
  ys_search result = YS_SEARCH_NOT_FOUND;
  ys_str problem = {0};
  ys_matches m;
  size_t from = 9, to = 9;
  CHECK(ys_regexp_group(regexp, YS_STR("word")) == 1);
  CHECK(ys_regexp_group(regexp, YS_STR("other")) == 4);
  CHECK(ys_regexp_group(regexp, YS_STR("none")) == 0);
  CHECK(ys_regexp_group(regexp, YS_STR("")) == 0);
  CHECK(ys_regexp_group(regexp, YS_STR("word\0")) == 0);
  CHECK(ys_regexp_group(
            regexp, YS_STR("wordwordwordwordwordwordwordwordwordword")) == 0);
  CHECK(ys_matches_begin(&space, regexp, YS_STR("--ab1-"), &m) == YS_OK);
  CHECK(!ys_matches_span(&m, 0, &from, &to)); /* not yet */
  CHECK(ys_matches_next(&m, &result, &problem) == YS_OK);
  CHECK(result == YS_SEARCH_FOUND);
  CHECK(ys_matches_span(&m, 1, &from, &to) && from == 2 && to == 4);
  CHECK(ys_matches_span(&m, 2, &from, &to) && from == 4 && to == 5);
  CHECK(!ys_matches_span(&m, 3, &from, &to));
  CHECK(!ys_matches_span(&m, 5, &from, &to));
  CHECK(!ys_matches_span(&m, UINT32_MAX, &from, &to));
}

/* Patterns with few groups and with many share what the space lends. */
static void test_room(void) {
  ys_search result = YS_SEARCH_NOT_FOUND;
  ys_str problem = {0};
  CHECK(ys_regexp_search(&space, compiled("a"), YS_STR("a"), &result,
                         &problem) == YS_OK);
  test_groups();
  CHECK(ys_regexp_search(&space, compiled("a"), YS_STR("a"), &result,
                         &problem) == YS_OK);
  CHECK(result == YS_SEARCH_FOUND);
}

/* Each match looks at all that follows: the steps of all are limited. */
static void test_cost(void) {
  const size_t size = 1000000;
  char *text = malloc(size);
  ys_search result = YS_SEARCH_FOUND;
  ys_str problem = {0};
  const clock_t start = clock();
  ys_matches m;
  memset(text, 'a', size);
  CHECK(ys_matches_begin(&space, compiled("a(?=.*)"), (ys_str){text, size},
                         &m) == YS_OK);
  while (ys_matches_next(&m, &result, &problem) == YS_OK &&
         result == YS_SEARCH_FOUND)
    continue;
  CHECK(result == YS_SEARCH_GIVEN_UP);
  CHECK(hand_same(problem, "the pattern needs too many steps for this text"));
  CHECK((double)(clock() - start) / (double)CLOCKS_PER_SEC < 2);
  free(text);
}

int main(void) {
  hand_init(&space);
  test_cases();
  test_nothing();
  test_groups();
  test_room();
  test_cost();
  ys_space_release(&space);
  return check_done();
}
