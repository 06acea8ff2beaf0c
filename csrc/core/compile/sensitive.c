#include "core/compile/sensitive.h"

#include "core/annotation/argument.h"
#include "core/tree/secret.h"

/* Notes the arguments of an annotation: a default, or examples. */
static ys_status note_arguments(ys_space *space, const ys_annot *annot) {
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    YS_TRY(ys_secret_add_all(space, &arg->value));
  return ys_secret_add_place(space, ys_annot_place(annot), YS_SECRET_ARGUMENTS);
}

static ys_status note_annotations(ys_space *space, const ys_slot *slot) {
  for (const ys_annot *annot = ys_slot_annots(slot); annot != NULL;
       annot = annot->next)
    if (annot->word == YS_WORD_DEFAULT || annot->word == YS_WORD_EXAMPLE ||
        annot->word == YS_WORD_EXAMPLES)
      YS_TRY(note_arguments(space, annot));
  return YS_OK;
}

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
  if (annot != NULL) YS_TRY(ys_secret_add_all(c->space, n->slot));
  return note_annotations(c->space, n->slot);
}
