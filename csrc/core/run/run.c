#include "core/run/run.h"

#include "core/annotation/header.h"
#include "core/check/check.h"
#include "core/check/fill.h"
#include "core/check/guide.h"
#include "core/run/first_merge.h"
#include "core/run/input.h"
#include "core/run/mend.h"

ys_status ys_run_init(ys_run *run, ys_memory memory, const ys_schema *schema) {
  memset(run, 0, sizeof *run);
  YS_TRY(ys_space_init(&run->space, memory, &schema->space));
  run->schema = schema;
  return ys_defaults_init(&run->defaults, &run->space, schema->default_fields,
                          schema->closure_count);
}

void ys_run_release(ys_run *run) {
  ys_space_release(&run->space);
  memset(run, 0, sizeof *run);
  run->stage = YS_STAGE_OVER;
}

/* ---- inputs -------------------------------------------------------------- */

static ys_status give(ys_run *run, const ys_run_document *given) {
  ys_run_document *document = ys_arena_new(&run->space.arena, ys_run_document);
  if (document == NULL) return YS_NOMEM;
  *document = *given;
  if (run->last == NULL)
    run->first = run->document = document;
  else
    run->last->next = document;
  run->last = document;
  return YS_OK;
}

ys_status ys_run_give(ys_run *run, ys_slot *document, bool fits) {
  return give(run, &(ys_run_document){.slot = document, .fits = fits});
}

ys_status ys_run_take(ys_run *run, const ys_documents *documents,
                      ys_input_kind input) {
  const ys_input_rules rules = {input == YS_INPUT_PLAIN, run->allow_code};
  YS_TRY(ys_input_check(&run->space, documents, rules));
  for (ys_slot *d = documents->first, *next; d != NULL; d = next) {
    bool foreign;
    next = d->next;
    YS_TRY(ys_header_is_foreign(&run->space, d, &foreign));
    if (foreign) continue;
    const bool overlays = documents->annotated && ys_input_has_overlays(d);
    if (d->kind == YS_NULL && !overlays) continue; /* says nothing */
    const ys_run_document given = {.slot = d,
                                   .append_arrays = ys_input_appends(d),
                                   .has_overlays = overlays};
    YS_TRY(give(run, &given));
  }
  return YS_OK;
}

ys_status ys_run_parse(ys_run *run, uint16_t source, ys_input_kind input) {
  ys_documents documents = {0};
  YS_TRY(ys_parse(&run->space, source, &documents));
  return ys_run_take(run, &documents, input);
}

ys_status ys_run_pending(ys_run *run, ys_pending **out) {
  ys_pending *first = NULL, **end = &first;
  for (const ys_run_document *d = run->first; d != NULL; d = d->next)
    YS_TRY(ys_vocab_pending(&run->space.arena, d->slot, &end));
  *out = first;
  return YS_OK;
}

ys_status ys_run_give_value(ys_run *run, uint16_t source, const ys_str *keys,
                            size_t count, ys_str text, bool as_yaml) {
  ys_slot *document;
  YS_TRY(ys_input_value(&run->space, source, keys, count, text, as_yaml,
                        &document));
  return give(
      run, &(ys_run_document){.slot = document,
                              .has_overlays = ys_input_has_overlays(document),
                              .as_text = !as_yaml});
}

ys_status ys_run_give_default(ys_run *run, ys_slot *value, ys_str problem,
                              ys_str calls) {
  return ys_defaults_take(&run->defaults, value, problem, calls);
}

/* ---- merging ------------------------------------------------------------- */

/* Goes on with the merges that waited for a default. `*asking` when one has to
 * be asked first. */
static ys_status merge_postponed(ys_run *run, ys_question *question,
                                 bool *asking) {
  *asking = false;
  while (run->postponed.first != NULL) {
    ys_postponed *waiting = run->postponed.first;
    if ((waiting->left->flags & YS_SLOT_PENDING) != 0) {
      bool settled;
      const uint32_t closure = waiting->left->u.closure;
      YS_TRY(ys_defaults_settle(&run->defaults, waiting->left, &settled));
      if (!settled) {
        ys_defaults_ask(&run->defaults, closure, question);
        *asking = true;
        return YS_OK;
      }
    }
    ys_postponed_take(&run->postponed);
    if (run->touched == NULL) run->complete = false;
    YS_TRY(ys_recorded(ys_overlay_resume(&run->space, waiting, &run->options,
                                         &run->postponed)));
  }
  return YS_OK;
}

/* The result is the defaults, until documents say otherwise. */
static ys_status begin_with_defaults(ys_run *run) {
  if (run->begun) return YS_OK;
  run->begun = run->complete = true;
  return ys_fill_default(&run->space, run->schema->root, &run->root);
}

/* The result is the first document and the defaults of what it leaves out. */
static ys_status begin_with(ys_run *run, ys_run_document *document) {
  run->begun = run->complete = true;
  return ys_first_merge(&run->space, run->schema->root, document->slot,
                        &run->options, &run->postponed, &run->root,
                        &run->complete);
}

/* What would lack something in `root` when the document is merged is completed
 * first. What a document with overlays changes is completed afterwards. */
static ys_status complete_for(ys_run *run, const ys_run_document *document) {
  const ys_field *field = run->schema->root;
  if (document->has_overlays) return YS_OK;
  run->searched = false;
  if (document->next == NULL) run->complete = false; /* fill() will do */
  if (document->next == NULL && !field->unsettled) return YS_OK;
  return ys_fill_given(&run->space, field, &run->root, document->slot);
}

static ys_status merge_document(ys_run *run, ys_run_document *document) {
  const ys_path path = {0};
  ys_check_mode codes = YS_CHECK_DATA;
  codes.text = document->as_text;
  run->options = (ys_overlay_options){.append_arrays = document->append_arrays,
                                      .add_keys = true,
                                      .fault = YS_E_OVERLAY,
                                      .host = run->host};
  if (run->schema->root->unsettled || document->has_overlays) {
    run->options.guide = &ys_field_guide;
    run->options.type = run->schema->root;
    if (document->has_overlays) run->options.touched = &run->touched;
  }
  if (!document->fits)
    YS_TRY(ys_recorded(ys_check(&run->space, run->schema->root, document->slot,
                                &path, codes)));
  if (!run->begun && !document->has_overlays) return begin_with(run, document);
  YS_TRY(begin_with_defaults(run));
  YS_TRY(complete_for(run, document));
  return ys_recorded(ys_overlay(&run->space, &run->root, document->slot,
                                &run->options, &run->postponed));
}

static ys_status check_merged(ys_run *run) {
  const ys_path path = {0};
  run->unchecked = false;
  return ys_recorded(ys_check(&run->space, run->schema->root, &run->root, &path,
                              YS_CHECK_MERGED));
}

/* Documents whose faults are found one by one; those of more are found in the
 * end. */
enum { MOST_MISFITS = 16 };

/* What overlays and their closures made has not been looked at: what they
 * brought in may be of any type, what they removed comes back. */
static ys_status mend(ys_run *run) {
  const ys_touched *touched = run->touched;
  bool fits;
  run->touched = NULL;
  YS_TRY(ys_mend_check(&run->space, touched, &fits));
  if (!fits) run->unchecked = true;
  if (!fits && run->misfits++ < MOST_MISFITS) YS_TRY(check_merged(run));
  return ys_mend_fill(&run->defaults, touched);
}

/* ---- the stages ---------------------------------------------------------- */

/* Completes what has been merged, and finds the closures that are in use. */
static ys_status fill(ys_run *run) {
  const bool searched = run->searched;
  YS_TRY(begin_with_defaults(run));
  run->searched = true;
  if (!run->complete)
    YS_TRY(ys_fill_missing(&run->space, run->schema->root, &run->root));
  else if (searched)
    return YS_OK;
  run->complete = true;
  return ys_defaults_find(&run->defaults, &run->root);
}

/* Merges the next document, or comes to the end of them. One with overlays
 * sees a complete left side (reference d.2: each source ends with defaulting).
 */
static ys_status next_merge(ys_run *run, ys_question *question, bool *asking) {
  const ys_run_document *next = run->document;
  YS_TRY(merge_postponed(run, question, asking));
  if (*asking) return YS_OK;
  if (run->touched != NULL) YS_TRY(mend(run));
  if (next == NULL || next->has_overlays) {
    if (next == NULL && run->unchecked) YS_TRY(check_merged(run));
    YS_TRY(fill(run));
    run->stage = next == NULL ? YS_STAGE_DEFAULTS : YS_STAGE_SETTLE;
    return YS_OK;
  }
  YS_TRY(merge_document(run, run->document));
  run->document = run->document->next;
  return YS_OK;
}

/* After the settling of what a document with overlays may look at. */
static ys_status merge_settled(ys_run *run) {
  YS_TRY(merge_document(run, run->document));
  run->document = run->document->next;
  run->stage = YS_STAGE_MERGE;
  return YS_OK;
}

/* Alternatives over values that are incomplete, because a text could not be
 * read, would only mislead; and so would rules. */
static bool is_misread(const ys_run *run) {
  return run->space.diags.groups[YS_GROUP_INPUT] > 0;
}

static ys_status begin_choosing(ys_run *run) {
  const ys_choosing how = run->ask_no_rules      ? YS_CHOOSE_ALONE
                          : run->skip_validation ? YS_CHOOSE_TELL
                                                 : YS_CHOOSE_JUDGE;
  run->stage = YS_STAGE_CHOOSE;
  if (is_misread(run)) return YS_OK;
  return ys_chooser_init(&run->chooser, &run->defaults, run->schema->root,
                         &run->root, how);
}

/* What can be said only of the whole: how many keys there are. */
static ys_status check_final(ys_run *run) {
  const ys_path path = {0};
  if (!run->schema->root->unsettled) return YS_OK;
  return ys_recorded(ys_check(&run->space, run->schema->root, &run->root, &path,
                              YS_CHECK_FINAL));
}

static ys_status begin_validation(ys_run *run) {
  YS_TRY(check_final(run));
  ys_diags_sort(&run->space.diags);
  if (run->skip_validation || is_misread(run)) {
    run->stage = YS_STAGE_OVER;
    return YS_OK;
  }
  run->stage = YS_STAGE_VALIDATE;
  return ys_validator_init(&run->validator, &run->space, run->schema->root,
                           &run->root, run->chooser.outcomes.first);
}

/* Makes the choices, and goes on to the rules. */
static ys_status choose(ys_run *run, ys_question *question, bool *asking) {
  YS_TRY(ys_chooser_next(&run->chooser, question));
  *asking = question->kind != YS_ASK_NOTHING;
  return *asking ? YS_OK : begin_validation(run);
}

static ys_status go_on(ys_run *run, ys_question *question) {
  bool asking = false;
  question->kind = YS_ASK_NOTHING;
  while (run->stage != YS_STAGE_OVER) {
    switch (run->stage) {
    case YS_STAGE_MERGE: YS_TRY(next_merge(run, question, &asking)); break;
    case YS_STAGE_SETTLE:
      YS_TRY(ys_defaults_settle_all(&run->defaults, question, &asking));
      if (!asking) YS_TRY(merge_settled(run));
      break;
    case YS_STAGE_DEFAULTS:
      YS_TRY(ys_defaults_settle_all(&run->defaults, question, &asking));
      if (!asking) YS_TRY(begin_choosing(run));
      break;
    case YS_STAGE_CHOOSE: YS_TRY(choose(run, question, &asking)); break;
    default:
      YS_TRY(ys_validator_next(&run->validator, question));
      asking = question->kind != YS_ASK_NOTHING;
      if (!asking) run->stage = YS_STAGE_OVER;
    }
    if (asking) return YS_OK;
  }
  return YS_OK;
}

ys_status ys_run_next(ys_run *run, ys_question *question) {
  const ys_status status = go_on(run, question);
  if (status != YS_INVALID) return status;
  run->stage = YS_STAGE_OVER; /* a limit was met */
  question->kind = YS_ASK_NOTHING;
  return YS_OK;
}

ys_status ys_run_answer(ys_run *run, const ys_answer *answer) {
  return run->stage == YS_STAGE_CHOOSE
             ? ys_chooser_answer(&run->chooser, answer)
             : ys_validator_answer(&run->validator, answer);
}

ys_status ys_run_path(const ys_run *run, ys_str *out) {
  return run->stage == YS_STAGE_CHOOSE
             ? ys_chooser_path(&run->chooser, out)
             : ys_validator_path(&run->validator, out);
}
