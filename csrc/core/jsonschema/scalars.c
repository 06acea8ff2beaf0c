/* core/jsonschema/scalars.c - Compiles the keywords about numbers and strings
 * (core/jsonschema/node.h). */

#include "core/jsonschema/node.h"
#include "core/tree/compare.h"
#include "core/type/ecma.h"

#include <math.h>

/* ---- numbers and strings ---------------------------------------------------
 */

bool ys_accept_is_number(const ys_slot *slot) {
  if (slot == NULL) return false;
  if (slot->kind != YS_FLOAT) return slot->kind == YS_INT;
  return ys_slot_is_exact(slot) || isfinite(slot->u.number);
}

/* Reads a number above 0. */
static ys_status compile_multiple(ys_acceptor *a, const ys_slot *of,
                                  const ys_slot **out) {
  const ys_slot zero = {.kind = YS_INT};
  ys_unlike unlike;
  if (of == NULL) return YS_OK;
  if (!ys_accept_is_number(of) || ys_compare(of, &zero, &unlike) != YS_GREATER)
    return ys_accept_decline(a);
  *out = of;
  return YS_OK;
}

/* Reads a bound, and the one that excludes itself: a number, or in draft-04
 * true. */
static ys_status compile_bound(ys_acceptor *a, int draft, const ys_slot *bound,
                               const ys_slot *strict, const ys_slot **out,
                               const ys_slot **out_strict) {
  if (bound != NULL && !ys_accept_is_number(bound)) return ys_accept_decline(a);
  if (strict == NULL || ys_accept_is_number(strict)) {
    *out = bound;
    *out_strict = strict;
    return YS_OK;
  }
  if (draft != 4 || strict->kind != YS_BOOL) return ys_accept_decline(a);
  *(strict->u.boolean ? out_strict : out) = bound;
  return YS_OK;
}

ys_status ys_accept_compile_numbers(ys_acceptor *a, ys_accept_node *node,
                                    const ys_accept_words *words) {
  ys_accept_numbers n = {0};
  YS_TRY(compile_bound(a, node->scope->draft, words->of[YS_KEYWORD_MINIMUM],
                       words->of[YS_KEYWORD_EXCLUSIVE_MINIMUM], &n.min,
                       &n.above));
  YS_TRY(compile_bound(a, node->scope->draft, words->of[YS_KEYWORD_MAXIMUM],
                       words->of[YS_KEYWORD_EXCLUSIVE_MAXIMUM], &n.max,
                       &n.below));
  YS_TRY(compile_multiple(a, words->of[YS_KEYWORD_MULTIPLE_OF], &n.multiple));
  if (!n.min && !n.max && !n.above && !n.below && !n.multiple) return YS_OK;
  ys_accept_numbers *made;
  YS_KEEP(made, &a->space->arena, n);
  node->numbers = made;
  return YS_OK;
}

/* Formats are annotations in newer drafts. Unknown ones are in all of them. */
static ys_status compile_format(ys_acceptor *a, const ys_accept_node *node,
                                const ys_slot *name,
                                const ys_standard_format **out) {
  const ys_accept_scope *scope = node->scope;
  if (name == NULL) return YS_OK;
  if (name->kind != YS_STRING) return ys_accept_decline(a);
  if (a->asserts_formats || scope->vocabulary ||
      (scope->formats && scope->draft <= 7))
    *out = ys_standard_format_find(ys_slot_text(name), scope->draft);
  return YS_OK;
}

ys_status ys_accept_compile_strings(ys_acceptor *a, ys_accept_node *node,
                                    const ys_accept_words *words) {
  const ys_slot *pattern = words->of[YS_KEYWORD_PATTERN];
  ys_accept_strings s = {.max = UINT64_MAX};
  ys_accept_pattern *found = NULL;
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MIN_LENGTH], &s.min));
  YS_TRY(ys_accept_count(a, words->of[YS_KEYWORD_MAX_LENGTH], &s.max));
  YS_TRY(compile_format(a, node, words->of[YS_KEYWORD_FORMAT], &s.format));
  if (pattern != NULL) {
    if (pattern->kind != YS_STRING) return ys_accept_decline(a);
    YS_TRY(ys_accept_pattern_of(a, ys_slot_text(pattern), pattern, &found));
    s.pattern = found;
  }
  if (s.min == 0 && s.max == UINT64_MAX && !s.pattern && !s.format)
    return YS_OK;
  ys_accept_strings *made;
  YS_KEEP(made, &a->space->arena, s);
  node->strings = made;
  return YS_OK;
}

/* ---- regular expressions ------------------------------------------------- */

ys_status ys_accept_pattern_of(ys_acceptor *a, ys_str text, const ys_slot *at,
                               ys_accept_pattern **out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&a->addresses, YS_STRING, text, &key));
  *out = ys_pairs_get(&a->patterns, key, NULL);
  if (*out != NULL) return YS_OK;
  ys_accept_pattern *pattern;
  YS_KEEP(pattern, &a->space->arena,
          (ys_accept_pattern){.text = key->text, .at = at});
  YS_APPEND(a->first_pattern, a->last_pattern, pattern);
  *out = pattern;
  return ys_pairs_set(&a->patterns, &a->space->arena, key, NULL, pattern);
}

static ys_status refuse(ys_acceptor *a, const ys_accept_pattern *pattern,
                        ys_str problem) {
  ys_str words;
  YS_TRY(ys_str_fill(&a->space->arena, "the pattern %s: %s",
                     YS_WORDS(pattern->text, problem), &words));
  return ys_space_note(a->space, YS_E_JSON_SCHEMA, ys_slot_place(pattern->at),
                       words, (ys_str){0});
}

ys_status ys_acceptor_compile_patterns(ys_acceptor *a) {
  bool valid = true;
  ys_accept_pattern *p = a->compiled ? a->compiled->next : a->first_pattern;
  for (; p != NULL; p = p->next) {
    ys_ecma_regexp made;
    a->compiled = p;
    YS_TRY(ys_regexp_compile_ecma(a->space, p->text, &made));
    p->regexp = made.regexp;
    if (made.regexp != NULL) continue;
    valid = false;
    YS_TRY(refuse(a, p, made.problem));
  }
  return valid ? YS_OK : YS_INVALID;
}
