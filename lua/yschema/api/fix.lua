--- Applies fixes to files: `yschema.fix`, which yschema/meta.lua documents.
--
-- @module yschema.api.fix

local files = require "yschema.fixing.files"
local files_request = require "yschema.api.files_request"
local report = require "yschema.report.report"
local units = require "yschema.fixing.units"

local ipairs, pairs, table = ipairs, pairs, table

-- The keys that `yschema.check_files` does not know.
local known = { in_place = "boolean", add_required = "boolean", drop_removed = "boolean", drop_defaults = "boolean" }

-- Returns a plain copy of the request, or nil and the problem with it.
local function request_of(given)
  local request, problem = files_request.read(given, known, "fixes")
  if not request then return nil, problem end
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
  if not request then files_request.throw("fix", problem, 3) end
  local reports = {}
  local function failed(owner) reports[#reports + 1] = report.new(owner) end
  local list
  list, problem = files_request.work(request, settings, {}, failed)
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
