--- Prints the verdicts of `yschema check`: for people, or as lines of JSON for programs that read while we validate.
--
-- @module yschema.command.check.reporter

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local ci_log = lazily "yschema.report.ci_log"
local json = lazily "yschema.report.json"
local writing = lazily "yschema.base.writing"

local reporter = {}

---@class yschema.Reporter
---@field out yschema.Printer
---@field file? userdata a draft, where lines go, if not to standard output
---@field lines boolean
---@field omits_lines? boolean nothing is printed about a line that is valid
---@field number integer of the document
---@field failed? boolean the file could not be written
local Reporter = {}
Reporter.__index = Reporter

local KEYS = { "file", "line", "entry", "valid", "skipped", "violations", "warnings", "known" }

-- Gives a line of JSON the order of its keys.
local new_line
local function in_order(line)
  new_line = new_line or writing.ordered(KEYS)
  return new_line(line)
end

-- Encodes a verdict as a line of JSON, from the name of the file on: workers do not know the number before it.
local function encoded(verdict)
  local about = verdict.report or { violations = {}, warnings = {} }
  local line = assert(core.encode(in_order {
    file = verdict.file, line = verdict.line, entry = verdict.entry, valid = verdict.status == 0,
    skipped = verdict.skipped,
    violations = json.in_order(about.violations), warnings = json.in_order(about.warnings),
    known = about.known and json.in_order(about.known),
  }, "json"))
  return line:sub(2)
end

-- Replaces the parts of a verdict by its encoded line.
local function encode(verdict)
  verdict.encoded = encoded(verdict)
  verdict.text, verdict.report = nil, verdict.report and true
end

--- Prepares verdicts for `report` in the process that has reached them: keeps only what is reported.
---@param validate fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict))
---@return fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict)) validate
function Reporter:prepared(validate)
  if not self.lines then return validate end
  return function(job, emit)
    validate(job, function(verdict)
      if verdict.report then encode(verdict) end
      emit(verdict)
    end)
  end
end

--- Returns what is printed about a line of an input, "" for nothing.
---@param verdict yschema.Verdict
---@param number integer of the line
---@return string
function Reporter:line(verdict, number)
  if self.omits_lines and verdict.status == 0 then return "" end
  return ci_log.harmless(('{"number":%d,'):format(number) .. (verdict.encoded or encoded(verdict)), "ndjson")
end

--- Returns what is printed about lines that are valid without warnings.
---@param first integer the number of the first one
---@param count integer
---@param entry? string the name in the project file
---@return string
function Reporter:valid_lines(first, count, entry)
  if self.omits_lines then return "" end
  local after = self:line({ file = "line ", entry = entry, status = 0 }, 0):match '"line (.*)'
  local printed = {}
  for i = 1, count do
    local number = first + i - 1
    printed[i] = ('{"number":%d,"file":"line %d%s'):format(number, number, after)
  end
  return table.concat(printed)
end

--- Prints lines for programs.
---@param text string
---@return boolean writes more can be printed
function Reporter:print_lines(text)
  local file = self.file
  if text == "" then return true end
  if not file then return self.out:result(text) == 0 end
  local ok, problem = file:write(text)
  if ok then return true end
  self.out:complain("cannot write the report: " .. tostring(problem))
  file:discard()
  self.failed = true
  return false
end

--- Prints a verdict.
---@param verdict yschema.Verdict
---@return boolean writes more can be printed
function Reporter:report(verdict)
  self.number = self.number + 1
  if self.lines then return self:print_lines(self:line(verdict, self.number)) end
  return self.out:add(verdict)
end

--- Returns whether the report omits valid documents without warnings.
---@return boolean
function Reporter:omits_valid() return not self.lines and self.out:omits_valid() end

--- Ends the report. If lines go to a file, it is complete now.
---@return boolean ok false when not everything could be written
function Reporter:close()
  local file = self.file
  if not file or self.failed then return not self.failed end
  local ok, problem = file:finish()
  if not ok then self.out:complain("cannot write the report: " .. tostring(problem)) end
  return ok ~= nil
end

--- Makes a reporter.
---@param options table
---@param out yschema.Printer
---@return yschema.Reporter? reporter
---@return string? problem
function reporter.new(options, out)
  local file, problem
  if options.ndjson and options.report_file then
    file, problem = core.draft(options.report_file)
    if not file then return nil, ("--report-file: %s"):format(problem) end
  end
  return setmetatable({
    out = out, file = file, lines = options.ndjson or options.lines or false,
    omits_lines = options.lines and options.quiet, number = 0,
  }, Reporter)
end

return reporter
