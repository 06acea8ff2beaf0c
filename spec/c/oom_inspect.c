/* oom_inspect.c - Exports of a compiled schema, with every allocation failing
 * in turn. */

#include "core/coverage/coverage.h"
#include "core/export/describe.h"
#include "core/export/schema.h"
#include "core/print/emit.h"
#include "oom_host.h"

typedef ys_status maker(ys_space *space, const ys_field *root, ys_slot *out);

static ys_status describe_values(ys_space *space, const ys_field *root,
                                 ys_slot *out) {
  return ys_describe(space, root, YS_AS_VALUES, out);
}

static ys_status describe_texts(ys_space *space, const ys_field *root,
                                ys_slot *out) {
  return ys_describe(space, root, YS_AS_TEXTS, out);
}

static ys_status json_schema(ys_space *space, const ys_field *root,
                             ys_slot *out) {
  ys_slot losses;
  return ys_export_schema(space, root, NULL, YS_EXPORT_DRAFT_07, out, &losses);
}

static ys_status openapi(ys_space *space, const ys_field *root, ys_slot *out) {
  ys_slot losses;
  return ys_export_schema(space, root, NULL, YS_EXPORT_OPENAPI, out, &losses);
}

/* Counts the points of the coverage. */
static ys_status count_points(ys_space *space, const ys_field *root,
                              ys_slot *out) {
  ys_coverage coverage;
  *out = (ys_slot){.kind = YS_INT};
  YS_TRY(ys_coverage_init(&coverage, &space->arena, root, NULL));
  for (const ys_point *p = coverage.first; p != NULL; p = p->next)
    out->u.integer++;
  return YS_OK;
}

static ys_status write_tree(ys_memory memory, const ys_slot *tree,
                            uint64_t *result) {
  const char *problem;
  ys_buf buf = ys_buf_of(memory);
  ys_status status = ys_emit_json_lines(tree, &buf, &problem);
  *result = oom_hash(0, ys_buf_str(&buf));
  ys_buf_release(&buf);
  return status;
}

static ys_status write(ys_memory memory, ys_schema *schema, maker *make,
                       uint64_t *result) {
  ys_space space;
  ys_slot tree;
  YS_TRY(ys_space_init(&space, memory, NULL));
  ys_status status = make(&space, schema->root, &tree);
  if (status == YS_OK) status = write_tree(memory, &tree, result);
  ys_space_release(&space);
  return status;
}

static ys_status inspect(ys_memory memory, maker *make, uint64_t *result) {
  const ys_str text = YS_STR(
      "#@data/values-schema\n---\n"
      "#@schema/title \"Name\"\n#@schema/desc \"of it\"\n"
      "#@schema/examples (\"short\", \"a\"), (\"long\", \"abc\")\n"
      "#@schema/validation min_len=1, max_len=63\n"
      "name_of_it: app\n"
      "#@schema/nullable\n#@schema/validation not_null=True\n"
      "tls:\n  cert: c\n"
      "#@schema/deprecated \"use name\"\n"
      "#@schema/validation (\"even\", f), when=f\n"
      "dbs:\n- one_of: n\n"
      "#@schema/type any=True\nfree: {a: [1]}\n"
      "#@schema/validation one_of=[\"a\", \"b\"]\nlevel: a\n"
      "#@schema/nullable\n#@schema/one-of {\"a\": 1}, {\"b\": 2}, \"\"\n"
      "backend:\n"
      "#@schema/type one_of=[\"string\"], or_inferred=True\nlist: [1]\n"
      "limits:\n"
      "  max_of_all: 1\n"
      "  #@schema/removed \"gone\"\n  min_of_all: 1\n"
      "  #@schema/key allowed=\"^max_\", expects=[1, \"3+\"]\n  _: 0\n"
      "  #@schema/key allowed=\"^m\", missing_ok=True\n  m: 0\n"
      "#@schema/validation mutually_exclusive=[\"a\", \"b\", \"c\"], "
      "mutually_required=[\"d\", \"e\"], at_least_one_of=[\"a\", \"d\"]\n"
      "given: {a: 1, b: 1, c: 1, d: 1, e: 1}\n"
      "#@schema/one-of {\"k\": 1}, {\"k\": 2}, by=\"k\"\nkinds: {k: 1}\n"
      "others:\n"
      "  #@schema/key allowed=\"(?i)a\", expects=2\n  _: 0\n"
      "  #@schema/any-key\n  any: \"\"\n");
  ys_schema schema;
  YS_TRY(ys_schema_init(&schema, memory, YS_DEFAULT_LIMITS, false));
  ys_status status = oom_compile(&schema, memory, &text, 1);
  if (status == YS_OK) status = write(memory, &schema, make, result);
  ys_schema_release(&schema);
  return status;
}

static ys_status as_values(ys_memory memory, uint64_t *result) {
  return inspect(memory, describe_values, result);
}

static ys_status as_texts(ys_memory memory, uint64_t *result) {
  return inspect(memory, describe_texts, result);
}

static ys_status as_openapi(ys_memory memory, uint64_t *result) {
  return inspect(memory, openapi, result);
}

static ys_status as_json_schema(ys_memory memory, uint64_t *result) {
  return inspect(memory, json_schema, result);
}

static ys_status as_points(ys_memory memory, uint64_t *result) {
  return inspect(memory, count_points, result);
}

int main(void) {
  int failures = 0;
  failures += oom_loop("describe", as_values, 50);
  failures += oom_loop("describe with texts", as_texts, 50);
  failures += oom_loop("OpenAPI", as_openapi, 50);
  failures += oom_loop("JSON Schema", as_json_schema, 50);
  failures += oom_loop("points of the coverage", as_points, 50);
  return failures > 0;
}
