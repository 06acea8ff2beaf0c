/* oom_vocabulary.c - Schemas with open keys and alternatives, and runs of them,
 * with every allocation failing in turn. Functions, `f`, are C's: a key is
 * allowed when it is short, a number of keys is accepted if it is even, and a
 * schema is a map. */

#include "core/annotation/copy.h"
#include "core/print/emit.h"
#include "core/run/run.h"
#include "oom_texts.h"

/* ---- functions ----------------------------------------------------------- */

enum { KEY = 1, COUNT, SCHEMA };

static ys_status give_schema(ys_space *space, ys_slot *out) {
  ys_slot *entry = ys_arena_new(&space->arena, ys_slot);
  if (entry == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_MAP));
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, YS_STR("host"), &entry->key));
  YS_TRY(ys_slot_set_text(&space->arena, entry, YS_STR("h")));
  ys_slot_append(out, entry);
  return YS_OK;
}

static ys_status call(void *ud, ys_space *space, uint32_t closure,
                      const ys_slot *const *arguments, uint32_t count,
                      ys_reply *reply) {
  (void)ud;
  (void)count;
  if (closure == SCHEMA) return give_schema(space, &reply->value);
  reply->value.kind = YS_BOOL;
  reply->value.u.boolean = closure == KEY ? ys_slot_size(arguments[0]) < 4
                                          : arguments[0]->u.integer % 2 == 0;
  return YS_OK;
}

static const ys_host host = {.call = call};

static ys_status closure_arg(ys_space *space, const char *name,
                             uint32_t closure, ys_arg ***end) {
  ys_arg *arg = ys_arena_new(&space->arena, ys_arg);
  if (arg == NULL) return YS_NOMEM;
  arg->name = ys_cstr(name);
  arg->text = YS_STR("f");
  arg->value.kind = YS_CLOSURE;
  arg->value.u.closure = closure;
  **end = arg;
  *end = &arg->next;
  return YS_OK;
}

static ys_status evaluate(ys_space *space, ys_annot *annot) {
  ys_arg *first = NULL, **end = &first;
  if (ys_str_eq(annot->name, YS_STR("schema/key"))) {
    YS_TRY(closure_arg(space, "allowed", KEY, &end));
    YS_TRY(closure_arg(space, "expects", COUNT, &end));
  } else {
    YS_TRY(closure_arg(space, "", SCHEMA, &end));
  }
  annot->args = first;
  annot->evaluated = true;
  return YS_OK;
}

/* ---- schemas ------------------------------------------------------------- */

static const char words[] =
    "#@schema\n---\n"
    "#@schema/type one_of=[\"int\", \"string\"], or_inferred=True\nport: 80\n"
    "#@schema/allow-empty\nnote: \"\"\n"
    "#@schema/type \"map\"\nfree: {a: [1]}\n"
    "any: []\nnone:\n"
    "#@schema/removed \"use port\"\nold: 1\n"
    "#@schema/example {\"ab\": 5}\n"
    "keys:\n  name: n\n"
    "  #@schema/key-may-be-present\n  more: 1\n"
    "  #@schema/key allowed=f, expects=f\n  _: 1\n"
    "  #@schema/key allowed=\"^max_\", expects=\"0+\"\n  __: 2\n"
    "#@schema/nullable\nmust:\n  #@schema/required \"why\"\n  have: 1\n"
    "#@schema/renamed from=[\"first\", \"second.one\"]\nlater: 1\n"
    "above:\n  #@schema/renamed from=\"/root.old\"\n  below: 1\n"
    "#@schema/default {\"given\": \"a\"}\n"
    "strict:\n  #@schema/required \"it matters\"\n  given: \"\"\n"
    "#@schema/any-of {\"host\": \"h\", \"tls\": True}, \"\", [0]\nany_of: x\n"
    "#@schema/all-of 0, 0.5\nall_of: 1\n"
    "#@schema/one-of 0, 0.5, \"\"\none_of: 0.5\n"
    "#@schema/any-of f\nmade: {}\n"
    "many:\n#@schema/any-of {\"a\": \"x\", \"b\": \"x\"}, "
    "{\"b\": \"x\", \"c\": 0}\n- {}\n";

static const char mistakes[] =
    "#@schema/definition data_values=True, nmae=1\n---\n"
    "#@schema/type \"strng\"\na: 1\n"
    "#@schema/type one_of=[\"int\"]\nb: x\n"
    "#@schema/key allowed=\"(\"\nc: 1\n"
    "#@schema/key expects=\"many\"\nd: 1\n"
    "#@schema/any-of \"\", 0\ne: true\n"
    "#@schema/renamed from=\"h\"\ni: 1\n#@schema/renamed from=1\nj: 1\n"
    "#@schema/required 1\n#@schema/default 1\nh: 1\n"
    "#@schema/any-of 0\n#@schema/all-of 1\nf: 1\n"
    "#@schema/any-of {\"a\": 1}\ng:\n  #@schema/nullable\n  a: 1\n";

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
  for (; pending != NULL; pending = pending->next)
    YS_TRY(evaluate(&schema->space, pending->annot));
  return ys_schema_compile(schema, &host);
}

/* Hashes the texts of the records. */
static uint64_t hash_records(const ys_space *space) {
  uint64_t hash = 0;
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    hash = oom_hash(hash, d->path);
    for (int i = 0; i < 4; i++)
      hash = oom_hash(hash, d->args[i]);
  }
  return hash;
}

static ys_status compile_text(ys_memory memory, const char *text,
                              uint64_t *result) {
  ys_schema schema = {0};
  ys_status status = compile(&schema, memory, text);
  *result = hash_records(&schema.space) + (status == YS_INVALID);
  ys_schema_release(&schema);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status compile_words(ys_memory memory, uint64_t *result) {
  return compile_text(memory, words, result);
}

static ys_status compile_mistakes(ys_memory memory, uint64_t *result) {
  return compile_text(memory, mistakes, result);
}

/* ---- runs ---------------------------------------------------------------- */

static ys_schema schema;

static ys_status finish(ys_run *run, ys_memory memory, uint64_t *result) {
  ys_question question;
  ys_status status;
  YS_TRY(ys_run_next(run, &question));
  ys_buf out = ys_buf_of(memory);
  if (ys_diags_exit_status(&run->space.diags) == 0)
    ys_emit_yaml(&run->root, &out);
  *result = oom_hash(hash_records(&run->space), ys_buf_str(&out));
  status = ys_buf_status(&out);
  ys_buf_release(&out);
  return status;
}

static bool folds;

static ys_status apply(ys_memory memory, const char *text, uint64_t *result) {
  ys_run run;
  uint16_t source;
  ys_status status = ys_run_init(&run, memory, &schema);
  run.space.folding.on = folds;
  ys_host_use(&run.space, &host);
  if (status == YS_OK)
    status =
        oom_add(&run.space.sources, memory, "v.yml", ys_cstr(text), &source);
  if (status == YS_OK) status = ys_run_parse(&run, source, YS_INPUT_TEMPLATE);
  if (status != YS_NOMEM) status = finish(&run, memory, result);
  ys_run_release(&run);
  return status;
}

static ys_status good_values(ys_memory memory, uint64_t *result) {
  return apply(memory,
               "port: http\nfree: {b: {c: 1}}\nany: [1, x]\n"
               "keys: {ab: 1, max_x: 3, more: 2, cd: 4}\n"
               "any_of: {host: a}\nall_of: 2\none_of: z\n"
               "second: {one: 5}\nroot: {old: 3}\n",
               result);
}

static ys_status bad_values(ys_memory memory, uint64_t *result) {
  return apply(memory,
               "port: 1.5\nold: 2\nkeys: {ab: x, long_one: 1, max_x: 3}\n"
               "any_of: true\nall_of: 1.5\none_of: 3\nmade: {host: 1}\n"
               "note: \"\"\nmust: {}\nfirst: 1\nlater: 2\nroot: {old: "
               "x}\n---\nkeys: {}\nany_of: {port: 1}\n",
               result);
}

/* The same violations of rules in alternatives, most of which are only counted.
 */
static ys_status repeated_violations(ys_memory memory, uint64_t *result) {
  return apply(memory,
               "many:\n- {a: \"\"}\n- {a: \"\"}\n- {a: \"\", b: \"\"}\n"
               "- {a: \"\"}\n- {b: \"\", c: 1}\n- {b: \"\"}\n- {b: \"\"}\n"
               "- {a: \"\"}\n- {c: x}\n- {b: \"\"}\n",
               result);
}

/* The compiled schema's tree in a space of its own. */
static ys_status copy(ys_memory memory, uint64_t *result) {
  ys_space space;
  ys_slot slot = {0};
  ys_status status = ys_space_init(&space, memory, NULL);
  if (status == YS_OK)
    status = ys_copy_annotated(&space, &schema.space, schema.documents.first, 3,
                               &slot);
  if (status == YS_OK)
    *result = oom_hash(ys_slot_size(&slot),
                       ys_sources_name(&space.sources, ys_slot_place(&slot)));
  ys_space_release(&space);
  return status;
}

int main(void) {
  int bad = 0;
  if (compile(&schema, plain_memory, words) != YS_OK) {
    fprintf(stderr, "the test's own schema does not compile\n");
    return 1;
  }
  bad += oom_loop("compile the schema's words", compile_words, 150);
  bad += oom_loop("compile mistakes", compile_mistakes, 50);
  bad += oom_loop("apply what fits", good_values, 80);
  bad += oom_loop("apply what does not", bad_values, 100);
  folds = true;
  bad += oom_loop("apply what does not, many times", repeated_violations, 80);
  bad += oom_loop("copy a schema", copy, 50);
  ys_schema_release(&schema);
  return bad > 0;
}
