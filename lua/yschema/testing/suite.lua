--- Runs the tests of many files.
--
-- @module yschema.testing.suite

local coverage = require "yschema.base.lazily" "yschema.testing.coverage"
local file_access = require "yschema.base.file_access"
local test_file = require "yschema.testing.test_file"
local project = require "yschema.batch.project"
local runner = require "yschema.testing.runner"
local schema_cache = require "yschema.batch.schema_cache"

local suite = {}

local NONE = "no test files: name files or folders, or write one that ends in .schema-test.yml"

-- Returns the words that name test files: by default, the folder of the project file or the working directory.
local function words_of(words)
  if words[1] then return words end
  local path = project.find()
  local folder = path and file_access.folder_of(path) or ""
  return { folder == "" and "." or folder }
end

-- The schemas of test files. Files with the same options share them.
local function new_caches(report)
  local caches = {}
  return function(file)
    local settings = file.settings
    local key = ("%s %s"):format(tostring(settings.strict), tostring(settings.budget))
    caches[key] = caches[key] or schema_cache.new(settings, report)
    local cache = caches[key]
    if file.json_schema then return cache:json_schema(file.json_schema, settings.yaml, "listed") end
    return cache:schema(file.schema, nil, settings.yaml, "listed")
  end
end

--- A test file with its schema.
---@class yschema.TestSuite
---@field file yschema.TestFile
---@field schema? yschema.CoreSchema nil: it has errors, which were reported

--- Test files that were read, with their schemas.
---@class yschema.TestSuites
---@field list yschema.TestSuite[]
---@field tests integer
---@field broken boolean a file or a schema has errors, which were reported

--- Reads test files and compiles their schemas.
---@param words string[] files, folders and patterns; none: all test files of the project
---@param settings yschema.Settings
---@param report fun(owner: userdata) gets what has errors or warnings
---@return yschema.TestSuites? suites nil when there is a problem
---@return string? problem
function suite.read(words, settings, report)
  local listed, problem = test_file.find(words_of(words))
  if problem and not words[1] then problem = NONE end
  if problem then return nil, problem end
  local reader, schema_of = test_file.reader(settings, report), new_caches(report)
  local suites = { list = {}, tests = 0, broken = false }
  for _, each in ipairs(listed) do
    local file = reader:read(each.path)
    local schema
    if file then
      schema, problem = schema_of(file)
      if problem then return nil, ("%s: %s"):format(file.path, problem) end
      suites.list[#suites.list + 1] = { file = file, schema = schema }
      suites.tests = suites.tests + #file.tests
    end
    suites.broken = suites.broken or not schema
  end
  return suites
end

--- Runs all tests. Those whose schema has errors do not run.
---@param suites yschema.TestSuites
---@param receive fun(outcome: yschema.TestOutcome)
---@param covers? yschema.SchemaCoverage[] gets the coverage of each schema
---@return { tests: integer, passed: integer, failed: integer, not_run: integer } counts
function suite.run(suites, receive, covers)
  local by_schema = {}
  for _, each in ipairs(covers and suites.list or {}) do
    if each.schema and not by_schema[each.schema] then
      by_schema[each.schema] = coverage.new(each.schema)
      covers[#covers + 1] = by_schema[each.schema]
    end
  end
  local counts = { tests = suites.tests, passed = 0, failed = 0, not_run = 0 }
  for _, each in ipairs(suites.list) do
    for _, test in ipairs(each.schema and each.file.tests or {}) do
      local outcome = runner.run(each.schema, each.file, test)
      local key = outcome.mismatches[1] and "failed" or "passed"
      counts[key] = counts[key] + 1
      if covers and key == "passed" then by_schema[each.schema]:try(each.file, test) end
      receive(outcome)
    end
  end
  counts.not_run = counts.tests - counts.passed - counts.failed
  return counts
end

--- Closes what the suites hold.
---@param suites yschema.TestSuites
function suite.close(suites)
  for _, each in pairs(suites.list) do each.file.documents:close() end
end

return suite
