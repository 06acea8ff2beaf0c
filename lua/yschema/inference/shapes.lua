--- The shape of all nodes that stand in one place of the examples: what a schema has to say of them.
--
-- @module yschema.inference.shapes

local comments = require "yschema.inference.comments"
local credentials = require "yschema.inference.credentials"
local data_keys = require "yschema.inference.data_keys"
local fields = require "yschema.inference.fields"
local scalars = require "yschema.inference.scalars"
local variants = require "yschema.inference.variants"

local shapes = {}

local ipairs, table = ipairs, table

--- What a schema says of a node.
---@class yschema.Shape
---@field nullable? boolean
---@field types? string[] names for `@schema/type`
---@field inferred? boolean the type that the value shows is allowed, too
---@field value? string a default, as YAML; nil for maps and arrays with contents
---@field fields? yschema.ShapeField[] of a map
---@field loose? boolean each key of the map may be absent
---@field placeholder? yschema.Shape of a map: what stands under any key, or any other key
---@field item? yschema.Shape of an array
---@field by? string the key that tells alternatives apart
---@field alternatives? { value: string, shape: yschema.Shape }[]
---@field format? string
---@field words? string[]
---@field sensitive? boolean
---@field desc? string
---@field like? yschema.Definition what this map has in common with those of other places
---@field kinds? string of scalars
---@field maps? yschema.OutlineNode[] which the shape is of
---@field many? boolean kinds of these maps may be told apart
---@field secret? boolean the strings below are probably secrets
---@field contents? yschema.MapContents

---@class yschema.ShapeField
---@field key string
---@field shape yschema.Shape
---@field optional? boolean
---@field required? boolean

--- What the walk over the examples knows.
---@class yschema.Inference
---@field required? boolean keys that are always there are required
---@field secret? boolean the strings in this place are probably secrets
---@field replaces? boolean keys may be replaced, which has no effect where a schema does not name them
---@field definitions? yschema.Definitions of maps that stand in several places
---@field note fun(node: yschema.OutlineNode, text: string) tells where a type was widened

local shape_of

-- Most of the keys of a map may be absent: that is said once, for the map.
local function is_loose(list)
  local optional = 0
  for _, field in ipairs(list) do
    if field.optional then optional = optional + 1 end
  end
  return optional >= 3 and optional * 2 >= #list
end

-- The shape of what stands under a key of maps.
local function field_shape(inference, maps, field)
  local above = inference.secret
  inference.secret = above or credentials.are_named_beside(field.key, maps)
    or credentials.are_of_secrets(field.key, field.nodes, maps)
  local shape = shape_of(inference, field.nodes, field.key)
  inference.secret = above
  return shape
end

-- `by` is a key that selects an alternative. Its value is fixed.
local function map_fields(inference, maps, list, by)
  local made = {}
  for i, field in ipairs(list) do
    local always = #field.nodes == #maps
    made[i] = {
      key = field.key,
      shape = field_shape(inference, maps, field),
      optional = not always,
      required = always and inference.required and field.key ~= by,
    }
  end
  return made
end

-- The shape of maps that have these keys by name.
local function named_shape(inference, maps, list, by)
  if not list[1] then return { types = { "map" }, value = "{}" } end
  local made = map_fields(inference, maps, list, by)
  return { fields = made, loose = is_loose(made) }
end

local function placeholder_shape(inference, list)
  local nodes, above = {}, inference.secret
  for _, field in ipairs(list) do
    inference.secret = inference.secret or credentials.are_named(field.key)
    for _, node in ipairs(field.nodes) do nodes[#nodes + 1] = node end
  end
  local shape = shape_of(inference, nodes)
  inference.secret = above
  return shape
end

local function alternatives_shape(inference, found)
  local list = {}
  for i, group in ipairs(found.groups) do
    list[i] = {
      value = group.value,
      shape = named_shape(inference, group.maps, fields.of(group.maps), found.key),
    }
  end
  return { by = found.key, alternatives = list }
end

-- `many`: the maps are the items of arrays or stand below data, where kinds are looked for.
local function maps_shape(inference, maps, many)
  if fields.has_other_keys(maps) then
    inference.note(maps[1], "has keys that are no strings, which a schema cannot name: any map fits")
    return { types = { "map" }, value = "{}" }
  end
  local list = fields.of(maps)
  local found = many and variants.of(maps, list)
  if found then return alternatives_shape(inference, found) end
  if inference.replaces then return named_shape(inference, maps, list) end
  if data_keys.are(list, #maps) then return { placeholder = placeholder_shape(inference, list) } end
  local settings, data = data_keys.apart(list, #maps)
  local shape = named_shape(inference, maps, settings or list)
  if settings then shape.placeholder = placeholder_shape(inference, data) end
  return shape
end

-- The shape of maps whose definition says what they are. What it says comes from all of its maps.
local function defined_shape(inference, definition)
  if not definition.shape then
    definition.shape = {} -- what it has below may lead back here
    local above = inference.secret
    inference.secret = nil
    definition.shape = maps_shape(inference, definition.maps, definition.kinds)
    inference.secret = above
  end
  return { like = definition }
end

-- The shape of maps in one place.
local function place_shape(inference, by, many)
  local plain = not by.scalar[1] and not inference.secret
  local definition = plain and inference.definitions and inference.definitions:find(by.map, by.null[1] ~= nil)
  if definition then return defined_shape(inference, definition) end
  local shape = maps_shape(inference, by.map, many)
  shape.maps, shape.many, shape.secret = by.map, many, inference.secret
  return shape
end

local function arrays_shape(inference, arrays, key)
  local items, above = {}, inference.secret
  for _, array in ipairs(arrays) do
    inference.secret = inference.secret or credentials.are_flagged(array)
    for _, item in ipairs(array) do items[#items + 1] = item end
  end
  local shape = items[1] and { item = shape_of(inference, items, key, true) } or { types = { "array" }, value = "[]" }
  inference.secret = above
  return shape
end

-- Puts nodes into lists by what they are.
local function sorted(nodes)
  local by = { map = {}, array = {}, scalar = {}, null = {} }
  for _, node in ipairs(nodes) do
    local list = by[node.kind] or by.scalar
    list[#list + 1] = node
  end
  return by
end

local function scalar_shape(inference, by, key)
  local shape = scalars.shape_of(by.scalar, key, inference.secret)
  shape.kinds = table.concat(shape.types, ",")
  return shape
end

-- Nodes of which some are maps, some arrays and perhaps some scalars.
local function mixed_shape(inference, by, key)
  local scalar = by.scalar[1] and scalar_shape(inference, by, key) or { types = {} }
  local types = scalar.types
  table.insert(types, 1, "map")
  table.insert(types, 2, "array")
  inference.note(by.map[1], "is a map here and an array elsewhere: both may have any contents")
  return { types = types, value = "{}", sensitive = inference.secret or scalar.sensitive }
end

-- Adds the types of scalars to the shape of maps or arrays.
local function add_scalars(inference, shape, by, key)
  if not by.scalar[1] then return shape end
  local scalar = scalar_shape(inference, by, key)
  local types = scalar.types
  shape.sensitive = scalar.sensitive
  if shape.types then
    for _, name in ipairs(types) do shape.types[#shape.types + 1] = name end
  else
    shape.types, shape.inferred = types, true
  end
  return shape
end

-- Alternatives replace the type that a value shows, so no types go beside them.
local function collection_shape(inference, by, key, many)
  if by.map[1] and by.array[1] then return mixed_shape(inference, by, key) end
  if by.array[1] then return add_scalars(inference, arrays_shape(inference, by.array, key), by, key) end
  local plain = not by.scalar[1] and not by.null[1]
  return add_scalars(inference, place_shape(inference, by, many and plain), by, key)
end

-- Finds the shape of nodes that stand in one place. What is below a key of secrets is secret, too.
function shape_of(inference, nodes, key, many)
  local by, above = sorted(nodes), inference.secret
  local shape
  inference.secret = above or credentials.are_named(key)
  if by.map[1] or by.array[1] then
    shape = collection_shape(inference, by, key, many)
  elseif by.scalar[1] then
    shape = scalar_shape(inference, by, key)
    if #shape.types == 1 then shape.types = nil end
  else
    shape = { types = { "any" }, value = "null" }
  end
  inference.secret = above
  shape.nullable = by.null[1] ~= nil and #by.null < #nodes
  if not many then shape.desc = comments.of_any(nodes) end
  return shape
end

--- Finds the shape of documents.
---@param inference yschema.Inference
---@param documents yschema.OutlineNode[] at least one
---@return yschema.Shape
function shapes.of(inference, documents) return shape_of(inference, documents, nil, #documents >= 4) end

return shapes
