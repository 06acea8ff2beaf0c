--- Fixes the files of units.
--
-- @module yschema.fixing.file_fixes

local changed = require "yschema.base.plain_tables".changed
local lazily = require "yschema.base.lazily"
local resolver = lazily "yschema.crossref.resolver"
local edited_text = require "yschema.editing.text"
local fixing = lazily "yschema.fixing.fixing"
local lfs = lazily "lfs"
local outcomes = require "yschema.editing.transaction.outcomes"
local transaction = require "yschema.editing.transaction.transaction"
local units = require "yschema.editing.transaction.units"
local validation = require "yschema.batch.validation"
local without_mark = require("yschema.base.writing").without_mark

local file_fixes = {}

local CALLER = "yschema fix"

-- Validates the file of a unit as `yschema check` does, which is faster. Returns the outcome if nothing can be fixed.
local function quick(unit, options)
  local job, has_report = unit.jobs[1], false
  local by_itself = not unit.jobs[2] and not job.layers and (job.schema or job.kinds)
  local path = job.file.path
  if path == "-" or lfs.attributes(path, "mode") ~= "file" then return nil end
  if not by_itself or options.drop_defaults then return nil end
  local verdicts, jobs = {}, {}
  validation.validate_job(job, function(verdict)
    verdicts[#verdicts + 1], jobs[#jobs + 1] = verdict, job
    has_report = has_report or verdict.report ~= nil and verdict.status < 2
  end)
  return not has_report and outcomes.of(verdicts, jobs) or nil
end

-- Fixes the files of a unit.
local function fix(unit, options, writes)
  local outcome = quick(unit, options)
  if outcome then return outcome end
  local edit, failed = transaction.open(unit, CALLER)
  if not edit then return failed end
  local fixed = fixing.of(unit, edit.texts, options)
  outcome = changed(outcomes.of(fixed.verdicts, fixed.jobs), { done = fixed.done, refused = fixed.refused })
  return edit:commit(fixed.texts, outcome, writes)
end

-- ---- all units ----------------------------------------------------------------------

-- Takes the names and mentions of the documents of a unit.
local function collect(references, outcome, sources)
  for _, file in ipairs(outcome.files) do
    sources[file.file] = edited_text.source { name = file.file, text = without_mark(file.text) }
  end
  for i, job in ipairs(outcome.jobs) do
    references:begin(job)
    references:take(outcome.verdicts[i])
  end
end

--- Fixes the files of a list. References between its documents are validated at the end, as `yschema check` does.
---@param list yschema.Worklist
---@param options yschema.FixOptions
---@param writes? boolean write the files; otherwise only return what would change
---@param take fun(outcome: yschema.EditOutcome)
function file_fixes.make(list, options, writes, take)
  local sources = {}
  local references = list.plans.any and resolver.of_configurations(validation.verdict_of, nil, sources)
  units.each(list.jobs, function(unit)
    local outcome = fix(unit, options, writes)
    if references then collect(references, outcome, sources) end
    take(outcome)
  end)
  if not references then return end
  references:finish(function() end, function(verdict)
    take(outcomes.of { verdict })
    return true
  end, function(validate) return validate end)
end

return file_fixes
