#include "ys_compare.h"
#include "ys_rule.h"
#include "ys_scalar.h"

#include <math.h>

/* Longest rendering of an argument in a message, and most keys listed. */
#define SHOWN_BYTES 200
#define SHOWN_DEPTH 4
#define SHOWN_KEYS 10

/* ---- texts -------------------------------------------------------------- */

/* Moves what was written to the arena. Releases `buf`. */
static ys_status keep(ys_buf *buf, ys_arena *arena, ys_str *out) {
  ys_status status = ys_buf_status(buf);
  if (status == YS_OK) status = ys_arena_str(arena, ys_buf_str(buf), out);
  ys_buf_release(buf);
  return status;
}

static void add_quoted(ys_buf *buf, ys_str text) {
  ys_buf_char(buf, '"');
  ys_buf_add(buf, text);
  ys_buf_char(buf, '"');
}

static void show(ys_buf *buf, const ys_slot *slot, int depth) {
  const ys_slot *item;
  if (slot->kind == YS_STRING && depth > 0) {
    add_quoted(buf, ys_slot_text(slot));
  } else if (slot->kind == YS_STRING) {
    ys_buf_add(buf, ys_slot_text(slot));
  } else if (slot->kind == YS_MAP) {
    ys_buf_cstr(buf, slot->size == 0 ? "{}" : "{...}");
  } else if (slot->kind == YS_ARRAY) {
    ys_buf_char(buf, '[');
    for (item = slot->u.items->first; item != NULL; item = item->next) {
      if (item != slot->u.items->first) ys_buf_cstr(buf, ", ");
      if (depth == SHOWN_DEPTH || buf->len > SHOWN_BYTES) {
        ys_buf_cstr(buf, "...");
        break;
      }
      show(buf, item, depth + 1);
    }
    ys_buf_char(buf, ']');
  } else {
    ys_scalar_write(buf, slot);
  }
}

/* `before` and the argument as the schema spells it. */
static ys_status must_be_text(ys_arena *arena, ys_str before, ys_str text,
                              ys_str *must_be) {
  const ys_str parts[] = {before, text};
  return ys_str_join(arena, parts, 2, must_be);
}

/* expected keyword argument "min_len" to be a number, but was string */
static ys_status wrong_kind(ys_arena *arena, ys_str name, ys_str expected,
                            const ys_slot *argument, ys_str *problem) {
  const ys_str parts[] = {YS_STR("expected keyword argument \""),
                          name,
                          YS_STR("\" to be "),
                          expected,
                          YS_STR(", but was "),
                          ys_kind_name((ys_kind)argument->kind)};
  return ys_str_join(arena, parts, 6, problem);
}

/* ---- min, max ----------------------------------------------------------- */

static ys_status prepare_bound(ys_arena *arena, ys_str name, ys_str before,
                               const ys_slot *argument, ys_str text,
                               ys_str *must_be, ys_str *problem) {
  if (argument->kind == YS_CLOSURE)
    return wrong_kind(arena, name, YS_STR("a value to compare with"), argument,
                      problem);
  return must_be_text(arena, before, text, must_be);
}

static ys_status prepare_min(ys_arena *arena, const ys_slot *argument,
                             ys_str text, ys_str *must_be, ys_str *problem) {
  return prepare_bound(arena, YS_STR("min"), YS_STR("a value >= "), argument,
                       text, must_be, problem);
}

static ys_status prepare_max(ys_arena *arena, const ys_slot *argument,
                             ys_str text, ys_str *must_be, ys_str *problem) {
  return prepare_bound(arena, YS_STR("max"), YS_STR("a value <= "), argument,
                       text, must_be, problem);
}

/* Why a bound does not hold: `wanted` is ">=" or "<=", `met` "<" or ">". */
static ys_status beyond(ys_arena *arena, const ys_slot *argument,
                        const ys_slot *value, ys_comparison result,
                        const char *wanted, const char *met, ys_str *found) {
  ys_buf buf;
  if (result.order == YS_UNLIKE) {
    const ys_str parts[] = {ys_kind_name(result.left),
                            YS_STR(" "),
                            ys_cstr(wanted),
                            YS_STR(" "),
                            ys_kind_name(result.right),
                            YS_STR(" not implemented")};
    return ys_str_join(arena, parts, 6, found);
  }
  if (result.order == YS_UNORDERED) {
    *found = value->kind == YS_FLOAT && isnan(value->u.number)
                 ? YS_STR("value is .nan")
                 : YS_STR("comparison with .nan");
    return YS_OK;
  }
  ys_buf_init(&buf, arena->memory);
  ys_buf_cstr(&buf, "value ");
  ys_buf_cstr(&buf, met);
  ys_buf_char(&buf, ' ');
  show(&buf, argument, 0);
  return keep(&buf, arena, found);
}

static ys_status test_min(ys_arena *arena, const ys_slot *argument,
                          const ys_slot *value, bool *holds, ys_str *found) {
  const ys_comparison result = ys_compare(value, argument);
  *holds = result.order == YS_GREATER || result.order == YS_SAME;
  if (*holds) return YS_OK;
  return beyond(arena, argument, value, result, ">=", "<", found);
}

static ys_status test_max(ys_arena *arena, const ys_slot *argument,
                          const ys_slot *value, bool *holds, ys_str *found) {
  const ys_comparison result = ys_compare(value, argument);
  *holds = result.order == YS_LESS || result.order == YS_SAME;
  if (*holds) return YS_OK;
  return beyond(arena, argument, value, result, "<=", ">", found);
}

/* ---- min_len, max_len --------------------------------------------------- */

static ys_status prepare_length(ys_arena *arena, ys_str name, ys_str before,
                                const ys_slot *argument, ys_str text,
                                ys_str *must_be, ys_str *problem) {
  const bool number = argument->kind == YS_INT || (argument->kind == YS_FLOAT &&
                                                   !isnan(argument->u.number));
  if (!number)
    return wrong_kind(arena, name, YS_STR("a number"), argument, problem);
  return must_be_text(arena, before, text, must_be);
}

static ys_status prepare_min_len(ys_arena *arena, const ys_slot *argument,
                                 ys_str text, ys_str *must_be,
                                 ys_str *problem) {
  return prepare_length(arena, YS_STR("min_len"), YS_STR("length >= "),
                        argument, text, must_be, problem);
}

static ys_status prepare_max_len(ys_arena *arena, const ys_slot *argument,
                                 ys_str text, ys_str *must_be,
                                 ys_str *problem) {
  return prepare_length(arena, YS_STR("max_len"), YS_STR("length <= "),
                        argument, text, must_be, problem);
}

/* The length asked for; fractions are cut off (reference e.4). No value is
 * longer than 4 GiB, so that what is beyond 64 bits may be cut as well. */
static int64_t wanted_length(const ys_slot *argument) {
  if (argument->kind == YS_INT)
    return argument->flags & YS_SLOT_UNSIGNED ? INT64_MAX : argument->u.integer;
  if (argument->u.number >= 9e18) return INT64_MAX;
  return argument->u.number <= -9e18 ? INT64_MIN : (int64_t)argument->u.number;
}

/* -1 when the value is of a kind that has no length. */
static int64_t length_of(const ys_slot *value) {
  if (value->kind == YS_STRING)
    return (int64_t)ys_utf8_count(ys_slot_text(value));
  return ys_is_collection(value) ? (int64_t)value->size : -1;
}

static ys_status wrong_length(ys_arena *arena, const ys_slot *value,
                              int64_t length, ys_str *found) {
  ys_buf buf;
  ys_buf_init(&buf, arena->memory);
  if (length < 0) {
    ys_buf_cstr(&buf, "value of type ");
    ys_buf_add(&buf, ys_kind_name((ys_kind)value->kind));
    ys_buf_cstr(&buf, " has no length");
  } else {
    ys_buf_cstr(&buf, "length = ");
    ys_buf_uint(&buf, (uint64_t)length);
  }
  return keep(&buf, arena, found);
}

static ys_status test_min_len(ys_arena *arena, const ys_slot *argument,
                              const ys_slot *value, bool *holds,
                              ys_str *found) {
  const int64_t length = length_of(value);
  *holds = length >= 0 && length >= wanted_length(argument);
  return *holds ? YS_OK : wrong_length(arena, value, length, found);
}

static ys_status test_max_len(ys_arena *arena, const ys_slot *argument,
                              const ys_slot *value, bool *holds,
                              ys_str *found) {
  const int64_t length = length_of(value);
  *holds = length >= 0 && length <= wanted_length(argument);
  return *holds ? YS_OK : wrong_length(arena, value, length, found);
}

/* ---- not_null, one_not_null --------------------------------------------- */

static ys_status prepare_not_null(ys_arena *arena, const ys_slot *argument,
                                  ys_str text, ys_str *must_be,
                                  ys_str *problem) {
  (void)text;
  if (argument->kind != YS_BOOL)
    return wrong_kind(arena, YS_STR("not_null"), YS_STR("a boolean"), argument,
                      problem);
  *must_be = YS_STR("not null");
  return YS_OK;
}

static ys_status test_not_null(ys_arena *arena, const ys_slot *argument,
                               const ys_slot *value, bool *holds,
                               ys_str *found) {
  (void)arena;
  *holds = value->kind != YS_NULL || !argument->u.boolean;
  if (!*holds) *found = YS_STR("value is null");
  return YS_OK;
}

static ys_status not_keys(ys_arena *arena, ys_kind kind, ys_str *problem) {
  const ys_str parts[] = {
      YS_STR("expected keyword argument \"one_not_null\" to be True or a "
             "sequence of keys, but was "),
      ys_kind_name(kind)};
  return ys_str_join(arena, parts, 2, problem);
}

static ys_status prepare_one_not_null(ys_arena *arena, const ys_slot *argument,
                                      ys_str text, ys_str *must_be,
                                      ys_str *problem) {
  const ys_str parts[] = {YS_STR("exactly one of "), text,
                          YS_STR(" to be not null")};
  if (argument->kind == YS_BOOL) {
    if (argument->u.boolean)
      *must_be = YS_STR("exactly one of all children to be not null");
    else
      *problem = YS_STR("one_not_null= cannot be False");
    return YS_OK;
  }
  if (argument->kind != YS_ARRAY)
    return not_keys(arena, (ys_kind)argument->kind, problem);
  for (const ys_slot *s = argument->u.items->first; s != NULL; s = s->next)
    if (s->kind != YS_STRING) {
      const ys_str words[] = {
          YS_STR("expected keyword argument \"one_not_null\" to name keys by "
                 "strings, but one is "),
          ys_kind_name((ys_kind)s->kind)};
      return ys_str_join(arena, words, 2, problem);
    }
  return ys_str_join(arena, parts, 3, must_be);
}

/* The given children, or all, that are not null. */
typedef struct children {
  uint32_t count;
  ys_buf names;
} children;

static void count_child(children *set, const ys_slot *child) {
  if (child == NULL || child->kind == YS_NULL) return;
  set->count++;
  if (set->count <= SHOWN_KEYS) {
    if (set->count > 1) ys_buf_cstr(&set->names, ", ");
    add_quoted(&set->names, child->key->text);
  } else if (set->count == SHOWN_KEYS + 1) {
    ys_buf_cstr(&set->names, ", ...");
  }
}

/* Names come from the schema's texts and keys from the values', so pointers
 * tell nothing. The list of names is the author's and short. */
static const ys_slot *child_named(const ys_slot *map, ys_str name) {
  const ys_slot *child = map->u.items->first;
  while (child != NULL &&
         !(child->key->kind == YS_STRING && ys_str_eq(child->key->text, name)))
    child = child->next;
  return child;
}

static ys_status count_children(ys_arena *arena, const ys_slot *argument,
                                const ys_slot *map, bool *holds,
                                ys_str *found) {
  children set = {0};
  const ys_slot *s;
  ys_buf_init(&set.names, arena->memory);
  ys_buf_char(&set.names, '[');
  if (argument->kind == YS_BOOL)
    for (s = map->u.items->first; s != NULL; s = s->next)
      count_child(&set, s);
  else
    for (s = argument->u.items->first; s != NULL; s = s->next)
      count_child(&set, child_named(map, ys_slot_text(s)));
  *holds = set.count == 1;
  if (set.count < 2) {
    if (set.count == 0) *found = YS_STR("all values are null");
    const ys_status status = ys_buf_status(&set.names);
    ys_buf_release(&set.names);
    return status;
  }
  ys_buf_cstr(&set.names, "] are not null");
  return keep(&set.names, arena, found);
}

static ys_status test_one_not_null(ys_arena *arena, const ys_slot *argument,
                                   const ys_slot *value, bool *holds,
                                   ys_str *found) {
  const ys_str parts[] = {YS_STR("value must be a map, but was "),
                          ys_kind_name((ys_kind)value->kind)};
  if (value->kind == YS_MAP)
    return count_children(arena, argument, value, holds, found);
  *holds = false;
  return ys_str_join(arena, parts, 2, found);
}

/* ---- one_of ------------------------------------------------------------- */

static ys_status prepare_one_of(ys_arena *arena, const ys_slot *argument,
                                ys_str text, ys_str *must_be, ys_str *problem) {
  if (!ys_is_collection(argument))
    return wrong_kind(arena, YS_STR("one_of"), YS_STR("a sequence"), argument,
                      problem);
  return must_be_text(arena, YS_STR("one of "), text, must_be);
}

/* Of a dict the keys are the values allowed. */
static bool equals_allowed(const ys_slot *allowed, const ys_slot *value) {
  if (allowed->key != NULL)
    return value->kind == YS_STRING && allowed->key->kind == YS_STRING &&
           ys_str_eq(ys_slot_text(value), allowed->key->text);
  if (allowed->kind == YS_STRING && value->kind == YS_STRING)
    return ys_str_eq(ys_slot_text(value), ys_slot_text(allowed));
  return ys_slot_equal(allowed, value);
}

static ys_status test_one_of(ys_arena *arena, const ys_slot *argument,
                             const ys_slot *value, bool *holds, ys_str *found) {
  const ys_slot *allowed = argument->u.items->first;
  (void)arena;
  while (allowed != NULL && !equals_allowed(allowed, value))
    allowed = allowed->next;
  *holds = allowed != NULL;
  if (!*holds) *found = YS_STR("not one of allowed values");
  return YS_OK;
}

/* ---- the table ---------------------------------------------------------- */

static const ys_named_rule rules[] = {
    {"min", prepare_min, test_min},
    {"max", prepare_max, test_max},
    {"min_len", prepare_min_len, test_min_len},
    {"max_len", prepare_max_len, test_max_len},
    {"not_null", prepare_not_null, test_not_null},
    {"one_not_null", prepare_one_not_null, test_one_not_null},
    {"one_of", prepare_one_of, test_one_of},
};

enum { RULES = sizeof rules / sizeof rules[0] };

const ys_named_rule *ys_rule_find(ys_str name) {
  for (size_t i = 0; i < RULES; i++)
    if (ys_str_eq(name, ys_cstr(rules[i].name))) return &rules[i];
  return NULL;
}

void ys_rule_offer(ys_nearest *nearest) {
  for (size_t i = 0; i < RULES; i++)
    ys_nearest_offer(nearest, ys_cstr(rules[i].name));
}

ys_str ys_rule_nearest(ys_str name) {
  ys_nearest nearest;
  ys_nearest_init(&nearest, name);
  ys_rule_offer(&nearest);
  return nearest.best;
}
