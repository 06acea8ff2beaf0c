#include "lua/document/rule.h"

#include "core/format/format.h"
#include "core/print/message.h"
#include "core/rule/rule.h"
#include "lua/base/stack.h"
#include "lua/document/documents.h"

/* A rule by its name, with its argument, in a space that is pushed. */
typedef struct prepared {
  ysl_documents *ud;
  ys_arg arg;
  ys_rule rule; /* has the address of `arg` */
} prepared;

/* Prepares the rule whose name and argument are at stack indices 1 and 2, of
 * `count` arguments. False: a problem is pushed. */
static bool prepare(lua_State *L, int count, bool computed, prepared *out) {
  out->arg = (ys_arg){.name = ysl_check_str(L, 1), .computed = computed};
  const ys_named_rule *named = ys_rule_find(out->arg.name);
  ys_preparation preparation;
  luaL_argcheck(L, named != NULL, 1, "no such rule");
  lua_settop(L, count);
  out->ud = ysl_new_documents(L);
  if (!ysl_documents_import(L, out->ud, 2, &out->arg.value)) return false;
  ysl_check_status(L, ys_rule_prepare(&out->ud->space, named, &out->arg,
                                      &out->rule, &preparation));
  const ys_str problem = preparation.problem;
  if (problem.len > 0) lua_pushlstring(L, problem.ptr, problem.len);
  return problem.len == 0;
}

/* core.rule_phrase(name, argument) -> what a value must be | nil, problem */
static int rule_phrase(lua_State *L) {
  prepared p;
  if (!prepare(L, 2, true, &p)) return ysl_fail_top(L);
  lua_pushlstring(L, p.rule.must_be.ptr, p.rule.must_be.len);
  ysl_close(&p.ud->owner);
  return 1;
}

/* core.rule_test(name, argument, value) -> holds, found | nil, problem */
static int rule_test(lua_State *L) {
  ys_slot given = {0};
  ys_finding finding;
  prepared p;
  if (!prepare(L, 3, false, &p) || !ysl_documents_import(L, p.ud, 3, &given))
    return ysl_fail_top(L);
  ysl_check_status(L, ys_rule_test(&p.ud->space, &p.rule, &given, &finding));
  if (!finding.failed) lua_pushboolean(L, finding.holds);
  lua_pushlstring(L, finding.found.len > 0 ? finding.found.ptr : "",
                  finding.found.len);
  if (finding.failed) return ysl_fail_top(L);
  ysl_close(&p.ud->owner);
  return 2;
}

/* ---- the descriptors ----------------------------------------------------- */

/* Gives the descriptor at the top its sample. */
static void push_sample(lua_State *L, const ys_named_rule *named) {
  lua_createtable(L, 0, 3);
  ysl_set_text(L, "argument", ys_cstr(named->sample.argument));
  ysl_set_text(L, "passes", ys_cstr(named->sample.passes));
  ysl_set_text(L, "fails", ys_cstr(named->sample.fails));
  lua_setfield(L, -2, "sample");
}

/* Gives the descriptor at the top the values that its argument may have. */
static void push_formats(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; ys_format_at(i) != NULL; i++) {
    lua_pushstring(L, ys_format_at(i)->name);
    lua_rawseti(L, -2, (ysl_index)i + 1);
  }
  lua_setfield(L, -2, "values");
}

/* The place of the argument in a string. */
static const char *part_of(const ys_named_rule *named) {
  if (named->pattern[0][0] != '\0') return "start";
  return named->pattern[1][0] != '\0' ? "end" : "middle";
}

static void push_descriptor(lua_State *L, const ys_named_rule *named) {
  static const char *const subjects[] = {"value",      "number", "length",
                                         "text",       "items",  "children",
                                         "given-keys", "given"};
  static const char *const stricter[] = {NULL, "greater", "less", "multiple"};
  static const char *const tests[] = {NULL,     "null",     "list", "pattern",
                                      "format", "distinct", NULL,   NULL};
  lua_createtable(L, 0, 10);
  ysl_set_text(L, "name", ys_cstr(named->name));
  ysl_set_text(L, "sentence", ys_cstr(named->sentence));
  if (named->sample.argument != NULL) push_sample(L, named);
  if (named->alias != NULL) ysl_set_text(L, "alias", ys_cstr(named->alias));
  ysl_set_text(L, "family",
               ys_cstr(named->family != NULL ? named->family : "rule"));
  ysl_set_text(L, "subject", ys_cstr(subjects[named->subject]));
  if (named->stricter != YS_STRICTER_UNKNOWN)
    ysl_set_text(L, "stricter", ys_cstr(stricter[named->stricter]));
  if (tests[named->word] != NULL)
    ysl_set_text(L, "test", ys_cstr(tests[named->word]));
  if (named->exclusive) ysl_set_true(L, "exclusive");
  if (named->bytes) ysl_set_true(L, "bytes");
  if (named->pattern[0] != NULL)
    ysl_set_text(L, "part", ys_cstr(part_of(named)));
  if (named->given.some) ysl_set_true(L, "some");
  if (named->given.single) ysl_set_true(L, "single");
  if (named->given.together) ysl_set_true(L, "together");
  if (named->takes == 1U << YS_BOOL) ysl_set_true(L, "switch");
  if (named->word == YS_RULE_FORMAT) push_formats(L);
}

/* core.named_rules() -> list of { name, alias, sentence, sample, family,
 * subject, stricter, test, exclusive, bytes, part, some, single, together,
 * switch, values }, which has them also by their names */
static int named_rules(lua_State *L) {
  const ys_named_rule *named;
  lua_newtable(L);
  for (size_t i = 0; (named = ys_rule_at(i)) != NULL; i++) {
    push_descriptor(L, named);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, (ysl_index)i + 1);
    lua_setfield(L, -2, named->name);
  }
  return 1;
}

/* core.violation_kinds() -> list of { kind, rule, group }, in which kinds may
 * stand several times. The rule is the name in reports; that of the kind "rule"
 * varies from record to record. */
static int violation_kinds(lua_State *L) {
  static const char *const groups[] = {"input", "schema", "data", "validation",
                                       "warning"};
  lua_createtable(L, YS_CODE_COUNT, 0);
  for (int i = 0; i < YS_CODE_COUNT; i++) {
    const ys_code code = (ys_code)i;
    lua_createtable(L, 0, 3);
    ysl_set_text(L, "kind", ys_cstr(ys_code_kind(code)));
    ysl_set_text(L, "rule", ys_message_rule_of(code));
    ysl_set_text(L, "group", ys_cstr(groups[ys_code_group(code)]));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* core.nearest(word, names [, any]) -> the name that a mistyped word may stand
 * for, or with `any` the nearest name, however far it is | nil */
static int nearest(lua_State *L) {
  ys_nearest near;
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 3);
  if (lua_toboolean(L, 3))
    ys_nearest_init_any(&near, ysl_check_str(L, 1));
  else
    ys_nearest_init(&near, ysl_check_str(L, 1));
  for (ysl_index i = 1, n = (ysl_index)lua_rawlen(L, 2); i <= n; i++) {
    lua_rawgeti(L, 2, i); /* stays in the list, so its text does, too */
    if (lua_type(L, -1) == LUA_TSTRING)
      ys_nearest_offer(&near, ysl_check_str(L, -1));
    lua_pop(L, 1);
  }
  ysl_push_text(L, near.best);
  return 1;
}

const luaL_Reg ysl_rule_functions[] = {
    {"rule_test", rule_test},     {"rule_phrase", rule_phrase},
    {"named_rules", named_rules}, {"violation_kinds", violation_kinds},
    {"nearest", nearest},         {NULL, NULL}};
