--- The command `yschema check`: judges many files, each document by itself (reference#check).
--
-- @module yschema.command.check

local core = require "yschema.core"
local judging = require "yschema.batch.judging"
local listing = require "yschema.batch.listing"
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"

local check = {}

local assert, io, ipairs, math, os = assert, io, ipairs, math, os
local setmetatable, tostring = setmetatable, tostring

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

-- ---- what came of it ----------------------------------------------------------------

---@class yschema.Tally
---@field began integer in seconds
---@field files integer
---@field documents integer
---@field invalid integer documents, and files that cannot be read
---@field skipped integer files
---@field status integer
local Tally = {}
Tally.__index = Tally

local function new_tally()
  return setmetatable({ began = os.time(), files = 0, documents = 0, invalid = 0, skipped = 0, status = 0 }, Tally)
end

function Tally:count(status)
  self.documents = self.documents + 1
  if status ~= 0 then self.invalid = self.invalid + 1 end
  if status > self.status then self.status = status end
end

local function plural(count, word) return ("%d %s%s"):format(count, word, count == 1 and "" or "s") end

-- Less than two seconds are not worth a word.
function Tally:summary()
  local lasted = os.time() - self.began
  return ("%s, %s: %d valid, %d invalid, %d skipped%s\n"):format(plural(self.files, "file"),
    plural(self.documents, "document"), self.documents - self.invalid, self.invalid, self.skipped,
    lasted < 2 and "" or (", %d s"):format(lasted))
end

-- ---- the line of progress -----------------------------------------------------------

-- Shows how far the work is, on a terminal, once it lasts longer than a second.
---@class yschema.Progress
---@field total integer
---@field tally yschema.Tally
---@field stream file*
---@field shown integer the time of the line that is shown; 0: none is
local Progress = {}
Progress.__index = Progress

function Progress:show()
  local now, tally = os.time(), self.tally
  local lasted = now - tally.began
  if lasted <= 1 or now == self.shown then return end
  self.shown = now
  local left = math.ceil(lasted / tally.files * (self.total - tally.files))
  self.stream:write(("\r%d of %s, %d invalid, %d s left\27[K"):format(tally.files, plural(self.total, "file"),
    tally.invalid, left))
  self.stream:flush()
end

function Progress:clear()
  if self.shown ~= 0 then self.stream:write "\r\27[K" end
  self.shown = 0
end

-- ---- what is printed ----------------------------------------------------------------

-- Prints what came of each document: for people, or as lines of JSON for programs that read while we judge.
---@class yschema.Teller
---@field out yschema.Printer
---@field file? file* where lines go, if not to standard output
---@field quiet? boolean
---@field lines boolean
---@field number integer of the document
---@field told boolean whether something was printed for people
local Teller = {}
Teller.__index = Teller

local line_mt = { keys = { "number", "file", "line", "valid", "violations", "warnings" } }

local function as_line(verdict, number)
  local about = verdict.report or { violations = {}, warnings = {} }
  return assert(core.encode(setmetatable({
    number = number, file = verdict.file, line = verdict.line, valid = verdict.status == 0,
    violations = setmetatable(about.violations, core.array_mt), warnings = setmetatable(about.warnings, core.array_mt),
  }, line_mt), "json"))
end

-- Returns whether more can be printed.
function Teller:tell(verdict)
  self.number = self.number + 1
  if self.lines then
    local line = as_line(verdict, self.number)
    if not self.file then return self.out:result(line) == 0 end
    local ok, problem = self.file:write(line)
    if not ok then self.out:complain("cannot write the report: " .. tostring(problem)) end
    return ok ~= nil
  end
  local shows = verdict.text ~= "" or (verdict.warnings or "") ~= "" and not self.quiet
  if verdict.report and shows then
    if self.told then self.out:tell "\n" end
    self.told = true
  end
  self.out:add(verdict)
  return true
end

local function new_teller(options, out)
  local file, problem
  if options.ndjson and options.report_file then
    file, problem = io.open(options.report_file, "w")
    if not file then return nil, ("--report-file: %s"):format(problem) end
  end
  return setmetatable({
    out = out, file = file, quiet = options.quiet, lines = options.ndjson or options.lines or false,
    number = 0, told = false,
  }, Teller)
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

local function judge_files(schema, files, options, teller, tally, progress)
  local how, writes = { merged = options.each_file, all = options.all }, true
  for _, file in ipairs(files) do
    if not writes then break end
    tally.files = tally.files + 1
    if progress then progress:show() end
    judging.judge(schema, file, how, function(verdict)
      if progress and verdict.report then progress:clear() end
      if not writes then return end
      tally:count(verdict.status)
      writes = teller:tell(verdict)
    end)
  end
  if progress then progress:clear() end
  if not writes then tally.status = 2 end
end

-- ---- one JSON document on each line -------------------------------------------------

-- Judges the lines of standard input. Each gets its verdict at once, and none is kept.
local function judge_lines(schema, input, teller, tally)
  local number, writes = 0, true
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
    judge_files(schema, files, options, teller, tally, shows
      and setmetatable({ total = #files, tally = tally, stream = streams.err, shown = 0 }, Progress))
  end
  if teller.file and not teller.file:close() then tally.status = out:complain "cannot write the report" end
  if not options.quiet then
    if teller.told then out:tell "\n" end
    out:sum_up(tally:summary())
  end
  return tally.status
end

return check
