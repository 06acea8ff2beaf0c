#pragma once

/* lua/schema/facts.h - core.facts(): the table of the facts that document a
 * field (core/export/facts.h). */

#include "lua/base/compat.h"

int ysl_facts(lua_State *L);
