/* test_overlay_bounds.c - The memory of an overlay is in proportion to its
 * text: no scratch of one node, array or document outlives it. */

#include "overlay_cases.h"

enum { N = 1000, MOST_A_BYTE = 100 };

/* ---- an allocator that counts -------------------------------------------- */

typedef struct counts {
  size_t live, peak;
} counts;

static void *counting_realloc(void *ud, void *ptr, size_t oldsize,
                              size_t newsize) {
  counts *c = ud;
  void *block = plain_realloc(NULL, ptr, oldsize, newsize);
  if (newsize > 0 && block == NULL) return NULL;
  c->live = c->live - (ptr == NULL ? 0 : oldsize) + newsize;
  if (c->live > c->peak) c->peak = c->live;
  return block;
}

/* ---- texts --------------------------------------------------------------- */

static char base[128 * N], more[256 * N];

/* `head`, and then `each` N times, with the numbers from 0 on for `$`. */
static void fill(char *text, size_t room, const char *head, const char *each) {
  size_t len = strlen(head);
  memcpy(text, head, len + 1);
  for (int i = 0; i < N; i++) {
    for (const char *from = each; *from != '\0'; from++) {
      if (len + 16 > room) abort();
      if (*from == '$')
        len += (size_t)snprintf(text + len, 16, "%d", i);
      else
        text[len++] = *from;
    }
  }
  text[len] = '\0';
}

/* ---- cases --------------------------------------------------------------- */

/* Merges, and bounds all the memory that there was at any time. */
static void check_bound(const char *row, mode how) {
  counts c = {0};
  ys_space space;
  ys_slot left = {0}, right = {0};
  const size_t input = strlen(base) + strlen(more);
  CHECK(ys_space_init(&space, (ys_memory){counting_realloc, &c}, NULL) ==
        YS_OK);
  CHECK(read_documents(&space, "b.yml", ys_cstr(base), &left) == YS_OK);
  CHECK(read_documents(&space, "o.yml", ys_cstr(more), &right) == YS_OK);
  CHECK(apply(&space, how, &left, &right) == YS_OK);
  if (!CHECK(c.peak <= input * MOST_A_BYTE))
    fprintf(stderr, "%s: %zu bytes for %zu\n", row, c.peak, input);
  ys_space_release(&space);
  CHECK(c.live == 0);
}

static void test_subset(void) {
  fill(base, sizeof base, "a:\n", "- {i: $}\n");
  fill(more, sizeof more, "#@data/values\n---\na:\n",
       "#@overlay/match by=[\"@subset\", {\"i\": $}]\n- {i: $}\n");
  check_bound("candidates that a subset does not match", VALUES);
}

static void test_key_that_lacks(void) {
  fill(base, sizeof base, "a:\n", "- {i: $}\n");
  fill(more, sizeof more, "#@data/values\n---\na:\n",
       "#@overlay/match by=[\"@subset\", {\"n\": $}], expects=0\n- {}\n");
  check_bound("candidates without a subset's key", VALUES);
}

static void test_expects(void) {
  static char keys[64 * N];
  fill(base, sizeof base, "a:\n", "  k$: 1\n");
  fill(more, sizeof more,
       "#@data/values\n#@overlay/match-child-defaults expects=[", "7,");
  fill(keys, sizeof keys, "1]\n---\na:\n", "  k$: 2\n");
  memcpy(more + strlen(more), keys, strlen(keys) + 1);
  check_bound("alternatives that are not met", VALUES);
}

static void test_rows(void) {
  fill(base, sizeof base, "a:\n", "- {n: $, v: 1}\n");
  fill(more, sizeof more, "",
       "#@data/values\n---\na:\n#@overlay/match by=\"n\"\n- {n: $, v: 2}\n");
  check_bound("documents that look into one array", VALUES);
}

static void test_rows_again(void) {
  fill(base, sizeof base, "- a:\n", "  - {n: $, v: 1}\n");
  fill(more, sizeof more, "#@data/values\n---\n",
       "#@overlay/match by=[\"@index\", 0]\n"
       "- a:\n  #@overlay/match by=\"n\"\n  - {n: $, v: 2}\n");
  check_bound("nodes of a document that look into one array", VALUES);
}

static void test_documents(void) {
  fill(base, sizeof base, "", "---\nk: $\n");
  fill(more, sizeof more, "",
       "#@overlay/match by=[\"@index\", 0]\n---\nk: $\n");
  check_bound("overlays on many documents", ALL);
}

int main(void) {
  test_subset();
  test_key_that_lacks();
  test_expects();
  test_rows();
  test_rows_again();
  test_documents();
  return check_done();
}
