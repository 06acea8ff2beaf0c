#include "lua/schema/text_rules.h"

static void set_text(lua_State *L, const char *name, ys_str text) {
  if (text.len > 0) ysl_set_text(L, name, text);
}

void ysl_set_text_rules(lua_State *L, const ys_text_rules *rules) {
  if (rules == NULL) return;
  set_text(L, "variables", rules->any_text);
  set_text(L, "string_variables", rules->strings_text);
  set_text(L, "ends_with", rules->end);
}
