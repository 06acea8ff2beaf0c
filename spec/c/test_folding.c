/* test_folding.c - A run whose report shows only the first places of a
 * violation takes no more memory for many violations than for none, also inside
 * alternatives (core/text/folding.h). */

#include "check.h"
#include "core/run/run.h"
#include "counted_memory.h"

enum { ITEMS = 20000 };

/* The limit on the report of a run, with what is not settled yet and the
 * beginnings of blocks; and what the copies of a value take of which two
 * alternatives are tried. A record alone takes more than 200 bytes. */
enum { FOR_A_REPORT = 40 * ITEMS, FOR_COPIES = 256 * ITEMS };

static const char schema_text[] =
    "#@schema/definition data_values=True\n---\n"
    "plain:\n- a: x\n  b: x\n"
    "any:\n#@schema/any-of {\"a\": \"x\", \"b\": \"x\"}, {\"c\": \"x\"}\n- {}\n"
    "one:\n#@schema/one-of {\"a\": \"x\", \"b\": \"x\"}, "
    "{\"a\": \"x\", \"b\": \"x\", \"d\": 0}\n- {}\n"
    "all:\n#@schema/all-of {\"a\": \"x\", \"b\": \"x\"}, "
    "{\"a\": \"x\", \"b\": \"x\"}\n- {}\n"
    "by:\n#@schema/any-of {\"a\": \"k\", \"b\": \"x\"}, "
    "{\"a\": \"l\", \"b\": \"x\"}, by=\"a\"\n- a: k\n";

static ys_schema schema;

/* Adds a text to a space. */
static uint16_t add_text(ys_sources *sources, ys_str text) {
  ys_source *source;
  uint16_t index;
  if (ys_source_new(memory, YS_STR("x.yml"), text, &source) != YS_OK ||
      ys_sources_add(sources, source, &index) != YS_OK)
    abort();
  return index;
}

static bool compile_schema(void) {
  ys_role role;
  ys_pending *pending;
  uint16_t index;
  if (ys_schema_init(&schema, memory, YS_DEFAULT_LIMITS, false) != YS_OK)
    return false;
  index = add_text(&schema.space.sources, ys_cstr(schema_text));
  return ys_schema_add(&schema, index, &role) == YS_OK &&
         ys_schema_pending(&schema, &pending) == YS_OK && pending == NULL &&
         ys_schema_compile(&schema, NULL) == YS_OK;
}

/* Finishes a run on `ITEMS` items of a key. Gives the memory that it took,
 * without what is still free in the newest block of the run, and the number of
 * its violations. */
static size_t taken(const char *key, const char *item, bool folds,
                    uint32_t *violations) {
  const size_t before = count.held;
  ys_run run;
  ys_question question;
  uint16_t index;
  size_t held;
  ys_buf text = ys_buf_of(memory);
  ys_buf_cstr(&text, key);
  ys_buf_cstr(&text, ":\n");
  for (int i = 0; i < ITEMS; i++)
    ys_buf_cstr(&text, item);
  CHECK(ys_run_init(&run, memory, &schema) == YS_OK);
  run.space.folding.on = folds;
  index = add_text(&run.space.sources, ys_buf_str(&text));
  CHECK(ys_run_parse(&run, index, YS_INPUT_TEMPLATE) == YS_OK);
  CHECK(ys_run_next(&run, &question) == YS_OK);
  CHECK(question.kind == YS_ASK_NOTHING);
  held = count.held - before -
         (size_t)(run.space.arena.back - run.space.arena.front);
  *violations = run.space.diags.count;
  ys_run_release(&run);
  ys_buf_release(&text);
  CHECK(count.held == before);
  return held;
}

static void takes_memory_for_what_is_shown(const char *key, const char *good,
                                           const char *bad, uint32_t each,
                                           size_t more) {
  uint32_t violations;
  const size_t least = taken(key, good, true, &violations);
  CHECK(violations == 0);
  const size_t most = taken(key, bad, true, &violations);
  if (!CHECK(most < least + more))
    fprintf(stderr, "below the key %s: %zu and %zu\n", key, least, most);
  CHECK(violations == each * ITEMS);
  CHECK(taken(key, bad, false, &violations) >
        most + ITEMS * sizeof(ys_diag) / 2);
  CHECK(violations == each * ITEMS);
}

/* A trial is over before the next one begins. */
static void trials_share_their_memory(void) {
  uint32_t violations;
  const size_t plain = taken("plain", "- {a: k, b: z}\n", true, &violations);
  const size_t tried = taken("by", "- {a: k, b: z}\n", true, &violations);
  if (!CHECK(tried < plain + FOR_A_REPORT))
    fprintf(stderr, "%zu and %zu\n", plain, tried);
}

int main(void) {
  if (!compile_schema()) {
    fprintf(stderr, "the test's own schema does not compile\n");
    return 1;
  }
  takes_memory_for_what_is_shown("plain", "- {a: k, b: z}\n",
                                 "- {a: \"\", b: \"\"}\n", 2, FOR_A_REPORT);
  takes_memory_for_what_is_shown("any", "- {a: k, b: z}\n",
                                 "- {a: \"\", b: \"\"}\n", 2, FOR_A_REPORT);
  takes_memory_for_what_is_shown("one", "- {a: k, b: z, d: 1}\n",
                                 "- {a: \"\", b: \"\"}\n", 3, FOR_COPIES);
  takes_memory_for_what_is_shown("all", "- {a: k, b: z}\n",
                                 "- {a: \"\", b: \"\"}\n", 2, FOR_A_REPORT);
  takes_memory_for_what_is_shown("by", "- {a: k, b: z}\n",
                                 "- {a: l, b: \"\"}\n", 1, FOR_A_REPORT);
  trials_share_their_memory();
  ys_schema_release(&schema);
  return check_done();
}
