#pragma once

/* lua/report/refused.h - Methods about annotations that were taken for code
 * where none is allowed. */

#include "lua/base/compat.h"

/* owner:refused() -> list of their texts */
int ysl_report_refused(lua_State *L);

/* owner:misspelt(problems): problems with texts that are not code either, by
 * their numbers in the list of refused() */
int ysl_report_misspelt(lua_State *L);
