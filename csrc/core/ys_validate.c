#include "ys_validate.h"

#include "ys_rule.h"

/* One slot on the way down. Frames are linked from the deepest to the root. */
typedef struct ys_frame {
  struct ys_frame *up;
  const ys_field *field;
  ys_slot *slot;
  ys_slot *next;    /* child to visit after this one; NULL: all are done */
  uint32_t index;   /* of that child */
  ys_path path;     /* its `up` is the frame's above */
  ys_str path_text; /* once asked for */
  bool path_made;
  ys_question_kind asked; /* what the walk is waiting for */
} ys_frame;

/* What can never be validated, nor anything below it. */
enum { UNFIT = YS_SLOT_FAULTY | YS_SLOT_PENDING };

/* ---- the walk ----------------------------------------------------------- */

static bool has_children(const ys_field *field, const ys_slot *slot) {
  return (field->kind == YS_MAP && field->map != NULL &&
          slot->kind == YS_MAP) ||
         (field->kind == YS_ARRAY && field->item != NULL &&
          slot->kind == YS_ARRAY);
}

/* Makes `slot` the one that the walk stands at. */
static ys_status enter(ys_validator *v, const ys_field *field, ys_slot *slot,
                       uint32_t index) {
  ys_frame *frame = v->spare;
  if (frame != NULL)
    v->spare = frame->up;
  else
    frame = ys_arena_alloc(&v->space->arena, sizeof *frame);
  if (frame == NULL) return YS_NOMEM;
  *frame = (ys_frame){.up = v->top,
                      .field = field,
                      .slot = slot,
                      .path = {.key = slot->key, .index = index}};
  if (v->top != NULL) frame->path.up = &v->top->path;
  if (has_children(field, slot)) frame->next = slot->u.items->first;
  v->top = frame;
  v->validation = slot->flags & YS_SLOT_DIRTY ? NULL : field->validations;
  v->rule = 0;
  v->when_asked = false;
  return YS_OK;
}

static void leave(ys_validator *v) {
  ys_frame *frame = v->top;
  v->top = frame->up;
  frame->up = v->spare;
  v->spare = frame;
}

/* The field of a child, or NULL when nothing there has rules. Entries mostly
 * stand in the order of the schema, which makes finding them cheap. */
static const ys_field *field_of_child(const ys_frame *frame,
                                      const ys_slot *child) {
  const ys_field *field = frame->field;
  int64_t position;
  if (field->kind == YS_ARRAY)
    return field->item->has_rules ? field->item : NULL;
  position = ys_shape_find(&field->map->shape, child->key, frame->index);
  if (position < 0 || !field->map->fields[position].has_rules) return NULL;
  return &field->map->fields[position];
}

/* Goes to the next slot in document order that has rules, or has some below
 * it; up when there is none here. */
static ys_status step(ys_validator *v) {
  ys_frame *frame = v->top;
  while (frame->next != NULL) {
    ys_slot *child = frame->next;
    const ys_field *field =
        child->flags & UNFIT ? NULL : field_of_child(frame, child);
    frame->next = child->next;
    frame->index++;
    if (field != NULL) return enter(v, field, child, frame->index - 1);
  }
  leave(v);
  return YS_OK;
}

ys_status ys_validator_init(ys_validator *validator, ys_space *space,
                            const ys_field *field, ys_slot *root) {
  *validator = (ys_validator){.space = space, .root = root};
  if (!field->has_rules || root->flags & UNFIT) return YS_OK;
  return enter(validator, field, root, 0);
}

/* ---- records ------------------------------------------------------------ */

static ys_status path_of(const ys_validator *v, ys_str *out) {
  ys_frame *frame = v->top;
  if (!frame->path_made) {
    YS_TRY(ys_path_text(&v->space->arena, &frame->path, &frame->path_text));
    frame->path_made = true;
  }
  *out = frame->path_text;
  return YS_OK;
}

/* Records against the slot where the walk stands. Texts are the arena's. */
static ys_status record(ys_validator *v, ys_code code, ys_str rule,
                        ys_str first, ys_str second) {
  ys_str path;
  ys_diag *diag;
  YS_TRY(path_of(v, &path));
  diag = ys_space_fault(v->space, code, ys_slot_place(v->top->slot),
                        v->validation->place);
  if (diag == NULL) return YS_NOMEM;
  diag->path = path;
  diag->rule = rule;
  diag->args[0] = first;
  diag->args[1] = second;
  return YS_OK;
}

/* ---- one slot's rules --------------------------------------------------- */

static void next_validation(ys_validator *v) {
  v->validation = v->validation->next;
  v->rule = 0;
  v->when_asked = false;
}

static void ask(ys_validator *v, ys_question_kind kind, uint32_t closure,
                ys_question *question) {
  const ys_frame *up = v->top->up;
  v->top->asked = kind;
  *question = (ys_question){.kind = kind,
                            .closure = closure,
                            .slot = v->top->slot,
                            .parent = up != NULL ? up->slot : NULL,
                            .root = v->root,
                            .place = v->validation->place};
}

static ys_status test_named(ys_validator *v, const ys_rule *rule) {
  ys_finding finding;
  YS_TRY(ys_rule_test(v->space, rule, v->top->slot, &finding));
  if (finding.holds) return YS_OK;
  return record(v, finding.failed ? YS_E_RULE_FAILED : YS_E_RULE,
                ys_cstr(rule->named->name), rule->must_be, finding.found);
}

/* Runs the current validation from where it stands to its end, or until a
 * closure has to be asked. */
static ys_status run_validation(ys_validator *v, ys_question *question) {
  const ys_validation *validation = v->validation;
  const bool is_null = v->top->slot->kind == YS_NULL;
  const bool skipped = is_null && !validation->not_null;
  if (!skipped && validation->when != 0 && !v->when_asked) {
    v->when_asked = true;
    ask(v, YS_ASK_WHEN, validation->when, question);
    return YS_OK;
  }
  if (is_null && !skipped)
    YS_TRY(record(v, YS_E_RULE, YS_STR("not_null"),
                  validation->not_null_must_be, YS_STR("value is null")));
  while (!is_null && v->rule < validation->count) {
    const ys_rule *rule = &validation->rules[v->rule];
    if (rule->named == NULL) {
      ask(v, YS_ASK_RULE, rule->closure, question);
      return YS_OK;
    }
    YS_TRY(test_named(v, rule));
    v->rule++;
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

/* ---- answers ------------------------------------------------------------ */

static ys_status answer_rule(ys_validator *v, const ys_answer *answer) {
  const ys_rule *rule = &v->validation->rules[v->rule];
  ys_str message;
  v->rule++;
  if (answer->verdict == YS_VALID) return YS_OK;
  YS_TRY(ys_arena_str(&v->space->arena, answer->message, &message));
  return record(
      v, answer->verdict == YS_INVALID_VALUE ? YS_E_RULE : YS_E_RULE_FAILED,
      (ys_str){0}, rule->must_be, message);
}

static ys_status answer_when(ys_validator *v, const ys_answer *answer) {
  ys_status status = YS_OK;
  ys_str message;
  if (answer->verdict == YS_VALID) return YS_OK;
  if (answer->verdict != YS_INVALID_VALUE) {
    YS_TRY(ys_arena_str(&v->space->arena, answer->message, &message));
    status = record(v,
                    answer->verdict == YS_NO_BOOLEAN ? YS_E_WHEN_NOT_BOOLEAN
                                                     : YS_E_WHEN_FAILED,
                    YS_STR("when"), message, (ys_str){0});
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

ys_status ys_validator_path(const ys_validator *validator, ys_str *out) {
  return path_of(validator, out);
}
