--- The nodes of a text that is edited: how they are found, and how changes are noted on them until they are written.
--
-- @module yschema.editing.trees

local plain_tables = require "yschema.base.plain_tables"
local paths = require "yschema.provenance.paths"

local trees = {}

--- A node as it is written. The numbers are those of bytes, from 1; `csrc/lua/README.md` describes the fields that the
-- core gives. A node that was added has no numbers, and `made`.
---@class yschema.EditedNode
---@field [integer] yschema.EditedNode the entries or items
---@field kind string as in reports: "string", "map"; or "alias"
---@field value? any of a scalar for which Lua has a value
---@field written? string of an added scalar: how it is written, which its value does not say
---@field key? string
---@field key_kind? string when the key is no string
---@field style string "plain", "single", "double", "literal", "folded", "block", "flow", "pair" or "alias"
---@field line integer as in reports
---@field column integer
---@field parent? yschema.EditedNode
---@field index? integer its place in the parent
---@field document yschema.EditedDocument
---@field anchor? string
---@field tag? string
---@field alias? string
---@field merge? boolean the entry is a `<<`
---@field first integer
---@field content integer after the anchor and the tag
---@field last integer
---@field key_first? integer
---@field key_content? integer
---@field key_last? integer
---@field colon? integer
---@field indicator? integer the dash of an item, or the `?` of a key
---@field made? boolean it was added
---@field from? yschema.EditedNode of an added node: it was moved here from there
---@field name? string its new key
---@field put? yschema.EditedNode its new value
---@field gone? boolean it is removed from its place
---@field moved? yschema.EditedNode where it was moved to
---@field keeps_comments? boolean when it is removed, the comments above it stay
---@field before? table<yschema.EditedNode, yschema.EditedNode[]> what was added before an entry
---@field after? table<yschema.EditedNode, yschema.EditedNode[]>
---@field appended? yschema.EditedNode[]
---@field new_keys? table<string, yschema.EditedNode> entries that were added or got a new name
---@field less? boolean entries were removed
---@field left? integer how many entries are there after all changes

---@class yschema.EditedDocument
---@field root yschema.EditedNode
---@field first integer
---@field body integer after the `---`
---@field last integer
---@field marked? boolean it has a `---`
---@field aliases table<string, integer> how often each anchor is used
---@field number integer

local function prepare(node, parent, index, document)
  node.parent, node.index, node.document, node.left = parent, index, document, #node
  if node.alias then document.aliases[node.alias] = (document.aliases[node.alias] or 0) + 1 end
  for i, below in ipairs(node) do prepare(below, node, i, document) end
end

--- Prepares the layout of a text.
---@param layouts yschema.EditedDocument[]
---@return yschema.EditedDocument[]
function trees.of(layouts)
  for i, document in ipairs(layouts) do
    document.aliases, document.number = {}, i
    prepare(document.root, nil, nil, document)
  end
  return layouts
end

--- Returns whether a node is a map or an array.
---@param node yschema.EditedNode
---@return boolean
function trees.is_collection(node) return node.kind == "map" or node.kind == "array" end

-- ---- the order after all changes ----------------------------------------------------

local function add_with_neighbours(node, map, out)
  for _, added in ipairs(map.before and map.before[node] or {}) do add_with_neighbours(added, map, out) end
  out[#out + 1] = node
  for _, added in ipairs(map.after and map.after[node] or {}) do add_with_neighbours(added, map, out) end
end

--- Lists the entries of a collection with those that were added, in their new order, and with those that are gone.
---@param map yschema.EditedNode
---@return yschema.EditedNode[]
function trees.sequence(map)
  local out = {}
  for _, node in ipairs(map) do add_with_neighbours(node, map, out) end
  for _, node in ipairs(map.appended or {}) do add_with_neighbours(node, map, out) end
  return out
end

--- Returns whether entries of a collection were added or removed.
---@param map yschema.EditedNode
---@return boolean
function trees.is_touched(map) return (map.before or map.after or map.appended or map.less) ~= nil end

--- Returns the value of a node after all changes.
---@param node yschema.EditedNode
---@return yschema.EditedNode
function trees.value(node)
  if node.put then return node.put end
  if node.from then return trees.value(node.from) end
  return node
end

--- Returns the key of a node after all changes.
---@param node yschema.EditedNode
---@return string?
---@return string? kind when it is no string
function trees.key(node)
  if node.name then return node.name end
  if node.from then return trees.key(node.from) end
  return node.key, node.key_kind
end

-- ---- finding nodes ------------------------------------------------------------------

--- Notes the key of an entry that was added or got a new name.
---@param node yschema.EditedNode
function trees.note_key(node)
  local map, key = node.parent, trees.key(node)
  map.new_keys = map.new_keys or {}
  if key then map.new_keys[key] = node end
end

local function entry(map, key)
  local index = map.by_key
  if not index then
    index = {}
    for _, node in ipairs(map) do
      if node.key then index[node.key] = index[node.key] or node end
    end
    map.by_key = index
  end
  for _, node in ipairs { index[key] or false, map.new_keys and map.new_keys[key] or false } do
    if node and not node.gone and trees.key(node) == key then return node end
  end
end

local function item(array, index)
  if not trees.is_touched(array) then return array[index + 1] end
  local at = -1
  for _, node in ipairs(trees.sequence(array)) do
    if not node.gone then at = at + 1 end
    if at == index and not node.gone then return node end
  end
end

local function has_merge(map) return plain_tables.any(map, function(node) return node.merge end) end

--- Finds what one step of a path leads to, after all changes.
---@param node yschema.EditedNode
---@param step string|integer a key, or the index of an item, from 0
---@return yschema.EditedNode? below
---@return string? problem when it is there, but comes from elsewhere
function trees.below(node, step)
  node = trees.value(node)
  if node.kind == "alias" then return nil, "comes from an alias" end
  if node.kind == "array" and type(step) == "number" then return item(node, step) end
  if node.kind ~= "map" or type(step) ~= "string" then return nil end
  local found = entry(node, step)
  if not found and has_merge(node) then return nil, "may come from a merge key" end
  return found
end

--- Turns a path of a report into steps.
---@param path string|(string|integer)[]
---@return (string|integer)[]? steps keys, and indexes from 0
---@return string? problem
function trees.steps(path)
  if type(path) == "table" then return path end
  local read, problem = paths.read(path)
  if not read then return nil, problem end
  return plain_tables.mapped(read, function(step) return step.key or step.index end)
end

-- ---- anchors ------------------------------------------------------------------------

-- Whether a node, or one below it, has an anchor that is used outside of it.
local function uses_in(node, uses)
  if node.alias then uses[node.alias] = (uses[node.alias] or 0) + 1 end
  for _, below in ipairs(node) do uses_in(below, uses) end
  return uses
end

local function shared_anchor(node, document, uses)
  if node.anchor and (document.aliases[node.anchor] or 0) > (uses[node.anchor] or 0) then return true end
  if node.key_anchor and document.aliases[node.key_anchor] then return true end
  return plain_tables.any(node, function(below) return shared_anchor(below, document, uses) end)
end

--- Returns whether the value of a node has a part that an alias elsewhere repeats.
---@param node yschema.EditedNode
---@return boolean
function trees.is_repeated(node)
  if node.made or next(node.document.aliases) == nil then return false end
  return shared_anchor(node, node.document, uses_in(node, {}))
end

--- Returns whether a node is another one, or below it.
---@param node? yschema.EditedNode
---@param other yschema.EditedNode
---@return boolean
function trees.is_in(node, other)
  while node and node ~= other do node = node.parent end
  return node ~= nil
end

--- Returns whether a node is below a value that an alias repeats.
---@param node yschema.EditedNode
---@return boolean
function trees.is_in_several_places(node)
  if node.made then return false end
  local above = node.parent
  while above do
    if above.anchor and node.document.aliases[above.anchor] then return true end
    above = above.parent
  end
  return false
end

return trees
