--- The types of CEL for the fields of a compiled schema.
--
-- @module yschema.expression.cel_types

local adapt = require "yschema.cel.adapt"
local types = require "yschema.cel.types"

local cel_types = {}

local next = next
local plain = types.plain
local dyn = plain.dyn

local scalars = { boolean = plain.bool, integer = plain.int, float = plain.double }

local type_of

-- Returns the field that describes all values of a map, if it has no other.
local function entries_of(field)
  if field.named[1] or field.open[2] then return nil end
  return field.open[1] and field.open[1].field or nil
end

local function object_of(field, known)
  local by_name, names = {}, {}
  for i, below in ipairs(field.named) do
    by_name[below.key], names[i] = below, below.key
  end
  return adapt.object(field.named, function(name)
    local below = by_name[name]
    return below and type_of(below, known)
  end, names, field.open[1] ~= nil)
end

-- Returns the kind of a field's values, or nil if there are several.
local function kind_of(field)
  local count = 0
  for kind in next, field.kinds do
    if kind ~= "null" and not (kind == "integer" and field.kind == "float") then count = count + 1 end
  end
  return count == 1 and field.kind or nil
end

-- Returns the type of texts, which may be read by their format.
local function text_of(field)
  for _, rule in ipairs(field.rules or {}) do
    local read = rule.name == "format" and not rule.when and adapt.of_format(rule.argument)
    if read then return read end
  end
  return plain.string
end

-- Values inside themselves, by arrays and maps alone, have no type that can be written: further inside they are dyn.
local function without_null(field, known)
  local kind = not field.choice and kind_of(field)
  if kind == "string" then return text_of(field) end
  if scalars[kind] then return scalars[kind] end
  known[field] = dyn
  if kind == "array" and field.item then return types.list(type_of(field.item, known)) end
  if kind ~= "map" or not field.named then return dyn end
  if field.named[1] then return object_of(field, known) end
  local entries = entries_of(field)
  return types.map(plain.string, entries and type_of(entries, known) or dyn)
end

-- Returns the type of a field, which is found once.
function type_of(field, known)
  local t = known[field]
  if t then return t end
  t = without_null(field, known)
  if field.nullable or field.kinds.null then t = types.nullable(t) end
  known[field] = t
  return t
end

--- Returns the type of the values of a field.
---@param field yschema.OutlineField
---@param known table<yschema.OutlineField, table> the types that were found before
---@return table
function cel_types.of(field, known) return type_of(field, known) end

--- Returns the same type without null.
---@param t table
---@return table
function cel_types.not_null(t) return t.name == "nullable" and t.of or t end

return cel_types
