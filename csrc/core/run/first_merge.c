#include "core/run/first_merge.h"

#include "core/check/fill.h"
#include "core/type/fields.h"

typedef struct builder {
  ys_space *space;
  const ys_overlay_options *options;
  ys_postponed_list *postponed;
  bool *complete;
  uint32_t violations;
} builder;

static ys_status build(builder *b, const ys_field *field, ys_slot *given,
                       const ys_path *path, ys_slot *out);

/* Whether merging a given collection onto the default just gives that
 * collection. */
static bool replaces(const builder *b, const ys_field *field,
                     const ys_slot *given) {
  const ys_slot *value = field->default_value;
  if (given->kind == YS_ARRAY && field->kind == YS_ARRAY &&
      !b->options->append_arrays)
    return true;
  return field->default_closure == 0 && value != NULL &&
         (value->kind == YS_NULL ||
          (value->kind == given->kind && ys_slot_size(value) == 0));
}

/* Whether a value, like most values, can be taken over as it is. */
static inline bool is_plain(const ys_slot *given) {
  return !ys_is_collection(given) && (given->flags & YS_SLOT_INVALID) == 0;
}

/* Takes over the given value, which may be `out` itself, and completes the
 * arrays and maps in it. */
static ys_status take(builder *b, const ys_field *field, const ys_slot *given,
                      ys_slot *out) {
  ys_slot_become(out, given);
  return ys_is_collection(out) ? ys_fill_missing(b->space, field, out) : YS_OK;
}

/* Merges the given value onto a copy of the default, where the default is not
 * just made from the fields. */
static ys_status merge(builder *b, const ys_field *field, ys_slot *given,
                       const ys_path *path, ys_slot *out) {
  ys_overlay_options options = *b->options;
  ys_status status;
  if (options.guide != NULL) options.type = field;
  YS_TRY(ys_fill_default(b->space, field, out));
  YS_TRY(ys_fill_given(b->space, field, out, given));
  *b->complete = false;
  status = ys_overlay_at(b->space, out, given, path, &options, b->postponed);
  if (status == YS_INVALID) b->violations++;
  return ys_recorded(status);
}

/* Puts the given entries and the defaults of the others side by side, in the
 * schema's order. */
static ys_status build_entries(builder *b, const ys_map_type *map,
                               const ys_slot *given, const ys_path *path,
                               ys_slot *entries) {
  const uint32_t count = map->shape->count;
  ys_path child = {path, NULL, 0};
  ys_slot *entry, *next;
  uint32_t expect = 0;
  for (uint32_t i = 0; i < count; i++)
    entries[i].key = NULL;
  for (entry = ys_slot_first(given); entry != NULL; entry = next) {
    const int64_t at = ys_shape_find(map->shape, entry->key, expect);
    next = entry->next;
    if (at < 0) continue; /* flagged by the check as unknown */
    expect = (uint32_t)at + 1;
    if (is_plain(entry)) {
      entries[at] = *entry;
      ys_slot_drop_annots(&entries[at]);
      continue;
    }
    entries[at].key = child.key = entry->key;
    YS_TRY(build(b, &map->fields[at], entry, &child, &entries[at]));
  }
  for (uint32_t i = 0; i < count; i++) {
    if (entries[i].key == NULL) {
      entries[i].key = map->fields[i].key;
      YS_TRY(ys_fill_default(b->space, &map->fields[i], &entries[i]));
    }
    entries[i].next = i + 1 < count ? &entries[i + 1] : NULL;
  }
  return YS_OK;
}

/* Whether the given entries already stand side by side in the schema's order,
 * as build_entries() would put them. This holds for tables, and for documents
 * if the map contains only scalars, because the parser makes slots one after
 * the other. */
static bool is_in_place(const ys_map_type *map, const ys_slot *given) {
  const ys_slot *entry = ys_slot_first(given);
  const uint32_t count = map->shape->count;
  if (ys_slot_size(given) != count || count == 0) return false;
  const ys_items *items = ys_slot_items(given);
  if (items != NULL && items->shape == map->shape) return true;
  for (uint32_t i = 0; i < count; i++, entry++) {
    if (entry->key != map->shape->keys[i]) return false;
    if (i + 1 < count && entry->next != entry + 1) return false;
  }
  return true;
}

/* Builds each entry where it is. An entry that still has to be merged is moved
 * away first, because it may be needed later. */
static ys_status build_in_place(builder *b, const ys_map_type *map,
                                ys_slot *out, const ys_path *path) {
  ys_path child = {path, NULL, 0};
  ys_slot *entries = ys_slot_first(out);
  for (uint32_t i = 0; i < map->shape->count; i++) {
    ys_slot *entry = &entries[i], *given;
    if (is_plain(entry)) {
      ys_slot_drop_annots(entry);
      continue;
    }
    YS_KEEP(given, &b->space->arena, *entry);
    child.key = entry->key;
    YS_TRY(build(b, &map->fields[i], given, &child, entry));
  }
  return ys_slot_set_shape(&b->space->arena, out, map->shape);
}

/* Builds the entries side by side in new memory. If a limit is exceeded, the
 * map stays empty. */
static ys_status build_aside(builder *b, const ys_map_type *map,
                             const ys_slot *given, const ys_path *path,
                             ys_slot *out) {
  const uint32_t count = map->shape->count;
  ys_slot_make_bare(out, YS_MAP);
  if (count == 0) return YS_OK;
  ys_slot *entries = ys_arena_alloc(&b->space->arena, count * sizeof *entries);
  if (entries == NULL) return YS_NOMEM;
  YS_TRY(build_entries(b, map, given, path, entries));
  out->u.first = entries;
  return ys_slot_set_shape(&b->space->arena, out, map->shape);
}

static ys_status build_map(builder *b, const ys_field *field,
                           const ys_slot *given, const ys_path *path,
                           ys_slot *out) {
  const uint32_t violations = b->violations;
  const ys_map_type *map = field->map;
  out->flags = given->flags;
  ys_slot_start_like(out, given);
  if (is_in_place(map, given)) {
    out->kind = YS_MAP;
    out->u = given->u;
    YS_TRY(build_in_place(b, map, out, path));
  } else {
    YS_TRY(build_aside(b, map, given, path, out));
  }
  ys_slot_set_size(out, map->shape->count);
  if (b->violations != violations) out->flags |= YS_SLOT_DIRTY;
  return YS_OK;
}

/* Whether the default of the map has an entry with this key; `field` is the
 * field of the key. */
static bool is_default(const ys_map_type *map, const ys_field *field,
                       const ys_key *key, uint32_t expect) {
  const int64_t at = ys_shape_find(map->shape, key, expect);
  return at >= 0 && &map->fields[at] == field && !field->optional;
}

/* Builds an entry of a loose map. A new entry, which the default does not have,
 * is taken over with its keys in the given order. */
static ys_status build_entry(builder *b, const ys_field *field, bool is_new,
                             ys_slot *given, const ys_path *path,
                             ys_slot **out) {
  *out = given;
  if ((given->flags & YS_SLOT_INVALID) == 0 &&
      (!ys_is_collection(given) || is_new))
    return take(b, field, given, given);
  YS_NEW(*out, &b->space->arena);
  (*out)->key = given->key;
  return build(b, field, given, path, *out);
}

/* Builds a map with open or optional fields from the given entries. Entries
 * without a field were removed by the check. */
static ys_status build_loose_map(builder *b, const ys_field *field,
                                 const ys_slot *given, const ys_path *path,
                                 ys_slot *out) {
  const uint32_t violations = b->violations;
  const ys_field *below;
  ys_path child = {path, NULL, 0};
  uint32_t expect = 0;
  bool is_new;
  out->flags = given->flags;
  ys_slot_start_like(out, given);
  YS_TRY(ys_slot_make_collection(&b->space->arena, out, YS_MAP));
  for (ys_slot *e = ys_slot_first(given), *next, *made; e != NULL; e = next) {
    next = e->next;
    YS_TRY(ys_fields_find(b->space, field->map, e->key, &expect, &below));
    if (below == NULL) continue;
    child.key = e->key;
    is_new = !is_default(field->map, below, e->key, expect - (expect > 0));
    YS_TRY(build_entry(b, below, is_new, e, &child, &made));
    ys_slot_append(out, made);
  }
  if (b->violations != violations) out->flags |= YS_SLOT_DIRTY;
  if (field->map->shape->count == 0) return YS_OK;
  return ys_fill_is_sparse(b->space, field->map)
             ? ys_fill_ordered(b->space, field, out)
             : ys_fill_missing(b->space, field, out);
}

static ys_status build(builder *b, const ys_field *field, ys_slot *given,
                       const ys_path *path, ys_slot *out) {
  const bool fits = given->kind == field->kind;
  if ((given->flags & YS_SLOT_INVALID) != 0) {
    YS_TRY(ys_fill_default(b->space, field, out));
    out->flags |= YS_SLOT_INVALID;
    return YS_OK;
  }
  if (!ys_is_collection(given)) return take(b, field, given, out);
  if (fits && given->kind == YS_MAP && field->default_closure == 0 &&
      field->default_value == NULL)
    return field->map->loose || ys_fill_is_sparse(b->space, field->map)
               ? build_loose_map(b, field, given, path, out)
               : build_map(b, field, given, path, out);
  if (replaces(b, field, given)) return take(b, field, given, out);
  return merge(b, field, given, path, out);
}

ys_status ys_first_merge(ys_space *space, const ys_field *field, ys_slot *given,
                         const ys_overlay_options *options,
                         ys_postponed_list *postponed, ys_slot *out,
                         bool *complete) {
  const ys_path root = {0};
  builder b = {space, options, postponed, complete, 0};
  return build(&b, field, given, &root, out);
}
