#pragma once

/*
 * core/rule/quick.h - A quick test of the most frequent rules, which are bounds
 * of integers and of lengths, and short lists of texts. It knows that a value
 * satisfies a rule, or it knows nothing: then the rule's own test decides, and
 * says what was found.
 */

#include "core/base/bytes.h"
#include "core/rule/rule.h"

typedef enum ys_rule_quick {
  YS_QUICK_NONE,
  YS_QUICK_LEAST,   /* an integer of at least the bound */
  YS_QUICK_MOST,    /* an integer of at most the bound */
  YS_QUICK_LONGER,  /* a length of at least the bound */
  YS_QUICK_SHORTER, /* a length of at most the bound */
  YS_QUICK_LISTED   /* a text that the argument, a short list, has */
} ys_rule_quick;

/* Sets how the rule is tested, from its descriptor and its argument. */
void ys_rule_set_quick(ys_rule *rule);

/* Longer texts than this are not looked at: their characters are counted. */
enum { YS_QUICK_LENGTH = 8 };

/* Whether a string surely has this many characters. Their number is unknown
 * when one of the first ones is not in ASCII. */
static inline bool ys_rule_is_longer(ys_str text, int64_t bound) {
  if (bound > YS_QUICK_LENGTH || (int64_t)text.len < bound) return false;
  for (int64_t i = 0; i < bound; i++)
    if ((unsigned char)text.ptr[i] >= 0x80) return false;
  return true;
}

/* Whether a list has the text. Keys of a map are listed, too, but not found. */
static inline bool ys_rule_has_text(const ys_slot *list, ys_str text) {
  for (const ys_slot *s = ys_slot_first(list); s != NULL; s = s->next)
    if (s->kind == YS_STRING && s->key == NULL && ys_slot_size(s) == text.len &&
        ys_bytes_equal(ys_slot_text(s).ptr, text.ptr, text.len))
      return true;
  return false;
}

/* Whether a value surely satisfies the rule. */
static inline bool ys_rule_surely_holds(const ys_rule *rule,
                                        const ys_slot *value) {
  const bool natural = (value->flags & YS_SLOT_UNSIGNED) != 0;
  switch (rule->quick) {
  case YS_QUICK_LEAST:
    return value->kind == YS_INT && !natural && value->u.integer >= rule->bound;
  case YS_QUICK_MOST:
    return value->kind == YS_INT && !natural && value->u.integer <= rule->bound;
  case YS_QUICK_LONGER:
    return ys_is_collection(value)
               ? ys_slot_size(value) >= rule->bound
               : value->kind == YS_STRING &&
                     ys_rule_is_longer(ys_slot_text(value), rule->bound);
  case YS_QUICK_SHORTER: /* no text has more characters than bytes */
    return (ys_is_collection(value) || value->kind == YS_STRING) &&
           ys_slot_size(value) <= rule->bound;
  case YS_QUICK_LISTED:
    return value->kind == YS_STRING &&
           ys_rule_has_text(rule->argument, ys_slot_text(value));
  default: return false;
  }
}
