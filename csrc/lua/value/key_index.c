#include "lua/value/key_index.h"

#include "lua/base/stack.h"

typedef struct maker {
  lua_State *L;
  ys_arena *arena;
  ysl_key_index names;
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
  if (block == NULL) ysl_no_memory(m->L);
  return block;
}

static void add_name(maker *m, ysl_type_keys *names, uint32_t position) {
  const ys_str text = names->type->shape->keys[position]->text;
  const void *address;
  uint32_t at;
  lua_pushlstring(m->L, text.ptr, text.len);
  address = lua_topointer(m->L, -1);
  lua_rawseti(m->L, -2, ++m->kept);
  at = ysl_address_hash(address) & names->mask;
  while (names->table[at].string != NULL)
    at = (at + 1) & names->mask;
  names->table[at] = (ysl_indexed_key){address, position};
}

static void add_type(maker *m, const ys_map_type *type) {
  const uint32_t capacity = capacity_for(type->shape->count);
  if (ys_pairs_get(&m->names.types, type, NULL) != NULL)
    return; /* copies of a definition share it */
  ysl_type_keys *names = allocate(m, 1, sizeof *names);
  names->type = type;
  names->mask = capacity - 1;
  names->table = allocate(m, capacity, sizeof *names->table);
  names->below = allocate(m, type->shape->count, sizeof *names->below);
  for (uint32_t i = 0; i < type->shape->count; i++)
    add_name(m, names, i);
  names->next = m->names.first;
  m->names.first = names;
  ysl_check_status(m->L,
                   ys_pairs_set(&m->names.types, m->arena, type, NULL, names));
}

/* Adds the types in a field and below. */
static void add_types(maker *m, const ys_field *field) {
  const ys_field *child;
  if (field->kind == YS_MAP) add_type(m, field->map);
  if (field->like != NULL) return;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    add_types(m, child);
}

void ysl_key_index_make(lua_State *L, ysl_key_index *names, ys_schema *schema) {
  maker m = {.L = L, .arena = &schema->space.arena};
  lua_newtable(L);
  add_types(&m, schema->root);
  for (const ys_definition *d = schema->definitions; d != NULL; d = d->next)
    add_types(&m, d->field);
  for (ysl_type_keys *n = m.names.first; n != NULL; n = n->next)
    for (uint32_t i = 0; i < n->type->shape->count; i++)
      n->below[i] = ysl_key_index_of(&m.names, &n->type->fields[i]);
  *names = m.names;
}

const ysl_type_keys *ysl_key_index_of(const ysl_key_index *names,
                                      const ys_field *field) {
  field = ys_field_innermost(field);
  return field != NULL && field->kind == YS_MAP
             ? ys_pairs_get(&names->types, field->map, NULL)
             : NULL;
}
