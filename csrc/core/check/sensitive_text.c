/* core/check/sensitive_text.c - Texts that cannot be read have no nodes, so
 * nothing of them is shown if their schema has something sensitive. */

#include "core/check/sensitive.h"
#include "core/type/state.h"

/* Whether a text of a schema may have something sensitive, which another text
 * of the schema may say. */
static bool may_be_sensitive(const ys_space *space) {
  for (uint32_t i = 0; i < space->sources.count; i++)
    if (ys_str_has(space->sources.list[i]->text, YS_STR("@schema/sensitive")))
      return true;
  return false;
}

/* Marks the sources that are noted already. */
static void mark_noted(const ys_space *space, bool *noted) {
  for (const ys_sensitive *s = space->sensitives; s != NULL; s = s->next)
    if (s->part == YS_SENSITIVE_SOURCE) noted[ys_slot_source(&s->slot)] = true;
}

ys_status ys_sensitive_note_unread(ys_space *space) {
  if (space->diags.groups[YS_GROUP_INPUT] == 0) return YS_OK;
  const ys_field *schema = ys_type_schema(space);
  if (schema != NULL ? !schema->has_sensitive : !may_be_sensitive(space))
    return YS_OK;
  const size_t count = (size_t)space->sources.count + 1;
  bool *noted = ys_arena_zalloc(&space->arena, count, sizeof *noted);
  if (noted == NULL) return YS_NOMEM;
  mark_noted(space, noted);
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    if (ys_code_group(d->code) != YS_GROUP_INPUT || d->at.line == 0 ||
        d->at.source >= space->sources.count || noted[d->at.source])
      continue;
    noted[d->at.source] = true;
    YS_TRY(ys_sensitive_add_source(space, d->at.source));
  }
  return YS_OK;
}
