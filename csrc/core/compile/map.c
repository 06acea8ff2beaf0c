/* core/compile/map.c - Compiles the fields of a map: named ones and
 * placeholders. */

#include "core/compile/compiler.h"
#include "core/compile/key_rule.h"
#include "core/compile/renamed.h"
#include "core/compile/required.h"
#include "core/type/fields.h"

typedef struct maker {
  ys_compiling *c;
  ys_field *field;  /* the field of the map */
  ys_map_type *map; /* its counts cover the fields made so far */
  const ys_key **keys;
  uint32_t open_capacity;
  bool optional; /* @schema/keys-may-be-present */
} maker;

static ys_status key_not_string(ys_space *space, const ys_slot *entry) {
  return ys_space_note(space, YS_E_KEY_NOT_STRING, ys_slot_place(entry),
                       entry->key->text,
                       ys_kind_name((ys_kind)entry->key->kind));
}

/* Updates what the map stores about the fields directly below it. */
static void note(maker *m, ys_field *field, const ys_key_rule *keying) {
  ys_map_type *map = m->map;
  field->optional |= keying->optional || m->optional;
  if (keying->count != NULL) {
    keying->count->number = map->counted_count;
    map->counted[map->counted_count++] = field;
    field->count = keying->count;
    field->unsettled = true;
    m->c->calls_functions = true; /* the count may be a function */
  }
  map->loose |= field->optional;
  m->field->has_rules |= field->has_rules;
  m->field->has_sensitive |= field->has_sensitive;
  m->field->unsettled |= field->unsettled;
  m->field->has_required |= field->has_required;
  m->field->has_renamed |= field->has_renamed;
  m->field->has_references |= field->has_references;
  m->field->has_null_missing |= field->null_missing || field->has_null_missing;
}

/* Notes the old names of the key. */
static ys_status note_renamed(maker *m, const ys_compile_node *n,
                              ys_field *field) {
  YS_TRY(ys_renamed_read(m->c->space, &n->words, field, &field->renamed));
  if (field->renamed == NULL) return YS_OK;
  m->map->renamed_count++;
  m->field->has_renamed = true;
  m->c->calls_functions |= field->renamed->with != 0;
  return YS_OK;
}

/* Notes that the key is required. It is never inserted. */
static ys_status note_required(maker *m, const ys_compile_node *n,
                               ys_field *field) {
  YS_TRY(ys_required_read(m->c->space, &n->words, &field->required));
  if (field->required == NULL) return YS_OK;
  field->optional = true;
  m->map->loose = true;
  m->map->required_count++;
  m->field->has_required = true;
  return YS_OK;
}

static ys_status make_named(maker *m, ys_compile_node *n) {
  ys_map_type *map = m->map;
  const uint32_t at = map->shape->count++;
  ys_key_rule keying;
  m->keys[at] = n->slot->key;
  map->shadowed |= map->open_count > 0;
  YS_TRY(ys_compile_node_to(m->c, n, &map->fields[at]));
  YS_TRY(ys_key_rule_read(m->c->space, n->words.key, &keying));
  map->fields[at].null_missing =
      m->c->null_missing && n->words.required == NULL;
  note(m, &map->fields[at], &keying);
  YS_TRY(note_renamed(m, n, &map->fields[at]));
  return note_required(m, n, &map->fields[at]);
}

/* Adds a placeholder. Maps have few or none of them, so their memory grows when
 * one is met. */
static ys_status add_open(maker *m, const ys_open *added) {
  ys_map_type *map = m->map;
  if (map->open_count == m->open_capacity) {
    const uint32_t capacity = m->open_capacity == 0 ? 4 : 2 * m->open_capacity;
    ys_open *grown =
        ys_arena_zalloc(&m->c->space->arena, capacity, sizeof *grown);
    if (grown == NULL) return YS_NOMEM;
    for (uint32_t i = 0; i < map->open_count; i++)
      grown[i] = map->open[i];
    map->open = grown;
    m->open_capacity = capacity;
  }
  map->open[map->open_count++] = *added;
  return YS_OK;
}

static ys_status make_open(maker *m, ys_compile_node *n) {
  ys_map_type *map = m->map;
  ys_field *field = ys_arena_new(&m->c->space->arena, ys_field);
  ys_key_rule keying;
  if (field == NULL) return YS_NOMEM;
  YS_TRY(ys_compile_node_to(m->c, n, field));
  YS_TRY(ys_key_rule_read(m->c->space, n->words.key, &keying));
  if (m->optional && keying.by_default) keying.count = NULL;
  keying.open.field = field;
  keying.open.position = map->shape->count;
  YS_TRY(add_open(m, &keying.open));
  m->c->calls_functions |= keying.open.closure != 0;
  map->loose = true;
  note(m, field, &keying);
  /* A placeholder has no name, so it has no old one either. */
  YS_TRY(ys_schema_words_exclude(m->c->space, n->words.renamed, n->words.key));
  return ys_required_read(m->c->space, &n->words, &field->required);
}

static ys_status make_entry(maker *m, const ys_slot *entry) {
  ys_compile_node n;
  YS_TRY(ys_compile_read(m->c, entry, YS_ON_ENTRY, &n));
  return ys_key_rule_is_open(n.words.key) ? make_open(m, &n)
                                          : make_named(m, &n);
}

static ys_status begin(maker *m, const ys_slot *slot) {
  ys_arena *arena = &m->c->space->arena;
  const uint32_t count = ys_slot_size(slot);
  YS_NEW(m->map, arena);
  m->map->shape = ys_arena_new(arena, ys_shape);
  m->map->fields = ys_arena_zalloc(arena, count, sizeof(ys_field));
  m->map->counted = ys_arena_zalloc(arena, count, sizeof(ys_field *));
  m->keys = ys_arena_zalloc(arena, count, sizeof *m->keys);
  if (m->map->shape == NULL || m->map->fields == NULL ||
      m->map->counted == NULL || m->keys == NULL)
    return YS_NOMEM;
  m->field->map = m->map;
  return YS_OK;
}

static const ys_open *open_of(const ys_map_type *map, const ys_field *field) {
  for (uint32_t i = 0; i < map->open_count; i++)
    if (map->open[i].field == field) return &map->open[i];
  return NULL;
}

/* Keys are matched in the schema's order (reference#keys-in-order). So what
 * the schema says of a named key below a placeholder that takes it would count
 * for nothing. */
static ys_status check_order(ys_compiling *c, const ys_map_type *map) {
  for (uint32_t i = 0; map->shadowed && i < map->shape->count; i++) {
    const ys_field *named = &map->fields[i], *field;
    const ys_open *open;
    uint32_t expect = i;
    YS_TRY(ys_fields_find(c->space, map, named->key, &expect, &field));
    open = open_of(map, field);
    /* The key belongs to its own field, or that is not known. */
    if (open == NULL) continue;
    YS_TRY(ys_space_record(c->space, YS_E_KEY_TAKEN, named->place, open->place,
                           YS_ARGUMENTS(named->key->text, open->words)));
  }
  return YS_OK;
}

static ys_status check_order_later(ys_compiling *c, ys_later *later) {
  later->done = true;
  return check_order(c, later->about);
}

/* Checks the order now, unless defaults of the map are not made yet. */
static ys_status validate_order(ys_compiling *c, ys_map_type *map) {
  ys_later *later;
  if (c->drafts == NULL) return check_order(c, map);
  YS_TRY(ys_compile_later(c, YS_LATER_CHECK, check_order_later, &later));
  later->about = map;
  return YS_OK;
}

ys_status ys_compile_map(ys_compiling *c, const ys_compile_node *n) {
  const ys_slot *slot = n->slot;
  maker m = {
      .c = c, .field = n->field, .optional = n->words.keys_optional != NULL};
  const uint32_t errors = c->space->diags.groups[YS_GROUP_SCHEMA];
  YS_TRY(begin(&m, slot));
  for (ys_slot *entry = ys_slot_first(slot); entry; entry = entry->next) {
    if (entry->key->kind != YS_STRING) YS_TRY(key_not_string(c->space, entry));
    YS_TRY(make_entry(&m, entry));
  }
  YS_TRY(ys_shape_make(&c->space->arena, m.keys, m.map->shape->count,
                       m.map->shape));
  if (c->space->diags.groups[YS_GROUP_SCHEMA] != errors) return YS_OK;
  return validate_order(c, m.map);
}

ys_status ys_compile_free_map(ys_compiling *c, ys_field *field) {
  ys_arena *arena = &c->space->arena;
  ys_map_type *map = ys_arena_new(arena, ys_map_type);
  ys_field *any = ys_arena_new(arena, ys_field);
  if (map == NULL || any == NULL) return YS_NOMEM;
  map->shape = ys_arena_new(arena, ys_shape);
  map->open = ys_arena_new(arena, ys_open);
  any->default_value = ys_arena_new(arena, ys_slot);
  if (map->shape == NULL || map->open == NULL || any->default_value == NULL)
    return YS_NOMEM;
  ys_compile_any(any);
  any->place = field->place;
  any->optional = true;
  YS_TRY(ys_keys_intern(&c->space->keys, YS_STRING, YS_STR("_"), &any->key));
  map->open->field = any;
  map->open->words = YS_STR("\"any\"");
  map->open->place = field->place;
  map->open_count = 1;
  map->free = true;
  map->loose = true;
  field->map = map;
  return ys_shape_make(arena, NULL, 0, map->shape);
}
