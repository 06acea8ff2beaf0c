--- Types and equality of the values in JSON texts.
--
-- @module yschema.importing.reading.values

local core = require "yschema.core"
local library = require "yschema.importing.reading.library"

local values = {}

local is_array = library.is_array
local ipairs, next, pairs, setmetatable = ipairs, next, pairs, setmetatable
local table, tostring, type = table, tostring, type

--- Returns the type of a value in the words of JSON Schema; a whole number is an integer.
---@param value any
---@return string
function values.type_of(value)
  if value == core.null then return "null" end
  local kind = type(value)
  if kind == "boolean" or kind == "string" then return kind end
  if kind == "table" then return is_array(value) and "array" or "object" end
  return (kind ~= "number" or value % 1 == 0) and "integer" or "number"
end
local type_of = values.type_of

--- Returns whether two values are equal, at any depth.
---@param a any
---@param b any
---@return boolean
function values.equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    if type(a) == "cdata" or type(b) == "cdata" then return type(a) == type(b) and tostring(a) == tostring(b) end
    return a == b
  end
  if is_array(a) ~= is_array(b) or is_array(a) and #a ~= #b then return false end
  for key, value in next, a do
    if b[key] == nil or not values.equal(value, b[key]) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

--- Returns whether a value is equal to one in a list.
---@param list any[]
---@param value any
---@return boolean
function values.among(list, value)
  for _, item in ipairs(list) do
    if values.equal(item, value) then return true end
  end
  return false
end

--- Makes a function that returns whether a value is in a list, in constant time for scalars.
---@param list any[]
---@return fun(value: any): boolean
function values.index(list)
  local scalars, others = {}, {}
  for _, item in ipairs(list) do
    if type(item) == "table" or type(item) == "cdata" then others[#others + 1] = item
    elseif item == item then scalars[item] = true end
  end
  return function(value)
    if type(value) ~= "table" and type(value) ~= "cdata" then return scalars[value] == true end
    return values.among(others, value)
  end
end

local indexes = setmetatable({}, { __mode = "k" })

--- Returns the same as `among`, for a list that is asked about many values.
---@param list any[]
---@param value any
---@return boolean
function values.is_listed(list, value)
  indexes[list] = indexes[list] or values.index(list)
  return indexes[list](value)
end

--- Returns whether one of some types is that of a value.
---@param types? table<string, true> nil: all types
---@param value any
---@return boolean
function values.is_of(types, value)
  local kind = type_of(value)
  return types == nil or types[kind] == true or kind == "integer" and types.number == true
end

local type_words = { null = "null", boolean = "true or false", object = "a map", array = "an array",
  number = "a number", integer = "an integer", string = "a string" }

--- Writes types for messages.
---@param types table<string, true>
---@return string
function values.in_words(types)
  local words = {}
  for name in pairs(types) do
    if name ~= "integer" or not types.number then words[#words + 1] = type_words[name] end
  end
  table.sort(words)
  return table.concat(words, " or ")
end

--- Lists the types that a form allows, with `number` for all numbers.
---@param form yschema.Form
---@return table<string, true>
function values.types(form)
  local types = {}
  if form.never then return types end
  for _, name in ipairs { "null", "boolean", "object", "array", "string", "number", "integer" } do
    types[name] = form.types == nil or form.types[name] or nil
  end
  if types.number then types.integer = nil end
  if form.enum then
    local found = {}
    for _, value in ipairs(form.enum) do
      local kind = type_of(value)
      if types[kind] then found[kind] = true elseif kind == "integer" and types.number then found.number = true end
    end
    return found
  end
  return types
end

return values
