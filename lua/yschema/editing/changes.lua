--- The changes of a text: methods of `yschema.EditedText`. Each notes a change on nodes, which `commit` writes.
--
-- @module yschema.editing.changes

local plain_tables = require "yschema.base.plain_tables"
local lazily = require "yschema.base.lazily"
local proof = lazily "yschema.editing.proof"
local trees = require "yschema.editing.trees"
local values = lazily "yschema.editing.values"

---@class yschema.EditedText
local changes = {}

local function touch(self, node)
  if not node.made and not node.is_touched then
    node.is_touched = true
    self.touched[#self.touched + 1] = node
  end
end

-- Returns why a node cannot change, or nil.
local function obstacle(node)
  if node.made then return nil end
  if trees.is_in_several_places(node) then return "is in several places, through an anchor" end
  if node.key_alias then return "has an alias as its key" end
end

--- Notes why the changes cannot be written. `commit` returns the first reason.
---@param node yschema.EditedNode
---@param reason string
function changes:fail(node, reason)
  if self.reason then return end
  self.reason, self.reason_node = reason, node
end

--- Gives an entry another key.
---@param node yschema.EditedNode
---@param name string
---@return true? done
---@return string? reason
function changes:rename(node, name)
  local reason = obstacle(node)
  if reason then return nil, reason end
  if node.merge or not (node.key_first or node.made and node.key) then return nil, "has no key" end
  if node.key_anchor and node.document.aliases[node.key_anchor] then return nil, "has a key that an alias repeats" end
  node.name = name
  trees.note_key(node)
  touch(self, node)
  return true
end

-- Whether the entries of two collections can be changed one by one.
local function are_alike(node, value)
  if node.kind ~= value.kind or not trees.is_collection(node) or node.made or node.style == "pair" then return false end
  if not (node[1] and value[1]) or node.anchor or node.tag or trees.is_touched(node) then return false end
  return not plain_tables.any(node, function(below) return below.merge or below.key_alias end)
end

-- Identifies an entry by its key, and an item by its place.
local function key_of(node, i) return node.key and (node.key_kind or "") .. ":" .. node.key or i end

local function replace_entries(self, node, value)
  local wanted, known, previous = {}, {}, nil
  for i, below in ipairs(value) do wanted[key_of(below, i)] = below end
  for i, below in ipairs(node) do
    local key = key_of(below, i)
    known[key] = below
    local done, reason
    if not wanted[key] then done, reason = self:remove(below) else done, reason = self:replace(below, wanted[key]) end
    if not done then return nil, reason end
  end
  for i, below in ipairs(value) do
    local key = key_of(below, i)
    if not known[key] then
      local where = previous and { after = previous } or below.key and { before = node[1] } or nil
      known[key] = self:insert(node, below.key, below, where)
    end
    previous = known[key]
  end
  return true
end

--- Gives a node another value, in the style of the old one. Of maps and arrays, only what differs is written.
---@param node yschema.EditedNode
---@param value any `core.null`, a boolean, a number, a string, or a node with `kind`, `value` and `key`
---@param options? { loses_comments: boolean? } comments within the old value may go with it
---@return true? done
---@return string? reason
function changes:replace(node, value, options)
  local reason = obstacle(node)
  if reason then return nil, reason end
  local new = values.of(value)
  if proof.equal(node, new) then return true end
  if are_alike(trees.value(node), new) then return replace_entries(self, node, new) end
  if trees.is_repeated(node) then return nil, "has an anchor that is used elsewhere" end
  node.put, node.loses_comments = new, options and options.loses_comments
  new.parent = node.parent
  touch(self, node)
  return true
end

--- Removes an entry or item, with the comments above it and on its lines. A map without entries is left as `{}`.
---@param node yschema.EditedNode
---@param options? { keeps_comments: boolean? } those above it stay
---@return true? done
---@return string? reason
function changes:remove(node, options)
  local reason = obstacle(node)
  if reason then return nil, reason end
  local map = node.parent
  if not map then return nil, "is a document" end
  if map.style == "pair" then return nil, "is a pair in brackets" end
  if trees.is_repeated(node) then return nil, "has an anchor that is used elsewhere" end
  if node.gone then return true end
  node.gone, node.keeps_comments = true, options and options.keeps_comments
  map.left, map.less = (map.left or #map) - 1, true
  touch(self, map)
  return true
end

-- Returns the collection into which entries go at a node, or nil. A null, or an empty one, is replaced by a new one.
local function opened(self, node, kind)
  local value = trees.value(node)
  if value.made then
    if value.kind == kind then return value end
    if value.kind ~= "null" then return nil end
  elseif value.kind == kind then
    local is_more = value.last - value.content + 1 > 2 -- than its brackets
    local in_block = not value.parent or value.parent.style == "block"
    if value[1] or self.json or not in_block or is_more then return value end
  elseif value.kind ~= "null" then
    return nil
  end
  if trees.is_repeated(node) then return nil, "has an anchor that is used elsewhere" end
  node.put, node.loses_comments = { kind = kind, made = true, parent = node.parent, left = 0 }, true
  touch(self, node)
  return node.put
end

-- Adds an entry. After a scalar that has no final line break there can be no line, so it goes before that one.
local function link(self, map, added, where)
  local open = not (where and (where.before or where.after)) and map.style == "block" and self:open_scalar()
  if open and trees.is_in(open, map) and not map[#map].gone then where = { before = map[#map] } end
  local list = "appended"
  if where and (where.before or where.after) then
    local side = where.before and "before" or "after"
    map[side] = map[side] or {}
    local other = where.before or where.after
    map[side][other] = map[side][other] or {}
    if side == "after" then table.insert(map.after[other], 1, added) else table.insert(map.before[other], added) end
    list = nil
  end
  if list then
    map.appended = map.appended or {}
    table.insert(map.appended, added)
  end
  added.parent, map.left = map, (map.left or #map) + 1
  trees.note_key(added)
  touch(self, map)
  return added
end

--- Adds an entry to a map, or an item to an array. A null, or an empty map or array, becomes one that is not empty.
---@param map yschema.EditedNode
---@param key string? nil for an item
---@param value any as for `replace`
---@param where? { before: yschema.EditedNode?, after: yschema.EditedNode? } default: at the end
---@return yschema.EditedNode? added
---@return string? reason
function changes:insert(map, key, value, where)
  local reason = obstacle(map)
  if reason then return nil, reason end
  if not map.made and map.anchor and map.document.aliases[map.anchor] then
    return nil, "is in several places, through an anchor"
  end
  local target, why = opened(self, map, key and "map" or "array")
  if not target then return nil, why or (key and "is no map" or "is no array") end
  if target.style == "pair" then return nil, "is a pair in brackets" end
  local added = values.of(value)
  added.key, added.document = key, target.document
  return link(self, target, added, where)
end

--- Moves an entry to another map, with its comments and everything below it.
---@param node yschema.EditedNode
---@param map yschema.EditedNode
---@param name? string its new key
---@param where? { before: yschema.EditedNode?, after: yschema.EditedNode? }
---@return yschema.EditedNode? added its new place
---@return string? reason
function changes:move(node, map, name, where)
  local reason = obstacle(node) or obstacle(map)
  if reason then return nil, reason end
  if node.made or not node.key_first then return nil, "has no key" end
  if node.merge then return nil, "is a merge key" end
  if node.parent.style == "pair" then return nil, "is a pair in brackets" end
  local target, why = opened(self, map, "map")
  if not target then return nil, why or "moves to a place where there is no map" end
  if target.style == "pair" then return nil, "moves to a pair in brackets" end
  local new = name or trees.key(node)
  local added = { made = true, from = node, name = new ~= node.key and new or nil, document = node.document }
  node.gone, node.moved = true, added
  node.parent.left, node.parent.less = node.parent.left - 1, true
  touch(self, node.parent)
  touch(self, node)
  return link(self, target, added, where)
end

return changes
