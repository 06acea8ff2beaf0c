/* test_choice.c - @schema/any-of, @schema/all-of, @schema/one-of
 * (reference#alternatives). */

#include "vocabulary.h"

/* ---- functions ----------------------------------------------------------- */

static ys_status gives_map(ys_space *space, const ys_slot *const *arguments,
                           uint32_t count, ys_reply *reply) {
  (void)arguments;
  (void)count;
  ys_slot_become(&reply->value, hand_value(space, "{\"a\": 1}"));
  return ys_slot_set_place(&space->arena, &reply->value, YS_NOWHERE);
}

/* A rule: the integer is even. */
static ys_status is_even(ys_space *space, const ys_slot *const *arguments,
                         uint32_t count, ys_reply *reply) {
  (void)space;
  (void)count;
  reply->value.kind = YS_BOOL;
  reply->value.u.boolean = arguments[0]->u.integer % 2 == 0;
  return YS_OK;
}

static const word_row functions[] = {{"gives_map", gives_map},
                                     {"fails", word_fails},
                                     {"is_even", is_even},
                                     {NULL, NULL}};

/* ---- types --------------------------------------------------------------- */

static void any_of(void) {
  const char *body = "#@schema/any-of \"\", 0, {\"a\": 1}\nx: \"\"\n";
  GIVES(CURRENT, body, "x: y y\n", "x: y y\n");
  GIVES(CURRENT, body, "x: 5\n", "x: 5\n");
  GIVES(CURRENT, body, "x:\n  a: 2\n", "x: {a: 2}\n");
  GIVES(CURRENT, body, "x: \"\"\n", NOTHING);
  GIVES(CURRENT, body,
        "type x: boolean | a value that fits string, integer or a map with "
        "\"a\"\n",
        "x: true\n");
  GIVES(CURRENT, "#@schema/any-of [\"\"], {\"a\": [0]}\nx:\n",
        "type x: map | a value that fits array or a map with \"a\"\n"
        "  the nearest alternative is a map with \"a\"; its violations are "
        "reported separately\n"
        "type x.a[1]: string | integer\n",
        "x: {a: [1, z]}\n");
  GIVES(CURRENT, "#@schema/any-of 0\nx: 1\n", "type x: string | integer\n",
        "x: y y\n");
}

static void all_of(void) {
  const char *body = "#@schema/all-of 0, 0.5\nx: 1\n";
  GIVES(CURRENT, body, "x: 3\n", "x: 3\n");
  GIVES(CURRENT, body,
        "type x: float | a value that fits both integer and float\n",
        "x: 1.5\n");
}

static void one_of(void) {
  const char *body = "#@schema/one-of 0, 0.5, \"\"\nx: 0.5\n";
  GIVES(CURRENT, body, "x: z\n", "x: z\n");
  GIVES(CURRENT, body,
        "type x: integer | a value that fits only one of integer, float and "
        "string\n"
        "  the value fits integer and float\n",
        "x: 3\n");
}

/* Before the last document, it is not known whether too many alternatives fit,
 * nor whether a key that is left out will be null. */
static void several_documents(void) {
  const char *body = "#@schema/one-of {\"host\": \"\", \"tls\": true}, "
                     "{\"host\": \"\", \"port\": 1}\ndb:\n";
  GIVES(CURRENT, body, "db:\n  host: a\n  port: 5\n", "db: {host: a}\n",
        "db: {port: 5}\n");
  GIVES(CURRENT, body,
        "type db: map | a value that fits only one of a map with \"tls\" and a "
        "map with \"port\"\n"
        "  the value fits a map with \"tls\" and a map with \"port\"\n",
        "db: {host: a}\n");
  GIVES(CURRENT, body,
        "type db: null | a value that fits only one of a map with \"tls\" and "
        "a map with \"port\"\n",
        NOTHING);
  /* what fits by itself only takes the place of what was given before */
  GIVES(CURRENT, body, "db:\n  port: 5\n  host: \"\"\n", "db: {tls: true}\n",
        "db: {port: 5}\n");
}

static void nulls(void) {
  GIVES(CURRENT, "#@schema/nullable\n#@schema/any-of \"\", 0\nx: \"\"\n",
        "x: null\n", NOTHING);
  GIVES(CURRENT, "#@schema/nullable\n#@schema/any-of \"\", 0\nx: \"\"\n",
        "x: null\n", "x:\n");
  GIVES(PROPOSAL, "#@schema/any-of \"a\", None\nx: \"a\"\n", "x:\n- 1\n",
        "x: [1]\n");
}

/* ---- defaults ------------------------------------------------------------ */

static void filling(void) {
  const char *maps = "{\"a\": 1, \"b\": 2}, {\"a\": 1, \"c\": 3}";
  char body[200];
  snprintf(body, sizeof body, "#@schema/any-of %s\nx: {}\n", maps);
  GIVES(CURRENT, body, "x:\n  a: 1\n  b: 2\n", NOTHING);
  GIVES(CURRENT, body, "x:\n  a: 5\n  b: 2\n", "x: {a: 5}\n");
  GIVES(CURRENT, body, "x:\n  c: 5\n  a: 1\n", "x: {c: 5}\n");
  snprintf(body, sizeof body, "l:\n#@schema/any-of %s\n- {}\n", maps);
  GIVES(CURRENT, body, "l:\n- c: 1\n  a: 1\n- a: 1\n  b: 2\n",
        "l: [{c: 1}, {}]\n");
  GIVES(CURRENT,
        "#@schema/all-of {\"a\": 1, \"b\": 2}, {\"a\": 1, \"b\": 3}\nx: {}\n",
        "x:\n  b: 5\n  a: 1\n", "x: {b: 5}\n");
}

static void defaults_have_to_fit(void) {
  GIVES(CURRENT, "#@schema/any-of \"\", 0\nx: true\n",
        "value-type : boolean | string or integer\n", NOTHING);
  GIVES(CURRENT, "#@schema/any-of \"\", 0\n#@schema/default 5\nx: true\n",
        "x: 5\n", NOTHING);
  GIVES(CURRENT, "#@schema/any-of \"\", 0\n#@schema/default True\nx: 0\n",
        "default-type : boolean | string or integer\n", NOTHING);
  GIVES(CURRENT, "#@schema/any-of \"\", 0\n#@schema/example 1.5\nx: 0\n",
        "example-type : float | string or integer\n", NOTHING);
}

/* ---- rules --------------------------------------------------------------- */

/* The alternatives that the overlay of a schema cannot write in
 * place: annotated ones. */
static void annotate(ys_schema *schema, uint32_t alternative, const char *name,
                     const char *arguments) {
  const ys_place place = {1, 1, 0};
  ys_annot *annot =
      ys_annot_find(ys_slot_first(schema->documents.first), YS_WORD_ONE_OF);
  ys_arg *arg;
  if (annot == NULL)
    annot =
        ys_annot_find(ys_slot_first(schema->documents.first), YS_WORD_ANY_OF);
  for (arg = (ys_arg *)annot->args; alternative > 0; alternative--)
    arg = arg->next;
  CHECK(ys_slot_annotate(&schema->space.arena, &arg->value,
                         hand_annot(&schema->space, name, arguments, place)) ==
        YS_OK);
}

/* A schema whose first key has two alternatives with rules. */
static void gives_ruled(const char *words, const char *first,
                        const char *second, const char *values,
                        const char *expected) {
  ys_schema schema;
  ys_role role;
  char text[300];
  CHECK(ys_schema_init(&schema, plain_memory, YS_DEFAULT_LIMITS, false) ==
        YS_OK);
  snprintf(text, sizeof text, CURRENT "\n---\n#@schema/%s\nx:\n", words);
  CHECK(ys_schema_add(&schema, hand_source(&schema.space, "s.yml", text),
                      &role) == YS_OK);
  annotate(&schema, 0, "schema/validation", first);
  annotate(&schema, 1, "schema/validation", second);
  ys_buf out = ys_buf_of(plain_memory);
  if (ys_schema_compile(&schema, &word_host) == YS_OK)
    word_run(&schema, (const char *const[]){values, NULL}, &out);
  else
    word_records(&out, &schema.space);
  CHECK(hand_same(ys_buf_str(&out), expected));
  ys_buf_release(&out);
  ys_schema_release(&schema);
}

static void rules_of_alternatives(void) {
  gives_ruled("any-of 0, 0", "min=10", "max=-10", "x: 20\n", "x: 20\n");
  gives_ruled("any-of 0, 0", "min=10", "max=-10", "x: -20\n", "x: -20\n");
  gives_ruled(
      "any-of 0, 0", "min=10", "max=-10", "x: 5\n",
      "rule x: a value that fits one of the 2 alternatives of @schema/any-of | "
      "alternative 1 (0): x must be >= 10 (found: value < 10)\n"
      "  alternative 2 (0): x must be <= -10 (found: value > -10)\n");
  gives_ruled("one-of 0, 0", "min=1", "max=10", "x: 20\n", "x: 20\n");
  gives_ruled("one-of 0, 0", "min=1", "max=10", "x: 5\n",
              "rule x: a value that fits exactly one of the 2 alternatives of "
              "@schema/one-of | the value fits alternative 1 (0) and "
              "alternative 2 (0)\n");
  /* alternatives of another type do not count: the report shows the violations
   * of the others */
  gives_ruled("any-of 0, \"\"", "min=10", "min_len=2", "x: 5\n",
              "rule x: a value >= 10 | value < 10\n");
  gives_ruled("any-of {\"a\": 1}, \"\"", "one_not_null=[\"a\"]", "min_len=2",
              "x: {}\n", "x:\n  a: 1\n");
}

/* Rules of the node itself, and of what is around it, run as ever. */
static void rules_around(void) {
  GIVES(CURRENT,
        "#@schema/validation min=3\n#@schema/any-of 0, 0.5\nx: 5\ny: 1\n",
        "rule x: a value >= 3 | value < 3\n", "x: 1\n");
  GIVES(PROPOSAL, "#@schema/any-of {\"a\": \"\"}, 0\nx: 0\n",
        "rule x.a: length >= 1 | length = 0\n", "x: {}\n");
  GIVES(EARLY, "#@schema/any-of \"\", 0\nx: 1\n", "rule x: not empty | 0\n",
        "x: 0\n");
}

/* ---- schemas ------------------------------------------------------------- */

static void what_schemas_are(void) {
  GIVES(CURRENT, "#@schema/any-of gives_map, \"\"\nx: \"\"\n", "x:\n  a: 1\n",
        "x: {}\n");
  GIVES(CURRENT, "#@schema/any-of fails, \"\"\nx: \"\"\n",
        "annotation-argument : schema/any-of | a function that failed\n"
        "  one or more schemas: maps, lists or scalars\n",
        NOTHING);
  GIVES(CURRENT, "#@schema/any-of\nx: \"\"\n",
        "annotation-argument : schema/any-of | no arguments\n"
        "  one or more schemas: maps, lists or scalars\n",
        NOTHING);
  GIVES(CURRENT, "#@schema/any-of a=1\nx: \"\"\n",
        "annotation-argument : schema/any-of | a\n"
        "  A valid kwarg\n",
        NOTHING);
  GIVES(CURRENT, "#@schema/any-of [], None\nx: \"\"\n",
        "array-items : 0\nnull-value \n", NOTHING);
  GIVES(CURRENT, "#@schema/any-of 0\n#@schema/all-of 0\nx: 0\n",
        "annotation-conflict : schema/all-of | schema/any-of\n", NOTHING);
  GIVES(CURRENT, "#@schema/any-of 0\n#@schema/type any=True\nx: 0\n",
        "annotation-conflict : schema/type | schema/any-of\n", NOTHING);
  GIVES(CURRENT,
        "#@schema/any-of {\"a\": 1}\nx:\n  #@schema/nullable\n  a: 1\n",
        "below-typed : @schema/nullable | schema/any-of\n", NOTHING);
}

/* However often an alternative is tried. */
static void failing_counts(void) {
  ys_schema schema;
  ys_role role;
  ys_pending *pending;
  const char *text = CURRENT "\n---\n#@schema/any-of {\"_\": 0}, \"\"\nx:\n";
  CHECK(ys_schema_init(&schema, plain_memory, YS_DEFAULT_LIMITS, false) ==
        YS_OK);
  CHECK(ys_schema_add(&schema, hand_source(&schema.space, "s.yml", text),
                      &role) == YS_OK);
  CHECK(ys_schema_pending(&schema, &pending) == YS_OK && pending == NULL);
  ys_annot *annot =
      ys_annot_find(ys_slot_first(schema.documents.first), YS_WORD_ANY_OF);
  CHECK(ys_slot_annotate(
            &schema.space.arena, ys_slot_first(&annot->args->value),
            hand_annot(&schema.space, "schema/key",
                       "allowed=\"any\", expects=\"FN\"",
                       ys_slot_place(schema.documents.first))) == YS_OK);
  ys_slot_annots(ys_slot_first(&annot->args->value))
      ->args->next->value.u.closure = 2;
  CHECK(ys_schema_compile(&schema, &word_host) == YS_OK);
  ys_buf out = ys_buf_of(plain_memory);
  word_run(&schema, (const char *const[]){"x: {a: 1}\n", NULL}, &out);
  CHECK(hand_same(ys_buf_str(&out), "key-failed x: expects= | out of order\n"
                                    "type x: map | map or string\n"
                                    "  the nearest alternative is map; its "
                                    "violations are reported separately\n"));
  ys_buf_release(&out);
  ys_schema_release(&schema);
}

int main(void) {
  word_functions = functions;
  any_of();
  all_of();
  one_of();
  several_documents();
  nulls();
  filling();
  defaults_have_to_fit();
  rules_of_alternatives();
  rules_around();
  what_schemas_are();
  failing_counts();
  return check_done();
}
