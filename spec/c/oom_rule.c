/* oom_rule.c - The named rules that take memory of their own, PCRE2's with it,
 * with every allocation failing in turn. */

#include "core/rule/rule.h"
#include "core/type/regexp.h"
#include "oom_host.h"

static uint64_t hash_records(const ys_diags *diags) {
  uint64_t hash = diags->count;
  for (const ys_diag *d = diags->first; d != NULL; d = d->next) {
    hash = oom_hash(hash, d->rule);
    for (int i = 0; i < 3; i++)
      hash = oom_hash(hash, d->args[i]);
  }
  return hash;
}

static const char schema_text[] =
    "#@data/values-schema\n---\n"
    "#@schema/validation regexp=\"^(ab|c)*$\", min_len=1\na: ab\n"
    "#@schema/validation pattern=(\"^[a-z]+$\", \"small letters\")\nb: x\n"
    "#@schema/validation format=(\"ip\", \"an address\")\nc: \"::1\"\n"
    "#@schema/validation format=\"date\", prefix=\"2\", suffix=\"3\"\n"
    "d: 2018-11-13\n"
    "#@schema/validation unique=True, enum=([[1, 2]], \"two\")\n"
    "#@schema/default [1, 2]\ne:\n- 0\n";

static ys_status make(ys_schema *schema, ys_memory memory, ys_str text) {
  YS_TRY(ys_schema_init(schema, memory, YS_DEFAULT_LIMITS, false));
  return oom_compile(schema, memory, &text, 1);
}

static ys_status compile_text(ys_memory memory, ys_str text, uint64_t *result) {
  ys_schema schema;
  const ys_status status = make(&schema, memory, text);
  *result = hash_records(&schema.space.diags) * 2 + (schema.root != NULL);
  ys_schema_release(&schema);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status good(ys_memory memory, uint64_t *result) {
  return compile_text(memory, ys_cstr(schema_text), result);
}

static ys_status invalid(ys_memory memory, uint64_t *result) {
  return compile_text(memory,
                      YS_STR("#@data/values-schema\n---\n"
                             "#@schema/validation regexp=\"(\"\na: x\n"
                             "#@schema/validation regexp=\"\\\\X\"\nb: x\n"
                             "#@schema/validation format=\"dat\"\nc: x\n"
                             "#@schema/validation unique=1, prefix=2\nd: x\n"),
                      result);
}

static ys_schema schema;

static ys_status validate(ys_run *run, ys_memory memory, ys_str text) {
  uint16_t index;
  YS_TRY(oom_add(&run->space.sources, memory, "values.yml", text, &index));
  YS_TRY(ys_run_parse(run, index, YS_INPUT_TEMPLATE));
  return oom_finish(run, (ys_str){0});
}

static ys_status apply(ys_memory memory, ys_str text, uint64_t *result) {
  ys_run run;
  ys_status status = ys_run_init(&run, memory, &schema);
  if (status == YS_OK) status = validate(&run, memory, text);
  *result = hash_records(&run.space.diags);
  ys_run_release(&run);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status holding(ys_memory memory, uint64_t *result) {
  return apply(memory, YS_STR("a: cab\nb: y\n"), result);
}

static ys_status broken(ys_memory memory, uint64_t *result) {
  return apply(memory,
               YS_STR("a: abd\nb: \"1\"\nc: x\nd: y\ne: [1, 2, 3, 1]\n"),
               result);
}

/* So many steps back that PCRE2 needs more than it begins with. */
static ys_status deep(ys_memory memory, uint64_t *result) {
  char text[4100] = "a: ";
  for (size_t i = 3; i < 4003; i += 2)
    memcpy(text + i, "ab", 2);
  return apply(memory, ys_cstr(text), result);
}

/* Sums up where the matches are. */
static ys_status go_through(ys_space *space, uint64_t *result) {
  const ys_regexp *few, *many;
  ys_str problem = {0};
  ys_search found = YS_SEARCH_FOUND;
  ys_matches m;
  size_t from, to;
  YS_TRY(ys_regexp_compile(space, YS_STR("b"), &few, &problem));
  YS_TRY(ys_regexp_compile(space, YS_STR("(a)(?<n>b)?"), &many, &problem));
  YS_TRY(ys_regexp_search(space, few, YS_STR("abc"), &found, &problem));
  YS_TRY(ys_regexp_try(space, many, YS_STR("ab"), &found));
  YS_TRY(ys_matches_begin(space, many, YS_STR("abcab"), &m));
  while (found == YS_SEARCH_FOUND) {
    YS_TRY(ys_matches_next(&m, &found, &problem));
    if (ys_matches_span(&m, 2, &from, &to)) *result = *result * 31 + to;
  }
  return YS_OK;
}

static ys_status matches(ys_memory memory, uint64_t *result) {
  ys_space space;
  ys_status status = ys_space_init(&space, memory, NULL);
  *result = 0;
  if (status == YS_OK) status = go_through(&space, result);
  ys_space_release(&space);
  return status;
}

int main(void) {
  int failures = 0;
  failures += oom_loop("compile patterns and formats", good, 60);
  failures += oom_loop("from match to match", matches, 15);
  failures += oom_loop("compile invalid ones", invalid, 50);
  if (make(&schema, plain_memory, ys_cstr(schema_text)) != YS_OK) return 1;
  failures += oom_loop("values that satisfy the rules", holding, 20);
  failures += oom_loop("values that break them", broken, 40);
  failures += oom_loop("a long search", deep, 20);
  ys_schema_release(&schema);
  return failures > 0;
}
