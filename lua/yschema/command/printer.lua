--- Prints what a command has to tell: its result, texts for people, and a report for programs.
--
-- A report for programs is one document, so that it is written at the end, also
-- when nothing was found: a CI system takes a missing report for a broken job.
--
-- @module yschema.command.printer

local core = require "yschema.core"
local colour = require "yschema.report.colour"
local report = require "yschema.report.report"

local printer = {}

local io, ipairs, os, setmetatable, tostring = io, ipairs, os, setmetatable, tostring

---@class yschema.Printer
---@field private streams yschema.Streams
---@field private format "text"|"json"|"sarif"|"junit"
---@field private path? string where a report for programs goes; nil: to standard error
---@field private about? yschema.Report what was found so far
local Printer = {}
Printer.__index = Printer

--- Begins.
---@param options { report: string?, report_file: string?, quiet: boolean?, color: string? }
---@param streams yschema.Streams
---@return yschema.Printer
function printer.new(options, streams)
  local is_terminal = streams.err == io.stderr and core.is_terminal(2)
  return setmetatable({
    streams = streams,
    format = options.report or "text",
    path = options.report_file,
    quiet = options.quiet,
    coloured = colour.wanted(options.color or "auto", is_terminal, os.getenv),
  }, Printer)
end

-- Texts for people go to standard error, unless a report for programs does.
function Printer:tell(text)
  if text == "" or (self.format ~= "text" and not self.path) then return end
  self.streams.err:write(self.coloured and colour.text(text) or text)
end

--- Prints the warnings and faults of a core schema or run; gives its exit status.
---@param owner userdata
---@return integer status
function Printer:report(owner)
  if not self.quiet then self:tell(owner:warnings_text()) end
  self:tell(owner:text())
  if self.format ~= "text" then
    local earlier = self.about
    self.about = report.new(owner)
    if earlier then report.add_warnings(self.about, earlier) end
  end
  return owner:exit_status()
end

--- Takes what is wrong with the call, or with the world.
---@param problem string
---@return integer status
function Printer:complain(problem)
  self:tell("yschema: Error: " .. problem .. "\n")
  self.about = self.about or report.empty()
  report.add_problem(self.about, problem)
  return 2
end

--- Prints a result. Results have to arrive: a full disk or a closed pipe is a failure.
---@param text string
---@return integer status
function Printer:result(text)
  local ok, problem = self.streams.out:write(text)
  if ok then ok, problem = self.streams.out:flush() end
  if ok then return 0 end
  return self:complain("cannot write the result: " .. tostring(problem))
end

--- Writes the report for programs, if one is wanted.
---@param status integer of what was done
---@return integer status
function Printer:finish(status)
  if self.format == "text" then return status end
  local about = self.about or report.empty()
  local text = about[self.format](about)
  if not self.path then
    if status ~= 0 or not self.quiet or self.format ~= "json" then self.streams.err:write(text) end
    return status
  end
  local ok, problem = core.write(self.path, text)
  if ok then return status end
  return self:complain("cannot write the report: " .. tostring(problem))
end

--- The options that say how to print, of arguments that are at fault otherwise.
---@param argv string[]
---@return { report: string?, report_file: string? }
function printer.options_in(argv)
  local found = {}
  for i, argument in ipairs(argv) do
    local name, value = argument:match "^%-%-(report[-file]*)=(.*)$"
    if not name then name, value = argument:match "^%-%-(report[-file]*)$", argv[i + 1] end
    if name == "report" and report.formats[value] then found.report = value end
    if name == "report-file" then found.report_file = value end
  end
  return found
end

return printer
