/* core/rule/text.c - Named rules about strings. */

#include "core/format/format.h"
#include "core/rule/parts.h"

/* ---- starts_with, ends_with ---------------------------------------------- */

static ys_status test_starts_with(ys_space *space, const ys_rule *rule,
                                  const ys_slot *value, ys_finding *finding) {
  finding->holds =
      value->kind == YS_STRING &&
      ys_str_starts(ys_slot_text(value), ys_slot_text(rule->argument));
  if (finding->holds) return YS_OK;
  return ys_rule_found_value(ys_space_records(space), value, finding);
}

static bool ends_with(ys_str text, ys_str suffix) {
  const ys_str end = {text.ptr + (text.len - suffix.len), suffix.len};
  return ys_str_eq(end, suffix);
}

static ys_status test_ends_with(ys_space *space, const ys_rule *rule,
                                const ys_slot *value, ys_finding *finding) {
  const ys_slot *suffix = rule->argument;
  finding->holds = value->kind == YS_STRING &&
                   ys_slot_size(value) >= ys_slot_size(suffix) &&
                   ends_with(ys_slot_text(value), ys_slot_text(suffix));
  if (finding->holds) return YS_OK;
  return ys_rule_found_value(ys_space_records(space), value, finding);
}

/* ---- regexp -------------------------------------------------------------- */

static ys_status prepare_regexp(ys_preparation *p) {
  const ys_regexp *regexp;
  ys_str why;
  YS_TRY(ys_regexp_compile(p->space, ys_slot_text(p->argument), &regexp, &why));
  if (regexp == NULL)
    return ys_str_fill(
        &p->space->arena,
        "keyword argument \"%s\" is not a regular expression: %s",
        YS_WORDS(p->name, why), &p->problem);
  p->made = regexp;
  return YS_OK;
}

static ys_status test_regexp(ys_space *space, const ys_rule *rule,
                             const ys_slot *value, ys_finding *finding) {
  ys_search result = YS_SEARCH_NOT_FOUND;
  if (value->kind == YS_STRING)
    YS_TRY(ys_regexp_search(space, rule->made, ys_slot_text(value), &result,
                            &finding->found));
  finding->holds = result == YS_SEARCH_FOUND;
  finding->failed = result == YS_SEARCH_GIVEN_UP;
  if (result != YS_SEARCH_NOT_FOUND) return YS_OK;
  return ys_rule_found_value(ys_space_records(space), value, finding);
}

/* ---- format -------------------------------------------------------------- */

static ys_status unknown_format(ys_preparation *p) {
  const ys_str name = ys_slot_text(p->argument);
  ys_nearest nearest;
  ys_buf buf = ys_buf_of(p->space->arena.memory);
  ys_buf_fill(&buf, "unknown format \"%s\"; the formats are ", YS_WORDS(name));
  ys_format_list(&buf);
  ys_nearest_init(&nearest, name);
  ys_format_offer(&nearest);
  p->nearest = nearest.best;
  return ys_buf_keep(&buf, &p->space->arena, &p->problem);
}

/* Makes a `must_be` such as: of format "date" (RFC 3339), such as 2018-11-13 */
static ys_status prepare_format(ys_preparation *p) {
  const ys_format *format = ys_format_find(ys_slot_text(p->argument));
  if (format == NULL) return unknown_format(p);
  p->made = format;
  return ys_str_fill(
      &p->space->arena, "of format %s (%s), such as %s",
      YS_WORDS(p->text, ys_cstr(format->meaning), ys_cstr(format->example)),
      &p->must_be);
}

static ys_kinds suits_format(const ys_slot *argument) {
  const ys_format *format = ys_format_find(ys_slot_text(argument));
  return format != NULL && format->most >= 0
             ? YS_KINDS(YS_STRING) | YS_KINDS(YS_INT)
             : YS_KINDS(YS_STRING);
}

static bool is_of_format(const ys_format *format, const ys_slot *value) {
  if (value->kind == YS_STRING) return format->test(ys_slot_text(value));
  return value->kind == YS_INT && (value->flags & YS_SLOT_UNSIGNED) == 0 &&
         value->u.integer >= 0 && value->u.integer <= format->most;
}

static ys_status test_format(ys_space *space, const ys_rule *rule,
                             const ys_slot *value, ys_finding *finding) {
  finding->holds = is_of_format(rule->made, value);
  if (finding->holds) return YS_OK;
  return ys_rule_found_value(ys_space_records(space), value, finding);
}

const ys_named_rule ys_text_rules[] = {
    {.name = "regexp",
     .sentence =
         "The regular expression (PCRE2) matches somewhere in the string.",
     .sample = {"\"^[a-z]+$\"", "shop", "Shop 1"},
     .alias = "pattern",
     .word = YS_RULE_REGEXP,
     .family = "regexp",
     .subject = YS_ABOUT_TEXT,
     .takes = YS_KINDS(YS_STRING),
     .words = "a string",
     .must_be = "a string matching ",
     .suits = YS_KINDS(YS_STRING),
     .prepare = prepare_regexp,
     .test = test_regexp},
    {.name = "format",
     .sentence = "The string has this format.",
     .sample = {"\"hostname\"", "example.com", "not a host"},
     .word = YS_RULE_FORMAT,
     .family = "format",
     .subject = YS_ABOUT_TEXT,
     .takes = YS_KINDS(YS_STRING),
     .words = "a string",
     .suits_by = suits_format,
     .prepare = prepare_format,
     .test = test_format},
    {.name = "starts_with",
     .sentence = "The string begins with this.",
     .sample = {"\"app-\"", "app-shop", "shop"},
     .alias = "prefix",
     .pattern = {"^", ""},
     .subject = YS_ABOUT_TEXT,
     .takes = YS_KINDS(YS_STRING),
     .words = "a string",
     .must_be = "a string starting with ",
     .suits = YS_KINDS(YS_STRING),
     .test = test_starts_with},
    {.name = "ends_with",
     .sentence = "The string ends with this.",
     .sample = {"\".example.com\"", "www.example.com", "www.example.org"},
     .alias = "suffix",
     .pattern = {"", "$"},
     .subject = YS_ABOUT_TEXT,
     .takes = YS_KINDS(YS_STRING),
     .words = "a string",
     .must_be = "a string ending with ",
     .suits = YS_KINDS(YS_STRING),
     .test = test_ends_with},
    {.name = NULL},
};
