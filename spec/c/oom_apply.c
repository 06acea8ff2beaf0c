/* oom_apply.c - A run, from texts to a checked result, with every allocation
 * failing in turn. The schema is compiled once, before. */

#include "core/print/emit.h"
#include "core/provenance/mask.h"
#include "core/run/explain.h"
#include "oom_host.h"

static const char schema_text[] =
    "#@data/values-schema\n---\n"
    "#@schema/validation min_len=1\nname: app\n"
    "#@schema/validation (\"even\", f), when=f\ncount: 2\n"
    "#@schema/default f\nhost: h\n"
    "#@schema/nullable\ntls:\n  cert: c\n  key: k\n"
    "dbs:\n#@schema/validation json_schema=\"#/db\"\n"
    "- name: n\n  #@schema/validation min=1\n  port: 5432\n  pool:\n    "
    "min: 1\n    max: 10\n"
    "#@schema/type any=True\nfree: {}\n"
    "#@schema/deprecated \"use count\"\nold: 1\n"
    "#@schema/json-schema\n---\n"
    "db: {required: [name], maxProperties: 1, properties: {name: {pattern: "
    "b},\n"
    "  port: {not: {const: 1}}}}\n";

static ys_schema schema;

/* Gives a run its inputs. */
typedef ys_status give_fn(ys_run *run, ys_memory memory);

static ys_status parse(ys_run *run, ys_memory memory, const char *text,
                       ys_input_kind input) {
  uint16_t index;
  YS_TRY(oom_add(&run->space.sources, memory, "values.yml", ys_cstr(text),
                 &index));
  ys_status status = ys_run_parse(run, index, input);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status result_of(const ys_run *run, ys_memory memory,
                           uint64_t *result) {
  ys_buf out = ys_buf_of(memory);
  if (ys_diags_exit_status(&run->space.diags) == 0)
    ys_emit_yaml(&run->root, &out);
  *result = oom_hash(0, ys_buf_str(&out)) * 31 + run->space.diags.count;
  ys_status status = ys_buf_status(&out);
  ys_buf_release(&out);
  return status;
}

/* Adds the provenance to a result: what was done with each node. */
static void add_provenance(const ys_origin *origin, uint64_t *result) {
  for (const ys_origin_event *e = origin->events; e != NULL; e = e->next)
    *result = *result * 31 + (uint64_t)e->action + e->place.line;
  for (const ys_passed *p = origin->passed; p != NULL; p = p->next)
    *result = *result * 31 + 1;
  for (const ys_origin *t = origin->first; t != NULL; t = t->next)
    add_provenance(t, result);
}

static bool explains;

static ys_status apply(ys_memory memory, give_fn *give, ys_str value,
                       uint64_t *result) {
  ys_run run;
  ys_status status = ys_run_init(&run, memory, &schema);
  if (status == YS_OK && explains) status = ys_explain_begin(&run);
  if (status == YS_OK) status = give(&run, memory);
  if (status == YS_OK) status = oom_finish(&run, value);
  if (status != YS_NOMEM) status = result_of(&run, memory, result);
  if (status == YS_OK && explains) {
    status = ys_provenance_mask(&run.space, schema.root);
    add_provenance(&ys_provenance_of(&run.space)->root, result);
  }
  ys_run_release(&run);
  return status;
}

static ys_status give_nothing(ys_run *run, ys_memory memory) {
  (void)run;
  (void)memory;
  return YS_OK;
}

static ys_status give_documents(ys_run *run, ys_memory memory) {
  YS_TRY(parse(run, memory,
               "name: billing\ncount: 4\ntls: {cert: x}\n"
               "dbs:\n- name: a\n- name: b\n  pool: {max: 5}\n"
               "free: {a: [1, {b: c}]}\n---\ncount: 6\n",
               YS_INPUT_TEMPLATE));
  YS_TRY(parse(run, memory,
               "#@data/values\n---\ndbs:\n- name: c\n  port: 1\nold: 2\n",
               YS_INPUT_TEMPLATE));
  return parse(run, memory, "host: given\n", YS_INPUT_PLAIN);
}

static ys_status give_violations(ys_run *run, ys_memory memory) {
  YS_TRY(parse(run, memory,
               "name: 1\ncuont: 4\ntls: x\ndbs:\n- nam: a\n- port: b\n"
               "---\nname: \"\"\ncount: 1.5\n",
               YS_INPUT_TEMPLATE));
  return parse(run, memory, "name: a\nname: b\n", YS_INPUT_PLAIN);
}

/* The same violations at many places, of which most are only counted. */
static ys_status give_repeats(ys_run *run, ys_memory memory) {
  run->space.folding.on = true;
  return parse(run, memory,
               "dbs:\n- port: x\n- port: 0\n- port: y\n- nam: a\n- port: 0\n"
               "- port: 0\n- port: z\n- nam: b\n- nam: a\n- port: 0\n"
               "- port: u\n- port: v\n- nam: a\n- nam: a\n- port: 0\n",
               YS_INPUT_PLAIN);
}

/* More violations than are kept. */
static ys_status give_limited(ys_run *run, ys_memory memory) {
  run->space.limits.max_violations = 1;
  return give_violations(run, memory);
}

static ys_status give_overlays(ys_run *run, ys_memory memory) {
  YS_TRY(parse(run, memory,
               "name: billing\ntls: {cert: x}\n"
               "dbs:\n- name: a\n- name: b\n- name: c\n",
               YS_INPUT_TEMPLATE));
  return parse(run, memory,
               "#@data/values\n---\n#@overlay/remove\ntls:\ndbs:\n"
               "#@overlay/match by=\"name\"\n#@overlay/remove\n- name: a\n"
               "#@overlay/match by=\"name\"\n- name: b\n  port: 1\n"
               "#@overlay/match by=\"name\"\n#@overlay/insert after=True\n"
               "- name: c\n#@overlay/append\n- name: e\n"
               "#@overlay/replace\nname: new\n",
               YS_INPUT_TEMPLATE);
}

static ys_status give_flag(ys_run *run, ys_memory memory, const char *key,
                           const char *value, bool as_yaml) {
  uint16_t index;
  YS_TRY(oom_add(&run->space.sources, memory, "--data-value", ys_cstr(value),
                 &index));
  const ys_str keys[] = {YS_STR("tls"), ys_cstr(key)};
  bool nested = strcmp(key, "cert") == 0;
  ys_status status = ys_run_give_value(run, index, nested ? keys : keys + 1,
                                       nested ? 2 : 1, ys_cstr(value), as_yaml);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status give_flags(ys_run *run, ys_memory memory) {
  YS_TRY(give_flag(run, memory, "name", "n", false));
  YS_TRY(give_flag(run, memory, "cert", "x", false));
  YS_TRY(give_flag(run, memory, "dbs", "[{name: y}]", true));
  return give_flag(run, memory, "count", "[", true);
}

static ys_status defaults(ys_memory memory, uint64_t *result) {
  return apply(memory, give_nothing, YS_STR("made"), result);
}

static ys_status failing_default(ys_memory memory, uint64_t *result) {
  return apply(memory, give_nothing, (ys_str){0}, result);
}

static ys_status documents(ys_memory memory, uint64_t *result) {
  return apply(memory, give_documents, YS_STR("made"), result);
}

static ys_status violations(ys_memory memory, uint64_t *result) {
  return apply(memory, give_violations, YS_STR("made"), result);
}

static ys_status repeats(ys_memory memory, uint64_t *result) {
  return apply(memory, give_repeats, YS_STR("made"), result);
}

static ys_status limited(ys_memory memory, uint64_t *result) {
  return apply(memory, give_limited, YS_STR("made"), result);
}

static ys_status flags(ys_memory memory, uint64_t *result) {
  return apply(memory, give_flags, YS_STR("made"), result);
}

static ys_status overlays(ys_memory memory, uint64_t *result) {
  return apply(memory, give_overlays, YS_STR("made"), result);
}

int main(void) {
  ys_str text = ys_cstr(schema_text);
  if (ys_schema_init(&schema, plain_memory, YS_DEFAULT_LIMITS, false) !=
          YS_OK ||
      oom_compile(&schema, plain_memory, &text, 1) != YS_OK) {
    fprintf(stderr, "the test's own schema does not compile\n");
    return 1;
  }
  int bad = 0;
  bad += oom_loop("apply nothing", defaults, 9);
  bad += oom_loop("apply nothing, the default fails", failing_default, 9);
  bad += oom_loop("apply documents", documents, 50);
  bad += oom_loop("apply documents with violations", violations, 50);
  bad += oom_loop("apply documents with the same violations", repeats, 20);
  bad += oom_loop("apply documents with too many violations", limited, 20);
  bad += oom_loop("apply flags", flags, 20);
  explains = true;
  bad += oom_loop("explain nothing", defaults, 10);
  bad += oom_loop("explain documents", documents, 50);
  bad += oom_loop("explain documents with violations", violations, 50);
  bad += oom_loop("explain overlays", overlays, 50);
  bad += oom_loop("explain flags", flags, 20);
  ys_schema_release(&schema);
  return bad > 0;
}
