#pragma once

/* lua/schema/text_rules.h - Rules about texts, in outlines of schemas. */

#include "core/type/text_rules.h"
#include "lua/base/stack.h"

/* Sets the rules in the table at the top; NULL: there are none. */
void ysl_set_text_rules(lua_State *L, const ys_text_rules *rules);
