#include "core/overlay/search.h"

#include "core/overlay/matcher.h"

/* The input and the result of ys_search_plan(). */
typedef struct planner {
  ys_space *space;
  const ys_slot *slot;
  const ys_operation *operation;
  ys_stand stand;
  ys_search *out;
  ys_str *problem;
} planner;

/* ---- problems ------------------------------------------------------------ */

/* Sets the problem unless there is one already: only the first is reported. */
static ys_status problem(planner *p, const char *template,
                         const ys_str *words) {
  if (p->problem->len > 0) return YS_OK;
  return ys_str_fill(&p->space->arena, template, words, p->problem);
}

static void hand_on(planner *p, ys_str sentence) {
  if (p->problem->len == 0) *p->problem = sentence;
}

/* ---- operations allowed at a position ------------------------------------ */

static ys_status check_stand(planner *p) {
  const ys_op op = p->operation->op;
  const ys_str name = ys_operation_annot(p->slot)->name;
  if (p->stand == YS_AT_ENTRY && (op == YS_OP_INSERT || op == YS_OP_APPEND)) {
    return problem(p,
                   "Found @%s on map item; only array items and documents can "
                   "be annotated with @%s",
                   YS_WORDS(name, name));
  }
  if (p->stand == YS_AT_ROOT && op != YS_OP_MERGE && op != YS_OP_REPLACE &&
      op != YS_OP_ASSERT) {
    return problem(
        p,
        "Found @%s on a document of data values or of a schema; it has exactly "
        "one counterpart, which can be merged, replaced or asserted",
        YS_WORDS(name));
  }
  return YS_OK;
}

/* ---- by= ----------------------------------------------------------------- */

static ys_status invalid_by(planner *p, const ys_slot *by, const char *wanted) {
  return problem(
      p, "Expected '%s' annotation keyword argument 'by' to be %s, but was %s",
      YS_WORDS(ys_annot_find(p->slot, YS_WORD_OVERLAY_MATCH)->name,
               ys_cstr(wanted), ys_kind_name((ys_kind)by->kind)));
}

static ys_status check_by(planner *p, const ys_slot *by) {
  if (ys_is_matcher(by)) return YS_OK;
  if (by->kind == YS_ARRAY && (by->flags & YS_SLOT_MATCHER) != 0 &&
      ys_slot_size(by) > 0 && ys_slot_first(by)->kind == YS_STRING) {
    return problem(
        p,
        "Expected a matcher of the overlay module with its arguments: all, "
        "index(0), map_key(\"name\"), subset({...}), and_op(...), or_op(...), "
        "not_op(...); but was overlay.%s",
        YS_WORDS(ys_slot_text(ys_slot_first(by))));
  }
  if (p->stand == YS_AT_DOCUMENT) return invalid_by(p, by, "function");
  if (by->kind == YS_STRING) return YS_OK;
  return invalid_by(p, by, "either string (for map key) or function");
}

/* Documents and array items need a matcher. */
static ys_status need_by(planner *p) {
  const ys_annot *match = ys_annot_find(p->slot, YS_WORD_OVERLAY_MATCH);
  if (p->stand != YS_AT_DOCUMENT && p->stand != YS_AT_ITEM) return YS_OK;
  if (match == NULL || match->args == NULL)
    return problem(p,
                   "Expected 'overlay/match' annotation to have at least one "
                   "keyword argument (by=..., expects=...)",
                   NULL);
  return problem(p,
                 "Expected 'overlay/match' annotation keyword argument 'by' to "
                 "be specified",
                 NULL);
}

/* Takes the matcher. Of several problems of @overlay/match, the one that was
 * written first is reported. */
static ys_status take_by(planner *p) {
  const ys_operation_problems *problems = p->operation->problems;
  if (p->stand != YS_AT_ROOT) p->out->by = p->operation->by;
  if (problems != NULL && !problems->by_first) hand_on(p, problems->match);
  if (p->out->by != NULL) YS_TRY(check_by(p, p->out->by));
  if (problems != NULL) hand_on(p, problems->match);
  return p->out->by == NULL ? need_by(p) : YS_OK;
}

/* ---- expects=, missing_ok=, when= ---------------------------------------- */

static ys_match_defaults over(const ys_match_defaults *own,
                              const ys_match_defaults *inherited) {
  return (ys_match_defaults){
      own->expects != NULL ? own->expects : inherited->expects,
      own->missing_ok != NULL ? own->missing_ok : inherited->missing_ok,
      own->when != NULL ? own->when : inherited->when};
}

/* Only one of the three may be given, including inherited ones. A node's own
 * missing_ok=False cancels an inherited missing_ok=True. */
static ys_status settle_expectation(planner *p, const ys_match_defaults *all) {
  const ys_slot *missing_ok = all->missing_ok;
  const bool expects = all->expects != NULL, when = all->when != NULL;
  const ys_str clash =
      missing_ok != NULL && expects ? YS_STR("('missing_ok', 'expects')")
      : missing_ok != NULL && when  ? YS_STR("('missing_ok', 'when')")
                                    : YS_STR("('when', 'expects')");
  if ((missing_ok != NULL) + expects + when > 1)
    return problem(p, "Expected only one of keyword arguments %s specified",
                   YS_WORDS(clash));
  p->out->counts |= missing_ok != NULL || expects || when;
  p->out->skips = when;
  p->out->expect.count = 1;
  p->out->expect.missing_ok = missing_ok != NULL &&
                              missing_ok->kind == YS_BOOL &&
                              missing_ok->u.boolean;
  p->out->expect.value = when ? all->when : all->expects;
  p->out->expect.keyword = when ? YS_STR("when") : YS_STR("expects");
  return YS_OK;
}

ys_match_defaults ys_search_inherit(const ys_operation *operation,
                                    const ys_match_defaults *inherited,
                                    ys_str *why) {
  *why = (ys_str){0};
  if (operation->problems != NULL) *why = operation->problems->children;
  return operation->children == NULL ? *inherited
                                     : over(operation->children, inherited);
}

/* ---- the plan ------------------------------------------------------------ */

ys_status ys_search_plan(ys_space *space, const ys_slot *slot,
                         const ys_operation *operation, ys_stand stand,
                         const ys_match_defaults *inherited, ys_search *out,
                         ys_str *why) {
  planner p = {space, slot, operation, stand, out, why};
  ys_match_defaults all;
  *out = (ys_search){0};
  *why = (ys_str){0};
  if (operation->named) YS_TRY(check_stand(&p));
  if (operation->problems != NULL) hand_on(&p, operation->problems->op);
  /* An appended node ignores matches (reference#operations). */
  if (operation->op == YS_OP_APPEND) return YS_OK;
  /* Items without @overlay/match do not inherit (reference#matching). */
  out->looks = operation->matches || stand != YS_AT_ITEM;
  out->counts = operation->matches;
  if (!out->looks) return YS_OK;
  YS_TRY(take_by(&p));
  all = over(&operation->own, inherited);
  return settle_expectation(&p, &all);
}
