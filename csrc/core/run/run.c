#include "core/run/run.h"

#include "core/check/check.h"
#include "core/check/drop_nulls.h"
#include "core/check/fill.h"
#include "core/check/guide.h"
#include "core/check/rename.h"
#include "core/check/sensitive.h"
#include "core/run/each_document.h"
#include "core/run/explain.h"
#include "core/run/first_merge.h"
#include "core/run/repair.h"
#include "core/run/text_end.h"
#include "core/type/shapes.h"
#include "core/type/state.h"

/* ---- stages -------------------------------------------------------------- */

typedef ys_status stage_fn(ys_run *run, ys_question *question);
typedef ys_status begin_fn(ys_run *run);
static stage_fn merge_postponed, merge, fill, choose, validate, refer;
static begin_fn begin_choosing, begin_validation, begin_referring;

/* The table of the stages. A step is called until it asks no question. Then the
 * run goes on to the next stage; after YS_STAGE_FILL to YS_STAGE_MERGE, if
 * documents are left to be merged. */
static const struct {
  begin_fn *begin; /* called once before the step, or NULL */
  stage_fn *step;
  ys_stage next;
} stages[] = {
    [YS_STAGE_FILL] = {NULL, fill, YS_STAGE_CHOOSE},
    [YS_STAGE_MERGE] = {NULL, merge, YS_STAGE_POSTPONED},
    [YS_STAGE_POSTPONED] = {NULL, merge_postponed, YS_STAGE_FILL},
    [YS_STAGE_CHOOSE] = {begin_choosing, choose, YS_STAGE_VALIDATE},
    [YS_STAGE_VALIDATE] = {begin_validation, validate, YS_STAGE_REFER},
    [YS_STAGE_REFER] = {begin_referring, refer, YS_STAGE_OVER}};

/* Notes that a document was merged. `complete`: it leaves no defaults missing.
 */
static void note_merge(ys_run *run, bool complete) {
  if (!complete)
    run->root_state = YS_ROOT_GAPS;
  else if (run->root_state != YS_ROOT_GAPS)
    run->root_state = YS_ROOT_FILLED;
}

/* ---- begin and end of a run ---------------------------------------------- */

ys_status ys_run_init(ys_run *run, ys_memory memory, const ys_schema *schema) {
  memset(run, 0, sizeof *run);
  YS_TRY(ys_space_init(&run->space, memory, &schema->space));
  run->schema = schema;
  run->space.core_schema = schema->values_of_1_2;
  run->space.wide = schema->wide_values;
  run->space.expected = ys_field_shape(schema->root);
  YS_TRY(ys_type_set_schema(&run->space, schema->root));
  run->space.mask_path = ys_sensitive_path;
  return ys_defaults_init(&run->defaults, &run->space, schema->default_fields,
                          schema->closure_count);
}

void ys_run_release(ys_run *run) {
  ys_chooser_release(&run->chooser);
  ys_space_release(&run->space);
  memset(run, 0, sizeof *run);
  run->stage = YS_STAGE_OVER;
}

/* ---- merging ------------------------------------------------------------- */

/* Checks a document or the result and removes the keys that the schema does not
 * know. */
static ys_status check(ys_run *run, ys_slot *slot, ys_check_mode mode) {
  const ys_status status =
      ys_check_all(&run->space, run->schema->root, slot, mode);
  if (status == YS_INVALID) {
    /* The value may be one that a function has made. */
    if (!ys_run_is_given(run))
      YS_TRY(ys_sensitive_note(&run->space, run->schema->root, slot));
    ys_prune_unknown(slot);
  }
  return ys_recorded(status);
}

/* Checks a document, after what it gives under old names was moved. */
static ys_status check_document(ys_run *run, const ys_run_document *document) {
  const ys_schema *schema = run->schema;
  const ys_check_mode mode = document->as_text ? YS_CHECK_TEXT : YS_CHECK_DATA;
  bool moved = false;
  if (schema->root->has_renamed)
    YS_TRY(ys_rename(&run->space, schema->root, schema->from_root, &run->root,
                     document->slot, &moved));
  if (moved)
    YS_TRY(ys_sensitive_note(&run->space, schema->root, document->slot));
  if (schema->root->has_null_missing)
    YS_TRY(ys_drop_nulls(&run->space, schema->root, document->slot));
  if (document->checked && !moved) return YS_OK;
  return check(run, document->slot, mode);
}

/* Makes the result from the first document and the defaults of what it leaves
 * out. */
static ys_status merge_first(ys_run *run, const ys_run_document *document) {
  bool complete = true;
  YS_TRY(ys_first_merge(&run->space, run->schema->root, document->slot,
                        &run->options, &run->postponed, &run->root, &complete));
  note_merge(run, complete);
  return ys_explain_begun(run);
}

/* Completes what a plain document will add to the result. For the last
 * document, the next stage does that, unless alternatives have to see what each
 * document gave. */
static ys_status fill_given(ys_run *run, const ys_run_document *document) {
  const ys_field *field = run->schema->root;
  const bool last = document->next == NULL;
  note_merge(run, !last);
  if (last && !field->unsettled) return YS_OK;
  return ys_fill_given(&run->space, field, &run->root, document->slot);
}

static void set_options(ys_run *run, const ys_run_document *document) {
  run->options = (ys_overlay_options){.append_arrays = document->append_arrays,
                                      .add_keys = true,
                                      .error = YS_E_OVERLAY,
                                      .host = run->host};
  if (!run->schema->root->unsettled && !document->has_overlays) return;
  run->options.guide = &ys_field_guide;
  run->options.type = run->schema->root;
  run->options.old_names =
      document->has_overlays && run->schema->root->has_renamed;
  if (document->has_overlays) run->options.touched = &run->touched;
}

static ys_status merge(ys_run *run, ys_question *question) {
  const ys_run_document *document = run->upcoming;
  (void)question; /* questions are asked later, for `postponed` */
  run->upcoming = document->next;
  set_options(run, document);
  YS_TRY(check_document(run, document));
  YS_TRY(ys_explain_given(run, document));
  if (run->root_state == YS_ROOT_EMPTY) return merge_first(run, document);
  if (!document->has_overlays) YS_TRY(fill_given(run, document));
  return ys_recorded(ys_overlay(&run->space, &run->root, document->slot,
                                &run->options, &run->postponed));
}

/* ---- the end of a document ----------------------------------------------- */

/* Gives the target of a postponed merge its default, and asks for the default
 * first if needed. */
static ys_status settle(ys_run *run, const ys_postponed *waiting,
                        ys_question *question) {
  const uint32_t closure = waiting->left->u.closure;
  bool settled;
  if ((waiting->left->flags & YS_SLOT_PENDING) == 0) return YS_OK;
  YS_TRY(ys_defaults_settle(&run->defaults, waiting->left, &settled));
  if (settled) return ys_explain_settled(run, waiting->left);
  ys_defaults_ask(&run->defaults, closure, question);
  return YS_OK;
}

/* Resumes the merges that waited for a default, until a question has to be
 * asked. */
static ys_status finish_postponed(ys_run *run, ys_question *question) {
  while (run->postponed.first != NULL) {
    const ys_postponed *waiting = run->postponed.first;
    YS_TRY(settle(run, waiting, question));
    if (question->kind != YS_ASK_NOTHING) return YS_OK;
    ys_postponed_take(&run->postponed);
    if (run->touched == NULL) note_merge(run, false);
    YS_TRY(ys_recorded(ys_overlay_resume(&run->space, waiting, &run->options,
                                         &run->postponed)));
  }
  return YS_OK;
}

/* The result is checked again after each document whose overlays left
 * violations, but only so many times. After that, it is checked once, at the
 * end. */
enum { MOST_MISFITS = 16 };

/* Checks and completes what overlays and their closures changed: they may add
 * values of any type, and defaults are filled in for what they remove. */
static ys_status repair(ys_run *run) {
  const ys_touched *touched = run->touched;
  bool fits;
  run->touched = NULL;
  if (run->schema->root->has_renamed)
    YS_TRY(ys_repair_apply_renames(&run->space, touched));
  YS_TRY(ys_repair_check(&run->space, touched, &fits));
  if (!fits && run->misfits++ < MOST_MISFITS)
    YS_TRY(check(run, &run->root, YS_CHECK_MERGED));
  return ys_repair_fill(&run->defaults, touched);
}

static ys_status merge_postponed(ys_run *run, ys_question *question) {
  YS_TRY(finish_postponed(run, question));
  if (question->kind != YS_ASK_NOTHING) return YS_OK;
  if (run->touched != NULL) YS_TRY(repair(run));
  YS_TRY(ys_explain_merged(run));
  if (run->upcoming != NULL || run->misfits <= MOST_MISFITS) return YS_OK;
  return check(run, &run->root, YS_CHECK_MERGED);
}

/* ---- filling ------------------------------------------------------------- */

/* Completes the result and finds its pending defaults. */
static ys_status complete(ys_run *run) {
  const ys_field *field = run->schema->root;
  if (run->root_state == YS_ROOT_READY) return YS_OK;
  if (run->root_state == YS_ROOT_EMPTY)
    YS_TRY(ys_fill_default(&run->space, field, &run->root));
  if (run->root_state == YS_ROOT_GAPS)
    YS_TRY(ys_fill_missing(&run->space, field, &run->root));
  run->root_state = YS_ROOT_READY;
  return ys_defaults_find(&run->defaults, &run->root);
}

/* Fills the result before a document with overlays and at the end, because
 * overlays see a complete result (reference#sources-end-complete). Before a
 * plain document, fill_given() is enough. */
static ys_status fill(ys_run *run, ys_question *question) {
  bool asking;
  YS_TRY(ys_explain_defaults(run));
  if (run->upcoming != NULL && !run->upcoming->has_overlays) return YS_OK;
  YS_TRY(complete(run));
  YS_TRY(ys_defaults_settle_all(&run->defaults, question, &asking));
  return asking ? YS_OK : ys_explain_completed(run);
}

/* ---- choosing and validating --------------------------------------------- */

/* Whether a text could not be read. Then values are missing, and the violations
 * found by alternatives and rules would be misleading. */
static bool is_misread(const ys_run *run) {
  return run->space.diags.groups[YS_GROUP_INPUT] > 0;
}

static ys_status begin_choosing(ys_run *run) {
  const ys_choosing how = run->ask_no_rules      ? YS_CHOOSE_ALONE
                          : run->skip_validation ? YS_CHOOSE_DISTINGUISH
                                                 : YS_CHOOSE_VALIDATE;
  if (is_misread(run)) return YS_OK;
  ys_explain_trials(run);
  return ys_chooser_init(&run->chooser, &run->defaults, run->schema->root,
                         &run->root, how);
}

static ys_status choose(ys_run *run, ys_question *question) {
  return ys_chooser_next(&run->chooser, question);
}

/* Validates the counts of keys and the required ones, now that the result is
 * complete, and begins the validation. A validator that is not begun asks
 * nothing. */
static ys_status begin_validation(ys_run *run) {
  const ys_field *field = run->schema->root;
  const bool lacks = run->ask_no_rules || is_misread(run);
  if (field->unsettled || field->has_required)
    YS_TRY(check(run, &run->root, lacks ? YS_CHECK_LACKING : YS_CHECK_FINAL));
  YS_TRY(ys_explain_completed(run));
  YS_TRY(ys_space_sort_records(&run->space));
  if (run->skip_validation || is_misread(run)) return YS_OK;
  return ys_validator_init(&run->validator, &run->space, run->schema->root,
                           &run->root, &run->chooser.outcome);
}

static ys_status validate(ys_run *run, ys_question *question) {
  return ys_validator_next(&run->validator, question);
}

/* ---- references ---------------------------------------------------------- */

static ys_status begin_referring(ys_run *run) {
  const ys_field *field = run->schema->root;
  if (!field->has_references || run->skip_validation || is_misread(run))
    return YS_OK;
  return ys_referrer_init(&run->referrer, &run->chooser, field, &run->root);
}

static ys_status refer(ys_run *run, ys_question *question) {
  return ys_referrer_next(&run->referrer, question);
}

/* ---- the main loop ------------------------------------------------------- */

static ys_status go_to_next_stage(ys_run *run) {
  const bool more = run->stage == YS_STAGE_FILL && run->upcoming != NULL;
  run->stage = more ? YS_STAGE_MERGE : stages[run->stage].next;
  if (run->stage == YS_STAGE_OVER || stages[run->stage].begin == NULL)
    return YS_OK;
  return stages[run->stage].begin(run);
}

static ys_status go_on(ys_run *run, ys_question *question) {
  question->kind = YS_ASK_NOTHING;
  while (run->stage != YS_STAGE_OVER) {
    YS_TRY(stages[run->stage].step(run, question));
    if (question->kind != YS_ASK_NOTHING) return YS_OK;
    YS_TRY(go_to_next_stage(run));
  }
  return YS_OK;
}

/* The result may have sensitive values that functions have made. */
static ys_status note_sensitive(ys_run *run) {
  if (run->space.diags.count == 0 || ys_run_is_given(run)) return YS_OK;
  return ys_sensitive_note(&run->space, run->schema->root, &run->root);
}

ys_status ys_run_give_default(ys_run *run, ys_slot *value, ys_str problem,
                              ys_str calls) {
  return ys_defaults_take(&run->defaults, value, problem, calls);
}

ys_status ys_run_next(ys_run *run, ys_question *question) {
  ys_status status;
  if (run->texts > 0) YS_TRY(ys_text_end_check(run));
  status = go_on(run, question);
  if (status == YS_NOMEM) return status;
  if (status == YS_INVALID) { /* a limit was exceeded */
    run->stage = YS_STAGE_OVER;
    question->kind = YS_ASK_NOTHING;
  }
  return run->stage == YS_STAGE_OVER ? note_sensitive(run) : YS_OK;
}

ys_status ys_run_answer(ys_run *run, const ys_answer *answer) {
  switch (run->stage) {
  case YS_STAGE_CHOOSE: return ys_chooser_answer(&run->chooser, answer);
  case YS_STAGE_REFER: return ys_referrer_answer(&run->referrer, answer);
  default: return ys_validator_answer(&run->validator, answer);
  }
}

void ys_run_looked_around(ys_run *run) {
  run->chooser.contexts++;
}

ys_status ys_run_path(ys_run *run, ys_str *out) {
  switch (run->stage) {
  case YS_STAGE_CHOOSE: return ys_chooser_path(&run->chooser, out);
  case YS_STAGE_REFER: return ys_referrer_path(&run->referrer, out);
  default: return ys_validator_path(&run->validator, out);
  }
}
