--- Runs the tests of a test file.
--
-- @module yschema.testing.runner

local core = require "yschema.core"
local each_document = require "yschema.batch.each_document"
local expectations = require "yschema.testing.expectations"
local file_access = require "yschema.base.file_access"
local add_all = require "yschema.base.plain_tables".add_all
local test_file = require "yschema.testing.test_file"
local report = require "yschema.report.report"
local schemas = require "yschema.pipeline.schemas"
local runs = require "yschema.pipeline.runs"
local source_files = require "yschema.pipeline.source_files"

local runner = {}

--- The result of a test.
---@class yschema.TestOutcome
---@field file string the test file
---@field line integer
---@field name string
---@field mismatches yschema.Mismatch[] none: the test has passed

-- ---- values -------------------------------------------------------------------------

-- The source of an entry of a test, or of one of its layers. `steps` lead to it in the test file.
local function source_of(file, given, steps)
  if given.file then
    return source_files.listed({ path = file_access.placed(file.folder, given.file) }, file.settings.max_bytes)
  end
  if given.text then return core.source("text.yml", given.text) end
  local all = { "yaml" }
  for _, step in ipairs(steps) do all[#all + 1] = step end
  all[#all + 1] = "values"
  local text, problem = file.documents:part((table.unpack or unpack)(all)) -- luacheck: ignore
  return text and core.source("values.yml", text), problem
end

--- Runs sources as one configuration to the end.
---@param schema yschema.CoreSchema
---@param sources userdata[] core sources
---@return userdata run
function runner.merged(schema, sources)
  local run = runs.start(schema)
  for _, source in ipairs(sources) do runs.take_source(schema, run, source) end
  runs.finish(schema, run)
  return run
end

-- Returns the names of the files of a test, which are validated by themselves; or nil.
local function files_of(file, given)
  if not given.file and not given.files then return nil end
  local all = {}
  for _, word in ipairs(given.files or { given.file }) do
    for _, listed in ipairs(test_file.named(file.folder, word)) do all[#all + 1] = listed end
  end
  return all
end

-- Runs the values of a test. `receive` gets each run. Returns a problem with a file, or nil.
local function run_values(schema, file, test, receive)
  local given = test.given
  local listed = files_of(file, given)
  for _, each in ipairs(listed or {}) do
    local source, problem = source_files.listed(each, file.settings.max_bytes)
    if not source then return tostring(problem) end
    each_document.validate(schema, source, receive)
  end
  if listed then return nil end
  local sources, steps = {}, { "tests", ("%d"):format(test.number) }
  for i, layer in ipairs(given.layers or { given }) do
    local here = given.layers and { steps[1], steps[2], "layers", ("%d"):format(i - 1) } or steps
    local source, problem = source_of(file, layer, here)
    if not source then return tostring(problem) end
    sources[i] = source
  end
  local run = runner.merged(schema, sources)
  receive(run)
  run:close()
end

-- ---- one test -----------------------------------------------------------------------

-- Compares the result of a run with the one that the test expects, if it does.
local function result_mismatches(file, test, run)
  for _, key in ipairs { "result", "whole_result" } do
    if test.given[key] ~= nil then
      local list = expectations.of_result({
        documents = file.documents, steps = { "tests", ("%d"):format(test.number), key },
        node = test_file.entry(test.node, key), whole = key == "whole_result",
      }, run)
      if list[1] then return list end
    end
  end
  return {}
end

-- Compares the results that have the defaults of a JSON Schema, which the schema that validates does not have. What was
-- found of the others stands if the imported schema does not accept the values.
local function compare_with_defaults(schema, file, test, outcome)
  local with_fields, list = schemas.with_fields(schema), {}
  local is_expected = test.given.result ~= nil or test.given.whole_result ~= nil
  if with_fields == schema or not is_expected or outcome.violations[1] then return end
  run_values(with_fields, file, test, function(run)
    local is_accepted = list and run:exit_status() == 0
    if is_accepted then add_all(list, result_mismatches(file, test, run)) else list = nil end
  end)
  outcome.results = list or outcome.results
end

--- Runs the values of a test.
---@param schema yschema.CoreSchema
---@param file yschema.TestFile
---@param test yschema.SchemaTest
---@return { violations: table[], warnings: table[], results: yschema.Mismatch[] }? outcome
---@return string? problem with a file
function runner.outcome(schema, file, test)
  local outcome = { violations = {}, warnings = {}, results = {} }
  local problem = run_values(schema, file, test, function(run)
    local status = run:exit_status()
    if status ~= 0 or select(2, run:counts()) > 0 then
      local about = report.new(run)
      if schema.translate then schema.translate { report = about } end
      add_all(outcome.violations, about.violations)
      add_all(outcome.warnings, about.warnings)
    end
    if status == 0 then add_all(outcome.results, result_mismatches(file, test, run)) end
  end)
  if problem then return nil, problem end
  compare_with_defaults(schema, file, test, outcome)
  return outcome
end

--- Runs a test.
---@param schema yschema.CoreSchema
---@param file yschema.TestFile
---@param test yschema.SchemaTest
---@return yschema.TestOutcome
function runner.run(schema, file, test)
  local given, mismatches = test.given, {}
  local outcome, problem = runner.outcome(schema, file, test)
  if outcome then
    add_all(mismatches, outcome.results)
    add_all(mismatches, expectations.of_records(given.violations or {}, outcome.violations, "violation",
      given.more_violations))
    if given.warnings then
      add_all(mismatches, expectations.of_records(given.warnings, outcome.warnings, "warning"))
    end
  else
    mismatches[1] = { message = problem }
  end
  return { file = file.path, line = test.line, name = test.name, mismatches = mismatches }
end

return runner
