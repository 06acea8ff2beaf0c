--- Finds nodes in the provenance of a run (`run:provenance()`), which is a tree like that of the result.
--
-- @module yschema.provenance.nodes

local nearest = require "yschema.base.suggestion".nearest
local paths = require "yschema.provenance.paths"

local nodes = {}

--- The events of one node.
---@class yschema.ProvenanceNode
---@field key? string of a map entry
---@field index? integer of an array item, from 0
---@field kind string the kind of its last value
---@field gone? boolean it is no longer in the result
---@field masked? boolean its values are masked
---@field events table[] its origins, the oldest first
---@field passed? table[] the rules that its value has passed
---@field refers? table[] the names to which its value refers
---@field below? yschema.ProvenanceNode[]

-- Whether a node is or was in the result. A default that was never used has no events.
local function is_known(node)
  return node.events[1] ~= nil
end

-- Finds the node that a step leads to. A node of the result is preferred to a removed one.
local function below(parent, step)
  local removed
  for _, node in ipairs(parent.below or {}) do
    local fits = node.key and node.key == step.key or not node.key and node.index == step.index
    if fits and not node.gone then return node, true end
    if fits then removed = removed or node end
  end
  return removed, false
end

--- Finds the node with a path.
---@param root yschema.ProvenanceNode
---@param steps yschema.Step[]
---@return yschema.ProvenanceNode? node nil when there is none
---@return string path of the last node that was found
---@return yschema.ProvenanceNode last the last node that was found
---@return yschema.Step? missing the first step that leads nowhere
---@return boolean? gone the node or one above it is no longer in the result
function nodes.find(root, steps)
  local node, path, gone = root, "", false
  for _, step in ipairs(steps) do
    local found, is_there = below(node, step)
    if not found or not is_known(found) then return nil, path, node, step end
    node, path, gone = found, paths.join(path, found), gone or not is_there
  end
  return node, path, node, nil, gone
end

--- Calls a function with each node below another one, and its path, in order.
---@param parent yschema.ProvenanceNode
---@param path string of the parent
---@param visit fun(node: yschema.ProvenanceNode, path: string, gone: boolean)
---@param gone? boolean the parent is no longer in the result
function nodes.each(parent, path, visit, gone)
  for _, node in ipairs(parent.below or {}) do
    if is_known(node) then
      local own = paths.join(path, node)
      visit(node, own, gone or node.gone or false)
      nodes.each(node, own, visit, gone or node.gone)
    end
  end
end

local most_listed = 5

-- The paths of all nodes in the result that have a key.
local function with_key(root, key)
  local found = {}
  nodes.each(root, "", function(node, path, gone)
    if node.key == key and not gone then found[#found + 1] = path end
  end)
  return found
end

local function limited(list)
  for i = #list, most_listed + 1, -1 do list[i] = nil end
  return list
end

-- The path of the item whose index is nearest to that of a missing item, with the steps that follow if they lead
-- somewhere. Indexes below 0 count from the end. nil: the missing step is no index.
local function nearest_item(path, last, missing, steps)
  local items, index = {}, missing.index or tonumber((missing.key or ""):match "^%-?%d+$")
  for _, node in ipairs(last.below or {}) do
    if is_known(node) and not node.gone and not node.key then items[#items + 1] = node end
  end
  if not index or not items[1] then return nil end
  local at = math.max(1, math.min(index < 0 and #items + 1 + index or index + 1, #items))
  local own, rest, is_after = paths.join(path, items[at]), {}, false
  for _, step in ipairs(steps) do
    if is_after then rest[#rest + 1] = step end
    is_after = is_after or step == missing
  end
  local found, below_it = nodes.find(items[at], rest)
  if not found or below_it == "" then return own end
  return own .. (below_it:find "^%[" and "" or ".") .. below_it
end

--- Lists paths that are similar to one that leads nowhere.
---@param root yschema.ProvenanceNode
---@param path string of the last node that was found
---@param last yschema.ProvenanceNode that node
---@param missing yschema.Step the first step that leads nowhere
---@param steps yschema.Step[] all steps
---@return string[] paths at most five
function nodes.near(root, path, last, missing, steps)
  local item = nearest_item(path, last, missing, steps)
  if item then return { item } end
  local names, all = {}, {}
  for _, node in ipairs(last.below or {}) do
    if is_known(node) and not node.gone then
      names[#names + 1] = node.key
      all[#all + 1] = paths.join(path, node)
    end
  end
  local name = missing.key and nearest(missing.key, names)
  if name then return { paths.join(path, { key = name }) } end
  local same = missing.key and with_key(root, steps[#steps].key) or {}
  return limited(same[1] and same or all)
end

return nodes
