#pragma once

/* lua/run/ledger.h - core.ledger(): compares the names and mentions of many
 * documents (core/crossref/ledger.h). */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_ledger_methods[], ysl_ledger_functions[];

int ysl_ledger_collect(lua_State *L);

/* run:record_references(ledger, source, line): records the violations of the
 * document that ledger:next() gave last, which begins on a line of the source
 * and has the schema of the run. Nothing sensitive of it will be shown. */
int ysl_record_references(lua_State *L);
