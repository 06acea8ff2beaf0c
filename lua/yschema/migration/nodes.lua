--- The outline of a document, in which nodes are found by their places, and changes are noted before they are made.
--
-- @module yschema.migration.nodes

local nodes = {}

local concat, ipairs, table, tostring, type = table.concat, ipairs, table, tostring, type

--- A node of an outline, and what becomes of it.
---@class yschema.MigratedNode : yschema.OutlineNode
---@field parent? yschema.MigratedNode
---@field next_line integer the line where the next node begins that is not below it, or the one behind the document
---@field name? string the key that it gets
---@field gone? boolean it leaves its place
---@field converted? boolean it has the value that a function of the schema gave
---@field added? yschema.MigratedNode[] what a map gets besides

---@class yschema.DocumentNodes
---@field root yschema.MigratedNode
---@field by_place table<string, yschema.MigratedNode|false> false: several nodes stand there, through aliases

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
---@param next_line integer the line behind the document
---@return yschema.DocumentNodes
function nodes.of(root, next_line)
  local index = {}
  prepare(index, root, nil, next_line)
  return { root = root, by_place = index }
end

--- Finds the entry of a map by the key that it has when all changes are made.
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

--- Lets a node have the value of another one.
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

--- Writes a node, with all changes, so that equal values of the same kinds have the same text, whatever the order of
-- their keys.
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
