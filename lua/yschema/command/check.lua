--- The command `yschema check`: validates many files, each document by itself (reference#check).
--
-- @module yschema.command.check

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local validating = require "yschema.batch.validating"
local lazily = require "yschema.base.lazily"
local line_validator = lazily "yschema.batch.line_validator"
local new_tally = require "yschema.command.many.tally".new
local new_teller = require "yschema.command.many.reporter".new
local pool = require "yschema.batch.pool"
local progress = require "yschema.command.many.progress"
local remembering = lazily "yschema.command.many.remembering"
local worklist = require "yschema.batch.worklist"

local check = {}

local io, ipairs, require, table = io, ipairs, require, table

-- ---- many files ---------------------------------------------------------------------

-- Workers are worth their start from some 64 files on.
local function workers_for(jobs, options)
  return options.jobs or (jobs:count() >= 64 and core.cores() or 1)
end

local function do_jobs(jobs, options, teller, tally, watch, memory)
  local writes = pool.each(jobs, workers_for(jobs, options), {
    validate = teller:prepared(validating.validate_job), failed = validating.failed,
    begin = function(job)
      tally.files = tally.files + 1
      if memory then memory:begin(job) end
      if watch then watch:show() end
    end,
    count = teller:tells_violations_only() and function(files, documents)
      tally:count_valid(files, documents)
      if watch then watch:show() end
    end or nil,
    tell = function(verdict)
      if watch and verdict.report then watch:clear() end
      tally:count(verdict)
      local writes = verdict.skipped or teller:tell(verdict)
      if memory and writes then memory:take(verdict) elseif memory then memory:forget() end
      return writes
    end,
  })
  if watch then watch:clear() end
  if not writes then tally.status = 2 end
end

-- Tells what else the user has to know.
local function tell_notes(notes, options, out)
  for _, note in ipairs(notes) do
    if not options.quiet then out:tell("yschema: Note: " .. note .. "\n") end
  end
end

-- What verdicts need to have: formats for programs take what there is.
local function needs_of(options)
  if options.ndjson then return "records" end
  return (options.report or "text") == "text" and "texts" or nil
end

-- Validates the files that the command names. Returns nil and what is wrong with the call, which is nil when it has been
-- told.
local function validate_files(options, settings, streams, out, tell_with)
  local tally = new_tally()
  local list, problem = worklist.make({
    schema = options.file, json_schema = options.json_schema,
    words = options.rest, files0_from = options.files0_from, project = options.project,
    merged = options.each_file, all = options.all, needs = needs_of(options),
    shard = options.shard, allow_code = options.allow_code, outputs = { options.report_file, options.resume },
  }, settings, function(owner) out:report(owner) end)
  problem = problem or list and file_access.clash_with(list.jobs, options)
  local teller = list and not problem and tell_with()
  if not list or not teller then return nil, problem end
  local memory
  memory, problem = remembering.open(list.jobs, options, out)
  if problem then return nil, problem end
  tell_notes(list.notes, options, out)
  tally.skipped = list.skipped
  local shows = not options.quiet and streams.err == io.stderr and core.is_terminal(2)
  do_jobs(list.jobs, options, teller, tally, shows and progress.new(streams.err, tally, list.jobs:count()), memory)
  if memory and not memory:close() then tally.status = out:complain "--resume: the file cannot be written" end
  return tally
end

-- ---- one JSON document on each line -------------------------------------------------

-- Validates lines. Each gets its verdict at once, and none is kept. Returns what is wrong when they cannot be read.
local function validate_each_line(job, input, teller, tally)
  local number, writes = 0, true
  while true do
    local text, problem = input:read "*l"
    if not text then return problem end
    number = number + 1
    validating.validate_line(job, "line " .. number, text, function(verdict)
      tally:count(verdict)
      writes = teller:tell(verdict)
    end)
    if not writes then
      tally.status = 2
      return nil
    end
  end
end

-- Validates the lines of standard input, and returns what `validate_files` does.
local function validate_lines(options, settings, streams, out, tell_with)
  local tally = new_tally()
  local job, problem, notes = line_validator.find({
    schema = options.file, json_schema = options.json_schema, project = options.project, name = options.rest[1],
  }, settings, function(owner) out:report(owner) end)
  local teller = job and tell_with()
  if not teller then return nil, problem end
  tell_notes(notes, options, out)
  tally.files = nil
  problem = validate_each_line(job, streams.input or io.stdin, teller, tally)
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

--- Says what is wrong with a call, or returns nil.
---@type fun(options: table): string?
check.misuse = require "yschema.command.many.invalid_arguments"

--- Validates the files that the command names, or the lines of standard input.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function check.run(options, settings, streams, out)
  if options.list then return list_names(options, settings, out) end
  local teller
  local validate = options.lines and validate_lines or validate_files
  local tally, problem = validate(options, settings, streams, out, function()
    local violation
    teller, violation = new_teller(options, out)
    if violation then out:complain(violation) end
    return teller
  end)
  if not tally then return problem and out:complain(problem) or 2 end
  if not teller:close() then tally.status = 2 end
  if not options.quiet then
    if teller.told then out:tell "\n" end
    out:sum_up(tally:summary())
  end
  return tally.status
end

return check
