--- Sets values of a file: `yschema.set`, which yschema/meta.lua documents.
--
-- @module yschema.api.set

local addresses = require "yschema.assignment.addresses"
local file_assignment = require "yschema.assignment.file_assignment"
local outcomes = require "yschema.editing.transaction.outcomes"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local values = require "yschema.editing.values"
local worklist = require "yschema.batch.worklist"

local known = {
  schema = "strings", file = "string", project = "string", set = "table", delete = "strings", write = "boolean",
  document = { 1, 2 ^ 31 },
}

-- Reads paths and values. Returns nil and a problem if one is invalid.
local function assignments_of(request, given)
  local made, names = { set = {}, delete = {}, document = request.document }, {}
  for path in next, given do
    if type(path) ~= "string" then return nil, "key 'set' must be a table with paths as its keys" end
    names[#names + 1] = path
  end
  table.sort(names)
  for i, path in ipairs(names) do
    local address, problem = addresses.read(path)
    if not address then return nil, problem end
    local value, invalid = values.of_any(rawget(given, path))
    if not value then return nil, ("the value of %s: %s"):format(path, invalid) end
    made.set[i] = { address = address, value = value }
  end
  for i, path in ipairs(request.delete or {}) do
    local problem
    made.delete[i], problem = addresses.read(path)
    if not made.delete[i] then return nil, problem end
  end
  return made
end

local function request_of(given)
  local request, problem = plain_tables.checked(given, known, "key")
  if not request then return nil, problem end
  if not request.file then return nil, "key 'file' is missing" end
  local assignments
  assignments, problem = assignments_of(request, request.set or {})
  return assignments, assignments and request or problem
end

--- Sets values of a file: see `yschema.set`.
---@param given yschema.SetRequest
---@param settings yschema.Settings
---@return true? ok
---@return yschema.Report report
---@return yschema.EditResult? result
return function(given, settings)
  local assignments, request = request_of(given)
  if not assignments then error(("bad argument #1 to 'set' (%s)"):format(tostring(request)), 3) end
  local about
  local list, problem = worklist.make({
    schema = request.schema or {}, words = { request.file }, project = request.project, only_edits = true,
  }, settings, function(owner) about = report.new(owner) end)
  local targets = list and file_assignment.targets(list.jobs, { request.file }, settings) or {}
  if not targets[1] then
    problem = problem or "no schema is for this file"
    return nil, about and about.status ~= 0 and about or report.of_error("usage", "yschema.set", problem)
  end
  local take, returned = outcomes.collector()
  take(file_assignment.set(targets[1], assignments, request.write))
  return returned()
end
