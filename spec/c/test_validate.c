/* test_validate.c - The walk over a final document, and its questions. */

#include "by_hand.h"
#include "core/evaluate/validate.h"
#include "core/rule/rule.h"

/* ---- schemas by hand ----------------------------------------------------- */

static ys_field scalar(ys_kind kind) {
  return (ys_field){.kind = kind};
}

/* Adds a validation whose annotation is on `line`. */
static void rules(ys_space *space, ys_field *field, uint32_t line,
                  const char *arguments) {
  const ys_place place = {line, 1, 0};
  ys_validation **end = &field->validations;
  ys_validation *validation = ys_arena_new(&space->arena, ys_validation);
  while (*end != NULL)
    end = &(*end)->next;
  CHECK(ys_rule_compile(
            space, hand_annot(space, "schema/validation", arguments, place),
            validation) == YS_OK);
  *end = validation;
  field->has_rules = true;
}

static ys_field map_of(ys_space *space, const char *const *names,
                       const ys_field *fields, uint32_t count) {
  ys_map_type *map = ys_arena_new(&space->arena, ys_map_type);
  const ys_key **keys = ys_arena_zalloc(&space->arena, count, sizeof *keys);
  ys_field field = {.kind = YS_MAP, .map = map};
  map->fields = ys_arena_zalloc(&space->arena, count, sizeof *map->fields);
  for (uint32_t i = 0; i < count; i++) {
    CHECK(ys_keys_intern(&space->keys, YS_STRING, ys_cstr(names[i]),
                         &keys[i]) == YS_OK);
    map->fields[i] = fields[i];
    map->fields[i].key = keys[i];
    field.has_rules |= fields[i].has_rules;
  }
  map->shape = ys_arena_new(&space->arena, ys_shape);
  CHECK(ys_shape_make(&space->arena, keys, count, map->shape) == YS_OK);
  return field;
}

static ys_field array_of(ys_space *space, const ys_field *item) {
  ys_field *copy = ys_arena_new(&space->arena, ys_field);
  *copy = *item;
  return (ys_field){
      .kind = YS_ARRAY, .item = copy, .has_rules = item->has_rules};
}

static const ys_slot *child(const ys_slot *slot, uint32_t index) {
  const ys_slot *s = ys_slot_first(slot);
  while (index-- > 0)
    s = s->next;
  return s;
}

/* ---- walks --------------------------------------------------------------- */

/* Walks to the end; closure n is answered with answers[n - 1]. The questions
 * asked are written as `w1` and `r2`. */
static void walk(ys_space *space, const ys_field *field, ys_slot *root,
                 const ys_answer *answers, char *asked) {
  ys_validator v = {0};
  ys_question q;
  CHECK(ys_validator_init(&v, space, field, root, NULL) == YS_OK);
  for (;;) {
    CHECK(ys_validator_next(&v, &q) == YS_OK);
    if (q.kind == YS_ASK_NOTHING) break;
    *asked++ = q.kind == YS_ASK_WHEN ? 'w' : 'r';
    *asked++ = (char)('0' + q.closure);
    CHECK(ys_validator_answer(&v, &answers[q.closure - 1]) == YS_OK);
  }
  *asked = '\0';
}

/* The records as `code path rule found` lines. */
static ys_str records(ys_space *space, ys_buf *out) {
  static const char *const names[] = {"rule", "rule-failed", "when-failed",
                                      "when-type"};
  static const ys_code codes[] = {YS_E_RULE, YS_E_RULE_FAILED, YS_E_WHEN_FAILED,
                                  YS_E_WHEN_NOT_BOOLEAN};
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    for (int i = 0; i < 4; i++)
      if (codes[i] == d->code) ys_buf_cstr(out, names[i]);
    ys_buf_char(out, ' ');
    ys_buf_add(out, d->path);
    for (int i = 0; i < 2; i++) {
      ys_buf_cstr(out, " | ");
      ys_buf_add(out, d->args[i]);
    }
    ys_buf_char(out, '\n');
  }
  return ys_buf_str(out);
}

static void expect(ys_space *space, const ys_field *field, ys_slot *root,
                   const ys_answer *answers, const char *asked,
                   const char *expected) {
  char questions[64] = "";
  ys_buf out = ys_buf_of(plain_memory);
  space->diags = (ys_diags){0};
  walk(space, field, root, answers, questions);
  CHECK(hand_same(ys_cstr(questions), asked));
  CHECK(hand_same(records(space, &out), expected));
  ys_buf_release(&out);
}

/* ---- tests --------------------------------------------------------------- */

/* A parent before its children, document order, rules as written. */
static void test_order(void) {
  static const char *const inner[] = {"name", "tls.key"};
  static const char *const outer[] = {"dbs", "n", "free"};
  ys_space space;
  hand_init(&space);
  ys_field fields[] = {scalar(YS_STRING), scalar(YS_INT)};
  rules(&space, &fields[0], 7, "min_len=1");
  rules(&space, &fields[1], 8, "min=1, max=-1");
  ys_field item = map_of(&space, inner, fields, 2);
  rules(&space, &item, 6, "max_len=1");
  ys_field top[] = {array_of(&space, &item), scalar(YS_INT), scalar(YS_ANY)};
  rules(&space, &top[1], 9, "min=5");
  rules(&space, &top[1], 10, "max=2");
  ys_field root = map_of(&space, outer, top, 3);
  rules(&space, &root, 2, "max_len=2");
  ys_slot *document = hand_value(
      &space, "{'n': 4, 'dbs': [{'name': 'a'}, {'tls.key': 0, 'name': ''}], "
              "'free': {'n': 1}, 'unknown': 0}");
  expect(&space, &root, document, NULL, "",
         "rule  | length <= 2 | length = 4\n"
         "rule n | a value >= 5 | value < 5\n"
         "rule n | a value <= 2 | value > 2\n"
         "rule dbs[1] | length <= 1 | length = 2\n"
         "rule dbs[1][\"tls.key\"] | a value >= 1 | value < 1\n"
         "rule dbs[1][\"tls.key\"] | a value <= -1 | value > -1\n"
         "rule dbs[1].name | length >= 1 | length = 0\n");
  CHECK(space.diags.first->by.line == 2);
  CHECK(hand_same(space.diags.first->rule, "max_len"));
  CHECK(space.diags.last->by.line == 7);
  ys_space_release(&space);
}

/* Null skips; not_null runs first and alone; when= is asked before. */
static void test_null(void) {
  static const char *const names[] = {"plain", "strict", "when"};
  static const ys_answer yes[] = {{.verdict = YS_VALID}, {.verdict = YS_VALID}};
  static const ys_answer no[] = {{.verdict = YS_INVALID_VALUE},
                                 {.verdict = YS_INVALID_VALUE}};
  ys_space space;
  hand_init(&space);
  ys_field fields[] = {scalar(YS_INT), scalar(YS_INT), scalar(YS_INT)};
  rules(&space, &fields[0], 3, "('m', 'FN'), min=1, when='FN'");
  rules(&space, &fields[1], 5, "('m', 'FN'), min=1, not_null=True");
  rules(&space, &fields[2], 7, "min=1, when='FN', not_null=True");
  ys_field root = map_of(&space, names, fields, 3);
  ys_slot *nulls =
      hand_value(&space, "{'plain': None, 'strict': None, 'when': None}");
  expect(&space, &root, nulls, yes, "w1",
         "rule strict | not null | value is null\n"
         "rule when | not null | value is null\n");
  CHECK(hand_same(space.diags.first->rule, "not_null"));
  expect(&space, &root, nulls, no, "w1",
         "rule strict | not null | value is null\n");
  ys_slot *zeros = hand_value(&space, "{'plain': 0, 'strict': 0, 'when': 0}");
  expect(&space, &root, zeros, yes, "w2r1r1w1",
         "rule plain | a value >= 1 | value < 1\n"
         "rule strict | a value >= 1 | value < 1\n"
         "rule when | a value >= 1 | value < 1\n");
  expect(&space, &root, zeros, no, "w2r1w1",
         "rule strict | m | \n"
         "rule strict | a value >= 1 | value < 1\n");
  ys_space_release(&space);
}

static void test_verdicts(void) {
  static const char *const names[] = {"a", "b"};
  static const ys_answer answers[] = {
      {.verdict = YS_INVALID_VALUE, .message = {"too odd", 7}},
      {.verdict = YS_FAILED, .message = {"index a nil value", 17}},
      {.verdict = YS_VALID},
  };
  static const ys_answer failing[] = {
      {.verdict = YS_VALID}, {.verdict = YS_FAILED, .message = {"boom", 4}}};
  static const ys_answer no_boolean[] = {
      {.verdict = YS_VALID},
      {.verdict = YS_NO_BOOLEAN, .message = {"number", 6}}};
  ys_space space;
  hand_init(&space);
  ys_field fields[] = {scalar(YS_INT), scalar(YS_INT)};
  rules(&space, &fields[0], 3,
        "('odd', 'FN'), ('even', 'FN'), ('fine', 'FN'), min=9");
  rules(&space, &fields[1], 5, "('m', 'FN'), min=9, when='FN'");
  rules(&space, &fields[1], 6, "max=0");
  ys_field root = map_of(&space, names, fields, 2);
  expect(&space, &root, hand_value(&space, "{'a': 1}"), answers, "r1r2r3",
         "rule a | odd | too odd\n"
         "rule-failed a | even | index a nil value\n"
         "rule a | a value >= 9 | value < 9\n");
  CHECK(space.diags.first->rule.len == 0);
  ys_slot *b = hand_value(&space, "{'b': 1}");
  expect(&space, &root, b, failing, "w2",
         "when-failed b | boom | \nrule b | a value <= 0 | value > 0\n");
  CHECK(hand_same(space.diags.first->rule, "when"));
  CHECK(space.diags.first->by.line == 5);
  CHECK(ys_diags_exit_status(&space.diags) == 2);
  expect(&space, &root, b, no_boolean, "w2",
         "when-type b | number | \nrule b | a value <= 0 | value > 0\n");
  ys_space_release(&space);
}

/* A rule may be reported for a value below its own, given or not. */
static void test_below(void) {
  static const char *const names[] = {"tls"};
  static const ys_answer answers[] = {{.verdict = YS_INVALID_VALUE,
                                       .message = {"no", 2},
                                       .below = {"tls\0a.b\0", 8}},
                                      {.verdict = YS_INVALID_VALUE,
                                       .message = {"no", 2},
                                       .below = {"other\0x\0", 8}}};
  ys_space space;
  hand_init(&space);
  ys_field fields[] = {scalar(YS_ANY)};
  ys_field root = map_of(&space, names, fields, 1);
  rules(&space, &root, 3, "('x', 'FN'), ('y', 'FN')");
  expect(&space, &root, hand_value(&space, "{'tls': {'a.b': 1}}"), answers,
         "r1r2", "rule tls[\"a.b\"] | x | no\nrule other.x | y | no\n");
  ys_space_release(&space);
}

/* Values that failed the check are skipped. */
static void test_flags(void) {
  static const char *const names[] = {"invalid", "dirty", "pending"};
  ys_space space;
  hand_init(&space);
  ys_field item = scalar(YS_INT);
  rules(&space, &item, 4, "min=1");
  ys_field array = array_of(&space, &item);
  rules(&space, &array, 3, "max_len=0");
  ys_field fields[] = {array, array, array};
  ys_field root = map_of(&space, names, fields, 3);
  ys_slot *document =
      hand_value(&space, "{'invalid': [0], 'dirty': [0], 'pending': [0]}");
  ys_slot_first(document)->flags |= YS_SLOT_INVALID;
  ys_slot_first(document)->next->flags |= YS_SLOT_DIRTY;
  ys_slot_last(document)->flags |= YS_SLOT_PENDING;
  expect(&space, &root, document, NULL, "",
         "rule dirty[0] | a value >= 1 | value < 1\n");
  document->flags |= YS_SLOT_INVALID;
  expect(&space, &root, document, NULL, "", "");
  ys_space_release(&space);
}

static void test_question(void) {
  static const char *const names[] = {"l"};
  ys_space space;
  ys_validator v = {0};
  ys_question q;
  ys_str path;
  const ys_answer valid = {.verdict = YS_VALID};
  hand_init(&space);
  ys_field item = scalar(YS_INT);
  rules(&space, &item, 4, "'FN'");
  ys_field array = array_of(&space, &item);
  ys_field root = map_of(&space, names, &array, 1);
  rules(&space, &root, 2, "min_len=0, when='FN'");
  ys_slot *document = hand_value(&space, "{'l': [7, 8]}");
  CHECK(ys_validator_init(&v, &space, &root, document, NULL) == YS_OK);
  CHECK(ys_validator_next(&v, &q) == YS_OK);
  CHECK(q.kind == YS_ASK_WHEN && q.slot == document && q.parent == NULL);
  CHECK(q.root == document && q.place.line == 2);
  CHECK(ys_validator_path(&v, &path) == YS_OK && path.len == 0);
  CHECK(ys_validator_answer(&v, &valid) == YS_OK);
  for (uint32_t i = 0; i < 2; i++) {
    CHECK(ys_validator_next(&v, &q) == YS_OK);
    CHECK(q.kind == YS_ASK_RULE && q.root == document);
    CHECK(q.parent == child(document, 0) && q.slot == child(q.parent, i));
    CHECK(ys_validator_path(&v, &path) == YS_OK);
    CHECK(hand_same(path, i == 0 ? "l[0]" : "l[1]"));
    CHECK(ys_validator_answer(&v, &valid) == YS_OK);
  }
  CHECK(ys_validator_next(&v, &q) == YS_OK && q.kind == YS_ASK_NOTHING);
  CHECK(ys_validator_next(&v, &q) == YS_OK && q.kind == YS_ASK_NOTHING);
  CHECK(space.diags.count == 0);
  ys_space_release(&space);
}

/* A long array costs no more memory than a short one. */
static void test_frames(void) {
  enum { ITEMS = 100000 };
  ys_space space;
  char asked[2];
  hand_init(&space);
  ys_field item = scalar(YS_INT);
  rules(&space, &item, 4, "min=0");
  ys_field root = array_of(&space, &item);
  ys_slot *document = hand_value(&space, "[]");
  for (int i = 0; i < ITEMS; i++) {
    ys_slot *slot = ys_arena_new(&space.arena, ys_slot);
    slot->kind = YS_INT;
    slot->u.integer = i;
    ys_slot_append(document, slot);
  }
  const size_t before = space.arena.total;
  walk(&space, &root, document, NULL, asked);
  CHECK(space.arena.total - before < 200000);
  CHECK(space.diags.count == 0);
  ys_space_release(&space);
}

int main(void) {
  test_order();
  test_null();
  test_verdicts();
  test_below();
  test_flags();
  test_question();
  test_frames();
  return check_done();
}
