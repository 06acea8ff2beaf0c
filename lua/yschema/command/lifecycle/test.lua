--- The command `yschema test`: tests a schema by documents that it has to accept or to refuse (reference#test).
--
-- @module yschema.command.lifecycle.test

local core = require "yschema.core"
local coverage = require "yschema.base.lazily" "yschema.testing.coverage"
local progress = require "yschema.command.many.progress"
local results = require "yschema.testing.results"
local suite = require "yschema.testing.suite"
local uncovered = require "yschema.base.lazily" "yschema.testing.uncovered"

local test = {}

local io, ipairs, os = io, ipairs, os

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function test.invalid_argument(options)
  for _, word in ipairs(options.rest) do
    if word == "" then return "an argument is empty" end
    if word == "-" then return "a test file is read from a file, and not from standard input" end
  end
end

-- Runs the tests, and prints those that fail. Returns the outcomes and their counts.
local function run_all(suites, options, streams, out, covers)
  local outcomes, done = {}, { began = os.time(), files = 0, invalid = 0 }
  local shows = not options.quiet and streams.err == io.stderr and core.is_terminal(2)
  local watch = shows and progress.new(streams.err, done, suites.tests, { one = "test", bad = "failed" })
  local counts = suite.run(suites, function(outcome)
    local verdict = results.verdict(outcome)
    done.files, done.invalid = done.files + 1, done.invalid + verdict.status
    outcomes[#outcomes + 1] = outcome
    if watch and verdict.status > 0 then watch:clear() end
    out:add(verdict)
    if watch then watch:show() end
  end, covers)
  if watch then watch:clear() end
  return outcomes, counts
end

-- Prints the coverage, unless a report for programs has it. Returns the status.
local function print_coverage(covers, options, out)
  if not covers then return 0 end
  if not options.report or options.report == "text" or options.report_file then
    if out:text(uncovered.text(covers)) ~= 0 then return 2 end
  end
  local percent, least = coverage.percent(coverage.count(covers)), options.coverage_min
  if not least or percent >= least then return 0 end
  out:sum_up(("yschema: Error: the coverage is %.1f %%, and --coverage-min demands %s\n"):format(percent,
    ("%.1f %%"):format(least)))
  return 1
end

--- Runs the tests that the command names.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function test.run(options, settings, streams, out)
  local suites, problem = suite.read(options.rest, settings, function(owner) out:report(owner) end)
  if not suites then return out:complain(problem) end
  local covers = (options.coverage or options.coverage_min) and {} or nil
  local outcomes, counts = run_all(suites, options, streams, out, covers)
  local format, count = options.report, #suites.list
  if format == "json" then
    out:set_document(results.json(outcomes, counts, count, covers and uncovered.data(covers)))
  elseif format == "junit" then
    out:set_document(results.junit(outcomes))
  end
  if not options.quiet and suites.list[1] then out:sum_up(results.summary(counts, count)) end
  local status = print_coverage(covers, options, out)
  suite.close(suites)
  if suites.broken then return 2 end
  return counts.failed > 0 and status < 2 and 1 or status
end

return test
