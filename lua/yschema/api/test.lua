--- Tests schemas: `yschema.test`, which yschema/meta.lua documents.
--
-- @module yschema.api.test

local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local results = require "yschema.testing.results"
local suite = require "yschema.testing.suite"

local known = { files = "strings", coverage = "boolean" }

--- Runs the tests in files: see `yschema.test`.
---@param given yschema.TestRequest
---@param settings yschema.Settings
---@return true? ok
---@return yschema.Report report
---@return yschema.TestResults? results
return function(given, settings)
  local request, problem = plain_tables.checked(given or {}, known, "key")
  if not request then error(("bad argument #1 to 'test' (%s)"):format(problem), 3) end
  local reports, tests, covers = {}, {}, request.coverage and {} or nil
  local suites
  suites, problem = suite.read(request.files or {}, settings, function(owner)
    reports[#reports + 1] = report.new(owner)
  end)
  if not suites then return nil, report.of_error("usage", "yschema.test", problem) end
  local counts = suite.run(suites, function(outcome)
    local verdict = results.verdict(outcome)
    reports[#reports + 1] = verdict.report
    tests[#tests + 1] = {
      file = outcome.file, line = outcome.line, name = outcome.name, passed = verdict.status == 0,
      mismatches = outcome.mismatches,
    }
  end, covers)
  suite.close(suites)
  local about = report.joined(reports)
  if suites.broken and about.status < 2 then about.status = 2 end
  counts.files, counts.list = #suites.list, tests
  counts.coverage = covers and require "yschema.testing.uncovered".data(covers) or nil
  return about.status == 0 or nil, about, counts
end
