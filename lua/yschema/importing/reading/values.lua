--- Types and equality of the values in JSON texts.
--
-- @module yschema.importing.reading.values

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local tables = require "yschema.importing.reading.tables"

local values = {}

local is_array = tables.is_array

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

-- Returns a text that is the same for equal values. Values that are not equal seldom have the same text.
local function digest(value)
  if type(value) == "number" then return value == 0 and "0" or string.format("%.17g", value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for key, item in next, value do parts[#parts + 1] = digest(key) .. ":" .. digest(item) end
  table.sort(parts)
  return "{" .. table.concat(parts, ",") .. "}"
end

-- Values, to find those that are equal to a given one.
local Set = {}
Set.__index = Set

--- Makes an empty set of values.
---@return table set
function values.set() return setmetatable({ scalars = {}, others = {} }, Set) end

--- Returns whether a value is equal to one in the set.
---@param value any
---@return boolean
function Set:has(value)
  if type(value) ~= "table" and type(value) ~= "cdata" then return self.scalars[value] == true end
  return plain_tables.any(self.others[digest(value)] or {}, function(item) return values.equal(item, value) end)
end

--- Adds a value.
---@param value any
function Set:add(value)
  if type(value) == "table" or type(value) == "cdata" then
    local key = digest(value)
    self.others[key] = self.others[key] or {}
    table.insert(self.others[key], value)
  elseif value == value then
    self.scalars[value] = true
  end
end

--- Makes a function that returns whether a value is in a list, without a look at the whole list.
---@param list any[]
---@return fun(value: any): boolean
function values.index(list)
  local set = values.set()
  for _, item in ipairs(list) do set:add(item) end
  return function(value) return set:has(value) end
end

local indexes = setmetatable({}, { __mode = "k" })

--- Returns whether a value is equal to one in a list that is asked about many values.
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

--- Returns whether the integers of a form are those that are written so, as in draft-04: `1.0` is none. Kubernetes
-- takes it for one, and so do the parts of documents that are not JSON Schemas.
---@param form yschema.Form
---@return boolean
function values.spells_integers(form)
  local place, types = form.place, form.types
  if not place or place.draft > 4 or place.text.is_part or not types then return false end
  return types.integer == true and not types.number
end

local all_types = { "null", "boolean", "object", "array", "string", "number", "integer" }

--- Lists the types that a form allows, with `number` for all numbers.
---@param form yschema.Form
---@return table<string, true>
function values.types(form)
  local types = {}
  if form.never then return types end
  if form.types then
    for name in next, form.types do types[name] = true end
  else
    for i = 1, #all_types do types[all_types[i]] = true end
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
