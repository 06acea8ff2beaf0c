#include "core/overlay/operation.h"

typedef struct reader {
  ys_space *space;
  ys_stand stand;
  ys_str *problem;
} reader;

/* ---- problems ------------------------------------------------------------ */

/* Sets the problem; the first one counts. */
static ys_status problem(reader *r, const ys_str *words, size_t count) {
  if (r->problem->len > 0) return YS_OK;
  return ys_str_join(&r->space->arena, words, count, r->problem);
}

static ys_status say(reader *r, const char *sentence) {
  const ys_str words[] = {ys_cstr(sentence)};
  return problem(r, words, 1);
}

static ys_status unknown_keyword(reader *r, const ys_annot *annot,
                                 ys_str name) {
  const ys_str words[] = {YS_STR("Unknown '"), annot->name,
                          YS_STR("' annotation keyword argument '"), name,
                          YS_STR("'")};
  return problem(r, words, 5);
}

static ys_status wrong_keyword(reader *r, const ys_annot *annot, ys_str name,
                               ys_str wanted, const ys_slot *found) {
  const ys_str words[] = {YS_STR("Expected '"),
                          annot->name,
                          YS_STR("' annotation keyword argument '"),
                          name,
                          YS_STR("' to be "),
                          wanted,
                          YS_STR(", but was "),
                          ys_kind_name((ys_kind)found->kind)};
  return problem(r, words, 8);
}

static ys_status positional(reader *r, const ys_annot *annot) {
  const ys_str words[] = {
      YS_STR("Expected '"), annot->name,
      YS_STR("' annotation to have keyword arguments only")};
  return problem(r, words, 3);
}

static bool is_true(const ys_slot *value) {
  return value->kind == YS_BOOL && value->u.boolean;
}

/* The one annotation of this name, or NULL; a second one is a problem. */
static ys_status find_one(reader *r, const ys_slot *slot, ys_str name,
                          const ys_annot **out) {
  const ys_str words[] = {YS_STR("Expected to find only one @"), name,
                          YS_STR(" annotation")};
  *out = NULL;
  for (const ys_annot *a = slot->annots; a != NULL; a = a->next) {
    if (!ys_str_eq(a->name, name)) continue;
    if (*out != NULL) return problem(r, words, 3);
    *out = a;
  }
  return YS_OK;
}

/* ---- expects=, missing_ok=, when= ---------------------------------------- */

/* Takes one of the three; `taken` tells whether it was one. */
static ys_status take_expectation(reader *r, const ys_annot *annot,
                                  const ys_arg *arg, ys_match_defaults *out,
                                  bool *taken) {
  const ys_slot *value = &arg->value;
  ys_str why;
  *taken = true;
  if (ys_str_eq(arg->name, YS_STR("missing_ok"))) {
    out->missing_ok = value;
    if (value->kind == YS_BOOL) return YS_OK;
    return say(r, "Expected keyword argument 'missing_ok' to be a boolean");
  }
  if (ys_str_eq(arg->name, YS_STR("expects"))) {
    out->expects = value;
  } else if (ys_str_eq(arg->name, YS_STR("when"))) {
    out->when = value;
  } else {
    *taken = false;
    return YS_OK;
  }
  YS_TRY(
      ys_expect_check(&r->space->arena, value, annot->name, arg->name, &why));
  return why.len > 0 ? problem(r, &why, 1) : YS_OK;
}

static ys_match_defaults over(const ys_match_defaults *own,
                              const ys_match_defaults *inherited) {
  return (ys_match_defaults){
      own->expects != NULL ? own->expects : inherited->expects,
      own->missing_ok != NULL ? own->missing_ok : inherited->missing_ok,
      own->when != NULL ? own->when : inherited->when};
}

/* Only one of the three may be in force, inherited ones included; an own
 * missing_ok=False takes an inherited missing_ok=True back. */
static ys_status settle_expectation(reader *r, const ys_match_defaults *all,
                                    ys_operation *out) {
  const bool expects = all->expects != NULL, when = all->when != NULL;
  const char *const start = "Expected only one of keyword arguments ";
  const ys_str clash =
      all->missing_ok != NULL && expects ? YS_STR("('missing_ok', 'expects')")
      : all->missing_ok != NULL && when  ? YS_STR("('missing_ok', 'when')")
                                         : YS_STR("('when', 'expects')");
  const ys_str words[] = {ys_cstr(start), clash, YS_STR(" specified")};
  if ((all->missing_ok != NULL) + expects + when > 1)
    return problem(r, words, 3);
  out->counts |= all->missing_ok != NULL || expects || when;
  out->skips = when;
  out->expect.count = 1;
  out->expect.missing_ok = all->missing_ok != NULL && is_true(all->missing_ok);
  out->expect.value = when ? all->when : all->expects;
  out->expect.keyword = when ? YS_STR("when") : YS_STR("expects");
  return YS_OK;
}

ys_status ys_operation_defaults(ys_space *space, const ys_slot *slot,
                                const ys_match_defaults *inherited,
                                ys_match_defaults *out, ys_str *why) {
  reader r = {.space = space, .problem = why};
  ys_match_defaults own = {0};
  const ys_annot *annot;
  *why = (ys_str){0};
  YS_TRY(find_one(&r, slot, YS_STR("overlay/match-child-defaults"), &annot));
  for (const ys_arg *arg = annot != NULL ? annot->args : NULL; arg != NULL;
       arg = arg->next) {
    bool taken;
    if (arg->name.len == 0) return positional(&r, annot);
    YS_TRY(take_expectation(&r, annot, arg, &own, &taken));
    if (!taken) YS_TRY(unknown_keyword(&r, annot, arg->name));
  }
  *out = over(&own, inherited);
  return YS_OK;
}

/* ---- @overlay/match ------------------------------------------------------ */

static ys_status take_by(reader *r, const ys_annot *annot, const ys_slot *value,
                         ys_operation *out) {
  out->by = value;
  if (ys_is_matcher(value)) return YS_OK;
  if ((value->flags & YS_SLOT_MATCHER) != 0 && value->size > 0 &&
      value->u.items->first->kind == YS_STRING) {
    const ys_str words[] = {
        YS_STR("Expected a matcher of the overlay module with its arguments: "
               "all, index(0), map_key(\"name\"), subset({...}), and_op(...), "
               "or_op(...), not_op(...); but was overlay."),
        ys_slot_text(value->u.items->first)};
    return problem(r, words, 2);
  }
  if (r->stand == YS_AT_DOCUMENT)
    return wrong_keyword(r, annot, YS_STR("by"), YS_STR("function"), value);
  if (value->kind == YS_STRING) return YS_OK;
  return wrong_keyword(r, annot, YS_STR("by"),
                       YS_STR("either string (for map key) or function"),
                       value);
}

/* Documents and array items have to say what they are about. */
static ys_status need_by(reader *r, const ys_annot *annot,
                         const ys_operation *out) {
  const bool needed = r->stand == YS_AT_DOCUMENT || r->stand == YS_AT_ITEM;
  if (!needed || out->by != NULL) return YS_OK;
  if (annot == NULL || annot->args == NULL)
    return say(r, "Expected 'overlay/match' annotation to have at least one "
                  "keyword argument (by=..., expects=...)");
  return say(r, "Expected 'overlay/match' annotation keyword argument 'by' to "
                "be specified");
}

static ys_status read_match(reader *r, const ys_slot *slot,
                            const ys_match_defaults *inherited,
                            ys_operation *out) {
  ys_match_defaults own = {0}, all;
  const ys_annot *annot;
  YS_TRY(find_one(r, slot, YS_STR("overlay/match"), &annot));
  /* items that look for nothing do not inherit (reference g.2) */
  out->looks = annot != NULL || r->stand != YS_AT_ITEM;
  out->counts = annot != NULL;
  if (!out->looks) return YS_OK;
  for (const ys_arg *arg = annot != NULL ? annot->args : NULL; arg != NULL;
       arg = arg->next) {
    bool taken = true;
    if (arg->name.len == 0) return positional(r, annot);
    if (!ys_str_eq(arg->name, YS_STR("by")))
      YS_TRY(take_expectation(r, annot, arg, &own, &taken));
    else if (r->stand != YS_AT_ROOT)
      YS_TRY(take_by(r, annot, &arg->value, out));
    if (!taken) YS_TRY(unknown_keyword(r, annot, arg->name));
  }
  YS_TRY(need_by(r, annot, out));
  all = over(&own, inherited);
  return settle_expectation(r, &all, out);
}

/* ---- operations ---------------------------------------------------------- */

typedef struct op_row {
  const char *name;
  ys_op op;
} op_row;

static const op_row op_rows[] = {
    {"overlay/merge", YS_OP_MERGE},     {"overlay/remove", YS_OP_REMOVE},
    {"overlay/replace", YS_OP_REPLACE}, {"overlay/insert", YS_OP_INSERT},
    {"overlay/append", YS_OP_APPEND},   {"overlay/assert", YS_OP_ASSERT}};

static const op_row *find_op(ys_str name) {
  for (size_t i = 0; i < sizeof op_rows / sizeof op_rows[0]; i++)
    if (ys_str_eq(name, ys_cstr(op_rows[i].name))) return &op_rows[i];
  return NULL;
}

static ys_status take_flag(reader *r, const ys_annot *annot, const ys_arg *arg,
                           bool *out) {
  *out = is_true(&arg->value);
  if (arg->value.kind == YS_BOOL) return YS_OK;
  return wrong_keyword(r, annot, arg->name, YS_STR("boolean"), &arg->value);
}

static ys_status take_via(reader *r, const ys_annot *annot, const ys_arg *arg,
                          ys_operation *out) {
  if (arg->value.kind != YS_CLOSURE)
    return wrong_keyword(r, annot, arg->name, YS_STR("function"), &arg->value);
  out->via = arg->value.u.closure;
  return YS_OK;
}

static ys_status take_op_keyword(reader *r, const ys_annot *annot,
                                 const ys_arg *arg, ys_operation *out) {
  const ys_op op = out->op;
  if (ys_str_eq(arg->name, YS_STR("via")) &&
      (op == YS_OP_REPLACE || op == YS_OP_INSERT || op == YS_OP_ASSERT))
    return take_via(r, annot, arg, out);
  if (op == YS_OP_REPLACE && ys_str_eq(arg->name, YS_STR("or_add")))
    return take_flag(r, annot, arg, &out->or_add);
  if (op == YS_OP_INSERT && ys_str_eq(arg->name, YS_STR("before")))
    return take_flag(r, annot, arg, &out->before);
  if (op == YS_OP_INSERT && ys_str_eq(arg->name, YS_STR("after")))
    return take_flag(r, annot, arg, &out->after);
  return unknown_keyword(r, annot, arg->name);
}

static ys_status check_stand(reader *r, const ys_annot *annot, ys_op op) {
  const ys_str words[] = {
      YS_STR("Found @"), annot->name,
      YS_STR(" on map item; only array items and documents can be annotated "
             "with @"),
      annot->name};
  if (r->stand == YS_AT_ENTRY && (op == YS_OP_INSERT || op == YS_OP_APPEND))
    return problem(r, words, 4);
  if (r->stand == YS_AT_ROOT && op != YS_OP_MERGE && op != YS_OP_REPLACE &&
      op != YS_OP_ASSERT) {
    const ys_str root[] = {
        YS_STR("Found @"), annot->name,
        YS_STR(" on a document of data values or of a schema; it has exactly "
               "one counterpart, which can be merged, replaced or asserted")};
    return problem(r, root, 3);
  }
  return YS_OK;
}

static ys_status check_insert(reader *r, const ys_annot *annot) {
  if (ys_annot_arg(annot, YS_STR("before")) != NULL ||
      ys_annot_arg(annot, YS_STR("after")) != NULL)
    return YS_OK;
  return say(r, "Expected 'overlay/insert' annotation to have at least one "
                "keyword argument (before=..., after=...)");
}

static ys_status read_op(reader *r, const ys_slot *slot, ys_operation *out) {
  bool found = false;
  for (const ys_annot *annot = slot->annots; annot; annot = annot->next) {
    const op_row *row = find_op(annot->name);
    if (row == NULL) continue;
    if (found) return say(r, "Expected to find only one overlay operation");
    found = true;
    out->op = row->op;
    YS_TRY(check_stand(r, annot, out->op));
    for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
      if (arg->name.len == 0) return positional(r, annot);
      YS_TRY(take_op_keyword(r, annot, arg, out));
    }
    if (out->op == YS_OP_INSERT) YS_TRY(check_insert(r, annot));
  }
  return YS_OK;
}

static bool all_evaluated(const ys_slot *slot) {
  for (const ys_annot *a = slot->annots; a != NULL; a = a->next)
    if (!a->evaluated && ys_str_starts(a->name, YS_STR("overlay/")))
      return false;
  return true;
}

ys_status ys_operation_read(ys_space *space, const ys_slot *slot,
                            ys_stand stand, const ys_match_defaults *inherited,
                            ys_operation *out, ys_str *why) {
  reader r = {space, stand, why};
  *out = (ys_operation){.unreadable = !all_evaluated(slot)};
  *why = (ys_str){0};
  if (out->unreadable) return YS_OK;
  YS_TRY(read_op(&r, slot, out));
  /* what is appended ignores matches (reference g.3) */
  return out->op == YS_OP_APPEND ? YS_OK : read_match(&r, slot, inherited, out);
}
