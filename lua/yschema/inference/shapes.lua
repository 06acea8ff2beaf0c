--- Finds the shape of all nodes in one place of the examples: what a schema says about them.
--
-- @module yschema.inference.shapes

local comments = require "yschema.inference.comments"
local credentials = require "yschema.inference.credentials"
local data_keys = require "yschema.inference.data_keys"
local fields = require "yschema.inference.fields"
local openness = require "yschema.inference.openness"
local scalars = require "yschema.inference.scalars"
local variants = require "yschema.inference.variants"

local shapes = {}

--- The shape that a schema has for a place.
---@class yschema.Shape
---@field nullable? boolean
---@field types? string[] names for `@schema/type`
---@field inferred? boolean the type of the value is allowed, too
---@field value? string a default, as YAML; nil for maps and arrays with contents
---@field fields? yschema.ShapeField[] of a map
---@field loose? boolean each key of the map may be absent
---@field placeholder? yschema.Shape of a map: the value of any key, or any other key
---@field open? boolean the map may have keys that no example has
---@field item? yschema.Shape of an array
---@field by? string the key that selects alternatives
---@field alternatives? { value: string, shape: yschema.Shape }[]
---@field choices? { map: yschema.Shape, array: yschema.Shape, scalars: string[] } of a place with maps and arrays
---@field name? string the key of such a place
---@field format? string
---@field words? string[]
---@field identity? string the key that distinguishes the items of an array
---@field refers? string the path to the names of which the value is one
---@field sensitive? boolean
---@field desc? string
---@field like? yschema.Definition that describes this map and those of other places
---@field kinds? string of scalars
---@field maps? yschema.OutlineNode[] the maps with this shape
---@field many? boolean a key may select kinds of these maps
---@field below_sensitive? boolean the strings below are probably credentials, because of the keys above
---@field contents? yschema.MapContents

---@class yschema.ShapeField
---@field key string
---@field shape yschema.Shape
---@field optional? boolean
---@field required? boolean

--- The state of the walk over the examples.
---@class yschema.Inference
---@field required? boolean keys that are always given are required
---@field sensitive? boolean the strings in this place are probably credentials
---@field closed? boolean maps have the keys of the examples, and no others
---@field open? boolean every map may have other keys, too
---@field opened? boolean some map accepts other keys
---@field in_choice? boolean the place is below one with maps and arrays
---@field numbered? boolean the documents are so many that they say something of those to come
---@field data_maps? table<yschema.OutlineNode, boolean> maps whose keys are data, because values refer to them
---@field definitions? yschema.Definitions of maps in several places
---@field note fun(node: yschema.OutlineNode, text: string) reports that a type was widened

local shape_of

-- Whether most keys of a map are optional: one annotation of the map says so.
local function is_loose(list)
  local optional = 0
  for _, field in ipairs(list) do
    if field.optional then optional = optional + 1 end
  end
  return optional >= 3 and optional * 2 >= #list
end

-- The shape of the values under a key of maps.
local function field_shape(inference, maps, field)
  local above = inference.sensitive
  inference.sensitive = above or credentials.are_named_beside(field.key, maps)
    or credentials.are_of_kubernetes(field.key, field.nodes, maps)
  local shape = shape_of(inference, field.nodes, field.key)
  inference.sensitive = above
  return shape
end

-- Makes the fields of maps. `by` is a key that selects an alternative, with a fixed value. In a map that accepts other
-- keys, those that so many maps have are required: else a misspelt one is another key.
local function map_fields(inference, maps, list, by, open)
  local made, required = {}, inference.required or open and #maps >= openness.ENOUGH
  for i, field in ipairs(list) do
    local always = #field.nodes == #maps
    made[i] = {
      key = field.key,
      shape = field_shape(inference, maps, field),
      optional = not always,
      required = always and required and field.key ~= by,
    }
  end
  return made
end

-- Whether more keys than these are probable in maps.
local function is_open(inference, maps, list)
  if inference.closed or not (inference.open or inference.numbered) then return false end
  for _, field in ipairs(list) do
    if field.key == "_" then return false end -- a placeholder has this name
  end
  local open = inference.open or openness.is_likely(maps, list)
  inference.opened = inference.opened or open
  return open
end

-- The shape of maps with these named keys.
local function named_shape(inference, maps, list, by)
  if not list[1] then return { types = { "map" }, value = "{}" } end
  local open = is_open(inference, maps, list)
  local made = map_fields(inference, maps, list, by, open)
  return { fields = made, loose = is_loose(made), open = open }
end

local function placeholder_shape(inference, list)
  local nodes, above = {}, inference.sensitive
  for _, field in ipairs(list) do
    inference.sensitive = inference.sensitive or credentials.are_named(field.key)
    for _, node in ipairs(field.nodes) do nodes[#nodes + 1] = node end
  end
  local shape = shape_of(inference, nodes)
  inference.sensitive = above
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

-- With `many`, the maps are items of arrays or values of data keys, which may be of several kinds.
local function maps_shape(inference, maps, many, key)
  if fields.has_other_keys(maps) then
    inference.note(maps[1], "has keys that are not strings, which a schema cannot name: any map fits")
    return { types = { "map" }, value = "{}" }
  end
  local list = fields.of(maps)
  local found = many and variants.of(maps, list)
  if found then return alternatives_shape(inference, found) end
  if inference.closed then return named_shape(inference, maps, list) end
  local are_data = inference.data_maps and inference.data_maps[maps[1]]
  if are_data or data_keys.are(list, maps, key, inference.numbered) then
    return { placeholder = placeholder_shape(inference, list) }
  end
  local settings, data = data_keys.apart(list, #maps)
  local shape = named_shape(inference, maps, settings or list)
  if settings then
    shape.open, shape.placeholder = false, placeholder_shape(inference, data)
  end
  return shape
end

-- The shape of maps with a definition, whose shape comes from all of its maps.
local function defined_shape(inference, definition)
  if not definition.shape then
    definition.shape = {} -- for recursive definitions
    local above = inference.sensitive
    inference.sensitive = nil
    definition.shape = maps_shape(inference, definition.maps, definition.kinds)
    inference.sensitive = above
  end
  return { like = definition }
end

-- The shape of maps in one place.
local function place_shape(inference, by, many, key, in_array)
  local plain = not by.scalar[1] and not inference.sensitive
  local definition = plain and inference.definitions and inference.definitions:find(by.map, by.null[1] ~= nil)
  if definition then return defined_shape(inference, definition) end
  local shape = maps_shape(inference, by.map, many, not in_array and key or nil)
  shape.maps, shape.many, shape.below_sensitive = by.map, many, inference.sensitive
  return shape
end

local function arrays_shape(inference, arrays, key)
  local items, above = {}, inference.sensitive
  for _, array in ipairs(arrays) do
    inference.sensitive = inference.sensitive or credentials.are_flagged(array)
    for _, item in ipairs(array) do items[#items + 1] = item end
  end
  local shape = items[1] and { item = shape_of(inference, items, key, true) } or { types = { "array" }, value = "[]" }
  inference.sensitive = above
  return shape
end

-- Sorts nodes by their kinds.
local function sorted(nodes)
  local by = { map = {}, array = {}, scalar = {}, null = {} }
  for _, node in ipairs(nodes) do
    local list = by[node.kind] or by.scalar
    list[#list + 1] = node
  end
  return by
end

local function scalar_shape(inference, by, key)
  local shape = scalars.shape_of(by.scalar, key, inference.sensitive, inference.numbered)
  shape.kinds = table.concat(shape.types, ",")
  return shape
end

-- Whether a shape is that of maps or arrays with contents that a function can give.
local function has_contents(shape)
  if shape.like then return not (shape.like.shape and shape.like.shape.by) end
  return not shape.types and not shape.by and (shape.fields or shape.placeholder or shape.item) ~= nil
end

-- The shapes of the maps, the arrays and the scalars in one place, as alternatives; nil if one of them has no contents
-- that a function can give. Places below are not divided again: what is mixed on all levels has no end.
local function choices_of(inference, by, key)
  if inference.in_choice or inference.sensitive then return nil end
  inference.in_choice = true
  local found = {
    map = place_shape(inference, { map = by.map, scalar = {}, null = {} }, false, key),
    array = arrays_shape(inference, by.array, key),
    scalars = by.scalar[1] and scalar_shape(inference, by, key) or { types = {} },
  }
  inference.in_choice = nil
  if not has_contents(found.map) or not has_contents(found.array) or found.scalars.sensitive then return nil end
  found.scalars = found.scalars.types
  return found
end

-- The shape of nodes of which some are maps, some arrays and perhaps some scalars.
local function mixed_shape(inference, by, key)
  local choices = choices_of(inference, by, key)
  if choices then return { choices = choices, name = key } end
  local scalar = by.scalar[1] and scalar_shape(inference, by, key) or { types = {} }
  local types = scalar.types
  table.insert(types, 1, "map")
  table.insert(types, 2, "array")
  inference.note(by.map[1], "is a map here and an array elsewhere: both may have any contents")
  return { types = types, value = "{}", sensitive = inference.sensitive or scalar.sensitive }
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

-- Alternatives replace the type of a value, so they are not combined with types.
local function collection_shape(inference, by, key, many)
  if by.map[1] and by.array[1] then return mixed_shape(inference, by, key) end
  if by.array[1] then return add_scalars(inference, arrays_shape(inference, by.array, key), by, key) end
  local plain = not by.scalar[1] and not by.null[1]
  return add_scalars(inference, place_shape(inference, by, many and plain, key, many), by, key)
end

-- Finds the shape of nodes in one place. All strings below a key of credentials are sensitive.
function shape_of(inference, nodes, key, many)
  local by, above = sorted(nodes), inference.sensitive
  local shape
  inference.sensitive = above or credentials.are_named(key)
  if by.map[1] or by.array[1] then
    shape = collection_shape(inference, by, key, many)
  elseif by.scalar[1] then
    shape = scalar_shape(inference, by, key)
    if #shape.types == 1 then shape.types = nil end
  else
    shape = { types = { "any" }, value = "null" }
  end
  inference.sensitive = above
  shape.nullable = by.null[1] ~= nil and #by.null < #nodes
  if not many then shape.desc = comments.of_any(nodes, shape.sensitive or shape.below_sensitive) end
  return shape
end

--- Finds the shape of documents.
---@param inference yschema.Inference
---@param documents yschema.OutlineNode[] at least one
---@return yschema.Shape
function shapes.of(inference, documents) return shape_of(inference, documents, nil, #documents >= 4) end

return shapes
