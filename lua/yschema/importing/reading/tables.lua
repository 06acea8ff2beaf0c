--- The arrays and maps of JSON texts, as the core makes Lua tables of them.
--
-- @module yschema.importing.reading.tables

local core = require "yschema.core"
local ordered_keys = require "yschema.base.ordered_keys"

local tables = {}

local array_mt = core.array_mt

--- Returns whether a value of a text is an array.
---@param value any
---@return boolean
function tables.is_array(value)
  if type(value) ~= "table" then return false end
  local mt = getmetatable(value)
  return mt == array_mt or mt == nil and value[1] ~= nil -- a map with the key 1 has a list of its keys
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
  return type(value) == "table" and not tables.is_array(value)
end

-- Writes the key of a map as a text.
local function text_of(key)
  return (string.gsub(core.encode(key, "json") or tostring(key), "%s+$", ""))
end

local function make_keys_texts(map)
  local mt, changed = getmetatable(map), {}
  for key in next, map do
    if type(key) ~= "string" then changed[#changed + 1] = key end
  end
  if changed[1] == nil then return end
  for _, key in ipairs(changed) do
    local text = text_of(key)
    if map[text] == nil then map[text] = map[key] end
    map[key] = nil
  end
  for i, key in ipairs(mt and mt.keys or {}) do
    if type(key) ~= "string" then mt.keys[i] = text_of(key) end
  end
end

--- Makes the keys of all maps of a YAML text strings, as they are in JSON. The maps are changed in place.
---@param value any
---@param seen? table<table, true>
---@return any value
function tables.with_text_keys(value, seen)
  if type(value) ~= "table" then return value end
  seen = seen or {}
  if seen[value] then return value end
  seen[value] = true
  if getmetatable(value) ~= array_mt then make_keys_texts(value) end
  for _, item in next, value do
    if type(item) == "table" then tables.with_text_keys(item, seen) end
  end
  return value
end

return tables
