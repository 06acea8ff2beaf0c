#include "core/compile/schema.h"

#include "core/compile/renamed.h"
#include "core/compile/sensitive.h"
#include "core/overlay/overlay.h"
#include "core/reference/resolve.h"
#include "core/type/shapes.h"
#include "core/type/text_rules.h"

ys_status ys_schema_init(ys_schema *schema, ys_memory memory, ys_limits limits,
                         bool strict) {
  memset(schema, 0, sizeof *schema);
  YS_TRY(ys_space_init(&schema->space, memory, NULL));
  schema->space.limits = limits;
  schema->space.strict = strict;
  return YS_OK;
}

void ys_schema_release(ys_schema *schema) {
  ys_space_release(&schema->space);
  memset(schema, 0, sizeof *schema);
}

/* ---- recognising schema documents ---------------------------------------- */

/* A schema has annotations, and all of them begin with one of these texts. */
bool ys_schema_likely(ys_str text) {
  const char *at = text.ptr, *end = text.ptr + text.len;
  while (at < end && (at = memchr(at, '#', (size_t)(end - at))) != NULL) {
    const ys_str rest = {at + 1, (size_t)(end - at - 1)};
    if (ys_str_starts(rest, YS_STR("@schema")) ||
        ys_str_starts(rest, YS_STR("@data/values-schema")))
      return true;
    at++;
  }
  return false;
}

static ys_status mixed_documents(ys_schema *schema, const ys_slot *document) {
  return ys_space_refuse(&schema->space, YS_E_DOCUMENT_MIX,
                         ys_slot_place(document), YS_STR("schema"),
                         (ys_str){0});
}

static ys_status keep_documents(ys_schema *schema, ys_documents *documents) {
  ys_slots rest = {documents->first, documents->last};
  ys_status status = YS_OK;
  ys_slot *d;
  for (;;) {
    YS_TRY(ys_header_take(&schema->space, &rest, &d));
    if (d == NULL) return status;
    if (ys_annot_find(d, YS_WORD_JSON_SCHEMA) != NULL)
      ys_slots_add(&schema->json.documents, d);
    else if (ys_header_find(d) != NULL)
      ys_slots_add(&schema->documents, d);
    else
      YS_GO_ON(status, mixed_documents(schema, d));
  }
}

/* Records code lines as errors first, before anything that uses their
 * definitions. */
static ys_status refuse_code(ys_schema *schema, const ys_documents *documents) {
  for (const ys_code_line *line = documents->code_first; line != NULL;
       line = line->next)
    YS_TRY(ys_space_note(&schema->space, YS_E_CODE_LINE, line->place,
                         line->text, (ys_str){0}));
  return documents->code_first != NULL ? YS_INVALID : YS_OK;
}

/* Whether a header is attached to the first node inside a document, because no
 * `---` follows it (reference#attachment). */
static bool has_misplaced_header(const ys_documents *documents) {
  for (const ys_slot *d = documents->first; d != NULL; d = d->next)
    if (ys_is_collection(d) && ys_slot_first(d) != NULL &&
        ys_header_find_any(ys_slot_first(d)) != NULL)
      return true;
  return false;
}

static ys_status refuse_misplaced_headers(ys_space *space,
                                          const ys_documents *documents) {
  for (const ys_slot *d = documents->first; d != NULL; d = d->next) {
    const ys_slot *first = ys_is_collection(d) ? ys_slot_first(d) : NULL;
    const ys_annot *header = first != NULL ? ys_header_find_any(first) : NULL;
    if (header == NULL) continue;
    YS_TRY(ys_space_record(
        space, YS_E_ANNOTATION_MISPLACED, ys_annot_place(header),
        ys_slot_place(first),
        YS_ARGUMENTS(header->name, ys_vocab_places(YS_ON_DOCUMENT),
                     YS_STR("put --- on the line below the annotation."))));
  }
  return YS_INVALID;
}

static bool has_header(const ys_documents *documents) {
  for (const ys_slot *d = documents->first; d != NULL; d = d->next)
    if (ys_header_find_any(d) != NULL) return true;
  return false;
}

bool ys_schema_among(const ys_documents *documents) {
  return has_header(documents) || has_misplaced_header(documents);
}

ys_status ys_schema_take(ys_schema *schema, ys_documents *documents,
                         ys_role *role) {
  const bool any = documents->first == NULL || has_header(documents);
  *role = any ? YS_ROLE_SCHEMA : YS_ROLE_VALUES;
  if (!any && has_misplaced_header(documents))
    return refuse_misplaced_headers(&schema->space, documents);
  return any ? keep_documents(schema, documents) : YS_OK;
}

ys_status ys_schema_add(ys_schema *schema, uint16_t source, ys_role *role) {
  const ys_diags before = schema->space.diags;
  ys_documents documents = {0};
  YS_TRY(ys_parse(&schema->space, source, &documents));
  if (!ys_schema_among(&documents)) {
    /* The reader of the values will report the errors again. */
    ys_diags_restore(&schema->space.diags, &before);
    *role = YS_ROLE_VALUES;
    return YS_OK;
  }
  if (has_header(&documents)) YS_TRY(refuse_code(schema, &documents));
  return ys_schema_take(schema, &documents, role);
}

/* ---- annotations for the host -------------------------------------------- */

ys_status ys_schema_pending(ys_schema *schema, ys_pending **out) {
  return ys_annot_all_pending(&schema->space.arena, &schema->documents, out);
}

/* ---- compilation --------------------------------------------------------- */

/* Merges the documents: the first is the base, the others are overlays
 * (reference#files). Errors are recorded. */
static ys_status merge_documents(ys_schema *schema, const ys_host *host) {
  const ys_overlay_options options = {.append_arrays = true,
                                      .take_annotations = true,
                                      .error = YS_E_SCHEMA_OVERLAY,
                                      .host = host};
  ys_slot *base = ys_slots_take(&schema->documents), *d;
  while ((d = ys_slots_take(&schema->documents)) != NULL)
    YS_TRY(ys_recorded(ys_overlay(&schema->space, base, d, &options, NULL)));
  ys_slots_add(&schema->documents, base);
  return YS_OK;
}

/* The highest number of a closure that gives the default of a field or of one
 * below it. */
static uint32_t highest_closure(const ys_field *field) {
  uint32_t most = field->default_closure;
  const ys_field *child;
  if (field->like != NULL) return most;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++) {
    const uint32_t n = highest_closure(child);
    if (n > most) most = n;
  }
  return most;
}

/* Copies of a definition have its default, and fit it likewise. */
static void index_defaults(const ys_field **table, const ys_field *field) {
  const ys_field *child;
  if (field->default_closure != 0) table[field->default_closure] = field;
  if (field->like != NULL) return;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    index_defaults(table, child);
}

static ys_status find_defaults(ys_schema *schema, const ys_field *root) {
  const ys_definition *first = schema->definitions;
  uint32_t most = highest_closure(root);
  for (const ys_definition *d = first; d != NULL; d = d->next) {
    const uint32_t n = highest_closure(d->field);
    if (n > most) most = n;
  }
  schema->closure_count = most;
  if (most == 0) return YS_OK;
  YS_NEW_LIST(schema->default_fields, &schema->space.arena, most + 1);
  index_defaults(schema->default_fields, root);
  for (const ys_definition *d = first; d != NULL; d = d->next)
    index_defaults(schema->default_fields, d->field);
  return YS_OK;
}

/* Forgets what an earlier document left in `c`. */
static void forget(ys_compiling *c) {
  c->depth = 0;
  c->definitions = NULL;
  c->drafts = c->last_draft = NULL;
  c->uses = c->last_use = NULL;
  c->later = c->last_later = NULL;
  c->answers->compilation++;
}

/* Compiles a document, whose annotations must be evaluated, to a field in the
 * same arena. YS_INVALID: every error that could be found was recorded, and
 * `out` must not be used. */
static ys_status compile_document(ys_compiling *c, ys_slot *document,
                                  ys_field **out) {
  ys_field *field = ys_arena_new(&c->space->arena, ys_field);
  if (field == NULL) return YS_NOMEM;
  forget(c);
  YS_TRY(ys_compile_slot(c, document, YS_ON_DOCUMENT, field));
  YS_TRY(ys_text_rules_read(c->space, document, field));
  if (c->drafts != NULL) YS_TRY(ys_compile_definitions(c, field));
  if (!c->is_part && ys_diags_exit_status(&c->space->diags) == 0)
    YS_TRY(ys_compile_check_rules(c, field));
  YS_TRY(ys_compile_mask(c, field, document));
  if (ys_diags_exit_status(&c->space->diags) != 0) return YS_INVALID;
  *out = field;
  return YS_OK;
}

/* Compiles each of several documents by itself, because each has to be a valid
 * schema, as in ytt (reference#merging-schemas). So its errors are reported
 * where they stand. */
static ys_status compile_each(ys_compiling *c, ys_slot *documents) {
  const ys_diags before = c->space->diags;
  ys_status result = YS_OK;
  ys_field *field;
  if (documents->next == NULL) return YS_OK;
  c->is_part = true;
  for (ys_slot *d = documents; d != NULL; d = d->next)
    YS_GO_ON(result, compile_document(c, d, &field));
  c->is_part = false;
  if (result != YS_OK) return result;
  /* Warnings are recorded again when the merged schema is compiled. */
  ys_diags_restore(&c->space->diags, &before);
  return YS_OK;
}

/* Compiles the base, whose header decides how the whole schema is read. */
static ys_status compile(ys_schema *schema, const ys_host *host,
                         ys_field **out) {
  const ys_reading current = {YS_DIALECT_CURRENT, true};
  ys_compiling c = {
      .space = &schema->space, .host = host, .answers = &schema->answers};
  ys_status status;
  c.reading = ys_header_reading(schema->documents.first, current);
  ys_host_use(&schema->space, host);
  status = compile_each(&c, schema->documents.first);
  if (status == YS_OK) status = merge_documents(schema, host);
  if (status == YS_OK)
    status = compile_document(&c, schema->documents.first, out);
  ys_host_use(&schema->space, NULL);
  schema->calls_functions = c.calls_functions;
  schema->definitions = c.definitions;
  return status;
}

ys_status ys_schema_compile(ys_schema *schema, const ys_host *host) {
  ys_field *root;
  if (schema->documents.first == NULL) {
    if (ys_diags_exit_status(&schema->space.diags) == 0)
      return ys_space_refuse(&schema->space, YS_E_NO_SCHEMA, YS_NOWHERE,
                             (ys_str){0}, (ys_str){0});
  }
  for (const ys_slot *d = schema->documents.first; d != NULL; d = d->next)
    YS_TRY(ys_header_check(&schema->space, d));
  YS_TRY(ys_jsonrules_begin(&schema->json, &schema->space));
  YS_TRY(compile(schema, host, &root));
  YS_TRY(ys_refer_resolve(&schema->space, root, &schema->references));
  YS_TRY(ys_renamed_resolve(&schema->space, root, &schema->from_root));
  YS_TRY(find_defaults(schema, root));
  YS_TRY(ys_shapes_link(&schema->space.arena, root, schema->definitions));
  YS_TRY(ys_jsonrules_link(&schema->json, &schema->space, root,
                           schema->definitions));
  schema->root = root;
  return YS_OK;
}
