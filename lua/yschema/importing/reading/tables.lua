--- The arrays and maps of JSON texts, as the core makes Lua tables of them.
--
-- @module yschema.importing.reading.tables

local core = require "yschema.core"
local ordered_keys = require "yschema.base.ordered_keys"

local tables = {}

local array_mt = core.array_mt
local getmetatable, next, type = getmetatable, next, type

--- Returns whether a value of a text is an array.
---@param value any
---@return boolean
function tables.is_array(value)
  if type(value) ~= "table" then return false end
  return getmetatable(value) == array_mt or value[1] ~= nil
end

--- Lists the keys of a map of a text in their order. The list must not be changed.
---@param map table
---@return string[]
function tables.keys(map)
  local mt, count = getmetatable(map), 0
  local keys = mt and mt.keys
  if keys then -- the core lists each key once
    for _ in next, map do count = count + 1 end
    for i = 1, count do
      if keys[i] == nil or map[keys[i]] == nil then return ordered_keys(map) end
    end
    if keys[count + 1] == nil then return keys end
  end
  return ordered_keys(map)
end

--- Returns whether a value of a text is a map.
---@param value any
---@return boolean
function tables.is_map(value)
  return type(value) == "table" and getmetatable(value) ~= array_mt and value[1] == nil
end

return tables
