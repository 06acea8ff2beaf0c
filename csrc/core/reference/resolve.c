#include "core/reference/resolve.h"

#include "core/base/pairs.h"
#include "core/reference/follow.h"

/* The maps around a field, the innermost first. */
typedef struct around {
  const struct around *up;
  const ys_field *map;
} around;

typedef struct resolver {
  ys_space *space;
  const ys_field *root;
  ys_memo met; /* definitions, by the map around their copies */
  ys_references_of_schema *out;
  bool invalid;
} resolver;

/* ---- errors -------------------------------------------------------------- */

static ys_status record(resolver *r, ys_place place, ys_word word, ys_str path,
                        const ys_target_error *error) {
  r->invalid = true;
  return ys_space_record(r->space, YS_E_TARGET, place, error->at,
                         YS_ARGUMENTS(ys_vocab_row_of(word)->name, path,
                                      error->problem, error->remedy));
}

/* Records that an annotation stands on a field that cannot have it. */
static ys_status misplaced(resolver *r, ys_place place, ys_word word,
                           const ys_field *field, const char *expected,
                           const char *hint) {
  ys_str found;
  r->invalid = true;
  YS_TRY(ys_field_words(&r->space->arena, field, &found));
  return ys_space_record(r->space, YS_E_ANNOTATION_ARGUMENT, place, YS_NOWHERE,
                         YS_ARGUMENTS(ys_vocab_row_of(word)->name, found,
                                      ys_cstr(expected), ys_cstr(hint)));
}

/* ---- @schema/refers ------------------------------------------------------ */

static ys_status check_target(resolver *r, const ys_refers *reference,
                              ys_target *target, const ys_field *field,
                              const around *maps) {
  ys_follow follow = {r->root, target, field};
  ys_target_error error;
  if (target->up == 0 && target->checked) return YS_OK;
  for (uint32_t i = 1; i < target->up && maps != NULL; i++)
    maps = maps->up;
  if (target->up > 0 && maps == NULL) {
    error = (ys_target_error){
        .problem = YS_STR("there is no such map around the value"),
        .remedy = YS_STR("a path without points in front begins at the root."),
        .at = field->place};
    return record(r, reference->place, YS_WORD_REFERS, target->text, &error);
  }
  if (target->up > 0) follow.from = maps->map;
  YS_TRY(ys_follow_target(r->space, &follow, &target->sensitive, &error));
  if (error.problem.len > 0)
    return record(r, reference->place, YS_WORD_REFERS, target->text, &error);
  target->checked = true;
  return YS_OK;
}

static ys_status check_reference(resolver *r, const ys_refers *reference,
                                 const ys_field *field, const around *maps) {
  bool others;
  const ys_kinds kinds = ys_follow_scalars(field, &others);
  if (kinds == 0 || others)
    return misplaced(
        r, reference->place, YS_WORD_REFERS, field,
        "a string, an integer, a float or a boolean, which is a name",
        field->choice != NULL ? "write it above the alternative that is a name."
        : field->kind == YS_ARRAY ? "write it above the item of the array."
                                  : "write it above the key that has a name.");
  /* The names of another kind are not in this schema. */
  for (uint32_t i = 0; i < reference->count && reference->kind.len == 0; i++)
    YS_TRY(check_target(r, reference, &reference->targets[i], field, maps));
  return YS_OK;
}

/* ---- @schema/identity ---------------------------------------------------- */

static ys_status check_identity(resolver *r, const ys_identity *identity,
                                const ys_field *field) {
  const bool alone =
      field->kind == YS_MAP && identity->scope != YS_SCOPE_DOCUMENT;
  if (!alone && field->kind != YS_ARRAY)
    return misplaced(
        r, identity->place, YS_WORD_IDENTITY, field, "an array of maps",
        field->kind == YS_MAP
            ? "the keys of a map differ by themselves. With "
              "scope=\"file\" or \"configuration\", the maps of several "
              "documents are compared."
        : field->choice != NULL
            ? "write it above the alternative that is an array."
            : "write it above the array that has the items, or above "
              "its item, if that is a map.");
  for (uint32_t i = 0; i < identity->count; i++) {
    ys_target *key = &identity->keys[i];
    const ys_follow follow = {alone ? field : field->item, key, NULL};
    ys_target_error error;
    YS_TRY(ys_follow_target(r->space, &follow, &key->sensitive, &error));
    if (error.problem.len > 0)
      YS_TRY(record(r, identity->place, YS_WORD_IDENTITY, key->text, &error));
  }
  return YS_OK;
}

/* ---- lists ----------------------------------------------------------------
 */

static void list_refers(ys_references_of_schema *out, ys_refers *refers) {
  if (refers->number != 0) return;
  refers->number = ++out->count;
  out->outward |= refers->scope != YS_SCOPE_DOCUMENT;
  *(out->refers == NULL ? &out->refers : &out->last_refers->next_of_schema) =
      refers;
  out->last_refers = refers;
}

static void list_identity(ys_references_of_schema *out, ys_identity *identity) {
  if (identity->number != 0) return;
  identity->number = ++out->count;
  out->outward |= identity->scope != YS_SCOPE_DOCUMENT;
  *(out->identities == NULL ? &out->identities
                            : &out->last_identity->next_of_schema) = identity;
  out->last_identity = identity;
}

/* ---- the schema ---------------------------------------------------------- */

/* Recursion is bounded by the depth of the schema: a definition is looked into
 * once for each map that its copies stand in. */
static ys_status resolve(resolver *r, const ys_field *field,
                         const around *maps) {
  const around below = {maps, field};
  const ys_field *child;
  bool met = false;
  if (!field->has_references) return YS_OK;
  for (ys_refers *f = field->references; f != NULL; f = f->next) {
    list_refers(r->out, f);
    YS_TRY(check_reference(r, f, field, maps));
  }
  for (ys_identity *i = field->identities; i != NULL; i = i->next) {
    list_identity(r->out, i);
    YS_TRY(check_identity(r, i, field));
  }
  if (field->like != NULL)
    YS_TRY(ys_pairs_meet(&r->met.pairs, &r->met.arena, field->like,
                         maps != NULL ? maps->map->map : NULL, &met));
  for (uint32_t i = 0; !met && (child = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(resolve(r, child, field->kind == YS_MAP ? &below : maps));
  return YS_OK;
}

ys_status ys_refer_resolve(ys_space *space, const ys_field *root,
                           ys_references_of_schema *out) {
  resolver r = {.space = space, .root = root, .out = out};
  ys_status status;
  if (!root->has_references) return YS_OK;
  ys_memo_init(&r.met, space->arena.memory);
  status = resolve(&r, root, NULL);
  ys_memo_release(&r.met);
  YS_TRY(status);
  return r.invalid ? YS_INVALID : YS_OK;
}

ys_status ys_target_check(ys_space *space, const ys_field *root,
                          ys_target *target, ys_target_error *out) {
  const ys_follow follow = {root, target, NULL};
  return ys_follow_target(space, &follow, &target->sensitive, out);
}
