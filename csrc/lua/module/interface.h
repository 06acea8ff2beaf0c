#pragma once

/*
 * lua/module/interface.h - core.interface: the number of what Lua can ask the
 * core for. The Lua files have the same number, and refuse a core that has
 * another one (lua/yschema/base/checked_core.lua). spec/raise_interface.lua
 * writes both.
 */

#define YSL_INTERFACE "ce3379e9"
