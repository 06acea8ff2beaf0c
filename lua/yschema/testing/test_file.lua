--- Finds and reads test files (reference#test).
--
-- A test file is validated by a schema of our own, whose rules look at the files that it names. So each mistake is
-- reported with its line.
--
-- @module yschema.testing.test_file

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local lfs = require "lfs"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local listing = require "yschema.batch.listing"
local no_schemas = require "yschema.pipeline.no_schemas"
local own_files = require "yschema.pipeline.own_files"

local test_file = {}

--- One test.
---@class yschema.SchemaTest
---@field name string
---@field line integer
---@field number integer from 0, in its file
---@field given table what the file says about it
---@field node table its node in the outline of the file

--- A test file that was read.
---@class yschema.TestFile
---@field path string
---@field folder string with a slash at its end; "" is the working directory
---@field schema? string[] paths
---@field json_schema? string a path
---@field options table
---@field settings yschema.Settings for the values
---@field documents userdata of the core, with the values and results of tests
---@field tests yschema.SchemaTest[]

-- ---- the rules of the schema --------------------------------------------------------

-- The test file that is being read.
---@class yschema.TestReader
---@field folder string
---@field settings yschema.Settings of the call
---@field seen table<string, boolean> the names of tests
local Reader = {}
Reader.__index = Reader

function Reader:placed(path) return file_access.placed(self.folder, path) end

function Reader:is_schema(value)
  return no_schemas.are_schemas(value, self.folder, self.settings.max_bytes)
end

function Reader:is_file(path)
  local place = self:placed(path)
  if path == "" then return false, "it is empty" end
  if not lfs.attributes(place, "mode") then return false, ("there is no file %s"):format(place) end
  if lfs.attributes(place, "mode") == "directory" then return false, ("%s is a folder"):format(place) end
  return true
end

--- Lists the files that a word in a test file names.
---@param folder string of the test file
---@param word string
---@return yschema.ListedFile[]
function test_file.named(folder, word) return (listing.of({ word }, nil, folder)) end

function Reader:are_files(word)
  for _, file in ipairs(test_file.named(self.folder, word)) do
    if file.problem then return false, ("%s: %s"):format(file.path, file.problem) end
    if not lfs.attributes(file.path, "mode") then return false, ("there is no file %s"):format(file.path) end
  end
  return word ~= "", "it is empty"
end

local function count_of(map, ...)
  local count = 0
  for _, name in ipairs { ... } do
    if map[name] ~= nil then count = count + 1 end
  end
  return count
end

local function problem_in_test(test)
  local inputs = count_of(test, "values", "text", "file", "files", "layers")
  if inputs == 0 then return "no values: write values, text, file, files or layers" end
  if inputs > 1 then return "values, text, file, files and layers exclude each other" end
  local outcomes = count_of(test, "valid", "result", "whole_result", "violations")
  if outcomes == 0 and not test.warnings then
    return "nothing is expected: write valid: true, result, whole_result, violations or warnings"
  end
  if test.violations and outcomes > 1 then return "violations excludes valid, result and whole_result" end
  if test.more_violations ~= nil and not test.violations then return "more_violations needs violations" end
end

-- The names that the schema of test files uses.
function Reader:env()
  return {
    names_schema = function(file)
      if count_of(file, "schema", "json_schema") == 2 then return false, "schema and json_schema exclude each other" end
      return count_of(file, "schema", "json_schema") == 1, "no schema: write schema or json_schema"
    end,
    is_schema = function(value) return self:is_schema(value) end,
    is_file = function(path) return self:is_file(path) end,
    are_files = function(word) return self:are_files(word) end,
    is_complete = function(test)
      local problem = problem_in_test(test)
      return problem == nil, problem
    end,
    is_layer = function(layer)
      return count_of(layer, "values", "text", "file") == 1, "it has none of them, or several"
    end,
    -- Each name is asked for once, in the order of the file.
    is_unique = function(name)
      local is_new = not self.seen[name]
      self.seen[name] = true
      return is_new, "an earlier test has this name"
    end,
  }
end

-- ---- reading ------------------------------------------------------------------------

--- Reads test files. They share one compiled schema.
---@param settings yschema.Settings of the call
---@param report fun(owner: userdata) gets what has violations
---@return yschema.TestReader
function test_file.reader(settings, report)
  local self = setmetatable({ settings = settings, report = report, seen = {}, folder = "" }, Reader)
  self.schema = own_files.schema("the schema of test files", require "yschema.testing.file_schema", self:env())
  return self
end

-- Returns the node of an entry of a map.
local function entry(node, key) return plain_tables.find(node, function(below) return below.key == key end) end
test_file.entry = entry

local function tests_of(values, documents)
  local nodes = entry(documents:outline(1), "tests")
  local tests = {}
  for i, given in ipairs(values.tests or {}) do
    local node = nodes[i]
    tests[i] = { name = given.name, line = node.line, number = i - 1, given = given, node = node }
  end
  return tests
end

-- The settings for the values in a test file.
local function settings_for(reader, values)
  local options = values.options or {}
  local yaml = options.yaml or reader.settings.yaml or values.json_schema and "1.2" or nil
  return plain_tables.changed(reader.settings, {
    yaml = yaml, strict = options.strict, budget = options.budget, fold_repeats = false,
  })
end

--- Reads a test file.
---@param path string
---@return yschema.TestFile? file nil when it has violations, which were reported
function Reader:read(path)
  self.folder, self.seen = file_access.folder_of(path), {}
  local source, problem = file_access.read(path, path, self.settings.max_bytes)
  local values = own_files.values(self.schema, { path = path, source = source, problem = problem }, self.report)
  if not values then return nil end
  local settings = settings_for(self, values)
  -- The values of tests are read as the files are that the schema validates.
  local documents, owner = core.parse(source, settings)
  if not documents then
    self.report(owner)
    return nil
  end
  local paths = {}
  for i, word in ipairs(plain_tables.listed(values.schema)) do paths[i] = self:placed(word) end
  return {
    path = path, folder = self.folder, options = values.options or {}, settings = settings, documents = documents,
    schema = values.schema and paths, json_schema = values.json_schema and self:placed(values.json_schema),
    tests = tests_of(values, documents),
  }
end

-- ---- finding ------------------------------------------------------------------------

--- Lists the test files that words name: files, folders, and patterns.
---@param words string[]
---@return yschema.ListedFile[] files
---@return string? problem
function test_file.find(words)
  local list, patterns = {}, {}
  for i, word in ipairs(words) do
    local is_folder = lfs.attributes(word, "mode") == "directory"
    patterns[i] = is_folder and word:gsub("/*$", "/") .. file_kinds.TEST_FILES or word
  end
  for _, file in ipairs(listing.of(patterns)) do
    if file.problem then return list, ("%s: %s"):format(file.path, file.problem) end
    list[#list + 1] = file
  end
  return list
end

return test_file
