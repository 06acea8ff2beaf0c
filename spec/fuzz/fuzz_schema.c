/* fuzz_schema.c - A schema, and data values for it; the schema is exported in
 * all formats, and the result has to be what the schema asks for. */

#include "core/export/describe.h"
#include "core/export/schema.h"
#include "core/print/emit.h"
#include "core/run/run.h"
#include "fuzz.h"

static uint32_t turn;
static const ys_host host = {&turn, fuzz_call};

static bool compile(ys_schema *schema, ys_str text) {
  ys_role role;
  ys_pending *pending;
  if (ys_schema_add(schema, fuzz_source(&schema->space.sources, text), &role) !=
          YS_OK ||
      role != YS_ROLE_SCHEMA || ys_schema_pending(schema, &pending) != YS_OK)
    return false;
  schema->closure_count = FUZZ_CLOSURES;
  fuzz_evaluate(&schema->space, pending);
  return ys_schema_compile(schema, &host) == YS_OK;
}

static void export_all(const ys_schema *schema) {
  ys_space space;
  ys_slot tree = {0}, losses = {0};
  const char *problem;
  ys_buf out = ys_buf_of(plain_memory);
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK ||
      ys_describe(&space, schema->root, YS_AS_VALUES, &tree) != YS_OK ||
      ys_export_schema(&space, schema->root, &schema->json, YS_EXPORT_OPENAPI,
                       &tree, &losses) != YS_OK)
    abort();
  ys_emit_yaml(&tree, &out);
  if (ys_export_schema(&space, schema->root, &schema->json, YS_EXPORT_DRAFT_07,
                       &tree, &losses) != YS_OK ||
      ys_emit_json_lines(&tree, &out, &problem) != YS_OK)
    abort();
  ys_buf_release(&out);
  ys_space_release(&space);
}

static void answer(ys_run *run, const ys_question *question) {
  const ys_answer answers[] = {
      {.verdict = YS_VALID},
      {.verdict = YS_INVALID_VALUE, .message = YS_STR("is not")}};
  ys_slot *value = NULL;
  ys_status status;
  turn++;
  if (question->kind == YS_ASK_DEFAULT) {
    value = ys_arena_new(&run->space.arena, ys_slot);
    if (value == NULL ||
        ys_slot_set_text(&run->space.arena, value, YS_STR("made")) != YS_OK)
      abort();
    status = ys_run_give_default(run, turn % 3 == 0 ? NULL : value,
                                 turn % 3 == 0 ? YS_STR("failed") : (ys_str){0},
                                 (ys_str){0});
  } else {
    status = ys_run_answer(
        run, &answers[question->kind == YS_ASK_RULE && turn % 4 == 0]);
  }
  if (status == YS_NOMEM) abort();
}

static void finish(ys_run *run) {
  for (;;) {
    ys_question question = {0};
    if (ys_run_next(run, &question) == YS_NOMEM) abort();
    if (question.kind == YS_ASK_NOTHING) break;
    answer(run, &question);
  }
  fuzz_report(&run->space);
  if (ys_diags_exit_status(&run->space.diags) != 0) return;
  ys_buf out = ys_buf_of(plain_memory);
  ys_emit_yaml(&run->root, &out);
  ys_buf_release(&out);
}

static void apply(const ys_schema *schema, const uint8_t *data, size_t size) {
  ys_run run;
  ys_pending *pending;
  ys_str text;
  if (ys_run_init(&run, plain_memory, schema) != YS_OK) abort();
  run.allow_code = true;
  run.host = &host;
  while (fuzz_next(&data, &size, &text))
    (void)ys_run_parse(&run, fuzz_source(&run.space.sources, text),
                       YS_INPUT_TEMPLATE);
  if (ys_run_pending(&run, &pending) != YS_OK) abort();
  fuzz_evaluate(&run.space, pending);
  finish(&run);
  ys_run_release(&run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ys_schema schema;
  ys_str text;
  turn = 0;
  if (ys_schema_init(&schema, plain_memory, fuzz_limits(), false) != YS_OK)
    abort();
  (void)fuzz_next(&data, &size, &text);
  if (compile(&schema, text)) {
    export_all(&schema);
    apply(&schema, data, size);
  }
  fuzz_report(&schema.space);
  ys_schema_release(&schema);
  return 0;
}
