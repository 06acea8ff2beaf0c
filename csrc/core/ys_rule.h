#ifndef YS_RULE_H
#define YS_RULE_H

/*
 * ys_rule.h - the named rules (seed 003, reference e.4) as one table.
 */

#include "ys_type.h"

struct ys_named_rule {
  const char *name; /* "min_len" */
  /*
   * Whether `argument` (spelled `text` in the schema) will do: fills
   * `must_be` ("length >= 1"), or sets `problem` ("expected keyword argument
   * "min_len" to be a number, but was string"). Texts live in the arena.
   */
  ys_status (*prepare)(ys_arena *arena, const ys_slot *argument, ys_str text,
                       ys_str *must_be, ys_str *problem);
  /*
   * Whether the value satisfies the rule. When not, `found` is set ("length =
   * 0"; may be empty). Fails only for want of memory.
   */
  ys_status (*test)(ys_arena *arena, const ys_slot *argument,
                    const ys_slot *value, bool *holds, ys_str *found);
};

/* The rule of a name (`not_null` is one), or NULL. */
const ys_named_rule *ys_rule_find(ys_str name);

/* Offers the name of each rule. */
void ys_rule_offer(ys_nearest *nearest);

/* The nearest name of a rule, or "". */
ys_str ys_rule_nearest(ys_str name);

/*
 * Compiles the arguments of a validation annotation (reference e.1), recording
 * every fault under RULE_ARGUMENT. `*out` is overwritten. YS_INVALID: there
 * were faults, and `out` holds the rules that had none. A bare closure is a
 * rule, too; a Lua table of a string and a closure is a tuple.
 */
ys_status ys_rule_compile(ys_space *space, const ys_annot *annot,
                          ys_validation *out);

#endif
