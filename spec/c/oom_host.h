#ifndef OOM_HOST_H
#define OOM_HOST_H

/*
 * oom_host.h - The part of the Lua side in C, for a schema and a run: it gives
 * arguments to the annotations that hold functions, and it answers questions.
 *
 * The schemas of these tests write `f` for a function. A validation is
 * `("even", f)`, with or without `when=f`; a default is `f`.
 */

#include "core/annotation/literal.h"
#include "core/run/run.h"
#include "oom_texts.h"

enum { OOM_RULE = 1, OOM_WHEN = 2, OOM_DEFAULT = 3, OOM_CLOSURES = 3 };

static inline ys_status oom_closure_arg(ys_space *space, const char *name,
                                        uint32_t closure, ys_arg **out) {
  ys_arg *arg = ys_arena_new(&space->arena, ys_arg);
  if (arg == NULL) return YS_NOMEM;
  arg->name = ys_cstr(name);
  arg->text = YS_STR("f");
  arg->value.kind = YS_CLOSURE;
  arg->value.u.closure = closure;
  *out = arg;
  return YS_OK;
}

/* ("even", f) */
static inline ys_status oom_rule_arg(ys_space *space, ys_arg **out) {
  ys_arg *arg = ys_arena_new(&space->arena, ys_arg);
  ys_slot *words = ys_arena_new(&space->arena, ys_slot);
  ys_slot *function = ys_arena_new(&space->arena, ys_slot);
  if (arg == NULL || words == NULL || function == NULL) return YS_NOMEM;
  arg->text = YS_STR("(\"even\", f)");
  YS_TRY(ys_slot_make_collection(&space->arena, &arg->value, YS_ARRAY));
  arg->value.flags |= YS_SLOT_TUPLE;
  YS_TRY(ys_slot_set_text(&space->arena, words, YS_STR("even")));
  function->kind = YS_CLOSURE;
  function->u.closure = OOM_RULE;
  ys_slot_append(&arg->value, words);
  ys_slot_append(&arg->value, function);
  *out = arg;
  return YS_OK;
}

static inline bool oom_mentions(ys_str text, const char *word) {
  size_t len = strlen(word);
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.ptr + i, word, len) == 0) return true;
  return false;
}

/* Evaluates what is before `, when=f`, and adds the function. */
static inline ys_status oom_refers(ys_space *space, ys_annot *annot,
                                   ys_arg **out) {
  const ys_str end = YS_STR(", when=f");
  const ys_str text = {annot->text.ptr, annot->text.len - end.len};
  ys_annot *part =
      ys_annot_new(&space->arena, annot->name, text, ys_annot_place(annot));
  ys_arg *last;
  if (part == NULL) return YS_NOMEM;
  YS_TRY(ys_literal_arguments(space, part));
  for (last = (ys_arg *)part->args; last->next != NULL;)
    last = last->next;
  *out = (ys_arg *)part->args;
  return oom_closure_arg(space, "when", OOM_WHEN, &last->next);
}

static inline ys_status oom_evaluate(ys_space *space, ys_annot *annot) {
  ys_arg *args;
  if (ys_str_eq(annot->name, YS_STR("schema/default"))) {
    YS_TRY(oom_closure_arg(space, "", OOM_DEFAULT, &args));
  } else if (ys_str_eq(annot->name, YS_STR("schema/refers"))) {
    YS_TRY(oom_refers(space, annot, &args));
  } else {
    YS_TRY(oom_rule_arg(space, &args));
    if (oom_mentions(annot->text, "when="))
      YS_TRY(oom_closure_arg(space, "when", OOM_WHEN, &args->next));
  }
  annot->args = args;
  annot->evaluated = true;
  return YS_OK;
}

/* Adds `count` texts to a new schema and compiles it. */
static inline ys_status oom_compile(ys_schema *schema, ys_memory memory,
                                    const ys_str *texts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t index;
    ys_role role;
    YS_TRY(oom_add(&schema->space.sources, memory, "schema.yml", texts[i],
                   &index));
    YS_TRY(ys_schema_add(schema, index, &role));
  }
  ys_pending *pending;
  YS_TRY(ys_schema_pending(schema, &pending));
  schema->closure_count = OOM_CLOSURES;
  for (; pending != NULL; pending = pending->next)
    YS_TRY(oom_evaluate(&schema->space, pending->annot));
  return ys_schema_compile(schema, NULL);
}

/* Answers a question as a host would: `when=` is true, every rule is broken,
 * and the default is what `value` says, or fails when it is empty. */
static inline ys_status oom_answer(ys_run *run, const ys_question *question,
                                   ys_str value) {
  if (question->kind == YS_ASK_WHEN)
    return ys_run_answer(run, &(ys_answer){.verdict = YS_VALID});
  if (question->kind == YS_ASK_RULE)
    return ys_run_answer(run, &(ys_answer){.verdict = YS_INVALID_VALUE,
                                           .message = YS_STR("is odd")});
  if (value.len == 0)
    return ys_run_give_default(run, NULL, YS_STR("the default failed"),
                               YS_STR("called from s.yml:1"));
  ys_slot *slot = ys_arena_new(&run->space.arena, ys_slot);
  if (slot == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_set_text(&run->space.arena, slot, value));
  return ys_run_give_default(run, slot, (ys_str){0}, (ys_str){0});
}

static inline ys_status oom_finish(ys_run *run, ys_str value) {
  for (;;) {
    ys_question question = {0};
    YS_TRY(ys_run_next(run, &question));
    if (question.kind == YS_ASK_NOTHING) return YS_OK;
    YS_TRY(oom_answer(run, &question, value));
  }
}

#endif
