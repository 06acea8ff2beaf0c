--- Fixes the files of units.
--
-- @module yschema.fixing.files

local changed = require "yschema.base.plain_tables".changed
local difference = require "yschema.editing.difference"
local edited_files = require "yschema.editing.files"
local edits = require "yschema.fixing.edits"
local fixing = require "yschema.fixing.fixing"
local lfs = require "lfs"
local report = require "yschema.report.report"
local validating = require "yschema.batch.validating"

local files = {}

local ipairs, tostring = ipairs, tostring

local CALLER = "yschema fix"

--- A file that changes.
---@class yschema.FixedFile
---@field file string
---@field text string the new text
---@field difference string the changes in the format of `diff -u`

--- The outcome of a unit of files.
---@class yschema.FixOutcome
---@field status integer 0 nothing is left, 1 violations are left, 2 a file cannot be read or written
---@field verdicts yschema.Verdict[] on the files as they are then
---@field done yschema.FixDone[]
---@field refused yschema.FixDone[]
---@field files yschema.FixedFile[]

local function unreadable(name, about)
  return { file = name, status = 2, text = tostring(about), report = about }
end

local function outcome_of(verdicts)
  local status = 0
  for _, verdict in ipairs(verdicts) do
    if verdict.status > status then status = verdict.status end
  end
  return { status = status, verdicts = verdicts, done = {}, refused = {}, files = {} }
end

-- Reads the files of a unit. Returns their texts; or the verdicts on those that cannot be read.
local function read(unit)
  local first = unit.jobs[1]
  local settings = (first.schema or first.kinds[1].schema).settings
  local texts, failures = {}, {}
  for i, listed in ipairs(unit.files) do
    local source, bytes, mark = edited_files.read(listed, settings.max_bytes, CALLER)
    if source then
      texts[i] = {
        name = source:name(), text = source:text(), mark = mark, settings = settings, schema = first.schema,
        bytes = bytes,
      }
    else
      failures[#failures + 1] = unreadable(mark, bytes)
    end
  end
  return texts, failures
end

-- Validates the file of a unit as `yschema check` does, which is faster. Returns the outcome if nothing can be fixed.
local function quick(unit, options)
  local job, has_report = unit.jobs[1], false
  local by_itself = not unit.jobs[2] and not job.layers and (job.schema or job.kinds)
  if not by_itself or options.drop_defaults or lfs.attributes(job.file.path, "mode") ~= "file" then return nil end
  local verdicts = {}
  validating.validate_job(job, function(verdict)
    verdicts[#verdicts + 1] = verdict
    has_report = has_report or verdict.report ~= nil and verdict.status < 2
  end)
  return not has_report and outcome_of(verdicts) or nil
end

-- Writes the new texts. Returns the verdict on the first file that cannot be written.
local function write(unit, old, new)
  for _, step in ipairs { edited_files.may_write, edited_files.write } do
    for i, text in ipairs(new) do
      local ok, problem = true, nil
      if text.text ~= old[i].text then
        ok, problem = step(unit.files[i].path, old[i].bytes, text.mark .. text.text, CALLER)
      end
      if not ok then return unreadable(text.name, report.of_error("write", text.name, tostring(problem))) end
    end
  end
end

local function new_files(old, new)
  local list = {}
  for i, text in ipairs(new) do
    if text.text ~= old[i].text then
      local before, after = edits.opened(old[i]), edits.opened(text)
      list[#list + 1] = { file = text.name, text = after:bytes(), difference = difference.unified(before, after) }
    end
  end
  return list
end

--- Fixes the files of a unit.
---@param unit yschema.FixUnit
---@param options yschema.FixOptions
---@param writes? boolean write the files; otherwise only return what would change
---@return yschema.FixOutcome
function files.fix(unit, options, writes)
  local outcome = quick(unit, options)
  if outcome then return outcome end
  local verdicts = {}
  for _, job in ipairs(unit.jobs) do
    if not job.schema and not job.kinds then -- its schema is not known
      validating.validate_job(job, function(verdict) verdicts[#verdicts + 1] = verdict end)
    end
  end
  if verdicts[1] then return outcome_of(verdicts) end
  local texts, failures = read(unit)
  if failures[1] then return outcome_of(failures) end
  local fixed = fixing.of(unit, texts, options)
  outcome = changed(outcome_of(fixed.verdicts), { done = fixed.done, refused = fixed.refused })
  outcome.files = new_files(texts, fixed.texts)
  local failure = writes and outcome.files[1] and write(unit, texts, fixed.texts)
  return failure and outcome_of { failure } or outcome
end

return files
