--- The command `yschema check`: judges many files, each document by itself (reference#check).
--
-- @module yschema.command.check

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local judging = require "yschema.batch.judging"
local listing = require "yschema.batch.listing"
local new_tally = require "yschema.command.tally".new
local new_teller = require "yschema.command.teller".new
local pool = require "yschema.batch.pool"
local progress = require "yschema.command.progress"
local remembering = lazily "yschema.command.remembering"
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"

local check = {}

local io, ipairs = io, ipairs

-- ---- the schema ---------------------------------------------------------------------

-- Adds the files of -f, which are schemas or what their code loads. Returns what is wrong with them.
local function add_schemas(schema, paths)
  local given = {}
  for _, path in ipairs(paths) do
    for _, source in ipairs(source_files.named(schema.core, path, schema.settings.max_bytes)) do
      if not schemas.offer(schema, source) then given[#given + 1] = source end
    end
  end
  for _, source in ipairs(given) do
    local is_schema = source:likely_schema() and schemas.add(schema, source)
    if is_schema == false then
      return ("-f %s: it is no schema (its documents have no #@data/values-schema above them);"
        .. " the files to judge stand without -f"):format(source:name())
    end
  end
end

-- ---- many files ---------------------------------------------------------------------

-- Returns the files that the command names, and the number of those that are left out, or nil and what is wrong.
local function listed_files(options)
  local files
  local skipped = 0
  if options.files0_from then
    if options.rest[1] then return nil, "--files0-from names all files; no others can be given" end
    local source, problem = core.read("list", options.files0_from, 2 ^ 31, true)
    if not source then return nil, ("--files0-from %s: %s"):format(options.files0_from, problem) end
    files = listing.of_names(source:text())
  else
    files, skipped = listing.of(options.rest, options.file)
  end
  local shard = options.shard
  if shard then files = listing.shard(files, shard.index, shard.count) end
  return files, skipped
end

-- Makes the list of jobs: each is judged by itself, and knows all that this needs.
local function jobs_of(schema, files, options)
  local jobs, how = {}, { merged = options.each_file, all = options.all }
  for i, file in ipairs(files) do jobs[i] = { schema = schema, file = file, how = how } end
  return jobs
end

-- Workers are worth their start from some 64 files on.
local function workers_for(jobs, options)
  return options.jobs or (#jobs >= 64 and core.cores() or 1)
end

local function judge_files(jobs, options, teller, tally, watch, memory)
  local writes = pool.each(jobs, workers_for(jobs, options), {
    judge = judging.judge_job, failed = judging.failed,
    begin = function(job)
      tally.files = tally.files + 1
      if memory then memory:begin(job) end
      if watch then watch:show() end
    end,
    tell = function(verdict)
      if watch and verdict.report then watch:clear() end
      tally:count(verdict.status, verdict.remembered)
      local writes = teller:tell(verdict)
      if memory and writes then memory:take(verdict) end
      return writes
    end,
  })
  if watch then watch:clear() end
  if not writes then tally.status = 2 end
end

-- ---- one JSON document on each line -------------------------------------------------

-- Judges the lines of standard input. Each gets its verdict at once, and none is kept.
local function judge_lines(schema, input, teller, tally)
  local number, writes = 0, true
  tally.files = nil
  for text in input:lines() do
    number = number + 1
    judging.judge_json(schema, "line " .. number, text, {}, function(verdict)
      tally:count(verdict.status)
      writes = teller:tell(verdict)
    end)
    if not writes then
      tally.status = 2
      return
    end
  end
end

-- ---- the command --------------------------------------------------------------------

--- Judges the files that the command names.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function check.run(options, settings, streams, out)
  local schema = schemas.new(settings)
  local problem = add_schemas(schema, options.file)
  if problem then return out:complain(problem) end
  local compiled = schemas.compile(schema)
  local status = out:report(schema.core)
  if not compiled then return status end
  local teller
  teller, problem = new_teller(options, out)
  if not teller then return out:complain(problem) end
  local tally = new_tally()
  if options.lines then
    judge_lines(schema, streams.input or io.stdin, teller, tally)
  else
    local files, more = listed_files(options)
    if not files then return out:complain(more) end
    tally.skipped = more
    local shows = not options.quiet and streams.err == io.stderr and core.is_terminal(2)
    local watch = shows and progress.new(streams.err, tally, #files)
    local jobs = jobs_of(schema, files, options)
    local memory, fault = remembering.open(schema, jobs, options, out)
    if fault then return out:complain(fault) end
    judge_files(jobs, options, teller, tally, watch, memory)
    if memory and not memory:close() then tally.status = out:complain "--resume: the file cannot be written" end
  end
  if not teller:close() then tally.status = 2 end
  if not options.quiet then
    if teller.told then out:tell "\n" end
    out:sum_up(tally:summary())
  end
  return tally.status
end

return check
