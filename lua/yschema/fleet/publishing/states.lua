--- Compares nodes with the pointer: which serve their targets, and which refuse them.
--
-- @module yschema.fleet.publishing.states

local pointer = require "yschema.fleet.pointer"

local states = {}

--- A node, compared with the pointer.
---@class yschema.NodeState
---@field name string
---@field status yschema.fleet.NodeStatus
---@field canary boolean it is one of the canaries
---@field wanted yschema.fleet.Target what it should serve
---@field answer "ack"|"nack"|"none" its verdict on this target
---@field current boolean it serves this target

local function answer_of(status, wanted)
  if status.bundle ~= wanted.bundle then return "none" end
  -- A target that it refused under a former serial is validated once more.
  if status.verdict == "nack" and status.serial ~= wanted.serial then return "none" end
  return status.verdict
end

--- Compares nodes with a pointer.
---@param given yschema.fleet.Pointer
---@param nodes yschema.FleetNode[]
---@return yschema.NodeState[]? states
---@return string? problem
function states.of(given, nodes)
  local list = {}
  for i, node in ipairs(nodes) do
    local wanted, is_canary = pointer.for_node(given, node.name)
    if not wanted then return nil, is_canary end
    local status = node.status
    local answer = answer_of(status, wanted)
    list[i] = {
      name = node.name, status = status, canary = is_canary, wanted = wanted, answer = answer,
      current = answer == "ack" and status.serving == wanted.bundle,
    }
  end
  return list
end

--- Says why nodes would refuse a serial; nil when they would not.
---@param nodes yschema.FleetNode[]
---@param serial integer
---@return string? problem
function states.reach_problem(nodes, serial)
  local lowest
  for _, node in ipairs(nodes) do
    local held = node.status.serving_serial
    if held and (not lowest or held < lowest) then lowest = held end
  end
  return pointer.jump_problem(serial, lowest or 0)
end

--- The states of nodes as long as nothing is published.
---@param nodes yschema.FleetNode[]
---@return yschema.NodeState[] states without `wanted`
function states.of_none(nodes)
  local list = {}
  for i, node in ipairs(nodes) do
    list[i] = { name = node.name, status = node.status, canary = false, answer = "none", current = false }
  end
  return list
end

-- The most important ones come first, because a large fleet has a long table.
local ranks = { "nack", "none", "ack" }

local function rank_of(state)
  if state.answer == "ack" and not state.current then return "none" end
  return state.answer
end

--- Puts nodes that refuse what they should serve first, then those that have not validated it, then the others. Those
-- of each kind stay in order.
---@param list yschema.NodeState[]
---@return yschema.NodeState[]
function states.in_order(list)
  local sorted = {}
  for _, rank in ipairs(ranks) do
    for _, state in ipairs(list) do
      if rank_of(state) == rank then sorted[#sorted + 1] = state end
    end
  end
  return sorted
end

--- The numbers of nodes that serve a bundle, refuse it, and have not answered.
---@class yschema.FleetTally
---@field all integer nodes that should serve it
---@field current integer of them that do
---@field refused yschema.NodeState[] of them that do not, and say why
---@field waiting string[] the names of those that have not said anything yet

--- Counts the nodes that should serve a bundle.
---@param list yschema.NodeState[]
---@param canaries_only? boolean
---@return yschema.FleetTally
function states.tally(list, canaries_only)
  local tally = { all = 0, current = 0, refused = {}, waiting = {} }
  for _, state in ipairs(list) do
    if state.canary or not canaries_only then
      tally.all = tally.all + 1
      if state.current then tally.current = tally.current + 1
      elseif state.answer == "nack" then tally.refused[#tally.refused + 1] = state
      else tally.waiting[#tally.waiting + 1] = state.name end
    end
  end
  return tally
end

return states
