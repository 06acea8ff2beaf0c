--- Waits until nodes have answered to what was published.
--
-- @module yschema.fleet.publishing.node_answers

local pointer = require "yschema.fleet.pointer"
local states = require "yschema.fleet.publishing.states"

local node_answers = {}

--- How to wait.
---@class yschema.Patience
---@field seconds number at most so long
---@field now fun(): number seconds, with fractions
---@field pause fun(seconds: number)
---@field interrupted fun(): boolean whether the user has interrupted the command
---@field report fun(line: string) is called with the progress

--- The result of waiting.
---@class yschema.WaitingResult
---@field outcome "all"|"refused"|"moved"|"late"|"interrupted"|"gone"|"no_node"|"foreign" all: each node serves it;
--- moved: the pointer is another one by now; gone: a canary has gone that had not accepted it; no_node: none is alive
---@field node? string for "gone"
---@field tally? yschema.FleetTally
---@field pointer? yschema.fleet.Pointer for "moved": the other one, unless there is none
---@field problem? any why the store could not be asked last, for "late"; or what is foreign

-- Nodes are watched in slices: so an interruption is noticed, and the pointer is looked at.
local slice = 0.25
local between_looks = 1

-- Seconds for which changes are gathered.
local burst = 0.2

-- Reads the nodes, and begins to watch them. Returns nil when the store does not answer.
local function begin(self)
  if self.watch then self.watch:close() end
  self.watch = nil
  local look, problem = self.store:nodes()
  if look then self.watch, problem = self.store.etcd:watch(self.store.keys.nodes,
    { prefix = true, from = look.revision + 1 }) end
  if look and self.watch then
    if self.problem then self.patience.report "the store answers again\n" end
    self.problem, self.look = nil, look
    return true
  end
  if not self.problem then self.patience.report(("%s: trying again\n"):format(tostring(problem))) end
  self.problem = problem
end

-- Reports which nodes have gone since the last look. Returns a canary among them that had not accepted its target: it
-- may have gone because of that.
local function report_gone(self)
  local there, was_there = {}, self.names or {}
  for _, node in ipairs(self.look.nodes) do there[node.name] = true end
  local lost
  for _, name in ipairs(was_there) do
    local gone = not there[name]
    local tried = gone and self.canaries_only and select(2, pointer.for_node(self.pointer, name)) == true
    if tried and not self.accepted[name] then
      lost = lost or name
    elseif gone then
      self.patience.report(("node %s has gone, and is not waited for any more\n"):format(name))
    end
  end
  self.names = {}
  for i, node in ipairs(self.look.nodes) do self.names[i] = node.name end
  return lost
end

-- Looks whether the pointer still is the one that the nodes are expected to follow.
local function moved(self)
  local now = self.patience.now()
  if self.looked and now - self.looked < between_looks then return nil end
  local stored, problem = self.store:pointer()
  if not stored then return problem.kind == "foreign" and { outcome = "foreign", problem = problem } or nil end
  self.looked = now
  if stored.mod_revision == self.mod_revision then return nil end
  return { outcome = "moved", pointer = stored.pointer }
end

local function report_progress(self, tally)
  local now, key = self.patience.now(), ("%d of %d"):format(tally.current, tally.all)
  local is_early = self.reported_at and now - self.reported_at < 1 and tally.current < tally.all
  if key == self.reported or is_early then return end
  self.reported, self.reported_at = key, now
  self.patience.report(("%s %s serve it\n"):format(key, self.canaries_only and "canaries" or "nodes"))
end

-- Says what the nodes have answered, when that is enough.
local function verdict(self)
  local list, problem = states.of(self.pointer, self.look.nodes)
  if not list then return { outcome = "foreign", problem = problem } end
  local lost, tally = report_gone(self), states.tally(list, self.canaries_only)
  self.tally, self.accepted = tally, {}
  for _, state in ipairs(list) do self.accepted[state.name] = state.current end
  if tally.all > 0 then report_progress(self, tally) end
  if tally.refused[1] and (self.canaries_only or not tally.waiting[1]) then return { outcome = "refused" } end
  if lost then return { outcome = "gone", node = lost } end
  if tally.all == 0 then return { outcome = "no_node" } end
  if not tally.waiting[1] then return { outcome = "all" } end
end

-- Waits for changes of nodes. Many of them come at once, and are looked at together.
local function take_changes(self, left)
  local change, why = self.watch:next(left < slice and left or slice)
  local last, events = self.patience.now() + burst, {}
  while change do
    for _, event in ipairs(change.events) do events[#events + 1] = event end
    change, why = nil, "timeout"
    if self.patience.now() < last then change, why = self.watch:next(burst / 4) end
  end
  if events[1] then self.store:take_events(self.look, events) end
  if why ~= "timeout" then
    self.watch:close()
    self.watch = nil
  end
  return events[1] ~= nil
end

local function step(self, left)
  local is_new = not self.watch
  if is_new and not begin(self) then
    self.patience.pause(left < slice and left or slice)
    return nil
  end
  local changed = is_new or take_changes(self, left)
  return changed and verdict(self) or moved(self)
end

--- Waits until all nodes that should serve a bundle serve it, or until there is a reason to stop.
---@param store yschema.FleetStore
---@param goal { pointer: yschema.fleet.Pointer, mod_revision: integer, canaries_only: boolean? }
---@param patience yschema.Patience
---@return yschema.WaitingResult
function node_answers.wait(store, goal, patience)
  local self = {
    store = store, pointer = goal.pointer, mod_revision = goal.mod_revision, canaries_only = goal.canaries_only,
    patience = patience,
  }
  local last, result = patience.now() + patience.seconds
  repeat
    local left = last - patience.now()
    if patience.interrupted() then result = { outcome = "interrupted" }
    elseif left <= 0 then result = { outcome = "late", problem = self.problem }
    else result = step(self, left) end
  until result
  if self.watch then self.watch:close() end
  result.tally = self.tally
  return result
end

return node_answers
