#include "core/reference/name_set.h"

#include "core/scalar/scalar.h"
#include "core/type/state.h"
#include "core/type/text_rules.h"

#include <math.h>

/* A value that cannot be a name, nor anything below it. */
enum { UNFIT = YS_SLOT_INVALID | YS_SLOT_PENDING };

typedef struct collector {
  ys_space *space;
  ys_name_set *names;
} collector;

/* ---- the set ------------------------------------------------------------- */

static bool is_name(const void *about, const void *one, const void *wanted) {
  (void)about;
  return ys_slot_equal(one, wanted);
}

/* Nan is no name, because it equals nothing. */
static ys_status add(collector *c, const ys_slot *name) {
  ys_set *set = &c->names->set;
  uint64_t hash;
  if (!ys_slot_hash(c->names->seed, name, &hash) ||
      ys_set_find(set, hash, name) != NULL)
    return YS_OK;
  return ys_set_add(set, hash, name);
}

const ys_slot *ys_name_set_find(const ys_name_set *names,
                                const ys_slot *value) {
  uint64_t hash;
  return ys_slot_hash(names->seed, value, &hash)
             ? ys_set_find(&names->set, hash, value)
             : NULL;
}

const ys_slot *ys_name_set_next(const ys_name_set *names, size_t *at) {
  return ys_set_next(&names->set, at);
}

/* ---- the way to the names ------------------------------------------------ */

/* Finds an entry. If a map with a violation lacks the key, or has only its
 * default, an unknown key that is like it may have been meant for it. */
static ys_slot *entry_of(ys_space *space, ys_slot *map, const ys_key *key,
                         bool *uncertain) {
  ys_slot *entry =
      map->kind == YS_MAP ? ys_map_find(&space->arena, map, key) : NULL;
  if ((entry == NULL || (entry->flags & YS_SLOT_DEFAULT) != 0) &&
      (map->flags & YS_SLOT_DIRTY) != 0 && ys_type_was_meant(space, key))
    *uncertain = true;
  return entry;
}

/* Makes a name of a key. */
static ys_status add_key(collector *c, ys_slot *entry) {
  ys_slot *name = ys_arena_new(&c->space->arena, ys_slot);
  if (name == NULL) return YS_NOMEM;
  ys_slot_start_like(name, entry);
  ys_scalar_of_key(entry->key, name);
  name->next = entry;
  return add(c, name);
}

/* A variable may become any name. */
static ys_status add_value(collector *c, const ys_slot *slot) {
  bool variable;
  if (ys_is_collection(slot) || slot->kind == YS_NULL) return YS_OK;
  YS_TRY(ys_is_variable(c->space, NULL, slot, &variable));
  c->names->uncertain |= variable;
  return add(c, slot);
}

static ys_status collect(collector *c, ys_slot *slot, uint32_t step);

/* Goes on with all slots of a collection of this kind. */
static ys_status collect_all(collector *c, ys_slot *slot, ys_kind kind,
                             uint32_t step) {
  const bool keys = c->names->target->steps[step].kind == YS_STEP_KEYS;
  if (slot->kind != kind) return YS_OK;
  if (kind == YS_MAP && (slot->flags & YS_SLOT_DIRTY) != 0)
    c->names->uncertain = true;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(keys ? add_key(c, s) : collect(c, s, step + 1));
  return YS_OK;
}

/* Recursion is bounded by the length of the path. */
static ys_status collect(collector *c, ys_slot *slot, uint32_t step) {
  const ys_target_step *at = &c->names->target->steps[step];
  ys_slot *entry;
  if ((slot->flags & UNFIT) != 0) {
    c->names->uncertain = true;
    return YS_OK;
  }
  if (step == c->names->target->count) return add_value(c, slot);
  if (at->kind != YS_STEP_KEY)
    return collect_all(c, slot, at->kind == YS_STEP_ITEMS ? YS_ARRAY : YS_MAP,
                       step);
  entry = entry_of(c->space, slot, at->key, &c->names->uncertain);
  return entry == NULL ? YS_OK : collect(c, entry, step + 1);
}

/* The place of the collection to which the first keys of the path lead. */
static ys_place collection_of(ys_space *space, const ys_target *target,
                              ys_slot *base) {
  ys_place place = {0};
  bool ignored = false;
  for (uint32_t i = 0; i < target->count; i++) {
    if (base == NULL || target->steps[i].kind != YS_STEP_KEY) break;
    base = entry_of(space, base, target->steps[i].key, &ignored);
    if (base != NULL) place = ys_slot_place(base);
  }
  return place;
}

ys_status ys_name_set_collect(ys_space *space, const ys_target *target,
                              ys_slot *base, ys_name_set *out) {
  collector c = {space, out};
  *out = (ys_name_set){.target = target,
                       .seed = ys_hash_seed(out) | 1,
                       .set = {.arena = &space->arena, .same = is_name},
                       .place = collection_of(space, target, base)};
  return collect(&c, base, 0);
}

ys_slot *ys_name_set_value(ys_space *space, const ys_target *path,
                           ys_slot *item, bool *uncertain) {
  for (uint32_t i = 0; i < path->count && item != NULL; i++)
    item = entry_of(space, item, path->steps[i].key, uncertain);
  if (item != NULL && (item->flags & UNFIT) != 0) {
    *uncertain = true;
    return NULL;
  }
  return item;
}

/* ---- texts of names ------------------------------------------------------ */

/* Makes an integer of a float that is equal to one (core/tree/equal.c). */
static bool make_whole(const ys_slot *from, ys_slot *out) {
  const double number = ys_slot_number(from),
               limit = 18446744073709551616.0; /* 2^64 */
  if (from->kind != YS_FLOAT || !(number >= -limit / 2 && number < limit) ||
      number != floor(number))
    return false;
  *out = (ys_slot){.kind = YS_INT};
  if (number < limit / 2) {
    out->u.integer = (int64_t)number;
  } else {
    out->flags = YS_SLOT_UNSIGNED;
    out->u.natural = (uint64_t)number;
  }
  return true;
}

void ys_name_write(ys_buf *buf, const ys_slot *name) {
  ys_slot whole;
  if (name == NULL) {
    ys_buf_char(buf, '-');
  } else if (name->kind == YS_STRING) {
    ys_buf_char(buf, '"');
    ys_buf_add(buf, ys_slot_text(name));
  } else {
    ys_buf_char(buf, name->kind == YS_BOOL ? '?' : '#');
    ys_scalar_write(buf, make_whole(name, &whole) ? &whole : name);
  }
}
