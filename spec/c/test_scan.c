/* test_scan.c - Our own reader of YAML against libyaml: the same events, marks
 * included, and the same trees, for texts that stand here, and for files with
 * violations put in.
 *
 *   test_scan [FILE...]
 *
 * compares the readers on files as they are, cut off at every byte, and with
 * one byte changed, and counts how many texts our own reader took. */

#include <stdio.h>

#include "check.h"
#include "same_events.h"
#include "same_trees.h"

static unsigned long taken, declined;

static bool compare(const char *name, ys_str text) {
  const compared result = compare_readers(text);
  taken += result == COMPARED_SAME;
  declined += result == COMPARED_DECLINED;
  if (result != COMPARED_DIFFERENT) return CHECK(same_trees(text, (manner){0}));
  fprintf(stderr, "%s: the readers differ on:\n%.*s\n====\n", name,
          (int)text.len, text.ptr);
  return CHECK(result != COMPARED_DIFFERENT);
}

/* Bytes that mean something in YAML, or may. */
static const char put_in[] = "\n \t:#-'\"[]{},&*!|>%@`?\\a0.~\xC3\xA9";

static void compare_changed(const char *name, ys_str text, size_t step) {
  char *copy = malloc(text.len + 1);
  if (copy == NULL) abort();
  memcpy(copy, text.ptr, text.len);
  for (size_t i = 0; i < text.len; i += step) {
    const size_t pick = (i * 2654435761u) % (sizeof put_in - 1);
    const char was = copy[i];
    if (!compare(name, (ys_str){text.ptr, i})) break;
    copy[i] = put_in[pick];
    if (!compare(name, (ys_str){copy, text.len})) break;
    copy[i] = was;
    /* and one byte left out */
    memmove(copy + i, text.ptr + i + 1, text.len - i - 1);
    if (!compare(name, (ys_str){copy, text.len - 1})) break;
    memcpy(copy + i, text.ptr + i, text.len - i);
  }
  free(copy);
}

static bool compare_file(const char *name) {
  static char text[1 << 20];
  FILE *file = fopen(name, "rb");
  if (file == NULL) return CHECK(file != NULL);
  const size_t size = fread(text, 1, sizeof text, file);
  fclose(file);
  if (size == sizeof text) return true;
  const unsigned long before = taken;
  if (!compare(name, (ys_str){text, size})) return false;
  printf("%s: %s\n", taken > before ? "taken" : "declined", name);
  compare_changed(name, (ys_str){text, size}, size / 4000 + 1);
  return true;
}

/* Texts that our own reader has to take: otherwise it would be of no use. */
static const char *const common[] = {
    "a: 1\nb:\n  c: [x, 'y', \"z\"]\n  d: {e: f, g: }\n",
    "- a\n- b: c\n  d: e\n-\n  - f\n- - g\n  - h\n",
    "a:\n- b\n- c\nd:\n  - e\n  -\nf:\n",
    ("# comment\n#@schema/nullable\na: 1 # more\n\nb: |\n  text\n   deeper\n\n"
     "c: >-\n  folded\n  lines\n\n  more\n"),
    "---\na: 1\n---\nb: 2\n---\n# nothing\n",
    "a: &x\n  b: 1\nc: *x\nd: &y text\ne: [*x, *y]\n",
    "a: it's\nb: 'it''s'\nc: \"\\u00e9\\n\\x41\\\\\"\n\"d e\": f\n",
    "a: words that\n  go on\n\n  here\nb: http://x:80/#y\n",
    "\xC3\xA9: \xE2\x82\xAC\nb: [\xC3\xA9, {\xC3\xA9: 1}] # \xC3\xA9\nc: 1",
    "a: [\n  1, # one\n  2,\n]\nb: {\n}\n",
    "a: |+\n  x\n\n\nb: |2\n    y\n  z\nc: |\nd: >\n\n  e\n   f\n  g\n",
    "a: | # more\n  x\nb: >- # more\n",
    "a:    \n  b:   c   \n",
    "a: -1\nb: -x\nc: :x\nd: ?x\n",
    "[1, {a: b}]\n",
    "",
    "# only a comment",
    "'a scalar'\n",
};

/* Texts that fuzzers have found: taken or not, each has to be the same. */
static const char *const odd[] = {
    "  - a: [\nb]",
    "  a:\n    b: {\n  c: d}  ",
    "a: [\n]",
};

static void compare_here(void) {
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    compare("odd", ys_cstr(odd[i]));
  for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
    const ys_str text = ys_cstr(common[i]);
    if (!CHECK(compare_readers(text) == COMPARED_SAME)) {
      fprintf(stderr, "this has to be read:\n%s\n", common[i]);
      continue;
    }
    compare_changed("here", text, 1);
  }
}

int main(int argc, char **argv) {
  compare_here();
  for (int i = 1; i < argc; i++)
    compare_file(argv[i]);
  printf("%lu texts taken, %lu declined\n", taken, declined);
  return check_done();
}
