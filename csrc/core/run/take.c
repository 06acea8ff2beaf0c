/* core/run/take.c - Takes the inputs of a run. */

#include "core/annotation/header.h"
#include "core/check/sensitive.h"
#include "core/run/input.h"
#include "core/run/run.h"

static ys_status give(ys_run *run, const ys_run_document *given) {
  ys_run_document *document = ys_arena_new(&run->space.arena, ys_run_document);
  if (document == NULL) return YS_NOMEM;
  *document = *given;
  if (run->last == NULL)
    run->first = run->upcoming = document;
  else
    run->last->next = document;
  run->last = document;
  return YS_OK;
}

ys_status ys_run_give(ys_run *run, ys_slot *document, bool checked) {
  YS_TRY(ys_sensitive_note(&run->space, run->schema->root, document));
  return give(run, &(ys_run_document){.slot = document, .checked = checked});
}

ys_status ys_run_take(ys_run *run, const ys_documents *documents,
                      ys_input_kind input) {
  const ys_input_rules rules = {input == YS_INPUT_PLAIN, run->allow_code};
  ys_slots rest = {documents->first, documents->last};
  ys_slot *d;
  for (d = documents->first; d != NULL; d = d->next)
    YS_TRY(ys_sensitive_note(&run->space, run->schema->root, d));
  YS_TRY(ys_input_check(&run->space, documents, rules));
  for (;;) {
    YS_TRY(ys_header_take(&run->space, &rest, &d));
    if (d == NULL) return YS_OK;
    const bool overlays = documents->annotated && ys_input_has_overlays(d);
    if (d->kind == YS_NULL && !overlays) continue; /* it gives no values */
    const ys_run_document given = {.slot = d,
                                   .append_arrays = ys_input_appends(d),
                                   .has_overlays = overlays,
                                   .plain = input == YS_INPUT_PLAIN};
    YS_TRY(give(run, &given));
  }
}

ys_status ys_run_parse(ys_run *run, uint16_t source, ys_input_kind input) {
  ys_documents documents = {0};
  run->space.plain_text = input == YS_INPUT_PLAIN;
  YS_TRY(ys_parse(&run->space, source, &documents));
  return ys_run_take(run, &documents, input);
}

ys_status ys_run_pending(ys_run *run, ys_pending **out) {
  ys_pending *first = NULL, **end = &first;
  for (const ys_run_document *d = run->first; d != NULL; d = d->next)
    YS_TRY(ys_annot_pending(&run->space.arena, d->slot, &end));
  *out = first;
  return YS_OK;
}

ys_status ys_run_give_value(ys_run *run, uint16_t source, const ys_str *keys,
                            size_t count, ys_str text, bool as_yaml) {
  ys_space *space = &run->space;
  const ys_field *root = run->schema->root;
  const ys_flag flag = {keys, count, text};
  ys_slot *document;
  ys_status status =
      ys_input_value(space, source, keys, count, text, as_yaml, &document);
  if (status == YS_INVALID && as_yaml && count <= space->limits.max_depth) {
    /* A text that is not YAML is as sensitive as a string would be. */
    YS_TRY(ys_input_value(space, source, keys, count, text, false, &document));
    YS_TRY(ys_input_note_flag(space, root, document, source, &flag));
  }
  YS_TRY(status);
  YS_TRY(ys_input_note_flag(space, root, document, source, &flag));
  return give(
      run, &(ys_run_document){.slot = document,
                              .has_overlays = ys_input_has_overlays(document),
                              .as_text = !as_yaml,
                              .by_flag = true});
}
