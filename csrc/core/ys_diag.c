#include "ys_diag.h"

ys_group ys_code_group(ys_code code) {
#define CODE_GROUP(name, group) YS_GROUP_##group,
  static const ys_group groups[] = {YS_CODES(CODE_GROUP)};
#undef CODE_GROUP
  return groups[code];
}

void ys_diags_append(ys_diags *diags, ys_diag *diag) {
  diag->next = NULL;
  if (diags->last == NULL)
    diags->first = diag;
  else
    diags->last->next = diag;
  diags->last = diag;
  diags->count++;
  diags->groups[ys_code_group(diag->code)]++;
}

/* ---- order --------------------------------------------------------------- */

static bool stands_before(const ys_diag *a, const ys_diag *b) {
  return a->at.line != b->at.line ? a->at.line < b->at.line
                                  : a->at.column < b->at.column;
}

/* Merges two sorted lists; of equals `a` comes first. */
static ys_diag *merge(ys_diag *a, ys_diag *b) {
  ys_diag *first = NULL, **end = &first;
  while (a != NULL && b != NULL) {
    ys_diag **from = stands_before(b, a) ? &b : &a;
    *end = *from;
    end = &(*from)->next;
    *from = *end;
  }
  *end = a != NULL ? a : b;
  return first;
}

/* Sorts a list: sorted[i] holds 2^i records or none, the later ones in the
 * lower places. */
static ys_diag *sort(ys_diag *list) {
  enum { PLACES = 32 };
  ys_diag *sorted[PLACES] = {NULL};
  while (list != NULL) {
    ys_diag *one = list;
    size_t i = 0;
    list = list->next;
    one->next = NULL;
    for (; sorted[i] != NULL && i < PLACES - 1; i++) {
      one = merge(sorted[i], one);
      sorted[i] = NULL;
    }
    sorted[i] = sorted[i] == NULL ? one : merge(sorted[i], one);
  }
  for (size_t i = 0; i < PLACES; i++)
    if (sorted[i] != NULL) list = merge(sorted[i], list);
  return list;
}

/* The last of those that follow `diag` and can change places with it. */
static ys_diag *last_of_text(ys_diag *diag) {
  while (diag->next != NULL && diag->next->at.source == diag->at.source &&
         diag->at.line > 0 && diag->next->at.line > 0)
    diag = diag->next;
  return diag;
}

void ys_diags_sort(ys_diags *diags) {
  ys_diag **from = &diags->first;
  while (*from != NULL) {
    ys_diag *last = last_of_text(*from), *rest = last->next;
    last->next = NULL;
    *from = sort(*from);
    while (*from != NULL) {
      diags->last = *from;
      from = &(*from)->next;
    }
    *from = rest;
  }
}

/* ---- adding -------------------------------------------------------------- */

ys_diag *ys_diags_add(ys_diags *diags, ys_arena *arena, ys_code code,
                      ys_place at, ys_place by) {
  ys_diag *diag = ys_arena_new(arena, ys_diag);
  if (diag == NULL) return NULL;
  diag->code = code;
  diag->at = at;
  diag->by = by;
  ys_diags_append(diags, diag);
  return diag;
}

void ys_diags_restore(ys_diags *diags, const ys_diags *before) {
  *diags = *before;
  if (before->last != NULL) before->last->next = NULL;
}

int ys_diags_exit_status(const ys_diags *diags) {
  const uint32_t *groups = diags->groups;
  if (groups[YS_GROUP_INPUT] > 0 || groups[YS_GROUP_SCHEMA] > 0) return 2;
  return groups[YS_GROUP_DATA] > 0 || groups[YS_GROUP_VALIDATION] > 0;
}
