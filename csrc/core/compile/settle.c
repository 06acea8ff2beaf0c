/* core/compile/settle.c - Completes fields when all definitions are compiled.
 */

#include "core/compile/like.h"

/* ---- what fields store about those below --------------------------------- */

/* Adds what `below` stores to what a field stores. Returns whether that changes
 * something. */
static bool add_flags(ys_field *field, const ys_field *below) {
  const ys_field before = *field;
  field->has_rules |= below->has_rules;
  field->unsettled |= below->unsettled;
  field->has_renamed |= below->has_renamed;
  field->has_sensitive |= below->has_sensitive;
  if (field->choice == NULL) field->has_required |= below->has_required;
  if (field->choice != NULL) field->choice->has_rules |= below->has_rules;
  return field->has_rules != before.has_rules ||
         field->unsettled != before.unsettled ||
         field->has_renamed != before.has_renamed ||
         field->has_sensitive != before.has_sensitive ||
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
  if (field->like != NULL) return;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    begin(below);
}

void ys_compile_settle(ys_compiling *c, ys_field *root) {
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

/* ---- what has to wait ---------------------------------------------------- */

ys_status ys_compile_later(ys_compiling *c, ys_phase phase,
                           ys_status (*act)(ys_compiling *c, ys_later *later),
                           ys_later **out) {
  ys_later *later = ys_arena_new(&c->space->arena, ys_later);
  if (later == NULL) return YS_NOMEM;
  later->phase = phase;
  later->act = act;
  if (c->last_later == NULL)
    c->later = later;
  else
    c->last_later->next = later;
  c->last_later = later;
  *out = later;
  return YS_OK;
}

/* Does what belongs to the phases, again and again as long as something gets
 * done. The rest is left. */
static ys_status act(ys_compiling *c, unsigned phases, bool *left) {
  bool going = true;
  while (going) {
    going = *left = false;
    for (ys_later *l = c->later; l != NULL; l = l->next) {
      if (l->done || (l->phase & phases) == 0) continue;
      YS_TRY(l->act(c, l));
      going |= l->done;
      *left |= !l->done;
    }
  }
  return YS_OK;
}

static ys_status act_all(ys_compiling *c) {
  bool left;
  YS_TRY(act(c, YS_LATER_COPY, &left));
  YS_TRY(act(c, YS_LATER_SELECTOR, &left));
  YS_TRY(act(c, YS_LATER_COPY | YS_LATER_VALUE, &left));
  c->stuck = left;
  if (left) YS_TRY(act(c, YS_LATER_VALUE, &left));
  c->stuck = false;
  return left ? YS_OK : act(c, YS_LATER_CHECK, &left);
}

/* ---- all of it ----------------------------------------------------------- */

ys_status ys_compile_definitions(ys_compiling *c, ys_field *root) {
  const uint32_t *errors = &c->space->diags.groups[YS_GROUP_SCHEMA];
  const uint32_t before = *errors;
  YS_TRY(ys_compile_drafts(c));
  /* Copies of a definition with errors would have errors of their own. */
  if (*errors != before || ys_diags_exit_status(&c->space->diags) != 0)
    return YS_OK;
  YS_TRY(ys_compile_copies(c));
  if (*errors != before) return YS_OK;
  YS_TRY(ys_compile_names(c));
  YS_TRY(ys_compile_cycles(c));
  if (*errors != before) return YS_OK;
  ys_compile_settle(c, root);
  return act_all(c);
}
