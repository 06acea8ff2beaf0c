#include "lua/value/names.h"

/* How many map types there may be below a field. Those below a copy of a
 * definition are counted there. Types are as deep as the schema document is,
 * which the parser bounds. */
static uint32_t count_types(const ys_field *field) {
  uint32_t count = field->kind == YS_MAP ? 1 : 0;
  const ys_field *child;
  if (field->like != NULL) return count;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    count += count_types(child);
  return count;
}

typedef struct maker {
  lua_State *L;
  ys_arena *arena;
  ysl_names names;
  ysl_index kept; /* strings in the table at the top of the stack */
} maker;

/* The least power of two that is at least twice `count`. */
static uint32_t capacity_for(uint32_t count) {
  uint32_t capacity = 2;
  while (capacity < 2 * (uint64_t)count && capacity < (uint32_t)1 << 31)
    capacity *= 2;
  return capacity;
}

static void *allocate(maker *m, size_t count, size_t size) {
  void *block = ys_arena_zalloc(m->arena, count, size);
  if (block == NULL) luaL_error(m->L, "not enough memory");
  return block;
}

static void add_name(maker *m, ysl_type_names *names, uint32_t position) {
  const ys_str text = names->type->shape->keys[position]->text;
  const void *address;
  uint32_t at;
  lua_pushlstring(m->L, text.ptr, text.len);
  address = lua_topointer(m->L, -1);
  lua_rawseti(m->L, -2, ++m->kept);
  at = ysl_address_hash(address) & names->mask;
  while (names->table[at].string != NULL)
    at = (at + 1) & names->mask;
  names->table[at] = (ysl_name){address, position};
}

/* The place of a map type: where it is, or a free one. */
static ysl_type_names *place_of(const ysl_names *names,
                                const ys_map_type *type) {
  uint32_t at = ysl_address_hash(type) & names->mask;
  while (names->types[at].type != NULL && names->types[at].type != type)
    at = (at + 1) & names->mask;
  return &names->types[at];
}

static void add_type(maker *m, const ys_map_type *type) {
  const uint32_t capacity = capacity_for(type->shape->count);
  ysl_type_names *names = place_of(&m->names, type);
  if (names->type != NULL) return; /* copies of a definition share it */
  names->type = type;
  names->mask = capacity - 1;
  names->table = allocate(m, capacity, sizeof *names->table);
  names->below = allocate(m, type->shape->count, sizeof *names->below);
  for (uint32_t i = 0; i < type->shape->count; i++)
    add_name(m, names, i);
}

/* Adds the types in a field and below. */
static void add_types(maker *m, const ys_field *field) {
  const ys_field *child;
  if (field->kind == YS_MAP) add_type(m, field->map);
  if (field->like != NULL) return;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    add_types(m, child);
}

/* Links the names of each type to those of its fields. */
static void link_types(const ysl_names *names) {
  for (uint32_t at = 0; at <= names->mask; at++) {
    const ys_map_type *type = names->types[at].type;
    for (uint32_t i = 0; type != NULL && i < type->shape->count; i++)
      names->types[at].below[i] = ysl_names_of(names, &type->fields[i]);
  }
}

void ysl_names_make(lua_State *L, ysl_names *names, ys_schema *schema) {
  maker m = {L, &schema->space.arena, {NULL, 0}, 0};
  const ys_definition *first = schema->definitions;
  uint32_t count = count_types(schema->root);
  for (const ys_definition *d = first; d != NULL; d = d->next)
    count += count_types(d->field);
  m.names.mask = capacity_for(count) - 1;
  m.names.types = allocate(&m, (size_t)m.names.mask + 1, sizeof *m.names.types);
  lua_newtable(L);
  add_types(&m, schema->root);
  for (const ys_definition *d = first; d != NULL; d = d->next)
    add_types(&m, d->field);
  link_types(&m.names);
  *names = m.names;
}

const ysl_type_names *ysl_names_of(const ysl_names *names,
                                   const ys_field *field) {
  const ysl_type_names *found;
  field = ys_field_innermost(field);
  if (field == NULL || field->kind != YS_MAP) return NULL;
  found = place_of(names, field->map);
  return found->type != NULL ? found : NULL;
}
