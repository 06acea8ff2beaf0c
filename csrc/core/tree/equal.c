/* core/tree/equal.c - Compares values deeply and hashes them accordingly
 * (core/tree/node.h). */

#include "core/tree/node.h"
#include "core/tree/number.h"

#define TWO_TO_63 9223372036854775808.0
#define TWO_TO_64 18446744073709551616.0

/* ---- scalars ------------------------------------------------------------- */

/* A whole number of up to 64 bits and a sign. */
typedef struct whole {
  bool negative;
  uint64_t size; /* the absolute value */
} whole;

static whole whole_of_integer(const ys_slot *slot) {
  if (slot->flags & YS_SLOT_UNSIGNED) return (whole){false, slot->u.natural};
  uint64_t bits = (uint64_t)slot->u.integer;
  bool negative = slot->u.integer < 0;
  return (whole){negative, negative ? 0 - bits : bits};
}

/* Returns false if the value is not a number, not whole or too large. */
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

static bool equal_numbers(const ys_slot *a, const ys_slot *b) {
  whole x, y;
  if (ys_slot_is_exact(a) || ys_slot_is_exact(b))
    return ys_number_compare(a, b) == YS_NUMBER_SAME;
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
 * Comparing large maps whose entries stand in different orders takes either
 * more than linear time or extra memory. Therefore they are compared by
 * fingerprints: sums of a hash of each entry, with a random seed. Two
 * fingerprints are compared, so that an accidental match has a probability of
 * about 2^-100.
 */
typedef struct fingerprint {
  uint64_t seed;
  bool nan; /* found a nan, which equals nothing */
} fingerprint;

static uint64_t print_of(fingerprint *f, const ys_slot *slot);

static uint64_t print_of_scalar(fingerprint *f, const ys_slot *slot);

static uint64_t print_of_digits(fingerprint *f, const ys_slot *slot) {
  ys_slot same;
  uint64_t print;
  if (ys_number_short(slot, f->seed, &same, &print))
    return print_of_scalar(f, &same);
  return print;
}

static uint64_t print_of_scalar(fingerprint *f, const ys_slot *slot) {
  whole number;
  uint64_t bits = 0;
  if (slot->kind == YS_STRING) return ys_hash(f->seed, ys_slot_text(slot));
  if (ys_slot_is_exact(slot)) return print_of_digits(f, slot);
  if (slot->kind == YS_BOOL) bits = slot->u.boolean;
  if (slot->kind == YS_CLOSURE) bits = slot->u.closure;
  if (ys_is_number(slot)) {
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
  for (const ys_slot *i = ys_slot_first(slot); i != NULL; i = i->next) {
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
    /* an odd factor loses no bits in a multiplication */
    fingerprint f = {ys_hash_mix(seed, seed + round) | 1, false};
    if (print_of(&f, a) != print_of(&f, b) || f.nan) return false;
  }
  return true;
}

/* ---- collections --------------------------------------------------------- */

static bool equal_arrays(const ys_slot *a, const ys_slot *b) {
  const ys_slot *x = ys_slot_first(a), *y = ys_slot_first(b);
  for (; x != NULL && y != NULL; x = x->next, y = y->next)
    if (!ys_slot_equal(x, y)) return false;
  return x == y;
}

/* Returns the entry of `map` with this key. The search begins at `from` and
 * wraps around, so that for maps in the same order the first entry is a hit.
 * Each miss lowers `effort`. */
static const ys_slot *find_from(const ys_slot *map, const ys_slot *from,
                                const ys_key *key, uint64_t *effort) {
  const ys_slot *first = ys_slot_first(map);
  const ys_slot *entry = from == NULL ? first : from;
  const uint32_t size = ys_slot_size(map);
  for (uint32_t i = 0; i < size && entry != NULL; i++) {
    if (equal_keys(entry->key, key)) return entry;
    if (*effort == 0) return NULL;
    --*effort;
    entry = entry->next == NULL ? first : entry->next;
  }
  return NULL;
}

/* Whether `b` has every key of `a`. If `effort` is 0 afterwards, the search was
 * given up and the result means nothing. */
static bool same_keys(const ys_slot *a, const ys_slot *b, uint64_t *effort) {
  const ys_slot *y = ys_slot_first(b);
  for (const ys_slot *x = ys_slot_first(a); x != NULL; x = x->next) {
    y = find_from(b, y, x->key, effort);
    if (y == NULL) return false;
    y = y->next;
  }
  return true;
}

/* Compares the keys first, because they decide how the values are compared. So
 * a value is compared once, not once for each map around it. */
static bool equal_maps(const ys_slot *a, const ys_slot *b) {
  uint64_t effort = (uint64_t)ys_slot_size(a) * 8 + 256;
  if (ys_slot_size(a) != ys_slot_size(b)) return false;
  if (!same_keys(a, b, &effort)) return effort == 0 && equal_prints(a, b);
  effort = UINT64_MAX;
  const ys_slot *y = ys_slot_first(b);
  for (const ys_slot *x = ys_slot_first(a); x != NULL; x = x->next) {
    y = find_from(b, y, x->key, &effort);
    if (y == NULL || !ys_slot_equal(x, y)) return false;
    y = y->next;
  }
  return true;
}

/* Recursion is bounded by the parser's limit on depth. */
bool ys_slot_equal(const ys_slot *a, const ys_slot *b) {
  if (ys_is_number(a) && ys_is_number(b)) return equal_numbers(a, b);
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
