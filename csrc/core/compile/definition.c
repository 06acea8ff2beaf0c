/* core/compile/definition.c - Asks functions for schemas, and compiles the
 * definitions that they give. */

#include "core/annotation/argument.h"
#include "core/annotation/copy.h"
#include "core/compile/compiler.h"
#include "core/compile/schema.h"
#include "core/tree/charge.h"

/* The result of a function. */
typedef struct ys_answer {
  ys_slot value;
  ys_str failure;  /* why there is no value; "": there is one */
  ys_draft *draft; /* of `compilation` */
  uint32_t compilation;
} ys_answer;

#define SCHEMA                                                                 \
  YS_STR("one schema: a map, a list or a scalar, or a function that gives "    \
         "one")

/* ---- asking -------------------------------------------------------------- */

static ys_answer *answer_at(const ys_answers *answers, uint32_t number) {
  return ys_pairs_get(&answers->by_number, (void *)(uintptr_t)number, NULL);
}

static ys_status keep(ys_answers *answers, ys_arena *arena, uint32_t number,
                      ys_answer *answer) {
  return ys_pairs_set(&answers->by_number, arena, (void *)(uintptr_t)number,
                      NULL, answer);
}

/* Counts what functions give, since each may give new functions. */
static void charge(ys_space *space, ys_answer *answer) {
  if (!ys_space_spend_copies(space, ys_slot_count(&answer->value)))
    answer->failure = YS_STR("schemas in schemas add too many nodes; the limit "
                             "is the option max_alias_nodes");
}

static ys_status ask(ys_compiling *c, uint32_t closure, ys_place place,
                     ys_answer **out) {
  ys_answer *answer = ys_arena_new(&c->space->arena, ys_answer);
  ys_reply reply;
  if (answer == NULL) return YS_NOMEM;
  YS_TRY(ys_host_call(c->host, c->space, closure, NULL, 0, &reply));
  if (reply.failed) {
    answer->failure = reply.message;
  } else {
    answer->value = reply.value;
    answer->value.next = NULL;
    answer->value.key = NULL;
    YS_TRY(ys_slot_settle_places(&c->space->arena, &answer->value, place));
    charge(c->space, answer);
  }
  *out = answer;
  return YS_OK;
}

/* Gives what the function answered when it was first asked. */
static ys_status answer_of(ys_compiling *c, uint32_t closure, ys_place place,
                           ys_answer **out) {
  const uint32_t number = ys_host_first(c->host, closure);
  *out = answer_at(c->answers, number);
  if (*out == NULL) {
    YS_TRY(ask(c, closure, place, out));
    YS_TRY(keep(c->answers, &c->space->arena, number, *out));
  }
  if ((*out)->compilation != c->answers->compilation) (*out)->draft = NULL;
  (*out)->compilation = c->answers->compilation;
  return YS_OK;
}

/* ---- answers of other schemas -------------------------------------------- */

bool ys_schema_has_answer(const ys_schema *schema, uint32_t number) {
  return answer_at(&schema->answers, number) != NULL;
}

ys_status ys_schema_take_answer(ys_schema *to, uint32_t own,
                                const ys_schema *from, uint32_t number,
                                uint32_t closures) {
  const ys_answer *given = answer_at(&from->answers, number);
  ys_arena *arena = &to->space.arena;
  ys_answer *answer;
  if (answer_at(&to->answers, own) != NULL) return YS_OK;
  YS_NEW(answer, arena);
  if (given->failure.len > 0)
    YS_TRY(ys_arena_str(arena, given->failure, &answer->failure));
  else
    YS_TRY(ys_copy_annotated(&to->space, &from->space, &given->value, closures,
                             &answer->value));
  return keep(&to->answers, arena, own, answer);
}

/* ---- definitions --------------------------------------------------------- */

/* Recursion is bounded by the limit on depth. */
bool ys_compile_holds_function(const ys_slot *slot) {
  if (!ys_is_collection(slot)) return slot->kind == YS_CLOSURE;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if (ys_compile_holds_function(s)) return true;
  return false;
}

static ys_status add_draft(ys_compiling *c, const ys_slot *schema,
                           const ys_arg *arg, ys_draft **out) {
  ys_draft *draft = ys_arena_new(&c->space->arena, ys_draft);
  if (draft == NULL) return YS_NOMEM;
  YS_NEW(draft->made.field, &c->space->arena);
  draft->schema = *schema;
  draft->reading = c->reading;
  draft->depth = c->depth;
  draft->sensitive = c->sensitive;
  draft->words = arg->text;
  if (c->last_draft == NULL) {
    c->drafts = draft;
    c->definitions = &draft->made;
  } else {
    c->last_draft->next = draft;
    c->last_draft->made.next = &draft->made;
  }
  c->last_draft = draft;
  *out = draft;
  return YS_OK;
}

static bool reads_alike(const ys_draft *draft, const ys_compiling *c) {
  return draft->sensitive == c->sensitive &&
         draft->reading.rules == c->reading.rules &&
         draft->reading.required == c->reading.required;
}

/* Finds or makes the definition that a function gives. NULL: it gave none. */
static ys_status draft_of_function(ys_compiling *c, const ys_annot *annot,
                                   const ys_arg *arg, ys_str expected,
                                   ys_draft **out) {
  ys_answer *answer;
  *out = NULL;
  YS_TRY(answer_of(c, arg->value.u.closure, ys_annot_place(annot), &answer));
  if (answer->failure.len > 0)
    return ys_argument_error(c->space, annot, YS_STR("a function that failed"),
                             expected, answer->failure);
  if (ys_compile_holds_function(&answer->value))
    return ys_argument_error(c->space, annot, YS_STR("function"), expected,
                             (ys_str){0});
  *out = answer->draft;
  while (*out != NULL && !reads_alike(*out, c))
    *out = (*out)->same;
  if (*out == NULL) {
    YS_TRY(add_draft(c, &answer->value, arg, out));
    (*out)->same = answer->draft;
    answer->draft = *out;
  }
  (*out)->shared |= (*out)->mentioned || annot->word == YS_WORD_LIKE;
  (*out)->mentioned = true;
  return YS_OK;
}

static ys_status draft_of_value(ys_compiling *c, const ys_annot *annot,
                                const ys_arg *arg, ys_str expected,
                                ys_draft **out) {
  ys_slot schema = arg->value;
  *out = NULL;
  if (ys_compile_holds_function(&schema))
    return ys_argument_error(c->space, annot, YS_STR("function"), expected,
                             (ys_str){0});
  YS_TRY(
      ys_slot_settle_places(&c->space->arena, &schema, ys_annot_place(annot)));
  schema.next = NULL;
  schema.key = NULL;
  return add_draft(c, &schema, arg, out);
}

ys_status ys_compile_use(ys_compiling *c, const ys_annot *annot,
                         const ys_arg *arg, ys_str expected, ys_field *field,
                         ys_compile_node *node) {
  ys_draft *draft;
  ys_use *use;
  YS_TRY(arg->value.kind == YS_CLOSURE
             ? draft_of_function(c, annot, arg, expected, &draft)
             : draft_of_value(c, annot, arg, expected, &draft));
  if (draft == NULL) return YS_OK;
  YS_NEW(use, &c->space->arena);
  use->field = field;
  use->draft = draft;
  use->annot = annot;
  use->node = node;
  use->reading = c->reading;
  YS_APPEND(c->uses, c->last_use, use);
  if (c->current != NULL && c->current->made.field == field) {
    c->current->root = use;
    use->of = c->current;
  }
  return YS_OK;
}

/* ---- @schema/like -------------------------------------------------------- */

ys_status ys_compile_like(ys_compiling *c, const ys_compile_node *n) {
  const ys_annot *annot = n->words.like;
  const ys_slot *value;
  ys_compile_node *kept;
  ys_str found = {0};
  YS_TRY(ys_schema_words_none_below(c->space, n->slot, annot));
  if (n->words.keys_optional != NULL)
    YS_TRY(ys_argument_error(
        c->space, n->words.keys_optional, YS_STR("@schema/like"),
        YS_STR("a map whose keys the schema names here"), (ys_str){0}));
  YS_TRY(ys_argument_single(c->space, annot, &value, &found));
  if (value == NULL)
    return ys_argument_error(c->space, annot, found, SCHEMA, (ys_str){0});
  YS_KEEP(kept, &c->space->arena, *n);
  kept->as_value = true;
  return ys_compile_use(c, annot, annot->args, SCHEMA, n->field, kept);
}
