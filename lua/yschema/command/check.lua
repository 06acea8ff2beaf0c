--- The command `yschema check`: validates many files, each document by itself (reference#check).
--
-- @module yschema.command.check

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local file_check = lazily "yschema.command.check.file_check"
local fix = lazily "yschema.command.lifecycle.fix"
local line_check = lazily "yschema.command.check.line_check"
local watch = lazily "yschema.command.check.watch"
local writing = lazily "yschema.base.writing"
local new_tally = require "yschema.command.check.tally".new
local new_reporter = require "yschema.command.check.reporter".new

local check = {}

local INTERRUPTED = 130 -- the status of a command that SIGINT ends

-- ---- the names of configurations ----------------------------------------------------

-- Prints the names of the configurations that the project file lists. Returns the status.
local function list_names(options, settings, out)
  local project = require "yschema.batch.project"
  local path = options.project or project.find()
  if not path then return out:complain "--list: there is no project file (.yschema.yml) here or in a folder above" end
  local entries = project.load(path, settings, function(owner) out:report(owner) end, true)
  if not entries then return 2 end
  local names = {}
  for i, entry in ipairs(entries) do names[i] = core.printable(entry.name, true) .. "\n" end
  return out:text(table.concat(names))
end

-- ---- the command --------------------------------------------------------------------

-- Returns a problem with how the files to validate are named, or nil.
local function problem_with_files(options, by)
  local lines_of_project = options.lines and not by
  local file = not lines_of_project and options.rest[1] -- else it is the name of a configuration
  local ways = (file and 1 or 0) + (options.files0_from and 1 or 0) + (options.lines and 1 or 0)
  if ways == 0 and by then return "no files to validate: name files, folders or patterns after the options" end
  if ways > 1 then return "FILE, --files0-from and --lines exclude each other" end
  if lines_of_project and options.rest[2] then return "--lines takes the name of one configuration" end
end

-- The flags beside which a flag does not go.
local NOT_BESIDE = {
  lines = { "shard", "each_file", "resume", "baseline", "write_baseline" },
  fix = { "lines", "ndjson", "list", "jobs", "shard", "resume", "baseline", "write_baseline" },
  watch = { "fix", "lines", "ndjson", "list", "shard", "resume", "write_baseline", "report_file" },
}

-- Returns a problem with what a flag stands beside, or nil.
local function problem_beside(options, flag)
  for _, name in ipairs(options[flag] and NOT_BESIDE[flag] or {}) do
    if options[name] then return ("--%s does not go with --%s"):format(flag, (name:gsub("_", "-"))) end
  end
end

local function problem_with_lines(options)
  if options.lines and options.report and options.report ~= "ndjson" then
    return "--lines writes a line of JSON about each line (--report ndjson), and no other report"
  end
end

-- Returns a problem with --watch, or nil. It reads all again and again.
local function problem_with_watch(options)
  if not options.watch then return nil end
  local report = options.report or "text"
  if report ~= "text" and report ~= "concise" then
    return ("--watch prints a report for people: --report text or concise, not %s"):format(report)
  end
  for _, words in ipairs { options.rest, options.file, { options.json_schema, options.files0_from } } do
    for _, word in ipairs(words) do
      if word == "-" then return "--watch reads files again and again, but standard input can be read only once" end
    end
  end
end

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function check.invalid_argument(options)
  if options.lines and options.rest[1] == "-" then table.remove(options.rest, 1) end -- the lines are standard input
  if options.write_baseline and options.baseline == "-" then
    return "--write-baseline writes the file of --baseline, and standard input cannot be written: name a file"
  end
  if options.write_baseline and options.shard then
    return "--write-baseline does not go with --shard: each shard would write the same file"
  end
  if options.write_baseline and options.dangerous_data_values_disable_validation then
    return "--write-baseline does not go with --dangerous-data-values-disable-validation: violations would be missing"
  end
  if options.json_schema and options.file[1] then return "-f and --json-schema exclude each other" end
  local by = options.json_schema and "--json-schema" or options.file[1] and "-f"
  if by and options.project then return by .. " and --project exclude each other" end
  if options.list and (by or options.rest[1] or options.files0_from or options.lines) then
    return "--list goes with --project alone"
  end
  if options.resume and options.env then
    return "--resume does not go with --env: the dependencies of its functions are unknown"
  end
  return problem_beside(options, "watch") or problem_with_watch(options) or problem_beside(options, "fix")
    or options.fix and options.rest[1] == "-" and "standard input cannot be fixed in place"
    or problem_with_files(options, by) or problem_beside(options, "lines") or problem_with_lines(options)
end

-- Validates the files that the command names, or the lines of standard input. Returns the status, and the problem with
-- the call.
local function validate(options, settings, streams, out)
  local reporter
  local by = options.lines and line_check.validate or file_check.validate
  local tally, problem = by(options, settings, streams, out, function()
    local invalid
    reporter, invalid = new_reporter(options, out)
    if invalid then out:complain(invalid) end
    return reporter
  end, new_tally())
  if not tally and problem and not options.watch then out:complain(problem) end
  if not tally then return 2, problem end
  if not reporter:close() then tally.status = 2 end
  if not options.quiet and out:sum_up(tally:summary()) ~= 0 then return 2 end
  if not tally.interrupted then return tally.status end
  out:note(("yschema: interrupted: %s not checked\n"):format(writing.counted(tally.interrupted, "file")))
  return INTERRUPTED
end

--- Validates the files that the command names, or the lines of standard input.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function check.run(options, settings, streams, out)
  if options.list then return list_names(options, settings, out) end
  if options.watch then
    local new_printer = require "yschema.command.printer".new
    return watch.run(options, settings, out, { validate = validate, new_printer = new_printer })
  end
  local run = options.fix and fix.run or validate
  local status = run(options, settings, streams, out)
  return options.exit_zero and status == 1 and 0 or status
end

return check
