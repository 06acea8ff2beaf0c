#include "core/fix/fix.h"

#include "core/scalar/scalar.h"
#include "core/scalar/show.h"
#include "core/tree/gap.h"

bool ys_fix_means_one_thing(ys_str text, ys_slot *meant) {
  ys_slot old = {0};
  *meant = (ys_slot){0};
  return ys_scalar_resolve(text, &old) == YS_SCALAR_OK &&
         ys_scalar_resolve_core(text, meant) == YS_SCALAR_OK &&
         old.kind == meant->kind && old.kind != YS_NULL &&
         old.kind != YS_STRING && ys_slot_equal(&old, meant);
}

ys_fix ys_fix_text(const ys_space *space, const ys_slot *slot, ys_str meant) {
  if (meant.len == 0 || !ys_gap_is_given(space, slot)) return (ys_fix){0};
  return (ys_fix){
      .action = YS_FIX_REPLACE, .kind = YS_VALUE_STRING, .text = meant};
}

/* How near a key is to the missing keys of a map, and to one of them. */
static bool may_be(const ys_fix_keys *k, ys_str given, const ys_key *key) {
  ys_nearest all, one;
  ys_nearest_init(&one, given);
  ys_nearest_offer(&one, key->text);
  if (one.best.len == 0) return false;
  *k->effort += k->shape->count;
  ys_nearest_init(&all, given);
  for (uint32_t i = 0; i < k->shape->count; i++)
    if (ys_map_find(k->arena, k->map, k->shape->keys[i]) == NULL)
      ys_nearest_offer(&all, k->shape->keys[i]->text);
  return one.distance <= all.distance;
}

/* Whether another unknown key of the map may be meant for the same missing one.
 * After very many comparisons, one may. */
static bool is_claimed(const ys_fix_keys *k, const ys_slot *entry,
                       const ys_key *key) {
  enum { ENOUGH = 100000 };
  for (const ys_slot *s = ys_slot_first(k->map); s != NULL; s = s->next) {
    if (s == entry || s->key->kind != YS_STRING ||
        ys_shape_find(k->shape, s->key, 0) >= 0)
      continue;
    if ((*k->effort)++ >= ENOUGH) return true;
    if (may_be(k, s->key->text, key)) return true;
  }
  return false;
}

ys_fix ys_fix_name(const ys_space *space, const ys_fix_keys *keys,
                   const ys_slot *entry, const ys_key *sure) {
  if (sure == NULL || !ys_gap_is_given(space, entry) ||
      ys_map_find(keys->arena, keys->map, sure) != NULL ||
      is_claimed(keys, entry, sure))
    return (ys_fix){0};
  return (ys_fix){.action = YS_FIX_RENAME, .text = sure->text};
}

ys_status ys_fix_add(ys_space *space, const ys_slot *only, ys_fix *out) {
  ys_diag shown = {0};
  *out = (ys_fix){0};
  YS_TRY(ys_show_in_record(ys_space_records(space), only, false, &shown));
  if (shown.value_kind != YS_VALUE_WORD)
    *out = (ys_fix){
        .action = YS_FIX_ADD, .kind = shown.value_kind, .text = shown.value};
  return YS_OK;
}
