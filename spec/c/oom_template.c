/* oom_template.c - YAML that code puts together, with every allocation failing
 * in turn. */

#include "core/compile/schema.h"
#include "core/yaml/template.h"
#include "oom_documents.h"
#include "oom_texts.h"

/* Puts all nodes of a part several times, in a space. */
static ys_status put_all(ys_memory memory, const ys_part *part, ys_space *space,
                         bool plain, uint64_t *result) {
  ys_frame frame;
  YS_TRY(ys_frame_init(&frame, part, space));
  frame.plain = plain;
  ys_status status = YS_OK;
  for (int i = 0; i < 3 && status == YS_OK; i++)
    status = ys_frame_put(&frame, 0, part->count - 1);
  if (status == YS_OK) status = ys_frame_finish(&frame);
  *result = space->diags.count;
  if (status != YS_NOMEM)
    status = oom_hash_documents(memory, &frame.documents, result);
  ys_frame_release(&frame);
  return status;
}

static ys_status template(ys_memory memory, ys_str text, bool transient,
                          uint64_t *result) {
  ys_space space, child;
  ys_part part;
  ys_extract extract = {text, 0, 3};
  YS_TRY(ys_space_init(&space, memory, NULL));
  ys_status status =
      oom_add(&space.sources, memory, "s.yml", text, &extract.source);
  if (status == YS_OK) status = ys_part_parse(&space, &extract, &part);
  if (status == YS_INVALID) {
    *result = space.diags.count;
    status = YS_OK;
  } else if (status == YS_OK && !transient) {
    status = put_all(memory, &part, &space, false, result);
  } else if (status == YS_OK) {
    status = ys_space_init(&child, memory, &space);
    if (status == YS_OK) {
      status = put_all(memory, &part, &child, true, result);
      ys_space_release(&child);
    }
  }
  ys_space_release(&space);
  return status;
}

static const char nodes[] =
    "#@ code\n---\n#@schema/title 'x'\n#@schema/default [1, {'a': 2}]\n"
    "a: 1\n#@schema/validation f\nb:\n- c: #@ value\n  d: {e: [text]}\n"
    "--- #@ more\n";

static ys_status lasting(ys_memory memory, uint64_t *result) {
  return template(memory, ys_cstr(nodes), false, result);
}

static ys_status transient(ys_memory memory, uint64_t *result) {
  return template(memory, ys_cstr(nodes), true, result);
}

static ys_status merges(ys_memory memory, uint64_t *result) {
  return template(memory,
                  YS_STR("a: &x\n  b: [1]\n  c: text\nd:\n  <<: [*x, {f: 1}]\n"
                         "  e: *x\n"),
                  false, result);
}

/* Many keys, so that comparing them needs a set; two of them the same. */
static ys_status twice(ys_memory memory, uint64_t *result) {
  return template(memory,
                  YS_STR("---\na: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\ng: 1\nh: 1\n"
                         "i: 1\nj: 1\na: 2\n"),
                  false, result);
}

static ys_status invalid(ys_memory memory, uint64_t *result) {
  return template(memory,
                  YS_STR("a: 1 #@ x\nb:\n  <<: {c: #@ y\n  }\nd: [2] #@ z\n"),
                  false, result);
}

/* The documents of a frame become a schema. */
static ys_status take(ys_schema *schema, ys_memory memory, uint64_t *result) {
  ys_part part;
  ys_frame frame;
  ys_role role;
  ys_extract extract = {YS_STR("#@data/values-schema\n---\n"
                               "#@schema/title \"A\"\na: 1\nb:\n- c: text\n"),
                        0, 0};
  YS_TRY(oom_add(&schema->space.sources, memory, "s.yml", extract.text,
                 &extract.source));
  YS_TRY(ys_part_parse(&schema->space, &extract, &part));
  YS_TRY(ys_frame_init(&frame, &part, &schema->space));
  ys_status status = ys_frame_put(&frame, 0, part.count - 1);
  if (status == YS_OK) status = ys_frame_finish(&frame);
  ys_frame_release(&frame);
  YS_TRY(status);
  YS_TRY(ys_schema_take(schema, &frame.documents, &role));
  YS_TRY(ys_schema_compile(schema, NULL));
  *result = role == YS_ROLE_SCHEMA;
  return YS_OK;
}

static ys_status schemas(ys_memory memory, uint64_t *result) {
  ys_schema schema;
  YS_TRY(ys_schema_init(&schema, memory, YS_DEFAULT_LIMITS, false));
  const ys_status status = take(&schema, memory, result);
  ys_schema_release(&schema);
  return status;
}

int main(void) {
  int failures = 0;
  failures += oom_loop("put nodes", lasting, 30);
  failures += oom_loop("put nodes into a child space", transient, 30);
  failures += oom_loop("put what << brings", merges, 20);
  failures += oom_loop("put the same key twice", twice, 20);
  failures += oom_loop("code that fails", invalid, 10);
  failures += oom_loop("make a schema", schemas, 20);
  return failures > 0;
}
