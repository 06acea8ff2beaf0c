/* core/rule/kinds.c - The kinds of values for which a named rule can hold, and
 * the error of a rule that suits none of a field. */

#include "core/rule/parts.h"

enum {
  ORDERED =
      YS_NUMBERS | YS_KINDS(YS_BOOL) | YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY)
};

/* A number is compared with numbers of both kinds. */
static ys_kinds alike(const ys_slot *value) {
  const ys_kinds kind = YS_KINDS(value->kind);
  return (kind & YS_NUMBERS) != 0 ? YS_NUMBERS : kind;
}

ys_kinds ys_rule_suits_bound(const ys_slot *argument) {
  return alike(argument) & ORDERED;
}

/* The keys of a map are the values that are allowed. */
ys_kinds ys_rule_suits_listed(const ys_slot *argument) {
  ys_kinds kinds = 0;
  if (argument->kind == YS_MAP) return YS_KINDS(YS_STRING);
  for (const ys_slot *s = ys_slot_first(argument); s != NULL; s = s->next)
    kinds |= alike(s);
  return kinds;
}

ys_kinds ys_rule_suits(const ys_rule *rule) {
  const ys_named_rule *named = rule->named;
  if (named == NULL) return YS_KINDS_ANY;
  return named->suits_by != NULL ? named->suits_by(rule->argument)
                                 : named->suits;
}

/* ---- the record ---------------------------------------------------------- */

/* "numbers", "strings, arrays and maps" */
static ys_status words_of(ys_arena *arena, ys_kinds kinds, ys_str *out) {
  static const struct {
    ys_kinds kinds;
    const char *word;
  } names[] = {{YS_KINDS(YS_BOOL), "booleans"},  {YS_NUMBERS, "numbers"},
               {YS_KINDS(YS_STRING), "strings"}, {YS_KINDS(YS_ARRAY), "arrays"},
               {YS_KINDS(YS_MAP), "maps"},       {YS_KINDS(YS_NULL), "null"}};
  enum { COUNT = sizeof names / sizeof names[0] };
  ys_buf buf = ys_buf_of(arena->memory);
  for (size_t i = 0; i < COUNT; i++) {
    if ((names[i].kinds & kinds) == 0) continue;
    kinds &= ~names[i].kinds;
    ys_buf_cstr(&buf, names[i].word);
    if (kinds == 0) break;
    ys_buf_cstr(&buf, (kinds & (kinds - 1)) == 0 ||
                              (kinds & ~(ys_kinds)YS_NUMBERS) == 0
                          ? " and "
                          : ", ");
  }
  return ys_buf_keep(&buf, arena, out);
}

/* The rule that was probably meant: another bound in the same direction that
 * suits these kinds, such as one of a length in place of one of a number. */
static ys_str meant(const ys_rule *rule, ys_kinds kinds) {
  const ys_named_rule *given = rule->named, *other;
  const bool bound = given->stricter == YS_STRICTER_GREATER ||
                     given->stricter == YS_STRICTER_LESS;
  if (!bound || given->exclusive ||
      (YS_KINDS(rule->argument->kind) & YS_NUMBERS) == 0)
    return (ys_str){0};
  for (size_t i = 0; (other = ys_rule_at(i)) != NULL; i++) {
    const ys_kinds suits =
        other->subject == YS_ABOUT_NUMBER ? YS_NUMBERS : other->suits;
    if (other->stricter == given->stricter && !other->exclusive &&
        other != given && (kinds & suits) != 0)
      return ys_cstr(other->name);
  }
  return (ys_str){0};
}

ys_status ys_rule_unsuited(ys_space *space, ys_place place, const ys_rule *rule,
                           const ys_field *field, ys_kinds kinds, ys_str type) {
  const ys_str name = ys_cstr(rule->named->name);
  ys_str suits;
  ys_diag *diag =
      ys_space_diagnose(space, YS_E_RULE_ARGUMENT, place, field->place);
  if (diag == NULL) return YS_NOMEM;
  YS_TRY(words_of(&space->arena, ys_rule_suits(rule), &suits));
  diag->rule = diag->args[1] = name;
  diag->args[2] = meant(rule, kinds);
  diag->args[3] = ys_vocab_row_of(YS_WORD_VALIDATION)->name;
  return ys_str_fill(
      &space->arena,
      rule->named->suits_by == NULL
          ? "keyword argument \"%s\" is for %s, but the type is %s"
          : "keyword argument \"%s\", with this value, is for %s, but the type "
            "is %s",
      YS_WORDS(name, suits, type), &diag->args[0]);
}
