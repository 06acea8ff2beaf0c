#include "core/type/shapes.h"

#include "core/base/set.h"

const ys_shape *ys_field_shape(const ys_field *field) {
  field = ys_field_innermost(field);
  return field != NULL && field->kind == YS_MAP ? field->map->shape : NULL;
}

/* ---- equal shapes -------------------------------------------------------- */

/* The shapes that differ from each other. */
typedef struct shapes {
  ys_arena *arena;
  ys_set set;
} shapes;

static const ys_shape *below_at(const ys_shape *shape, uint32_t i) {
  return shape->below != NULL ? shape->below[i] : NULL;
}

static uint64_t hash_of(const ys_shape *shape) {
  uint64_t hash = shape->count;
  for (uint32_t i = 0; i < shape->count; i++)
    hash = hash * 31 + ys_hash_pair(shape->keys[i], below_at(shape, i));
  return hash;
}

static bool are_equal(const void *about, const void *one, const void *wanted) {
  const ys_shape *a = one, *b = wanted;
  (void)about;
  if (a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->keys[i] != b->keys[i] || below_at(a, i) != below_at(b, i))
      return false;
  return true;
}

/* Returns in *shape the first shape that is like it. */
static ys_status share(shapes *all, ys_shape **shape) {
  const uint64_t hash = hash_of(*shape);
  ys_shape *found = ys_set_find(&all->set, hash, *shape);
  if (found == NULL) return ys_set_add(&all->set, hash, *shape);
  *shape = found;
  return YS_OK;
}

/* ---- scalars ------------------------------------------------------------- */

static ys_kind scalar_of(const ys_field *field) {
  const bool plain =
      field->kind != YS_MAP && field->kind != YS_ARRAY && field->docs == NULL;
  return plain ? field->kind : YS_ANY;
}

static ys_status list_scalars(ys_arena *arena, ys_map_type *map) {
  if (map->scalars != NULL || map->shadowed) return YS_OK;
  uint8_t *kinds = ys_arena_alloc(arena, map->shape->count);
  if (kinds == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < map->shape->count; i++)
    kinds[i] = (uint8_t)scalar_of(&map->fields[i]);
  map->scalars = kinds;
  return YS_OK;
}

/* ---- links --------------------------------------------------------------- */

static ys_status link_map(shapes *all, ys_map_type *map) {
  ys_shape *shape = map->shape;
  uint32_t i = 0;
  YS_TRY(list_scalars(all->arena, map));
  while (i < shape->count && ys_field_shape(&map->fields[i]) == NULL)
    i++;
  if (i < shape->count && shape->below == NULL) {
    const ys_shape **below =
        ys_arena_zalloc(all->arena, shape->count, sizeof *below);
    if (below == NULL) return YS_NOMEM;
    for (; i < shape->count; i++)
      below[i] = ys_field_shape(&map->fields[i]);
    shape->below = below;
  }
  return share(all, &map->shape);
}

/* Nodes below a copy are linked with its definition. A map is linked after
 * those below it, which are then shared already. */
static ys_status link_field(shapes *all, const ys_field *field) {
  const ys_field *child;
  for (uint32_t i = 0;
       field->like == NULL && (child = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(link_field(all, child));
  return field->kind == YS_MAP ? link_map(all, field->map) : YS_OK;
}

static ys_status link_all(shapes *all, const ys_field *root,
                          const ys_definition *definitions) {
  for (const ys_definition *d = definitions; d != NULL; d = d->next)
    YS_TRY(link_field(all, d->field));
  return link_field(all, root);
}

ys_status ys_shapes_link(ys_arena *arena, const ys_field *root,
                         const ys_definition *definitions) {
  shapes all = {arena, {.memory = arena->memory, .same = are_equal}};
  const ys_status status = link_all(&all, root, definitions);
  ys_set_release(&all.set);
  return status;
}
