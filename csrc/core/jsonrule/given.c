#include "core/jsonrule/given.h"

#include "core/tree/given.h"

/* Values whose own rules have run, and what was given of them. */
typedef struct giver {
  ys_arena *arena;
  ys_pairs *known;
} giver;

static ys_slot *known_of(const giver *g, const ys_slot *value) {
  return ys_pairs_get(g->known, value, NULL);
}

static bool has_defaults(const giver *g, const ys_slot *value) {
  const ys_slot *known = known_of(g, value);
  if (known != NULL) return known != value;
  for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if ((s->key != NULL && !ys_slot_is_given(s)) ||
        (ys_is_collection(s) && has_defaults(g, s)))
      return true;
  return false;
}

static ys_status copy_given(const giver *g, const ys_slot *from, ys_slot *to) {
  ys_slots list = {0};
  uint32_t count = 0;
  for (const ys_slot *s = ys_slot_first(from); s != NULL; s = s->next) {
    if (s->key != NULL && !ys_slot_is_given(s)) continue;
    const ys_slot *known = ys_is_collection(s) ? known_of(g, s) : NULL;
    ys_slot *copy;
    YS_KEEP(copy, g->arena, known != NULL ? *known : *s);
    copy->next = NULL;
    if (known == NULL && ys_is_collection(s)) YS_TRY(copy_given(g, s, copy));
    ys_slots_add(&list, copy);
    count++;
  }
  YS_TRY(ys_slot_make_collection(g->arena, to, (ys_kind)from->kind));
  ys_slot_append_all(to, &list, count);
  return YS_OK;
}

ys_status ys_jsonrule_given(ys_arena *arena, ys_pairs *known, ys_slot *value,
                            ys_slot **out) {
  const giver g = {arena, known};
  *out = value;
  if (!ys_is_collection(value)) return YS_OK;
  if (has_defaults(&g, value)) {
    *out = known_of(&g, value);
    if (*out != NULL) return YS_OK;
    YS_KEEP(*out, arena, *value);
    YS_TRY(copy_given(&g, value, *out));
  }
  return ys_pairs_set(known, arena, value, NULL, *out);
}
