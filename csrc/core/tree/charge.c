#include "core/tree/charge.h"

/* This many bytes of a text cost as much as a node. */
enum { NODE_BYTES = 64 };

uint64_t ys_slot_count(const ys_slot *slot) {
  uint64_t count = 1;
  if (!ys_is_collection(slot)) return count;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    count += ys_slot_count(s);
  return count;
}

static ys_status refuse(ys_space *space, ys_place place) {
  return ys_space_limit(space, YS_E_TOO_MANY_NODES, place,
                        space->limits.max_nodes);
}

uint32_t ys_space_nodes_left(const ys_space *space) {
  return space->limits.max_nodes - space->charges.made;
}

/* An allocation above the limit uses it up, so that nothing more is made. */
static bool spend(ys_space *space, uint64_t count) {
  const uint32_t left = ys_space_nodes_left(space);
  space->charges.made += count <= left ? (uint32_t)count : left;
  return count <= left;
}

ys_status ys_space_charge(ys_space *space, uint64_t count, ys_place place) {
  return spend(space, count) ? YS_OK : refuse(space, place);
}

static uint64_t cost(const ys_slot *value) {
  uint64_t sum = 1;
  if (value->kind == YS_STRING) return sum + ys_slot_size(value) / NODE_BYTES;
  if (!ys_is_collection(value)) return sum;
  for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    sum += cost(s);
  return sum;
}

bool ys_space_spend_result(ys_space *space, const ys_slot *value) {
  return spend(space, cost(value) - 1);
}

bool ys_space_spend_instances(ys_space *space, uint64_t count) {
  const uint64_t most =
      (uint64_t)space->limits.max_nodes + space->sources.bytes;
  space->charges.instances += count;
  return space->charges.instances <= most;
}

ys_status ys_space_charge_instances(ys_space *space, uint64_t count,
                                    ys_place place) {
  return ys_space_spend_instances(space, count) ? YS_OK : refuse(space, place);
}

bool ys_space_spend_copies(ys_space *space, uint64_t count) {
  const uint64_t most =
      (uint64_t)space->limits.max_alias_nodes + space->sources.bytes / 32;
  if (count > 0 && space->charges.copied >= most) return false;
  space->charges.copied += count;
  return space->charges.copied <= most;
}

ys_status ys_space_clone(ys_space *space, const ys_slot *from, ys_slot *to) {
  YS_TRY(ys_space_charge(space, ys_slot_count(from), ys_slot_place(from)));
  return ys_slot_clone(&space->arena, from, to);
}
