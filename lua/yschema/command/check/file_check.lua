--- Validates files, each document by itself (reference#check).
--
-- @module yschema.command.check.file_check

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local formats = require "yschema.report.formats"
local lazily = require "yschema.base.lazily"
local resolver = lazily "yschema.crossref.resolver"
local baselines = lazily "yschema.command.check.baselines"
local pool = require "yschema.batch.pool"
local progress = lazily "yschema.command.check.progress"
local report = lazily "yschema.report.report"
local resume = lazily "yschema.batch.resume"
local shell = lazily "yschema.base.shell"
local validation = require "yschema.batch.validation"
local worklist = require "yschema.batch.worklist"

local file_check = {}

-- ---- what --resume depends on --------------------------------------------------------

-- The flags by which a file may get another verdict.
local FLAGS = {
  "strict", "yaml", "refuse_plain_comments", "allow_code_in_values", "allow_code",
  "dangerous_data_values_disable_validation", "budget", "max_memory", "each_file", "skip_templates", "unknown_kinds",
}

-- Makes a digest of texts. Their lengths are part of it, so that other texts have another digest.
local function digest_of(parts)
  for i, part in ipairs(parts) do parts[i] = ("%d:%s"):format(#part, part) end
  return core.digest(table.concat(parts))
end

-- Makes a digest of the texts of a schema, in the order in which they were given.
local function schema_key(schema)
  local parts = { schema.settings.yaml or "" }
  for _, sources in ipairs { schema.offered, schema.json_sources } do
    for _, source in ipairs(sources) do
      parts[#parts + 1] = source:name()
      parts[#parts + 1] = source:text()
    end
  end
  return digest_of(parts)
end

-- Makes a digest of flags, and of the schema of -f.
local function key_of(schema, options)
  local parts = { report.version, "mentions 2", schema and schema_key(schema) or "" }
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
    parts[#parts + 1] = kind.name or ""
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
  if memory.notice and not options.quiet then out:note("yschema: " .. memory.notice .. "\n") end
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

local NO_SCHEMA = "%s:%d: note: there is no schema for %s\n"

-- Returns the functions that begin with a job and take its verdicts.
local function receiver(reporter, tally, watch, out)
  local current
  return function(job)
    if job.baseline then job.baseline:begin(job) end
    current = job.baseline
  end, function(verdict)
    if watch and verdict.report then watch:clear() end
    tally:count(verdict)
    if current then current:take(verdict) end
    if verdict.unknown then out:note(NO_SCHEMA:format(verdict.file, verdict.line, verdict.unknown)) end
    return verdict.skipped or reporter:report(verdict)
  end
end

-- Resolves references to other documents. Returns whether all verdicts were reported.
local function resolve(references, begin, receive, reporter)
  local writes = true
  references:finish(begin, function(verdict) writes = writes and receive(verdict) end, function(validate)
    return reporter:prepared(validate)
  end)
  return writes
end

local function do_jobs(list, options, reporter, tally, watch, memory, out)
  local jobs, references = list.jobs, list.plans.any and resolver.of_configurations(validation.verdict_of)
  local begin, receive = receiver(reporter, tally, watch, out)
  local writes = pool.each(jobs, workers_for(jobs, options), {
    stops = core.interrupted,
    validate = reporter:prepared(validation.validate_job), failed = validation.failed,
    begin = function(job)
      tally:begin()
      begin(job)
      if references then references:begin(job) end
      if memory then memory:begin(job) end
      if watch then watch:show() end
    end,
    count = reporter:omits_valid() and not list.baselines.list[1] and function(file_count)
      tally:count_valid(file_count)
      if watch then watch:show() end
    end or nil,
    receive = function(verdict)
      if references then references:take(verdict) end
      local writes = receive(verdict)
      if memory and writes then memory:take(verdict) elseif memory then memory:forget() end
      return writes
    end,
  })
  if references and writes and not core.interrupted() then writes = resolve(references, begin, receive, reporter) end
  if watch then watch:clear() end
  if not writes then tally.status = 2 end
  return writes
end

-- The beginning of the command that corrects files as they are validated.
local function fix_command(options)
  local words = { "yschema", "fix" }
  local function add(flag, values)
    for _, value in ipairs(values) do
      words[#words + 1] = flag
      words[#words + 1] = value
    end
  end
  add("-f", options.file)
  add("--json-schema", { options.json_schema })
  add("--project", { options.project })
  return shell.line(words)
end

-- The parts that verdicts need; nil: both, for the formats of reports for programs.
local function needs_of(options)
  if options.ndjson then return "records" end
  return (options.report or "text") == "text" and "texts" or nil
end

--- Validates the files that the command names.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@param open_reporter fun(): yschema.Reporter?
---@param tally yschema.Tally
---@return yschema.Tally? tally nil when there is a problem
---@return string? problem with the call, unless it was reported
function file_check.validate(options, settings, streams, out, open_reporter, tally)
  out.blocks.fix = fix_command(options)
  local list, problem = worklist.make({
    schema = options.file, json_schema = options.json_schema,
    words = options.rest, files0_from = options.files0_from, project = options.project,
    merged = options.each_file, blocks = out.blocks, needs = needs_of(options),
    baseline = options.baseline, write_baseline = options.write_baseline,
    identify = formats.needs_fingerprints(options.report),
    references = not options.dangerous_data_values_disable_validation,
    skip_templates = options.skip_templates, unknown_kinds = options.unknown_kinds,
    shard = options.shard, allow_code = options.allow_code, outputs = { options.report_file, options.resume },
  }, settings, function(owner) out:report(owner) end)
  problem = problem or list and file_access.clash_with(list.jobs, options)
  problem = problem or list and options.write_baseline and baselines.problem(list, options)
  if list and options.take_jobs then options.take_jobs(list.jobs) end
  local reporter = list and not problem and open_reporter()
  if not list or not reporter then return nil, problem end
  local memory
  memory, problem = open_memory(list.jobs, options, out)
  if problem then return nil, problem end
  out:notes(list.notes)
  tally.skipped = list.skipped
  local shows = not options.quiet and streams.err == io.stderr and core.is_terminal(2)
  -- A report in a file is complete, or it is not written: an interruption ends the command at once.
  if streams.out == io.stdout and not options.report_file then core.note_interrupts(true) end
  local done = do_jobs(list, options, reporter, tally,
    shows and progress.new(streams.err, tally, list.jobs:count(), nil, core.terminal_columns(2)), memory, out)
  tally.interrupted = core.interrupted() and list.jobs:count() - tally.files or nil
  if done and list.baselines.list[1] and not tally.interrupted then
    baselines.finish(list.baselines.list, options, reporter, tally, out)
  end
  if memory and not memory:close() then tally.status = out:complain "--resume: the file cannot be written" end
  return tally
end

return file_check
