/* test_foundation.c - Memory, strings, sources and records. */

#include <stdlib.h>

#include "check.h"
#include "core/base/pairs.h"
#include "core/base/pool.h"
#include "core/tree/node.h"
#include "counted_memory.h"

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

static void fill_arena(ys_arena *arena, size_t blocks) {
  for (size_t i = 0; i < blocks; i++) {
    char *text = ys_arena_text(arena, i % 100 == 99 ? 100000 : i);
    memset(ys_arena_zalloc(arena, 1, 24), 7, 24);
    memset(text, 8, i % 100 == 99 ? 100000 : i);
  }
}

static void test_arena_rewind(void) {
  ys_arena arena, other;
  ys_arena_init(&arena, memory);
  ys_arena_init(&other, memory);
  ys_arena_mark start = ys_arena_now(&arena);
  memset(ys_arena_alloc(&arena, 50000), 1, 50000); /* a chunk for itself */
  ys_arena_rewind(&arena, &start);
  CHECK(arena.total == 0 && count.held == 0);
  for (int i = 0; i < 3; i++) {
    char *before = memset(ys_arena_alloc(&arena, 64), 5, 64);
    const ys_arena_mark mark = ys_arena_now(&arena);
    for (int j = 0; j < 3; j++) {
      size_t held;
      fill_arena(&arena, 1000);
      held = arena.total;
      ys_arena_rewind(&arena, &mark);
      CHECK(arena.total <= held && arena.total == count.held);
      CHECK(before[0] == 5 && before[63] == 5);
    }
    if (i == 1) ys_arena_rewind(&arena, &start);
  }
  memset(ys_arena_alloc(&other, 64), 6, 64);
  ys_arena_absorb(&other, &arena);
  CHECK(arena.total == 0 && other.total == count.held);
  ys_arena_absorb(&arena, &other);
  ys_arena_absorb(&arena, &other);
  fill_arena(&arena, 10);
  CHECK(other.total == 0 && arena.total == count.held);
  ys_arena_release(&arena);
  CHECK(count.held == 0);
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

/* A block that a pool has kept, and no other, serves the next request. */
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

/* However much is freed, a pool keeps little. */
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

/* Numbers that differ only above 32 bits are different, whatever addresses
 * have. */
static void test_pairs(void) {
  ys_arena arena;
  ys_pairs pairs = {0};
  int marks[80];
  bool met;
  ys_arena_init(&arena, memory);
  for (uint64_t i = 0; i < 40; i++) {
    CHECK(ys_pairs_find(&pairs, i << 32 | 7, 1) == NULL);
    CHECK(ys_pairs_note(&pairs, &arena, i << 32 | 7, 1, &marks[i]) == YS_OK);
    CHECK(ys_pairs_note(&pairs, &arena, 7, i << 32, &marks[40 + i]) == YS_OK);
  }
  for (uint64_t i = 0; i < 40; i++) {
    CHECK(ys_pairs_find(&pairs, i << 32 | 7, 1) == &marks[i]);
    CHECK(ys_pairs_find(&pairs, 7, i << 32) == &marks[40 + i]);
  }
  CHECK(ys_pairs_meet(&pairs, &arena, &arena, NULL, &met) == YS_OK && !met);
  CHECK(ys_pairs_meet(&pairs, &arena, &arena, NULL, &met) == YS_OK && met);
  CHECK(ys_pairs_set(&pairs, &arena, &arena, NULL, marks) == YS_OK);
  CHECK(ys_pairs_get(&pairs, &arena, NULL) == marks);
  ys_arena_release(&arena);
}

/* ---- strings ------------------------------------------------------------- */

/* A pool frees its blocks for requests of another size. */
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

/* Blocks of sizes that are not requested again do not stay in the way. */
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
  CHECK(ys_str_has(YS_STR("abc"), YS_STR("bc")));
  CHECK(!ys_str_has(YS_STR("abc"), YS_STR("cb")));
  CHECK(ys_str_has((ys_str){NULL, 0}, YS_STR("")));
  CHECK(!ys_str_has((ys_str){NULL, 0}, YS_STR("a")));
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

/* Texts of each size up to several words, in memory of just that size. */
static void test_count(void) {
  uint32_t random = 1;
  for (size_t size = 0; size <= 40; size++)
    for (int round = 0; round < 200; round++) {
      char *text = malloc(size > 0 ? size : 1);
      size_t characters = 0;
      if (text == NULL) abort();
      for (size_t i = 0; i < size; i++) {
        random = random * 1664525 + 1013904223;
        text[i] = (char)(random >> 16);
        characters += ((unsigned char)text[i] & 0xC0) != 0x80;
      }
      CHECK(ys_utf8_count((ys_str){text, size}) == characters);
      free(text);
    }
}

static void test_buffer(void) {
  ys_buf buf = ys_buf_of(memory);
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

/* Tests of near names (reference#suggestions). */
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
  CHECK(strcmp(nearest("prot", "db_host", "m", "port"), "port") == 0);
  CHECK(strcmp(nearest("porst", "db_host", "m", "posrt"), "posrt") == 0);
  CHECK(strcmp(nearest("prto", "db_host", "m", "port"), "") == 0);
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

/* Whether the nearest of two names was surely meant (reference#fixes). */
static bool is_sure(const char *given, const char *a, const char *b) {
  ys_nearest near;
  ys_nearest_init(&near, ys_cstr(given));
  ys_nearest_offer(&near, ys_cstr(a));
  ys_nearest_offer(&near, ys_cstr(b));
  return ys_nearest_is_sure(&near);
}

static void test_sure(void) {
  CHECK(is_sure("prot", "port", "x") && is_sure("prot", "x", "port"));
  CHECK(is_sure("max-size", "max_size", "min_size"));
  CHECK(is_sure("porrt", "port", "ports")); /* the second is farther away */
  CHECK(is_sure("prot", "port", "port"));
  CHECK(!is_sure("porx", "port", "pork") && !is_sure("porx", "pork", "port"));
  CHECK(is_sure("por_t", "porx", "port")); /* a nearer one comes later */
  CHECK(!is_sure("max_size", "min_size", "x"));
  CHECK(!is_sure("http2", "http", "x") && !is_sure("v2k", "v1k", "x"));
  CHECK(is_sure("http2_prot", "http2_port", "x"));
  CHECK(!is_sure("no", "on", "x") && !is_sure("ab", "abc", "x"));
  CHECK(!is_sure("", "abc", "x") && !is_sure("zzzz", "port", "x"));
}

/* Whether the nearest of two values was surely meant. */
static bool is_misspelt(const char *given, const char *a, const char *b) {
  ys_nearest near;
  ys_nearest_init(&near, ys_cstr(given));
  ys_nearest_offer(&near, ys_cstr(a));
  ys_nearest_offer(&near, ys_cstr(b));
  return ys_nearest_is_misspelt(&near);
}

static void test_misspelt(void) {
  CHECK(is_misspelt("debgu", "debug", "x") &&
        is_misspelt("dbeug", "x", "debug"));
  CHECK(is_misspelt("Debug", "debug", "x") &&
        is_misspelt("DEBUG", "x", "debug"));
  CHECK(is_misspelt("keep alive", "keep-alive", "x"));
  CHECK(is_misspelt("keepalive", "keep_alive", "x"));
  CHECK(is_misspelt("debugg", "debug", "x") &&
        is_misspelt("ddebug", "debug", "x"));
  CHECK(!is_misspelt("https", "http", "x") && !is_misspelt("htt", "http", "x"));
  CHECK(!is_misspelt("debux", "debug", "x") &&
        !is_misspelt("debg", "debug", "x"));
  CHECK(!is_misspelt("tpc", "tcp", "x") && !is_misspelt("TCP", "tcp", "x"));
  CHECK(!is_misspelt("ab21", "ab12", "x") &&
        !is_misspelt("abcd11", "abcd1", "x"));
  CHECK(!is_misspelt("from", "FROM", "form") &&
        !is_misspelt("FROM", "from", "From"));
  CHECK(!is_misspelt("Debgu", "debug", "x") &&
        !is_misspelt("ebdgu", "debug", "x"));
  CHECK(!is_misspelt("", "debug", "x") && !is_misspelt("deb", "", "x"));
  CHECK(is_misspelt("\xC3\xA4\xC3\xA4rgern", "\xC3\xA4rgern", "x") == false);
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
  s = new_source(YS_STR("one\r\ntwo\rthree\n\nlast"));
  count.left = 0; /* no memory for a map: the lines are counted */
  CHECK(same(ys_source_line(s, 1), "one"));
  CHECK(same(ys_source_line(s, 2), "two"));
  CHECK(same(ys_source_line(s, 4), ""));
  CHECK(same(ys_source_line(s, 5), "last"));
  CHECK(same(ys_source_line(s, 6), ""));
  CHECK(s->starts == NULL);
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
  CHECK(ys_source_read(memory, name, path, YS_READ_FILE, 3, &s, &problem) ==
        YS_OK);
  CHECK(ys_str_eq(s->text, YS_STR("a\0b")) && same(s->name, "a name"));
  ys_source_release(s);
  s = NULL;
  CHECK(ys_source_read(memory, name, path, YS_READ_FILE, 2, &s, &problem) ==
        YS_INVALID);
  CHECK(s == NULL && strcmp(problem, "larger than the limit max_bytes") == 0);
  size_t size = 300000;
  char *text = malloc(size);
  if (!CHECK(text != NULL)) return;
  memset(text, 'x', size);
  write_file(path, text, size);
  CHECK(ys_source_read(memory, name, path, YS_READ_FILE, size, &s, &problem) ==
        YS_OK);
  CHECK(s->text.len == size && memcmp(s->text.ptr, text, size) == 0);
  ys_source_release(s);
  CHECK(ys_source_read(memory, name, path, YS_READ_FILE, size - 1, &s,
                       &problem) == YS_INVALID);
  CHECK(ys_source_read(memory, name, path, YS_READ_HEAD, 9, &s, &problem) ==
        YS_OK);
  CHECK(ys_str_eq(s->text, YS_STR("xxxxxxxxx")));
  ys_source_release(s);
  for (long left = 0; left < 3; left++) {
    count.left = left;
    CHECK(ys_source_read(memory, name, path, YS_READ_FILE, size, &s,
                         &problem) == YS_NOMEM);
  }
  count.left = -1;
  free(text);
  CHECK(remove(path) == 0);
  CHECK(ys_source_read(memory, name, path, YS_READ_FILE, 9, &s, &problem) ==
        YS_INVALID);
  CHECK(strcmp(problem, "No such file or directory") == 0);
  CHECK(ys_source_read(memory, name, "/", YS_READ_FILE, 9, &s, &problem) ==
        YS_INVALID);
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
  ys_space_diagnose(&space, a, (ys_place){0, 0, 0}, (ys_place){0, 0, 0});
  ys_space_diagnose(&space, b, (ys_place){0, 0, 0}, (ys_place){0, 0, 0});
  int status = ys_diags_exit_status(&space.diags);
  ys_space_release(&space);
  return status;
}

static void test_records(void) {
  ys_space space;
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  CHECK(ys_diags_exit_status(&space.diags) == 0);
  ys_diag *a = ys_space_diagnose(&space, YS_E_TYPE, (ys_place){3, 1, 0},
                                 (ys_place){4, 5, 1});
  ys_diag *b = ys_space_diagnose(&space, YS_E_RULE, (ys_place){5, 1, 0},
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
    ys_space_diagnose(&space, i % 2 == 0 ? YS_E_TYPE : YS_E_OVERLAY, places[i],
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
  ys_diag *diag = ys_space_diagnose(space, code, at, (ys_place){0, 0, 0});
  diag->args[1] = ys_cstr(problem);
  diag->calls = ys_cstr(calls);
  return diag;
}

/* Records that differ in more than the calls are no repeats; nor is what the
 * values break, nor what has no place. */
static void test_repeats_of_records(void) {
  enum { MANY_USES = 3000 };
  const ys_place at = {3, 7, 0}, nowhere = {0, 0, 0};
  ys_space space;
  CHECK(ys_space_init(&space, memory, NULL) == YS_OK);
  CHECK(ys_diags_unrepeat(&space.diags, false, memory) == YS_OK);
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
  CHECK(ys_diags_unrepeat(&space.diags, false, memory) == YS_OK);
  CHECK(space.diags.count == 11 && space.diags.first == first);
  CHECK(space.diags.last == last && last->next == NULL);
  CHECK(space.diags.groups[YS_GROUP_INPUT] == 8);
  CHECK(space.diags.groups[YS_GROUP_DATA] == 2);
  ys_space_release(&space);
}

int main(void) {
  test_arena_blocks();
  test_arena_rewind();
  test_arena_limits();
  test_pool();
  test_full_pool();
  test_scarce_memory();
  test_odd_blocks();
  test_pairs();
  test_strings();
  test_utf8();
  test_count();
  test_buffer();
  test_join();
  test_nearest();
  test_sure();
  test_misspelt();
  test_lines();
  test_reading();
  test_source_list();
  test_records();
  test_order_of_records();
  test_repeats_of_records();
  return check_done();
}
