#include "core/overlay/lookup.h"

#include "core/overlay/operation.h"

/* ---- groups -------------------------------------------------------------- */

/* Whether a value is equal to that of the group. */
static bool is_value_of(const ys_lookup_group *group, const ys_slot *value) {
  if (!ys_is_collection(&group->scalar))
    return ys_matcher_same(&group->scalar, value);
  return group->first != NULL && ys_matcher_same(group->first->value, value);
}

/* Whether the group is empty, so that it may be used for another value. */
static bool is_free(const ys_lookup_group *group, const ys_slot *value) {
  return group->first == NULL && group->scalar.kind == value->kind &&
         ys_is_collection(value);
}

static ys_lookup_group *first_group(const ys_lookup *lookup, uint64_t hash) {
  return ys_pairs_find(&lookup->groups, hash, 0);
}

static ys_lookup_group *find_group(const ys_lookup *lookup, uint64_t hash,
                                   const ys_slot *value) {
  ys_lookup_group *g = first_group(lookup, hash), *unused = NULL;
  for (; g != NULL; g = g->next) {
    if (g->hash != hash) continue;
    if (is_value_of(g, value)) return g;
    if (is_free(g, value)) unused = g;
  }
  return unused;
}

static ys_status new_group(ys_lookup *lookup, uint64_t hash,
                           const ys_slot *value, ys_lookup_group **out) {
  ys_lookup_group *group = ys_arena_new(lookup->scratch, ys_lookup_group);
  if (group == NULL) return YS_NOMEM;
  group->hash = hash;
  group->scalar = *value;
  group->next = first_group(lookup, hash);
  *out = group;
  return ys_pairs_note(&lookup->groups, lookup->scratch, hash, 0, group);
}

/* Finds the group that an entry belongs to with the current value of its row.
 */
static ys_status group_of(ys_space *space, ys_lookup_entry *entry,
                          ys_lookup_group **out) {
  ys_lookup *lookup = entry->lookup;
  uint64_t hash;
  YS_TRY(ys_matcher_key_value(space, entry->row->slot, lookup->key,
                              &entry->value, NULL));
  *out = &lookup->lacking;
  if (entry->value == NULL) return YS_OK;
  *out = ys_slot_hash(space->keys.seed | 1, entry->value, &hash)
             ? find_group(lookup, hash, entry->value)
             : &lookup->unequal;
  if (*out != NULL) return YS_OK;
  return new_group(lookup, hash, entry->value, out);
}

static void join_group(ys_lookup_group *group, ys_lookup_entry *entry) {
  entry->group = group;
  entry->next = NULL;
  entry->prev = group->last;
  YS_APPEND(group->first, group->last, entry);
  group->count++;
}

static void leave_group(ys_lookup_entry *entry) {
  ys_lookup_group *group = entry->group;
  if (group == NULL) return;
  entry->group = NULL;
  *(entry->prev == NULL ? &group->first : &entry->prev->next) = entry->next;
  *(entry->next == NULL ? &group->last : &entry->next->prev) = entry->prev;
  group->count--;
}

/* ---- rows ---------------------------------------------------------------- */

static ys_status take_in(ys_space *space, ys_lookup *lookup, ys_row *row) {
  ys_lookup_group *group;
  ys_lookup_entry *entry = ys_arena_new(lookup->scratch, ys_lookup_entry);
  if (entry == NULL) return YS_NOMEM;
  entry->lookup = lookup;
  entry->row = row;
  YS_TRY(group_of(space, entry, &group));
  entry->beside = row->entries;
  row->entries = entry;
  join_group(group, entry);
  return YS_OK;
}

static bool has_entry(const ys_row *row, const ys_lookup *lookup) {
  const ys_lookup_entry *entry = row->entries;
  while (entry != NULL && entry->lookup != lookup)
    entry = entry->beside;
  return entry != NULL;
}

/* A row inserted between two rows that were read is read at once. One inserted
 * between two unread rows is not. One inserted at the boundary becomes the
 * first unread row. */
ys_status ys_lookup_added(ys_space *space, ys_lookup *lookups, ys_row *row) {
  for (ys_lookup *l = lookups; l != NULL; l = l->next) {
    if (row->next == l->unread)
      l->unread = row;
    else if (row->next != NULL && has_entry(row->next, l))
      YS_TRY(take_in(space, l, row));
  }
  return YS_OK;
}

void ys_lookup_removed(ys_lookup *lookups, ys_row *row) {
  for (ys_lookup *l = lookups; l != NULL; l = l->next)
    if (l->unread == row) l->unread = row->next;
  for (ys_lookup_entry *e = row->entries; e != NULL; e = e->beside) {
    leave_group(e);
    e->row = NULL;
  }
  row->entries = NULL;
}

/* ---- changes ------------------------------------------------------------- */

static void queue(ys_lookup_entry *entry) {
  ys_lookup *lookup = entry->lookup;
  if (entry->group != NULL && ys_is_collection(&entry->group->scalar))
    leave_group(entry);
  if (entry->changed) return;
  entry->changed = true;
  entry->later = NULL;
  *(lookup->changed == NULL ? &lookup->changed : &lookup->changed_last->later) =
      entry;
  lookup->changed_last = entry;
}

/* Whether an entry that is merged into a map has a matcher, and so finds its
 * matches by something else than its key. */
static ys_status has_matcher(ys_space *space, const ys_slot *right, bool *out) {
  const ys_operation *operation;
  YS_TRY(ys_operation_of(space, right, &operation));
  *out = operation->by != NULL;
  return YS_OK;
}

ys_status ys_lookup_changes(ys_space *space, ys_row *row,
                            const ys_slot *right) {
  const bool whole =
      right == NULL || right->kind != YS_MAP || row->slot->kind != YS_MAP;
  if (row->entries == NULL) return YS_OK;
  const ys_slot *child = whole ? NULL : ys_slot_first(right);
  bool any = whole;
  for (; child != NULL && !any; child = child->next) {
    YS_TRY(has_matcher(space, child, &any));
    for (ys_lookup_entry *e = row->entries; e != NULL; e = e->beside)
      if (e->lookup->key == child->key) queue(e);
  }
  if (!any) return YS_OK;
  for (ys_lookup_entry *e = row->entries; e != NULL; e = e->beside)
    queue(e);
  return YS_OK;
}

/* Moves the changed entries to the groups that they belong to now. */
static ys_status settle(ys_space *space, ys_lookup *lookup) {
  while (lookup->changed != NULL) {
    ys_lookup_entry *e = lookup->changed;
    ys_lookup_group *group = NULL;
    if (e->row != NULL) YS_TRY(group_of(space, e, &group));
    lookup->changed = e->later;
    e->changed = false;
    if (group == e->group) continue;
    leave_group(e);
    join_group(group, e);
  }
  return YS_OK;
}

/* ---- lookups ------------------------------------------------------------- */

ys_status ys_lookup_make(ys_space *space, ys_arena *scratch,
                         const ys_rows *rows, ys_str name, ys_lookup *out) {
  *out = (ys_lookup){.scratch = scratch, .unread = rows->first};
  return ys_keys_intern(&space->keys, YS_STRING, name, &out->key);
}

static ys_status read_on(ys_space *space, ys_lookup *lookup) {
  while (lookup->lacking.first == NULL && lookup->unread != NULL) {
    ys_row *row = lookup->unread;
    YS_TRY(take_in(space, lookup, row));
    lookup->unread = row->next;
  }
  return YS_OK;
}

ys_status ys_lookup_find(ys_space *space, ys_lookup *lookup,
                         const ys_slot *value, const ys_lookup_group **out,
                         const ys_slot **lacking) {
  uint64_t hash;
  YS_TRY(settle(space, lookup));
  YS_TRY(read_on(space, lookup));
  const ys_lookup_entry *without = lookup->lacking.first;
  *lacking = without == NULL ? NULL : without->row->slot;
  *out = ys_slot_hash(space->keys.seed | 1, value, &hash)
             ? find_group(lookup, hash, value)
             : NULL;
  return YS_OK;
}
