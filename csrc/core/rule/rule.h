#ifndef YS_RULE_RULE_H
#define YS_RULE_RULE_H

/*
 * core/rule/rule.h - the named rules (reference#named-rules) as one
 * table.
 *
 * Each takes an argument, or a tuple of it and a message, which then stands
 * instead of the rule's own `must_be` (reference#the-annotation). An argument
 * may itself be a tuple, so that this decides:
 *
 *   A tuple of two items, the second a string, is (argument, message); but for
 *   a rule that takes lists only when the first item would do as its argument.
 *
 * So one_of=("a", "b") lists two values, and one_of=(["a"], "b") lists one and
 * has a message; one_of=[["a"], "b"] allows a list and a string.
 * one_not_null=("a", "b") names two keys. min=(2, "m") and max=(2, "m") have
 * messages, and so has min=("a", "m"); with a list, min=["a", "m"] compares.
 */

#include "core/type/type.h"

/* An argument on its way to a rule. */
typedef struct ys_preparation {
  ys_space *space;
  ys_str name;             /* of the rule, as the author spells it */
  const ys_slot *argument; /* of a kind that the rule takes */
  ys_str text;             /* the argument as the author spells it, or, when
                              that is no literal, what it came to */

  /* What comes of it. Texts live in the space's arena. */
  ys_str must_be;   /* "length >= 1" */
  const void *made; /* for ys_rule.made */
  ys_str problem;   /* else: why the argument will not do */
  ys_str nearest;   /* with it: what was meant, perhaps */
} ys_preparation;

/* What a test came to. */
typedef struct ys_finding {
  bool holds;
  bool failed;  /* there is no telling, and `found` says why */
  ys_str found; /* when it does not hold: "length = 0"; may be empty */
} ys_finding;

/* Makes of an argument what the rule needs; fails only for want of memory. */
typedef ys_status ys_rule_preparer(ys_preparation *preparation);

/*
 * Whether the value satisfies the rule. `space` is that of the value: the
 * rule's own, the schema's, stays as it is. `finding` is all zero before. Fails
 * only for want of memory.
 */
typedef ys_status ys_rule_tester(ys_space *space, const ys_rule *rule,
                                 const ys_slot *value, ys_finding *finding);

struct ys_named_rule {
  const char *name;  /* "min_len" */
  const char *alias; /* another name for it, or NULL */
  unsigned takes;    /* kinds of its argument: bits 1 << ys_kind */
  const char *words; /* those kinds in words, for reports: "a number" */
  ys_rule_preparer *prepare;
  ys_rule_tester *test;
};

/* The rule of a name (`not_null` is one) or alias, or NULL. */
const ys_named_rule *ys_rule_find(ys_str name);

/* Offers the names and aliases of all rules. */
void ys_rule_offer(ys_nearest *nearest);

/*
 * Makes a rule of an argument, which has to live as long as the rule does, in
 * `space` or not. When it will not do, `preparation` has a problem; nothing
 * else there is for the caller. Fails only for want of memory.
 */
ys_status ys_rule_prepare(ys_space *space, const ys_named_rule *named,
                          const ys_arg *arg, ys_rule *out,
                          ys_preparation *preparation);

/* Whether the value satisfies a named rule; `*finding` is overwritten. */
ys_status ys_rule_test(ys_space *space, const ys_rule *rule,
                       const ys_slot *value, ys_finding *finding);

/*
 * Compiles the arguments of a validation annotation (reference#the-annotation),
 * recording every fault under RULE_ARGUMENT. `*out` is overwritten. YS_INVALID:
 * there were faults, and `out` holds the rules that had none. A bare closure is
 * a rule, too.
 */
ys_status ys_rule_compile(ys_space *space, const ys_annot *annot,
                          ys_validation *out);

#endif
