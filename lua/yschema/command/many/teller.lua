--- Prints the verdicts of `yschema check`: for people, or as lines of JSON for programs that read while we judge.
--
-- @module yschema.command.many.teller

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
local Teller = {}
Teller.__index = Teller

local line_mt = { keys = { "number", "file", "line", "entry", "valid", "violations", "warnings" } }

local function in_order(records)
  local list = setmetatable({}, core.array_mt)
  for i, record in ipairs(records) do list[i] = report.in_order(record) end
  return list
end

local function as_line(verdict, number)
  local about = verdict.report or { violations = {}, warnings = {} }
  return assert(core.encode(setmetatable({
    number = number, file = verdict.file, line = verdict.line, entry = verdict.entry, valid = verdict.status == 0,
    violations = in_order(about.violations), warnings = in_order(about.warnings),
  }, line_mt), "json"))
end

--- Prints a verdict.
---@param verdict yschema.Verdict
---@return boolean writes whether more can be printed
function Teller:tell(verdict)
  self.number = self.number + 1
  if self.lines then
    local line = as_line(verdict, self.number)
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
  end
  self.out:add(verdict)
  return true
end

--- Whether a document with nothing to be said of it leaves no trace in the report.
---@return boolean
function Teller:tells_faults_only() return not self.lines and self.out:tells_faults_only() end

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
