#include "core/rule/quick.h"

static bool has_integer(const ys_rule *rule) {
  return rule->argument->kind == YS_INT &&
         (rule->argument->flags & YS_SLOT_UNSIGNED) == 0;
}

/* The least integer that is greater, or the greatest one that is less, is a
 * bound, too. At the ends of 64 bits there is none. */
static void set_bound(ys_rule *rule) {
  const int64_t bound = rule->argument->u.integer;
  const bool less = rule->named->stricter == YS_STRICTER_LESS;
  if (rule->named->exclusive && bound == (less ? INT64_MIN : INT64_MAX)) return;
  rule->bound = !rule->named->exclusive ? bound : less ? bound - 1 : bound + 1;
  rule->quick = less ? YS_QUICK_MOST : YS_QUICK_LEAST;
}

void ys_rule_set_quick(ys_rule *rule) {
  const ys_named_rule *named = rule->named;
  const bool less = named->stricter == YS_STRICTER_LESS;
  rule->quick = YS_QUICK_NONE;
  if (named->word == YS_RULE_ONE_OF && rule->made == NULL) {
    rule->quick = YS_QUICK_LISTED;
    return;
  }
  if (!less && named->stricter != YS_STRICTER_GREATER) return;
  if (!has_integer(rule)) return;
  if (named->subject == YS_ABOUT_NUMBER) {
    set_bound(rule);
  } else if (named->subject == YS_ABOUT_LENGTH && !named->bytes) {
    rule->bound = rule->argument->u.integer;
    rule->quick = less ? YS_QUICK_SHORTER : YS_QUICK_LONGER;
  }
}
