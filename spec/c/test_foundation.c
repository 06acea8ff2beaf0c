/* test_foundation.c - memory, strings, sources, records, keys and slots. */

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "ys_node.h"
#include "ys_pool.h"

/* Counts what is held, and refuses when `left` allocations have been made, or
 * when more than `most` would be held. */
typedef struct counter {
  size_t held;
  long left;   /* negative: never refuse */
  size_t most; /* 0: never refuse */
} counter;

static void *counted_realloc(void *ud, void *ptr, size_t oldsize,
                             size_t newsize) {
  counter *c = ud;
  if (newsize == 0) {
    c->held -= oldsize;
    free(ptr);
    return NULL;
  }
  if (c->left == 0 || (c->most > 0 && c->held + newsize > c->most)) return NULL;
  if (c->left > 0) c->left--;
  void *block = realloc(ptr, newsize);
  if (block != NULL) c->held += newsize - (ptr == NULL ? 0 : oldsize);
  return block;
}

static counter count = {0, -1, 0};
static const ys_memory memory = {counted_realloc, &count};

static bool same(ys_str actual, const char *expected) {
  return ys_str_eq(actual, ys_cstr(expected));
}

/* ---- memory -------------------------------------------------------------- */

static void test_arena_blocks(void) {
  ys_arena arena;
  ys_arena_init(&arena, memory);
  CHECK(ys_arena_alloc(&arena, 0) != NULL);
  CHECK(ys_arena_text(&arena, 0) != NULL);
  bool aligned = true, zeroed = true, kept = true;
  unsigned char *blocks[2000];
  for (size_t i = 0; i < 2000; i++) {
    size_t size = i % 97 + (i % 50 == 0 ? 20000 : 0);
    blocks[i] = ys_arena_zalloc(&arena, 1, size);
    char *text = ys_arena_text(&arena, i % 13);
    if (!CHECK(blocks[i] != NULL && text != NULL)) return;
    aligned &= (uintptr_t)blocks[i] % 8 == 0;
    for (size_t k = 0; k < size; k++)
      zeroed &= blocks[i][k] == 0;
    memset(blocks[i], (int)(i % 251), size);
    memset(text, 0xFF, i % 13);
  }
  for (size_t i = 0; i < 2000; i++)
    for (size_t k = 0; k < i % 97; k++)
      kept &= blocks[i][k] == i % 251;
  CHECK(aligned);
  CHECK(zeroed);
  CHECK(kept);
  CHECK(arena.total == count.held);
  ys_arena_release(&arena);
  CHECK(count.held == 0);
  CHECK(arena.total == 0);
}

static void test_arena_limits(void) {
  ys_arena arena;
  ys_arena_init(&arena, memory);
  CHECK(ys_arena_alloc(&arena, SIZE_MAX) == NULL);
  CHECK(ys_arena_alloc(&arena, SIZE_MAX - 8) == NULL);
  CHECK(ys_arena_text(&arena, SIZE_MAX) == NULL);
  CHECK(ys_arena_zalloc(&arena, SIZE_MAX / 2, 3) == NULL);
  count.left = 0;
  CHECK(ys_arena_alloc(&arena, 1) == NULL);
  ys_str out = YS_STR("as it was");
  CHECK(ys_arena_str(&arena, YS_STR("text"), &out) == YS_NOMEM);
  CHECK(same(out, "as it was"));
  count.left = -1;
  CHECK(ys_arena_str(&arena, YS_STR("a\0b"), &out) == YS_OK);
  CHECK(ys_str_eq(out, YS_STR("a\0b")));
  ys_arena_release(&arena);
}

/* ---- strings ------------------------------------------------------------- */

/* A block that a pool has kept, and no other, serves the next who asks. */
static void test_pool(void) {
  enum { SMALL = 1000, LARGE = 1 << 20, HUGE = 16 << 20 };
  ys_pool pool;
  ys_pool_init(&pool, memory);
  const ys_memory pooled = ys_pool_memory(&pool);
  ys_memory_free(pooled, ys_memory_new(pooled, SMALL), SMALL);
  CHECK(count.held == 0);
  void *large = ys_memory_new(pooled, LARGE);
  ys_memory_free(pooled, large, LARGE);
  CHECK(count.held == LARGE);
  ys_memory_free(pooled, ys_memory_new(pooled, HUGE), HUGE);
  CHECK(count.held == LARGE);
  void *other = ys_memory_new(pooled, LARGE / 2);
  CHECK(count.held == LARGE + LARGE / 2);
  CHECK(ys_memory_new(pooled, LARGE) == large);
  CHECK(count.held == LARGE + LARGE / 2);
  ys_memory_free(pooled, large, LARGE);
  ys_pool_close(&pool);
  CHECK(count.held == LARGE / 2);
  ys_memory_free(pooled, other, LARGE / 2);
  CHECK(count.held == 0);
}

/* However much comes back, a pool keeps little. */
static void test_full_pool(void) {
  enum { BLOCKS = 12, SIZE = 1 << 20 };
  void *blocks[BLOCKS];
  ys_pool pool;
  ys_pool_init(&pool, memory);
  const ys_memory pooled = ys_pool_memory(&pool);
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = ys_memory_new(pooled, SIZE);
  for (int i = 0; i < BLOCKS; i++)
    ys_memory_free(pooled, blocks[i], SIZE);
  CHECK(count.held <= YS_POOL_BYTES && count.held >= SIZE);
  ys_pool_close(&pool);
  CHECK(count.held == 0);
}

/* What a pool keeps is there for who asks for blocks of another size. */
static void test_scarce_memory(void) {
  enum { KEPT = 3 << 20, WANTED = 2 << 20, MOST = 4 << 20 };
  ys_pool pool;
  ys_pool_init(&pool, memory);
  const ys_memory pooled = ys_pool_memory(&pool);
  ys_memory_free(pooled, ys_memory_new(pooled, KEPT), KEPT);
  count.most = MOST;
  void *wanted = ys_memory_new(pooled, WANTED);
  CHECK(wanted != NULL);
  CHECK(ys_memory_new(pooled, MOST) == NULL);
  ys_memory_free(pooled, wanted, WANTED);
  void *small = ys_memory_new(pooled, MOST - KEPT + 1);
  CHECK(small != NULL);
  ys_memory_free(pooled, small, MOST - KEPT + 1);
  count.most = 0;
  ys_pool_close(&pool);
  CHECK(count.held == 0);
}

/* Blocks of sizes that nobody asks for again do not stay in the way. */
static void test_odd_blocks(void) {
  enum { ODD = 100 * 1024, SIZE = 1 << 20 };
  ys_pool pool;
  ys_pool_init(&pool, memory);
  const ys_memory pooled = ys_pool_memory(&pool);
  for (size_t i = 0; i < YS_POOL_BLOCKS; i++)
    ys_memory_free(pooled, ys_memory_new(pooled, ODD + i), ODD + i);
  for (int i = 0; i < 1000; i++)
    ys_memory_free(pooled, ys_memory_new(pooled, SIZE), SIZE);
  const size_t held = count.held;
  void *block = ys_memory_new(pooled, SIZE);
  CHECK(count.held == held);
  ys_memory_free(pooled, block, SIZE);
  ys_pool_close(&pool);
  CHECK(count.held == 0);
}

static void test_strings(void) {
  CHECK(ys_str_cmp(YS_STR("a"), YS_STR("b")) < 0);
  CHECK(ys_str_cmp(YS_STR("ab"), YS_STR("a")) > 0);
  CHECK(ys_str_cmp(YS_STR("\xC3"), YS_STR("z")) > 0);
  CHECK(ys_str_cmp(YS_STR(""), YS_STR("")) == 0);
  CHECK(ys_str_starts(YS_STR("abc"), YS_STR("ab")));
  CHECK(ys_str_starts(YS_STR("abc"), YS_STR("")));
  CHECK(!ys_str_starts(YS_STR("a"), YS_STR("ab")));
  CHECK(ys_utf8_count(YS_STR("gr\xC3\xB6\xC3\x9F"
                             "e \xF0\x9F\x98\x80")) == 7);
}

static size_t next_char(const char *text, size_t len, uint32_t *code) {
  return ys_utf8_next((ys_str){text, len}, 0, code);
}

static void test_utf8(void) {
  uint32_t code = 0;
  CHECK(next_char("\0", 1, &code) == 1 && code == 0);
  CHECK(next_char("\xC3\xA9", 2, &code) == 2 && code == 0xE9);
  CHECK(next_char("\xE2\x82\xAC", 3, &code) == 3 && code == 0x20AC);
  CHECK(next_char("\xF0\x9F\x98\x80", 4, &code) == 4 && code == 0x1F600);
  CHECK(next_char("\xF4\x8F\xBF\xBF", 4, &code) == 4 && code == 0x10FFFF);
  CHECK(next_char("\xC0\x80", 2, &code) == 0);         /* overlong */
  CHECK(next_char("\xE0\x80\xAF", 3, &code) == 0);     /* overlong */
  CHECK(next_char("\xF0\x80\x80\xAF", 4, &code) == 0); /* overlong */
  CHECK(next_char("\xED\xA0\x80", 3, &code) == 0);     /* surrogate */
  CHECK(next_char("\xF4\x90\x80\x80", 4, &code) == 0); /* too large */
  CHECK(next_char("\xFF", 1, &code) == 0);
  CHECK(next_char("\x80", 1, &code) == 0);
  CHECK(next_char("\xE2\x82", 2, &code) == 0); /* cut off */
  CHECK(next_char("\xE2\x82x", 3, &code) == 0);
}

static void test_buffer(void) {
  ys_buf buf;
  ys_buf_init(&buf, memory);
  ys_buf_add(&buf, YS_STR(""));
  ys_buf_cstr(&buf, "a");
  ys_buf_char(&buf, '\0');
  ys_buf_repeat(&buf, '-', 3);
  ys_buf_uint(&buf, 0);
  ys_buf_uint(&buf, UINT64_MAX);
  CHECK(ys_str_eq(ys_buf_str(&buf), YS_STR("a\0---018446744073709551615")));
  CHECK(ys_buf_status(&buf) == YS_OK);
  size_t len = buf.len;
  count.left = 0;
  ys_buf_repeat(&buf, 'x', 100000);
  count.left = -1;
  ys_buf_char(&buf, 'y'); /* does nothing any more */
  CHECK(ys_buf_status(&buf) == YS_NOMEM);
  CHECK(buf.len == len);
  ys_buf_release(&buf);
  CHECK(count.held == 0);
}

static void test_join(void) {
  ys_arena arena;
  ys_str out;
  const ys_str parts[] = {YS_STR("a"), YS_STR(""), YS_STR("bc")};
  ys_arena_init(&arena, memory);
  CHECK(ys_str_join(&arena, parts, 3, &out) == YS_OK && same(out, "abc"));
  CHECK(ys_str_join(&arena, parts, 0, &out) == YS_OK && out.len == 0);
  ys_arena_release(&arena);
}

/* Reference d.3's table, and what its rule says besides. */
static const char *nearest(const char *given, const char *a, const char *b,
                           const char *c) {
  ys_nearest near;
  ys_nearest_init(&near, ys_cstr(given));
  ys_nearest_offer(&near, ys_cstr(a));
  ys_nearest_offer(&near, ys_cstr(b));
  ys_nearest_offer(&near, ys_cstr(c));
  return near.best.len == 0 ? "" : near.best.ptr;
}

static void test_nearest(void) {
  static char text[80];
  CHECK(strcmp(nearest("db_hsot", "db_host", "m", "port"), "db_host") == 0);
  CHECK(strcmp(nearest("DBHOST", "db_host", "m", "port"), "db_host") == 0);
  CHECK(strcmp(nearest("prot", "db_host", "m", "port"), "") == 0);
  CHECK(strcmp(nearest("zet", "eta", "zeta", "x"), "zeta") == 0);
  CHECK(strcmp(nearest("beta", "eta", "zeta", "x"), "eta") == 0);
  CHECK(strcmp(nearest("beta", "zeta", "eta", "x"), "eta") == 0);
  CHECK(strcmp(nearest("", "a", "b", "c"), "") == 0);
  CHECK(strcmp(nearest("_", "a", "__", "c"), "") == 0);
  CHECK(strcmp(nearest("name", "", "name", "n"), "name") == 0);
  memset(text, 'k', 64);
  CHECK(strcmp(nearest(text, text, "b", "c"), text) == 0);
  text[64] = 'k';
  CHECK(strcmp(nearest(text, text, "b", "c"), "") == 0);
  /* the nearest, however far */
  ys_nearest any;
  ys_nearest_init_any(&any, YS_STR("prot"));
  ys_nearest_offer(&any, YS_STR("db_host"));
  CHECK(ys_str_eq(any.best, YS_STR("db_host")));
  ys_nearest_offer(&any, YS_STR("port"));
  ys_nearest_offer(&any, YS_STR("m"));
  CHECK(ys_str_eq(any.best, YS_STR("port")));
}

/* ---- sources ------------------------------------------------------------- */

static ys_source *new_source(ys_str text) {
  ys_source *source = NULL;
  CHECK(ys_source_new(memory, YS_STR("v.yml"), text, &source) == YS_OK);
  return source;
}

static void test_lines(void) {
  ys_source *s = new_source(YS_STR("\xEF\xBB\xBFone\r\ntwo\rthree\n\nlast"));
  CHECK(same(s->name, "v.yml"));
  CHECK(same(ys_source_line(s, 1), "one"));
  CHECK(same(ys_source_line(s, 2), "two"));
  CHECK(same(ys_source_line(s, 3), "three"));
  CHECK(same(ys_source_line(s, 4), ""));
  CHECK(same(ys_source_line(s, 5), "last"));
  CHECK(s->line_count == 5);
  CHECK(same(ys_source_line(s, 0), ""));
  CHECK(same(ys_source_line(s, 6), ""));
  CHECK(same(ys_source_line(s, UINT32_MAX), ""));
  ys_source_release(s);
  s = new_source(YS_STR(""));
  CHECK(same(ys_source_line(s, 1), ""));
  ys_source_release(s);
  s = new_source(YS_STR("a\n"));
  CHECK(same(ys_source_line(s, 1), "a"));
  count.left = 0;
  ys_source *poor = NULL;
  CHECK(ys_source_new(memory, YS_STR(""), YS_STR(""), &poor) == YS_NOMEM);
  CHECK(poor == NULL);
  CHECK(same(ys_source_line(s, 1), "a")); /* mapped already */
  count.left = -1;
  ys_source_release(s);
  CHECK(count.held == 0);
}

static void write_file(const char *path, const char *text, size_t len) {
  FILE *file = fopen(path, "wb");
  if (!CHECK(file != NULL)) exit(1);
  CHECK(fwrite(text, 1, len, file) == len);
  fclose(file);
}

static void test_reading(void) {
  const char *path = "test_foundation.tmp", *problem = NULL;
  ys_source *s = NULL;
  const ys_str name = YS_STR("a name");
  write_file(path, "a\0b", 3);
  CHECK(ys_source_read(memory, name, path, 3, &s, &problem) == YS_OK);
  CHECK(ys_str_eq(s->text, YS_STR("a\0b")) && same(s->name, "a name"));
  ys_source_release(s);
  s = NULL;
  CHECK(ys_source_read(memory, name, path, 2, &s, &problem) == YS_INVALID);
  CHECK(s == NULL && strcmp(problem, "larger than the limit max_bytes") == 0);
  size_t size = 300000;
  char *text = malloc(size);
  if (!CHECK(text != NULL)) return;
  memset(text, 'x', size);
  write_file(path, text, size);
  CHECK(ys_source_read(memory, name, path, size, &s, &problem) == YS_OK);
  CHECK(s->text.len == size && memcmp(s->text.ptr, text, size) == 0);
  ys_source_release(s);
  CHECK(ys_source_read(memory, name, path, size - 1, &s, &problem) ==
        YS_INVALID);
  for (long left = 0; left < 3; left++) {
    count.left = left;
    CHECK(ys_source_read(memory, name, path, size, &s, &problem) == YS_NOMEM);
  }
  count.left = -1;
  free(text);
  CHECK(remove(path) == 0);
  CHECK(ys_source_read(memory, name, path, 9, &s, &problem) == YS_INVALID);
  CHECK(strcmp(problem, "No such file or directory") == 0);
  CHECK(ys_source_read(memory, name, "/", 9, &s, &problem) == YS_INVALID);
  CHECK(strcmp(problem, "is a directory") == 0);
  CHECK(count.held == 0);
}

static void test_source_list(void) {
  ys_sources sources;
  uint16_t index = 9;
  ys_source *s = new_source(YS_STR("a: 1\nb: 2\n"));
  ys_sources_init(&sources, memory);
  ys_source_retain(s);
  CHECK(ys_sources_add(&sources, s, &index) == YS_OK && index == 0);
  CHECK(same(ys_sources_line(&sources, (ys_place){2, 1, 0}), "b: 2"));
  CHECK(same(ys_sources_name(&sources, (ys_place){2, 1, 0}), "v.yml"));
  CHECK(same(ys_sources_name(&sources, (ys_place){0, 0, 0}), ""));
  CHECK(same(ys_sources_line(&sources, (ys_place){1, 1, 7}), ""));
  for (uint32_t i = 1; i < 65535; i++) {
    ys_source_retain(s);
    if (ys_sources_add(&sources, s, &index) != YS_OK) CHECK(false);
  }
  CHECK(index == 65534);
  ys_source_retain(s);
  CHECK(ys_sources_add(&sources, s, &index) == YS_NOMEM);
  CHECK(s->references == 65536);
  ys_sources_release(&sources);
  CHECK(s->references == 1);
  ys_source_release(s);
  CHECK(count.held == 0);
}

/* ---- records ------------------------------------------------------------- */

static int status_of(ys_code a, ys_code b) {
  ys_space space;
  ys_space_init(&space, memory, NULL);
  ys_space_fault(&space, a, (ys_place){0, 0, 0}, (ys_place){0, 0, 0});
  ys_space_fault(&space, b, (ys_place){0, 0, 0}, (ys_place){0, 0, 0});
  int status = ys_diags_exit_status(&space.diags);
  ys_space_release(&space);
  return status;
}

static void test_records(void) {
  ys_space space;
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  CHECK(ys_diags_exit_status(&space.diags) == 0);
  ys_diag *a = ys_space_fault(&space, YS_E_TYPE, (ys_place){3, 1, 0},
                              (ys_place){4, 5, 1});
  ys_diag *b = ys_space_fault(&space, YS_E_RULE, (ys_place){5, 1, 0},
                              (ys_place){0, 0, 0});
  CHECK(space.diags.first == a && a->next == b && space.diags.last == b);
  CHECK(space.diags.count == 2);
  CHECK(a->at.line == 3 && a->by.column == 5 && a->by.source == 1);
  CHECK(a->args[0].len == 0 && a->path.len == 0 && a->rule.len == 0);
  ys_space_release(&space);
  CHECK(status_of(YS_E_DEPRECATED, YS_E_UNATTACHED) == 0);
  CHECK(status_of(YS_E_DEPRECATED, YS_E_TYPE) == 1);
  CHECK(status_of(YS_E_RULE, YS_E_RULE) == 1);
  CHECK(status_of(YS_E_SYNTAX, YS_E_TYPE) == 2);
  CHECK(status_of(YS_E_TYPE, YS_E_NULL_VALUE) == 2);
}

/* Records at these places, sorted; `expected` are their lines * 10 + columns.
 */
static void check_sorted(const ys_place *places, size_t size,
                         const uint32_t *expected) {
  ys_space space;
  const ys_diag *last = NULL;
  size_t i = 0;
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  for (; i < size; i++)
    ys_space_fault(&space, i % 2 == 0 ? YS_E_TYPE : YS_E_OVERLAY, places[i],
                   (ys_place){(uint32_t)i, 0, 0});
  ys_diags_sort(&space.diags);
  i = 0;
  for (const ys_diag *diag = space.diags.first; diag != NULL;
       diag = diag->next) {
    if (last != NULL && last->at.line == diag->at.line &&
        last->at.column == diag->at.column)
      CHECK(last->by.line < diag->by.line);
    CHECK(i < size && diag->at.line * 10 + diag->at.column == expected[i]);
    i++;
    last = diag;
  }
  CHECK(i == size && space.diags.last == last);
  ys_space_release(&space);
}

static void test_order_of_records(void) {
  enum { MANY = 1000 };
  static const ys_place mixed[] = {
      {3, 1, 0}, {5, 2, 0}, {5, 1, 0}, {3, 1, 0}, {1, 1, 0}, /* one text */
      {9, 1, 1}, {2, 1, 1},                                  /* another */
      {0, 0, 0}, {8, 1, 0}, {0, 0, 0},                       /* no places */
      {7, 1, 0}, {6, 1, 0}};
  static const uint32_t in_order[] = {11, 31, 31, 51, 52, 21,
                                      91, 0,  81, 0,  61, 71};
  ys_place many[MANY];
  uint32_t lines[MANY];
  check_sorted(NULL, 0, NULL);
  check_sorted(mixed, 1, (const uint32_t[]){31});
  check_sorted(mixed, sizeof mixed / sizeof *mixed, in_order);
  for (uint32_t i = 0; i < MANY; i++) {
    many[i] = (ys_place){i * 7919 % MANY / 4 + 1, 1, 0};
    lines[i] = (i / 4 + 1) * 10 + 1;
  }
  check_sorted(many, MANY, lines);
}

static ys_diag *add_record(ys_space *space, ys_code code, ys_place at,
                           const char *problem, const char *calls) {
  ys_diag *diag = ys_space_fault(space, code, at, (ys_place){0, 0, 0});
  diag->args[1] = ys_cstr(problem);
  diag->calls = ys_cstr(calls);
  return diag;
}

/* What differs in any way but the calls is no repeat; nor is what the values
 * break, nor what has no place. */
static void test_repeats_of_records(void) {
  enum { MANY_USES = 3000 };
  const ys_place at = {3, 7, 0}, nowhere = {0, 0, 0};
  ys_space space;
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  CHECK(ys_diags_unrepeat(&space.diags, memory) == YS_OK);
  ys_diag *first =
      add_record(&space, YS_E_COMPUTED_VALUE, at, "x", "called from s:1");
  add_record(&space, YS_E_COMPUTED_VALUE, at, "y", "");
  add_record(&space, YS_E_ANNOTATION_FAILED, at, "x", "");
  add_record(&space, YS_E_COMPUTED_VALUE, (ys_place){3, 7, 1}, "x", "");
  add_record(&space, YS_E_COMPUTED_VALUE, (ys_place){4, 7, 0}, "x", "");
  add_record(&space, YS_E_COMPUTED_VALUE, at, "x", "")->by.line = 1;
  add_record(&space, YS_E_COMPUTED_VALUE, at, "x", "")->path = YS_STR("a");
  for (int i = 0; i < 2; i++) {
    add_record(&space, YS_E_TYPE, at, "", "");
    add_record(&space, YS_E_READ, nowhere, "gone", "");
  }
  ys_diag *last = space.diags.last;
  for (int i = 0; i < MANY_USES; i++)
    add_record(&space, YS_E_COMPUTED_VALUE, at, "x", "called from s:2");
  CHECK(ys_diags_unrepeat(&space.diags, memory) == YS_OK);
  CHECK(space.diags.count == 11 && space.diags.first == first);
  CHECK(space.diags.last == last && last->next == NULL);
  CHECK(space.diags.groups[YS_GROUP_INPUT] == 8);
  CHECK(space.diags.groups[YS_GROUP_DATA] == 2);
  ys_space_release(&space);
}

/* ---- keys and shapes ----------------------------------------------------- */

static const ys_key *intern(ys_space *space, ys_kind kind, const char *text) {
  const ys_key *key = NULL;
  CHECK(ys_keys_intern(&space->keys, kind, ys_cstr(text), &key) == YS_OK);
  return key;
}

static void test_keys(void) {
  ys_space schema, run;
  ys_space_init(&schema, memory, NULL);
  const ys_key *known = intern(&schema, YS_STRING, "known");
  ys_space_init(&run, memory, &schema);
  const ys_key *mine = intern(&run, YS_STRING, "mine");
  CHECK(known != mine);
  CHECK(intern(&run, YS_STRING, "known") == known);
  CHECK(intern(&run, YS_STRING, "mine") == mine);
  CHECK(intern(&schema, YS_STRING, "mine") != mine);
  CHECK(intern(&run, YS_INT, "1") != intern(&run, YS_STRING, "1"));
  CHECK(intern(&run, YS_INT, "1")->kind == YS_INT);
  CHECK(intern(&run, YS_STRING, "") == intern(&run, YS_STRING, ""));
  CHECK(same(mine->text, "mine"));
  ys_space_release(&run);
  ys_space_release(&schema);
  CHECK(count.held == 0);
}

enum { MANY = 200000 };

/* Interning and finding stay quick in large maps. */
static void test_many_keys(void) {
  ys_space space;
  char text[32];
  ys_space_init(&space, memory, NULL);
  ys_slot *map = ys_arena_new(&space.arena, ys_slot);
  ys_slot *slots = ys_arena_zalloc(&space.arena, MANY, sizeof *slots);
  CHECK(ys_slot_make_collection(&space.arena, map, YS_MAP) == YS_OK);
  const clock_t start = clock();
  bool right = true;
  for (int i = 0; i < MANY; i++) {
    int len = snprintf(text, sizeof text, "key-%d", i);
    const ys_key *key = NULL;
    ys_keys_intern(&space.keys, YS_STRING, (ys_str){text, (size_t)len}, &key);
    right &= ys_map_find(&space.arena, map, key) == NULL;
    slots[i].key = key;
    ys_slot_append(map, &slots[i]);
    right &= ys_map_find(&space.arena, map, key) == &slots[i];
    right &= ys_map_find(&space.arena, map, slots[i / 2].key) == &slots[i / 2];
  }
  CHECK(right);
  CHECK(map->size == MANY && map->u.items->last == &slots[MANY - 1]);
  CHECK(space.keys.count == MANY);
  CHECK(clock() - start < 5 * CLOCKS_PER_SEC);
  ys_space_release(&space);
}

static void test_shape(void) {
  ys_space space;
  char text[32];
  ys_space_init(&space, memory, NULL);
  for (uint32_t size = 0; size < 40; size++) {
    const ys_key **keys = ys_arena_zalloc(&space.arena, size + 1, sizeof *keys);
    ys_shape shape;
    for (uint32_t i = 0; i < size; i++) {
      snprintf(text, sizeof text, "%u/%u", size, i);
      keys[i] = intern(&space, YS_STRING, text);
    }
    CHECK(ys_shape_make(&space.arena, keys, size, &shape) == YS_OK);
    bool right = true;
    for (uint32_t i = 0; i < size; i++) {
      right &= ys_shape_find(&shape, keys[i], i) == i;
      right &= ys_shape_find(&shape, keys[i], 0) == i;
      right &= ys_shape_find(&shape, keys[i], UINT32_MAX) == i;
    }
    CHECK(right);
    CHECK(ys_shape_find(&shape, intern(&space, YS_STRING, "none"), 0) == -1);
  }
  ys_space_release(&space);
}

/* ---- slots --------------------------------------------------------------- */

static ys_space space;

static ys_slot *add(ys_slot *collection, const char *key) {
  ys_slot *slot = ys_arena_new(&space.arena, ys_slot);
  if (key != NULL) slot->key = intern(&space, YS_STRING, key);
  if (collection != NULL) ys_slot_append(collection, slot);
  return slot;
}

static ys_slot *add_collection(ys_slot *collection, const char *key,
                               ys_kind kind) {
  ys_slot *slot = add(collection, key);
  CHECK(ys_slot_make_collection(&space.arena, slot, kind) == YS_OK);
  return slot;
}

static ys_slot *add_int(ys_slot *collection, const char *key, int64_t value) {
  ys_slot *slot = add(collection, key);
  slot->kind = YS_INT;
  slot->u.integer = value;
  return slot;
}

static ys_slot *add_float(ys_slot *collection, const char *key, double value) {
  ys_slot *slot = add(collection, key);
  slot->kind = YS_FLOAT;
  slot->u.number = value;
  return slot;
}

/* A map with `shaped` entries side by side and `more` behind them. */
static ys_slot *shaped_map(uint32_t shaped, uint32_t more) {
  char text[32];
  ys_slot *map = add_collection(NULL, NULL, YS_MAP);
  ys_shape *shape = ys_arena_new(&space.arena, ys_shape);
  const ys_key **keys = ys_arena_zalloc(&space.arena, shaped + 1, sizeof *keys);
  ys_slot *slots = ys_arena_zalloc(&space.arena, shaped + 1, sizeof *slots);
  for (uint32_t i = 0; i < shaped; i++) {
    snprintf(text, sizeof text, "field%u", i);
    slots[i].key = keys[i] = intern(&space, YS_STRING, text);
    ys_slot_append(map, &slots[i]);
  }
  CHECK(ys_shape_make(&space.arena, keys, shaped, shape) == YS_OK);
  map->u.items->shape = shape;
  for (uint32_t i = 0; i < more; i++) {
    snprintf(text, sizeof text, "more%u", i);
    add_int(map, text, i);
  }
  return map;
}

static bool finds_all(ys_slot *map) {
  bool right = true;
  for (ys_slot *s = map->u.items->first; s != NULL; s = s->next)
    right &= ys_map_find(&space.arena, map, s->key) == s;
  return right && ys_map_find(&space.arena, map,
                              intern(&space, YS_STRING, "none")) == NULL;
}

static void test_find(void) {
  for (uint32_t shaped = 0; shaped < 12; shaped += 3)
    for (uint32_t more = 0; more < 60; more += 4)
      CHECK(finds_all(shaped_map(shaped, more)));
  ys_slot *map = shaped_map(2, 30);
  CHECK(finds_all(map));
  count.left = 0; /* the index is complete and needs nothing more */
  CHECK(finds_all(map));
  count.left = -1;
  /* without memory for an index, the search is still right */
  map = shaped_map(0, 30);
  const ys_key *none = intern(&space, YS_STRING, "none");
  ys_arena poor;
  count.left = 0;
  ys_arena_init(&poor, memory);
  CHECK(ys_map_find(&poor, map, map->u.items->last->key) == map->u.items->last);
  CHECK(ys_map_find(&poor, map, none) == NULL);
  count.left = -1;
}

static void test_unlink(void) {
  ys_slot *map = shaped_map(0, 30);
  ys_slot *first = map->u.items->first, *gone = first->next;
  CHECK(finds_all(map));
  first->next = gone->next;
  map->size--;
  map->u.items->index = NULL;
  CHECK(ys_map_find(&space.arena, map, gone->key) == NULL);
  CHECK(finds_all(map));
}

static void test_copy(void) {
  ys_slot *map = shaped_map(3, 20);
  ys_slot *list = add_collection(map, "list", YS_ARRAY);
  ys_slot_set_text(add(list, NULL), YS_STR("text"));
  add_collection(list, NULL, YS_MAP);
  ys_slot_set_place(map, (ys_place){7, 2, 1});
  map->key = intern(&space, YS_STRING, "root");
  ys_slot other = {0}, copy;
  copy.next = &other;
  CHECK(ys_slot_copy(&space.arena, map, &copy) == YS_OK);
  CHECK(copy.next == &other && copy.annots == NULL && copy.key == map->key);
  CHECK(copy.line == 7 && copy.column == 2 && copy.source == 1);
  CHECK(ys_slot_equal(map, &copy));
  CHECK(finds_all(&copy) && copy.u.items->shape == map->u.items->shape);
  CHECK(copy.u.items->last->next == NULL);
  add_int(copy.u.items->last, NULL, 1); /* the original is not touched */
  CHECK(list->size == 2);
  CHECK(!ys_slot_equal(map, &copy));
  ys_slot taken = {.key = list->key, .next = &other};
  ys_slot_take(&taken, map);
  CHECK(taken.key == list->key && taken.next == &other && taken.line == 7);
  CHECK(taken.kind == YS_MAP && taken.u.items == map->u.items);
}

/* ---- equality ------------------------------------------------------------ */

static void test_equal_scalars(void) {
  ys_slot *one = add_int(NULL, NULL, 1), *text = add(NULL, NULL);
  ys_slot *nan = add_float(NULL, NULL, NAN);
  ys_slot *big = add_int(NULL, NULL, 0);
  ys_slot_set_text(text, YS_STR("1"));
  big->flags = YS_SLOT_UNSIGNED;
  big->u.natural = UINT64_C(1) << 63;
  CHECK(ys_slot_equal(one, add_float(NULL, NULL, 1.0)));
  CHECK(ys_slot_equal(add_float(NULL, NULL, 1.0), one));
  CHECK(!ys_slot_equal(one, add_float(NULL, NULL, 1.5)));
  CHECK(!ys_slot_equal(one, text));
  CHECK(!ys_slot_equal(one, add(NULL, NULL)));
  CHECK(ys_slot_equal(add(NULL, NULL), add(NULL, NULL)));
  CHECK(!ys_slot_equal(nan, nan));
  CHECK(ys_slot_equal(big, add_float(NULL, NULL, 0x1p63)));
  CHECK(!ys_slot_equal(big, add_int(NULL, NULL, INT64_MIN)));
  CHECK(ys_slot_equal(add_int(NULL, NULL, INT64_MIN),
                      add_float(NULL, NULL, -0x1p63)));
  /* 2^53 + 1 is no double */
  CHECK(!ys_slot_equal(add_int(NULL, NULL, 9007199254740993),
                       add_float(NULL, NULL, 9007199254740992.0)));
  CHECK(!ys_slot_equal(big, add_float(NULL, NULL, INFINITY)));
  CHECK(ys_slot_equal(add_int(NULL, NULL, 0), add_float(NULL, NULL, -0.0)));
}

/* Entries in the order 0, 1, ... or so that each is far from its fellow. */
static ys_slot *numbered_map(int size, bool turned) {
  char text[32];
  ys_slot *map = add_collection(NULL, NULL, YS_MAP);
  for (int i = 0; i < size; i++) {
    int n = turned ? size - 1 - i : i;
    snprintf(text, sizeof text, "n%d", n);
    add_int(map, text, n);
  }
  return map;
}

static void test_equal_maps(void) {
  const int sizes[] = {0, 1, 2, 9, 50, 300, 50000};
  for (int i = 0; i < 7; i++) {
    ys_slot *a = numbered_map(sizes[i], false);
    ys_slot *b = numbered_map(sizes[i], true);
    const clock_t start = clock();
    CHECK(ys_slot_equal(a, a));
    CHECK(ys_slot_equal(a, b));
    CHECK(clock() - start < 2 * CLOCKS_PER_SEC);
    if (sizes[i] == 0) continue;
    b->u.items->first->u.integer++;
    CHECK(!ys_slot_equal(a, b));
    b->u.items->first->u.integer--;
    CHECK(ys_slot_equal(a, b));
    /* by value: an integer and the float of the same value */
    ys_slot *last = b->u.items->last;
    last->u.number = (double)last->u.integer;
    last->kind = YS_FLOAT;
    CHECK(ys_slot_equal(a, b));
    last->u.number = NAN;
    CHECK(!ys_slot_equal(a, b));
    CHECK(!ys_slot_equal(b, b));
    a->u.items->first->kind = YS_FLOAT;
    a->u.items->first->u.number = last->u.number;
    CHECK(!ys_slot_equal(a, b));
    last->key = intern(&space, YS_STRING, "another");
    CHECK(!ys_slot_equal(a, b));
  }
}

static void test_equal_spaces(void) {
  ys_space other;
  ys_space_init(&other, memory, NULL);
  for (int size = 3; size < 1000; size += 900) {
    ys_slot *a = numbered_map(size, false), *b = numbered_map(size, true);
    for (ys_slot *s = b->u.items->first; s != NULL; s = s->next)
      CHECK(ys_keys_intern(&other.keys, YS_STRING, s->key->text, &s->key) ==
            YS_OK);
    CHECK(ys_slot_equal(a, b));
  }
  ys_slot *a = add_collection(NULL, NULL, YS_MAP);
  ys_slot *b = add_collection(NULL, NULL, YS_MAP);
  add(a, "1");
  add(b, NULL)->key = intern(&other, YS_INT, "1");
  CHECK(!ys_slot_equal(a, b));
  ys_space_release(&other);
}

/* ---- paths and spaces ---------------------------------------------------- */

static void test_paths(void) {
  ys_str text;
  ys_path root = {NULL, NULL, 0};
  ys_path dbs = {&root, intern(&space, YS_STRING, "databases"), 0};
  ys_path item = {&dbs, NULL, 12};
  ys_path name = {&item, intern(&space, YS_STRING, "my-name_1"), 0};
  ys_path dotted = {&root, intern(&space, YS_STRING, "tls.crt"), 0};
  ys_path quoted = {&dotted, intern(&space, YS_STRING, "a\"\\\n"), 0};
  ys_path empty = {&quoted, intern(&space, YS_STRING, ""), 0};
  CHECK(ys_path_text(&space.arena, NULL, &text) == YS_OK && text.len == 0);
  CHECK(ys_path_text(&space.arena, &root, &text) == YS_OK && text.len == 0);
  CHECK(ys_path_text(&space.arena, &name, &text) == YS_OK);
  CHECK(same(text, "databases[12].my-name_1"));
  CHECK(ys_path_text(&space.arena, &empty, &text) == YS_OK);
  CHECK(same(text, "[\"tls.crt\"][\"a\\\"\\\\\\x0a\"][\"\"]"));
}

static void test_child_space(void) {
  ys_space parent, child;
  uint16_t index;
  ys_source *s = new_source(YS_STR("x"));
  ys_space_init(&parent, memory, NULL);
  parent.limits.max_depth = 5;
  parent.strict = true;
  CHECK(ys_sources_add(&parent.sources, s, &index) == YS_OK);
  CHECK(ys_space_init(&child, memory, &parent) == YS_OK);
  CHECK(child.limits.max_depth == 5 && child.strict);
  CHECK(child.sources.count == 1 && s->references == 2);
  ys_space_release(&child);
  ys_space_release(&child); /* twice does no harm */
  CHECK(s->references == 1);
  count.left = 0;
  CHECK(ys_space_init(&child, memory, &parent) == YS_NOMEM);
  count.left = -1;
  CHECK(s->references == 1);
  ys_space_release(&parent);
}

static void test_hints(void) {
  const ys_shape *shape = shaped_map(500, 0)->u.items->shape;
  CHECK(same(ys_space_nearest(&space, YS_STR("fied3"), shape), "field3"));
  CHECK(same(ys_space_nearest(&space, YS_STR("x"), shape), ""));
  int hints = 0;
  for (int i = 0; i < 100; i++)
    hints += ys_space_nearest(&space, YS_STR("fied3"), shape).len > 0;
  CHECK(hints > 5 && hints < 50); /* effort is bounded */
}

static void test_slots(void) {
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  CHECK(space.limits.max_depth == 1000 && !space.strict);
  CHECK(same(ys_kind_name(YS_NULL), "null"));
  CHECK(same(ys_kind_name(YS_CLOSURE), "function"));
  CHECK(same(ys_kind_name(YS_ANY), "any"));
  test_find();
  test_unlink();
  test_copy();
  test_equal_scalars();
  test_equal_maps();
  test_equal_spaces();
  test_paths();
  test_hints();
  ys_space_release(&space);
  CHECK(count.held == 0);
}

int main(void) {
  test_arena_blocks();
  test_arena_limits();
  test_pool();
  test_full_pool();
  test_scarce_memory();
  test_odd_blocks();
  test_strings();
  test_utf8();
  test_buffer();
  test_join();
  test_nearest();
  test_lines();
  test_reading();
  test_source_list();
  test_records();
  test_order_of_records();
  test_repeats_of_records();
  test_keys();
  test_many_keys();
  test_shape();
  test_child_space();
  test_slots();
  return check_done();
}
