/* core/compile/choice.c - Compiles the alternatives of @schema/any-of,
 * @schema/all-of and @schema/one-of. */

#include "core/type/choice.h"
#include "core/annotation/argument.h"
#include "core/compile/compiler.h"
#include "core/type/selector.h"

#define SCHEMAS YS_STR("one or more schemas: maps, lists or scalars")

typedef struct chooser {
  ys_compiling *c;
  const ys_annot *annot;
  ys_field *field; /* that has the alternatives */
  ys_choice *choice;
  ys_keyword by;
  bool has_renamed; /* an alternative has old names */
} chooser;

static ys_status error(chooser *m, ys_str found, ys_str hint) {
  return ys_argument_error(m->c->space, m->annot, found, SCHEMAS, hint);
}

/* Compiles an alternative: at once if it is a value, and as a copy of a
 * definition if a function gives it. */
static ys_status compile_one(chooser *m, const ys_arg *arg, uint32_t index) {
  ys_field *field = &m->choice->alternatives[index];
  const ys_reading outer = m->c->reading;
  ys_slot *schema; /* what waits for definitions refers to it */
  ys_status status;
  if (arg->value.kind == YS_CLOSURE)
    return ys_compile_use(m->c, m->annot, arg, SCHEMAS, field, NULL);
  if (ys_compile_holds_function(&arg->value))
    return error(m, YS_STR("function"), (ys_str){0});
  YS_KEEP(schema, &m->c->space->arena, arg->value);
  YS_TRY(ys_slot_settle_places(&m->c->space->arena, schema,
                               ys_annot_place(m->annot)));
  schema->next = NULL;
  schema->key = NULL;
  m->c->reading = ys_header_reading(schema, outer);
  status = ys_compile_slot(m->c, schema, YS_ON_DOCUMENT, field);
  m->c->reading = outer;
  m->choice->has_rules |= field->has_rules;
  m->has_renamed |= field->has_renamed;
  m->field->has_sensitive |= field->has_sensitive;
  m->field->has_references |= field->has_references;
  return status;
}

static ys_status make(chooser *m, uint32_t count) {
  ys_arena *arena = &m->c->space->arena;
  const ys_word word = m->annot->word;
  ys_str *words = ys_arena_zalloc(arena, count, sizeof *words);
  m->choice = ys_arena_new(arena, ys_choice);
  if (m->choice == NULL || words == NULL) return YS_NOMEM;
  YS_NEW_LIST(m->choice->alternatives, arena, count);
  m->choice->mode = word == YS_WORD_ANY_OF   ? YS_ANY_OF
                    : word == YS_WORD_ALL_OF ? YS_ALL_OF
                                             : YS_ONE_OF;
  m->choice->count = count;
  m->choice->words = words;
  m->choice->name = m->annot->name;
  m->choice->place = ys_annot_place(m->annot);
  count = 0;
  for (const ys_arg *arg = m->annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len == 0) words[count++] = arg->text;
  return YS_OK;
}

/* ---- by= ----------------------------------------------------------------- */

#define BY_HINT                                                                \
  YS_STR("by= names a key that every alternative has, with another value in "  \
         "each: by=\"kind\".")

/* Reads the keyword arguments: `by=`, and not for all-of, where all schemas
 * validate the value. */
static ys_status read_by(chooser *m, bool *good) {
  ys_space *space = m->c->space;
  const size_t count = m->annot->word == YS_WORD_ALL_OF ? 0 : 1;
  m->by = (ys_keyword){"by", YS_KINDS(YS_STRING), "the name of a key", NULL};
  if (count == 0 && ys_argument_named(m->annot)) {
    *good = false;
    return error(m, YS_STR("keyword argument"), (ys_str){0});
  }
  return ys_argument_keywords(space, m->annot, &m->by, count, BY_HINT, good);
}

/* Names an alternative in an error: "alternative 2, remote(), has ...". */
static ys_status by_error(chooser *m, uint32_t index, const char *what) {
  ys_arena *arena = &m->c->space->arena;
  const ys_str words = ys_choice_words(m->choice, index);
  ys_str found;
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_fill(&buf, "alternative %s", YS_WORDS(YS_UINT((uint64_t)index + 1)));
  if (words.len > 0 && words.len <= 40)
    ys_buf_fill(&buf, ", %s,", YS_WORDS(words));
  ys_buf_cstr(&buf, what);
  YS_TRY(ys_buf_keep(&buf, arena, &found));
  return ys_argument_error(
      m->c->space, m->annot, found,
      YS_STR("maps that each have a value of their own under the key of by="),
      BY_HINT);
}

/* Gives an alternative that shares its map type with others a type of its own.
 */
static ys_status own_map(chooser *m, ys_field *alternative) {
  ys_arena *arena = &m->c->space->arena;
  const ys_map_type *shared = alternative->map;
  const uint32_t count = shared->shape->count;
  ys_map_type *own;
  YS_KEEP(own, arena, *shared);
  YS_NEW_LIST(own->fields, arena, count);
  for (uint32_t i = 0; i < count; i++) {
    own->fields[i] = shared->fields[i];
    YS_TRY(ys_compile_inherit(m->c, &own->fields[i], &shared->fields[i]));
  }
  alternative->map = own;
  return YS_OK;
}

/* Notes in the schema of the key that only this value selects the alternative.
 */
static ys_status mark_key(chooser *m, ys_field *alternative, const ys_key *key,
                          const ys_slot *kind) {
  const int64_t at = ys_shape_find(alternative->map->shape, key, 0);
  if (alternative->like != NULL) YS_TRY(own_map(m, alternative));
  alternative->map->fields[at].selects = kind;
  return YS_OK;
}

/* Finds the value that selects each alternative. */
static ys_status make_selector(chooser *m) {
  ys_space *space = m->c->space;
  ys_choice *choice = m->choice;
  const ys_slot **kinds =
      ys_arena_zalloc(&space->arena, choice->count, sizeof *kinds);
  const ys_key *key;
  ys_selector *made;
  uint32_t twice;
  if (kinds == NULL) return YS_NOMEM;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING,
                        ys_slot_text(&m->by.arg->value), &key));
  for (uint32_t i = 0; i < choice->count; i++) {
    kinds[i] = ys_selector_value(&choice->alternatives[i], key);
    if (kinds[i] == NULL)
      return by_error(m, i, " without a value under this key");
  }
  YS_TRY(ys_selector_make(space, key, kinds, choice->count, &made, &twice));
  if (twice < choice->count)
    return by_error(m, twice, " with the same value as one before it");
  for (uint32_t i = 0; i < choice->count; i++)
    YS_TRY(mark_key(m, &choice->alternatives[i], key, kinds[i]));
  choice->by = made;
  return YS_OK;
}

static ys_status make_selector_later(ys_compiling *c, ys_later *later) {
  (void)c;
  later->done = true;
  return make_selector(later->about);
}

/* Makes the selector now, unless alternatives are not compiled yet. */
static ys_status take_by(chooser *m) {
  ys_later *later;
  chooser *kept;
  if (m->by.arg == NULL) return YS_OK;
  if (m->c->drafts == NULL) return make_selector(m);
  YS_TRY(
      ys_compile_later(m->c, YS_LATER_SELECTOR, make_selector_later, &later));
  YS_KEEP(kept, &m->c->space->arena, *m);
  later->about = kept;
  return YS_OK;
}

ys_status ys_compile_choice(ys_compiling *c, const ys_annot *annot,
                            ys_field *field) {
  chooser m = {.c = c, .annot = annot, .field = field};
  uint32_t index = 0;
  bool good = true;
  const uint32_t errors = c->space->diags.groups[YS_GROUP_SCHEMA];
  YS_TRY(read_by(&m, &good));
  if (!good) return YS_OK;
  if (ys_annot_positional(annot) == 0)
    return error(&m, YS_STR("no arguments"), (ys_str){0});
  YS_TRY(make(&m, ys_annot_positional(annot)));
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len == 0) YS_TRY(compile_one(&m, arg, index++));
  if (c->space->diags.groups[YS_GROUP_SCHEMA] == errors) YS_TRY(take_by(&m));
  field->choice = m.choice;
  field->unsettled = true;
  field->has_renamed = m.has_renamed;
  field->has_rules |= m.choice->has_rules;
  return YS_OK;
}
