--- Sets values of files, unless that brings new violations.
--
-- @module yschema.assignment.file_assignment

local assigner = require "yschema.assignment.assigner"
local changed = require("yschema.base.plain_tables").changed
local counted = require("yschema.base.writing").counted
local edited_text = require "yschema.editing.text"
local listing = require "yschema.batch.listing"
local outcomes = require "yschema.editing.transaction.outcomes"
local lazily = require "yschema.base.lazily"
local report = lazily "yschema.report.report"
local schema_order = lazily "yschema.assignment.schema_order"
local trees = require "yschema.editing.trees"
local transaction = require "yschema.editing.transaction.transaction"
local units = require "yschema.editing.transaction.units"
local validated = require "yschema.editing.transaction.validated"

local file_assignment = {}

local CALLER = "yschema set"

--- The values to set and to remove in a file.
---@class yschema.Assignments
---@field set { address: yschema.Address, value: yschema.EditedNode }[]
---@field delete yschema.Address[]
---@field document? integer that of the addresses without a number, from 1; nil: the only one

--- A file to change.
---@class yschema.SetTarget
---@field unit yschema.EditUnit how it is validated
---@field number integer its number in the unit

--- Lists the files to change. Of layers, these are the ones that the words name. A file without a schema is not
-- validated.
---@param jobs yschema.JobList
---@param words string[]
---@param settings yschema.Settings how files without a schema are read
---@return yschema.SetTarget[]
function file_assignment.targets(jobs, words, settings)
  local wanted, list = {}, {}
  for _, file in ipairs(listing.of(words)) do wanted[listing.key_of(file)] = true end
  units.each(jobs, function(unit)
    if unit.jobs[1].lacks_schema then unit = units.without_jobs(unit, settings) end
    for number, listed in ipairs(unit.files) do
      if not (unit.jobs[1] and unit.jobs[1].layers) or wanted[listing.key_of(listed)] then
        list[#list + 1] = { unit = unit, number = number }
      end
    end
  end)
  return list
end

local SEVERAL = "it has %d documents; give the number of one: %d:%s, or --document %d"

-- Finds the document to change: the one with the number, or the only one that has a value, or the only one. Returns
-- nil and a problem if there is none.
local function root_of(text, address, otherwise)
  local documents, number, found = text.documents, address.document or otherwise, nil
  if number then
    if documents[number] then return documents[number].root end
    return nil, ("there is no document %d; it has %s"):format(number, counted(#documents, "document"))
  end
  for i, document in ipairs(documents) do
    if document.root.kind ~= "null" then
      if found then return nil, SEVERAL:format(#documents, i, address.path, i) end
      found = document.root
    end
  end
  return found or documents[1].root
end

local function edit_of(text, node, path, action, message)
  return { file = text.name, line = node and node.line or 1, path = path, action = action, message = message }
end

-- Makes the changes. Adds those that were made, and the removals of what is not there, to an outcome. Returns the edit
-- that is impossible.
local function make(text, schema, assignments, outcome)
  local field = schema and schema_order.root(schema)
  local function change(address, action, value)
    local root, problem = root_of(text, address, assignments.document)
    local edit, done = edit_of(text, root, address.path, action), nil
    if root then
      local made = assigner.new(text, root, field)
      done, problem = made[value and "set" or "delete"](made, address, value)
    end
    edit.message = problem
    if done == nil then return edit end
    if not done then edit.message = "nothing is there" end
    local list = done and outcome.done or outcome.refused
    list[#list + 1] = edit
  end
  for _, address in ipairs(assignments.delete) do
    local impossible = change(address, "remove")
    if impossible then return impossible end
  end
  for _, one in ipairs(assignments.set) do
    local impossible = change(one.address, "set", one.value)
    if impossible then return impossible end
  end
end

local function sentence(edit) return edit.path .. ": " .. edit.message end

local function refused(edit) return outcomes.refused("setting", edit.file, { edit }, sentence) end

-- Returns the schema of the first job that has a file.
local function schema_of(target)
  for _, job in ipairs(target.unit.jobs) do
    for _, number in ipairs(target.unit.numbers[job]) do
      if number == target.number then return job.schema end
    end
  end
end

-- Whether a value is on the way to one that is set or removed.
local function is_above(path, address)
  local steps = trees.steps(path) or {}
  if #steps >= #address.steps then return false end
  for i, step in ipairs(steps) do
    local given = address.steps[i]
    if step ~= given.key and (type(step) ~= "number" or given.key or given.index and given.index ~= step) then
      return false
    end
  end
  return true
end

-- Returns the function that identifies violations. One with another message or value is new, unless it is about a value
-- on the way to one that is set: an array may still be too long when an item has been removed.
local function identity_of(assignments)
  return function(record)
    local path = record.path or ""
    for _, address in ipairs(assignments.delete) do
      if is_above(path, address) then return path end
    end
    for _, one in ipairs(assignments.set) do
      if is_above(path, one.address) then return path end
    end
    return ("%s\0%s\0%s"):format(path, record.message or "", tostring(record.value))
  end
end

-- Returns the outcome for a text that brings a violation or cannot be validated, such as with another layer that cannot
-- be read; or nil.
local function invalid(name, before, after)
  local is_worse = validated.added(before, after)[1] ~= nil
  if not is_worse and after.status < 2 then return nil end
  local outcome = outcomes.of()
  for _, verdict in ipairs(after.verdicts) do
    if verdict.status > 0 and verdict.report then
      table.insert(outcome.verdicts, changed(verdict, { file = name }))
    end
  end
  outcome.status = is_worse and 1 or 2
  return outcome
end

-- Returns the reports on texts that cannot be read. Those of validation show nothing that is sensitive; `about` is for
-- a text that no schema validates.
local function unreadable(name, state, about)
  local reports = {}
  for _, verdict in ipairs(state.verdicts) do reports[#reports + 1] = verdict.report end
  return outcomes.unchanged(name, reports[1] and report.joined(reports)
    or about or report.of_error("read", name, "it cannot be read"), 2)
end

--- Changes a file.
---@param target yschema.SetTarget
---@param assignments yschema.Assignments
---@param writes? boolean write the file; otherwise only return what would change
---@return yschema.EditOutcome
function file_assignment.set(target, assignments, writes)
  local edit, failed = transaction.open(target.unit, CALLER)
  if not edit then return failed end
  local text, about = edited_text.of(edit.texts[target.number])
  local outcome = outcomes.of()
  local identify = identity_of(assignments)
  local before = edit:validate(nil, identify)
  if not text then return unreadable(edit.texts[target.number].name, before, about) end
  local impossible = make(text, schema_of(target), assignments, outcome)
  if impossible then return refused(impossible) end
  local new, reason, node = text:commit()
  if not new then return refused(edit_of(text, node, node and node.key or "", "set", reason)) end
  if new:bytes() == text:bytes() then return changed(outcome, { done = {} }) end
  local texts = edit:with(target.number, new)
  return invalid(text.name, before, edit:validate(texts, identify)) or edit:commit(texts, outcome, writes)
end

return file_assignment
