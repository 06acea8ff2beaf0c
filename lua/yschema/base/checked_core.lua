--- The module `yschema.core`, on a Lua that can load it, and of the same version as these Lua files: an
-- older or newer core would fail anywhere, with errors that users cannot understand. All modules that
-- users load require this one first. It throws. On LuaJIT, it also teaches the core large integers.
--
-- @module yschema.base.checked_core

if _VERSION ~= "Lua 5.4" and not rawget(_G, "jit") then
  error("yschema runs on Lua 5.4 and on LuaJIT; this is " .. _VERSION, 0)
end

local core = require "yschema.core"

local tonumber, tostring = tonumber, tostring

-- The number of csrc/lua/module/interface.h. It is made of the names and the comments in csrc/lua, and
-- `lua5.4 spec/raise_interface.lua` writes it.
local interface = "ce3379e9"

if core.interface ~= interface then
  local file = package.searchpath and package.searchpath("yschema.core", package.cpath)
  error(("the compiled core%s belongs to another version of yschema (core %s, Lua %s): build or install it again")
    :format(file and " in " .. file or "", core.interface or "without a number", interface), 0)
end

-- On LuaJIT, integers that a number cannot hold become int64_t or uint64_t, the types that its users
-- know. The core does not know these types; here it gets the functions that make and print them.
local function install_integers()
  local ffi = require "ffi"
  local signed, unsigned = ffi.typeof "int64_t", ffi.typeof "uint64_t"
  local largest = unsigned(2 ^ 62) * 2 - 1

  function core.hooks.big_integer(text)
    local sign, digits = text:match "^(-?)(%d+)$"
    local value = unsigned(0)
    for digit in digits:gmatch "%d" do value = value * 10 + tonumber(digit) end
    if sign == "-" then return -signed(value) end
    return value <= largest and signed(value) or value
  end

  function core.hooks.integer_text(value)
    if not ffi.istype(signed, value) and not ffi.istype(unsigned, value) then return nil end
    return (tostring(value):gsub("U?LL$", ""))
  end
end

if _VERSION == "Lua 5.1" then install_integers() end

return core
