--- Prints the verdicts of `yschema check`: for people, or as lines of JSON for programs that read while we validate.
--
-- @module yschema.command.many.reporter

local core = require "yschema.core"
local report = require "yschema.report.report"

local teller = {}

local assert, ipairs, setmetatable, tostring = assert, ipairs, setmetatable, tostring

---@class yschema.Teller
---@field out yschema.Printer
---@field file? userdata a draft, where lines go, if not to standard output
---@field quiet? boolean
---@field lines boolean
---@field number integer of the document
---@field failed? boolean whether the file could not be written
---@field told boolean whether something was printed for people
---@field heading? string the last heading of the text for people
local Teller = {}
Teller.__index = Teller

local line_mt = { keys = { "file", "line", "entry", "valid", "skipped", "violations", "warnings" } }

local function in_order(records)
  local list = setmetatable({}, core.array_mt)
  for i, record in ipairs(records) do list[i] = report.in_order(record) end
  return list
end

-- Encodes a verdict as a line of JSON, from the name of the file on: workers do not know the number before it.
local function encoded(verdict)
  local about = verdict.report or { violations = {}, warnings = {} }
  local line = assert(core.encode(setmetatable({
    file = verdict.file, line = verdict.line, entry = verdict.entry, valid = verdict.status == 0,
    skipped = verdict.skipped,
    violations = in_order(about.violations), warnings = in_order(about.warnings),
  }, line_mt), "json"))
  return line:sub(2)
end

-- Puts the encoded line in the place of all that it is made of.
local function encode(verdict)
  verdict.encoded = encoded(verdict)
  verdict.text, verdict.warnings, verdict.report = nil, nil, verdict.report and true
end

--- Prepares verdicts for their way to `tell`, in the process that has reached them: only what is reported is left of them.
---@param validate fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict))
---@return fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict)) validate
function Teller:prepared(validate)
  if not self.lines then return validate end
  return function(job, emit)
    validate(job, function(verdict)
      if verdict.report then encode(verdict) end
      emit(verdict)
    end)
  end
end

-- The headings of a report's text: a line that is underlined, and the one above final values.
local underlined, final = "([^%s][^\n]*\n=+\n\n)", "(Validating final data values:\n)"

-- Returns the first heading of a text, if the text begins with it, and the last one.
local function headings(text)
  local last
  for heading in ("\n" .. text):gmatch("\n" .. underlined) do last = heading end
  for heading in ("\n" .. text):gmatch("\n" .. final) do last = heading end
  return text:match("^" .. underlined) or text:match("^" .. final), last
end

-- Takes away the first heading of a text where it repeats the last one that was printed: it stands once above the
-- violations of several files.
local function without_repeated_heading(self, text)
  local first, last = headings(text)
  local repeated = first and first == self.heading
  self.heading = last or self.heading
  return repeated and text:sub(#first + 1) or text
end

--- Prints a verdict.
---@param verdict yschema.Verdict
---@return boolean writes whether more can be printed
function Teller:tell(verdict)
  self.number = self.number + 1
  if self.lines then
    local line = ('{"number":%d,'):format(self.number) .. (verdict.encoded or encoded(verdict))
    line = report.for_log(line, "ndjson")
    local file = self.file
    if not file then return self.out:result(line) == 0 end
    local ok, problem = file:write(line)
    if ok then return true end
    self.out:complain("cannot write the report: " .. tostring(problem))
    file:discard()
    self.failed = true
    return false
  end
  if verdict.report and (verdict.text ~= "" or (verdict.warnings or "") ~= "" and not self.quiet) then
    if self.told then self.out:tell "\n" end
    self.told = true
    if verdict.text then verdict.text = without_repeated_heading(self, verdict.text) end
  end
  self.out:add(verdict)
  return true
end

--- Whether a document with nothing to be said of it leaves no trace in the report.
---@return boolean
function Teller:tells_violations_only() return not self.lines and self.out:tells_violations_only() end

--- Ends the printing. Lines in a file are in its place now.
---@return boolean ok false when not everything could be written
function Teller:close()
  local file = self.file
  if not file or self.failed then return not self.failed end
  local ok, problem = file:finish()
  if not ok then self.out:complain("cannot write the report: " .. tostring(problem)) end
  return ok ~= nil
end

--- Makes a teller.
---@param options table
---@param out yschema.Printer
---@return yschema.Teller? teller
---@return string? problem
function teller.new(options, out)
  local file, problem
  if options.ndjson and options.report_file then
    file, problem = core.draft(options.report_file)
    if not file then return nil, ("--report-file: %s"):format(problem) end
  end
  return setmetatable({
    out = out, file = file, quiet = options.quiet, lines = options.ndjson or options.lines or false,
    number = 0, told = false,
  }, Teller)
end

return teller
