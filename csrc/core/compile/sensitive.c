#include "core/compile/sensitive.h"

#include "core/annotation/argument.h"
#include "core/check/sensitive.h"
#include "core/rule/rule.h"
#include "core/type/choice.h"

ys_status ys_compile_sensitive(ys_compiling *c, ys_compile_node *n,
                               bool *outer) {
  const ys_annot *annot = n->words.sensitive;
  *outer = c->sensitive;
  if (annot != NULL) {
    YS_TRY(ys_argument_none(c->space, annot, (ys_str){0}));
    c->sensitive = true;
  }
  n->field->sensitive = n->field->has_sensitive = c->sensitive;
  if (!c->sensitive) return YS_OK;
  return annot != NULL
             ? ys_sensitive_add_all(c->space, n->slot, YS_SENSITIVE_VALUE)
             : YS_OK;
}

/* ---- values of the schema itself ----------------------------------------- */

/* A walk over a schema: the nodes, each with its field. */
typedef struct walk {
  ys_space *space;
  bool whole; /* all fields are complete; else more is masked */
} walk;

/* Whether an alternative that is written as a value may be sensitive. */
static bool has_literals(const ys_annot *annot, const ys_choice *choice) {
  uint32_t i = 0;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
    if (arg->name.len > 0) continue;
    if (choice == NULL || i >= choice->count) return true;
    if (ys_choice_words(choice, i++).len < arg->text.len) return true;
  }
  return false;
}

/* Whether an annotation lists allowed values, by any name of that rule. */
static bool has_list(const ys_annot *annot) {
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
    const ys_named_rule *named = ys_rule_find(arg->name);
    if (named != NULL && named->word == YS_RULE_ONE_OF) return true;
  }
  return false;
}

/* Whether an annotation has values that may be meant for sensitive nodes:
 * defaults, examples, alternatives, or a list of what is allowed. */
static bool has_values(const ys_annot *annot, const ys_field *field) {
  switch ((ys_word)annot->word) {
  case YS_WORD_DEFAULT:
  case YS_WORD_EXAMPLE:
  case YS_WORD_EXAMPLES: return true;
  case YS_WORD_ANY_OF:
  case YS_WORD_ALL_OF:
  case YS_WORD_ONE_OF: return has_literals(annot, field->choice);
  case YS_WORD_VALIDATION: return has_list(annot);
  default: return false;
  }
}

/* Whether the value of a node is no schema, but a value for one that another
 * annotation gives. */
static bool has_own_value(const ys_slot *slot) {
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    if (a->word == YS_WORD_ANY_OF || a->word == YS_WORD_ALL_OF ||
        a->word == YS_WORD_ONE_OF || a->word == YS_WORD_LIKE)
      return true;
  return false;
}

static ys_status note_value(const walk *t, const ys_field *field,
                            const ys_slot *slot) {
  return t->whole ? ys_sensitive_note(t->space, field, slot)
                  : ys_sensitive_add_all(t->space, slot, YS_SENSITIVE_VALUE);
}

static ys_status note_annotations(const walk *t, const ys_field *field,
                                  const ys_slot *slot) {
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next) {
    if (!has_values(a, field)) continue;
    YS_TRY(ys_sensitive_add_place(t->space, ys_annot_place(a),
                                  YS_SENSITIVE_ARGUMENTS));
    if (a->word == YS_WORD_DEFAULT)
      for (const ys_arg *arg = a->args; arg != NULL; arg = arg->next)
        YS_TRY(note_value(t, field, &arg->value));
  }
  return YS_OK;
}

/* Makes rules say how many values are allowed, and not which. */
static ys_status count_allowed(ys_space *space, const ys_field *field) {
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    for (uint32_t i = 0; i < v->count; i++) {
      ys_rule *rule = &v->rules[i];
      if (rule->named == NULL || !rule->spells ||
          rule->named->word != YS_RULE_ONE_OF)
        continue;
      YS_TRY(ys_choice_allowed(&space->arena, ys_slot_size(rule->argument),
                               &rule->must_be));
    }
  return YS_OK;
}

/* Does so for a field and those below it. Copies share what is below them with
 * their definitions. Recursion is bounded by the depth of the schema. */
static ys_status count_all(ys_space *space, const ys_field *field) {
  const ys_field *below;
  if (!field->has_sensitive) return YS_OK;
  YS_TRY(count_allowed(space, field));
  if (field->like != NULL) return YS_OK;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(count_all(space, below));
  return YS_OK;
}

/* The field of an entry of a schema's map, or NULL. */
static const ys_field *field_of(const ys_map_type *map, const ys_slot *entry) {
  const int64_t at = ys_shape_find(map->shape, entry->key, 0);
  if (at >= 0) return &map->fields[at];
  for (uint32_t i = 0; i < map->open_count; i++)
    if (map->open[i].field->key == entry->key) return map->open[i].field;
  return NULL;
}

/* Recursion is bounded by the depth of the schema. */
static ys_status note_node(const walk *t, const ys_field *field,
                           const ys_slot *slot) {
  const bool own = has_own_value(slot);
  if (!field->has_sensitive && t->whole) return YS_OK;
  if (field->has_sensitive || own) YS_TRY(note_annotations(t, field, slot));
  if (own) return note_value(t, field, slot);
  if (!ys_is_collection(slot)) return YS_OK;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    const ys_field *below = NULL;
    if (field->kind == YS_MAP && field->map != NULL && s->key != NULL)
      below = field_of(field->map, s);
    else if (field->kind == YS_ARRAY)
      below = field->item;
    if (below != NULL) YS_TRY(note_node(t, below, s));
  }
  return YS_OK;
}

ys_status ys_compile_mask(ys_compiling *c, const ys_field *root,
                          const ys_slot *document) {
  const walk t = {.space = c->space,
                  .whole = ys_diags_exit_status(&c->space->diags) == 0};
  if (c->space->sensitives == NULL) return YS_OK; /* nothing is sensitive */
  for (const ys_draft *d = c->drafts; d != NULL; d = d->next) {
    YS_TRY(count_all(c->space, d->made.field));
    YS_TRY(note_node(&t, d->made.field, &d->schema));
  }
  YS_TRY(count_all(c->space, root));
  return note_node(&t, root, document);
}
