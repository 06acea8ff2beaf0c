#include "core/compile/docs.h"

#include "core/annotation/argument.h"
#include "core/check/check.h"

/* Takes the single string argument of an annotation. */
static ys_status take_string(ys_space *space, const ys_annot *annot,
                             ys_str *out) {
  const ys_slot *value;
  ys_str found = {0};
  YS_TRY(ys_argument_single(space, annot, &value, &found));
  if (value != NULL && value->kind == YS_STRING) {
    *out = ys_slot_text(value);
    return YS_OK;
  }
  return ys_argument_error(
      space, annot, value != NULL ? YS_STR("Non-string value") : found,
      YS_STR("string"),
      YS_STR("this annotation only accepts one argument: a string."));
}

static ys_status example_error(ys_space *space, const ys_annot *annot,
                               ys_str found) {
  return ys_argument_error(space, annot, found,
                           YS_STR("2-tuple containing description (string) and "
                                  "example value (of expected type)"),
                           (ys_str){0});
}

static ys_status add_example(ys_space *space, ys_docs *docs, ys_str description,
                             const ys_slot *given) {
  ys_example *example = ys_arena_new(&space->arena, ys_example);
  ys_slot *value = ys_arena_new(&space->arena, ys_slot);
  if (example == NULL || value == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_copy(&space->arena, given, value));
  example->description = description;
  example->value = value;
  YS_APPEND(docs->examples, docs->last_example, example);
  return YS_OK;
}

/* Adds an example from a tuple `(description, value)`. `item` is what the
 * author wrote and may be anything. */
static ys_status take_example(ys_space *space, const ys_annot *annot,
                              const ys_slot *item, ys_docs *docs) {
  const ys_slot *description;
  if (item->kind != YS_ARRAY) {
    return example_error(space, annot, ys_kind_name((ys_kind)item->kind));
  }
  if (ys_slot_size(item) != 2)
    return example_error(space, annot,
                         ys_slot_size(item) < 2
                             ? YS_STR("incomplete tuple")
                             : YS_STR("tuple of more than two"));
  description = ys_slot_first(item);
  if (description->kind != YS_STRING)
    return example_error(space, annot,
                         YS_STR("description that is not a string"));
  return add_example(space, docs,
                     ys_slot_size(description) > 0 ? ys_slot_text(description)
                                                   : YS_STR(""),
                     description->next);
}

static bool is_list_of_examples(const ys_slot *value) {
  return value->kind == YS_ARRAY && (value->flags & YS_SLOT_TUPLE) == 0 &&
         ys_slot_size(value) > 0 && ys_slot_first(value)->kind == YS_ARRAY;
}

static ys_status take_examples(ys_space *space, const ys_annot *annot,
                               ys_docs *docs) {
  if (ys_argument_named(annot))
    return example_error(space, annot, YS_STR("keyword argument"));
  if (annot->args == NULL)
    return example_error(space, annot, YS_STR("missing value"));
  if (annot->args->next == NULL && is_list_of_examples(&annot->args->value)) {
    const ys_slot *item = ys_slot_first(&annot->args->value);
    for (; item != NULL; item = item->next)
      YS_TRY(take_example(space, annot, item, docs));
    return YS_OK;
  }
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    YS_TRY(take_example(space, annot, &arg->value, docs));
  return YS_OK;
}

/* Adds an example from a value without a description. */
static ys_status take_plain_example(ys_space *space, const ys_annot *annot,
                                    ys_docs *docs) {
  const ys_slot *given;
  ys_str found = {0};
  YS_TRY(ys_argument_single(space, annot, &given, &found));
  if (given == NULL)
    return ys_argument_error(space, annot, found,
                             YS_STR("one value, of the node's type"),
                             YS_STR("several examples, with descriptions, are "
                                    "given with @schema/examples."));
  return add_example(space, docs, (ys_str){0}, given);
}

ys_status ys_docs_take(ys_space *space, const ys_annot *annot, ys_docs *docs) {
  if (annot->word >= YS_WORD_TITLE && annot->word < YS_WORD_EXAMPLE)
    return take_string(space, annot, &docs->texts[annot->word - YS_WORD_TITLE]);
  switch (annot->word) {
  case YS_WORD_DEPRECATED:
    docs->deprecated_place = ys_annot_place(annot);
    return take_string(space, annot, &docs->deprecated);
  case YS_WORD_REMOVED:
    docs->removed_place = ys_annot_place(annot);
    return take_string(space, annot, &docs->removed);
  case YS_WORD_EXAMPLE: return take_plain_example(space, annot, docs);
  case YS_WORD_EXAMPLES: return take_examples(space, annot, docs);
  default: return YS_OK;
  }
}

static bool says_nothing(const ys_docs *docs) {
  for (int i = 0; i < YS_DOCS_TEXTS; i++)
    if (docs->texts[i].len > 0) return false;
  return docs->examples == NULL && docs->deprecated_place.line == 0 &&
         docs->removed_place.line == 0;
}

ys_status ys_docs_keep(ys_space *space, const ys_docs *docs, ys_field *field) {
  ys_docs *kept;
  if (says_nothing(docs)) return YS_OK;
  YS_KEEP(kept, &space->arena, *docs);
  field->docs = kept;
  field->optional |= docs->removed_place.line > 0;
  return YS_OK;
}

ys_status ys_docs_add(ys_space *space, const ys_docs *below, ys_field *field) {
  ys_docs *both;
  if (below == NULL) return YS_OK;
  YS_KEEP(both, &space->arena, *below);
  if (field->docs != NULL) {
    const ys_docs *own = field->docs;
    for (int i = 0; i < YS_DOCS_TEXTS; i++)
      if (own->texts[i].len > 0) both->texts[i] = own->texts[i];
    if (own->examples != NULL) both->examples = own->examples;
    both->deprecated = own->deprecated;
    both->deprecated_place = own->deprecated_place;
    both->removed = own->removed;
    both->removed_place = own->removed_place;
  }
  field->docs = both;
  return YS_OK;
}

ys_status ys_docs_check(ys_space *space, const ys_field *field) {
  if (field->docs == NULL) return YS_OK;
  for (ys_example *e = field->docs->examples; e != NULL; e = e->next) {
    ys_slot value = {0};
    const ys_typed example = {.field = field, .slot = &value};
    YS_TRY(ys_slot_copy(&space->arena, e->value, &value));
    YS_TRY(ys_recorded(ys_check(space, &example, YS_CHECK_EXAMPLE)));
  }
  return YS_OK;
}
