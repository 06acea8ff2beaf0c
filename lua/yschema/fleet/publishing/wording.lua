--- Says in sentences what was done to a fleet, and how far its nodes are.
--
-- @module yschema.fleet.publishing.wording

local telling = {}

local concat, ipairs, tostring = table.concat, ipairs, tostring

local most_named = 5
local most_reports = 5

--- The beginning of an id, which is enough for people.
---@param id string
---@return string
function telling.short(id) return id:sub(1, 12) end

--- Counts something.
---@param count integer
---@param word string
---@return string
telling.counted = require "yschema.base.writing".counted

--- Joins names, of which the first ones are reported.
---@param names string[]
---@return string
function telling.named(names)
  local shown = concat(names, ", ", 1, #names > most_named and most_named or #names)
  return #names > most_named and ("%s and %d more"):format(shown, #names - most_named) or shown
end

--- Indents lines.
---@param text string
---@return string
function telling.indented(text)
  return ((text:gsub("%s+$", "") .. "\n"):gsub("([^\n]*)\n", "  %1\n"):gsub("  \n", "\n"))
end

--- Tells which nodes have refused a bundle, and why.
---@param refused yschema.NodeState[]
---@return string
function telling.reports(refused)
  local out = {}
  for i, state in ipairs(refused) do
    if i > most_reports then
      out[#out + 1] = ("%d more refuse theirs\n"):format(#refused - most_reports)
      break
    end
    out[#out + 1] = ("node %s refuses bundle %s (serial %d):\n%s"):format(state.name,
      telling.short(state.status.bundle or state.wanted.bundle), state.status.serial,
      telling.indented(state.status.report or "it does not say why"))
  end
  return concat(out)
end

--- Tells how far the nodes are that somebody waits for.
---@param tally? yschema.FleetTally nil: they could not be looked at
---@param what "canary"|"node"
---@return string
function telling.progress(tally, what)
  if not tally then return "" end
  local many = what == "canary" and "canaries" or "nodes"
  local out = {
    ("%d of %d %s"):format(tally.current, tally.all, tally.all == 1 and what or many),
    tally.current == 1 and " serves it" or " serve it",
  }
  if tally.waiting[1] then out[#out + 1] = "; not yet: " .. telling.named(tally.waiting) end
  return concat(out) .. "\n"
end

local reasons = {
  late = function(result)
    local why = result.problem and (" (%s)"):format(tostring(result.problem)) or ""
    return "the time is over" .. why
  end,
  interrupted = function() return "interrupted" end,
  moved = function(result)
    local now = result.pointer
    if not now then return "somebody has removed the pointer meanwhile" end
    return ("somebody has changed what is in service meanwhile: %s, at %s (serial %d)"):format(now.by, now.made,
      now.serial)
  end,
  nobody = function() return "no node is alive that should serve it" end,
  gone = function(result) return ("node %s has gone before it has accepted it"):format(result.node) end,
  foreign = function(result) return tostring(result.problem) end,
  refused = function(result)
    local count = #result.tally.refused
    return count == 1 and "a node refuses it" or ("%d nodes refuse it"):format(count)
  end,
}

--- Says why the waiting has ended before all nodes serve what they should.
---@param result yschema.WaitingResult
---@return string
function telling.reason(result) return reasons[result.outcome](result) end

return telling
