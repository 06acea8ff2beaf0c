/* core/check/renamer.c - Moves one value from its old name to the new one. */

#include "core/check/renamer.h"

#include "core/check/rename.h"
#include "core/check/text_keys.h"
#include "core/provenance/provenance.h"

/* ---- paths --------------------------------------------------------------- */

/* Makes the text of the path that leads from `path` along the keys. */
static ys_status path_text(ys_renamer *r, const ys_path *path,
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
  ys_slot *map;        /* where the old path begins */
  const ys_path *path; /* the path of that map */
  ys_slot *old;        /* the entry with the old name */
  ys_conditions when;  /* of the map for the new name */
} move;

/* A value that stays in its map only gets a new key. One that a function
 * converts has no fix, because its new value is not known here. */
static ys_fix fix_of(const ys_renamed *renamed, ys_str path) {
  if (renamed->with != 0) return (ys_fix){0};
  if (!renamed->from_root && renamed->count == 1)
    return (ys_fix){.action = YS_FIX_RENAME, .text = renamed->field->key->text};
  return (ys_fix){.action = YS_FIX_MOVE, .text = path};
}

/* Records a warning or a violation. */
static ys_status record(ys_renamer *r, const move *m, ys_code code, ys_place by,
                        ys_str message) {
  const ys_renamed *renamed = m->renamed;
  const ys_key *const *to =
      renamed->from_root ? renamed->to : &renamed->field->key;
  const uint32_t count = renamed->from_root ? renamed->to_count : 1;
  ys_diag *diag = ys_space_diagnose(r->space, code, ys_slot_place(m->old), by);
  if (diag == NULL) return YS_NOMEM;
  ys_diag_about(diag, renamed->field);
  diag->args[1] = message;
  YS_TRY(path_text(r, m->path, to, count, &diag->args[0]));
  if (code == YS_E_RENAMED) diag->fix = fix_of(renamed, diag->args[0]);
  return path_text(r, m->path, renamed->keys, renamed->count, &diag->path);
}

/* ---- nodes that may be skipped ------------------------------------------- */

ys_status ys_renamer_look_at(ys_renamer *r, const ys_slot *slot) {
  const ys_operation *operation;
  if (ys_slot_annots(slot) == NULL && r->when.below == YS_SKIPS_OWN)
    return YS_OK;
  YS_TRY(ys_operation_of(r->space, slot, &operation));
  r->when.skipped |= ys_operation_may_skip(operation, slot, r->when.below);
  r->when.below = ys_operation_skips_below(operation, r->when.below);
  return YS_OK;
}

/* ---- conditions of the maps in an old path ------------------------------- */

/* The arguments `when=` that hold for the value. NULL: there is none. */
typedef struct inherited {
  const ys_annot *annot; /* where `when` stands */
  const ys_arg *when;
  const ys_annot *below; /* the same, for everything in the value, too */
} inherited;

static const ys_arg *when_of(const ys_annot *annot) {
  return annot == NULL ? NULL : ys_annot_arg(annot, YS_STR("when"));
}

/* Looks at the maps that lead to the value, from the outermost one. */
static ys_status look_at_maps(ys_space *space, const ys_renamed *renamed,
                              ys_slot *map, inherited *out) {
  *out = (inherited){0};
  for (uint32_t i = 0; i + 1 < renamed->count; i++) {
    map = ys_map_find(&space->arena, map, renamed->keys[i]);
    if (map == NULL) return YS_OK;
    const ys_annot *own = ys_annot_find(map, YS_WORD_OVERLAY_MATCH);
    const ys_annot *below = ys_annot_find(map, YS_WORD_OVERLAY_CHILD_DEFAULTS);
    if (when_of(own) != NULL) out->annot = own;
    if (when_of(below) != NULL) out->annot = out->below = below;
  }
  out->when = when_of(out->annot);
  return YS_OK;
}

/* Makes an annotation with `when=`, and `by=` if `by` is not NULL. */
static ys_status make(ys_space *space, ys_word word, const inherited *from,
                      const ys_arg *by, ys_annot **out) {
  ys_arg *when = ys_arena_new(&space->arena, ys_arg), *first = when;
  *out = ys_annot_new(&space->arena, ys_vocab_row_of(word)->name, (ys_str){0},
                      ys_annot_place(from->annot));
  if (when == NULL || *out == NULL) return YS_NOMEM;
  *when = *from->when;
  when->next = NULL;
  if (by != NULL) {
    YS_KEEP(first, &space->arena, *by);
    first->next = when;
  }
  (*out)->text = when->text;
  (*out)->args = first;
  (*out)->evaluated = true;
  return YS_OK;
}

/* Puts an annotation in front of those of the slot, without those of the same
 * word. */
static ys_status add(ys_space *space, ys_slot *slot, ys_annot *annot) {
  ys_annot **link = &annot->next;
  YS_TRY(ys_annot_copy(&space->arena, ys_slot_annots(slot), link));
  while (*link != NULL) {
    if ((*link)->word == annot->word)
      *link = (*link)->next;
    else
      link = &(*link)->next;
  }
  return ys_slot_annotate(&space->arena, slot, annot);
}

/* Gives `value`, which moves away from the maps that lead to it, the `when=` of
 * the nearest of them, as its own @overlay/match. `map` is where the old path
 * begins. A `when=` of the value's own stays. */
static ys_status keep_when(ys_space *space, const ys_renamed *renamed,
                           ys_slot *map, ys_slot *value) {
  const ys_annot *own = ys_annot_find(value, YS_WORD_OVERLAY_MATCH);
  const ys_annot *below = ys_annot_find(value, YS_WORD_OVERLAY_CHILD_DEFAULTS);
  inherited found;
  ys_annot *made;
  YS_TRY(look_at_maps(space, renamed, map, &found));
  if (found.when == NULL) return YS_OK;
  if (found.below != NULL && below == NULL && ys_is_collection(value)) {
    YS_TRY(make(space, YS_WORD_OVERLAY_CHILD_DEFAULTS, &found, NULL, &made));
    YS_TRY(add(space, value, made));
  }
  if (when_of(own) != NULL) return YS_OK;
  YS_TRY(make(space, YS_WORD_OVERLAY_MATCH, &found,
              own == NULL ? NULL : ys_annot_arg(own, YS_STR("by")), &made));
  return add(space, value, made);
}

/* ---- marks of values that were moved ------------------------------------- */

/* Marks a value with the path that it was given under, for messages about
 * another old name, and for its provenance. With a notice, the check records
 * the warning as soon as it is clear that the value is not skipped, and
 * converts the value if necessary. */
static ys_status mark(ys_renamer *r, ys_slot *slot, ys_str old,
                      ys_diag *notice) {
  ys_arena *arena = &r->space->arena;
  ys_annot *annot = ys_annot_new(arena, ys_vocab_row_of(YS_WORD_RENAMED)->name,
                                 old, ys_slot_place(slot));
  if (annot == NULL) return YS_NOMEM;
  annot->evaluated = true;
  if (notice != NULL) {
    YS_NEW(annot->moved, arena);
    annot->moved->notice = notice;
  }
  annot->next = ys_slot_annots(slot);
  return ys_slot_annotate(arena, slot, annot);
}

/* ---- old names ----------------------------------------------------------- */

typedef struct ys_leaving {
  struct ys_leaving *next;
  ys_slot *map;
} ys_leaving;

static uint32_t count_removed(const ys_slot *map) {
  const ys_items *items = ys_slot_items(map);
  return items == NULL ? 0 : items->removed;
}

void ys_renamer_settle(ys_renamer *r) {
  for (ys_leaving *l = *r->leaving; l != NULL; l = l->next)
    if (count_removed(l->map) > 0) ys_slot_sweep(l->map);
  *r->leaving = NULL;
}

static ys_slot *find_entry(ys_renamer *r, ys_slot *map, const ys_key *key) {
  ys_slot *entry = ys_map_find(&r->space->arena, map, key);
  if (entry == NULL || (entry->flags & YS_SLOT_REMOVED) == 0) return entry;
  ys_slot_sweep(map); /* another entry may have the key now */
  return ys_map_find(&r->space->arena, map, key);
}

/* Gives the entry with the old name, or NULL. */
static ys_slot *find_old(ys_renamer *r, const ys_renamed *renamed,
                         ys_slot *map) {
  ys_slot *entry = map;
  for (uint32_t i = 0; i < renamed->count; i++) {
    if (entry->kind != YS_MAP) return NULL;
    entry = find_entry(r, entry, renamed->keys[i]);
    if (entry == NULL) return NULL;
  }
  return entry;
}

static ys_status leave_out(ys_renamer *r, ys_slot *map, ys_slot *entry) {
  ys_leaving *leaving;
  ys_items *items;
  entry->flags |= YS_SLOT_REMOVED;
  YS_TRY(ys_slot_need_items(&r->space->arena, map, &items));
  if (items->shape != NULL) {
    ys_slot_sweep(map);
    return YS_OK;
  }
  if (items->removed++ > 0) return YS_OK;
  YS_KEEP(leaving, &r->space->arena, (ys_leaving){*r->leaving, map});
  *r->leaving = leaving;
  return YS_OK;
}

/* Removes the old name, and the maps above it that hold nothing else and are
 * not in the schema. `at` counts the keys that lead to `map`. */
static ys_status remove_old(ys_renamer *r, const ys_renamed *renamed,
                            ys_slot *map, uint32_t at) {
  ys_slot *entry = find_entry(r, map, renamed->keys[at]);
  /* it is no longer what it is a copy of */
  YS_TRY(ys_pairs_set(&r->outcomes->origins, &r->space->arena, map, NULL, map));
  if (at + 1 < renamed->count) {
    YS_TRY(remove_old(r, renamed, entry, at + 1));
    if (ys_slot_size(entry) > count_removed(entry) || at < renamed->declared)
      return YS_OK;
  }
  return leave_out(r, map, entry);
}

/* ---- new names ----------------------------------------------------------- */

/* Finds the map for the new name, and adds the maps that lead to it. It is NULL
 * if a value of another kind stands in the way, which the check reports. */
static ys_status find_target(ys_renamer *r, move *m, ys_slot **out) {
  const ys_renamed *renamed = m->renamed;
  ys_renamer way = *r;
  ys_slot *map = m->map;
  ys_items *items;
  for (uint32_t i = 0; renamed->from_root && i + 1 < renamed->to_count; i++) {
    ys_slot *entry = find_entry(r, map, renamed->to[i]);
    if (entry == NULL) {
      YS_NEW(entry, &r->space->arena);
      entry->key = renamed->to[i];
      ys_slot_start_like(entry, m->old);
      YS_TRY(ys_slot_make_collection(&r->space->arena, entry, YS_MAP));
      YS_TRY(ys_slot_need_items(&r->space->arena, map, &items));
      ys_slot_append(map, entry);
    }
    map = entry;
    *out = NULL;
    if (map->kind != YS_MAP) return YS_OK;
    YS_TRY(ys_renamer_look_at(&way, map));
  }
  m->when = way.when;
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
  YS_TRY(ys_host_call(ys_host_of(space), space, renamed->with, arguments, 1,
                      &reply));
  *failed = reply.failed;
  *problem = reply.message;
  if (reply.failed) return YS_OK;
  YS_TRY(ys_slot_take(&space->arena, slot, &reply.value));
  YS_TRY(ys_slot_set_places(&space->arena, slot, place));
  return ys_recorded(ys_text_keys(space, renamed->field, slot));
}

/* Calls with=. If it fails, this is a violation of the value. The null below
 * @overlay/remove is no value. */
static ys_status convert(ys_renamer *r, const move *m, ys_slot *entry,
                         bool *good) {
  const ys_operation *operation;
  ys_str problem;
  bool failed;
  YS_TRY(ys_operation_of(r->space, entry, &operation));
  if (operation->removes) return YS_OK;
  YS_TRY(ys_rename_convert(r->space, m->renamed, m->old, entry, &failed,
                           &problem));
  *good = !failed;
  return failed ? record(r, m, YS_E_RENAMED_FAILED, m->renamed->place, problem)
                : YS_OK;
}

/* Puts the value under its new name: in the place of the old one if both are in
 * one map, else at the end. */
static ys_status put(ys_renamer *r, const move *m, ys_slot *target,
                     const ys_slot *made) {
  ys_slot *entry = m->old;
  ys_items *items;
  if (m->renamed->count > 1 || m->renamed->from_root) {
    YS_KEEP(entry, &r->space->arena, *made);
    entry->next = NULL;
    entry->key = m->renamed->field->key;
    YS_TRY(remove_old(r, m->renamed, m->map, 0));
    YS_TRY(ys_slot_need_items(&r->space->arena, target, &items));
    ys_slot_append(target, entry);
  } else {
    ys_slot *next = entry->next;
    const ys_key *key = entry->key;
    *entry = *made;
    entry->next = next;
    entry->key = key;
    return ys_map_rekey(&r->space->arena, target, entry,
                        m->renamed->field->key);
  }
  return YS_OK;
}

/* The check converts a value that `when=` may skip, once it is taken
 * (core/check/check.c). */
static ys_status carry_out(ys_renamer *r, const move *m, ys_slot *target) {
  const ys_field *field = m->renamed->field;
  ys_renamer way = *r;
  ys_slot made = *m->old;
  ys_diags kept;
  ys_diag *notice;
  bool good = true;
  way.when = m->when;
  YS_TRY(keep_when(r->space, m->renamed, m->map, &made));
  YS_TRY(ys_renamer_look_at(&way, &made));
  r->waits |= way.when.skipped;
  YS_TRY(ys_recorded(ys_text_keys(r->space, field, &made)));
  if (!way.when.skipped) YS_TRY(convert(r, m, &made, &good));
  if (!good) return remove_old(r, m->renamed, m->map, 0);
  kept = r->space->diags;
  YS_TRY(record(r, m, YS_E_RENAMED, field->place, (ys_str){0}));
  notice = r->space->diags.last;
  if (way.when.skipped) ys_diags_restore(&r->space->diags, &kept);
  if (way.when.skipped || field->renamed->next != NULL ||
      ys_provenance_of(r->space) != NULL)
    YS_TRY(mark(r, &made, notice->path, way.when.skipped ? notice : NULL));
  return put(r, m, target, &made);
}

ys_status ys_renamer_take(ys_renamer *r, const ys_renamed *renamed,
                          ys_slot *map, const ys_path *path) {
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
  entry = find_entry(r, target, field->key);
  if (entry == NULL) return carry_out(r, &m, target);
  other = ys_annot_find(entry, YS_WORD_RENAMED);
  YS_TRY(record(r, &m, other == NULL ? YS_E_RENAMED_TWICE : YS_E_RENAMED_AGAIN,
                field->place, other == NULL ? (ys_str){0} : other->text));
  return remove_old(r, renamed, map, 0);
}
