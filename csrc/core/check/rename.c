#include "core/check/rename.h"

#include "core/annotation/host.h"
#include "core/check/check.h"
#include "core/check/old_path.h"
#include "core/check/outcomes.h"
#include "core/overlay/operation.h"
#include "core/type/fields.h"
#include "core/type/selector.h"

typedef struct renamer {
  ys_space *space;
  bool moved;
  bool skips;    /* a slot above may be skipped (`when=`) */
  bool inherits; /* a slot above hands `when=` down */
  ys_outcomes *outcomes;
} renamer;

/* ---- paths --------------------------------------------------------------- */

/* Makes the text of the path that leads from `path` along the keys. */
static ys_status path_text(renamer *r, const ys_path *path,
                           const ys_key *const *keys, uint32_t count,
                           ys_str *out) {
  ys_path *links = ys_arena_alloc(&r->space->arena, count * sizeof *links);
  if (links == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++) {
    links[i] = (ys_path){path, keys[i], 0};
    path = &links[i];
  }
  return ys_path_text(&r->space->arena, path, out);
}

/* The move of one value. */
typedef struct move {
  const ys_renamed *renamed;
  ys_slot *map;         /* where the old path begins */
  const ys_path *path;  /* the path of that map */
  ys_slot *old;         /* the entry with the old name */
  bool skips, inherits; /* of the map for the new name: see renamer */
} move;

/* Records a warning or a fault. */
static ys_status tell(renamer *r, const move *m, ys_code code, ys_place by,
                      ys_str message) {
  const ys_renamed *renamed = m->renamed;
  const ys_key *const *to =
      renamed->from_root ? renamed->to : &renamed->field->key;
  const uint32_t count = renamed->from_root ? renamed->to_count : 1;
  ys_diag *diag = ys_space_fault(r->space, code, ys_slot_place(m->old), by);
  if (diag == NULL) return YS_NOMEM;
  diag->field = renamed->field;
  diag->args[1] = message;
  YS_TRY(path_text(r, m->path, to, count, &diag->args[0]));
  return path_text(r, m->path, renamed->keys, renamed->count, &diag->path);
}

/* ---- nodes that may be skipped ------------------------------------------- */

/* Takes in what the overlay annotations of a slot say: whether it may be
 * skipped itself, and what is below it. */
static ys_status look_at(renamer *r, const ys_slot *slot) {
  const ys_operation *operation;
  if (ys_slot_annots(slot) == NULL && !r->inherits) return YS_OK;
  YS_TRY(ys_operation_of(r->space, slot, &operation));
  r->skips |= (r->inherits && slot->key != NULL) ||
              (operation->match != NULL &&
               (r->inherits || operation->own.when != NULL));
  r->inherits |=
      operation->children != NULL && operation->children->when != NULL;
  return YS_OK;
}

/* ---- marks of values that were moved ------------------------------------- */

/* Marks a value with the path that it was given under, for messages about
 * another old name, and for its history. With a notice, the check tells that as
 * soon as it is clear that the value is not skipped, and converts it if it has
 * to. */
static ys_status mark(renamer *r, ys_slot *slot, ys_str old, ys_diag *notice) {
  ys_arena *arena = &r->space->arena;
  ys_annot *annot = ys_annot_new(arena, ys_vocab_row_of(YS_WORD_RENAMED)->name,
                                 old, ys_slot_place(slot));
  if (annot == NULL) return YS_NOMEM;
  annot->evaluated = true;
  annot->notice = notice;
  annot->next = ys_slot_annots(slot);
  return ys_slot_annotate(arena, slot, annot);
}

/* ---- old names ----------------------------------------------------------- */

/* Gives the entry with the old name, or NULL. */
static ys_slot *find_old(renamer *r, const ys_renamed *renamed, ys_slot *map) {
  ys_slot *entry = map;
  for (uint32_t i = 0; i < renamed->count; i++) {
    if (entry->kind != YS_MAP) return NULL;
    entry = ys_map_find(&r->space->arena, entry, renamed->keys[i]);
    if (entry == NULL) return NULL;
  }
  return entry;
}

static void leave_out(ys_slot *map, ys_slot *entry) {
  entry->flags |= YS_SLOT_GONE;
  ys_slot_sweep(map);
}

/* Removes the old name, and the maps above it that hold nothing else and are
 * not in the schema. `at` counts the keys that lead to `map`. */
static ys_status remove_old(renamer *r, const ys_renamed *renamed, ys_slot *map,
                            uint32_t at) {
  ys_slot *entry = ys_map_find(&r->space->arena, map, renamed->keys[at]);
  YS_TRY(ys_outcomes_changed(r->outcomes, r->space->arena.memory, map));
  if (at + 1 < renamed->count) {
    YS_TRY(remove_old(r, renamed, entry, at + 1));
    if (entry->size > 0 || at < renamed->declared) return YS_OK;
  }
  leave_out(map, entry);
  return YS_OK;
}

/* ---- new names ----------------------------------------------------------- */

/* Finds the map for the new name, and adds the maps that lead to it. It is NULL
 * if a value of another kind stands in the way: the check will tell. */
static ys_status find_target(renamer *r, move *m, ys_slot **out) {
  const ys_renamed *renamed = m->renamed;
  renamer way = *r;
  ys_slot *map = m->map;
  ys_items *items;
  for (uint32_t i = 0; renamed->from_root && i + 1 < renamed->to_count; i++) {
    ys_slot *entry = ys_map_find(&r->space->arena, map, renamed->to[i]);
    if (entry == NULL) {
      entry = ys_arena_new(&r->space->arena, ys_slot);
      if (entry == NULL) return YS_NOMEM;
      entry->key = renamed->to[i];
      ys_slot_set_place(entry, ys_slot_place(m->old));
      YS_TRY(ys_slot_make_collection(&r->space->arena, entry, YS_MAP));
      YS_TRY(ys_slot_need_items(&r->space->arena, map, &items));
      ys_slot_append(map, entry);
    }
    map = entry;
    *out = NULL;
    if (map->kind != YS_MAP) return YS_OK;
    YS_TRY(look_at(&way, map));
  }
  m->skips = way.skips;
  m->inherits = way.inherits;
  *out = map;
  return YS_OK;
}

ys_status ys_rename_convert(ys_space *space, const ys_renamed *renamed,
                            const ys_slot *old, ys_slot *slot, bool *failed,
                            ys_str *problem) {
  const ys_slot *arguments[] = {old};
  const ys_place place = ys_slot_place(old);
  ys_reply reply = {0};
  *failed = false;
  if (renamed->with == 0) return YS_OK;
  YS_TRY(ys_host_call(space->functions, space, renamed->with, arguments, 1,
                      &reply));
  *failed = reply.failed;
  *problem = reply.message;
  if (reply.failed) return YS_OK;
  ys_slot_take(slot, &reply.value);
  ys_slot_set_places(slot, place);
  return YS_OK;
}

/* Calls with=. If it fails, this is a fault of the value. */
static ys_status convert(renamer *r, const move *m, ys_slot *entry,
                         bool *good) {
  ys_str problem;
  bool failed;
  YS_TRY(ys_rename_convert(r->space, m->renamed, m->old, entry, &failed,
                           &problem));
  *good = !failed;
  return failed ? tell(r, m, YS_E_RENAMED_FAILED, m->renamed->place, problem)
                : YS_OK;
}

/* Puts the value under its new name: in the place of the old one if both are in
 * one map, else at the end. */
static ys_status put(renamer *r, const move *m, ys_slot *target,
                     const ys_slot *made) {
  ys_slot *entry = m->old;
  ys_items *items = ys_slot_items(target);
  if (m->renamed->count > 1 || m->renamed->from_root) {
    entry = ys_arena_new(&r->space->arena, ys_slot);
    if (entry == NULL) return YS_NOMEM;
    *entry = *made;
    entry->next = NULL;
    YS_TRY(remove_old(r, m->renamed, m->map, 0));
    YS_TRY(ys_slot_need_items(&r->space->arena, target, &items));
    ys_slot_append(target, entry);
  } else {
    ys_slot *next = entry->next;
    *entry = *made;
    entry->next = next;
    if (items != NULL) items->shape = NULL;
    if (items != NULL) items->index = NULL;
  }
  entry->key = m->renamed->field->key;
  return YS_OK;
}

/* The check converts a value that `when=` may skip, once it is taken
 * (core/check/check.c). */
static ys_status carry_out(renamer *r, const move *m, ys_slot *target) {
  const ys_field *field = m->renamed->field;
  renamer way = *r;
  ys_slot made = *m->old;
  ys_diags kept;
  ys_diag *told;
  bool good = true;
  way.skips = m->skips;
  way.inherits = m->inherits;
  YS_TRY(ys_old_path_keep_when(r->space, m->renamed, m->map, &made));
  YS_TRY(look_at(&way, &made));
  if (!way.skips) YS_TRY(convert(r, m, &made, &good));
  if (!good) return remove_old(r, m->renamed, m->map, 0);
  kept = r->space->diags;
  YS_TRY(tell(r, m, YS_E_RENAMED, field->place, (ys_str){0}));
  told = r->space->diags.last;
  if (way.skips) ys_diags_restore(&r->space->diags, &kept);
  if (way.skips || field->renamed->next != NULL || r->space->history != NULL)
    YS_TRY(mark(r, &made, told->path, way.skips ? told : NULL));
  return put(r, m, target, &made);
}

/* Takes what is given under one old name. `map` is where its path begins. */
static ys_status take(renamer *r, const ys_renamed *renamed, ys_slot *map,
                      const ys_path *path) {
  move m = {.renamed = renamed,
            .map = map,
            .path = path,
            .old = find_old(r, renamed, map)};
  const ys_field *field = renamed->field;
  const ys_annot *other;
  ys_slot *target, *entry;
  if (m.old == NULL) return YS_OK;
  r->moved = true;
  YS_TRY(find_target(r, &m, &target));
  if (target == NULL) return remove_old(r, renamed, map, 0);
  entry = ys_map_find(&r->space->arena, target, field->key);
  if (entry == NULL) return carry_out(r, &m, target);
  other = ys_annot_find(entry, YS_WORD_RENAMED);
  YS_TRY(tell(r, &m, other == NULL ? YS_E_RENAMED_TWICE : YS_E_RENAMED_AGAIN,
              field->place, other == NULL ? (ys_str){0} : other->text));
  return remove_old(r, renamed, map, 0);
}

/* ---- alternatives -------------------------------------------------------- */

static ys_status walk(renamer *r, const ys_field *field, ys_slot *slot,
                      const ys_path *path);

/* Whether a value with new names is one for this alternative. */
static ys_status suits(renamer *r, const ys_choice *choice, uint32_t index,
                       const ys_slot *slot, const ys_path *path, bool *out) {
  *out = choice->by == NULL || ys_selector_find(choice->by, slot) == index;
  if (!*out || choice->by != NULL) return YS_OK;
  return ys_check_fits(r->space, &choice->alternatives[index], slot, path,
                       YS_CHECK_PART, out, NULL);
}

/* Takes old names for an alternative that fits only with the new ones. */
static ys_status try_alternative(renamer *r, const ys_choice *choice,
                                 uint32_t index, ys_slot *slot,
                                 const ys_path *path, bool *fits) {
  const ys_field *alternative = &choice->alternatives[index];
  const ys_diags before = r->space->diags;
  renamer trial = *r;
  ys_slot *copy;
  *fits = false;
  trial.moved = false;
  if (!alternative->has_renamed) return YS_OK;
  copy = ys_arena_new(&r->space->arena, ys_slot);
  if (copy == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_clone(&r->space->arena, slot, copy));
  YS_TRY(ys_outcomes_copied(r->outcomes, r->space->arena.memory, slot, copy));
  YS_TRY(walk(&trial, alternative, copy, path));
  if (trial.moved) YS_TRY(suits(r, choice, index, copy, path, fits));
  if (*fits) {
    r->moved = true;
    ys_slot_take(slot, copy);
  } else {
    ys_diags_restore(&r->space->diags, &before);
  }
  return YS_OK;
}

/* Finds the alternative for which the value takes old names, and takes them. */
static ys_status find_outcome(renamer *r, const ys_choice *choice,
                              ys_slot *slot, const ys_path *path) {
  const ys_slot *origin = ys_outcomes_origin(r->outcomes, slot);
  int64_t outcome = YS_OUTCOME_NONE;
  bool fits = false;
  for (uint32_t i = 0; i < choice->count && !fits; i++)
    YS_TRY(suits(r, choice, i, slot, path, &fits));
  for (uint32_t i = 0; i < choice->count && !fits; i++) {
    YS_TRY(try_alternative(r, choice, i, slot, path, &fits));
    if (fits) outcome = i;
  }
  return ys_outcomes_set(r->outcomes, r->space->arena.memory, choice, origin,
                         outcome);
}

/* A key that tells the alternatives apart may itself have an old name. */
static ys_status walk_choice(renamer *r, const ys_choice *choice, ys_slot *slot,
                             const ys_path *path) {
  const int64_t selected =
      choice->by == NULL ? -1 : ys_selector_find(choice->by, slot);
  bool fits;
  if (selected >= 0)
    return walk(r, &choice->alternatives[selected], slot, path);
  const int64_t outcome = ys_outcomes_get(
      r->outcomes, choice, ys_outcomes_origin(r->outcomes, slot));
  if (outcome == YS_OUTCOME_UNKNOWN) return find_outcome(r, choice, slot, path);
  if (outcome == YS_OUTCOME_NONE) return YS_OK;
  return try_alternative(r, choice, (uint32_t)outcome, slot, path, &fits);
}

/* ---- the walk ------------------------------------------------------------ */

static ys_status walk_map(renamer *r, const ys_field *field, ys_slot *slot,
                          const ys_path *path) {
  const ys_map_type *map = field->map;
  ys_path child = {path, NULL, 0};
  uint32_t expect = 0;
  for (uint32_t i = 0; map->renamed_count > 0 && i < map->shape->count; i++) {
    const ys_renamed *renamed = map->fields[i].renamed;
    for (; renamed != NULL; renamed = renamed->next)
      if (!renamed->from_root) YS_TRY(take(r, renamed, slot, path));
  }
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    const ys_field *below;
    YS_TRY(ys_fields_find(r->space, map, s->key, &expect, &below));
    child.key = s->key;
    if (below != NULL) YS_TRY(walk(r, below, s, &child));
  }
  return YS_OK;
}

static ys_status walk_below(renamer *r, const ys_field *field, ys_slot *slot,
                            const ys_path *path) {
  ys_path child = {path, NULL, 0};
  if (field->choice != NULL) return walk_choice(r, field->choice, slot, path);
  if (slot->kind != field->kind) return YS_OK;
  if (slot->kind == YS_MAP) return walk_map(r, field, slot, path);
  if (slot->kind != YS_ARRAY) return YS_OK;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    YS_TRY(walk(r, field->item, s, &child));
    child.index++;
  }
  return YS_OK;
}

/* Recursion is bounded by the depth of the schema. */
static ys_status walk(renamer *r, const ys_field *field, ys_slot *slot,
                      const ys_path *path) {
  const bool skips = r->skips, inherits = r->inherits;
  ys_status status;
  if (!field->has_renamed) return YS_OK;
  YS_TRY(look_at(r, slot));
  status = walk_below(r, field, slot, path);
  r->skips = skips;
  r->inherits = inherits;
  return status;
}

static ys_status rename_all(renamer *r, const ys_field *root,
                            const ys_renamed *from_root, ys_slot *document) {
  const ys_path path = {0};
  YS_TRY(look_at(r, document));
  if (document->kind == YS_MAP)
    for (; from_root != NULL; from_root = from_root->next_from_root)
      YS_TRY(take(r, from_root, document, &path));
  return walk(r, root, document, &path);
}

ys_status ys_rename(ys_space *space, const ys_field *root,
                    const ys_renamed *from_root, ys_slot *document,
                    bool *moved) {
  ys_outcomes outcomes = {0};
  renamer r = {.space = space, .outcomes = &outcomes};
  const ys_status status = rename_all(&r, root, from_root, document);
  ys_outcomes_release(&outcomes, space->arena.memory);
  *moved = r.moved;
  return status;
}
