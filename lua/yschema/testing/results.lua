--- Writes what came of tests: for people, as JSON and as JUnit XML.
--
-- @module yschema.testing.results

local core = require "yschema.core"
local junit = require "yschema.report.junit"
local report = require "yschema.report.report"
local rules = require "yschema.report.rules"
local writing = require "yschema.base.writing"

local results = {}

local list, ordered, counted = writing.list, writing.ordered, writing.counted

local new_result = ordered { "file", "line", "name", "passed", "mismatches" }
local new_mismatch = ordered { "path", "message", "expected", "found" }
local new_summary = ordered { "files", "tests", "passed", "failed", "not_run" }
local new_document = ordered { "tests", "summary", "coverage" }

-- Makes the records of a test that has failed. `pattern`: of what is in messages.
local function records_of(outcome, pattern)
  local records = {}
  for i, mismatch in ipairs(outcome.mismatches) do
    records[i] = rules.record("test", {
      path = mismatch.path or "", message = outcome.name .. ": " .. mismatch.message:match(pattern or ".*"),
      found = mismatch.found, expected = mismatch.expected, file = outcome.file, line = outcome.line,
    })
  end
  return records
end

--- Returns what a test that has failed is for people.
---@param outcome yschema.TestOutcome
---@return string
function results.text(outcome)
  local blocks, name = {}, core.printable(outcome.name, true)
  for i, mismatch in ipairs(outcome.mismatches) do
    blocks[i] = ("%s:%d:1: error[test]: %s: %s\n"):format(core.printable(outcome.file, true), outcome.line, name,
      (mismatch.message:gsub("\n+$", ""):gsub("\n", "\n    ")))
  end
  return table.concat(blocks, "\n")
end

--- Returns the verdict on a test, as printers take it.
---@param outcome yschema.TestOutcome
---@return yschema.Verdict
function results.verdict(outcome)
  if not outcome.mismatches[1] then return { file = outcome.file, line = outcome.line, status = 0 } end
  local text = results.text(outcome)
  return {
    file = outcome.file, line = outcome.line, status = 1, text = text, shown = records_of(outcome, "[^\n]*"),
    report = report.of_parts { violations = records_of(outcome), warnings = {}, status = 1, text = text },
  }
end

--- Returns the line that ends the work.
---@param counts table
---@param files integer
---@return string
function results.summary(counts, files)
  return ("%s, %s: %d passed, %d failed%s\n"):format(counted(files, "file"), counted(counts.tests, "test"),
    counts.passed, counts.failed, counts.not_run > 0 and (", %d not run"):format(counts.not_run) or "")
end

--- Writes the outcomes as JSON.
---@param outcomes yschema.TestOutcome[]
---@param counts table
---@param files integer
---@param coverage? table
---@return string
function results.json(outcomes, counts, files, coverage)
  local tests = list()
  for i, outcome in ipairs(outcomes) do
    local mismatches = list()
    for j, mismatch in ipairs(outcome.mismatches) do
      mismatches[j] = new_mismatch {
        path = mismatch.path, message = mismatch.message, expected = mismatch.expected, found = mismatch.found,
      }
    end
    tests[i] = new_result {
      file = outcome.file, line = outcome.line, name = outcome.name, passed = not outcome.mismatches[1],
      mismatches = mismatches,
    }
  end
  local summary = new_summary {
    files = files, tests = counts.tests, passed = counts.passed, failed = counts.failed, not_run = counts.not_run,
  }
  return assert(core.encode(new_document { tests = tests, summary = summary, coverage = coverage }, "json"))
end

--- Writes the outcomes as JUnit XML, each test as a case.
---@param outcomes yschema.TestOutcome[]
---@return string
function results.junit(outcomes)
  local suites, by_file = {}, {}
  for _, outcome in ipairs(outcomes) do
    local suite = by_file[outcome.file]
    if not suite then
      suite = { name = outcome.file, is_file = true, cases = {}, warnings = {}, failures = 0, errors = 0 }
      suites[#suites + 1], by_file[outcome.file] = suite, suite
    end
    suite.cases[#suite.cases + 1] = { name = outcome.name, class = outcome.file, records = records_of(outcome) }
    if outcome.mismatches[1] then suite.failures = suite.failures + 1 end
  end
  return junit.of_suites(suites)
end

return results
