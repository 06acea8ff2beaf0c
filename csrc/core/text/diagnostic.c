#include "core/text/diagnostic.h"

#include "core/base/set.h"

ys_group ys_code_group(ys_code code) {
#define CODE_GROUP(name, kind, group) YS_GROUP_##group,
  static const ys_group groups[] = {YS_CODES(CODE_GROUP)};
#undef CODE_GROUP
  return groups[code];
}

const char *ys_code_kind(ys_code code) {
#define CODE_KIND(name, kind, group) kind,
  static const char *const kinds[] = {YS_CODES(CODE_KIND)};
#undef CODE_KIND
  return kinds[code];
}

unsigned ys_code_quotes(ys_code code) {
  switch (code) {
  case YS_E_DUPLICATE_KEY:
  case YS_E_UNKNOWN_ALIAS:
  case YS_E_RECURSIVE_ALIAS:
  case YS_E_INTEGER_RANGE:
  case YS_E_FLOAT_RANGE:
  case YS_E_TAG:
  case YS_E_STRICT_AMBIGUOUS:
  case YS_E_STRICT_SPACE:
  case YS_E_STRICT_COLON:
  case YS_E_STRICT_DASHES:
  case YS_E_COMPUTED_TWICE:
  case YS_E_UNATTACHED:
  case YS_E_ANNOTATION_LOST:
  case YS_E_PLAIN_COMMENT: return YS_ARGUMENT(1);
  case YS_E_COMPUTED_VALUE:
  case YS_E_CODE_FAILED:
  case YS_E_CODE_LINE:
  case YS_E_CODE_IN_VALUES:
  case YS_E_INPUT_UNKNOWN:
  case YS_E_INPUT_ANNOTATION: return YS_ARGUMENT(1) | YS_ARGUMENT(2);
  case YS_E_FLAG:
  case YS_E_INPUT_SYNTAX:
  case YS_E_INPUT_FAILED: return YS_ARGUMENT(2);
  default: return 0;
  }
}

void ys_diags_append(ys_diags *diags, ys_diag *diag) {
  diag->next = NULL;
  YS_APPEND(diags->first, diags->last, diag);
  diags->count += 1 + diag->more;
  diags->groups[ys_code_group(diag->code)] += 1 + diag->more;
}

void ys_diags_count(ys_diags *diags, ys_code code) {
  diags->count++;
  diags->groups[ys_code_group(code)]++;
}

/* ---- order --------------------------------------------------------------- */

bool ys_diag_stands_before(const ys_diag *a, const ys_diag *b) {
  return a->at.line != b->at.line ? a->at.line < b->at.line
                                  : a->at.column < b->at.column;
}

/* Merges two sorted lists. Of equal records, those of `a` come first. */
static ys_diag *merge(ys_diag *a, ys_diag *b) {
  ys_diag *first = NULL, **end = &first;
  while (a != NULL && b != NULL) {
    ys_diag **from = ys_diag_stands_before(b, a) ? &b : &a;
    *end = *from;
    end = &(*from)->next;
    *from = *end;
  }
  *end = a != NULL ? a : b;
  return first;
}

/* Sorts a list by merging. sorted[i] holds 2^i records or none; earlier records
 * are in higher places. */
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

bool ys_diag_may_exchange(ys_place a, ys_place b) {
  return a.source == b.source && a.line > 0 && b.line > 0;
}

/* Whether sorting may exchange two consecutive records. Where records between
 * them were dropped, that was decided before. */
static bool may_exchange(const ys_diag *a, const ys_diag *b) {
  return a->portion != 0 && b->portion != 0
             ? a->portion == b->portion
             : ys_diag_may_exchange(a->at, b->at);
}

/* The last of the records after `diag` that sorting may exchange with it. */
static ys_diag *last_of_text(ys_diag *diag) {
  while (diag->next != NULL && may_exchange(diag, diag->next))
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

/* ---- repeats ------------------------------------------------------------- */

static bool may_repeat(const ys_diag *diag) {
  return ys_code_group(diag->code) <= YS_GROUP_SCHEMA && diag->at.line > 0;
}

static bool says_the_same(const ys_diag *a, const ys_diag *b) {
  if (a->code != b->code || !ys_place_is(a->at, b->at) ||
      !ys_place_is(a->by, b->by) || !ys_str_eq(a->path, b->path) ||
      !ys_str_eq(a->rule, b->rule))
    return false;
  for (size_t i = 0; i < YS_DIAG_ARGS; i++)
    if (!ys_str_eq(a->args[i], b->args[i])) return false;
  return true;
}

static uint64_t hash_of(uint64_t seed, const ys_diag *diag) {
  uint64_t hash = seed ^ ((uint64_t)diag->at.line << 32 | diag->at.column);
  hash = ys_hash_mix(hash, (uint64_t)diag->at.source << 32 | diag->code);
  hash = ys_hash(hash, diag->path);
  for (size_t i = 0; i < YS_DIAG_ARGS; i++)
    hash = ys_hash(hash, diag->args[i]);
  return hash;
}

static bool is_repeat_of(const void *about, const void *one,
                         const void *wanted) {
  (void)about;
  return says_the_same(one, wanted);
}

static ys_status drop_repeats(ys_diags *diags, bool all, ys_set *set) {
  const uint64_t seed = ys_hash_seed(set);
  ys_diag *last = NULL;
  for (ys_diag *diag = diags->first; diag != NULL; diag = diag->next) {
    const uint64_t hash = hash_of(seed, diag);
    const bool may = all || may_repeat(diag);
    if (may && ys_set_find(set, hash, diag) != NULL) {
      ys_diags_remove(diags, last, diag);
      continue;
    }
    if (may) YS_TRY(ys_set_add(set, hash, diag));
    last = diag;
  }
  return YS_OK;
}

ys_status ys_diags_unrepeat(ys_diags *diags, bool all, ys_memory memory) {
  const uint32_t *groups = diags->groups;
  const uint64_t some =
      (uint64_t)groups[YS_GROUP_INPUT] + groups[YS_GROUP_SCHEMA];
  ys_set set = {.memory = memory, .same = is_repeat_of};
  if ((all ? diags->count : some) < 2) return YS_OK;
  const ys_status status = drop_repeats(diags, all, &set);
  ys_set_release(&set);
  return status;
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

void ys_diags_remove(ys_diags *diags, ys_diag *before, const ys_diag *diag) {
  const uint32_t count = 1 + diag->more;
  if (before == NULL)
    diags->first = diag->next;
  else
    before->next = diag->next;
  if (diags->last == diag) diags->last = before;
  diags->count -= count;
  diags->groups[ys_code_group(diag->code)] -= count;
}

/* ---- limits -------------------------------------------------------------- */

void ys_diags_limit(ys_diags *diags, uint32_t most) {
  uint32_t kept[YS_RANK_COUNT] = {0};
  ys_diag **link = &diags->first;
  diags->last = NULL;
  while (*link != NULL) {
    const ys_rank rank = ys_group_rank(ys_code_group((*link)->code));
    if (kept[rank]++ >= most) {
      *link = (*link)->next;
    } else {
      diags->last = *link;
      link = &(*link)->next;
    }
  }
}

uint32_t ys_diags_others(const ys_diags *diags, bool warnings) {
  const uint32_t counted = diags->groups[YS_GROUP_WARNING];
  uint32_t others = warnings ? counted : diags->count - counted;
  for (const ys_diag *diag = diags->first; diag != NULL; diag = diag->next)
    if ((ys_code_group(diag->code) == YS_GROUP_WARNING) == warnings)
      others -= 1 + diag->more;
  return others;
}

int ys_diags_exit_status(const ys_diags *diags) {
  const uint32_t *groups = diags->groups;
  if (groups[YS_GROUP_INPUT] > 0 || groups[YS_GROUP_SCHEMA] > 0) return 2;
  return groups[YS_GROUP_DATA] > 0 || groups[YS_GROUP_VALIDATION] > 0;
}
