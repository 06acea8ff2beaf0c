#include "core/overlay/operation.h"

#include "core/annotation/expect.h"

const ys_operation ys_no_operation = {.op = YS_OP_MERGE};

typedef struct reader {
  ys_space *space;
  ys_operation out;
  ys_operation_problems problems;
  bool any_problem;
} reader;

/* ---- problems ------------------------------------------------------------ */

/* Sets the problem unless there is one already: only the first is reported. */
static ys_status problem(reader *r, ys_str *out, const char *template,
                         const ys_str *words) {
  r->any_problem = true;
  if (out->len > 0) return YS_OK;
  return ys_str_fill(&r->space->arena, template, words, out);
}

/* A repeated annotation is reported before any other problem with it. */
static ys_status repeated(reader *r, ys_str *out, const ys_annot *annot) {
  *out = (ys_str){0};
  return problem(r, out, "Expected to find only one @%s annotation",
                 YS_WORDS(annot->name));
}

static ys_status unknown_keyword(reader *r, ys_str *out, const ys_annot *annot,
                                 ys_str name) {
  return problem(r, out, "Unknown '%s' annotation keyword argument '%s'",
                 YS_WORDS(annot->name, name));
}

static ys_status invalid_keyword(reader *r, ys_str *out, const ys_annot *annot,
                                 const ys_arg *arg, const char *wanted) {
  return problem(
      r, out,
      "Expected '%s' annotation keyword argument '%s' to be %s, but was %s",
      YS_WORDS(annot->name, arg->name, ys_cstr(wanted),
               ys_kind_name((ys_kind)arg->value.kind)));
}

static ys_status positional(reader *r, ys_str *out, const ys_annot *annot) {
  return problem(r, out,
                 "Expected '%s' annotation to have keyword arguments only",
                 YS_WORDS(annot->name));
}

/* ---- @overlay/match, @overlay/match-child-defaults ----------------------- */

/* Takes expects=, missing_ok= or when=. */
static ys_status take_expectation(reader *r, ys_str *wrong,
                                  const ys_annot *annot, const ys_arg *arg,
                                  ys_match_defaults *out) {
  const ys_slot *value = &arg->value;
  ys_str why;
  if (arg->name.len == 0) return positional(r, wrong, annot);
  if (ys_str_eq(arg->name, YS_STR("missing_ok"))) {
    out->missing_ok = value;
    if (value->kind == YS_BOOL) return YS_OK;
    return problem(r, wrong,
                   "Expected keyword argument 'missing_ok' to be a boolean",
                   NULL);
  }
  if (ys_str_eq(arg->name, YS_STR("expects")))
    out->expects = value;
  else if (ys_str_eq(arg->name, YS_STR("when")))
    out->when = value;
  else
    return unknown_keyword(r, wrong, annot, arg->name);
  YS_TRY(
      ys_expect_check(&r->space->arena, value, annot->name, arg->name, &why));
  return why.len > 0 ? problem(r, wrong, "%s", &why) : YS_OK;
}

static ys_status read_match(reader *r, const ys_annot *annot) {
  ys_str *wrong = &r->problems.match;
  if (r->out.matches) {
    r->problems.by_first = false;
    return repeated(r, wrong, annot);
  }
  r->out.matches = true;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
    if (!ys_str_eq(arg->name, YS_STR("by"))) {
      YS_TRY(take_expectation(r, wrong, annot, arg, &r->out.own));
      continue;
    }
    r->out.by = &arg->value;
    r->problems.by_first = wrong->len == 0;
  }
  return YS_OK;
}

static ys_status read_child_defaults(reader *r, const ys_annot *annot) {
  ys_str *wrong = &r->problems.children;
  ys_match_defaults *children;
  if (r->out.children != NULL) return repeated(r, wrong, annot);
  YS_NEW(children, &r->space->arena);
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    YS_TRY(take_expectation(r, wrong, annot, arg, children));
  r->out.children = children;
  return YS_OK;
}

/* ---- operations ---------------------------------------------------------- */

static ys_status take_flag(reader *r, const ys_annot *annot, const ys_arg *arg,
                           bool *out) {
  *out = arg->value.kind == YS_BOOL && arg->value.u.boolean;
  if (arg->value.kind == YS_BOOL) return YS_OK;
  return invalid_keyword(r, &r->problems.op, annot, arg, "boolean");
}

static ys_status take_via(reader *r, const ys_annot *annot, const ys_arg *arg) {
  if (arg->value.kind != YS_CLOSURE)
    return invalid_keyword(r, &r->problems.op, annot, arg, "function");
  r->out.via = arg->value.u.closure;
  return YS_OK;
}

static ys_status take_op_keyword(reader *r, const ys_annot *annot,
                                 const ys_arg *arg) {
  const ys_op op = r->out.op;
  if (arg->name.len == 0) return positional(r, &r->problems.op, annot);
  if (ys_str_eq(arg->name, YS_STR("via")) &&
      (op == YS_OP_REPLACE || op == YS_OP_INSERT || op == YS_OP_ASSERT))
    return take_via(r, annot, arg);
  if (op == YS_OP_REPLACE && ys_str_eq(arg->name, YS_STR("or_add")))
    return take_flag(r, annot, arg, &r->out.or_add);
  if (op == YS_OP_INSERT && ys_str_eq(arg->name, YS_STR("before")))
    return take_flag(r, annot, arg, &r->out.before);
  if (op == YS_OP_INSERT && ys_str_eq(arg->name, YS_STR("after")))
    return take_flag(r, annot, arg, &r->out.after);
  return unknown_keyword(r, &r->problems.op, annot, arg->name);
}

static ys_status check_insert(reader *r, const ys_annot *annot) {
  if (ys_annot_arg(annot, YS_STR("before")) != NULL ||
      ys_annot_arg(annot, YS_STR("after")) != NULL)
    return YS_OK;
  return problem(r, &r->problems.op,
                 "Expected 'overlay/insert' annotation to have at least one "
                 "keyword argument (before=..., after=...)",
                 NULL);
}

static ys_status read_op(reader *r, const ys_annot *annot, ys_op op) {
  r->out.removes |= op == YS_OP_REMOVE;
  if (r->out.named)
    return problem(r, &r->problems.op,
                   "Expected to find only one overlay operation", NULL);
  r->out.named = true;
  r->out.op = op;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    YS_TRY(take_op_keyword(r, annot, arg));
  return op == YS_OP_INSERT ? check_insert(r, annot) : YS_OK;
}

/* ---- all of them --------------------------------------------------------- */

/* The operation that an annotation names, if it does. */
static bool names_op(const ys_annot *annot, ys_op *op) {
  switch (annot->word) {
  case YS_WORD_OVERLAY_MERGE: *op = YS_OP_MERGE; return true;
  case YS_WORD_OVERLAY_REMOVE: *op = YS_OP_REMOVE; return true;
  case YS_WORD_OVERLAY_REPLACE: *op = YS_OP_REPLACE; return true;
  case YS_WORD_OVERLAY_INSERT: *op = YS_OP_INSERT; return true;
  case YS_WORD_OVERLAY_APPEND: *op = YS_OP_APPEND; return true;
  case YS_WORD_OVERLAY_ASSERT: *op = YS_OP_ASSERT; return true;
  default: return false;
  }
}

const ys_annot *ys_operation_annot(const ys_slot *slot) {
  ys_op op;
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    if (names_op(a, &op)) return a;
  return ys_annot_find(slot, YS_WORD_OVERLAY_MATCH);
}

static ys_status read_one(reader *r, const ys_annot *annot) {
  ys_op op;
  r->out.unreadable |= !annot->evaluated;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
    r->out.has_via |= ys_str_eq(arg->name, YS_STR("via"));
    r->out.has_by |= ys_str_eq(arg->name, YS_STR("by"));
  }
  if (annot->word == YS_WORD_OVERLAY_MATCH) return read_match(r, annot);
  if (annot->word == YS_WORD_OVERLAY_CHILD_DEFAULTS)
    return read_child_defaults(r, annot);
  if (names_op(annot, &op)) return read_op(r, annot, op);
  return YS_OK; /* an unknown annotation, which has been reported */
}

/* The record that all slots share that have only such an annotation, without
 * arguments; or NULL. @overlay/insert needs arguments. */
static const ys_operation *shared(const ys_annot *annot) {
  static const ys_operation alone[] = {
      [YS_OP_MERGE] = {.op = YS_OP_MERGE, .named = true},
      [YS_OP_REMOVE] = {.op = YS_OP_REMOVE, .named = true, .removes = true},
      [YS_OP_REPLACE] = {.op = YS_OP_REPLACE, .named = true},
      [YS_OP_APPEND] = {.op = YS_OP_APPEND, .named = true},
  };
  ys_op op;
  if (annot->next != NULL || annot->args != NULL || !annot->evaluated ||
      !names_op(annot, &op) || op == YS_OP_INSERT || op == YS_OP_ASSERT)
    return NULL;
  return &alone[op];
}

static ys_status keep(reader *r, const ys_operation **out) {
  ys_arena *arena = &r->space->arena;
  ys_operation *kept = ys_arena_new(arena, ys_operation);
  ys_operation_problems *problems = NULL;
  if (kept == NULL) return YS_NOMEM;
  if (r->any_problem) {
    YS_KEEP(problems, arena, r->problems);
  }
  *kept = r->out;
  kept->problems = problems;
  *out = kept;
  return YS_OK;
}

static ys_status read(ys_space *space, const ys_annot *annots,
                      const ys_operation **out) {
  reader r = {.space = space};
  bool any = false;
  *out = shared(annots);
  if (*out != NULL) return YS_OK;
  for (const ys_annot *a = annots; a != NULL; a = a->next) {
    if (!ys_word_is_overlay(a->word)) continue;
    any = true;
    YS_TRY(read_one(&r, a));
  }
  *out = &ys_no_operation;
  return any ? keep(&r, out) : YS_OK;
}

/* A record with annotations that could not be evaluated is read again, because
 * they may have been evaluated since. */
ys_status ys_operation_of(ys_space *space, const ys_slot *slot,
                          const ys_operation **out) {
  ys_annot *first = ys_slot_annots(slot);
  *out = first == NULL ? &ys_no_operation : first->operation;
  if (*out != NULL) return YS_OK;
  YS_TRY(read(space, first, out));
  if (!(*out)->unreadable) first->operation = *out;
  return YS_OK;
}
