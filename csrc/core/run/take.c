/* core/run/take.c - Takes the inputs of a run. */

#include "core/check/sensitive.h"
#include "core/check/text_keys.h"
#include "core/json/read.h"
#include "core/run/input.h"
#include "core/run/run.h"

static ys_status give(ys_run *run, const ys_run_document *given) {
  ys_run_document *document;
  YS_KEEP(document, &run->space.arena, *given);
  if (run->last == NULL) run->upcoming = document;
  YS_APPEND(run->first, run->last, document);
  return YS_OK;
}

/* Makes strings of the keys of declared maps in a document, and notes what is
 * sensitive in it. */
static ys_status prepare(ys_run *run, ys_slot *document) {
  const ys_field *root = run->schema->root;
  const ys_status status = ys_text_keys(&run->space, root, document);
  if (status == YS_NOMEM) return YS_NOMEM;
  YS_TRY(ys_sensitive_note(&run->space, root, document));
  return status;
}

ys_status ys_run_give(ys_run *run, ys_slot *document, bool checked) {
  const ys_diags kept = run->space.diags;
  run->others++;
  const ys_status status = prepare(run, document);
  if (status == YS_INVALID) /* the record would be about no text */
    ys_diags_restore(&run->space.diags, &kept);
  YS_TRY(status);
  checked = checked && !ys_keys_have_scalars(&run->space.keys);
  return give(run, &(ys_run_document){.slot = document, .checked = checked});
}

/* Does so for the documents of a source. */
static ys_status prepare_all(ys_run *run, const ys_documents *documents) {
  ys_status status = YS_OK;
  for (ys_slot *d = documents->first; d != NULL; d = d->next)
    YS_GO_ON(status, prepare(run, d));
  return status;
}

ys_status ys_run_take(ys_run *run, const ys_documents *documents,
                      ys_input_kind input) {
  const ys_input_rules rules = {input == YS_INPUT_PLAIN, run->allow_code};
  ys_slots rest = {documents->first, documents->last};
  ys_slot *d;
  YS_TRY(prepare_all(run, documents));
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
  run->texts++;
  run->text = source;
  YS_TRY(ys_parse(&run->space, source, &documents));
  return ys_run_take(run, &documents, input);
}

/* ---- texts of other records ---------------------------------------------- */

/* Whether a line begins another document. */
static bool is_marker(ys_str line) {
  return (ys_str_starts(line, YS_STR("---")) ||
          ys_str_starts(line, YS_STR("..."))) &&
         (line.len == 3 || line.ptr[3] == ' ' || line.ptr[3] == '\t');
}

/* The text of the document that begins on a line. */
static ys_str document_at(ys_source *source, uint32_t line) {
  const ys_str first = ys_source_line(source, line);
  const char *end = source->text.ptr + source->text.len;
  if (line > source->line_count) return (ys_str){0};
  for (uint32_t n = line + 1; n <= source->line_count; n++) {
    const ys_str next = ys_source_line(source, n);
    if (is_marker(next))
      return (ys_str){first.ptr, (size_t)(next.ptr - first.ptr)};
  }
  return (ys_str){first.ptr, (size_t)(end - first.ptr)};
}

static ys_status read_document(ys_run *run, uint16_t number, uint32_t line,
                               ys_documents *out) {
  ys_space *space = &run->space;
  ys_source *source = space->sources.list[number];
  if (source->only_json || ys_jsonread_likely(source->text))
    return ys_parse(space, number, out);
  const ys_extract extract = {document_at(source, line), number, line - 1};
  YS_TRY(ys_parse_extract(space, &extract, NULL, out));
  return ys_extracts_add(space, &extract);
}

ys_status ys_run_mask(ys_run *run, uint16_t source, uint32_t line) {
  const ys_diags before = run->space.diags;
  ys_documents documents = {0};
  if (!run->schema->root->has_sensitive) return YS_OK;
  ys_status status = read_document(run, source, line, &documents);
  if (status == YS_OK) status = prepare_all(run, &documents);
  ys_diags_restore(&run->space.diags, &before);
  return status != YS_INVALID ? status
                              : ys_sensitive_add_source(&run->space, source);
}

/* ---- annotations --------------------------------------------------------- */

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
  run->others++;
  ys_status status =
      ys_input_value(space, source, keys, count, text, as_yaml, &document);
  if (status == YS_INVALID && as_yaml && count <= space->limits.max_depth) {
    /* A text that is not YAML is as sensitive as a string would be. */
    YS_TRY(ys_input_value(space, source, keys, count, text, false, &document));
    YS_TRY(ys_input_note_flag(space, root, document, source, &flag));
  }
  YS_TRY(status);
  YS_TRY(ys_text_keys(space, root, document));
  YS_TRY(ys_input_note_flag(space, root, document, source, &flag));
  return give(
      run, &(ys_run_document){.slot = document,
                              .has_overlays = ys_input_has_overlays(document),
                              .as_text = !as_yaml,
                              .by_flag = true});
}
