/* oom_like.c - Definitions, compiled, exported and copied into other schemas,
 * with every allocation failing in turn. The functions are C's: each gives a
 * schema of its own, whose annotations name the functions again. */

#include "core/compile/schema.h"
#include "core/export/describe.h"
#include "core/export/schema.h"
#include "core/print/emit.h"
#include "oom_texts.h"

/* The results of the functions with the numbers from 1 on. */
static const char *const bodies[] = {
    /* 1, route */
    "receiver: a\n#@schema/like route\n#@schema/nullable\n"
    "#@schema/desc \"d\"\n#@schema/validation min_len=1\nnext:\n"
    "#@schema/default [{\"kind\": \"big\"}]\nroutes:\n"
    "#@schema/like node\n-\n",
    /* 2, node */
    "kind: big\n#@schema/one-of node, leaf, by=\"kind\"\nof:\n  kind: leaf\n",
    /* 3, leaf */
    "kind: leaf\n#@schema/example 1\nsize: 0\n",
    /* 4, self */
    "#@schema/like self\nself:\n"};

static const char *const names[] = {"route", "node", "leaf", "self"};

enum { BODIES = sizeof names / sizeof *names };

static bool mentions(ys_str text, ys_str name) {
  for (size_t i = 0; i + name.len <= text.len; i++)
    if (memcmp(text.ptr + i, name.ptr, name.len) == 0) return true;
  return false;
}

/* Makes arguments of the names of functions, and of by="kind". */
static ys_status evaluate(ys_space *space, ys_annot *annot) {
  ys_arg *first = NULL, **end = &first;
  for (uint32_t i = 0; i < BODIES; i++) {
    ys_arg *arg;
    if (!mentions(annot->text, ys_cstr(names[i]))) continue;
    arg = ys_arena_new(&space->arena, ys_arg);
    if (arg == NULL) return YS_NOMEM;
    arg->text = ys_cstr(names[i]);
    arg->value.kind = YS_CLOSURE;
    arg->value.u.closure = i + 1;
    *end = arg;
    end = &arg->next;
  }
  if (annot->word == YS_WORD_ONE_OF) {
    ys_arg *by = ys_arena_new(&space->arena, ys_arg);
    if (by == NULL) return YS_NOMEM;
    by->name = YS_STR("by");
    YS_TRY(ys_slot_set_text(&space->arena, &by->value, YS_STR("kind")));
    *end = by;
  }
  annot->args = first;
  annot->evaluated = true;
  return YS_OK;
}

static ys_status evaluate_all(ys_space *space, ys_pending *pending) {
  for (; pending != NULL; pending = pending->next)
    YS_TRY(evaluate(space, pending->annot));
  return YS_OK;
}

static ys_status call(void *ud, ys_space *space, uint32_t closure,
                      const ys_slot *const *arguments, uint32_t count,
                      ys_reply *reply) {
  ys_documents documents = {0};
  ys_slots list;
  ys_pending *pending;
  uint16_t source;
  (void)ud;
  (void)arguments;
  (void)count;
  YS_TRY(oom_add(&space->sources, space->arena.memory, names[closure - 1],
                 ys_cstr(bodies[closure - 1]), &source));
  YS_TRY(ys_parse(space, source, &documents));
  list = (ys_slots){documents.first, documents.last};
  YS_TRY(ys_annot_all_pending(&space->arena, &list, &pending));
  YS_TRY(evaluate_all(space, pending));
  reply->value = *documents.first;
  return YS_OK;
}

static const ys_host host = {.call = call};

static ys_status compile(ys_schema *schema, ys_memory memory,
                         const char *text) {
  ys_pending *pending;
  uint16_t source;
  ys_role role;
  YS_TRY(ys_schema_init(schema, memory, YS_DEFAULT_LIMITS, false));
  YS_TRY(
      oom_add(&schema->space.sources, memory, "s.yml", ys_cstr(text), &source));
  YS_TRY(ys_schema_add(schema, source, &role));
  YS_TRY(ys_schema_pending(schema, &pending));
  YS_TRY(evaluate_all(&schema->space, pending));
  return ys_schema_compile(schema, &host);
}

static const char good[] =
    "#@data/values-schema\n---\n"
    "#@schema/like route\n#@schema/title \"t\"\nroute:\n  receiver: c\n"
    "#@schema/like leaf\nleaf:\n"
    "#@schema/like {\"a\": [1]}\nvalue:\n";

static const char endless[] = "#@data/values-schema\n---\n"
                              "#@schema/like self\nself:\n";

static ys_status compile_text(ys_memory memory, const char *text,
                              ys_status wanted, uint64_t *result) {
  ys_schema schema = {0};
  const ys_status status = compile(&schema, memory, text);
  *result = 0;
  for (const ys_diag *d = schema.space.diags.first; d != NULL; d = d->next)
    *result = oom_hash(*result, d->args[0]);
  ys_schema_release(&schema);
  if (status == YS_NOMEM) return YS_NOMEM;
  return status == wanted ? YS_OK : YS_INVALID;
}

static ys_status compile_good(ys_memory memory, uint64_t *result) {
  return compile_text(memory, good, YS_OK, result);
}

static ys_status compile_endless(ys_memory memory, uint64_t *result) {
  return compile_text(memory, endless, YS_INVALID, result);
}

/* ---- exports ------------------------------------------------------------- */

static ys_schema schema;

static ys_status make(ys_space *space, int format, ys_slot *out) {
  ys_slot losses;
  switch (format) {
  case 0: return ys_describe(space, schema.root, YS_AS_VALUES, out);
  case 1:
    return ys_export_schema(space, schema.root, &schema.json, YS_EXPORT_OPENAPI,
                            out, &losses);
  default:
    return ys_export_schema(space, schema.root, &schema.json,
                            YS_EXPORT_DRAFT_07, out, &losses);
  }
}

static ys_status export_to(ys_memory memory, int format, uint64_t *result) {
  ys_space space;
  ys_slot tree = {0};
  ys_status status = ys_space_init(&space, memory, NULL);
  ys_buf out = ys_buf_of(memory);
  if (status == YS_OK) status = make(&space, format, &tree);
  if (status == YS_OK) {
    ys_emit_yaml(&tree, &out);
    *result = oom_hash(0, ys_buf_str(&out));
    status = ys_buf_status(&out);
  }
  ys_buf_release(&out);
  ys_space_release(&space);
  return status;
}

static ys_status describe(ys_memory memory, uint64_t *result) {
  return export_to(memory, 0, result);
}

static ys_status openapi(ys_memory memory, uint64_t *result) {
  return export_to(memory, 1, result);
}

static ys_status json_schema(ys_memory memory, uint64_t *result) {
  return export_to(memory, 2, result);
}

/* Takes the answers of the functions into another schema. */
static ys_status take_answers(ys_memory memory, uint64_t *result) {
  ys_schema other;
  ys_status status = ys_schema_init(&other, memory, YS_DEFAULT_LIMITS, false);
  *result = 0;
  for (uint32_t i = 1; i <= BODIES && status == YS_OK; i++)
    if (ys_schema_has_answer(&schema, i)) {
      status = ys_schema_take_answer(&other, i + 9, &schema, i, 9);
      *result += i;
    }
  ys_schema_release(&other);
  return status;
}

int main(void) {
  int bad = 0;
  if (compile(&schema, plain_memory, good) != YS_OK) {
    fprintf(stderr, "the test's own schema does not compile\n");
    return 1;
  }
  bad += oom_loop("compile schemas by name", compile_good, 100);
  bad += oom_loop("compile an endless schema", compile_endless, 20);
  bad += oom_loop("describe them", describe, 20);
  bad += oom_loop("export them to OpenAPI", openapi, 20);
  bad += oom_loop("export them to JSON Schema", json_schema, 20);
  bad += oom_loop("take their answers", take_answers, 20);
  ys_schema_release(&schema);
  return bad > 0;
}
