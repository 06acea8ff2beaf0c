#include "core/evaluate/relevant.h"

#include "core/check/fill.h"
#include "core/evaluate/validate.h"
#include "core/rule/rule.h"

typedef struct finder {
  ys_schema *schema;
  ys_memo met;       /* definitions that were looked at */
  ys_space *scratch; /* for the values that are validated */
  ys_validator validator;
  bool looks_around; /* a function sees the values around its own */
} finder;

/* ---- one default --------------------------------------------------------- */

/* Whether the default of a field passes its rules, and no function has to
 * decide. */
static ys_status passes(finder *f, const ys_field *field, bool *out) {
  ys_diags found = {0}, outcome = {0};
  ys_slot value = {0};
  const ys_typed document = {.field = field, .slot = &value};
  ys_question question;
  YS_TRY(ys_fill_default(f->scratch, field, &value));
  YS_TRY(ys_validator_init_at(
      &f->validator, f->scratch, &document,
      &(ys_whereabouts){.root = &value, .found = &found, .outcome = &outcome}));
  YS_TRY(ys_validator_next(&f->validator, &question));
  *out = question.kind == YS_ASK_NOTHING && found.count == 0;
  return YS_OK;
}

static ys_status list_fields(finder *f, ys_map_type *map);

/* Whether a verdict may depend on the default of a field. Sensitive ones are
 * known to reports. */
static ys_status is_relevant(finder *f, const ys_field *field, bool *out) {
  *out = field->default_closure != 0 || field->unsettled ||
         field->has_required || field->has_sensitive;
  if (*out) return YS_OK;
  if (field->default_value == NULL && field->kind == YS_MAP) {
    YS_TRY(list_fields(f, field->map));
    *out = field->validations != NULL || field->map->relevant_count > 0;
  } else if (field->has_rules) {
    bool passed;
    YS_TRY(passes(f, field, &passed));
    *out = !passed;
  }
  return YS_OK;
}

/* Lists the named fields of a map whose defaults are relevant. A default is
 * finite, so this does not come back to the map. */
static ys_status list_fields(finder *f, ys_map_type *map) {
  const uint32_t count = map->shape->count;
  if (map->relevant != NULL) return YS_OK;
  map->relevant = ys_arena_alloc(&f->schema->space.arena,
                                 (count + 1) * sizeof *map->relevant);
  if (map->relevant == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++) {
    bool relevant = false;
    if (!map->fields[i].optional)
      YS_TRY(is_relevant(f, &map->fields[i], &relevant));
    if (relevant) map->relevant[map->relevant_count++] = i;
  }
  return YS_OK;
}

/* ---- what sees defaults -------------------------------------------------- */

/* Whether rules of a field see the defaults below it. Those about given keys
 * see none; a JSON Schema sees them where the whole value is a default. */
static bool sees_below(finder *f, const ys_field *field) {
  bool sees = false;
  for (const ys_validation *v = field->validations; v != NULL; v = v->next) {
    f->looks_around |= v->when != 0;
    for (uint32_t i = 0; i < v->count; i++) {
      const ys_named_rule *named = v->rules[i].named;
      f->looks_around |= named == NULL;
      sees |= named == NULL || named->subject != YS_ABOUT_GIVEN_KEYS;
    }
  }
  return sees;
}

/* Looks at the maps in a field. `seen`: something around it sees their
 * defaults. */
static ys_status look_at(finder *f, const ys_field *field, bool seen) {
  const ys_field *child;
  bool met = false;
  seen |= sees_below(f, field) || field->choice != NULL;
  if (field->like != NULL) {
    YS_TRY(ys_pairs_meet(&f->met.pairs, &f->met.arena, field->like,
                         seen ? field->like : NULL, &met));
    return met ? YS_OK : look_at(f, field->like->field, seen);
  }
  if (field->kind == YS_MAP) {
    ys_map_type *map = field->map;
    map->may_lack = !seen && !map->shadowed && (!map->looked || map->may_lack);
    map->looked = true;
    if (map->may_lack) YS_TRY(list_fields(f, map));
  }
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++) {
    /* Values below a key that resembles a sensitive one are sensitive, too. */
    const bool open = field->kind == YS_MAP && i >= field->map->shape->count;
    const bool guessed = open && f->schema->root->has_sensitive;
    YS_TRY(look_at(f, child, seen || guessed));
  }
  return YS_OK;
}

static ys_status find(ys_schema *schema, ys_space *scratch) {
  finder f = {.schema = schema,
              .scratch = scratch,
              /* A default may be a name, or refer to one. */
              .looks_around = schema->root->has_references};
  ys_status status;
  ys_memo_init(&f.met, schema->space.arena.memory);
  status = look_at(&f, schema->root, false);
  ys_memo_release(&f.met);
  schema->sparse = f.looks_around ? YS_SPARSE_NEVER : YS_SPARSE_READY;
  return status;
}

ys_status ys_relevant_find(ys_schema *schema) {
  ys_space scratch;
  ys_status status;
  if (schema->sparse != YS_SPARSE_UNKNOWN) return YS_OK;
  status = ys_space_init(&scratch, schema->space.arena.memory, &schema->space);
  if (status == YS_OK) status = find(schema, &scratch);
  ys_space_release(&scratch);
  /* Some lists may be incomplete. */
  if (status != YS_OK) schema->sparse = YS_SPARSE_NEVER;
  return status;
}
