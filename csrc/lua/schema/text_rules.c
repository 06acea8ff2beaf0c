#include "lua/schema/text_rules.h"

void ysl_set_text_rules(lua_State *L, const ys_text_rules *rules) {
  if (rules == NULL) return;
  ysl_set_given(L, "variables", rules->any_text);
  ysl_set_given(L, "string_variables", rules->strings_text);
  ysl_set_given(L, "ends_with", rules->end);
}
