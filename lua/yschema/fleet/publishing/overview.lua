--- Formats what is in service, and the status of each node of a fleet: as a table for people, and as JSON.
--
-- @module yschema.fleet.publishing.overview

local states = require "yschema.fleet.publishing.states"
local writing = require "yschema.base.writing"
local sentences = require "yschema.fleet.publishing.sentences"

local overview = {}

local concat, floor, ipairs, tostring = table.concat, math.floor, ipairs, tostring
local list, ordered = writing.list, writing.ordered

--- A fleet at one moment.
---@class yschema.FleetOverview
---@field name string of the configuration
---@field look yschema.FleetLook
---@field states yschema.NodeState[]
---@field tally? yschema.FleetTally nil: nothing was published
---@field signed table<string, boolean> for the bundles that the pointer puts into service
---@field now number seconds since 1970

--- Reads a fleet.
---@param store yschema.FleetStore
---@param now number seconds since 1970
---@return yschema.FleetOverview?
---@return any problem
function overview.read(store, now)
  local look, problem = store:look()
  if not look then return nil, problem end
  local self = { name = store.name, look = look, states = {}, signed = {}, now = now }
  if not look.pointer then
    self.states = states.of_none(look.nodes)
    return self
  end
  for _, target in ipairs { look.pointer.stable, look.pointer.canary } do
    local signed
    signed, problem = store:signature(target)
    if not signed then return nil, problem end
    self.signed[target.bundle] = signed.text ~= nil
  end
  self.states, problem = states.of(look.pointer, look.nodes)
  if not self.states then return nil, problem end
  self.tally = states.tally(self.states)
  return self
end

--- Whether every node serves what it should. A fleet without nodes serves nothing: a monitor has to see that.
---@param self yschema.FleetOverview
---@return boolean
function overview.is_current(self)
  local tally = self.tally
  return tally ~= nil and tally.all > 0 and tally.current == tally.all
end

-- ---- text ---------------------------------------------------------------------------

local shortest_name, longest_name = 4, 35

-- Seconds in words of at most four letters. Clocks of nodes may be ahead.
local function age_text(seconds)
  if seconds < 0 then seconds = 0 end
  if seconds < 120 then return ("%ds"):format(floor(seconds)) end
  if seconds < 7200 then return ("%dm"):format(floor(seconds / 60)) end
  if seconds < 172800 then return ("%dh"):format(floor(seconds / 3600)) end
  return seconds < 86400 * 1000 and ("%dd"):format(floor(seconds / 86400)) or "old"
end

-- A name that is too long is cut in its middle: names often differ at their ends.
local function cut(name, room)
  if #name <= room then return name end
  local first = floor((room - 3) / 2)
  return name:sub(1, first) .. "..." .. name:sub(-(room - 3 - first))
end

local function verdict_text(state)
  local word = state.current and "serving" or state.answer == "nack" and "refused" or "waiting"
  return state.canary and word .. ", canary" or word
end

local function add_table(out, self)
  if not self.states[1] then
    out[#out + 1] = "no node is alive\n"
    return
  end
  local room = shortest_name
  for _, state in ipairs(self.states) do
    if #state.name > room then room = #state.name end
  end
  room = room > longest_name and longest_name or room
  local row = ("%%-%ds  %%-15s  %%6s  %%-12s  %%4s\n"):format(room)
  out[#out + 1] = row:format("NODE", "VERDICT", "SERIAL", "SERVING", "AGE")
  for _, state in ipairs(states.in_order(self.states)) do
    local status = state.status
    out[#out + 1] = row:format(cut(state.name, room), verdict_text(state), ("%d"):format(status.serial),
      status.serving and sentences.short(status.serving) or "nothing", age_text(self.now - status.at))
  end
end

local function wrapped(out, text)
  local lines = {}
  writing.wrap(lines, text, "", "  ")
  out[#out + 1] = concat(lines, "\n") .. "\n"
end

local function add_target(out, self, title, target)
  wrapped(out, ("%s: bundle %s, serial %d, %s%s"):format(title, sentences.short(target.bundle), target.serial,
    self.signed[target.bundle] and "signed" or "not signed",
    target.made and (", published %s by %s"):format(target.made, tostring(target.by)) or ""))
end

local function add_pointer(out, self)
  local pointer = self.look.pointer
  add_target(out, self, self.name, pointer.stable)
  if not pointer.canary then return end
  local count = 0
  for _, state in ipairs(self.states) do count = count + (state.canary and 1 or 0) end
  add_target(out, self, ("canary (%s%% of the nodes: %d of %d)"):format(("%.6g"):format(pointer.canary.percent), count,
    #self.states), pointer.canary)
end

--- Formats a fleet for people.
---@param self yschema.FleetOverview
---@return string
function overview.text(self)
  local out = {}
  if self.look.pointer then
    add_pointer(out, self)
    out[#out + 1] = "\n"
    add_table(out, self)
    local tally = self.tally
    if tally.all > 0 then
      out[#out + 1] = ("\n%s: %d up to date, %d waiting, %d refused\n"):format(writing.counted(tally.all, "node"),
        tally.current, #tally.waiting, #tally.refused)
    end
    out[#out + 1] = sentences.reports(tally.refused)
  else
    out[1] = ("%s: nothing is in service%s\n"):format(self.name, self.look.nodes[1]
      and (", and %s"):format(#self.look.nodes == 1 and "1 node waits" or #self.look.nodes .. " nodes wait") or "")
    if self.look.nodes[1] then
      out[2] = "\n"
      add_table(out, self)
    end
  end
  for _, item in ipairs(self.look.strange) do
    wrapped(out, ("the key %s is skipped: %s"):format(item.key:gsub("[%c]", "?"), item.problem))
  end
  return concat(out)
end

-- ---- JSON ---------------------------------------------------------------------------

local new_whole = ordered { "name", "current", "pointer", "nodes", "strange" }
local new_pointer = ordered { "serial", "made", "by", "stable", "canary", "history" }
local new_target = ordered { "bundle", "serial", "parts", "percent", "signed", "made", "by" }
local new_node = ordered { "node", "verdict", "current", "canary", "serial", "bundle", "serving", "serving_serial",
  "age", "at", "yschema", "schema", "report" }
local new_strange = ordered { "key", "problem" }

local function target_record(self, target)
  return target and new_target {
    bundle = target.bundle, serial = target.serial, parts = target.parts, percent = target.percent,
    signed = self.signed[target.bundle], made = target.made, by = target.by,
  }
end

local function pointer_record(self)
  local pointer, history = self.look.pointer, {}
  if not pointer then return nil end
  for i, target in ipairs(pointer.history) do history[i] = target_record(self, target) end
  return new_pointer {
    serial = pointer.serial, made = pointer.made, by = pointer.by, stable = target_record(self, pointer.stable),
    canary = target_record(self, pointer.canary), history = list(history),
  }
end

local function node_record(self, node, state)
  local status = node.status
  return new_node {
    node = node.name, verdict = state and (state.answer == "none" and "waiting" or state.answer) or "waiting",
    current = state ~= nil and state.current, canary = state ~= nil and state.canary, serial = status.serial,
    bundle = status.bundle, serving = status.serving, serving_serial = status.serving_serial,
    age = floor(self.now - status.at + 0.5), at = status.at, yschema = status.yschema, schema = status.schema,
    report = status.report,
  }
end

--- Makes a table of a fleet, for `core.encode`.
---@param self yschema.FleetOverview
---@return table
function overview.data(self)
  local nodes, strange = {}, {}
  for i, node in ipairs(self.look.nodes) do nodes[i] = node_record(self, node, self.states[i]) end
  for i, item in ipairs(self.look.strange) do
    strange[i] = new_strange { key = item.key, problem = item.problem }
  end
  return new_whole {
    name = self.name, current = overview.is_current(self), pointer = pointer_record(self), nodes = list(nodes),
    strange = list(strange),
  }
end

return overview
