#include "lua/value/sort.h"

#include "core/scalar/scalar.h"

/* Canonical decimals of any length. */
static int compare_integers(ys_str a, ys_str b) {
  const bool a_minus = a.len > 0 && a.ptr[0] == '-';
  const bool b_minus = b.len > 0 && b.ptr[0] == '-';
  int order;
  if (a_minus != b_minus) return a_minus ? -1 : 1;
  order = a.len != b.len ? (a.len < b.len ? -1 : 1) : ys_str_cmp(a, b);
  return a_minus ? -order : order;
}

static int compare_floats(ys_str a, ys_str b) {
  double x, y;
  if (ys_float_read(a, &x) && ys_float_read(b, &y) && x != y)
    return x < y ? -1 : 1;
  return ys_str_cmp(a, b);
}

static int compare(const ys_slot *a, const ys_slot *b) {
  if (a->key->kind != b->key->kind) return a->key->kind < b->key->kind ? -1 : 1;
  switch (a->key->kind) {
  case YS_INT: return compare_integers(a->key->text, b->key->text);
  case YS_FLOAT: return compare_floats(a->key->text, b->key->text);
  default: return ys_str_cmp(a->key->text, b->key->text);
  }
}

static ys_slot *merge(ys_slot *a, ys_slot *b) {
  ys_slot *first = NULL, **end = &first;
  while (a != NULL && b != NULL) {
    ys_slot **least = compare(b, a) < 0 ? &b : &a;
    *end = *least;
    end = &(*least)->next;
    *least = (*least)->next;
  }
  *end = a != NULL ? a : b;
  return first;
}

/* Bottom-up merge sort: runs[i] is sorted and has 2^i entries, or none. */
ys_slot *ysl_sort_entries(ys_slot *first) {
  enum { RUNS = 33 };
  ys_slot *runs[RUNS], *sorted = NULL;
  size_t count = 0;
  while (first != NULL) {
    ys_slot *run = first;
    size_t i = 0;
    first = first->next;
    run->next = NULL;
    for (; i < count && runs[i] != NULL; i++) {
      run = merge(runs[i], run);
      runs[i] = NULL;
    }
    if (i == count) count++; /* 32 bits count the entries: i < RUNS */
    runs[i] = run;
  }
  for (size_t i = 0; i < count; i++)
    sorted = merge(runs[i], sorted);
  return sorted;
}
