/* oom_refer.c - References and identities, from a schema's text to records and
 * mentions, with every allocation failing in turn. */

#include "core/annotation/literal.h"
#include "core/run/each_document.h"
#include "oom_host.h"

static const char schema_text[] =
    "#@data/values-schema\n---\n"
    "#@schema/identity [\"name\", \"zone.id\"], scope=\"file\"\n"
    "upstreams:\n- name: \"\"\n  zone:\n    id: 1\n"
    "routes:\n- path: \"\"\n"
    "  #@schema/refers to=\"upstreams[].name\", when=f\n"
    "  upstream: \"\"\n"
    "  #@schema/nullable\n  #@schema/refers to=\"..routes[].path\"\n"
    "  next: \"\"\n"
    "volumes:\n  #@schema/any-key\n  v: {\"size\": 1}\n"
    "#@schema/refers to=[\"volumes{}\", \"upstreams.*\"]\n"
    "#@overlay/match missing_ok=True\nmain: \"\"\n"
    "#@schema/refers to=\"upstreams[].zone.id\", scope=\"configuration\"\n"
    "zone: 1\n"
    "choice:\n"
    "#@schema/one-of {\"a\": \"\"}, {\"b\": \"\"}\n-\n";

/* The same without the path that leads nowhere. */
static const char valid_text[] =
    "#@data/values-schema\n---\n"
    "#@schema/identity [\"name\", \"zone.id\"], scope=\"file\"\n"
    "upstreams:\n- name: \"\"\n  zone:\n    id: 1\n"
    "routes:\n- path: \"\"\n"
    "  #@schema/refers to=\"upstreams[].name\", when=f\n"
    "  upstream: \"\"\n"
    "  #@schema/nullable\n  #@schema/refers to=\"..routes[].path\"\n"
    "  next: \"\"\n"
    "volumes:\n  #@schema/any-key\n  v:\n    size: 1\n"
    "#@schema/refers to=[\"volumes{}\", \"upstreams[].name\"]\n"
    "main: \"\"\n"
    "#@schema/refers to=\"upstreams[].zone.id\", scope=\"configuration\"\n"
    "zone: 1\n";

static ys_schema schema;

static ys_status compile(ys_memory memory, const char *text, uint64_t *result) {
  const ys_str one = ys_cstr(text);
  ys_schema made;
  YS_TRY(ys_schema_init(&made, memory, YS_DEFAULT_LIMITS, false));
  const ys_status status = oom_compile(&made, memory, &one, 1);
  *result = made.references.count * 31 + made.space.diags.count;
  ys_schema_release(&made);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status compile_valid(ys_memory memory, uint64_t *result) {
  return compile(memory, valid_text, result);
}

static ys_status compile_invalid(ys_memory memory, uint64_t *result) {
  return compile(memory, schema_text, result);
}

/* Hashes the records and the mentions of a run. */
static uint64_t hash_run(const ys_run *run) {
  uint64_t hash = run->space.diags.count;
  for (const ys_diag *d = run->space.diags.first; d != NULL; d = d->next)
    hash = oom_hash(oom_hash(hash, d->path), d->args[1]);
  for (const ys_mention *m = run->referrer.first; m != NULL; m = m->next)
    hash = oom_hash(hash, m->path);
  return hash;
}

static ys_status apply(ys_memory memory, const char *text, bool apart,
                       uint64_t *result) {
  ys_run run;
  ys_place place;
  uint16_t index;
  ys_status status = ys_run_init(&run, memory, &schema);
  if (status == YS_OK)
    status =
        oom_add(&run.space.sources, memory, "v.yml", ys_cstr(text), &index);
  if (status == YS_OK) status = ys_run_parse(&run, index, YS_INPUT_TEMPLATE);
  if (status == YS_OK && apart) status = ys_run_begin_next(&run, &place);
  if (status == YS_OK) status = oom_finish(&run, YS_STR("made"));
  *result = hash_run(&run);
  ys_run_release(&run);
  return status;
}

static ys_status valid(ys_memory memory, uint64_t *result) {
  return apply(memory,
               "upstreams:\n- name: a\n- name: b\n  zone: {id: 2}\n"
               "routes:\n- {path: /, upstream: a}\n"
               "- {path: /b, upstream: b, next: /}\n"
               "volumes: {x: {}, z: {}}\nmain: z\nzone: 3\n",
               true, result);
}

static ys_status violations(ys_memory memory, uint64_t *result) {
  return apply(memory,
               "upstreams:\n- name: core\n- name: core\n"
               "routes:\n- {path: /, upstream: cora}\n"
               "- {path: /b, upstream: core, next: /c}\n"
               "volumes: {x: {}, z: {}}\nmain: y1\n",
               false, result);
}

int main(void) {
  const ys_str text = ys_cstr(valid_text);
  int bad = 0;
  if (ys_schema_init(&schema, plain_memory, YS_DEFAULT_LIMITS, false) !=
          YS_OK ||
      oom_compile(&schema, plain_memory, &text, 1) != YS_OK) {
    fprintf(stderr, "the test's own schema does not compile\n");
    return 1;
  }
  bad += oom_loop("compile references", compile_valid, 50);
  bad += oom_loop("compile references with errors", compile_invalid, 50);
  bad += oom_loop("look up names", valid, 20);
  bad += oom_loop("look up names that are missing", violations, 20);
  ys_schema_release(&schema);
  return bad > 0;
}
