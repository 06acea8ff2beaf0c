#include "core/evaluate/validate.h"

#include "core/evaluate/fast_path.h"
#include "core/evaluate/relocate.h"
#include "core/fix/fix.h"
#include "core/scalar/show.h"
#include "core/tree/gap.h"
#include "core/type/fields.h"

/* A slot on the way down from the root, linked to the visit above it. */
typedef struct ys_visit {
  struct ys_visit *up;
  ys_typed value;   /* the path begins with that of the visit above */
  ys_slot *next;    /* the next child; NULL after the last */
  uint32_t index;   /* index of that child */
  ys_str path_text; /* set when it is first needed */
  bool path_made;
  ys_question_kind asked; /* the kind of question that the walk waits for */
} ys_visit;

/* ---- records ------------------------------------------------------------- */

ys_status ys_validator_path(const ys_validator *v, ys_str *out) {
  ys_visit *visit = v->top;
  if (!visit->path_made)
    YS_TRY(ys_path_text(ys_space_records(v->space), &visit->value.path,
                        &visit->path_text));
  visit->path_made = true;
  *out = visit->path_text;
  return YS_OK;
}

/* Where the current slot is missing in the data, if it is a default. */
static ys_gap gap_of(const ys_validator *v) {
  const ys_visit *visit = v->top;
  if (ys_gap_is_given(v->space, visit->value.slot)) return (ys_gap){0};
  while (visit->up != NULL && !ys_gap_is_given(v->space, visit->value.slot))
    visit = visit->up;
  return ys_gap_of(v->space, visit->value.slot, visit->value.path.up == NULL);
}

/* Records a violation of the current slot by what is at `by` in the schema. The
 * arena must own the texts. */
static ys_status record_by(ys_validator *v, ys_code code, ys_place by,
                           ys_str rule, ys_str first, ys_str second) {
  ys_str path;
  ys_diag *diag;
  YS_TRY(ys_validator_path(v, &path));
  diag = ys_diags_add(v->where.found, ys_space_records(v->space), code,
                      ys_slot_place(v->top->value.slot), by);
  if (diag == NULL) return YS_NOMEM;
  diag->gap = gap_of(v);
  diag->last = ys_slot_last_line(v->top->value.slot);
  diag->path = path;
  diag->rule = rule;
  ys_diag_about(diag, v->top->value.field);
  diag->args[0] = first;
  diag->args[1] = second;
  return ys_show_in_record(ys_space_records(v->space), v->top->value.slot,
                           v->top->value.field->has_sensitive, diag);
}

/* Records a violation by the current validation. */
static ys_status record(ys_validator *v, ys_code code, ys_str rule,
                        ys_str first, ys_str second) {
  return record_by(v, code, v->validation->place, rule, first, second);
}

/* Records that the current named rule is violated, and goes to the next one. */
static ys_status record_finding(ys_validator *v, const ys_finding *finding) {
  const ys_rule *rule = &v->validation->rules[v->rule++];
  const ys_field *field = v->top->value.field;
  ys_diag *diag;
  const bool mask =
      !finding->failed &&
      (field->sensitive || (field->has_sensitive && finding->shows_value));
  YS_TRY(record(v, finding->failed ? YS_E_RULE_FAILED : YS_E_RULE,
                ys_cstr(rule->named->name), rule->must_be,
                mask ? YS_MASKED : finding->found));
  diag = v->where.found->last;
  diag->value_shown = mask || finding->shows_value;
  if (!field->has_sensitive) {
    diag->argument = rule->argument;
    diag->args[2] = finding->hint;
    diag->fix = ys_fix_text(v->space, v->top->value.slot, finding->meant);
  }
  return YS_OK;
}

/* Notes that a value has passed a rule, unless that was in a trial. */
static ys_status note_passed(const ys_validator *v,
                             const ys_validation *validation,
                             const ys_rule *rule, const ys_slot *slot) {
  if (v->where.found != &v->space->diags) return YS_OK;
  return ys_provenance_pass(v->space, slot, validation, rule);
}

/* ---- implied rules ------------------------------------------------------- */

static ys_status test_implied(ys_validator *v) {
  const ys_field *field = v->top->value.field;
  const char *empty = ys_rule_emptiness(v->top->value.slot);
  if (empty == NULL || (v->top->value.slot->flags & YS_SLOT_DIRTY) != 0 ||
      !ys_changed(v->space, field, YS_CHANGE_ACCEPT_EMPTY, true, false))
    return YS_OK;
  if (v->top->value.slot->kind == YS_STRING)
    return record_by(v, YS_E_RULE, field->place, YS_STR("min_len"),
                     YS_STR("length >= 1"), YS_STR("length = 0"));
  if (field->implied != YS_IMPLIED_VALUE) return YS_OK;
  YS_TRY(record_by(v, YS_E_RULE, field->place, YS_STR("not_empty"),
                   YS_STR("not empty"), ys_cstr(empty)));
  v->where.found->last->value_shown = true;
  return YS_OK;
}

/* ---- the walk ------------------------------------------------------------ */

static bool has_children(const ys_field *field, const ys_slot *slot) {
  return (field->kind == YS_MAP && field->map != NULL &&
          slot->kind == YS_MAP) ||
         (field->kind == YS_ARRAY && field->item != NULL &&
          slot->kind == YS_ARRAY);
}

static void start_visit(ys_visit *visit, const ys_typed *value) {
  visit->value = *value;
  visit->next = NULL;
  visit->index = 0;
  visit->path_made = false;
  visit->asked = YS_ASK_NOTHING;
}

/* Makes `slot` the current one. Where this is used, the compiler sets the
 * members of the visit without making a value first. */
static inline ys_status enter(ys_validator *v, const ys_typed *value) {
  const ys_field *field = value->field;
  ys_slot *slot = value->slot;
  ys_visit *visit;
  YS_REUSE(visit, v->spare, up, &v->space->arena);
  start_visit(visit, value);
  visit->up = v->top;
  if (has_children(field, slot)) visit->next = ys_slot_first(slot);
  v->top = visit;
  YS_TRY(ys_invalid_parts_rules(v->space, value, &v->validation));
  v->rule = 0;
  v->when_asked = false;
  if (field->json != NULL)
    YS_TRY(ys_invalid_parts_by_json(v->space, v->where.found, &visit->value));
  return field->implied == YS_IMPLIED_NOTHING ? YS_OK : test_implied(v);
}

static void leave(ys_validator *v) {
  ys_visit *visit = v->top;
  v->top = visit->up;
  visit->up = v->spare;
  v->spare = visit;
}

/* Finds the field of a child, or NULL if nothing there has rules. */
static ys_status field_of_child(ys_validator *v, const ys_visit *visit,
                                const ys_slot *child, const ys_field **out) {
  const ys_field *field = visit->value.field;
  uint32_t expect = visit->index;
  *out = field->item;
  if (field->kind != YS_ARRAY)
    YS_TRY(ys_fields_find(v->space, field->map, child->key, &expect, out));
  if (*out != NULL && !(*out)->has_rules) *out = NULL;
  return YS_OK;
}

/* The result of running the rules of a slot before entering it. */
typedef struct progress {
  const ys_validation *validation; /* NULL: all rules hold */
  uint32_t rule;                   /* the next rule of it */
  ys_finding finding; /* or what was found if that rule does not hold */
} progress;

/* Runs the rules of a simple slot without entering it. It stops at a closure or
 * at a rule that does not hold. Most slots have neither. */
static ys_status run_ahead(const ys_validator *v, const ys_field *field,
                           const ys_slot *slot, progress *p) {
  const ys_validation *validation = field->validations;
  const bool quickly = ys_validate_quickly(v->space);
  p->finding.holds = true; /* a test sets the rest */
  for (; validation != NULL; validation = validation->next) {
    p->validation = validation;
    p->rule = 0;
    if (validation->json != NULL) return YS_OK;
    if (slot->kind == YS_NULL && validation->not_null == NULL) continue;
    if (slot->kind == YS_NULL || validation->when != 0) return YS_OK;
    for (; p->rule < validation->count; p->rule++) {
      const ys_rule *rule = &validation->rules[p->rule];
      if (quickly && ys_rule_surely_holds(rule, slot)) continue;
      if (rule->closure != 0) return YS_OK;
      YS_TRY(ys_coverage_test(v->space, rule, slot, &p->finding));
      if (!p->finding.holds) return YS_OK;
      YS_TRY(note_passed(v, validation, rule, slot));
    }
  }
  p->validation = NULL;
  return YS_OK;
}

/* Enters a child and goes on after the rules that were already run. If all of
 * them hold, the child is not entered. */
static inline ys_status go_to(ys_validator *v, const ys_typed *child) {
  progress p;
  if (!ys_has_only_rules(child->field, child->slot)) return enter(v, child);
  YS_TRY(run_ahead(v, child->field, child->slot, &p));
  if (p.validation == NULL) return YS_OK;
  YS_TRY(enter(v, child));
  if (v->validation == NULL) return YS_OK;
  v->validation = p.validation;
  v->rule = p.rule;
  return p.finding.holds ? YS_OK : record_finding(v, &p.finding);
}

/* Goes to the next slot, in document order, with rules in it, or up. */
static ys_status step(ys_validator *v) {
  ys_visit *visit = v->top;
  const bool quickly = ys_validate_quickly(v->space);
  visit->path_made = false; /* its own rules are done, and it may be dropped */
  if (v->where.found == &v->space->diags) YS_TRY(ys_space_settle(v->space));
  if (visit->value.field->choice != NULL)
    ys_invalid_parts_move(v->where.outcome, visit->value.slot, gap_of(v),
                          v->where.found);
  while (v->top == visit && visit->next != NULL) {
    ys_slot *child = visit->next;
    if (quickly)
      child = ys_skip_certain(visit->value.field, child, &visit->index);
    if ((visit->next = child) == NULL) break;
    const ys_field *field = NULL;
    if ((child->flags & YS_UNFIT) == 0)
      YS_TRY(field_of_child(v, visit, child, &field));
    visit->next = child->next;
    visit->index++;
    if (field != NULL) {
      const ys_typed below = {
          field, child, {&visit->value.path, child->key, visit->index - 1}};
      YS_TRY(go_to(v, &below));
    }
  }
  if (v->top != visit) return YS_OK;
  if (ys_jsonrule_is_on(visit->value.field)) { /* last, whatever is invalid */
    const ys_invalid_parts owner = {v->space, v->where.found, &visit->value,
                                    gap_of(v)};
    YS_TRY(ys_invalid_parts_by_rules(&owner, &v->reported));
  }
  leave(v);
  return YS_OK;
}

ys_status ys_validator_init_at(ys_validator *validator, ys_space *space,
                               const ys_typed *value,
                               const ys_whereabouts *where) {
  *validator = (ys_validator){
      .space = space, .where = *where, .spare = validator->spare};
  if (!value->field->has_rules || value->slot->flags & YS_UNFIT) return YS_OK;
  return enter(validator, value);
}

ys_status ys_validator_init(ys_validator *validator, ys_space *space,
                            const ys_field *field, ys_slot *root,
                            ys_diags *outcome) {
  const ys_typed document = {.field = field, .slot = root};
  YS_TRY(ys_space_open_records(space));
  validator->spare = NULL;
  return ys_validator_init_at(validator, space, &document,
                              &(ys_whereabouts){.root = root,
                                                .found = &space->diags,
                                                .outcome = outcome});
}

/* ---- one slot's rules ---------------------------------------------------- */

static void next_validation(ys_validator *v) {
  v->validation = v->validation->next;
  v->rule = 0;
  v->when_asked = false;
}

static void ask(ys_validator *v, ys_question_kind kind, uint32_t closure,
                ys_question *question) {
  const ys_visit *up = v->top->up;
  v->top->asked = kind;
  *question =
      (ys_question){.kind = kind,
                    .closure = closure,
                    .slot = v->top->value.slot,
                    .parent = up != NULL ? up->value.slot : v->where.parent,
                    .root = v->where.root,
                    .place = v->validation->place};
}

static ys_status test_named(ys_validator *v, const ys_rule *rule) {
  ys_finding finding;
  YS_TRY(ys_coverage_test(v->space, rule, v->top->value.slot, &finding));
  if (!finding.holds) return record_finding(v, &finding);
  v->rule++;
  return note_passed(v, v->validation, rule, v->top->value.slot);
}

/* Runs the rest of the current validation, until a closure has to be called. */
static ys_status run_validation(ys_validator *v, ys_question *question) {
  const ys_validation *validation = v->validation;
  const bool is_null = v->top->value.slot->kind == YS_NULL;
  const bool skipped = is_null && validation->not_null == NULL;
  if (!skipped && validation->when != 0 && !v->when_asked) {
    v->when_asked = true;
    ask(v, YS_ASK_WHEN, validation->when, question);
    return YS_OK;
  }
  if (is_null && !skipped &&
      ys_changed(v->space, validation, YS_CHANGE_ACCEPT_NULL, true, false))
    YS_TRY(record(v, YS_E_RULE, ys_cstr(validation->not_null->named->name),
                  validation->not_null->must_be, YS_STR("value is null")));
  while (!is_null && v->rule < validation->count) {
    const ys_rule *rule = &validation->rules[v->rule];
    if (rule == validation->json) {
      v->rule++;
      continue;
    }
    if (rule->closure != 0) {
      ask(v, YS_ASK_RULE, rule->closure, question);
      return YS_OK;
    }
    YS_TRY(test_named(v, rule));
  }
  next_validation(v);
  return YS_OK;
}

ys_status ys_validator_next(ys_validator *validator, ys_question *question) {
  *question = (ys_question){.kind = YS_ASK_NOTHING};
  while (validator->top != NULL && question->kind == YS_ASK_NOTHING)
    YS_TRY(validator->validation != NULL ? run_validation(validator, question)
                                         : step(validator));
  return YS_OK;
}

/* ---- answers ------------------------------------------------------------- */

/* Adds the calls that led to a failure to the last record. */
static ys_status add_calls(ys_validator *v, const ys_answer *answer) {
  return ys_arena_str(ys_space_records(v->space), answer->calls,
                      &v->where.found->last->calls);
}

static ys_status answer_rule(ys_validator *v, const ys_answer *answer) {
  const ys_rule *rule = &v->validation->rules[v->rule++];
  ys_str message;
  if (ys_coverage_closure(v->space, rule, answer->verdict == YS_VALID))
    return note_passed(v, v->validation, rule, v->top->value.slot);
  YS_TRY(ys_arena_str(ys_space_records(v->space), answer->message, &message));
  if (rule->named != NULL && answer->verdict != YS_FAILED)
    YS_TRY(record(v, YS_E_CEL, (ys_str){0}, message, rule->must_be));
  else
    YS_TRY(record(v,
                  answer->verdict == YS_FAILED ? YS_E_RULE_FAILED : YS_E_RULE,
                  (ys_str){0}, rule->must_be, message));
  if (!v->top->value.field->has_sensitive) {
    v->where.found->last->called = rule->called;
    v->where.found->last->argument = rule->argument;
  }
  if (answer->below.len > 0)
    YS_TRY(ys_diag_relocate(v->space, &v->top->value, answer->below,
                            v->where.found->last));
  return add_calls(v, answer);
}

static ys_status answer_when(ys_validator *v, const ys_answer *answer) {
  ys_status status = YS_OK;
  const bool decided = answer->verdict <= YS_INVALID_VALUE;
  ys_str message;
  if (decided &&
      ys_coverage_when(v->space, v->validation, answer->verdict == YS_VALID))
    return YS_OK;
  if (!decided) {
    YS_TRY(ys_arena_str(ys_space_records(v->space), answer->message, &message));
    status = record(v,
                    answer->verdict == YS_NO_BOOLEAN ? YS_E_WHEN_NOT_BOOLEAN
                                                     : YS_E_WHEN_FAILED,
                    YS_STR("when"), message, (ys_str){0});
    if (status == YS_OK) status = add_calls(v, answer);
  }
  next_validation(v);
  return status;
}

ys_status ys_validator_answer(ys_validator *validator,
                              const ys_answer *answer) {
  const ys_question_kind asked = validator->top->asked;
  validator->top->asked = YS_ASK_NOTHING;
  return asked == YS_ASK_WHEN ? answer_when(validator, answer)
                              : answer_rule(validator, answer);
}
