--- The module `overlay`: matchers for `@overlay/match by=` (ytt's overlay module).
--
-- A matcher is { name, arguments... } with a metatable of its own; the core carries out the match.
--
-- @module yschema.modules.general.overlay

local core = require "yschema.core"
local calls = require "yschema.starlark.calls"
local raise = require "yschema.starlark.values".raise

local fields = {}

local function matcher(name, ...)
  return setmetatable({ name, ... }, core.matcher_mt)
end

fields.all = matcher "all"

for _, row in ipairs { { "index", "i" }, { "map_key", "name" }, { "subset", "expected" },
  { "not_op", "matcher" } } do
  local name, parameter = row[1], row[2]
  calls.define(fields, name, parameter, 1, function(x)
    if x == nil then raise("overlay." .. name .. ": missing argument") end
    return matcher(name, x)
  end)
  calls.keeps_arguments(fields[name], 1)
end

for _, name in ipairs { "and_op", "or_op" } do
  calls.define(fields, name, "*", 0, function(...) return matcher(name, ...) end)
  calls.keeps_arguments(fields[name], 1)
end

calls.define(fields, "apply", "*", 0, function()
  raise("overlay.apply: not supported in code: give the overlay as a schema document of its own,"
    .. " or as data values")
end)

return { fields = fields }
