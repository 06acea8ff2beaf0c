#include "core/evaluate/defaults.h"

#include "core/check/check.h"
#include "core/check/fill.h"
#include "core/check/sensitive.h"
#include "core/check/text_keys.h"

/* A slot that waits for the result of a closure. */
typedef struct ys_wanted {
  struct ys_wanted *next;
  ys_slot *slot;
} ys_wanted;

ys_status ys_defaults_init(ys_defaults *defaults, ys_space *space,
                           const ys_field *const *fields, uint32_t count) {
  *defaults = (ys_defaults){.space = space, .fields = fields};
  if (count == 0) return YS_OK;
  defaults->given = ys_arena_zalloc(&space->arena, (size_t)count + 1,
                                    sizeof *defaults->given);
  return defaults->given == NULL ? YS_NOMEM : YS_OK;
}

/* ---- waiting slots ------------------------------------------------------- */

/* Appends the pending slots at `*end`. Recursion is bounded by the limit on
 * depth. */
static ys_status find(ys_defaults *d, ys_slot *slot, ys_wanted ***end) {
  if ((slot->flags & YS_SLOT_PENDING) != 0) {
    ys_wanted *wanted = ys_arena_new(&d->space->arena, ys_wanted);
    if (wanted == NULL) return YS_NOMEM;
    wanted->slot = slot;
    **end = wanted;
    *end = &wanted->next;
    return YS_OK;
  }
  if (!ys_is_collection(slot)) return YS_OK;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(find(d, s, end));
  return YS_OK;
}

/* New waiting slots go to the front of the list, so that everything inside one
 * slot is settled before the next slot. */
ys_status ys_defaults_find(ys_defaults *defaults, ys_slot *slot) {
  ys_wanted *first = NULL, **end = &first;
  if (defaults->given == NULL) return YS_OK;
  YS_TRY(find(defaults, slot, &end));
  *end = defaults->wanted;
  defaults->wanted = first;
  return YS_OK;
}

ys_status ys_defaults_settle(ys_defaults *defaults, ys_slot *slot,
                             bool *settled) {
  const ys_slot *given = defaults->given[slot->u.closure];
  const ys_place place = ys_slot_place(slot);
  const uint8_t kept =
      slot->flags & (YS_SLOT_DEFAULT | YS_SLOT_DIRTY | YS_SLOT_INVALID);
  ys_slot copy = {0};
  *settled = given != NULL;
  if (given == NULL) return YS_OK;
  YS_TRY(ys_fill_copy(defaults->space, given, place, &copy));
  YS_TRY(ys_slot_take(&defaults->space->arena, slot, &copy));
  slot->flags |= kept | (given->flags & YS_SLOT_INVALID);
  return ys_slot_set_place(&defaults->space->arena, slot, place);
}

ys_status ys_defaults_settle_all(ys_defaults *defaults, ys_question *question,
                                 bool *asking) {
  *asking = false;
  while (defaults->wanted != NULL) {
    ys_slot *slot = defaults->wanted->slot;
    /* A slot that is listed twice is pending only the first time. */
    if ((slot->flags & YS_SLOT_PENDING) != 0) {
      const uint32_t closure = slot->u.closure;
      bool settled;
      YS_TRY(ys_defaults_settle(defaults, slot, &settled));
      if (!settled) {
        ys_defaults_ask(defaults, closure, question);
        *asking = true;
        return YS_OK;
      }
    }
    defaults->wanted = defaults->wanted->next;
    /* The default may itself lack defaults. */
    YS_TRY(ys_defaults_find(defaults, slot));
  }
  return YS_OK;
}

/* ---- questions and answers ----------------------------------------------- */

void ys_defaults_ask(ys_defaults *defaults, uint32_t closure,
                     ys_question *question) {
  *question = (ys_question){.kind = YS_ASK_DEFAULT, .closure = closure};
  defaults->asked = closure;
  question->place = defaults->fields[closure]->default_place;
}

static ys_status failed(ys_defaults *d, const ys_field *field, ys_str problem,
                        ys_str calls) {
  ys_diag *diag = ys_space_diagnose(d->space, YS_E_DEFAULT_FAILED, field->place,
                                    field->default_place);
  if (diag == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&d->space->arena, problem, &diag->args[0]));
  return ys_arena_str(&d->space->arena, calls, &diag->calls);
}

/* Checks and completes a default. If it does not fit, it is flagged. */
static ys_status complete(ys_defaults *d, const ys_field *field,
                          ys_slot *given) {
  const ys_typed document = {.field = field, .slot = given};
  ys_status status;
  YS_TRY(ys_slot_set_places(&d->space->arena, given, field->default_place));
  status = ys_text_keys(d->space, field, given);
  YS_TRY(ys_sensitive_note(d->space, field, given));
  if (status == YS_OK) status = ys_check(d->space, &document, YS_CHECK_DEFAULT);
  switch (status) {
  case YS_OK:
    YS_TRY(ys_fill_missing(d->space, field, given));
    ys_fill_mark(field, given);
    break;
  case YS_INVALID:
    ys_prune_unknown(given);
    given->flags |= YS_SLOT_INVALID;
    break;
  default: return YS_NOMEM;
  }
  return ys_slot_set_places(&d->space->arena, given, field->place);
}

ys_status ys_defaults_take(ys_defaults *defaults, ys_slot *value,
                           ys_str problem, ys_str calls) {
  const ys_field *field = defaults->fields[defaults->asked];
  ys_slot *given = value;
  if (value == NULL) {
    YS_NEW(given, &defaults->space->arena);
    given->flags |= YS_SLOT_INVALID;
    YS_TRY(failed(defaults, field, problem, calls));
  } else {
    YS_TRY(complete(defaults, field, given));
  }
  defaults->given[defaults->asked] = given;
  defaults->asked = 0;
  return YS_OK;
}
