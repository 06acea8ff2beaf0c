--- Finds arrays whose items have names: a key distinguishes them, or they are different strings.
--
-- @module yschema.inference.naming.arrays

local plain_tables = require "yschema.base.plain_tables"
local affinity = require "yschema.inference.naming.affinity"
local walking = require "yschema.inference.naming.walking"

local arrays = {}

local MOST_KEYS = 3 -- of an item

--- An array whose items have names, or are names.
---@class yschema.NamedArray
---@field shape yschema.Shape
---@field keys string[] that distinguish the items, the best first
---@field plain boolean the items are different strings
---@field items integer in all arrays
---@field most integer in one array
---@field shapes table<yschema.Shape, boolean> of the names

--- Collects arrays in a walk.
---@class yschema.ArrayFinder
---@field by_shape table<yschema.Shape, yschema.NamedArray>
---@field list yschema.NamedArray[]
local Finder = {}
Finder.__index = Finder

--- Returns whether a node can be a name.
---@param node? yschema.OutlineNode
---@return boolean
function arrays.is_name(node)
  return node ~= nil and node.kind == "string" and type(node.value) == "string" and node.value ~= ""
end

--- Returns the value of a key.
---@param map yschema.OutlineNode
---@param key string
---@return yschema.OutlineNode?
function arrays.child_of(map, key)
  return plain_tables.find(map, function(node) return node.key == key and not node.key_kind end)
end

-- The keys that may distinguish items: the first one, and those with usual names.
local function likely_keys(item)
  local keys = {}
  for i, node in ipairs(item) do
    local key = node.key
    if #keys < MOST_KEYS and not node.key_kind and key:find "^[%w_-]+$" and (i == 1 or affinity.is_general(key)) then
      table.insert(keys, arrays.is_identity(key) and 1 or #keys + 1, key)
    end
  end
  return keys
end

-- Whether all items have different names. Without a key, the items themselves are names.
local function are_different(array, key)
  local seen = {}
  for _, item in ipairs(array) do
    local name = item
    if key then name = item.kind == "map" and arrays.child_of(item, key) or nil end
    if not arrays.is_name(name) or seen[name.value] then return false end
    seen[name.value] = true
  end
  return true
end

function Finder:array(shape, node)
  local named = self.by_shape[shape]
  if not node[1] then return end
  if not named then
    named = { shape = shape, keys = node[1].kind == "map" and likely_keys(node[1]) or {},
      plain = node[1].kind == "string", items = 0, most = 0, shapes = {} }
    self.by_shape[shape], self.list[#self.list + 1] = named, named
  end
  for i = #named.keys, 1, -1 do
    if not are_different(node, named.keys[i]) then table.remove(named.keys, i) end
  end
  named.plain = named.plain and are_different(node)
  named.items = named.items + #node
  if #node > named.most then named.most = #node end
end

local function can_be_name(shape) return shape.kinds == "string" and not shape.sensitive and not shape.nullable end

-- Keeps the keys that every item has, with strings that may be shown.
local function settle(named)
  local item = named.shape.item
  for i = #named.keys, 1, -1 do
    local fields = walking.fields_below(item, named.keys[i])
    local fits = fields[1] ~= nil
    for _, field in ipairs(fields) do fits = fits and can_be_name(field.shape) and not field.optional end
    if not fits then table.remove(named.keys, i) end
    for _, field in ipairs(fits and fields or {}) do named.shapes[field.shape] = true end
  end
  named.plain = named.plain and can_be_name(item)
  if named.plain then named.shapes[item] = true end
end

--- Returns whether a key distinguishes items also where nothing refers to them.
---@param key? string
---@return boolean
function arrays.is_identity(key) return key == "name" or key == "id" or key == "key" end

--- Finds the arrays whose items have names in all documents.
---@param shape yschema.Shape of the documents
---@param documents yschema.OutlineNode[]
---@return yschema.NamedArray[]
function arrays.named(shape, documents)
  local finder = setmetatable({ by_shape = {}, list = {} }, Finder)
  for _, document in ipairs(documents) do walking.walk(finder, shape, document) end
  local list = {}
  for _, named in ipairs(finder.list) do
    settle(named)
    if named.keys[1] or named.plain then list[#list + 1] = named end
  end
  return list
end

return arrays
