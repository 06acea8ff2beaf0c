#pragma once

/*
 * core/rule/rule.h - The table of the named rules (reference#named-rules).
 *
 * Each rule takes an argument, or a tuple of an argument and a message. The
 * message then replaces the rule's own `must_be` (reference#the-annotation).
 * Because an argument may itself be a tuple, this rule decides:
 *
 * A tuple of two items, the second a string, is (argument, message). For a rule
 * that takes lists, this holds only if the first item is a valid argument.
 *
 * So one_of=("a", "b") lists two values; one_of=(["a"], "b") lists one and has
 * a message; one_of=[["a"], "b"] allows a list and a string. one_not_null=("a",
 * "b") names two keys. min=(2, "m") and max=(2, "m") have messages, and so has
 * min=("a", "m"). min=["a", "m"] compares with a list.
 */

#include "core/type/type.h"

/* The input and the result of preparing a rule's argument. */
typedef struct ys_preparation {
  ys_space *space;
  const ys_named_rule *named;
  ys_str name;             /* name of the rule as the author wrote it */
  const ys_slot *argument; /* its kind is one that the rule takes */
  ys_str text; /* the argument as the author wrote it, or its value if it is no
                  literal */

  /* The result. Texts live in the space's arena. */
  ys_str must_be;   /* what a valid value is: "length >= 1"; empty: the rule's
                       words followed by the argument */
  const void *made; /* for ys_rule.made */
  ys_str problem;   /* why the argument is not valid, or empty */
  ys_str nearest;   /* the name that was perhaps meant, or empty */
} ys_preparation;

/* The result of a test. */
typedef struct ys_finding {
  bool holds;
  bool failed;      /* the test could not decide; `found` says why */
  ys_str found;     /* what was found if it does not hold: "length = 0"; may be
                       empty */
  ys_str hint;      /* what was perhaps meant, or empty */
  ys_str meant;     /* the text that was surely meant, or empty */
  bool shows_value; /* `found` shows the value or a part of it */
} ys_finding;

/* Prepares an argument for its rule. The only failure is YS_NOMEM. */
typedef ys_status ys_rule_preparer(ys_preparation *preparation);

/*
 * Tests whether the value satisfies the rule. `space` is the space of the
 * value; the schema's space stays unchanged. `finding` is all zero before the
 * call. The only failure is YS_NOMEM.
 */
typedef ys_status ys_rule_tester(ys_space *space, const ys_rule *rule,
                                 const ys_slot *value, ys_finding *finding);

/* The identity of a rule, whatever its name, where it is treated in a way of
 * its own. */
typedef enum ys_rule_word {
  YS_RULE_OTHER, /* the descriptor says all */
  YS_RULE_NOT_NULL,
  YS_RULE_ONE_OF,
  YS_RULE_REGEXP,
  YS_RULE_FORMAT,
  YS_RULE_UNIQUE,
  YS_RULE_JSON_SCHEMA,
  YS_RULE_CEL
} ys_rule_word;

/* The subject of a rule. It decides how values at the edge of the rule are
 * made (lua/yschema/comparison). */
typedef enum ys_subject {
  YS_ABOUT_VALUE,
  YS_ABOUT_NUMBER,
  YS_ABOUT_LENGTH,
  YS_ABOUT_TEXT,
  YS_ABOUT_ITEMS,
  YS_ABOUT_CHILDREN,   /* the values of a map, with its defaults */
  YS_ABOUT_GIVEN_KEYS, /* the keys of a map that were given */
  YS_ABOUT_GIVEN       /* the value as it was given, without defaults */
} ys_subject;

/* The stricter one of two arguments. */
typedef enum ys_stricter {
  YS_STRICTER_UNKNOWN, /* the argument is no bound */
  YS_STRICTER_GREATER,
  YS_STRICTER_LESS,
  YS_STRICTER_MULTIPLE
} ys_stricter;

/*
 * The descriptor of a named rule: all that other rooms and the Lua modules know
 * of it (core.named_rules()). Each descriptor stands below the code of its
 * rule.
 */
struct ys_named_rule {
  const char *name;     /* "min_len" */
  const char *alias;    /* a second name, or NULL */
  const char *sentence; /* what it requires: "The value is at least this." */
  /* An argument with a value that satisfies the rule and one that does not, in
   * YAML; NULL: they depend on more than the argument. */
  struct {
    const char *argument, *passes, *fails;
  } sample;
  ys_rule_word word;
  const char *family; /* what `yschema diff` calls its changes: "bound", or NULL
                         for "rule" */
  ys_subject subject;
  ys_stricter stricter;
  bool exclusive; /* the bound itself is not valid */
  bool bytes;     /* the length of a string is counted in bytes */
  /* Of the keys in its argument: at least one of them is given, at most one,
   * all or none. */
  struct {
    bool some, single, together;
  } given;
  /* Of a length: the keywords of JSON Schema for strings, arrays and maps. They
   * count characters, which accepts more than bytes do. */
  const char *keywords[3];
  /* Of a string that has its argument at a place: what stands before and after
   * it in a `pattern` of JSON Schema. */
  const char *pattern[2];
  unsigned takes;    /* the kinds of its argument, as bits 1 << ys_kind */
  const char *words; /* these kinds for reports: "a number" */
  ys_kinds suits;    /* the kinds of values that it may hold for, as bits */
  /* The same where it depends on the argument, or NULL. */
  ys_kinds (*suits_by)(const ys_slot *argument);
  const char *must_be;       /* before the argument: "length >= " */
  ys_rule_preparer *prepare; /* NULL: the argument needs no preparation */
  ys_rule_tester *test;
};

/* The rule at an index of the table, or NULL after the last one. */
const ys_named_rule *ys_rule_at(size_t index);

/* Finds a rule, such as `not_null`, by its name or alias, or gives NULL. */
const ys_named_rule *ys_rule_find(ys_str name);

/* Offers the names and aliases of all rules to `nearest`. */
void ys_rule_offer(ys_nearest *nearest);

/*
 * Prepares a rule with an argument. The argument must live as long as the rule
 * does, in `space` or elsewhere. If the argument is not valid, `preparation`
 * has a problem; its other members are not for the caller. The only failure is
 * YS_NOMEM.
 */
ys_status ys_rule_prepare(ys_space *space, const ys_named_rule *named,
                          const ys_arg *arg, ys_rule *out,
                          ys_preparation *preparation);

/* If an argument is a list of lists of keys, such as [["a", "b"], ["c", "d"]],
 * gives that list: the rule holds for each of the groups by itself. Else NULL.
 * `*message` is the message that stands with the argument, or NULL. */
const ys_slot *ys_rule_groups(const ys_named_rule *named, const ys_slot *value,
                              const ys_slot **message);

/* Tests whether the value satisfies a named rule. `*finding` is overwritten. */
ys_status ys_rule_test(ys_space *space, const ys_rule *rule,
                       const ys_slot *value, ys_finding *finding);

/* Whether a value is this one of those that `one_of` lists. In a dict, the keys
 * are the allowed values. */
bool ys_rule_is_listed(const ys_slot *allowed, const ys_slot *value);

/* Whether a value is among those that a prepared rule `one_of` lists. */
bool ys_rule_allows(const ys_rule *rule, const ys_slot *value);

/* Gives the kinds of values that a rule may hold for, as bits. 0: it never
 * holds. */
ys_kinds ys_rule_suits(const ys_rule *rule);

/* Records a rule that holds for no value of its field, which accepts `kinds`
 * and whose type is described by `type`. `place` is the annotation's. The only
 * failure is YS_NOMEM. */
ys_status ys_rule_unsuited(ys_space *space, ys_place place, const ys_rule *rule,
                           const ys_field *field, ys_kinds kinds, ys_str type);

/*
 * Compiles the arguments of a validation annotation (reference#the-annotation)
 * and records every error as RULE_ARGUMENT. A bare closure is a rule, too.
 * `*out` is overwritten. YS_INVALID: there were errors, and `out` holds the
 * rules that had none.
 */
ys_status ys_rule_compile(ys_space *space, const ys_annot *annot,
                          ys_validation *out);

/* Checks the names in the rules that count which keys of a map are given: an
 * error for each key that the map cannot have. `annot` is what the validation
 * was compiled from. The only failure is YS_NOMEM. */
ys_status ys_rule_check_keys(ys_space *space, const ys_annot *annot,
                             const ys_validation *validation,
                             const ys_shape *shape);

/* The text of an empty value, such as `[]`, or NULL if the value is not empty.
 */
const char *ys_rule_emptiness(const ys_slot *slot);
