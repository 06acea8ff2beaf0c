--- Walks through a document together with its shape.
--
-- @module yschema.inference.naming.walking

local walking = {}

-- Steps after which places have no path: the paths of recursive maps would become long.
local MOST_STEPS = 16

--- A place in a document.
---@class yschema.NamingPlace
---@field path? string to it, as `@schema/refers` has it
---@field steps integer
---@field key? string the nearest one above
---@field around? string the key of the collection with this key
---@field own? string the key of the value itself
---@field field? yschema.ShapeField
---@field frame? yschema.NamingFrame the map around it
---@field item_of? yschema.Shape of the array that it is an item of
---@field many? boolean the path leads to many values
---@field beside? boolean on the way, there are keys for settings beside keys that are data

--- A map around a place.
---@class yschema.NamingFrame
---@field node yschema.OutlineNode
---@field above? yschema.NamingFrame
---@field path? string
---@field many? boolean
---@field defined? boolean a definition describes it
---@field own? table<string, boolean> the names of what it describes
---@field named? yschema.NamedArray that it is an item of

--- Functions for the nodes of a document; each may be missing.
---@class yschema.NamingVisitor
---@field array? fun(self, shape: yschema.Shape, node: yschema.OutlineNode, at: yschema.NamingPlace)
---@field map? fun(self, shape: yschema.Shape, node: yschema.OutlineNode, at: yschema.NamingPlace,
-- frame: yschema.NamingFrame)
---@field scalar? fun(self, shape: yschema.Shape, node: yschema.OutlineNode, at: yschema.NamingPlace)

--- Returns the path to the value of a key.
---@param path string
---@param key string
---@return string
function walking.path_of(path, key)
  if not key:find "^[%w_-]+$" then return path .. '["' .. key:gsub('["\\]', "\\%0") .. '"]' end
  return path == "" and key or path .. "." .. key
end

local path_of = walking.path_of

--- Returns the fields of a map by their keys.
---@param shape yschema.Shape
---@return table<string, yschema.ShapeField>
function walking.fields_of(shape)
  local by_key = {}
  for _, field in ipairs(shape.fields or {}) do by_key[field.key] = field end
  return by_key
end

--- Returns the fields with a key in each of the alternatives of maps, or an empty list if one does not have it.
---@param shape yschema.Shape
---@param key string
---@return yschema.ShapeField[]
function walking.fields_below(shape, key)
  local list = {}
  if shape.like then shape = shape.like.shape end
  for _, alternative in ipairs(shape.alternatives or { { shape = shape } }) do
    local field = walking.fields_of(alternative.shape)[key]
    if not field or shape.by == key then return {} end
    list[#list + 1] = field
  end
  return list
end

local function alternative_of(shape, node)
  for _, below in ipairs(node) do
    if below.key == shape.by then
      for _, alternative in ipairs(shape.alternatives) do
        if alternative.value == below.value then return alternative.shape end
      end
    end
  end
end

local walk

-- The place of a value below a map.
local function place_below(at, frame, key)
  local place = { key = key, around = at.key, own = key, frame = frame, many = at.many, beside = at.beside,
    steps = at.steps + 1 }
  if at.path and place.steps <= MOST_STEPS and not key:find "%c" then place.path = path_of(at.path, key) end
  return place
end

local function place_of_any(at, frame, key, beside)
  local place = place_below(at, frame, key)
  place.key, place.around, place.many, place.beside = at.key, at.around, true, at.beside or beside
  place.path = place.path and (at.path == "" and "*" or at.path .. ".*")
  return place
end

local function walk_map(visitor, shape, node, at, defined)
  local frame = { node = node, above = at.frame, path = at.path, many = at.many, defined = defined }
  if visitor.map then visitor:map(shape, node, at, frame) end
  local by = shape.by
  if by then shape = alternative_of(shape, node) end
  local fields = visitor.fields[shape] or walking.fields_of(shape)
  visitor.fields[shape] = fields
  for _, below in ipairs(node) do
    local field = fields[below.key]
    if field and below.key ~= by then
      local place = place_below(at, frame, below.key)
      place.field = field
      walk(visitor, field.shape, below, place)
    elseif shape.placeholder and not field then
      walk(visitor, shape.placeholder, below, place_of_any(at, frame, below.key, shape.fields ~= nil))
    end
  end
end

local function walk_array(visitor, shape, node, at)
  if visitor.array then visitor:array(shape, node, at) end
  local place = { key = at.key, around = at.around, own = at.own, frame = at.frame, many = true, beside = at.beside,
    item_of = shape, steps = at.steps + 1 }
  place.path = at.path and place.steps <= MOST_STEPS and at.path .. "[]" or nil
  for _, item in ipairs(node) do walk(visitor, shape.item, item, place) end
end

function walk(visitor, shape, node, at)
  local defined = shape.like ~= nil
  if defined then shape = shape.like.shape end
  if node.kind == "map" then
    if shape.fields or shape.placeholder or shape.by then walk_map(visitor, shape, node, at, defined) end
  elseif node.kind == "array" then
    if shape.item then walk_array(visitor, shape, node, at) end
  elseif node.kind ~= "null" and visitor.scalar then
    visitor:scalar(shape, node, at)
  end
end

--- Visits the nodes of a document, except null.
---@param visitor yschema.NamingVisitor
---@param shape yschema.Shape
---@param document yschema.OutlineNode
function walking.walk(visitor, shape, document)
  visitor.fields = visitor.fields or {}
  walk(visitor, shape, document, { path = "", steps = 0 })
end

return walking
