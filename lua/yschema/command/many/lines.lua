--- Validates the lines of standard input, each a JSON document (reference#check).
--
-- @module yschema.command.many.lines

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local lazily = require "yschema.base.lazily"
local accepting = lazily "yschema.importing.accepting"
local line_validator = lazily "yschema.batch.line_validator"
local validating = lazily "yschema.batch.validating"

local lines = {}

local concat, io, setmetatable = table.concat, io, setmetatable

-- ---- reading ------------------------------------------------------------------------

-- The lines of an input. What is there is read at once, and lines are not waited for longer than needed.
---@class yschema.LineReader
---@field input file*
---@field acceptor? userdata skips the lines that it accepts
---@field text string what was read, with whole lines from `at` on
---@field at integer
local LineReader = {}
LineReader.__index = LineReader

local function new_reader(input, acceptor)
  return setmetatable({ input = input, acceptor = acceptor, text = "", at = 1 }, LineReader)
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
-- accepted.
function LineReader:next()
  local accepted = 0
  if self.input ~= io.stdin then
    local line, problem = self.input:read "*l"
    return line, problem, accepted
  end
  while true do
    if self.acceptor then
      local count
      count, self.at = self.acceptor:lines(self.text, self.at)
      accepted = accepted + count
    end
    local stop = self.text:find("\n", self.at, true)
    if stop then
      local line = self.text:sub(self.at, stop - 1)
      self.at = stop + 1
      return line, nil, accepted
    end
    local more, problem = self:fill()
    if not more then return nil, problem, accepted end
  end
end

-- ---- validating ---------------------------------------------------------------------

-- Validates lines. Each verdict is reported at once, and none is kept. `find_job` returns what validates them, or nil
-- when there was a problem. Returns a problem when the lines cannot be read, or false when one was reported.
local function validate_each(reader, find_job, reporter, tally)
  local number, writes = 0, true
  while true do
    local text, problem, accepted = reader:next()
    number = number + accepted
    tally:count_valid(0, accepted)
    reporter:skip(accepted)
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

-- Compiles the JSON Schema of --json-schema to what accepts lines, if nothing is written about valid lines.
local function acceptor_for(options, settings, input)
  if not (options.quiet and options.json_schema) or input ~= io.stdin or settings.skip_validation
    or settings.code_in_values then
    return nil
  end
  local path = options.json_schema
  local source = path ~= "-" and file_access.read(path, path, settings.max_bytes)
  return source and accepting.new(source, settings) or nil
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
  local acceptor = acceptor_for(options, settings, input)
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
  if not acceptor and not find_job() then return nil, failure end
  local reporter = open_reporter()
  if not reporter then return nil end
  tally.files = nil
  local problem = validate_each(new_reader(input, acceptor), find_job, reporter, tally)
  if problem == false then return nil, failure end
  if problem then tally.status = out:complain("--lines: standard input cannot be read: " .. problem) end
  return tally
end

return lines
