/* oom_report.c - Records to text and JSON, and a tree to YAML and JSON, with
 * every allocation failing in turn. The schema and the run are made before. */

#include "core/print/emit.h"
#include "core/print/masking.h"
#include "core/print/report.h"
#include "oom_host.h"

static ys_schema schema, broken_schema;
static ys_run run;
static ys_documents tree;

/*
 * A report's excerpts come from the line map of its source, which is made when
 * it is first asked for; without memory for it the excerpt is empty. So the
 * first report of `main` makes the maps, and what follows has to be the same.
 */
typedef bool write_fn(ys_space *space, bool all, ys_buf *out);

static ys_status written(ys_memory memory, write_fn *write, ys_space *space,
                         uint64_t *result) {
  ys_buf out = ys_buf_of(memory);
  write(space, false, &out);
  *result = oom_hash(0, ys_buf_str(&out));
  ys_status status = ys_buf_status(&out);
  ys_buf_release(&out);
  return status;
}

static ys_status text(ys_memory memory, uint64_t *result) {
  return written(memory, ys_report_text, &run.space, result);
}

static ys_status schema_text(ys_memory memory, uint64_t *result) {
  return written(memory, ys_report_text, &broken_schema.space, result);
}

static bool write_blocks(ys_space *space, bool all, ys_buf *out) {
  const ys_blocks how = {
      .all = all, .warnings = true, .fix = YS_STR("yschema fix")};
  ys_report_blocks(space, &how, out);
  return false;
}

static ys_status blocks(ys_memory memory, uint64_t *result) {
  return written(memory, write_blocks, &run.space, result);
}

static ys_status schema_blocks(ys_memory memory, uint64_t *result) {
  return written(memory, write_blocks, &broken_schema.space, result);
}

/* Without memory the list stays as it was. */
static ys_status unrepeated(ys_memory memory, uint64_t *result) {
  ys_diags diags = broken_schema.space.diags;
  const ys_status status = ys_diags_unrepeat(&diags, false, memory);
  *result = diags.count;
  return status;
}

static ys_status warnings(ys_memory memory, uint64_t *result) {
  return written(memory, ys_report_warnings, &run.space, result);
}

/* The masks are made once in the arena of a space, here in one of their own. */
static ys_status masked(ys_memory memory, uint64_t *result) {
  ys_space space = run.space;
  const ys_masks *masks = NULL;
  space.rooms[YS_ROOM_PRINT] = NULL;
  ys_arena_init(&space.arena, memory);
  const ys_status status = ys_mask_report(&space, &masks);
  *result = masks == NULL ? 0 : masks->text_count;
  ys_arena_release(&space.arena);
  return status;
}

static ys_status violations(ys_memory memory, uint64_t *result) {
  ys_arena arena;
  ys_arena_init(&arena, memory);
  uint64_t hash = 0;
  const ys_masks *masks = NULL;
  ys_status status = ys_mask_report(&run.space, &masks);
  const ys_diag *diag = run.space.diags.first;
  for (; diag != NULL && status == YS_OK; diag = diag->next) {
    ys_violation violation;
    status = ys_report_violation(&run.space, masks, &arena, diag, &violation);
    if (status != YS_OK) break;
    hash = oom_hash(hash, violation.message);
    hash = oom_hash(hash, violation.expected);
    hash = oom_hash(hash, violation.hint);
  }
  *result = hash;
  ys_arena_release(&arena);
  return status;
}

static bool write_yaml(ys_space *space, bool all, ys_buf *out) {
  (void)all;
  (void)space;
  ys_emit_yaml(tree.first, out);
  return false;
}

static ys_status emit_yaml(ys_memory memory, uint64_t *result) {
  return written(memory, write_yaml, &run.space, result);
}

static ys_status emit_json(ys_memory memory, uint64_t *result) {
  const char *problem = NULL;
  ys_buf out = ys_buf_of(memory);
  ys_status status = ys_emit_json(tree.first, &out, &problem);
  *result = oom_hash(0, ys_buf_str(&out));
  if (status == YS_OK) status = ys_buf_status(&out);
  ys_buf_release(&out);
  return status;
}

static const char schema_source[] =
    "#@data/values-schema\n---\n"
    "#@schema/sensitive\n#@schema/validation min_len=3\nname: app\n"
    "#@schema/validation (\"even\", f)\ncount: 2\n"
    "dbs:\n- name: n\n  #@schema/sensitive\n  port: 5432\n"
    "#@schema/deprecated \"use count\"\nold: 1\n";

static const char broken_source[] = "#@data/values-schema\n---\n"
                                    "#@schema/nulable\na: 1\nb: null\n"
                                    "#@schema/default 5\nc: text\n";

static const char values_source[] =
    "name: a\ncount: 3\nold: 2\ndbs:\n- nam: a\n- port: b\n";

/* Long enough for the buffer to grow a few times. */
static const char tree_source[] =
    "a: [1, 2.5, -7, {b: c, d: ~}, \"quo\\nted\", 'yes', \"\\u2028\"]\n"
    "text: |\n  block\n  of\n  lines\n"
    "long: \"0123456789 0123456789 0123456789 0123456789 0123456789\"\n"
    "empty: {m: {}, a: []}\n"
    "more: [true, false, null, 1e3, 0x1F, {k: [[], [1]], 1: x}]\n";

static ys_status prepare(void) {
  const ys_str good = ys_cstr(schema_source), bad = ys_cstr(broken_source);
  uint16_t index;
  YS_TRY(ys_schema_init(&schema, plain_memory, YS_DEFAULT_LIMITS, false));
  YS_TRY(oom_compile(&schema, plain_memory, &good, 1));
  YS_TRY(
      ys_schema_init(&broken_schema, plain_memory, YS_DEFAULT_LIMITS, false));
  if (oom_compile(&broken_schema, plain_memory, &bad, 1) != YS_INVALID)
    return YS_INVALID;
  YS_TRY(ys_run_init(&run, plain_memory, &schema));
  YS_TRY(oom_add(&run.space.sources, plain_memory, "v.yml",
                 ys_cstr(values_source), &index));
  YS_TRY(ys_run_parse(&run, index, YS_INPUT_TEMPLATE));
  YS_TRY(oom_finish(&run, YS_STR("made")));
  YS_TRY(oom_add(&run.space.sources, plain_memory, "tree.yml",
                 ys_cstr(tree_source), &index));
  YS_TRY(ys_parse(&run.space, index, &tree));
  uint64_t ignored;
  YS_TRY(text(plain_memory, &ignored));
  return schema_text(plain_memory, &ignored);
}

int main(void) {
  if (prepare() != YS_OK || run.space.diags.count < 4) {
    fprintf(stderr, "the test's own texts do not do what they should\n");
    return 1;
  }
  int failures = 0;
  failures += oom_loop("report as text", text, 3);
  failures += oom_loop("report of a schema as text", schema_text, 2);
  failures += oom_loop("report as blocks", blocks, 3);
  failures += oom_loop("report of a schema as blocks", schema_blocks, 2);
  failures += oom_loop("report each violation once", unrepeated, 1);
  failures += oom_loop("report warnings", warnings, 1);
  failures += oom_loop("masks of a report", masked, 3);
  failures += oom_loop("report records", violations, 3);
  failures += oom_loop("emit YAML", emit_yaml, 3);
  failures += oom_loop("emit JSON", emit_json, 3);
  ys_run_release(&run);
  ys_schema_release(&broken_schema);
  ys_schema_release(&schema);
  return failures > 0;
}
