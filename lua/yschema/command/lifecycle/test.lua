--- The command `yschema test`: tests a schema by documents that it has to accept or to refuse (reference#test).
--
-- @module yschema.command.lifecycle.test

local appending = require "yschema.base.lazily" "yschema.testing.appending"
local core = require "yschema.core"
local coverage = require "yschema.base.lazily" "yschema.testing.coverage"
local listing = require "yschema.base.lazily" "yschema.batch.listing"
local progress = require "yschema.command.check.progress"
local proposals = require "yschema.base.lazily" "yschema.testing.proposals"
local counted = require "yschema.base.writing".counted
local results = require "yschema.testing.results"
local suite = require "yschema.testing.suite"
local uncovered = require "yschema.base.lazily" "yschema.testing.uncovered"

local test = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function test.invalid_argument(options)
  local proposes = options.propose or options.write or options.from[1]
  if proposes and options.report and options.report ~= "text" then
    return "--propose, --write and --from print tests, and no report for programs"
  end
  for _, word in ipairs(options.rest) do
    if word == "-" then return "a test file is read from a file, and not from standard input" end
  end
end

-- Runs the tests, and prints those that fail. Returns the outcomes and their counts.
local function run_all(suites, options, streams, out, covers)
  local outcomes, done = {}, { began = os.time(), files = 0, invalid = 0 }
  local shows = not options.quiet and streams.err == io.stderr and core.is_terminal(2)
  local watch = shows and progress.new(streams.err, done, suites.tests, { one = "test", bad = "failed" },
    core.terminal_columns(2))
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

-- ---- proposals ----------------------------------------------------------------------

local function proposes(options) return options.propose or options.write or options.from[1] ~= nil end

-- Returns a problem with what came of the tests before others are proposed, or nil.
local function problem_before(suites, counts)
  if suites.list[2] then return "tests are proposed for one test file: name it" end
  if suites.broken then return "no tests are proposed, because of the errors" end
  if counts.failed > 0 then return "no tests are proposed before all tests pass" end
end

-- Returns a path relative to the folder of the test file.
local function path_from(folder, path)
  if folder == "" or path:sub(1, 1) == "/" then return path end
  if path:sub(1, #folder) == folder then return path:sub(#folder + 1) end
  return folder:gsub("[^/]+", "..") .. path
end

-- Makes tests for the only test file. Returns nil and the problem if that fails.
local function proposed(suites, counts, options, covers)
  local problem = problem_before(suites, counts)
  if problem then return nil, problem end
  local each = suites.list[1]
  local proposer, paths = proposals.new(each, covers[1]), {}
  for _, file in ipairs(listing.of(options.from)) do
    if file.problem or not core.identity(file.path) then
      return nil, ("--from %s: %s"):format(file.path, file.problem or "there is no such file")
    end
    paths[#paths + 1] = path_from(each.file.folder, file.path)
  end
  proposer:add_files(paths)
  if options.propose or options.write and not options.from[1] then proposer:add_edges() end
  return proposer.list
end

-- Prints or appends tests. Returns the status.
local function propose(suites, counts, options, out, covers)
  local list, problem = proposed(suites, counts, options, covers)
  if not list then return out:complain(problem) end
  if not list[1] then
    out:notes { "there are no tests to propose" }
    return 0
  end
  if not options.write then return out:text(appending.items(list)) end
  local file = suites.list[1].file
  local text
  text, problem = appending.text(file, list)
  if not text then return out:complain(("%s: %s"):format(file.path, problem)) end
  local ok, about = core.write(file.path, text)
  if not ok then return out:complain(("%s: cannot be written: %s"):format(file.path, tostring(about))) end
  out:notes { ("%s: %s added: read each, and correct the schema where it is not what you want"):format(
    file.path, counted(#list, "test")) }
  return 0
end

-- ---- the command --------------------------------------------------------------------

-- Prints the coverage, unless a report for programs has it. Returns the status.
local function print_coverage(covers, options, out)
  if not covers then return 0 end
  if not options.coverage and not options.coverage_min then return 0 end
  if not options.report or options.report == "text" or options.report_file then
    if out:text(uncovered.text(covers)) ~= 0 then return 2 end
  end
  local percent, least = coverage.percent(coverage.count(covers)), options.coverage_min
  if not least or percent >= least then return 0 end
  out:note(("yschema: Error: the coverage is %.1f %%, and --coverage-min demands %s\n"):format(percent,
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
  local covers = (options.coverage or options.coverage_min or proposes(options)) and {} or nil
  local outcomes, counts = run_all(suites, options, streams, out, covers)
  local format, count = options.report, #suites.list
  if format == "json" then
    out:set_document(results.json(outcomes, counts, count, covers and uncovered.data(covers)))
  elseif format == "junit" then
    out:set_document(results.junit(outcomes))
  end
  if not options.quiet and suites.list[1] then out:sum_up(results.summary(counts, count)) end
  local status = print_coverage(covers, options, out)
  if proposes(options) then
    local proposing = propose(suites, counts, options, out, covers)
    status = proposing > status and proposing or status
  end
  suite.close(suites)
  if suites.broken then return 2 end
  return counts.failed > 0 and status < 2 and 1 or status
end

return test
