--- Finds out which small changes of a schema its tests would notice.
--
-- The core lists these changes, and notes which of them would decide about a value of a test in another way. The test
-- then runs again with each of these changes that no test has noticed yet: if it fails, it has noticed the change.
--
-- @module yschema.testing.coverage

local core = require "yschema.core"
local changed = require "yschema.base.plain_tables".changed
local runner = require "yschema.testing.runner"
local schemas = require "yschema.pipeline.schemas"
local report = require "yschema.report.report"

local coverage = {}

-- A change that so many tests reach without noticing it is not tried any more, so that the time stays in proportion to
-- the number of tests. A default that is filled in concerns every test, but few of them expect a result.
local MOST_TRIES, MOST_WITHOUT_RESULT = 500, 20

--- A small change of a schema, and whether a test notices it.
---@class yschema.CoveragePoint
---@field change string its name: see `ysl_points` in csrc/lua/schema/coverage.c
---@field path string of the field
---@field file string
---@field line integer
---@field column integer
---@field field_file string the place of the field
---@field field_line integer
---@field field_column integer
---@field rule? string the name of the rule
---@field is_length? boolean the rule is about a length
---@field must_be? string what the rule demands
---@field argument? string of the rule
---@field value? string an allowed value, or the bound after it was moved
---@field words? string the alternative, as it is written
---@field name? string the annotation with the alternatives
---@field index? integer of the alternative
---@field sensitive? boolean
---@field tries integer tests that reach it
---@field covered boolean

--- The coverage of a schema.
---@class yschema.SchemaCoverage
---@field points yschema.CoveragePoint[]
---@field observed yschema.CoreSchema its runs note what they reach
---@field is_import boolean the tests run by a JSON Schema, and `observed` is its import
local Coverage = {}
Coverage.__index = Coverage

-- Replaces the places in a schema that was made from a JSON Schema by those in the JSON Schema.
local function translate(points, schema)
  if not schema.translate then return end
  local records = {}
  for i, point in ipairs(points) do records[i] = { schema_file = point.file, schema_line = point.line } end
  local about = report.empty()
  about.violations = records
  schema.translate { report = about }
  for i, point in ipairs(points) do point.file, point.line = records[i].schema_file, records[i].schema_line end
end

--- Begins to note which changes of a schema are noticed.
---@param schema yschema.CoreSchema
---@return yschema.SchemaCoverage
function coverage.new(schema)
  local with_fields = schemas.with_fields(schema)
  local points = with_fields.core:points()
  for _, point in ipairs(points) do point.tries, point.covered = 0, false end
  translate(points, with_fields)
  return setmetatable({
    points = points, observed = changed(with_fields, { settings = changed(with_fields.settings, { watch = true }) }),
    is_import = with_fields ~= schema,
  }, Coverage)
end

local function expects_result(test) return test.given.result ~= nil or test.given.whole_result ~= nil end

-- Whether a test is tried with the change of a point.
local function is_tried(point, test)
  if point.covered or point.tries > MOST_TRIES then return false end
  return point.change ~= "null-default" or point.tries <= MOST_WITHOUT_RESULT or expects_result(test)
end

-- Runs a test with the change of a point. Returns whether it notices that.
function Coverage:notices(number, file, test)
  local owner = self.observed.core
  owner:change(number)
  local ok, outcome = pcall(runner.run, self.observed, file, test)
  owner:change()
  return not ok or outcome.mismatches[1] ~= nil
end

-- Returns what a test expects of the records of an import, which names its rules in its own way: those at the places
-- where it expects some.
local function expected_of_import(wanted, records, more)
  local list, places = {}, {}
  for _, each in ipairs(wanted) do places[each.path or ""] = true end
  for _, record in ipairs(records) do
    if not more or places[""] or places[record.path] or places[record.pointer] then
      list[#list + 1] = { path = record.path, rule = record.rule or record.kind }
    end
  end
  return list
end

-- Returns a test of a JSON Schema as a test of the import, by what the import reports without a change.
local function of_import(test, outcome)
  local given = test.given
  return changed(test, { given = changed(given, {
    violations = expected_of_import(given.violations or {}, outcome.violations, given.more_violations),
    warnings = given.warnings and expected_of_import(given.warnings, outcome.warnings),
  }) })
end

--- Runs a test that passes once more, and then with the changes that it may notice.
---@param file yschema.TestFile
---@param test yschema.SchemaTest
function Coverage:try(file, test)
  local owner, print_line = self.observed.core, core.hooks.print
  core.hooks.print = function() end
  owner:reached()
  local outcome = runner.outcome(self.observed, file, test)
  if outcome and self.is_import then test = of_import(test, outcome) end
  for _, number in ipairs(owner:reached()) do
    local point = self.points[number]
    point.tries = point.tries + 1
    if is_tried(point, test) then point.covered = self:notices(number, file, test) end
  end
  core.hooks.print = print_line
end

--- Counts the points, and those that are covered.
---@param list yschema.SchemaCoverage[]
---@return integer total
---@return integer covered
function coverage.count(list)
  local total, covered = 0, 0
  for _, each in ipairs(list) do
    for _, point in ipairs(each.points) do
      total, covered = total + 1, covered + (point.covered and 1 or 0)
    end
  end
  return total, covered
end

--- Returns a share in percent, with one digit. It is 100 only if nothing is missing.
---@param total integer
---@param covered integer
---@return number
function coverage.percent(total, covered)
  return total == 0 and 100 or math.floor(covered * 1000 / total) / 10
end

return coverage
