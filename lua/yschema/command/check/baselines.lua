--- The baselines of `yschema check` after all files are validated: it writes them, or reports the entries that
-- no longer occur.
--
-- @module yschema.command.check.baselines

local counted = require "yschema.base.writing".counted

local baselines = {}

--- Returns a problem with what the call wants to write, or nil.
---@param list yschema.Worklist
---@param options table
---@return string? problem
function baselines.problem(list, options)
  if not options.write_baseline or list.baselines.list[1] then return nil end
  return "--write-baseline: name the file with --baseline FILE, or with baseline: in the project file"
end

-- Writes a baseline, and says what has changed.
local function write(baseline, options, gone, out)
  local found, new = baseline:counts()
  local ok, problem = baseline:write()
  if not ok then return out:complain("--write-baseline: " .. tostring(problem)) end
  if not options.quiet then
    out:note(("wrote %s: %s (%d new, %d removed)\n"):format(baseline.path, counted(found, "known violation"), new,
      gone))
  end
  return 0
end

local function count(entries)
  local sum = 0
  for _, entry in ipairs(entries) do sum = sum + entry.count end
  return sum
end

--- Writes or compares the baselines of a call.
---@param list yschema.Baseline[]
---@param options table
---@param reporter yschema.Reporter
---@param tally yschema.Tally
---@param out yschema.Printer
function baselines.finish(list, options, reporter, tally, out)
  -- Of several shards, only the first one reports files that are gone.
  local takes_gone = not options.shard or options.shard.index == 1
  for _, baseline in ipairs(list) do
    -- Without validation, it is not known whether a violation of a rule still occurs.
    local stale = options.dangerous_data_values_disable_validation and {} or baseline:stale(takes_gone)
    if options.write_baseline then
      if write(baseline, options, count(stale), out) ~= 0 then tally.status = 2 end
    elseif stale[1] then
      tally.stale = tally.stale + count(stale)
      if not (options.quiet and out:omits_valid()) then reporter:report(baseline:verdict(stale, options.all)) end
    end
  end
end

return baselines
