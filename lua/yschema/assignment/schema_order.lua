--- Finds the field of a value, and where the schema has a key among the other keys of its map.
--
-- @module yschema.assignment.schema_order

local schemas = require "yschema.pipeline.schemas"

local schema_order = {}

-- The fields of schemas, which are made once.
local roots = setmetatable({}, { __mode = "k" })

--- Returns the field of the whole value.
---@param schema yschema.CoreSchema
---@return table root of `schema:outline()`
function schema_order.root(schema)
  roots[schema] = roots[schema] or schemas.with_fields(schema).core:outline()
  return roots[schema]
end

-- Calls a function with each field that may describe a value: the field itself, and its alternatives.
local function each_field(field, visit, seen)
  seen = seen or {}
  if not field or seen[field] then return nil end
  seen[field] = true
  local found = visit(field)
  for _, alternative in ipairs(field.choice or {}) do
    found = found or each_field(alternative.field, visit, seen)
  end
  return found
end

local function named(field, key)
  return each_field(field, function(one)
    for _, below in ipairs(one.named or {}) do
      if below.key == key then return below end
    end
  end)
end

--- Returns the field of what is below a value.
---@param field? table of `schema:outline()`
---@param key? string nil: an item
---@return table? below nil when the schema does not describe it
function schema_order.below(field, key)
  if not key then return each_field(field, function(one) return one.item end) end
  local found = named(field, key)
  return found or each_field(field, function(one) return one.open and one.open[1] and one.open[1].field end)
end

--- Returns the field of a value.
---@param schema yschema.CoreSchema
---@param steps (string|integer)[] keys, and indexes of items
---@return table? field nil: it is below alternatives, or the schema has none
function schema_order.field(schema, steps)
  local field = schema_order.root(schema)
  for _, step in ipairs(steps) do
    field = field and schema_order.below(field, type(step) == "string" and step or nil)
  end
  return field
end

-- The keys of a description by their places, and how many of them a map has.
local function order_of(one, map)
  local places, present = {}, 0
  for i, below in ipairs(one.named or {}) do places[below.key] = i end
  for _, node in ipairs(map) do
    if not node.gone and places[node.key] then present = present + 1 end
  end
  return places, present
end

-- The keys by their places, of the description that has a key. Of several alternatives: of the one that has most of
-- the keys that the map has.
local function places_of(field, map, key)
  local best, most = nil, -1
  each_field(field, function(one)
    local places, present = order_of(one, map)
    if places[key] and present > most then best, most = places, present end
  end)
  return best
end

--- Finds where a new entry goes: after the last entry that the schema has before it.
---@param field? table of the map
---@param map yschema.EditedNode
---@param key string
---@return { before: yschema.EditedNode?, after: yschema.EditedNode? }? where nil: at the end
function schema_order.place(field, map, key)
  local places = places_of(field, map, key)
  if not places then return nil end
  local last, first
  for _, node in ipairs(map) do
    local place = not node.gone and places[node.key]
    if place and place < places[key] then last = node end
    if place and place > places[key] then first = first or node end
  end
  return last and { after = last } or first and { before = first } or nil
end

return schema_order
