/* core/rule/items.c - Named rules about items, one_of and unique, and not_null.
 */

#include "core/rule/parts.h"
#include "core/tree/seen.h"

ys_status ys_rule_not_a(const char *kind, ys_arena *arena, const ys_slot *value,
                        ys_finding *finding) {
  return ys_str_fill(
      arena, "value must be %s, but was %s",
      YS_WORDS(ys_cstr(kind), ys_kind_name((ys_kind)value->kind)),
      &finding->found);
}

/* ---- one_of -------------------------------------------------------------- */

bool ys_rule_is_listed(const ys_slot *allowed, const ys_slot *value) {
  if (allowed->key != NULL)
    return value->kind == YS_STRING && allowed->key->kind == YS_STRING &&
           ys_str_eq(ys_slot_text(value), allowed->key->text);
  if (allowed->kind == YS_STRING && value->kind == YS_STRING)
    return ys_str_eq(ys_slot_text(value), ys_slot_text(allowed));
  return ys_slot_equal(allowed, value);
}

/* More allowed values than these are found by their hashes. */
enum { FEW_ALLOWED = 8 };

typedef struct allowed_table {
  const ys_slot **rows; /* open addressing, at most half full */
  size_t mask;
  uint64_t seed;
} allowed_table;

static bool hash_allowed(const allowed_table *table, const ys_slot *allowed,
                         uint64_t *hash) {
  ys_slot key = {0};
  if (allowed->key == NULL) return ys_slot_hash(table->seed, allowed, hash);
  if (allowed->key->kind != YS_STRING) return false;
  ys_slot_show_text(&key, &allowed->key->text);
  return ys_slot_hash(table->seed, &key, hash);
}

/* Whether an allowed value occurs in the argument again. Keys do not. */
static bool is_repeated(const ys_slot *allowed, const ys_slot *earlier) {
  return allowed->key == NULL && ys_slot_equal(allowed, earlier);
}

static ys_status index_allowed(ys_preparation *p) {
  ys_arena *arena = &p->space->arena;
  allowed_table *table = ys_arena_new(arena, allowed_table);
  size_t size = 4;
  uint64_t hash;
  while (size / 2 < ys_slot_size(p->argument))
    size *= 2;
  if (table == NULL) return YS_NOMEM;
  table->mask = size - 1;
  table->seed = ys_hash_seed(table) | 1;
  YS_NEW_LIST(table->rows, arena, size);
  for (ys_slot *s = ys_slot_first(p->argument); s != NULL; s = s->next) {
    const ys_slot *earlier;
    if (!hash_allowed(table, s, &hash)) continue;
    while ((earlier = table->rows[hash & table->mask]) != NULL &&
           !is_repeated(s, earlier))
      hash++;
    table->rows[hash & table->mask] = s;
  }
  p->made = table;
  return YS_OK;
}

static ys_status prepare_one_of(ys_preparation *p) {
  if (ys_slot_size(p->argument) > FEW_ALLOWED) YS_TRY(index_allowed(p));
  return YS_OK;
}

bool ys_rule_allows(const ys_rule *rule, const ys_slot *value) {
  const allowed_table *table = rule->made;
  const ys_slot *s = ys_slot_first(rule->argument);
  uint64_t hash;
  if (table == NULL) {
    while (s != NULL && !ys_rule_is_listed(s, value))
      s = s->next;
    return s != NULL;
  }
  if (!ys_slot_hash(table->seed, value, &hash)) return false;
  while ((s = table->rows[hash & table->mask]) != NULL) {
    if (ys_rule_is_listed(s, value)) return true;
    hash++;
  }
  return false;
}

/* Finds the allowed value that was perhaps meant. */
static ys_status one_of_hint(ys_space *space, const ys_slot *argument,
                             const ys_slot *value, ys_finding *finding) {
  ys_nearest nearest;
  if (value->kind != YS_STRING ||
      !ys_space_may_hint(space, ys_slot_size(argument)))
    return YS_OK;
  ys_nearest_init(&nearest, ys_slot_text(value));
  for (const ys_slot *s = ys_slot_first(argument); s != NULL; s = s->next) {
    if (s->key != NULL && s->key->kind == YS_STRING)
      ys_nearest_offer(&nearest, s->key->text);
    else if (s->key == NULL && s->kind == YS_STRING)
      ys_nearest_offer(&nearest, ys_slot_text(s));
  }
  if (ys_nearest_is_misspelt(&nearest)) finding->meant = nearest.best;
  return ys_nearest_hint(ys_space_records(space), nearest.best, &finding->hint);
}

static ys_status test_one_of(ys_space *space, const ys_rule *rule,
                             const ys_slot *value, ys_finding *finding) {
  finding->holds = ys_rule_allows(rule, value);
  if (finding->holds) return YS_OK;
  finding->found = YS_STR("not one of allowed values");
  return one_of_hint(space, rule->argument, value, finding);
}

/* ---- unique -------------------------------------------------------------- */

static ys_status prepare_unique(ys_preparation *p) {
  p->must_be = YS_STR("an array whose items are all different");
  return YS_OK;
}

/* Finds the first item that is equal to an earlier one and gives both places.
 * Returns false if there is none. */
static bool find_repeated(ys_seen *seen, const ys_slot *array, uint32_t *first,
                          uint32_t *second) {
  uint32_t index = 0;
  for (const ys_slot *s = ys_slot_first(array); s != NULL; s = s->next) {
    const ys_seen_entry *met = ys_seen_meet(seen, s, index);
    if (met != NULL) {
      *first = met->index;
      *second = index;
      return true;
    }
    index++;
  }
  return false;
}

/* Describes the repeated item. Places are counted as in paths. */
static ys_status repeated(ys_arena *arena, uint32_t first, uint32_t second,
                          ys_finding *finding) {
  return ys_str_fill(arena, "items [%s] and [%s] are equal",
                     YS_WORDS(YS_UINT(first), YS_UINT(second)),
                     &finding->found);
}

static ys_status test_unique(ys_space *space, const ys_rule *rule,
                             const ys_slot *value, ys_finding *finding) {
  ys_seen seen;
  uint32_t first = 0, second = 0;
  if (!rule->argument->u.boolean) {
    finding->holds = true;
    return YS_OK;
  }
  if (value->kind != YS_ARRAY)
    return ys_rule_not_a("an array", ys_space_records(space), value, finding);
  YS_TRY(ys_seen_open(&seen, space->arena.memory, ys_slot_size(value),
                      ys_hash_seed(value) | 1));
  finding->holds = !find_repeated(&seen, value, &first, &second);
  ys_seen_close(&seen);
  if (finding->holds) return YS_OK;
  return repeated(ys_space_records(space), first, second, finding);
}

/* ---- not_null ------------------------------------------------------------ */

static ys_status prepare_not_null(ys_preparation *p) {
  p->must_be = YS_STR("not null");
  return YS_OK;
}

static ys_status test_not_null(ys_space *space, const ys_rule *rule,
                               const ys_slot *value, ys_finding *finding) {
  (void)space;
  finding->holds = value->kind != YS_NULL || !rule->argument->u.boolean;
  if (!finding->holds) finding->found = YS_STR("value is null");
  return YS_OK;
}

const ys_named_rule ys_item_rules[] = {
    {.name = "not_null",
     .sentence = "The value is not null. No other rule runs if it is.",
     .sample = {"True", "1", "null"},
     .word = YS_RULE_NOT_NULL,
     .subject = YS_ABOUT_VALUE,
     .takes = YS_KINDS(YS_BOOL),
     .words = "a boolean",
     .suits = YS_VALUES,
     .prepare = prepare_not_null,
     .test = test_not_null},
    {.name = "one_of",
     .sentence = "The value is an item of this list.",
     .sample = {"[\"debug\", \"info\"]", "info", "verbose"},
     .alias = "enum",
     .word = YS_RULE_ONE_OF,
     .family = "one-of",
     .subject = YS_ABOUT_VALUE,
     .takes = YS_LISTS,
     .words = "a sequence",
     .must_be = "one of ",
     .suits_by = ys_rule_suits_listed,
     .prepare = prepare_one_of,
     .test = test_one_of},
    {.name = "unique",
     .sentence = "No two items of the array are equal.",
     .sample = {"True", "[1, 2]", "[1, 1]"},
     .word = YS_RULE_UNIQUE,
     .subject = YS_ABOUT_ITEMS,
     .takes = YS_KINDS(YS_BOOL),
     .words = "a boolean",
     .suits = YS_KINDS(YS_ARRAY),
     .prepare = prepare_unique,
     .test = test_unique},
    {.name = NULL},
};
