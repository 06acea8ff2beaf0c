#include "core/rule/parts.h"
#include "core/tree/seen.h"

/* The most keys that a message lists. */
#define SHOWN_KEYS 10

/* ---- one_not_null -------------------------------------------------------- */

ys_status ys_prepare_one_not_null(ys_preparation *p) {
  const ys_str parts[] = {YS_STR("exactly one of "), p->text,
                          YS_STR(" to be not null")};
  if (p->argument->kind == YS_BOOL) {
    if (p->argument->u.boolean)
      p->must_be = YS_STR("exactly one of all children to be not null");
    else
      p->problem = YS_STR("one_not_null= cannot be False");
    return YS_OK;
  }
  for (const ys_slot *s = p->argument->u.items->first; s != NULL; s = s->next)
    if (s->kind != YS_STRING) {
      const ys_str words[] = {
          YS_STR("expected keyword argument \"one_not_null\" to name keys by "
                 "strings, but one is "),
          ys_kind_name((ys_kind)s->kind)};
      return ys_str_join(&p->space->arena, words, 2, &p->problem);
    }
  return ys_str_join(&p->space->arena, parts, 3, &p->must_be);
}

/* The children of a map that are not null: the named ones, or all of them. */
typedef struct children {
  uint32_t count;
  ys_buf names;
} children;

static void count_child(children *set, const ys_slot *child) {
  if (child == NULL || child->kind == YS_NULL) return;
  set->count++;
  if (set->count <= SHOWN_KEYS) {
    if (set->count > 1) ys_buf_cstr(&set->names, ", ");
    ys_rule_quote(&set->names, child->key->text);
  } else if (set->count == SHOWN_KEYS + 1) {
    ys_buf_cstr(&set->names, ", ...");
  }
}

/* Compares texts, because names from the schema and keys from values are not
 * interned together. The list of names is short. */
static const ys_slot *child_named(const ys_slot *map, ys_str name) {
  const ys_slot *child = map->u.items->first;
  while (child != NULL &&
         !(child->key->kind == YS_STRING && ys_str_eq(child->key->text, name)))
    child = child->next;
  return child;
}

static void count_all(children *set, const ys_slot *argument,
                      const ys_slot *map) {
  const ys_slot *s;
  if (argument->kind == YS_BOOL)
    for (s = map->u.items->first; s != NULL; s = s->next)
      count_child(set, s);
  else
    for (s = argument->u.items->first; s != NULL; s = s->next)
      count_child(set, child_named(map, ys_slot_text(s)));
}

static ys_status count_children(ys_arena *arena, const ys_slot *argument,
                                const ys_slot *map, ys_finding *finding) {
  children set = {0};
  ys_buf_init(&set.names, arena->memory);
  ys_buf_char(&set.names, '[');
  count_all(&set, argument, map);
  finding->holds = set.count == 1;
  if (set.count < 2) {
    const ys_status status = ys_buf_status(&set.names);
    if (set.count == 0) finding->found = YS_STR("all values are null");
    ys_buf_release(&set.names);
    return status;
  }
  ys_buf_cstr(&set.names, "] are not null");
  return ys_buf_keep(&set.names, arena, &finding->found);
}

/* Sets `found` when the value is not of the kind that the rule is about. */
static ys_status not_a(const char *kind, ys_arena *arena, const ys_slot *value,
                       ys_finding *finding) {
  const ys_str parts[] = {YS_STR("value must be "), ys_cstr(kind),
                          YS_STR(", but was "),
                          ys_kind_name((ys_kind)value->kind)};
  return ys_str_join(arena, parts, 4, &finding->found);
}

ys_status ys_test_one_not_null(ys_space *space, const ys_rule *rule,
                               const ys_slot *value, ys_finding *finding) {
  if (value->kind != YS_MAP)
    return not_a("a map", &space->arena, value, finding);
  return count_children(&space->arena, rule->argument, value, finding);
}

/* ---- one_of -------------------------------------------------------------- */

ys_status ys_prepare_one_of(ys_preparation *p) {
  return ys_rule_must_be(p, "one of ");
}

/* In a dict, the keys are the allowed values. */
static bool equals_allowed(const ys_slot *allowed, const ys_slot *value) {
  if (allowed->key != NULL)
    return value->kind == YS_STRING && allowed->key->kind == YS_STRING &&
           ys_str_eq(ys_slot_text(value), allowed->key->text);
  if (allowed->kind == YS_STRING && value->kind == YS_STRING)
    return ys_str_eq(ys_slot_text(value), ys_slot_text(allowed));
  return ys_slot_equal(allowed, value);
}

ys_status ys_test_one_of(ys_space *space, const ys_rule *rule,
                         const ys_slot *value, ys_finding *finding) {
  const ys_slot *allowed = rule->argument->u.items->first;
  (void)space;
  while (allowed != NULL && !equals_allowed(allowed, value))
    allowed = allowed->next;
  finding->holds = allowed != NULL;
  if (!finding->holds) finding->found = YS_STR("not one of allowed values");
  return YS_OK;
}

/* ---- unique -------------------------------------------------------------- */

ys_status ys_prepare_unique(ys_preparation *p) {
  p->must_be = YS_STR("an array whose items are all different");
  return YS_OK;
}

/* Finds the first item that is equal to an earlier one and gives both places.
 * Returns false if there is none. */
static bool find_repeated(ys_seen *seen, const ys_slot *array, uint32_t *first,
                          uint32_t *second) {
  uint32_t index = 0;
  for (const ys_slot *s = array->u.items->first; s != NULL; s = s->next) {
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
  ys_buf buf;
  ys_buf_init(&buf, arena->memory);
  ys_buf_cstr(&buf, "items [");
  ys_buf_uint(&buf, first);
  ys_buf_cstr(&buf, "] and [");
  ys_buf_uint(&buf, second);
  ys_buf_cstr(&buf, "] are equal");
  return ys_buf_keep(&buf, arena, &finding->found);
}

ys_status ys_test_unique(ys_space *space, const ys_rule *rule,
                         const ys_slot *value, ys_finding *finding) {
  ys_seen seen;
  uint32_t first = 0, second = 0;
  if (!rule->argument->u.boolean) {
    finding->holds = true;
    return YS_OK;
  }
  if (value->kind != YS_ARRAY)
    return not_a("an array", &space->arena, value, finding);
  YS_TRY(ys_seen_open(&seen, space->arena.memory, value->size,
                      ys_hash_seed(value) | 1));
  finding->holds = !find_repeated(&seen, value, &first, &second);
  ys_seen_close(&seen);
  if (finding->holds) return YS_OK;
  return repeated(&space->arena, first, second, finding);
}
