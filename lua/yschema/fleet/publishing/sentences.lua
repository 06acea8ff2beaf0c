--- Sentences about a fleet, its nodes and changes.
--
-- @module yschema.fleet.publishing.sentences

local sentences = {}

local most_named = 5
local most_reports = 5

--- The beginning of an id, which is enough for people.
---@param id string
---@return string
function sentences.short(id) return id:sub(1, 12) end

--- Joins names. Only the first ones are shown.
---@param names string[]
---@return string
function sentences.named(names)
  local shown = table.concat(names, ", ", 1, #names > most_named and most_named or #names)
  return #names > most_named and ("%s and %d more"):format(shown, #names - most_named) or shown
end

--- Indents lines.
---@param text string
---@return string
function sentences.indented(text)
  return ((text:gsub("%s+$", "") .. "\n"):gsub("([^\n]*)\n", "  %1\n"):gsub("  \n", "\n"))
end

--- Says which nodes have refused a bundle, and why.
---@param refused yschema.NodeState[]
---@return string
function sentences.reports(refused)
  local out = {}
  for i, state in ipairs(refused) do
    if i > most_reports then
      out[#out + 1] = ("%d more refuse theirs\n"):format(#refused - most_reports)
      break
    end
    out[#out + 1] = ("node %s refuses bundle %s (serial %d):\n%s"):format(state.name,
      sentences.short(state.status.bundle or state.wanted.bundle), state.status.serial,
      sentences.indented(state.status.report or "it does not say why"))
  end
  return table.concat(out)
end

--- Says how many nodes serve a bundle, and which do not yet.
---@param tally? yschema.FleetTally nil: they could not be looked at
---@param what "canary"|"node"
---@return string
function sentences.progress(tally, what)
  if not tally then return "" end
  local many = what == "canary" and "canaries" or "nodes"
  local out = {
    ("%d of %d %s"):format(tally.current, tally.all, tally.all == 1 and what or many),
    tally.current == 1 and " serves it" or " serve it",
  }
  if tally.waiting[1] then out[#out + 1] = "; not yet: " .. sentences.named(tally.waiting) end
  return table.concat(out) .. "\n"
end

local reasons = {
  late = function(result)
    local why = result.problem and (" (%s)"):format(tostring(result.problem)) or ""
    return "timed out" .. why
  end,
  interrupted = function() return "interrupted" end,
  moved = function(result)
    local now = result.pointer
    if not now then return "the pointer was removed meanwhile" end
    return ("what is in service was changed meanwhile by %s, at %s (serial %d)"):format(now.by, now.made,
      now.serial)
  end,
  no_node = function() return "no node is alive that should serve it" end,
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
function sentences.reason(result) return reasons[result.outcome](result) end

return sentences
