#ifndef VOCABULARY_H
#define VOCABULARY_H

/*
 * vocabulary.h - Whole runs for the tests of the schema's words: texts in, the
 * result or the records out, as one text to compare.
 *
 * Functions are C's: an annotation that is no literal names them, such as
 * `allowed=is_short, expects=[0, 2]`.
 */

#include "by_hand.h"
#include "core/annotation/literal.h"
#include "core/print/emit.h"
#include "core/print/message.h"
#include "core/run/run.h"

typedef ys_status word_function(ys_space *space,
                                const ys_slot *const *arguments, uint32_t count,
                                ys_reply *reply);

typedef struct word_row {
  const char *name;
  word_function *call;
} word_row;

/* The test's own, up to a row without a name. Set it before the first run. */
static const word_row *word_functions;

/* Calls of all of them. */
static uint32_t word_calls;

static inline uint32_t word_find(ys_str name) {
  for (uint32_t i = 0; word_functions != NULL && word_functions[i].name; i++)
    if (ys_str_eq(name, ys_cstr(word_functions[i].name))) return i + 1;
  return 0;
}

static inline ys_status word_call(void *ud, ys_space *space, uint32_t closure,
                                  const ys_slot *const *arguments,
                                  uint32_t count, ys_reply *reply) {
  (void)ud;
  word_calls++;
  return word_functions[closure - 1].call(space, arguments, count, reply);
}

/* A function for all tests. */
static inline ys_status word_fails(ys_space *space,
                                   const ys_slot *const *arguments,
                                   uint32_t count, ys_reply *reply) {
  (void)space;
  (void)arguments;
  (void)count;
  reply->failed = true;
  reply->message = YS_STR("out of order");
  return YS_OK;
}

static const ys_host word_host = {.call = word_call};

/* ---- schemas ------------------------------------------------------------- */

/* One argument, `name=value` or `value`. */
static inline ys_arg *word_argument(ys_space *space, ys_str text) {
  ys_arg *arg = ys_arena_new(&space->arena, ys_arg);
  const char *sign = memchr(text.ptr, '=', text.len);
  const char *quote = memchr(text.ptr, '"', text.len);
  ys_annot annot = {.text = text};
  ys_str value = text;
  if (sign != NULL && (quote == NULL || sign < quote)) {
    arg->name = (ys_str){text.ptr, (size_t)(sign - text.ptr)};
    value.ptr = sign + 1;
    value.len = text.len - arg->name.len - 1;
  }
  arg->text = value;
  if (word_find(value) > 0) {
    arg->value.kind = YS_CLOSURE;
    arg->value.u.closure = word_find(value);
    return arg;
  }
  CHECK(ys_literal_arguments(space, &annot) == YS_OK && annot.evaluated);
  return (ys_arg *)annot.args;
}

/* Commas in front of a blank and of no bracket part them. */
static inline void word_evaluate(ys_space *space, ys_annot *annot) {
  ys_arg *first = NULL, **end = &first;
  ys_str rest = annot->text;
  int depth = 0;
  for (size_t i = 0; i <= rest.len; i++) {
    const char c = i < rest.len ? rest.ptr[i] : ',';
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (c != ',' || depth > 0) continue;
    *end = word_argument(space, (ys_str){rest.ptr, i});
    end = &(*end)->next;
    if (i == rest.len) break;
    rest.ptr += i + 2;
    rest.len -= i + 2;
    i = (size_t)-1;
  }
  annot->args = first;
  annot->evaluated = true;
}

static inline ys_status word_compile(ys_schema *schema, const char *text) {
  ys_pending *pending;
  ys_role role = YS_ROLE_VALUES;
  uint16_t source;
  if (ys_schema_init(schema, plain_memory, YS_DEFAULT_LIMITS, false) != YS_OK)
    abort();
  source = hand_source(&schema->space, "s.yml", text);
  CHECK(ys_schema_add(schema, source, &role) == YS_OK);
  CHECK(role == YS_ROLE_SCHEMA);
  CHECK(ys_schema_pending(schema, &pending) == YS_OK);
  for (; pending != NULL; pending = pending->next)
    word_evaluate(&schema->space, pending->annot);
  return ys_schema_compile(schema, &word_host);
}

/* ---- outcomes ------------------------------------------------------------ */

/* `kind path: found | expected`, and hints below, indented. */
static inline void word_record(ys_buf *out, const ys_diag *diag) {
  ys_buf_cstr(out, ys_code_kind(diag->code));
  ys_buf_char(out, ' ');
  ys_buf_add(out, diag->path);
  for (int i = 0; i < 3; i++) {
    if (diag->args[i].len == 0) continue;
    ys_buf_cstr(out, i == 0 ? ": " : i == 1 ? " | " : "\n  ");
    for (size_t n = 0; n < diag->args[i].len; n++) {
      ys_buf_char(out, diag->args[i].ptr[n]);
      if (diag->args[i].ptr[n] == '\n') ys_buf_cstr(out, "  ");
    }
  }
  ys_buf_char(out, '\n');
}

static inline void word_records(ys_buf *out, const ys_space *space) {
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next)
    word_record(out, d);
}

static inline void word_answer(ys_run *run, const ys_question *question) {
  const ys_slot *const arguments[] = {question->slot};
  ys_answer answer = {.verdict = YS_VALID};
  ys_reply reply = {0};
  CHECK(word_call(NULL, &run->space, question->closure, arguments, 1, &reply) ==
        YS_OK);
  if (question->kind == YS_ASK_DEFAULT) {
    ys_slot *value = ys_arena_new(&run->space.arena, ys_slot);
    *value = reply.value;
    CHECK(ys_run_give_default(run, value, (ys_str){0}, (ys_str){0}) == YS_OK);
    return;
  }
  if (reply.failed)
    answer = (ys_answer){.verdict = YS_FAILED, .message = reply.message};
  else if (reply.value.kind != YS_BOOL || !reply.value.u.boolean)
    answer.verdict = YS_INVALID_VALUE;
  CHECK(ys_run_answer(run, &answer) == YS_OK);
}

/* The result as YAML with the warnings after it, or all records. `values` are
 * texts up to NULL. */
static inline void word_run(ys_schema *schema, const char *const *values,
                            ys_buf *out) {
  ys_question question = {.kind = YS_ASK_DEFAULT};
  ys_run run;
  CHECK(ys_run_init(&run, plain_memory, schema) == YS_OK);
  ys_host_use(&run.space, &word_host);
  for (; *values != NULL; values++)
    CHECK(ys_run_parse(&run, hand_source(&run.space, "v.yml", *values),
                       YS_INPUT_TEMPLATE) == YS_OK);
  while (question.kind != YS_ASK_NOTHING) {
    CHECK(ys_run_next(&run, &question) == YS_OK);
    if (question.kind != YS_ASK_NOTHING) word_answer(&run, &question);
  }
  if (ys_diags_exit_status(&run.space.diags) == 0) ys_emit_yaml(&run.root, out);
  word_records(out, &run.space);
  ys_run_release(&run);
}

/* Compiles a schema, whose header line is `header`, and applies the texts. */
static inline bool word_gives(const char *header, const char *body,
                              const char *const *values, const char *expected) {
  char text[4096];
  ys_schema schema;
  bool same;
  CHECK((size_t)snprintf(text, sizeof text, "%s\n---\n%s", header, body) <
        sizeof text);
  ys_buf out = ys_buf_of(plain_memory);
  if (word_compile(&schema, text) == YS_OK)
    word_run(&schema, values, &out);
  else
    word_records(&out, &schema.space);
  same = hand_same(ys_buf_str(&out), expected);
  if (!same) fprintf(stderr, "of the schema:\n%s\n", text);
  ys_buf_release(&out);
  ys_schema_release(&schema);
  return same;
}

#define CURRENT "#@data/values-schema"
#define PROPOSAL "#@schema/definition data_values=True"
#define EARLY "#@schema"

/* The outcome of a schema and up to three texts. */
#define GIVES(header, body, expected, ...)                                     \
  CHECK(word_gives(header, body, (const char *const[]){__VA_ARGS__, NULL},     \
                   expected))
#define NOTHING NULL

#endif
