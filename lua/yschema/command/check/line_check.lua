--- Validates the lines of standard input, each a JSON document (reference#check).
--
-- @module yschema.command.check.line_check

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local garbage_collection = lazily "yschema.importing.garbage_collection"
local line_jobs = require "yschema.command.check.line_jobs"
local line_validator = lazily "yschema.batch.line_validator"
local pool = require "yschema.batch.pool"
local total = require "yschema.sandbox.total"
local validation = lazily "yschema.batch.validation"

local line_check = {}

-- ---- the work on lines --------------------------------------------------------------

--- The verdict on lines that follow each other.
---@class yschema.LineVerdict
---@field lines integer how many they are
---@field invalid integer
---@field errors integer in them
---@field warnings integer in them
---@field skipped integer those of no kind
---@field status integer the highest of theirs
---@field printed string what is printed about them

-- Makes the verdict on a line from that on its document.
local function about_line(verdict, number, reporter)
  local skipped = verdict.skipped and 1 or 0
  local status = verdict.skipped and 0 or verdict.status
  return {
    lines = 1, invalid = status == 0 and 0 or 1, skipped = skipped, status = status,
    errors = verdict.errors or 0, warnings = verdict.warnings or 0,
    printed = reporter:line(verdict, number),
  }
end

-- Skips the lines of a block about which there is nothing to say but that they are valid.
local function skip_lines(block, skip, entry, reporter, emit)
  local count
  count, block.at = skip(block.text, block.at)
  if count > 0 then
    emit {
      lines = count, invalid = 0, errors = 0, warnings = 0, skipped = 0, status = 0,
      printed = reporter:valid_lines(block.number, count, entry),
    }
  end
  block.number, block.skips = block.number + count, false
  return count
end

-- Returns what is done with lines, which a job validates.
local function work_on_lines(job, skip, reporter, tally)
  return {
    in_runs = true,
    begin = function() end,
    validate = function(block, emit)
      if block.skips then return skip_lines(block, skip, job.entry, reporter, emit) end
      local stop = block.text:find("\n", block.at, true)
      local line = block.text:sub(block.at, stop - 1)
      local number = block.number
      block.at, block.number, block.skips = stop + 1, number + 1, skip ~= nil
      -- A line may come from anybody: what it makes functions use up is no matter of the next one.
      total.within(total.new(), validation.validate_line, job, "line " .. number, line, function(verdict)
        emit(about_line(verdict, number, reporter))
      end)
    end,
    failed = function(block, problem)
      local verdict = validation.failed({ file = { path = "line " .. block.line } }, problem)
      verdict.entry = job.entry
      return about_line(verdict, block.line, reporter)
    end,
    receive = function(verdict)
      tally:count_lines(verdict)
      return reporter:print_lines(verdict.printed)
    end,
  }
end

-- Returns what skips the lines that are valid by the schema of a job, and about which there are no warnings. Schemas of
-- ours call functions and warn, so their lines are skipped only where nothing is written about valid ones.
local function skip_valid(job, settings, quiet)
  local schema = job.schema
  if not schema or not (quiet or schema.json_schema) then return nil end
  local of_json = schema.json_schema and not settings.skip_validation
  return function(text, from)
    if of_json then return schema.core:accept_lines(text, from, not quiet) end
    return core.validate_lines(schema.core, text, from, settings.skip_validation)
  end
end

--- Validates the lines of standard input.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@param open_reporter fun(): yschema.Reporter?
---@param tally yschema.Tally
---@return yschema.Tally? tally nil when there is a problem
---@return string? problem unless it was reported
function line_check.validate(options, settings, streams, out, open_reporter, tally)
  local other = streams.input and streams.input ~= io.stdin and streams.input or nil
  local job, failure, notes = line_validator.find({
    schema = options.file, json_schema = options.json_schema, project = options.project, name = options.rest[1],
  }, settings, function(owner) out:report(owner) end)
  if not job then return nil, failure end
  out:notes(notes)
  local skip = not other and not settings.code_in_values and skip_valid(job, settings, options.quiet) or nil
  local reporter = open_reporter()
  if not reporter then return nil end
  tally.one = "document"
  local processes = other and 1 or options.jobs or 1
  local jobs = line_jobs.new(other, processes, skip ~= nil)
  if processes > 1 then core.keep_memory() end
  local done = garbage_collection.often(pool.each, jobs, processes, work_on_lines(job, skip, reporter, tally))
  if not done then tally.status = 2 end
  if done and jobs.problem then
    tally.status = out:complain("--lines: standard input cannot be read: " .. jobs.problem)
  end
  return tally
end

return line_check
