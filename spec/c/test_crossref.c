/* test_crossref.c - Tests of the names and mentions of documents, and of their
 * comparison. */

#include "by_hand.h"
#include "core/crossref/ledger.h"

/* A plan with one member, whose reference 1 leads to group 0 in the file and
 * reference 2 to groups 0 and 1 of the configuration; number 3 is an identity.
 */
static void make_plan(ys_plan *plan) {
  if (ys_plan_init(plan, plain_memory, 1, 2) != YS_OK) abort();
  ys_plan_member *member = &plan->members[0];
  member->rules = ys_arena_zalloc(&plan->arena, 3, sizeof *member->rules);
  if (member->rules == NULL) abort();
  member->rule_count = 3;
  member->rules[0].scope = YS_SCOPE_FILE;
  member->rules[1].scope = member->rules[2].scope = YS_SCOPE_CONFIGURATION;
  member->rules[2].identity = 1;
  uint32_t *one = ys_plan_new_targets(plan, &member->rules[0], 1);
  uint32_t *two = ys_plan_new_targets(plan, &member->rules[1], 2);
  if (one == NULL || two == NULL) abort();
  two[1] = 1;
}

static void put_names(ys_buf *buf, uint32_t group, uint32_t line,
                      const char *const *names, uint32_t count) {
  ys_buf_char(buf, 'n');
  ys_mentions_add_number(buf, group);
  ys_mentions_add_number(buf, line);
  ys_mentions_add_number(buf, count);
  for (uint32_t i = 0; i < count; i++)
    ys_mentions_add_text(buf, ys_cstr(names[i]));
}

static void put_mention(ys_buf *buf, uint32_t number, const char *name,
                        const ys_mentions_details *details) {
  ys_buf_char(buf, 'm');
  ys_mentions_add_number(buf, 0);
  ys_mentions_add_number(buf, number);
  ys_mentions_add_text(buf, ys_cstr(name));
  ys_mentions_write_details(buf, details);
}

static uint32_t take(ys_ledger *ledger, const ys_buf *text, const char *file) {
  const ys_ledger_document document = {.file = ys_cstr(file), .line = 1};
  uint32_t number = 99;
  CHECK(ys_ledger_take(ledger, ys_buf_str(text), &document, &number) == YS_OK);
  return number;
}

/* ---- texts --------------------------------------------------------------- */

static void test_details(void) {
  char path[301];
  ys_buf buf = ys_buf_of(plain_memory);
  memset(path, 'x', sizeof path - 1);
  path[300] = 0;
  const ys_mentions_details rows[] = {
      {.line = 3, .column = 4, .quoted = true, .path = YS_STR("a.b[0]")},
      {.line = UINT32_MAX, .sensitive = true, .path = ys_cstr(path)},
      {.path = YS_STR(""), .shown = YS_STR("1"), .file = YS_STR("other.yml")}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ys_mentions_details out;
    buf.len = 0;
    ys_mentions_write_details(&buf, &rows[i]);
    ys_mentions_reader reader = {buf.ptr, buf.ptr + buf.len, false};
    const ys_str text = ys_mentions_read_text(&reader);
    CHECK(!reader.bad && reader.at == reader.end);
    CHECK(ys_mentions_read_details(text, &out));
    CHECK(out.line == rows[i].line && out.column == rows[i].column);
    CHECK(out.sensitive == rows[i].sensitive && out.quoted == rows[i].quoted);
    CHECK(ys_str_eq(out.path, rows[i].path));
    CHECK(ys_str_eq(out.file, rows[i].file));
    CHECK(ys_str_eq(out.shown, rows[i].shown));
    CHECK(!ys_mentions_read_details((ys_str){text.ptr, text.len - 1}, &out));
  }
  ys_buf_release(&buf);
}

static void put_all(ys_buf *buf) {
  static const char *const names[] = {"\"a", "#1", "?true"};
  const ys_mentions_details details = {.line = 200, .path = YS_STR("a[0].b")};
  put_names(buf, 1, 300, names, 3);
  ys_buf_char(buf, 'u');
  ys_mentions_add_number(buf, 0);
  put_mention(buf, 2, "\"b", &details);
  put_mention(buf, 3, "\"c\n2\n#1\n2\n", &details);
}

/* No text that was cut or changed is read beyond its end; sanitizers watch. */
static void test_bad_texts(void) {
  ys_plan plan;
  uint32_t cut = 0;
  make_plan(&plan);
  ys_buf buf = ys_buf_of(plain_memory);
  put_all(&buf);
  CHECK(ys_mentions_fits(&plan, ys_buf_str(&buf)));
  for (size_t len = 0; len < buf.len; len++) {
    char *copy = malloc(len + 1);
    if (copy == NULL) abort();
    memcpy(copy, buf.ptr, len);
    cut += ys_mentions_fits(&plan, (ys_str){copy, len});
    free(copy);
  }
  CHECK(cut == 4); /* nothing, and after each record but the last one */
  for (size_t at = 0; at < buf.len; at++)
    for (int byte = 0; byte < 256; byte++) {
      const char before = buf.ptr[at];
      const ys_ledger_document document = {.file = YS_STR("v.yml")};
      uint32_t number;
      ys_ledger ledger;
      buf.ptr[at] = (char)(unsigned char)byte;
      CHECK(ys_ledger_init(&ledger, plain_memory, &plan) == YS_OK);
      const bool fits = ys_mentions_fits(&plan, ys_buf_str(&buf));
      const ys_status status =
          ys_ledger_take(&ledger, ys_buf_str(&buf), &document, &number);
      if (fits) CHECK(status == YS_OK);
      ys_ledger_release(&ledger);
      buf.ptr[at] = before;
    }
  ys_buf_release(&buf);
  ys_plan_release(&plan);
}

/* ---- the ledger ---------------------------------------------------------- */

/* Counts the notes that are violations. */
static uint32_t wrong(const ys_ledger *ledger, bool partial) {
  uint32_t count = 0;
  for (const ys_ledger_document *d = ledger->first; d != NULL; d = d->next)
    for (const ys_ledger_note *n = d->first; n != NULL; n = n->next)
      count += ys_ledger_is_wrong(ledger, n, partial);
  return count;
}

static void test_order(void) {
  static const char *const names[] = {"\"a", "\"b", "\"a"};
  const ys_mentions_details details = {.line = 1, .quoted = true};
  ys_plan plan;
  ys_ledger ledger;
  ys_str name;
  size_t at = 0;
  make_plan(&plan);
  ys_buf buf = ys_buf_of(plain_memory);
  CHECK(ys_ledger_init(&ledger, plain_memory, &plan) == YS_OK);
  put_mention(&buf, 2, "\"b", &details); /* its name comes later */
  put_mention(&buf, 2, "\"x", &details); /* it never comes */
  put_mention(&buf, 1, "\"c", &details); /* it is of another group */
  put_mention(&buf, 3, "\"a", &details);
  CHECK(take(&ledger, &buf, "1.yml") == 1);
  CHECK(wrong(&ledger, false) == 3 && wrong(&ledger, true) == 1);
  buf.len = 0;
  put_names(&buf, 1, 7, names, 3);
  put_names(&buf, 0, 8, names, 1);
  put_mention(&buf, 2, "\"a", &details); /* its name is known */
  CHECK(take(&ledger, &buf, "2.yml") == 0);
  put_mention(&buf, 3, "\"a", &details);
  CHECK(take(&ledger, &buf, "3.yml") == 2);
  CHECK(ledger.last->first->item->document == ledger.first);
  CHECK(wrong(&ledger, false) == 3);
  CHECK(ledger.groups[1].count == 2 && ledger.groups[1].line == 7);
  CHECK(hand_same(ledger.groups[1].file, "2.yml"));
  CHECK(ys_ledger_next_name(&ledger, 0, &at, &name));
  CHECK(hand_same(name, "\"a"));
  CHECK(!ys_ledger_next_name(&ledger, 0, &at, &name));
  CHECK(hand_same(
      ys_ledger_nearest(&ledger, &plan.members[0].rules[1], YS_STR("bb")),
      "b"));
  ledger.groups[1].uncertain = true;
  CHECK(wrong(&ledger, false) == 2);
  ledger.unsure = true;
  CHECK(wrong(&ledger, false) == 1);
  ys_ledger_release(&ledger);
  ys_buf_release(&buf);
  ys_plan_release(&plan);
}

/* The table grows, and after a while hints are too much work. */
static void test_many(void) {
  enum { COUNT = 20000 };
  char name[16];
  ys_plan plan;
  ys_ledger ledger;
  uint32_t hints = 0;
  make_plan(&plan);
  const ys_plan_rule *rule = &plan.members[0].rules[0];
  ys_buf buf = ys_buf_of(plain_memory);
  CHECK(ys_ledger_init(&ledger, plain_memory, &plan) == YS_OK);
  for (int i = 0; i < COUNT; i++) {
    const char *const one[] = {name};
    snprintf(name, sizeof name, "\"name%d", i);
    buf.len = 0;
    put_names(&buf, 0, 1, one, 1);
    CHECK(take(&ledger, &buf, "v.yml") == 0);
  }
  CHECK(ledger.names.count == COUNT && ledger.groups[0].count == COUNT);
  for (int i = 0; i < 100; i++)
    hints += ys_ledger_nearest(&ledger, rule, YS_STR("nane7")).len > 0;
  CHECK(hints > 10 && hints < 100);
  ys_ledger_release(&ledger);
  ys_buf_release(&buf);
  ys_plan_release(&plan);
}

int main(void) {
  test_details();
  test_bad_texts();
  test_order();
  test_many();
  return check_done();
}
