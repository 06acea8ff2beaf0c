/* core/compile/default.c - Makes the defaults of fields, and checks them. */

#include "core/annotation/argument.h"
#include "core/check/check.h"
#include "core/check/coerce.h"
#include "core/check/fill.h"
#include "core/check/text_keys.h"
#include "core/compile/compiler.h"
#include "core/compile/docs.h"
#include "core/compile/required.h"

/* Whether a value is completed with a default that is not made yet. Recursion
 * is bounded by the limit on depth. */
static bool waits(const ys_slot *slot) {
  if ((slot->flags & YS_SLOT_PENDING) != 0) return slot->u.closure == YS_UNMADE;
  if (!ys_is_collection(slot)) return false;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if (waits(s)) return true;
  return false;
}

/* Gives the one value of @schema/default. If it is missing, an error is
 * recorded and the value is NULL. */
static ys_status default_argument(ys_space *space, const ys_annot *annot,
                                  const ys_field *field, const ys_slot **out) {
  ys_str found = {0}, expected;
  YS_TRY(ys_argument_single(space, annot, out, &found));
  if (*out != NULL) return YS_OK;
  YS_TRY(ys_field_words(&space->arena, field, &expected));
  return ys_space_record(
      space, YS_E_DEFAULT_ARGUMENT, ys_annot_place(annot), field->place,
      YS_ARGUMENTS(found, expected,
                   YS_STR("this annotation only accepts one argument: the "
                          "default value.")));
}

/* Whether the default of a node stands where nothing is given. That of an item
 * does not, and neither does that of an alternative. */
static bool is_inserted(const ys_compiling *c, const ys_compile_node *n) {
  if (n->stands != YS_ON_DOCUMENT) return n->stands == YS_ON_ENTRY;
  return c->depth <= 1 ||
         (c->current != NULL && c->current->made.field == n->field);
}

/* A value that will be the default of a field. */
typedef struct waiting {
  ys_field *field;
  const ys_slot *given;
  ys_check_mode mode;
  ys_place place; /* where it is written */
  bool inserted;
} waiting;

/* Sets the default of a field, unless the value does not fit. `*made` is false
 * if it is completed with a default that is not made yet. */
static ys_status take_default(ys_compiling *c, const waiting *w, bool *made) {
  ys_field *field = w->field;
  ys_slot *value = ys_arena_new(&c->space->arena, ys_slot);
  const ys_typed document = {.field = field, .slot = value};
  ys_status status;
  if (value == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_copy(&c->space->arena, w->given, value));
  value->key = NULL;
  *made = true;
  status = ys_text_keys(c->space, field, value);
  if (status == YS_OK) status = ys_check(c->space, &document, w->mode);
  switch (status) {
  case YS_OK: break;
  case YS_INVALID:
    *value = (ys_slot){0}; /* null, for the defaults that this one is part of */
    field->default_closure = 0;
    field->default_value = value;
    return YS_OK;
  default: return YS_NOMEM;
  }
  YS_TRY(ys_fill_missing(c->space, field, value));
  *made = !waits(value);
  if (!*made) return YS_OK;
  ys_fill_mark(field, value);
  if (w->inserted) ys_required_preset(field, value);
  YS_TRY(ys_slot_set_places(&c->space->arena, value, field->place));
  field->default_closure = 0;
  field->default_value = value;
  return YS_OK;
}

/* ---- what has to wait ---------------------------------------------------- */

ys_status ys_compile_later(ys_compiling *c, ys_phase phase,
                           ys_status (*act)(ys_compiling *c, ys_later *later),
                           ys_later **out) {
  ys_later *later = ys_arena_new(&c->space->arena, ys_later);
  if (later == NULL) return YS_NOMEM;
  later->phase = phase;
  later->act = act;
  YS_APPEND(c->later, c->last_later, later);
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

ys_status ys_compile_waiting(ys_compiling *c) {
  bool left;
  YS_TRY(act(c, YS_LATER_COPY, &left));
  YS_TRY(act(c, YS_LATER_SELECTOR, &left));
  YS_TRY(act(c, YS_LATER_COPY | YS_LATER_VALUE, &left));
  c->stuck = left;
  if (left) YS_TRY(act(c, YS_LATER_VALUE, &left));
  c->stuck = false;
  return left ? YS_OK : act(c, YS_LATER_CHECK, &left);
}

/* ---- defaults that other defaults are part of ---------------------------- */

static ys_status take_waiting(ys_compiling *c, ys_later *later) {
  const waiting *w = later->about;
  YS_TRY(take_default(c, w, &later->done));
  if (later->done || !c->stuck) return YS_OK;
  return ys_compile_endless(
      c, w->place,
      YS_STR("a default that contains itself, once it is complete"),
      YS_STR("give a default that leaves out nothing, such as null or []."));
}

/* Takes a value as the default at once if it can be validated by itself.
 * Otherwise it waits until all definitions are compiled. */
static ys_status give_default(ys_compiling *c, const ys_compile_node *n,
                              const ys_slot *given, ys_check_mode mode,
                              ys_place place) {
  ys_field *field = n->field;
  const waiting now = {field, given, mode, place, is_inserted(c, n)};
  ys_later *later;
  waiting *w;
  bool made;
  if (c->drafts == NULL || !(field->has_collections || field->like != NULL))
    return take_default(c, &now, &made);
  YS_TRY(ys_compile_later(c, YS_LATER_VALUE, take_waiting, &later));
  YS_KEEP(w, &c->space->arena, now);
  later->about = w;
  field->default_value = NULL;
  field->default_closure = YS_UNMADE;
  return YS_OK;
}

/* The field that inherits a default, and the one that it comes from. */
typedef struct heir {
  ys_field *to;
  const ys_field *from;
} heir;

static ys_status inherit(ys_compiling *c, ys_later *later) {
  const heir *h = later->about;
  (void)c;
  later->done = h->from->default_closure != YS_UNMADE;
  if (!later->done) return YS_OK;
  h->to->default_closure = h->from->default_closure;
  h->to->default_value = h->from->default_value;
  h->to->default_place = h->from->default_place;
  return YS_OK;
}

ys_status ys_compile_inherit(ys_compiling *c, ys_field *to,
                             const ys_field *from) {
  ys_later *later;
  heir *h;
  if (from->default_closure != YS_UNMADE) return YS_OK; /* it is there */
  YS_TRY(ys_compile_later(c, YS_LATER_COPY, inherit, &later));
  YS_KEEP(h, &c->space->arena, (heir){to, from});
  later->about = h;
  return YS_OK;
}

/* ---- the defaults of a node ---------------------------------------------- */

static ys_status preset_later(ys_compiling *c, ys_later *later) {
  (void)c;
  later->done = true;
  ys_required_preset(later->about, NULL);
  return YS_OK;
}

/* Notes that a function may give the required keys below a field. */
static ys_status preset_by_function(ys_compiling *c, ys_field *field) {
  ys_later *later;
  if (c->drafts == NULL) {
    ys_required_preset(field, NULL);
    return YS_OK;
  }
  YS_TRY(ys_compile_later(c, YS_LATER_CHECK, preset_later, &later));
  later->about = field;
  return YS_OK;
}

/* Compiles @schema/default: checks the value and completes it. */
static ys_status preset_default(ys_compiling *c, const ys_compile_node *n) {
  const ys_annot *annot = n->words.preset;
  ys_field *field = n->field;
  const ys_slot *given;
  YS_TRY(default_argument(c->space, annot, field, &given));
  if (given == NULL) return YS_OK;
  field->default_place = ys_annot_place(annot);
  if (given->kind == YS_CLOSURE) {
    field->default_closure = given->u.closure;
    return preset_by_function(c, field);
  }
  return give_default(c, n, given, YS_CHECK_DEFAULT, field->default_place);
}

/* Makes the default from the value in the schema. A nullable value has the
 * default null (reference#default-of-alternatives). */
static ys_status inferred_default(ys_compiling *c, const ys_compile_node *n) {
  const ys_slot *slot = n->slot;
  ys_field *field = n->field;
  ys_slot *value;
  const bool null = n->words.nullable != NULL || slot->kind == YS_NULL;
  if (field->kind == YS_MAP && !null && !n->as_value)
    return YS_OK; /* made from the defaults of its fields */
  if (n->as_value && (field->choice != NULL || field->like != NULL) && !null)
    return give_default(c, n, slot, YS_CHECK_VALUE, ys_slot_place(slot));
  YS_NEW(value, &c->space->arena);
  if (slot->kind == YS_ARRAY && !null && !n->as_value)
    YS_TRY(ys_slot_make_collection(&c->space->arena, value, YS_ARRAY));
  else if (!null)
    YS_TRY(ys_slot_copy(&c->space->arena, slot, value));
  value->key = NULL;
  ys_coerce(field, value);
  field->default_closure = 0;
  YS_TRY(ys_slot_set_place(&c->space->arena, value, field->place));
  ys_fill_mark(field, value);
  field->default_value = value;
  return YS_OK;
}

ys_status ys_compile_default(ys_compiling *c, const ys_compile_node *n) {
  return n->words.preset != NULL ? preset_default(c, n)
                                 : inferred_default(c, n);
}

/* ---- examples ------------------------------------------------------------ */

static ys_status check_examples(ys_compiling *c, ys_later *later) {
  later->done = true;
  return ys_docs_check(c->space, later->about);
}

ys_status ys_compile_examples(ys_compiling *c, ys_field *field) {
  ys_later *later;
  if (c->drafts == NULL) return ys_docs_check(c->space, field);
  if (field->docs == NULL || field->docs->examples == NULL) return YS_OK;
  YS_TRY(ys_compile_later(c, YS_LATER_CHECK, check_examples, &later));
  later->about = field;
  return YS_OK;
}
