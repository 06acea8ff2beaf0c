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

--- Finds the entry of a map by its key after all changes.
---@param map yschema.MigratedNode
---@param key string|integer
---@return yschema.MigratedNode?
function nodes.entry(map, key)
  if type(key) == "number" then return map.kind == "array" and map[key] or nil end
  if map.kind ~= "map" then return nil end
  for _, list in ipairs { map, map.added or {} } do
    for _, node in ipairs(list) do
      if not node.gone and (node.name or node.key) == key and not node.key_kind then return node end
    end
  end
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
