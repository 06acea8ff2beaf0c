#include "core/rule/rule.h"

#include "core/annotation/synonym.h"

/* A bound that is greater than the number of named rules. */
#define MOST_NAMED 32

/* The state of compiling one annotation to a ys_validation. */
typedef struct compiler {
  ys_space *space;
  const ys_annot *annot;
  ys_validation *out;
  bool invalid;
  bool when_seen;
  const ys_named_rule *seen[MOST_NAMED]; /* in the order written */
} compiler;

static ys_status add_error(compiler *c, ys_str problem, ys_str rule,
                           ys_str nearest) {
  ys_diag *diag = ys_space_diagnose(c->space, YS_E_RULE_ARGUMENT,
                                    ys_annot_place(c->annot), YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  c->invalid = true;
  diag->rule = rule;
  diag->args[0] = problem;
  diag->args[1] = rule;
  diag->args[2] = nearest;
  diag->args[3] = c->annot->name;
  diag->fix = ys_fix_word(rule, nearest);
  return YS_OK;
}

/* Records an error whose problem is made of three parts. */
static ys_status add_error_of(compiler *c, ys_str rule, ys_str before,
                              ys_str what, ys_str after) {
  ys_str problem;
  YS_TRY(ys_str_fill(&c->space->arena, "%s%s%s", YS_WORDS(before, what, after),
                     &problem));
  return add_error(c, problem, rule, (ys_str){0});
}

static void add_closure(compiler *c, ys_str called, ys_str must_be,
                        uint32_t closure) {
  ys_rule *rule = &c->out->rules[c->out->count++];
  rule->called = called.len > 0 ? called : must_be;
  rule->closure = closure;
  rule->must_be = must_be;
}

/* ---- positional arguments ------------------------------------------------ */

static ys_status invalid_size(compiler *c, uint32_t size) {
  ys_status status;
  ys_buf number = ys_buf_of(c->space->arena.memory);
  ys_buf_uint(&number, size);
  status = ys_buf_status(&number);
  if (status == YS_OK)
    status =
        add_error_of(c, (ys_str){0},
                     YS_STR("expected 2-tuple, but found tuple with length "),
                     ys_buf_str(&number), (ys_str){0});
  ys_buf_release(&number);
  return status;
}

static ys_status compile_tuple(compiler *c, ys_str called,
                               const ys_slot *tuple) {
  const ys_slot *description, *function;
  if (ys_slot_size(tuple) != 2) return invalid_size(c, ys_slot_size(tuple));
  description = ys_slot_first(tuple);
  function = description->next;
  if (description->kind != YS_STRING)
    YS_TRY(
        add_error_of(c, (ys_str){0},
                     YS_STR("expected first item in the 2-tuple to be a string "
                            "describing a valid value, but was "),
                     ys_kind_name((ys_kind)description->kind), (ys_str){0}));
  if (function->kind != YS_CLOSURE)
    return add_error_of(c, (ys_str){0},
                        YS_STR("expected second item in the 2-tuple to be an "
                               "assertion function, but was "),
                        ys_kind_name((ys_kind)function->kind), (ys_str){0});
  if (description->kind == YS_STRING)
    add_closure(c, called, ys_slot_text(description), function->u.closure);
  return YS_OK;
}

static ys_status compile_positional(compiler *c, const ys_arg *arg) {
  if (arg->value.kind == YS_CLOSURE) {
    add_closure(c, arg->called, YS_STR("a value that satisfies the rule"),
                arg->value.u.closure);
    return YS_OK;
  }
  if ((arg->value.flags & YS_SLOT_TUPLE) != 0)
    return compile_tuple(c, arg->called, &arg->value);
  return add_error_of(
      c, (ys_str){0},
      YS_STR("expected annotation to have 2-tuple as argument(s), but found: "),
      arg->text,
      arg->value.kind == YS_ARRAY
          ? YS_STR(" (a list: write (\"description\", function))")
          : (ys_str){0});
}

/* ---- keyword arguments --------------------------------------------------- */

static ys_status repeated(compiler *c, ys_str name) {
  return add_error_of(c, name, YS_STR("keyword argument \""), name,
                      YS_STR("\" repeated"));
}

static ys_status compile_when(compiler *c, const ys_arg *arg) {
  if (c->when_seen) return repeated(c, arg->name);
  c->when_seen = true;
  if (arg->value.kind != YS_CLOSURE)
    return add_error_of(
        c, arg->name,
        YS_STR("expected keyword argument \"when\" to be a function, but was "),
        ys_kind_name((ys_kind)arg->value.kind), (ys_str){0});
  c->out->when = arg->value.u.closure;
  c->out->when_text = arg->text;
  return YS_OK;
}

static ys_status unknown_keyword(compiler *c, ys_str name) {
  const ys_str familiar = ys_synonym_argument(name);
  ys_nearest nearest;
  ys_str problem;
  ys_nearest_init(&nearest, name);
  ys_rule_offer(&nearest);
  ys_nearest_offer(&nearest, YS_STR("when"));
  YS_TRY(ys_str_fill(&c->space->arena, "unknown keyword argument \"%s\"",
                     YS_WORDS(name), &problem));
  return add_error(c, problem, name,
                   familiar.len > 0 ? familiar : nearest.best);
}

static bool seen_before(compiler *c, const ys_named_rule *named) {
  size_t i = 0;
  while (c->seen[i] != NULL && c->seen[i] != named)
    i++;
  if (c->seen[i] == named) return true;
  c->seen[i] = named;
  return false;
}

/* Whether a rule is switched off, as in `unique=False`. Such a rule has no
 * effect. */
static bool is_off(const ys_rule *rule) {
  return rule->argument->kind == YS_BOOL && !rule->argument->u.boolean &&
         rule->named->takes == 1U << YS_BOOL;
}

/* Makes a rule of each group of keys. */
static ys_status compile_groups(compiler *c, const ys_named_rule *named,
                                const ys_arg *arg, const ys_slot *groups,
                                const ys_slot *message) {
  for (const ys_slot *g = ys_slot_first(groups); g != NULL; g = g->next) {
    const ys_arg one = {.name = arg->name, .value = *g, .computed = true};
    ys_preparation preparation;
    ys_rule rule;
    YS_TRY(ys_rule_prepare(c->space, named, &one, &rule, &preparation));
    if (preparation.problem.len > 0)
      return add_error(c, preparation.problem, arg->name, preparation.nearest);
    rule.argument = g;
    if (message != NULL) rule.must_be = ys_slot_text(message);
    c->out->rules[c->out->count++] = rule;
  }
  return YS_OK;
}

static ys_status compile_named(compiler *c, const ys_arg *arg) {
  const ys_named_rule *named = ys_rule_find(arg->name);
  const ys_slot *groups, *message;
  ys_preparation preparation;
  ys_rule rule;
  if (named == NULL) return unknown_keyword(c, arg->name);
  if (seen_before(c, named)) return repeated(c, arg->name);
  groups = ys_rule_groups(named, &arg->value, &message);
  if (groups != NULL) return compile_groups(c, named, arg, groups, message);
  YS_TRY(ys_rule_prepare(c->space, named, arg, &rule, &preparation));
  if (preparation.problem.len > 0) {
    YS_TRY(add_error(c, preparation.problem, arg->name, preparation.nearest));
    if (preparation.nearest.len > 0)
      c->space->diags.last->fix =
          ys_fix_word(ys_slot_text(preparation.argument), preparation.nearest);
    return YS_OK;
  }
  if (is_off(&rule)) return YS_OK;
  if (named->word == YS_RULE_NOT_NULL) {
    ys_rule *kept = ys_arena_new(&c->space->arena, ys_rule);
    if (kept == NULL) return YS_NOMEM;
    *kept = rule;
    c->out->not_null = kept;
  } else {
    if (named->word == YS_RULE_JSON_SCHEMA)
      c->out->json = &c->out->rules[c->out->count];
    c->out->rules[c->out->count++] = rule;
  }
  return YS_OK;
}

/* A JSON Schema has words and conditions of its own. */
static ys_status check_json(compiler *c) {
  const ys_rule *json = c->out->json;
  if (json == NULL) return YS_OK;
  if (!json->spells)
    return add_error(
        c,
        YS_STR("keyword argument \"json_schema\" takes no message: "
               "the keywords of the JSON Schema say what a value "
               "must be"),
        ys_cstr(json->named->name), (ys_str){0});
  if (c->when_seen)
    return add_error(
        c,
        YS_STR("keyword argument \"json_schema\" cannot be combined "
               "with \"when\": write the condition into the JSON "
               "Schema, as if and then"),
        ys_cstr(json->named->name), (ys_str){0});
  return YS_OK;
}

/* An expression of CEL. The host gives a list of what reports say a valid value
 * is, the function that evaluates the expression, and the expression. */
static ys_status compile_cel(compiler *c, const ys_arg *arg) {
  const ys_named_rule *named = ys_rule_find(arg->name);
  const ys_slot *words, *function;
  ys_rule *rule = &c->out->rules[c->out->count];
  if (arg->value.kind != YS_ARRAY || ys_slot_size(&arg->value) != 3)
    return add_error_of(c, arg->name,
                        YS_STR("expected keyword argument \"cel\" to be "),
                        ys_cstr(named->words), (ys_str){0});
  words = ys_slot_first(&arg->value);
  function = words->next;
  add_closure(c, (ys_str){0}, ys_slot_text(words), function->u.closure);
  rule->named = named;
  rule->argument = function->next;
  return YS_OK;
}

static ys_status compile_argument(compiler *c, const ys_arg *arg) {
  if (arg->name.len == 0) return compile_positional(c, arg);
  if (ys_str_eq(arg->name, YS_STR("cel"))) return compile_cel(c, arg);
  if (ys_str_eq(arg->name, YS_STR("when"))) return compile_when(c, arg);
  return compile_named(c, arg);
}

/* The most rules that the arguments may make. */
static uint32_t count_rules(const ys_annot *annot) {
  uint32_t count = 0;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
    const ys_named_rule *named = ys_rule_find(arg->name);
    const ys_slot *message, *groups = NULL;
    if (named != NULL) groups = ys_rule_groups(named, &arg->value, &message);
    count += groups != NULL ? ys_slot_size(groups) : 1;
  }
  return count;
}

ys_status ys_rule_compile(ys_space *space, const ys_annot *annot,
                          ys_validation *out) {
  compiler c = {.space = space, .annot = annot, .out = out};
  const uint32_t count = count_rules(annot);
  *out = (ys_validation){.place = ys_annot_place(annot)};
  if (count == 0) {
    YS_TRY(
        add_error(&c,
                  YS_STR("expected annotation to have 2-tuple as argument(s), "
                         "but found no arguments"),
                  (ys_str){0}, (ys_str){0}));
    return YS_INVALID;
  }
  YS_NEW_LIST(out->rules, &space->arena, count);
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    YS_TRY(compile_argument(&c, arg));
  YS_TRY(check_json(&c));
  return c.invalid ? YS_INVALID : YS_OK;
}

const char *ys_rule_emptiness(const ys_slot *slot) {
  switch (slot->kind) {
  case YS_STRING: return ys_slot_size(slot) == 0 ? "\"\"" : NULL;
  case YS_ARRAY: return ys_slot_size(slot) == 0 ? "[]" : NULL;
  case YS_INT: return slot->u.natural == 0 ? "0" : NULL;
  case YS_FLOAT: return slot->u.number == 0 ? "0.0" : NULL;
  default: return NULL;
  }
}
