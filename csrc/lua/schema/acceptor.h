#pragma once

/*
 * lua/schema/acceptor.h - core.acceptor(): JSON Schemas that say quickly that
 * they accept a text (core/jsonschema/accept.h).
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_acceptor_methods[], ysl_acceptor_functions[];
