--- Collects the names in a document, under the paths that lead to them.
--
-- @module yschema.inference.naming.sets

local arrays = require "yschema.inference.naming.arrays"
local walking = require "yschema.inference.naming.walking"

local sets = {}

local MOST_SETS, MOST_AROUND = 200, 8 -- of a document or a map, and the maps around names

--- The names to which one path leads, from the root of a document or from a map.
---@class yschema.NameSet
---@field path string
---@field collection string the path of the array or the map
---@field key? string of the array or the map
---@field named? yschema.NamedArray nil for the keys of a map
---@field number integer the rank of the key among those of an item
---@field needs_words? boolean unless the keys have a word in common, these names are no evidence
---@field listed? yschema.Shape of a map whose keys the schema lists, although they may be data
---@field values table<string, boolean>
---@field count integer

--- The names in a document.
---@class yschema.NameSets
---@field private by_shape table<yschema.Shape, yschema.NamedArray>
---@field root table the sets with paths from the root
---@field of_map table<yschema.OutlineNode, table> those with paths from maps of which there may be many
local NameSets = {}
NameSets.__index = NameSets

-- Returns the set of a path, or nil where there are too many.
local function set_in(list, path, like, from)
  local set = list[path]
  if not set and #list < MOST_SETS then
    set = { path = path, collection = like.collection:sub(from), key = like.key, named = like.named,
      number = like.number, needs_words = like.needs_words, listed = like.listed, values = {}, count = 0 }
    list[path], list[#list + 1] = set, set
  end
  return set
end

-- Returns the sets to which the names at a place belong: of the document, and of the maps around.
function NameSets:at(at, path, like)
  like.collection, like.key = at.path, at.key
  local list, frame = { set_in(self.root, path, like, 1) }, at.frame
  for _ = 1, MOST_AROUND do
    if not frame then break end
    if frame.many then
      local own = self.of_map[frame.node] or {}
      self.of_map[frame.node] = own
      list[#list + 1] = set_in(own, path:sub(#frame.path + 1), like, #frame.path + 1)
    end
    frame = frame.above
  end
  return list
end

local function add_name(list, name)
  for _, set in ipairs(list) do
    if not set.values[name] then
      set.values[name], set.count = true, set.count + 1
    end
  end
end

-- Takes the names of items.
function NameSets:array(shape, node, at)
  local named = self.by_shape[shape]
  if not named or not at.path or at.beside then return end
  for i, key in ipairs(named.keys) do
    local list = self:at(at, walking.path_of(at.path .. "[]", key), { named = named, number = i })
    for _, item in ipairs(node) do add_name(list, arrays.child_of(item, key).value) end
  end
  if not named.plain then return end
  local list = self:at(at, at.path .. "[]", { named = named, number = 0, needs_words = true })
  for _, item in ipairs(node) do add_name(list, item.value) end
end

-- Whether the keys of a map, which the schema lists, may be data nevertheless: there are maps below them.
local function may_be_data(shape, node)
  for _, below in ipairs(node) do
    if below.kind ~= "map" and below.kind ~= "null" then return false end
  end
  return shape.fields ~= nil and #node > 1
end

-- Takes the keys of a map that are data.
function NameSets:map(shape, node, at)
  if not at.path or at.beside or at.path == "" or shape.below_sensitive or shape.sensitive then return end
  if not shape.placeholder and not may_be_data(shape, node) then return end
  local listed = not shape.placeholder and shape or nil
  local list = self:at(at, at.path .. "{}", { number = 0, needs_words = listed ~= nil, listed = listed })
  local fields = walking.fields_of(shape)
  for _, below in ipairs(node) do
    if below.key ~= "" and (not shape.placeholder or not fields[below.key]) then add_name(list, below.key) end
  end
end

--- Collects the names in a document.
---@param by_shape table<yschema.Shape, yschema.NamedArray>
---@param shape yschema.Shape
---@param document yschema.OutlineNode
---@return yschema.NameSets
function sets.of(by_shape, shape, document)
  local names = setmetatable({ by_shape = by_shape, root = {}, of_map = {} }, NameSets)
  walking.walk(names, shape, document)
  return names
end

return sets
