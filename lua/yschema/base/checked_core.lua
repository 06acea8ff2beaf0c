--- The module `yschema.core`, on a Lua that can load it, and of the same version as these Lua files: an
-- older or newer core would fail anywhere, with errors that users cannot understand. All modules that
-- users load require this one first. It throws.
--
-- @module yschema.base.checked_core

if _VERSION ~= "Lua 5.4" and not rawget(_G, "jit") then
  error("yschema runs on Lua 5.4 and on LuaJIT; this is " .. _VERSION, 0)
end

local core = require "yschema.core"

-- The number of csrc/lua/module/interface.h. It is made of the names and the comments in csrc/lua, and
-- `lua5.4 spec/raise_interface.lua` writes it.
local interface = "68eba3a6"

if core.interface ~= interface then
  local file = package.searchpath and package.searchpath("yschema.core", package.cpath)
  error(("the compiled core%s belongs to another version of yschema (core %s, Lua %s): build or install it again")
    :format(file and " in " .. file or "", core.interface or "without a number", interface), 0)
end

return core
