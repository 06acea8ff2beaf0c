/* core/compile/checks.c - Checks the compiled fields of a schema: definitions
 * that need themselves without end (reference#recursion), and rules that hold
 * for no value. */

#include "core/compile/compiler.h"
#include "core/rule/rule.h"

/* A way from one definition to another. */
typedef struct ys_way {
  struct ys_way *next;
  ys_draft *to;
  ys_str path;    /* in the definition where it begins */
  ys_place place; /* of the annotation */
} ys_way;

ys_status ys_compile_endless(ys_compiling *c, ys_place place, ys_str way,
                             ys_str hint) {
  return ys_space_note(c->space, YS_E_NEEDS_ITSELF, place, way, hint);
}

/* ---- ways ---------------------------------------------------------------- */

static ys_status add_way(ys_compiling *c, ys_draft *draft,
                         const ys_field *field, const ys_path *path) {
  ys_way *way = ys_arena_new(&c->space->arena, ys_way);
  if (way == NULL) return YS_NOMEM;
  way->to = (ys_draft *)(void *)field->like;
  way->place = field->like_place;
  way->next = draft->ways;
  draft->ways = way;
  return ys_path_text(&c->space->arena, path, &way->path);
}

/* Whether a field has a default of its own, so that its default does not
 * contain those of the fields below it. A map with "null" among its types is
 * nullable and has none, unless an annotation sets one. */
static bool has_own_default(const ys_field *field) {
  return field->default_value != NULL || field->default_closure != 0;
}

/* Adds the ways to what every value of the definition contains. */
static ys_status add_needs(ys_compiling *c, ys_draft *draft,
                           const ys_field *field, const ys_path *path) {
  const ys_map_type *map = field->map;
  if (field->nullable && has_own_default(field)) return YS_OK;
  if (field->like != NULL) return add_way(c, draft, field, path);
  if (field->kind != YS_MAP || map == NULL) return YS_OK;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_path below = {path, map->fields[i].key, 0};
    if (!map->fields[i].optional || map->fields[i].required != NULL)
      YS_TRY(add_needs(c, draft, &map->fields[i], &below));
  }
  return YS_OK;
}

/* Adds the ways to what validates the same value as the definition. */
static ys_status add_validates(ys_compiling *c, ys_draft *draft,
                               const ys_field *field, const ys_path *path) {
  const ys_choice *choice = field->choice;
  if (field->like != NULL) return add_way(c, draft, field, path);
  for (uint32_t i = 0; choice != NULL && i < choice->count; i++)
    YS_TRY(add_validates(c, draft, &choice->alternatives[i], path));
  return YS_OK;
}

/* ---- ways round ---------------------------------------------------------- */

/* Appends a definition and the way on from it: "route.next". */
static void add_stop(ys_buf *out, const ys_draft *draft) {
  const ys_str name = draft->words, path = draft->way->path;
  enum { LONGEST = 40 };
  if (out->len > 0) ys_buf_cstr(out, " -> ");
  if (draft->made.name.len > 0)
    ys_buf_add(out, draft->made.name);
  else if (name.len > 0 && name.len <= LONGEST)
    ys_buf_add(out, name);
  else
    ys_buf_cstr(out, "(schema)");
  if (path.len > 0 && path.ptr[0] != '[') ys_buf_char(out, '.');
  ys_buf_add(out, path);
}

/* Gives the way round through the open definition `first`, as
 * "route.next -> route". Of a long one, the middle is left out. */
static ys_status round_text(ys_compiling *c, ys_draft *last, ys_draft *first,
                            ys_str *out) {
  enum { SHOWN = 8 };
  uint32_t count = 1, at = 0;
  ys_draft **stops;
  for (const ys_draft *d = last; d != first; d = d->from)
    count++;
  YS_NEW_LIST(stops, &c->space->arena, count);
  at = count;
  for (ys_draft *d = last; at > 0; d = d->from)
    stops[--at] = d;
  ys_buf buf = ys_buf_of(c->space->arena.memory);
  for (uint32_t i = 0; i < count; i++) {
    if (i < SHOWN || i == count - 1)
      add_stop(&buf, stops[i]);
    else if (i == SHOWN)
      ys_buf_cstr(&buf, " -> ...");
  }
  ys_buf_cstr(&buf, " -> ");
  ys_buf_add(&buf, first->made.name.len > 0 ? first->made.name : first->words);
  return ys_buf_keep(&buf, &c->space->arena, out);
}

/* Follows the ways from a definition. `hint` says what one lacks that leads
 * back to where it came from. */
static ys_status follow(ys_compiling *c, ys_draft *draft, ys_str hint) {
  draft->from = NULL;
  draft->state = YS_OPEN;
  while (draft != NULL) {
    const ys_way *way = draft->way;
    ys_str round;
    if (way == NULL) {
      draft->state = YS_SEEN;
      draft = draft->from;
      if (draft != NULL) draft->way = draft->way->next;
    } else if (way->to->state == YS_UNSEEN) {
      way->to->from = draft;
      way->to->state = YS_OPEN;
      draft = way->to;
    } else {
      if (way->to->state == YS_OPEN) {
        YS_TRY(round_text(c, draft, way->to, &round));
        YS_TRY(ys_compile_endless(c, way->place, round, hint));
      }
      draft->way = way->next;
    }
  }
  return YS_OK;
}

static ys_status find_rounds(ys_compiling *c, bool needs, ys_str hint) {
  const ys_path root = {0};
  for (ys_draft *d = c->drafts; d != NULL; d = d->next) {
    d->ways = NULL;
    d->state = YS_UNSEEN;
    YS_TRY(needs ? add_needs(c, d, d->made.field, &root)
                 : add_validates(c, d, d->made.field, &root));
    d->way = d->ways;
  }
  for (ys_draft *d = c->drafts; d != NULL; d = d->next)
    if (d->state == YS_UNSEEN) YS_TRY(follow(c, d, hint));
  return YS_OK;
}

ys_status ys_compile_cycles(ys_compiling *c) {
  const uint32_t *errors = &c->space->diags.groups[YS_GROUP_SCHEMA];
  const uint32_t before = *errors;
  YS_TRY(find_rounds(
      c, false,
      YS_STR(
          "a value would be validated by the same schema again and again: the "
          "way round must enter a map or an array.")));
  if (*errors != before) return YS_OK;
  return find_rounds(
      c, true,
      YS_STR("a way round comes to an end in an array, a nullable or optional "
             "node, a placeholder or an alternative."));
}

/* ---- rules that hold for no value ---------------------------------------- */

/* The fields that are visited for a rule. Alternatives may have alternatives
 * again, and lead to the same ones in very many ways. */
enum { MOST_VISITS = 10000 };

/* Every kind but null, which no rule gets. */
static const ys_kinds all_kinds = YS_KINDS_ANY & ~YS_KINDS(YS_NULL);

/* The kinds that a field accepts. `left` bounds the visits; after the last one,
 * a field counts as one that accepts them all. */
static ys_kinds kinds_of(const ys_field *field, uint32_t *left) {
  const ys_choice *choice = field->choice;
  ys_kinds kinds = 0;
  if (*left == 0) return all_kinds;
  --*left;
  if (choice == NULL) return field->kinds & all_kinds;
  for (uint32_t i = 0; i < choice->count && kinds != all_kinds; i++)
    kinds |= kinds_of(&choice->alternatives[i], left);
  return kinds;
}

/* The name of the type in reports. */
static ys_status words_of(ys_compiling *c, const ys_field *field,
                          ys_kinds kinds, ys_str *out) {
  ys_field all = *field;
  if (field->choice == NULL)
    return ys_field_words(&c->space->arena, field, out);
  all.named = kinds;
  return ys_field_words(&c->space->arena, &all, out);
}

/* A copy of a definition has the validations of the definition, too. */
static bool is_inherited(const ys_field *field, const ys_validation *v) {
  const ys_validation *other =
      field->like == NULL ? NULL : field->like->field->validations;
  for (; other != NULL; other = other->next)
    if (other->rules == v->rules) return true;
  return false;
}

static ys_status check(ys_compiling *c, const ys_field *field,
                       const ys_validation *v) {
  uint32_t left = MOST_VISITS;
  const ys_kinds kinds = kinds_of(field, &left);
  ys_str words;
  if (kinds == 0 || kinds == all_kinds) return YS_OK;
  for (uint32_t i = 0; i < v->count; i++) {
    const ys_rule *rule = &v->rules[i];
    const ys_kinds suits = ys_rule_suits(rule);
    if (suits == 0 || (suits & kinds) != 0) continue;
    YS_TRY(words_of(c, field, kinds, &words));
    YS_TRY(ys_rule_unsuited(c->space, v->place, rule, field, kinds, words));
  }
  return YS_OK;
}

/* Recursion is bounded by the depth of the schema. */
static ys_status walk(ys_compiling *c, const ys_field *field) {
  const ys_field *below;
  if (!field->has_rules) return YS_OK;
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    if (!is_inherited(field, v)) YS_TRY(check(c, field, v));
  if (field->like != NULL) return YS_OK;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(walk(c, below));
  return YS_OK;
}

ys_status ys_compile_check_rules(ys_compiling *c, const ys_field *root) {
  /* Older schemas are read as they always were. */
  if (c->reading.rules != YS_DIALECT_CURRENT) return YS_OK;
  for (const ys_draft *d = c->drafts; d != NULL; d = d->next)
    YS_TRY(walk(c, d->made.field));
  return walk(c, root);
}
