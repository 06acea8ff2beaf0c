/* oom_crossref.c - Names and references of two documents, from their runs to
 * what is wrong about them, with every allocation failing in turn. */

#include "core/crossref/report.h"
#include "core/crossref/write.h"
#include "core/run/each_document.h"
#include "oom_host.h"

static const char schema_text[] =
    "#@data/values-schema\n---\n"
    "#@schema/identity [\"name\", \"zone.id\"], scope=\"configuration\"\n"
    "upstreams:\n- name: \"\"\n  zone:\n    id: 1\n"
    "#@schema/refers to=\"upstreams[].name\", scope=\"configuration\"\n"
    "main: \"\"\n"
    "#@schema/refers to=\"zones{}\", scope=\"file\"\n"
    "zone: \"\"\n"
    "#@schema/any-key\n"
    "zones:\n  z: 1\n";

/* More names than the first table has room for. */
static const char *const texts[] = {
    "upstreams:\n- name: a\n- name: b\n  zone: {id: 2}\nmain: c\nzone: eu\n"
    "zones: {us: 1, \"a.b\": 2}\n---\nupstreams:\n- name: a\nmain: b\n"
    "zone: us\nzones: {eu: 1}\n---\nmain: [\nzone: us\n",
    "zones: {z01: 1, z02: 1, z03: 1, z04: 1, z05: 1, z06: 1, z07: 1, z08: 1, "
    "z09: 1, z10: 1, z11: 1, z12: 1, z13: 1, z14: 1, z15: 1, z16: 1, z17: 1, "
    "z18: 1, z19: 1, z20: 1, z21: 1, z22: 1, z23: 1, z24: 1, z25: 1, z26: 1, "
    "z27: 1, z28: 1, z29: 1, z30: 1, z31: 1, z32: 1, z33: 1, z34: 1, z35: 1, "
    "z36: 1, z37: 1, z38: 1, z39: 1, z40: 1, z41: 1, z42: 1, z43: 1, z44: 1, "
    "z45: 1, z46: 1, z47: 1, z48: 1, z49: 1, z50: 1}\nmain: nowhere\n"
    "zone: z51\n"};

static ys_schema schema;

/* The zones are group 0, the names of upstreams are group 1. */
static ys_status make_plan(ys_plan *plan, ys_memory memory) {
  ys_plan_group *groups;
  YS_TRY(ys_plan_init(plan, memory, 1, 2));
  ys_plan_member *member = &plan->members[0];
  YS_TRY(ys_plan_set_member(plan, 0, 0, &schema.references));
  groups = ys_plan_new_groups(plan, member, 2);
  if (groups == NULL) return YS_NOMEM;
  groups[0] = (ys_plan_group){0, YS_STR("zones{}"), true, false, false};
  groups[1] =
      (ys_plan_group){1, YS_STR("upstreams[].name"), false, true, false};
  for (uint32_t i = 0; i < member->rule_count; i++) {
    ys_plan_rule *rule = &member->rules[i];
    uint32_t *targets =
        rule->identity != 0 ? NULL : ys_plan_new_targets(plan, rule, 1);
    if (rule->identity != 0) continue;
    if (targets == NULL) return YS_NOMEM;
    targets[0] = rule->scope == YS_SCOPE_FILE ? 0 : 1;
  }
  return YS_OK;
}

typedef struct work {
  ys_plan plan;
  ys_ledger in_file, in_configuration;
  ys_buf own, all;
} work;

static ys_status take(ys_ledger *ledger, const ys_buf *text, ys_place place) {
  const ys_ledger_document document = {.file = YS_STR("v.yml"),
                                       .line = place.line};
  uint32_t number;
  return ys_ledger_take(ledger, ys_buf_str(text), &document, &number);
}

static ys_status take_document(work *w, ys_run *run, ys_place place) {
  const ys_mentions_source document = {.plan = &w->plan,
                                       .space = &run->space,
                                       .root = &run->root,
                                       .referrer = &run->referrer};
  ys_mentions_out out = {.in_file = &w->own, .in_configuration = &w->all};
  w->own.len = w->all.len = 0;
  YS_TRY(ys_mentions_write(&document, YS_STR("v.yml"), &out));
  YS_TRY(take(&w->in_file, &w->own, place));
  return take(&w->in_configuration, &w->all, place);
}

static ys_status take_text(work *w, ys_memory memory, const char *text) {
  ys_run run;
  ys_place place;
  uint16_t index;
  ys_status status = ys_run_init(&run, memory, &schema);
  if (status == YS_OK)
    status =
        oom_add(&run.space.sources, memory, "v.yml", ys_cstr(text), &index);
  if (status == YS_OK)
    status = ys_recorded(ys_run_parse(&run, index, YS_INPUT_TEMPLATE));
  if (status == YS_OK) status = ys_run_begin_next(&run, &place);
  while (status == YS_OK && place.line > 0) {
    status = oom_finish(&run, YS_STR("made"));
    if (status == YS_OK) status = take_document(w, &run, place);
    if (status == YS_OK) status = ys_run_begin_next(&run, &place);
  }
  ys_run_release(&run);
  return status;
}

static uint64_t hash_records(const ys_space *space, uint64_t hash) {
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    hash = oom_hash(hash, d->path);
    for (int i = 0; i < YS_DIAG_ARGS; i++)
      hash = oom_hash(hash, d->args[i]);
  }
  return hash;
}

/* Records what is wrong. */
static ys_status record(ys_ledger *ledger, ys_memory memory, uint64_t *hash) {
  ys_space space;
  const ys_crossref_report report = {
      .space = &space, .references = &schema.references, .source = 0};
  ys_status status = ys_space_init(&space, memory, &schema.space);
  for (const ys_ledger_document *d = ledger->first;
       d != NULL && status == YS_OK; d = d->next)
    status = ys_crossref_record(ledger, d, &report);
  if (status == YS_OK) *hash = hash_records(&space, *hash);
  ys_space_release(&space);
  return status;
}

static ys_status compare(ys_memory memory, uint64_t *result) {
  work w = {0};
  w.own = ys_buf_of(memory);
  w.all = ys_buf_of(memory);
  ys_status status = make_plan(&w.plan, memory);
  ys_arena_init(&w.in_file.arena, memory);
  ys_arena_init(&w.in_configuration.arena, memory);
  if (status == YS_OK) status = ys_ledger_init(&w.in_file, memory, &w.plan);
  if (status == YS_OK)
    status = ys_ledger_init(&w.in_configuration, memory, &w.plan);
  for (size_t i = 0; i < sizeof texts / sizeof *texts && status == YS_OK; i++)
    status = take_text(&w, memory, texts[i]);
  *result = 1;
  if (status == YS_OK) status = record(&w.in_file, memory, result);
  if (status == YS_OK) status = record(&w.in_configuration, memory, result);
  ys_ledger_release(&w.in_file);
  ys_ledger_release(&w.in_configuration);
  ys_plan_release(&w.plan);
  ys_buf_release(&w.own);
  ys_buf_release(&w.all);
  return status;
}

int main(void) {
  const ys_str text = ys_cstr(schema_text);
  int bad = 0;
  if (ys_schema_init(&schema, plain_memory, YS_DEFAULT_LIMITS, false) !=
          YS_OK ||
      oom_compile(&schema, plain_memory, &text, 1) != YS_OK) {
    fprintf(stderr, "the test's own schema does not compile\n");
    return 1;
  }
  bad += oom_loop("compare documents", compare, 100);
  ys_schema_release(&schema);
  return bad > 0;
}
