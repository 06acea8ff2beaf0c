/* core/compile/choice.c - Compiles the alternatives of @schema/any-of,
 * @schema/all-of and @schema/one-of. */

#include "core/annotation/argument.h"
#include "core/compile/compiler.h"

#define SCHEMAS YS_STR("one or more schemas: maps, lists or scalars")

typedef struct chooser {
  ys_compiling *c;
  const ys_annot *annot;
  ys_choice *choice;
} chooser;

static ys_status fault(chooser *m, ys_str found, ys_str hint) {
  return ys_argument_fault(m->c->space, m->annot, found, SCHEMAS, hint);
}

/* Calls a function, whose result is the schema of an alternative. */
static ys_status call(chooser *m, uint32_t closure, ys_slot *out, bool *good) {
  ys_reply reply;
  YS_TRY(ys_host_call(m->c->host, m->c->space, closure, NULL, 0, &reply));
  *good = !reply.failed;
  if (reply.failed)
    return fault(m, YS_STR("a function that failed"), reply.message);
  *out = reply.value;
  return YS_OK;
}

/* Whether the value contains a function. Recursion is bounded by the limit on
 * depth. */
static bool holds_function(const ys_slot *slot) {
  if (!ys_is_collection(slot)) return slot->kind == YS_CLOSURE;
  for (const ys_slot *s = slot->u.items->first; s != NULL; s = s->next)
    if (holds_function(s)) return true;
  return false;
}

static ys_status compile_one(chooser *m, const ys_arg *arg, uint32_t index) {
  ys_field *field = &m->choice->alternatives[index];
  const ys_reading outer = m->c->reading;
  ys_slot schema = arg->value;
  ys_status status;
  bool good = true;
  if (schema.kind == YS_CLOSURE)
    YS_TRY(call(m, schema.u.closure, &schema, &good));
  if (!good) return YS_OK;
  if (holds_function(&schema)) return fault(m, YS_STR("function"), (ys_str){0});
  ys_slot_settle_places(&schema, ys_annot_place(m->annot));
  schema.next = NULL;
  schema.key = NULL;
  m->c->reading = ys_header_reading(&schema, outer);
  status = ys_compile_slot(m->c, &schema, YS_ON_DOCUMENT, field);
  m->c->reading = outer;
  m->choice->has_rules |= field->has_rules;
  return status;
}

static ys_status make(chooser *m, uint32_t count) {
  ys_arena *arena = &m->c->space->arena;
  const ys_word word = m->annot->word;
  ys_str *words = ys_arena_zalloc(arena, count, sizeof *words);
  m->choice = ys_arena_new(arena, ys_choice);
  if (m->choice == NULL || words == NULL) return YS_NOMEM;
  m->choice->alternatives = ys_arena_zalloc(arena, count, sizeof(ys_field));
  if (m->choice->alternatives == NULL) return YS_NOMEM;
  m->choice->mode = word == YS_WORD_ANY_OF   ? YS_ANY_OF
                    : word == YS_WORD_ALL_OF ? YS_ALL_OF
                                             : YS_ONE_OF;
  m->choice->count = count;
  m->choice->words = words;
  m->choice->name = m->annot->name;
  m->choice->place = ys_annot_place(m->annot);
  count = 0;
  for (const ys_arg *arg = m->annot->args; arg != NULL; arg = arg->next)
    words[count++] = arg->text;
  return YS_OK;
}

ys_status ys_compile_choice(ys_compiling *c, const ys_annot *annot,
                            ys_field *field) {
  chooser m = {.c = c, .annot = annot};
  uint32_t index = 0;
  if (ys_argument_named(annot))
    return fault(&m, YS_STR("keyword argument"), (ys_str){0});
  if (annot->args == NULL)
    return fault(&m, YS_STR("no arguments"), (ys_str){0});
  YS_TRY(make(&m, ys_annot_positional(annot)));
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    YS_TRY(compile_one(&m, arg, index++));
  field->choice = m.choice;
  field->unsettled = true;
  field->has_rules |= m.choice->has_rules;
  return YS_OK;
}
