#include "ys_run.h"

#include "ys_check.h"
#include "ys_fill.h"
#include "ys_first.h"
#include "ys_header.h"
#include "ys_input.h"

/* A slot of the result that waits for what a closure gives. */
typedef struct ys_wanted {
  struct ys_wanted *next;
  ys_slot *slot;
} ys_wanted;

ys_status ys_run_init(ys_run *run, ys_memory memory, const ys_schema *schema) {
  memset(run, 0, sizeof *run);
  YS_TRY(ys_space_init(&run->space, memory, &schema->space));
  run->schema = schema;
  if (schema->closure_count == 0) return YS_OK;
  run->defaults = ys_arena_zalloc(&run->space.arena, schema->closure_count + 1,
                                  sizeof *run->defaults);
  return run->defaults == NULL ? YS_NOMEM : YS_OK;
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
                      ys_input input) {
  const ys_input_rules rules = {input == YS_INPUT_PLAIN, run->allow_code};
  YS_TRY(ys_input_check(&run->space, documents, rules));
  for (ys_slot *d = documents->first, *next; d != NULL; d = next) {
    bool foreign;
    next = d->next;
    YS_TRY(ys_header_is_foreign(&run->space, d, &foreign));
    if (foreign) continue;
    if (d->kind == YS_NULL && input == YS_INPUT_PLAIN)
      continue; /* reference d.2 */
    const ys_run_document given = {.slot = d,
                                   .append_arrays = ys_input_appends(d),
                                   .has_overlays = documents->annotated &&
                                                   ys_input_has_overlays(d)};
    YS_TRY(give(run, &given));
  }
  return YS_OK;
}

ys_status ys_run_parse(ys_run *run, uint16_t source, ys_input input) {
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

/* ---- defaults that closures give ----------------------------------------- */

/* Puts what the closure gave into the slot; false: it has not been asked. */
static ys_status settle(ys_run *run, ys_slot *slot, bool *settled) {
  const ys_slot *given = run->defaults[slot->u.closure];
  const ys_place place = ys_slot_place(slot);
  const uint8_t kept = slot->flags & (YS_SLOT_DEFAULT | YS_SLOT_DIRTY);
  ys_slot copy = {0};
  *settled = given != NULL;
  if (given == NULL) return YS_OK;
  YS_TRY(ys_slot_copy(&run->space.arena, given, &copy));
  ys_slot_take(slot, &copy);
  slot->flags |= kept | (given->flags & YS_SLOT_FAULTY);
  ys_slot_set_place(slot, place);
  return YS_OK;
}

static void ask_default(ys_run *run, uint32_t closure, ys_question *question) {
  memset(question, 0, sizeof *question);
  run->asked = closure;
  question->kind = YS_ASK_DEFAULT;
  question->closure = closure;
  question->place = run->schema->default_fields[closure]->default_place;
}

static ys_status default_failed(ys_run *run, const ys_field *field,
                                ys_str problem, ys_str calls) {
  ys_diag *diag = ys_space_fault(&run->space, YS_E_DEFAULT_FAILED, field->place,
                                 field->default_place);
  if (diag == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&run->space.arena, problem, &diag->args[0]));
  return ys_arena_str(&run->space.arena, calls, &diag->calls);
}

ys_status ys_run_give_default(ys_run *run, ys_slot *value, ys_str problem,
                              ys_str calls) {
  const ys_path document = {0};
  const ys_field *field = run->schema->default_fields[run->asked];
  ys_slot *given = value;
  if (value == NULL) {
    given = ys_arena_new(&run->space.arena, ys_slot);
    if (given == NULL) return YS_NOMEM;
    given->flags |= YS_SLOT_FAULTY;
    YS_TRY(default_failed(run, field, problem, calls));
  } else {
    ys_slot_set_places(given, field->default_place);
    switch (ys_check(&run->space, field, given, &document, YS_CHECK_DEFAULT)) {
    case YS_OK:
      YS_TRY(ys_fill_missing(&run->space, field, given));
      YS_TRY(ys_fill_choices(&run->space, field, given));
      break;
    case YS_INVALID: given->flags |= YS_SLOT_FAULTY; break;
    default: return YS_NOMEM;
    }
    ys_slot_set_places(given, field->place);
  }
  run->defaults[run->asked] = given;
  run->asked = 0;
  return YS_OK;
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
      YS_TRY(settle(run, waiting->left, &settled));
      if (!settled) {
        ask_default(run, closure, question);
        *asking = true;
        return YS_OK;
      }
    }
    ys_postponed_take(&run->postponed);
    run->overlaid = true;
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
  return ys_first(&run->space, run->schema->root, document->slot, &run->options,
                  &run->postponed, &run->root, &run->complete);
}

/* What lacks something in `root`, or would when the document is merged, is
 * completed first. A document with overlays found all complete, but may leave
 * it incomplete. */
static ys_status complete_for(ys_run *run, const ys_run_document *document) {
  const ys_field *field = run->schema->root;
  const bool overlaid = run->overlaid;
  run->overlaid = document->has_overlays;
  if (document->has_overlays) return YS_OK;
  if (overlaid) YS_TRY(ys_fill_missing(&run->space, field, &run->root));
  if (document->next == NULL && !field->unsettled)
    return YS_OK; /* fill() will do */
  return ys_fill_given(&run->space, field, &run->root, document->slot);
}

static ys_status merge_document(ys_run *run, ys_run_document *document) {
  const ys_path path = {0};
  ys_check_codes codes = YS_CHECK_DATA;
  codes.text = document->as_text;
  run->options = (ys_overlay_options){.append_arrays = document->append_arrays,
                                      .add_keys = true,
                                      .fault = YS_E_OVERLAY,
                                      .host = run->host};
  if (!document->fits)
    YS_TRY(ys_recorded(ys_check(&run->space, run->schema->root, document->slot,
                                &path, codes)));
  run->unchecked = document->has_overlays;
  if (!run->begun && !document->has_overlays) return begin_with(run, document);
  YS_TRY(begin_with_defaults(run));
  YS_TRY(complete_for(run, document));
  run->complete = false;
  return ys_recorded(ys_overlay(&run->space, &run->root, document->slot,
                                &run->options, &run->postponed));
}

/* What overlays and their closures made has not been looked at: what they
 * brought in may be of any type, what they removed comes back. */
static ys_status check_merged(ys_run *run) {
  const ys_path path = {0};
  if (!run->unchecked) return YS_OK;
  run->unchecked = false;
  return ys_recorded(ys_check(&run->space, run->schema->root, &run->root, &path,
                              YS_CHECK_MERGED));
}

/* ---- the defaults in use ------------------------------------------------- */

static ys_status find_pending(ys_run *run, ys_slot *slot) {
  if ((slot->flags & YS_SLOT_PENDING) != 0) {
    ys_wanted *wanted = ys_arena_new(&run->space.arena, ys_wanted);
    if (wanted == NULL) return YS_NOMEM;
    wanted->slot = slot;
    wanted->next = run->wanted;
    run->wanted = wanted;
    return YS_OK;
  }
  if (!ys_is_collection(slot)) return YS_OK;
  for (ys_slot *s = slot->u.items->first; s != NULL; s = s->next)
    YS_TRY(find_pending(run, s));
  return YS_OK;
}

/* In the order of the document: find_pending() leaves them reversed. */
static void reverse_wanted(ys_run *run) {
  ys_wanted *reversed = NULL;
  while (run->wanted != NULL) {
    ys_wanted *next = run->wanted->next;
    run->wanted->next = reversed;
    reversed = run->wanted;
    run->wanted = next;
  }
  run->wanted = reversed;
}

static ys_status settle_wanted(ys_run *run, ys_question *question,
                               bool *asking) {
  *asking = false;
  while (run->wanted != NULL) {
    ys_slot *slot = run->wanted->slot;
    const uint32_t closure = slot->u.closure;
    bool settled;
    YS_TRY(settle(run, slot, &settled));
    if (!settled) {
      ask_default(run, closure, question);
      *asking = true;
      return YS_OK;
    }
    run->wanted = run->wanted->next;
    YS_TRY(find_pending(run, slot)); /* what it gave may leave out others */
  }
  return YS_OK;
}

/* ---- the stages ---------------------------------------------------------- */

/* Completes what has been merged, and finds the closures that are in use. */
static ys_status fill(ys_run *run, bool last) {
  YS_TRY(begin_with_defaults(run));
  if (!run->complete)
    YS_TRY(ys_fill_missing(&run->space, run->schema->root, &run->root));
  run->complete = true;
  if (last) YS_TRY(ys_fill_choices(&run->space, run->schema->root, &run->root));
  if (run->schema->closure_count > 0) {
    YS_TRY(find_pending(run, &run->root));
    reverse_wanted(run);
  }
  return YS_OK;
}

/* Merges the next document, or comes to the end of them. One with overlays
 * sees a complete left side (reference d.2: each source ends with defaulting).
 */
static ys_status next_merge(ys_run *run, ys_question *question, bool *asking) {
  const ys_run_document *next = run->document;
  YS_TRY(merge_postponed(run, question, asking));
  if (*asking) return YS_OK;
  YS_TRY(check_merged(run));
  if (next == NULL || next->has_overlays) {
    YS_TRY(fill(run, next == NULL));
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

/* What can be said only of the whole: how many keys there are, and which of the
 * alternatives fit. */
static ys_status check_final(ys_run *run) {
  const ys_path path = {0};
  if (!run->schema->root->unsettled) return YS_OK;
  return ys_recorded(ys_check(&run->space, run->schema->root, &run->root, &path,
                              YS_CHECK_FINAL));
}

/* Rules over values that are incomplete, because a text could not be read,
 * would only mislead. */
static ys_status begin_validation(ys_run *run) {
  const uint32_t *faults = run->space.diags.groups;
  YS_TRY(check_final(run));
  ys_diags_sort(&run->space.diags);
  if (run->skip_validation || faults[YS_GROUP_INPUT] > 0) {
    run->stage = YS_STAGE_OVER;
    return YS_OK;
  }
  run->stage = YS_STAGE_VALIDATE;
  return ys_validator_init(&run->validator, &run->space, run->schema->root,
                           &run->root);
}

ys_status ys_run_next(ys_run *run, ys_question *question) {
  bool asking = false;
  question->kind = YS_ASK_NOTHING;
  while (run->stage != YS_STAGE_OVER) {
    switch (run->stage) {
    case YS_STAGE_MERGE: YS_TRY(next_merge(run, question, &asking)); break;
    case YS_STAGE_SETTLE:
      YS_TRY(settle_wanted(run, question, &asking));
      if (!asking) YS_TRY(merge_settled(run));
      break;
    case YS_STAGE_DEFAULTS:
      YS_TRY(settle_wanted(run, question, &asking));
      if (!asking) YS_TRY(begin_validation(run));
      break;
    default:
      YS_TRY(ys_validator_next(&run->validator, question));
      asking = question->kind != YS_ASK_NOTHING;
      if (!asking) run->stage = YS_STAGE_OVER;
    }
    if (asking) return YS_OK;
  }
  return YS_OK;
}

ys_status ys_run_answer(ys_run *run, const ys_answer *answer) {
  return ys_validator_answer(&run->validator, answer);
}
