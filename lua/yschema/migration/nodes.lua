--- Prepares the outline of a document: nodes are found by their places, and changes are noted before they are made.
--
-- @module yschema.migration.nodes

local paths = require "yschema.provenance.paths"

local nodes = {}

local concat, ipairs, table, tostring, type = table.concat, ipairs, table, tostring, type

--- A node of an outline, and its changes.
---@class yschema.MigratedNode : yschema.OutlineNode
---@field parent? yschema.MigratedNode
---@field next_line integer the line of the next node that is not below it, or the line after the document
---@field name? string its new key
---@field gone? boolean it is removed from its place
---@field converted? boolean a function of the schema gave its value
---@field added? yschema.MigratedNode[] new entries of a map
---@field entries? yschema.EntryIndex of a map
---@field has_brackets? boolean its value is in brackets, or may be
---@field is_aligned? boolean all entries of the map begin in one column
---@field last_node? yschema.MigratedNode of the root: the one that begins last
---@field left? integer the index of an entry of the map that is probably not gone

--- Finds entries by their keys. An entry that got a new name has several keys.
---@class yschema.EntryIndex
---@field by_key table<string, yschema.MigratedNode[]>
---@field places table<yschema.MigratedNode, integer> the order of the entries
---@field count integer

---@class yschema.DocumentNodes
---@field root yschema.MigratedNode
---@field by_place table<string, yschema.MigratedNode|false> false: several nodes are there, through aliases

local function prepare(index, node, parent, next_line)
  node.parent, node.next_line = parent, next_line
  if parent then
    local place = node.line .. ":" .. node.column
    index[place] = index[place] == nil and node or false
  end
  for i, below in ipairs(node) do
    local following = node[i + 1]
    prepare(index, below, node, following and following.line or next_line)
  end
end

--- Prepares the outline of a document.
---@param root yschema.OutlineNode
---@param next_line integer the line after the document
---@return yschema.DocumentNodes
function nodes.of(root, next_line)
  local index = {}
  prepare(index, root, nil, next_line)
  return { root = root, by_place = index }
end

local function add_key(index, node)
  local key = node.name or node.key
  index.by_key[key] = index.by_key[key] or {}
  table.insert(index.by_key[key], node)
end

local function add_entry(index, node)
  index.count = index.count + 1
  index.places[node] = index.places[node] or index.count
  add_key(index, node)
end

local function index_of(map)
  local index = { by_key = {}, places = {}, count = 0 }
  for _, node in ipairs(map) do add_entry(index, node) end
  for _, node in ipairs(map.added or {}) do add_entry(index, node) end
  return index
end

--- Finds the entry of a map by its key after all changes: the first one, if there are several.
---@param map yschema.MigratedNode
---@param key string|integer
---@return yschema.MigratedNode?
function nodes.entry(map, key)
  if type(key) == "number" then return map.kind == "array" and map[key] or nil end
  if map.kind ~= "map" then return nil end
  map.entries = map.entries or index_of(map)
  local places, found = map.entries.places, nil
  for _, node in ipairs(map.entries.by_key[key] or {}) do
    local has_key = not node.gone and (node.name or node.key) == key and not node.key_kind
    if has_key and (not found or places[node] < places[found]) then found = node end
  end
  return found
end

--- Gives an entry a new name.
---@param node yschema.MigratedNode
---@param name string
function nodes.rename(node, name)
  node.name = name
  local index = node.parent and node.parent.entries
  if index then add_key(index, node) end
end

--- Adds an entry to a map.
---@param map yschema.MigratedNode
---@param node yschema.MigratedNode
function nodes.add(map, node)
  map.added = map.added or {}
  table.insert(map.added, node)
  if map.entries then add_entry(map.entries, node) end
end

--- Returns whether a map has no entries after all changes.
---@param map yschema.MigratedNode
---@return boolean
function nodes.is_emptied(map)
  local count, from = #map, map.left or 1
  for i = 0, count - 1 do
    local at = (from + i - 1) % count + 1
    if not map[at].gone then
      map.left = at
      return false
    end
  end
  return not (map.added and map.added[1])
end

--- Splits a path of a report, such as `tls["tls.crt"].name` and `hosts[0]` (reference#paths).
---@param path string
---@return (string|integer)[] steps keys, and indexes from 1
function nodes.steps(path)
  local steps = {}
  for i, step in ipairs(paths.read(path) or {}) do steps[i] = step.key or step.index + 1 end
  return steps
end

--- Follows a path.
---@param root yschema.MigratedNode
---@param steps (string|integer)[]
---@return yschema.MigratedNode? node
function nodes.at(root, steps)
  local node = root
  for _, step in ipairs(steps) do
    node = node and nodes.entry(node, step)
  end
  return node
end

--- Gives a node the value of another one.
---@param node yschema.MigratedNode
---@param other yschema.OutlineNode
function nodes.become(node, other)
  node.kind, node.value, node.added, node.converted = other.kind, other.value, nil, true
  node.entries, node.left = nil, nil
  for i = 1, #node > #other and #node or #other do node[i] = other[i] end
end

local function scalar_text(node)
  local value = node.value
  if type(value) == "string" then return "string " .. #value .. ":" .. value end
  if node.kind == "float" then return ("float %.17g"):format(value) end
  return node.kind .. " " .. tostring(value)
end

--- Writes a node with all changes. Equal values of the same kinds have the same text, in whatever order their keys are.
---@param node yschema.MigratedNode
---@return string
function nodes.canonical(node)
  if node.kind ~= "map" and node.kind ~= "array" then return scalar_text(node) end
  local parts = {}
  for _, list in ipairs { node, node.added or {} } do
    for _, below in ipairs(list) do
      if list ~= node or not below.gone then
        local key = below.name or below.key
        key = key and (below.key_kind or "") .. #key .. ":" .. key .. "=" or ""
        parts[#parts + 1] = key .. nodes.canonical(below)
      end
    end
  end
  if node.kind == "map" then table.sort(parts) end
  return node.kind .. "{" .. concat(parts, ",") .. "}"
end

return nodes
