--- Applies fixes to files: `yschema.fix`, which yschema/meta.lua documents.
--
-- @module yschema.api.fix

local files = require "yschema.fixing.files"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local units = require "yschema.fixing.units"
local worklist = require "yschema.batch.worklist"

local error, ipairs, pairs, table = error, ipairs, pairs, table

local known = {
  schema = "strings", files = "strings", names = "strings", project = "string", each_file = "boolean",
  json_schema = "string", allow_code = "boolean", in_place = "boolean", add_required = "boolean",
  drop_removed = "boolean", drop_defaults = "boolean",
}

-- Returns a plain copy of the request, or nil and the problem with it.
local function request_of(given)
  local request, problem = plain_tables.checked(given, known, "key")
  if not request then return nil, problem end
  for _, name in ipairs { "schema", "files", "names" } do request[name] = request[name] or {} end
  local key = request.json_schema and "json_schema" or request.schema[1] and "schema"
  if request.json_schema and request.schema[1] then return nil, "key 'schema' excludes 'json_schema'" end
  if key and not request.files[1] then return nil, "key 'files' is missing: a schema alone fixes nothing" end
  if key and (request.project or request.names[1]) then
    return nil, ("key '%s' excludes 'project' and 'names'"):format(key)
  end
  for _, word in ipairs(request.files) do
    if word == "-" and request.in_place then return nil, "key 'in_place': standard input cannot be written" end
  end
  return request
end

--- Fixes files: see `yschema.fix`.
---@param given yschema.FixRequest
---@param settings yschema.Settings
---@return true? ok
---@return yschema.Report report
---@return yschema.FixResult? result
return function(given, settings)
  local request, problem = request_of(given)
  if not request then error(("bad argument #1 to 'fix' (%s)"):format(problem), 3) end
  local reports, words = {}, request.names
  for _, file in ipairs(request.files) do words[#words + 1] = file end
  local list
  list, problem = worklist.make({
    schema = request.schema, json_schema = request.json_schema, words = words, project = request.project,
    merged = request.each_file, allow_code = request.allow_code,
  }, settings, function(owner) reports[#reports + 1] = report.new(owner) end)
  if problem then return nil, report.of_error("usage", "yschema.fix", problem) end
  if not list then return nil, report.joined(reports) end
  local result, status = { files = {}, done = {}, refused = {} }, 0
  units.each(list.jobs, function(unit)
    local outcome = files.fix(unit, request, request.in_place)
    for name, all in pairs(result) do
      for _, item in ipairs(outcome[name]) do table.insert(all, item) end
    end
    for _, verdict in ipairs(outcome.verdicts) do reports[#reports + 1] = verdict.report end
    if outcome.status > status then status = outcome.status end
  end)
  local about = report.joined(reports)
  if status > about.status then about.status = status end
  return about.status == 0 or nil, about, result
end
