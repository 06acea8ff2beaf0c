--- The command `yschema check`: validates many files, each document by itself (reference#check).
--
-- @module yschema.command.check

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local validating = require "yschema.batch.validating"
local lazily = require "yschema.base.lazily"
local line_validator = lazily "yschema.batch.line_validator"
local new_tally = require "yschema.command.many.tally".new
local new_reporter = require "yschema.command.many.reporter".new
local pool = require "yschema.batch.pool"
local progress = require "yschema.command.many.progress"
local report = lazily "yschema.report.report"
local resume = lazily "yschema.batch.resume"
local worklist = require "yschema.batch.worklist"

local check = {}

local assert, io, ipairs, require, table, tostring = assert, io, ipairs, require, table, tostring

-- ---- what --resume depends on --------------------------------------------------------

-- The flags by which a file may get another verdict.
local FLAGS = {
  "strict", "yaml", "refuse_plain_comments", "allow_code_in_values", "allow_code",
  "dangerous_data_values_disable_validation", "budget", "max_memory", "each_file",
}

-- Makes a digest of texts. Their lengths are part of it, so that other texts have another digest.
local function digest_of(parts)
  for i, part in ipairs(parts) do parts[i] = ("%d:%s"):format(#part, part) end
  return core.digest(table.concat(parts))
end

-- Makes a digest of the texts of a schema, in the order in which they were given.
local function schema_key(schema)
  local parts = { schema.settings.yaml or "" }
  for _, source in ipairs(schema.offered) do
    parts[#parts + 1] = source:name()
    parts[#parts + 1] = source:text()
  end
  return digest_of(parts)
end

-- Makes a digest of flags, and of the schema of -f.
local function key_of(schema, options)
  local parts = { report.version, schema and schema_key(schema) or "" }
  for _, name in ipairs(FLAGS) do parts[#parts + 1] = tostring(options[name]) end
  return digest_of(parts)
end

-- Makes a digest of the schemas that validate the file of a job. `keys` has those that are known.
local function salt_of(job, keys)
  local parts = {}
  for _, kind in ipairs(job.kinds or { job }) do
    local schema = kind.schema
    keys[schema] = keys[schema] or schema_key(schema)
    parts[#parts + 1] = keys[schema]
    parts[#parts + 1] = kind.has and assert(core.encode(kind.has, "json")) or ""
  end
  parts[#parts + 1] = job.otherwise or ""
  return digest_of(parts)
end

-- Opens the file that `--resume` names, and gives the jobs what it records. Returns nil and a problem if that fails.
local function open_memory(jobs, options, out)
  if not options.resume then return nil end
  local of_all = (options.file[1] or options.json_schema) and jobs:count() > 0 and jobs:at(1).schema
  local memory, problem = resume.open(options.resume, key_of(of_all, options))
  if not memory then return nil, problem end
  if memory.notice and not options.quiet then out:sum_up("yschema: " .. memory.notice .. "\n") end
  memory:prepare(jobs)
  local keys = {}
  for i = 1, jobs:count() do
    local job = jobs:at(i)
    if job.memory and not of_all then job.salt = salt_of(job, keys) end
  end
  return memory
end

-- ---- many files ---------------------------------------------------------------------

-- Starting workers pays off from about 64 files on.
local function workers_for(jobs, options)
  return options.jobs or (jobs:count() >= 64 and core.cores() or 1)
end

local function do_jobs(jobs, options, reporter, tally, watch, memory)
  local writes = pool.each(jobs, workers_for(jobs, options), {
    validate = reporter:prepared(validating.validate_job), failed = validating.failed,
    begin = function(job)
      tally.files = tally.files + 1
      if memory then memory:begin(job) end
      if watch then watch:show() end
    end,
    count = reporter:omits_valid() and function(files, documents)
      tally:count_valid(files, documents)
      if watch then watch:show() end
    end or nil,
    receive = function(verdict)
      if watch and verdict.report then watch:clear() end
      tally:count(verdict)
      local writes = verdict.skipped or reporter:report(verdict)
      if memory and writes then memory:take(verdict) elseif memory then memory:forget() end
      return writes
    end,
  })
  if watch then watch:clear() end
  if not writes then tally.status = 2 end
end


-- What verdicts need to have; nil: both, for the formats of reports for programs.
local function needs_of(options)
  if options.ndjson then return "records" end
  return (options.report or "text") == "text" and "texts" or nil
end

-- Validates the files that the command names. Returns nil and the problem with the call, or only nil when it has been
-- reported.
local function validate_files(options, settings, streams, out, open_reporter)
  local tally = new_tally()
  local list, problem = worklist.make({
    schema = options.file, json_schema = options.json_schema,
    words = options.rest, files0_from = options.files0_from, project = options.project,
    merged = options.each_file, all = options.all, needs = needs_of(options),
    shard = options.shard, allow_code = options.allow_code, outputs = { options.report_file, options.resume },
  }, settings, function(owner) out:report(owner) end)
  problem = problem or list and file_access.clash_with(list.jobs, options)
  local reporter = list and not problem and open_reporter()
  if not list or not reporter then return nil, problem end
  local memory
  memory, problem = open_memory(list.jobs, options, out)
  if problem then return nil, problem end
  out:notes(list.notes)
  tally.skipped = list.skipped
  local shows = not options.quiet and streams.err == io.stderr and core.is_terminal(2)
  do_jobs(list.jobs, options, reporter, tally, shows and progress.new(streams.err, tally, list.jobs:count()), memory)
  if memory and not memory:close() then tally.status = out:complain "--resume: the file cannot be written" end
  return tally
end

-- ---- one JSON document on each line -------------------------------------------------

-- Validates lines. Each verdict is reported at once, and none is kept. Returns a problem when they cannot be read.
local function validate_each_line(job, input, reporter, tally)
  local number, writes = 0, true
  while true do
    local text, problem = input:read "*l"
    if not text then return problem end
    number = number + 1
    validating.validate_line(job, "line " .. number, text, function(verdict)
      tally:count(verdict)
      writes = reporter:report(verdict)
    end)
    if not writes then
      tally.status = 2
      return nil
    end
  end
end

-- Validates the lines of standard input, and returns what `validate_files` does.
local function validate_lines(options, settings, streams, out, open_reporter)
  local tally = new_tally()
  local job, problem, notes = line_validator.find({
    schema = options.file, json_schema = options.json_schema, project = options.project, name = options.rest[1],
  }, settings, function(owner) out:report(owner) end)
  local reporter = job and open_reporter()
  if not reporter then return nil, problem end
  out:notes(notes)
  tally.files = nil
  problem = validate_each_line(job, streams.input or io.stdin, reporter, tally)
  if problem then tally.status = out:complain("--lines: standard input cannot be read: " .. problem) end
  return tally
end

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

-- Counts the arguments that name standard input.
local function readers_of_stdin(options)
  local count = options.lines and 1 or 0
  for _, words in ipairs { options.file, options.rest, { options.files0_from }, { options.json_schema } } do
    for _, word in ipairs(words) do
      if word == "-" then count = count + 1 end
    end
  end
  return count
end

-- Returns a problem with how the files to validate are named, or nil.
local function problem_with_files(options, by)
  local lines_of_project = options.lines and not by
  local file = not lines_of_project and options.rest[1] -- else it is the name of a configuration
  local ways = (file and 1 or 0) + (options.files0_from and 1 or 0) + (options.lines and 1 or 0)
  if ways == 0 and by then return "no files to validate: name files, folders or patterns after the options" end
  if ways > 1 then return "FILE, --files0-from and --lines exclude each other" end
  if lines_of_project and options.rest[2] then return "--lines takes the name of one configuration" end
  if readers_of_stdin(options) > 1 then return "standard input can be read only once" end
  for _, word in ipairs(options.rest) do
    if word == "" then return "an argument is empty" end
  end
end

local function problem_with_lines(options)
  if not options.lines then return nil end
  for _, name in ipairs { "shard", "each_file", "jobs", "resume" } do
    if options[name] then return ("--lines does not go with --%s"):format((name:gsub("_", "-"))) end
  end
  if options.report and options.report ~= "ndjson" then
    return "--lines writes a line of JSON about each line (--report ndjson), and no other report"
  end
end

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function check.invalid_argument(options)
  if options.lines and options.rest[1] == "-" then table.remove(options.rest, 1) end -- the lines are standard input
  if options.json_schema == "" then return "--json-schema: its argument is empty" end
  if options.json_schema and options.file[1] then return "-f and --json-schema exclude each other" end
  local by = options.json_schema and "--json-schema" or options.file[1] and "-f"
  if by and options.project then return by .. " and --project exclude each other" end
  if options.list and (by or options.rest[1] or options.files0_from or options.lines) then
    return "--list goes with --project alone"
  end
  if options.resume and options.env then
    return "--resume does not go with --env: the dependencies of its functions are unknown"
  end
  return problem_with_files(options, by) or problem_with_lines(options)
end

--- Validates the files that the command names, or the lines of standard input.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function check.run(options, settings, streams, out)
  if options.list then return list_names(options, settings, out) end
  local reporter
  local validate = options.lines and validate_lines or validate_files
  local tally, problem = validate(options, settings, streams, out, function()
    local invalid
    reporter, invalid = new_reporter(options, out)
    if invalid then out:complain(invalid) end
    return reporter
  end)
  if not tally then return problem and out:complain(problem) or 2 end
  if not reporter:close() then tally.status = 2 end
  if not options.quiet then
    if reporter.has_printed then out:print "\n" end
    out:sum_up(tally:summary())
  end
  return tally.status
end

return check
