--- The outcomes of edits: what `yschema fix`, `yschema set` and `yschema migrate` have done to files.
--
-- @module yschema.editing.transaction.outcomes

local lazily = require "yschema.base.lazily"
local changed = require "yschema.base.plain_tables".changed
local report = lazily "yschema.report.report"
local rules = lazily "yschema.report.rules"

local outcomes = {}

--- A file that changes.
---@class yschema.ChangedFile
---@field file string
---@field text string the new text
---@field difference string the changes in the format of `diff -u`; made when it is read

--- A change of a file that was made, or that was not.
---@class yschema.FileEdit
---@field file string
---@field line integer
---@field path string
---@field action "rename"|"move"|"replace"|"quote"|"unquote"|"add"|"remove"|"set"
---@field to? string
---@field value? any
---@field message? string why it was not made

--- The outcome for files that are edited together.
---@class yschema.EditOutcome
---@field status integer 0 done, 1 violations are left or an edit is not certain, 2 a file cannot be read or written
---@field verdicts yschema.Verdict[] the violations that are left, and the reasons why files do not change
---@field jobs yschema.Job[] the job of each verdict; none: what it says to other documents is not known
---@field files yschema.ChangedFile[]
---@field done yschema.FileEdit[]
---@field refused yschema.FileEdit[]

--- Makes an outcome of verdicts, with their highest status.
---@param verdicts? yschema.Verdict[]
---@param jobs? yschema.Job[]
---@return yschema.EditOutcome
function outcomes.of(verdicts, jobs)
  local status = 0
  for _, verdict in ipairs(verdicts or {}) do status = math.max(status, verdict.status) end
  return { status = status, verdicts = verdicts or {}, jobs = jobs or {}, files = {}, done = {}, refused = {} }
end

--- Makes the outcome for a file that does not change.
---@param file string
---@param about yschema.Report why
---@param status integer
---@param shown? yschema.Violation[] the same with messages for people
---@return yschema.EditOutcome
function outcomes.unchanged(file, about, status, shown)
  return outcomes.of { { file = file, status = status, shown = shown or about.violations, report = about } }
end

--- Makes the outcome for a file that cannot be written. It is no part of the report, which may go to this very file.
---@param file string
---@param problem string
---@return yschema.EditOutcome
function outcomes.unwritten(file, problem)
  local outcome = outcomes.unchanged(file, report.of_error("write", file, problem), 2)
  outcome.verdicts[1].of_call = true
  return outcome
end

--- Makes the outcome for a file that does not change, because edits are not certain.
---@param kind string of the records in the report
---@param file string
---@param refused yschema.FileEdit[] with messages
---@param written? fun(edit: yschema.FileEdit): string writes the message for people
---@return yschema.EditOutcome
function outcomes.refused(kind, file, refused, written)
  local violations, shown, texts = {}, {}, {}
  for i, edit in ipairs(refused) do
    violations[i] = rules.record(kind, { path = edit.path, message = edit.message, file = file, line = edit.line })
    local sentence = written and written(edit) or edit.message
    shown[i] = changed(violations[i], { message = sentence })
    texts[i] = ("%s:%d: %s\n"):format(file, edit.line, sentence)
  end
  local outcome = outcomes.unchanged(file, report.of_parts {
    violations = violations, warnings = {}, status = 1, text = table.concat(texts),
  }, 1, shown)
  outcome.refused = refused
  return outcome
end

--- Collects outcomes as the functions of the API return them.
---@return fun(outcome: yschema.EditOutcome) take
---@return fun(): true?, yschema.Report, table returned
function outcomes.collector()
  local result, reports, status = { files = {}, done = {}, refused = {} }, {}, 0
  local function take(outcome)
    for name, all in pairs(result) do
      for _, item in ipairs(outcome[name]) do table.insert(all, item) end
    end
    for _, verdict in ipairs(outcome.verdicts) do reports[#reports + 1] = verdict.report end
    status = math.max(status, outcome.status)
  end
  return take, function()
    local about = report.joined(reports)
    about.status = math.max(about.status, status)
    return about.status == 0 or nil, about, result
  end
end

return outcomes
