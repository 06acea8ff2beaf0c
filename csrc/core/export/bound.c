/* core/export/bound.c - Exports rules that limit numbers, and limits of
 * lengths. */

#include "core/export/rule_export.h"
#include "core/tree/build.h"
#include "core/tree/compare.h"

#include <math.h>

/* ---- limits -------------------------------------------------------------- */

/* Adds a limit. If there is one already, the stricter one is kept; then
 * `*taken` is false if this is the other one. */
static ys_status say_limit(ys_rule_export *s, const char *name,
                           ys_order stricter, const ys_slot *limit,
                           bool *taken) {
  ys_unlike unlike;
  ys_slot *known = ys_build_find(s->schema, name);
  *taken = true;
  if (known == NULL) return ys_build_value(s->space, s->schema, name, limit);
  *taken = ys_compare(limit, known, &unlike) == stricter;
  if (!*taken) return YS_OK;
  known->kind = limit->kind;
  known->flags = limit->flags;
  known->u = limit->u;
  return YS_OK;
}

ys_status ys_say_minimum(ys_rule_export *s, const char *name, int64_t number) {
  const ys_slot limit = {.kind = YS_INT, .u.integer = number};
  bool taken;
  return say_limit(s, name, YS_GREATER, &limit, &taken);
}

ys_status ys_say_maximum(ys_rule_export *s, const char *name, int64_t number) {
  const ys_slot limit = {.kind = YS_INT, .u.integer = number};
  bool taken;
  return say_limit(s, name, YS_LESS, &limit, &taken);
}

/* ---- min, max, exclusive_min, exclusive_max, multiple_of ----------------- */

/* The keywords for bounds on one side. */
typedef struct bound {
  const char *name, *exclusive;
  ys_order stricter;
} bound;

static const bound minimum = {"minimum", "exclusiveMinimum", YS_GREATER};
static const bound maximum = {"maximum", "exclusiveMaximum", YS_LESS};

/* Whether the argument is a number that JSON can represent, and the rule is
 * about some values. */
static bool says_number(ys_rule_export *s) {
  const bool number =
      s->argument->kind == YS_INT || s->argument->kind == YS_FLOAT;
  if (!number || !ys_view_is_json(s->argument) ||
      !ys_exports_some(s, YS_KINDS_NUMBER))
    return false;
  s->said = ys_exports_only(s, YS_KINDS_NUMBER);
  return true;
}

/* Sets the flag that the known bound is exclusive. */
static ys_status flag_exclusive(ys_rule_export *s, const bound *b,
                                bool exclusive) {
  ys_slot *flag = ys_build_find(s->schema, b->exclusive);
  if (flag != NULL) {
    flag->u.boolean = exclusive;
    return YS_OK;
  }
  if (!exclusive) return YS_OK;
  return ys_build_flag(s->space, s->schema, b->exclusive, true);
}

static ys_status add_bound(ys_rule_export *s, const bound *b, bool exclusive,
                           const ys_slot *limit) {
  const ys_slot *known;
  ys_unlike unlike;
  bool taken;
  if (s->dialect != YS_EXPORT_OPENAPI)
    return say_limit(s, exclusive ? b->exclusive : b->name, b->stricter, limit,
                     &taken);
  YS_TRY(say_limit(s, b->name, b->stricter, limit, &taken));
  known = ys_build_find(s->schema, b->name);
  if (exclusive && ys_compare(limit, known, &unlike) == YS_SAME) taken = true;
  return taken ? flag_exclusive(s, b, exclusive) : YS_OK;
}

ys_status ys_say_bound(ys_rule_export *s, const ys_named_rule *named) {
  const bool least = named->stricter == YS_STRICTER_GREATER;
  if (!says_number(s)) return YS_OK;
  return add_bound(s, least ? &minimum : &maximum, named->exclusive,
                   s->argument);
}

ys_status ys_say_range(ys_rule_export *s, int64_t least, int64_t most) {
  const ys_slot low = {.kind = YS_INT, .u.integer = least};
  const ys_slot high = {.kind = YS_INT, .u.integer = most};
  YS_TRY(add_bound(s, &minimum, false, &low));
  return add_bound(s, &maximum, false, &high);
}

/* Other validators divide doubles. The quotient is exact if the divisor is,
 * which those with few binary places are. */
static bool divides_exactly(const ys_slot *divisor) {
  const double places = 1024, most = 1e9;
  if (divisor->kind == YS_INT) return true;
  return divisor->u.number < most &&
         divisor->u.number * places == floor(divisor->u.number * places);
}

ys_status ys_say_multiple(ys_rule_export *s) {
  if (!divides_exactly(s->argument) || !says_number(s)) return YS_OK;
  if (ys_build_find(s->schema, "multipleOf") == NULL)
    return ys_build_value(s->space, s->schema, "multipleOf", s->argument);
  s->said = false;
  return YS_OK;
}
