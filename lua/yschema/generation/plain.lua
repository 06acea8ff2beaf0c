--- Writes documents: their keys in the order of the schema, and their numbers in the same way on Lua 5.4 and LuaJIT.
--
-- @module yschema.generation.plain

local encoded = require("yschema.base.writing").encoded
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local placing = require "yschema.values.placing"
local sorted_keys = require "yschema.base.plain_tables".sorted_keys

local plain = {}

local largest = 2 ^ 53

--- Returns a number as both runtimes write it: a whole one is an integer.
---@param number number
---@return number
function plain.number(number)
  if number % 1 == 0 and number > -largest and number < largest then return math.floor(number) end
  return number
end

-- Adds the named keys of a field that a map has.
local function add_named(keys, seen, field, map, depth)
  for _, child in ipairs(field.named or {}) do
    if map[child.key] ~= nil and not seen[child.key] then
      keys[#keys + 1], seen[child.key] = child.key, true
    end
  end
  for _, alternative in ipairs(depth < 8 and field.choice or {}) do
    add_named(keys, seen, alternative.field, map, depth + 1)
  end
end

-- Returns the keys of a map, those that the schema names first.
local function keys_of(field, map)
  local keys, seen = {}, {}
  if field then add_named(keys, seen, field, map, 0) end
  for _, key in ipairs(sorted_keys(map)) do
    if not seen[key] then keys[#keys + 1] = key end
  end
  return keys
end

--- Copies a document, with the keys of its maps in order.
---@param value any
---@param field? yschema.OutlineField
---@return any
function plain.copy(value, field)
  if type(value) == "number" then return plain.number(value) end
  if type(value) ~= "table" then return value end
  local copy = {}
  if not generator.is_map(value) then
    for i, item in ipairs(value) do copy[i] = plain.copy(item, field and facts.item(field)) end
    return generator.array(copy)
  end
  local keys = keys_of(field, value)
  for _, key in ipairs(keys) do
    copy[key] = plain.copy(value[key], field and placing.field_below(field, key))
  end
  return setmetatable(copy, { keys = keys })
end

local portable = { string = true, boolean = true, userdata = true }

-- Whether both runtimes have the same values for all parts of a document: large integers differ.
local function is_portable(value)
  if type(value) == "number" then return value > -largest and value < largest end
  if type(value) ~= "table" then return portable[type(value)] or false end
  for _, part in pairs(value) do
    if not is_portable(part) then return false end
  end
  return true
end

--- Returns a document as a line of JSON; nil: JSON has no such value, or not both runtimes have it.
---@param document any
---@return string?
function plain.json(document)
  if not is_portable(document) then return nil end
  return encoded(document, "json")
end

return plain
