--- Finds nodes among the trails of a run (`run:provenance()`).
--
-- @module yschema.provenance.nodes

local nearest = require "yschema.base.suggestion".nearest
local paths = require "yschema.provenance.paths"

local trails = {}

local ipairs, math, tonumber = ipairs, math, tonumber

--- What happened to one node.
---@class yschema.Trail
---@field key? string of a map entry
---@field index? integer of an array item, from 0
---@field kind string what its value is, at last
---@field gone? boolean it is in the result no more
---@field hidden? boolean it is sensitive
---@field events table[] the oldest first
---@field passed? table[] the rules that its value has passed
---@field below? yschema.Trail[]

--- Tells whether a node is or was in the result. A default that nobody asked for has no events.
local function is_known(trail)
  return trail.events[1] ~= nil
end

-- Finds the node below another one that a step leads to. One that is in the result goes before one that was removed.
local function below(trail, step)
  local removed
  for _, node in ipairs(trail.below or {}) do
    local fits = node.key and node.key == step.key or not node.key and node.index == step.index
    if fits and not node.gone then return node, true end
    if fits then removed = removed or node end
  end
  return removed, false
end

--- Finds the node with a path.
---@param root yschema.Trail
---@param steps yschema.Step[]
---@return yschema.Trail? node nil when there is none
---@return string path of the node, or of the last one on the way that is there
---@return yschema.Trail last the node, or the last one on the way
---@return yschema.Step? missing the step that leads nowhere
---@return boolean? gone the node or one above it is in the result no more
function trails.find(root, steps)
  local node, path, gone = root, "", false
  for _, step in ipairs(steps) do
    local found, is_there = below(node, step)
    if not found or not is_known(found) then return nil, path, node, step end
    node, path, gone = found, paths.join(path, found), gone or not is_there
  end
  return node, path, node, nil, gone
end

--- Calls a function with each node below another one, and its path, in order.
---@param trail yschema.Trail
---@param path string
---@param visit fun(node: yschema.Trail, path: string, gone: boolean)
---@param gone? boolean
function trails.each(trail, path, visit, gone)
  for _, node in ipairs(trail.below or {}) do
    if is_known(node) then
      local own = paths.join(path, node)
      visit(node, own, gone or node.gone or false)
      trails.each(node, own, visit, gone or node.gone)
    end
  end
end

local most_told = 5

-- The paths of all nodes in the result that have a key.
local function with_key(root, key)
  local found = {}
  trails.each(root, "", function(node, path, gone)
    if node.key == key and not gone then found[#found + 1] = path end
  end)
  return found
end

local function limited(list)
  for i = #list, most_told + 1, -1 do list[i] = nil end
  return list
end

-- The path of the item whose index is nearest to one that leads nowhere, with the steps behind it when they lead on.
-- Indexes below 0 count from the end. nil: no index is meant.
local function nearest_item(path, last, missing, steps)
  local items, index = {}, missing.index or tonumber((missing.key or ""):match "^%-?%d+$")
  for _, node in ipairs(last.below or {}) do
    if is_known(node) and not node.gone and not node.key then items[#items + 1] = node end
  end
  if not index or not items[1] then return nil end
  local at = math.max(1, math.min(index < 0 and #items + 1 + index or index + 1, #items))
  local own, rest, is_behind = paths.join(path, items[at]), {}, false
  for _, step in ipairs(steps) do
    if is_behind then rest[#rest + 1] = step end
    is_behind = is_behind or step == missing
  end
  local found, below_it = trails.find(items[at], rest)
  if not found or below_it == "" then return own end
  return own .. (below_it:find "^%[" and "" or ".") .. below_it
end

--- Lists the paths that may have been meant by one that leads nowhere.
---@param root yschema.Trail
---@param path string of the last node that is there
---@param last yschema.Trail that node
---@param missing yschema.Step the one that leads nowhere
---@param steps yschema.Step[] all of them
---@return string[] paths at most five
function trails.near(root, path, last, missing, steps)
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

return trails
