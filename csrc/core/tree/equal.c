/* core/tree/equal.c - deep equality of values, and hashes to match
 * (core/tree/node.h). */

#include "core/tree/node.h"

#define TWO_TO_63 9223372036854775808.0
#define TWO_TO_64 18446744073709551616.0

/* ---- scalars ------------------------------------------------------------- */

/* A number that is whole and has 64 bits. */
typedef struct whole {
  bool negative;
  uint64_t size; /* without the sign */
} whole;

static whole whole_of_integer(const ys_slot *slot) {
  if (slot->flags & YS_SLOT_UNSIGNED) return (whole){false, slot->u.natural};
  uint64_t bits = (uint64_t)slot->u.integer;
  bool negative = slot->u.integer < 0;
  return (whole){negative, negative ? 0 - bits : bits};
}

/* False when the number is not whole, or too large, or none at all. */
static bool whole_of_number(const ys_slot *slot, whole *out) {
  if (slot->kind == YS_INT) {
    *out = whole_of_integer(slot);
    return true;
  }
  double number = slot->u.number;
  if (!(number >= -TWO_TO_63 && number < TWO_TO_64)) return false;
  bool negative = number < 0;
  uint64_t size = (uint64_t)(negative ? -number : number);
  if ((double)size != (negative ? -number : number)) return false;
  *out = (whole){negative, size};
  return true;
}

static bool is_number(const ys_slot *slot) {
  return slot->kind == YS_INT || slot->kind == YS_FLOAT;
}

static bool equal_numbers(const ys_slot *a, const ys_slot *b) {
  whole x, y;
  if (a->kind == YS_FLOAT && b->kind == YS_FLOAT)
    return a->u.number == b->u.number;
  return whole_of_number(a, &x) && whole_of_number(b, &y) &&
         x.negative == y.negative && x.size == y.size;
}

static bool equal_keys(const ys_key *a, const ys_key *b) {
  return a == b || (a->kind == b->kind && ys_str_eq(a->text, b->text));
}

/* ---- fingerprints -------------------------------------------------------- */

/*
 * Large maps whose entries stand in another order cannot be compared entry by
 * entry in linear time without memory of one's own. So they are compared by
 * fingerprints, sums over the entries of a hash with a secret seed: two of
 * them, so that a chance agreement (1 in 2^100 or so) need not be thought of.
 */
typedef struct fingerprint {
  uint64_t seed;
  bool nan; /* met one: it equals nothing */
} fingerprint;

static uint64_t print_of(fingerprint *f, const ys_slot *slot);

static uint64_t print_of_scalar(fingerprint *f, const ys_slot *slot) {
  whole number;
  uint64_t bits = 0;
  if (slot->kind == YS_STRING) return ys_hash(f->seed, ys_slot_text(slot));
  if (slot->kind == YS_BOOL) bits = slot->u.boolean;
  if (slot->kind == YS_CLOSURE) bits = slot->u.closure;
  if (is_number(slot)) {
    if (whole_of_number(slot, &number))
      return ys_hash_mix(number.size ^ f->seed, f->seed + 3 + number.negative);
    f->nan |= slot->u.number != slot->u.number;
    memcpy(&bits, &slot->u.number, sizeof bits);
  }
  return ys_hash_mix(bits ^ f->seed, f->seed + 7 + slot->kind);
}

static uint64_t print_of_items(fingerprint *f, const ys_slot *slot) {
  const bool map = slot->kind == YS_MAP;
  uint64_t print = f->seed + slot->kind;
  for (const ys_slot *i = slot->u.items->first; i != NULL; i = i->next) {
    uint64_t value = print_of(f, i);
    if (map) {
      uint64_t key = ys_hash(f->seed + i->key->kind, i->key->text);
      print += ys_hash_mix(key ^ f->seed, value + f->seed);
    } else {
      print = ys_hash_mix(print ^ value, f->seed);
    }
  }
  return print;
}

static uint64_t print_of(fingerprint *f, const ys_slot *slot) {
  return ys_is_collection(slot) ? print_of_items(f, slot)
                                : print_of_scalar(f, slot);
}

bool ys_slot_hash(uint64_t seed, const ys_slot *slot, uint64_t *hash) {
  fingerprint f = {seed, false};
  *hash = print_of(&f, slot);
  return !f.nan;
}

static bool equal_prints(const ys_slot *a, const ys_slot *b) {
  uint64_t seed = ys_hash_seed(a);
  for (uint64_t round = 1; round <= 2; round++) {
    /* odd, so that multiplying by it loses nothing */
    fingerprint f = {ys_hash_mix(seed, seed + round) | 1, false};
    if (print_of(&f, a) != print_of(&f, b) || f.nan) return false;
  }
  return true;
}

/* ---- collections --------------------------------------------------------- */

static bool equal_arrays(const ys_slot *a, const ys_slot *b) {
  const ys_slot *x = a->u.items->first, *y = b->u.items->first;
  for (; x != NULL && y != NULL; x = x->next, y = y->next)
    if (!ys_slot_equal(x, y)) return false;
  return x == y;
}

/* The entry of `map` with this key, looked for from `from` onward and then
 * from the start: in maps of the same order it is the first one looked at.
 * `effort` counts down the others. */
static const ys_slot *find_from(const ys_slot *map, const ys_slot *from,
                                const ys_key *key, uint64_t *effort) {
  const ys_slot *first = map->u.items->first;
  const ys_slot *entry = from == NULL ? first : from;
  for (uint32_t i = 0; i < map->size && entry != NULL; i++) {
    if (equal_keys(entry->key, key)) return entry;
    if (*effort == 0) return NULL;
    --*effort;
    entry = entry->next == NULL ? first : entry->next;
  }
  return NULL;
}

/* Whether every key of `a` is one of `b`'s. `effort` is 0 when that would have
 * cost too much to say. */
static bool same_keys(const ys_slot *a, const ys_slot *b, uint64_t *effort) {
  const ys_slot *y = b->u.items->first;
  for (const ys_slot *x = a->u.items->first; x != NULL; x = x->next) {
    y = find_from(b, y, x->key, effort);
    if (y == NULL) return false;
    y = y->next;
  }
  return true;
}

/* Keys come first, because they decide how the values are compared; so no
 * value is visited once by each of the maps that it is in. */
static bool equal_maps(const ys_slot *a, const ys_slot *b) {
  uint64_t effort = (uint64_t)a->size * 8 + 256;
  if (a->size != b->size) return false;
  if (!same_keys(a, b, &effort)) return effort == 0 && equal_prints(a, b);
  effort = UINT64_MAX;
  const ys_slot *y = b->u.items->first;
  for (const ys_slot *x = a->u.items->first; x != NULL; x = x->next) {
    y = find_from(b, y, x->key, &effort);
    if (y == NULL || !ys_slot_equal(x, y)) return false;
    y = y->next;
  }
  return true;
}

/* Recursion is bounded by the limit on depth at parse. */
bool ys_slot_equal(const ys_slot *a, const ys_slot *b) {
  if (is_number(a) && is_number(b)) return equal_numbers(a, b);
  if (a->kind != b->kind) return false;
  switch ((ys_kind)a->kind) {
  case YS_BOOL: return a->u.boolean == b->u.boolean;
  case YS_STRING: return ys_str_eq(ys_slot_text(a), ys_slot_text(b));
  case YS_ARRAY: return equal_arrays(a, b);
  case YS_MAP: return equal_maps(a, b);
  case YS_CLOSURE: return a->u.closure == b->u.closure;
  case YS_NULL:
  case YS_INT:
  case YS_FLOAT:
  case YS_ANY: break;
  }
  return true;
}
