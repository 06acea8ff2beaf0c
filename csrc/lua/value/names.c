#include "lua/value/names.h"

/* How many map types there are below a field. Types are as deep as the schema
 * document is, which the parser bounds. */
static uint32_t count_types(const ys_field *field) {
  uint32_t count = field->kind == YS_MAP ? 1 : 0;
  const ys_field *child;
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

/* A power of two that is at least twice as much. */
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
  const ys_str text = names->type->shape.keys[position]->text;
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

static ysl_type_names *add_type(maker *m, const ys_map_type *type) {
  const uint32_t capacity = capacity_for(type->shape.count);
  uint32_t at = ysl_address_hash(type) & m->names.mask;
  ysl_type_names *names;
  while (m->names.types[at].type != NULL)
    at = (at + 1) & m->names.mask;
  names = &m->names.types[at];
  names->type = type;
  names->mask = capacity - 1;
  names->table = allocate(m, capacity, sizeof *names->table);
  names->below = allocate(m, type->shape.count, sizeof *names->below);
  for (uint32_t i = 0; i < type->shape.count; i++)
    add_name(m, names, i);
  return names;
}

/* Adds the types in a field and below; gives the names of the map type that is
 * in the field, through arrays. */
static const ysl_type_names *add_types(maker *m, const ys_field *field) {
  ysl_type_names *names = NULL;
  const ysl_type_names *first = NULL;
  const ys_field *child;
  if (field->kind == YS_MAP) names = add_type(m, field->map);
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++) {
    const ysl_type_names *below = add_types(m, child);
    if (i == 0) first = below;
    if (names != NULL && i < field->map->shape.count) names->below[i] = below;
  }
  return names != NULL || field->kind != YS_ARRAY ? names : first;
}

void ysl_names_make(lua_State *L, ysl_names *names, ys_schema *schema) {
  maker m = {L, &schema->space.arena, {NULL, 0}, 0};
  const uint32_t capacity = capacity_for(count_types(schema->root));
  m.names.mask = capacity - 1;
  m.names.types = allocate(&m, capacity, sizeof *m.names.types);
  lua_newtable(L);
  add_types(&m, schema->root);
  *names = m.names;
}

const ysl_type_names *ysl_names_of(const ysl_names *names,
                                   const ys_field *field) {
  uint32_t at;
  while (field != NULL && field->kind == YS_ARRAY)
    field = field->item;
  if (field == NULL || field->kind != YS_MAP) return NULL;
  at = ysl_address_hash(field->map) & names->mask;
  for (; names->types[at].type != NULL; at = (at + 1) & names->mask)
    if (names->types[at].type == field->map) return &names->types[at];
  return NULL;
}
