--- Sets values of files, unless that brings new violations.
--
-- @module yschema.setting.files

local core = require "yschema.core"
local assigning = require "yschema.setting.assigning"
local difference = require "yschema.editing.difference"
local edited_files = require "yschema.editing.files"
local edited_text = require "yschema.editing.text"
local file_kinds = require "yschema.base.file_kinds"
local listing = require "yschema.batch.listing"
local report = require "yschema.report.report"
local validating = require "yschema.batch.validating"

local files = {}

local ipairs, pairs, tostring = ipairs, pairs, tostring

local CALLER = "yschema set"

--- What is to be done in a file.
---@class yschema.Assignments
---@field set { address: yschema.Address, value: yschema.EditedNode }[]
---@field delete yschema.Address[]
---@field dry_run? boolean write nothing

--- The outcome of a file.
---@class yschema.SetFile
---@field file string
---@field status integer 0 done, 1 the new text would not be valid or is not certain, 2 the file cannot be read or
---  written
---@field missing string[] the paths that were to be removed, and are not there
---@field text? string the new text; nil when nothing changes
---@field difference? string the changes in the format of `diff -u`
---@field report? yschema.Report why the file does not change

local function refused(name, about, status) return { file = name, status = status, missing = {}, report = about } end

-- Makes a report of why a value cannot be set.
local function problem_at(text, node, path, message)
  local line = node and node.line or 1
  return report.of_parts {
    violations = { { kind = "setting", path = path, message = message, file = text.name, line = line } },
    warnings = {}, status = 1, text = ("%s:%d: %s: %s\n"):format(text.name, line, path, message),
  }
end

-- ---- validation ---------------------------------------------------------------------

-- Validates a text in place of a file. Returns the reports and the number of each violation.
local function violations_of(job, source)
  local reports, counts = {}, {}
  validating.validate_text(job, source, function(verdict)
    if not verdict.report or verdict.status == 0 then return end
    reports[#reports + 1] = verdict.report
    for _, record in ipairs(verdict.report.violations) do
      local key = ("%s %s %s"):format(record.kind, record.path or "", record.message or "")
      counts[key] = (counts[key] or 0) + 1
    end
  end)
  return reports, counts
end

-- Returns a report if a new text has violations that the old one does not have.
local function new_violations(job, old, new)
  local _, known = violations_of(job, old)
  local reports, counts = violations_of(job, new)
  for key, count in pairs(counts) do
    if count > (known[key] or 0) then return report.joined(reports) end
  end
end

-- Reports why a text cannot be read. The schema of the job says which values must not be shown.
local function unreadable(job, source)
  local reports = violations_of(job, source)
  return reports[1] and report.joined(reports) or report.of_error("read", source:name(), "it cannot be read")
end

-- ---- one file -----------------------------------------------------------------------

-- Finds the document to change: the only one that has a value, or the only one.
local function root_of(text)
  local found
  for _, document in ipairs(text.documents) do
    if document.root.kind ~= "null" then
      if found then return nil end
      found = document.root
    end
  end
  return found or text.documents[1].root
end

-- Makes the changes. Returns a report when one of them is impossible.
local function change(text, root, schema, assignments, missing)
  local made = assigning.new(text, root, schema and schema.core:outline())
  local function note(path, done, problem)
    if done == nil then return problem_at(text, root, path, problem) end
    if not done then missing[#missing + 1] = path end
  end
  for _, address in ipairs(assignments.delete) do
    local about = note(address.path, made:delete(address))
    if about then return about end
  end
  for _, one in ipairs(assignments.set) do
    local about = note(one.address.path, made:set(one.address, one.value))
    if about then return about end
  end
end

local function write(listed, bytes, outcome)
  local ok, problem = edited_files.write(listed.path, bytes, outcome.text, CALLER)
  if ok then return outcome end
  return refused(outcome.file, report.of_error("write", outcome.file, tostring(problem)), 2)
end

--- A file to change.
---@class yschema.SetTarget
---@field job yschema.Job how it is validated
---@field listed yschema.ListedFile

--- Lists the files to change. Of layers, these are the ones that the words name.
---@param jobs yschema.JobList
---@param words string[]
---@return yschema.SetTarget[]
function files.targets(jobs, words)
  local wanted, list = {}, {}
  for _, file in ipairs(listing.of(words)) do wanted[listing.key_of(file)] = true end
  for i = 1, jobs:count() do
    local job = jobs:at(i)
    for _, listed in ipairs(job.layers or { job.file }) do
      if not job.layers or wanted[listing.key_of(listed)] then list[#list + 1] = { job = job, listed = listed } end
    end
  end
  return list
end

--- Changes a file.
---@param target yschema.SetTarget
---@param assignments yschema.Assignments
---@return yschema.SetFile
function files.set(target, assignments)
  local job, listed = target.job, target.listed
  if listed.problem then return refused(listed.path, report.of_error("read", listed.path, listed.problem), 2) end
  local schema = job.schema or job.kinds[1].schema
  local source, bytes, mark = edited_files.read(listed, schema.settings.max_bytes, CALLER)
  if not source then return refused(mark, bytes, 2) end
  local old = edited_text.open(source, { mark = mark, settings = schema.settings })
  if not old then return refused(source:name(), unreadable(job, source), 2) end
  local root = root_of(old)
  if not root then return refused(old.name, problem_at(old, nil, "", "it has several documents"), 1) end
  local outcome = { file = old.name, status = 0, missing = {} }
  local about = change(old, root, job.schema, assignments, outcome.missing)
  if about then return refused(old.name, about, 1) end
  local new, reason, node = old:commit()
  if not new then return refused(old.name, problem_at(old, node, node and node.key or "", reason), 1) end
  if new:bytes() == old:bytes() then return outcome end
  about = new_violations(job, source, core.source(old.name, new.places.text, old.name, file_kinds.is_json(old.name)))
  if about then return refused(old.name, about, 1) end
  outcome.text, outcome.difference = new:bytes(), difference.unified(old, new)
  return assignments.dry_run and outcome or write(listed, bytes, outcome)
end

return files
