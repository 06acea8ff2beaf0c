--- Applies fixes to files: `yschema.fix`, which yschema/meta.lua documents.
--
-- @module yschema.api.fix

local file_fixes = require "yschema.fixing.file_fixes"
local files_request = require "yschema.api.files_request"
local outcomes = require "yschema.editing.transaction.outcomes"
local report = require "yschema.report.report"

-- The keys that `yschema.check_files` does not know.
local known = { write = "boolean", add_required = "boolean", drop_removed = "boolean", drop_defaults = "boolean" }

-- Returns a plain copy of the request, or nil and the problem with it.
local function request_of(given)
  local request, problem = files_request.read(given, known, "fixes")
  if not request then return nil, problem end
  for _, word in ipairs(request.files) do
    if word == "-" and request.write then return nil, "key 'write': standard input cannot be written" end
  end
  return request
end

--- Fixes files: see `yschema.fix`.
---@param given yschema.FixRequest
---@param settings yschema.Settings
---@return true? ok
---@return yschema.Report report
---@return yschema.EditResult? result
return function(given, settings)
  local request, problem = request_of(given)
  if not request then files_request.throw("fix", problem, 3) end
  local reports = {}
  local function failed(owner) reports[#reports + 1] = report.new(owner) end
  local list
  list, problem = files_request.work(request, settings, { references = true }, failed)
  if problem then return nil, report.of_error("usage", "yschema.fix", problem) end
  if not list then return nil, report.joined(reports) end
  local take, returned = outcomes.collector()
  file_fixes.make(list, request, request.write, take)
  return returned()
end
