--- Validates the lines of standard input, each a JSON document (reference#check).
--
-- @module yschema.command.many.lines

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local lazily = require "yschema.base.lazily"
local accepting = lazily "yschema.importing.accepting"
local collecting = lazily "yschema.importing.collecting"
local line_validator = lazily "yschema.batch.line_validator"
local validating = lazily "yschema.batch.validating"

local lines = {}

local concat, io, setmetatable = table.concat, io, setmetatable

-- ---- reading ------------------------------------------------------------------------

-- The lines of an input. What is there is read at once, and lines are not waited for longer than needed.
---@class yschema.LineReader
---@field input file*
---@field skip? fun(text: string, from: integer): integer, integer counts lines from a byte on about which nothing is
-- written, and says where they end
---@field text string what was read, with whole lines from `at` on
---@field at integer
local LineReader = {}
LineReader.__index = LineReader

local function new_reader(input, skip)
  return setmetatable({ input = input, skip = skip, text = "", at = 1 }, LineReader)
end

-- Reads until another line is complete, or the input ends. Returns false at the end, and a problem.
function LineReader:fill()
  local pieces, count = { self.text:sub(self.at) }, 1
  local piece, problem
  self.at = 1
  repeat
    piece, problem = core.read_input()
    count = count + 1
    pieces[count] = piece
  until not piece or piece:find("\n", 1, true)
  if not piece and pieces[1] == "" and count == 2 then
    self.text = ""
    return false, problem
  end
  if not piece then pieces[count] = "\n" end -- the last line has no end
  self.text = concat(pieces)
  return true
end

-- Returns the next line that has to be validated, nil at the end, with a problem, and how many lines before it were
-- skipped.
function LineReader:next()
  local skipped = 0
  if self.input ~= io.stdin then
    local line, problem = self.input:read "*l"
    return line, problem, skipped
  end
  while true do
    if self.skip then
      local count
      count, self.at = self.skip(self.text, self.at)
      skipped = skipped + count
    end
    local stop = self.text:find("\n", self.at, true)
    if stop then
      local line = self.text:sub(self.at, stop - 1)
      self.at = stop + 1
      return line, nil, skipped
    end
    local more, problem = self:fill()
    if not more then return nil, problem, skipped end
  end
end

-- ---- validating ---------------------------------------------------------------------

-- Validates lines. Each verdict is reported at once, and none is kept. `find_job` returns what validates them, or nil
-- when there was a problem. Returns a problem when the lines cannot be read, or false when one was reported.
local function validate_each(reader, find_job, reporter, tally)
  local number, writes = 0, true
  while true do
    local text, problem, skipped = reader:next()
    number = number + skipped
    tally:count_valid(0, skipped)
    reporter:skip(skipped)
    if not text then return problem end
    local job = find_job()
    if not job then return false end
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

-- Returns what skips the lines that a JSON Schema accepts; the schema need not be imported for them. Nil: it has
-- to be imported.
local function skip_accepted(path, settings)
  local source = path ~= "-" and file_access.read(path, path, settings.max_bytes)
  local acceptor = source and accepting.new(source, settings)
  return acceptor and function(text, from) return acceptor:lines(text, from) end
end

-- Returns what skips the lines that are valid by the schema of a job.
local function skip_valid(job, settings)
  local schema = job.schema
  return schema and function(text, from)
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
function lines.validate(options, settings, streams, out, open_reporter, tally)
  local input = streams.input or io.stdin
  -- Nothing is written about the lines that are skipped, and no functions need to be called.
  local skips = options.quiet and input == io.stdin and not settings.code_in_values
  local skip = skips and options.json_schema and not settings.skip_validation
    and skip_accepted(options.json_schema, settings)
  local job, failure
  local function find_job()
    if job then return job end
    local notes
    job, failure, notes = line_validator.find({
      schema = options.file, json_schema = options.json_schema, project = options.project, name = options.rest[1],
    }, settings, function(owner) out:report(owner) end)
    if job then out:notes(notes) end
    return job
  end
  if not skip then
    if not find_job() then return nil, failure end
    skip = skips and skip_valid(job, settings)
  end
  local reporter = open_reporter()
  if not reporter then return nil end
  tally.files = nil
  local problem = collecting.often(validate_each, new_reader(input, skip), find_job, reporter, tally)
  if problem == false then return nil, failure end
  if problem then tally.status = out:complain("--lines: standard input cannot be read: " .. problem) end
  return tally
end

return lines
