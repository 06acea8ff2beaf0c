/*
 * core/compile/like.c - Makes the fields that are copies of definitions
 * (reference#like).
 *
 * A definition may mention itself. So all definitions are compiled first, with
 * empty fields where one is used. Then the copies are made, what the fields
 * store about those below them is worked out, and last come the checks that
 * have to look at complete fields: those of defaults, examples and `by=`.
 */

#include "core/compile/compiler.h"

#include "core/compile/docs.h"
#include "core/reference/read.h"
#include "core/tree/charge.h"
#include "core/tree/sensitive.h"

/* ---- definitions --------------------------------------------------------- */

/* Compiles a definition. A field of it that uses others is made later. */
static ys_status compile_draft(ys_compiling *c, ys_draft *draft) {
  const ys_reading outer = c->reading;
  ys_status status;
  if (draft->sensitive)
    YS_TRY(ys_sensitive_add_all(c->space, &draft->schema, YS_SENSITIVE_VALUE));
  c->current = draft;
  c->sensitive = draft->sensitive;
  c->depth = draft->depth;
  c->reading = ys_header_reading(&draft->schema, draft->reading);
  status =
      ys_compile_slot(c, &draft->schema, YS_ON_DOCUMENT, draft->made.field);
  c->reading = outer;
  c->current = NULL;
  c->sensitive = false;
  return status;
}

static ys_status compile_drafts(ys_compiling *c) {
  for (ys_draft *draft = c->drafts; draft != NULL; draft = draft->next) {
    if (!ys_space_spend_copies(c->space, 0)) return YS_OK; /* it was recorded */
    YS_TRY(compile_draft(c, draft));
  }
  return YS_OK;
}

/* ---- copies -------------------------------------------------------------- */

/* Adds the validations of the node after those of the definition, which stay as
 * they are. */
static ys_status add_validations(ys_arena *arena, ys_field *field,
                                 ys_validation *own) {
  ys_validation **end = &field->validations;
  for (const ys_validation *v = *end; own != NULL && v != NULL; v = v->next) {
    ys_validation *copy;
    YS_KEEP(copy, arena, *v);
    *end = copy;
    end = &copy->next;
  }
  if (own != NULL) *end = own;
  return YS_OK;
}

/* The implications of a dialect depend on the node's place, too. */
static void add_implied(const ys_use *use, ys_field *field) {
  const ys_implied implied = ys_compile_implied(use->reading, use->node, field);
  if (use->of != NULL) use->of->waives |= use->draft->waives;
  if (ys_compile_waives(use->node))
    field->implied = YS_IMPLIED_NOTHING;
  else if (implied == YS_IMPLIED_VALUE && !use->draft->waives)
    field->implied = implied;
}

/* Adds what the other annotations of the node say. */
static ys_status add_words(ys_compiling *c, const ys_use *use,
                           const ys_field *from) {
  const ys_compile_node *n = use->node;
  const ys_schema_words *words = &n->words;
  ys_field *field = n->field;
  YS_TRY(ys_docs_add(c->space, from->docs, field));
  YS_TRY(ys_compile_key_names(c, n, field));
  YS_TRY(ys_compile_nullable(c, words->nullable, field));
  YS_TRY(add_validations(&c->space->arena, field, words->validations));
  add_implied(use, field);
  YS_TRY(ys_compile_examples(c, field));
  if (words->preset == NULL && words->nullable == NULL &&
      n->slot->kind == YS_NULL)
    return ys_compile_inherit(c, field, from);
  return ys_compile_default(c, n);
}

static ys_status copy(ys_compiling *c, ys_use *use) {
  const ys_field *from = use->draft->made.field;
  const ys_field kept = *use->field;
  ys_field *field = use->field;
  *field = *from;
  field->key = kept.key;
  field->optional = kept.optional;
  field->count = kept.count;
  field->required = kept.required;
  field->renamed = kept.renamed;
  field->null_missing = kept.null_missing;
  field->preset = false;
  field->references = kept.references;
  field->identities = kept.identities;
  ys_refer_inherit(field, from);
  field->like = &use->draft->made;
  field->like_place = ys_annot_place(use->annot);
  if (use->node == NULL) return ys_compile_inherit(c, field, from);
  field->place = kept.place;
  field->docs = kept.docs;
  return add_words(c, use, from);
}

static ys_status copies_of_itself(ys_compiling *c, const ys_use *use) {
  return ys_compile_endless(
      c, ys_annot_place(use->annot), use->draft->words,
      YS_STR("a schema cannot be nothing but a copy of itself."));
}

/* Makes a copy, after those that it is a copy of in turn. */
static ys_status resolve(ys_compiling *c, ys_use *use) {
  ys_use *waiting = NULL;
  while (use != NULL && use->state != YS_DONE) {
    if (use->state == YS_DOING) return copies_of_itself(c, use);
    use->state = YS_DOING;
    use->waiting = waiting;
    waiting = use;
    use = use->draft->root;
  }
  for (; waiting != NULL; waiting = waiting->waiting) {
    YS_TRY(copy(c, waiting));
    waiting->state = YS_DONE;
  }
  return YS_OK;
}

/* Makes the copies. Definitions that are copies of each other are recorded. */
static ys_status make_copies(ys_compiling *c) {
  for (ys_use *use = c->uses; use != NULL; use = use->next) {
    const uint32_t errors = c->space->diags.groups[YS_GROUP_SCHEMA];
    YS_TRY(resolve(c, use));
    /* After a copy of itself, nothing can be reported of the others. */
    if (use->state != YS_DONE &&
        c->space->diags.groups[YS_GROUP_SCHEMA] != errors)
      return YS_OK;
  }
  return YS_OK;
}

/* ---- names --------------------------------------------------------------- */

static bool is_letter(char ch) {
  return ys_is_letter(ch) || ch == '_';
}

/* The name of a function as the author wrote it: `route`, or the last part of
 * `shared.route`. */
static ys_str name_of(ys_str words) {
  size_t from = words.len;
  while (from > 0 &&
         (is_letter(words.ptr[from - 1]) || ys_is_digit(words.ptr[from - 1])))
    from--;
  if (from == words.len || !is_letter(words.ptr[from]) ||
      (from > 0 && words.ptr[from - 1] != '.'))
    return YS_STR("schema");
  return (ys_str){words.ptr + from, words.len - from};
}

/* Whether an earlier definition has the name, or OpenAPI's name of the whole.
 */
static bool is_taken(const ys_compiling *c, const ys_draft *end, ys_str name) {
  if (ys_str_eq(name, YS_STR("dataValues"))) return true;
  for (const ys_draft *d = c->drafts; d != end; d = d->next)
    if (ys_str_eq(d->made.name, name)) return true;
  return false;
}

/* Gives names to the definitions that exports show under a name. */
static ys_status give_names(ys_compiling *c) {
  for (ys_draft *draft = c->drafts; draft != NULL; draft = draft->next) {
    const ys_str name = name_of(draft->words);
    if (!draft->shared) continue;
    draft->made.name = (ys_str){0};
    for (uint64_t n = 1; draft->made.name.len == 0; n++) {
      ys_str tried = name;
      ys_buf buf = ys_buf_of(c->space->arena.memory);
      ys_buf_add(&buf, name);
      if (n > 1) ys_buf_char(&buf, '_');
      if (n > 1) ys_buf_uint(&buf, n);
      YS_TRY(ys_buf_keep(&buf, &c->space->arena, &tried));
      if (!is_taken(c, draft, tried)) draft->made.name = tried;
    }
  }
  return YS_OK;
}

/* ---- what fields store about those below --------------------------------- */

/* Adds what `below` stores to what a field stores. Returns whether that changes
 * something. */
static bool add_flags(ys_field *field, const ys_field *below) {
  const ys_field before = *field;
  field->has_rules |= below->has_rules;
  field->unsettled |= below->unsettled;
  field->has_renamed |= below->has_renamed;
  field->has_sensitive |= below->has_sensitive;
  field->has_references |= below->has_references;
  if (field->choice == NULL)
    field->has_null_missing |= below->null_missing || below->has_null_missing;
  if (field->choice == NULL) field->has_required |= below->has_required;
  if (field->choice != NULL) field->choice->has_rules |= below->has_rules;
  return field->has_rules != before.has_rules ||
         field->unsettled != before.unsettled ||
         field->has_renamed != before.has_renamed ||
         field->has_sensitive != before.has_sensitive ||
         field->has_references != before.has_references ||
         field->has_null_missing != before.has_null_missing ||
         field->has_required != before.has_required;
}

/* Updates a field and those below it. Returns whether something changed. */
static bool update(ys_field *field) {
  bool changed = false;
  ys_field *below;
  if (field->like != NULL) return add_flags(field, field->like->field);
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++) {
    changed |= update(below);
    changed |= add_flags(field, below);
  }
  return changed;
}

/* Stores what a field says by itself, since what is copied may be outdated. */
static void begin(ys_field *field) {
  const ys_map_type *map = field->kind == YS_MAP ? field->map : NULL;
  ys_field *below;
  field->has_rules =
      field->validations != NULL || field->implied != YS_IMPLIED_NOTHING;
  field->unsettled = field->choice != NULL || field->count != NULL;
  field->has_required = map != NULL && map->required_count > 0;
  field->has_renamed = map != NULL && map->renamed_count > 0;
  field->has_sensitive = field->sensitive;
  field->has_null_missing = false;
  field->has_references =
      field->references != NULL || field->identities != NULL;
  if (field->like != NULL) return;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    begin(below);
}

/* Works out what the fields store about those below them. */
static void settle(ys_compiling *c, ys_field *root) {
  bool changed = true;
  begin(root);
  for (ys_draft *d = c->drafts; d != NULL; d = d->next)
    begin(d->made.field);
  while (changed) {
    changed = false;
    for (ys_draft *d = c->drafts; d != NULL; d = d->next)
      changed |= update(d->made.field);
  }
  update(root);
}

/* ---- all of it ----------------------------------------------------------- */

ys_status ys_compile_definitions(ys_compiling *c, ys_field *root) {
  const uint32_t *errors = &c->space->diags.groups[YS_GROUP_SCHEMA];
  const uint32_t before = *errors;
  YS_TRY(compile_drafts(c));
  /* Copies of a definition with errors would have errors of their own. */
  if (*errors != before || ys_diags_exit_status(&c->space->diags) != 0)
    return YS_OK;
  YS_TRY(make_copies(c));
  if (*errors != before) return YS_OK;
  YS_TRY(give_names(c));
  YS_TRY(ys_compile_cycles(c));
  if (*errors != before) return YS_OK;
  settle(c, root);
  return ys_compile_waiting(c);
}
