/* oom_schema.c - Schema texts to a compiled schema, with every allocation
 * failing in turn. */

#include "oom_host.h"

static uint64_t hash_number(uint64_t hash, uint64_t number) {
  return oom_hash(hash, (ys_str){(const char *)&number, sizeof number});
}

/* Reads all of a compiled field, at every depth. */
static uint64_t hash_field(uint64_t hash, const ys_field *field) {
  if (field->key != NULL) hash = oom_hash(hash, field->key->text);
  hash = hash_number(hash, field->kind);
  hash = hash_number(hash, field->nullable);
  hash = hash_number(hash, field->default_closure);
  hash = hash_number(hash, field->default_value != NULL);
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    for (uint32_t i = 0; i < v->count; i++)
      hash = oom_hash(hash, v->rules[i].must_be);
  if (field->docs != NULL) hash = oom_hash(hash, field->docs->texts[0]);
  if (field->item != NULL) hash = hash_field(hash, field->item);
  for (uint32_t i = 0; field->map != NULL && i < field->map->shape->count; i++)
    hash = hash_field(hash, &field->map->fields[i]);
  return hash;
}

static ys_status compile(ys_memory memory, const ys_str *texts, size_t count,
                         uint64_t *result) {
  ys_schema schema;
  YS_TRY(ys_schema_init(&schema, memory, YS_DEFAULT_LIMITS, false));
  ys_status status = oom_compile(&schema, memory, texts, count);
  uint64_t hash = status == YS_INVALID ? 1 : 0;
  if (status == YS_OK && schema.root != NULL) hash = hash_field(0, schema.root);
  *result = hash_number(hash, schema.space.diags.count);
  ys_schema_release(&schema);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status plain(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "name: app\nport: 8080\nratio: 0.5\non: true\n"
             "tags:\n- x\nhosts:\n- host: h\n  paths:\n  - path: /\n")};
  return compile(memory, texts, 1, result);
}

static ys_status annotated(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/title \"Name\"\n#@schema/desc \"of the thing\"\n"
             "#@schema/examples (\"short\", \"a\"), (\"long\", \"abc\")\n"
             "#@schema/validation min_len=1, max_len=63\n"
             "name: app\n"
             "#@schema/nullable\n"
             "#@schema/validation not_null=True\n"
             "tls:\n  cert: c\n"
             "#@schema/default [{\"name\": \"core\"}]\n"
             "dbs:\n- name: n\n  port: 1\n"
             "#@schema/deprecated \"use dbs\"\nold: 1\n"
             "#@schema/type any=True\nfree: {a: [1]}\n"
             "#@schema/validation one_of=[\"a\", \"b\"]\nlevel: a\n")};
  return compile(memory, texts, 1, result);
}

static ys_status closures(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/validation (\"even\", f), when=f\ncount: 2\n"
             "#@schema/default f\nname: n\n"
             "#@schema/validation (\"even\", f)\nlist:\n- 1\n")};
  return compile(memory, texts, 1, result);
}

static ys_status overlays(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/title \"A\"\na: 1\nb:\n  c: x\n"),
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/validation min=1\na: 2\nb:\n  c: y\n")};
  return compile(memory, texts, 2, result);
}

/* Every violation becomes a record, and each record needs memory. */
static ys_status invalid(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/nulable\na: 1\n"
             "#@schema/type any=1\nb: 1\n"
             "c: null\nd: []\n1: one\n"
             "#@schema/default 5\ne: text\n"
             "#@schema/default {\"nam\": 1}\nf: {name: n}\n"
             "#@schema/validation min_length=1\ng: text\n"
             "#@schema/title 1\nh: 1\n"
             "#@schema/examples (\"x\", 1)\ni: text\n"
             "#@schema/title \"1\"\n#@schema/title \"2\"\nj: 1\n")};
  return compile(memory, texts, 1, result);
}

static ys_status json_schemas(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/validation json_schema=[\"#/a\", \"b.json#c\"]\na: 1\n"
             "#@schema/json-schema \"a.json\"\n---\n"
             "a: {pattern: \"^a\", items: {$ref: b.json}}\n"
             "#@schema/json-schema \"b.json\", draft=\"7\"\n---\n"
             "definitions: {c: {$id: \"#c\", oneOf: [true, {enum: [1]}]}}\n")};
  return compile(memory, texts, 1, result);
}

static ys_status invalid_json_schemas(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/validation json_schema=\"#/b\"\na: 1\n"
             "#@schema/validation json_schema=\"#/a\", when=f\nb: 1\n"
             "#@schema/json-schema draft=\"3\"\n---\n"
             "a: {minimum: x}\n"),
      YS_STR("#@data/values-schema\n---\n"
             "#@schema/validation json_schema=\"#/a\"\na: 1\n")};
  return compile(memory, texts, 2, result);
}

static ys_status no_schema(ys_memory memory, uint64_t *result) {
  const ys_str texts[] = {YS_STR("a: 1\n")};
  return compile(memory, texts, 1, result);
}

int main(void) {
  int failures = 0;
  failures += oom_loop("compile a plain schema", plain, 20);
  failures += oom_loop("compile annotations", annotated, 50);
  failures += oom_loop("compile closures", closures, 20);
  failures += oom_loop("compile two documents", overlays, 20);
  failures += oom_loop("compile a schema with violations", invalid, 50);
  failures += oom_loop("compile JSON Schemas", json_schemas, 20);
  failures += oom_loop("compile invalid ones", invalid_json_schemas, 20);
  failures += oom_loop("compile what is no schema", no_schema, 3);
  return failures > 0;
}
