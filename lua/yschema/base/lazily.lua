--- Modules that are loaded when they are used first: `lazily "yschema.x"` is like `require "yschema.x"`,
-- but that the module is loaded when one of its functions is asked for.
--
-- A command that does not need a module then starts without it. A function that was asked for once
-- costs nothing more.
--
-- @module yschema.base.lazily

local require, setmetatable = require, setmetatable

--- Returns a table that has the fields of a module, which is loaded with the first of them.
---@param name string
---@return table
return function(name)
  return setmetatable({}, { __index = function(fields, field)
    local value = require(name)[field]
    fields[field] = value
    return value
  end })
end
