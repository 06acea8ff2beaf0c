--- Prints the results of a command, texts for people, and a report for programs.
--
-- A report for programs is one document. It is written at the end, even when there are no violations, because
-- a CI system treats a missing report as a broken job.
--
-- @module yschema.command.printer

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local colour = lazily "yschema.report.colour"
local file_access = require "yschema.base.file_access"
local for_log = require "yschema.report.for_log"
local report = lazily "yschema.report.report"

local printer = {}

local io, ipairs, os, require, setmetatable, tostring = io, ipairs, os, require, setmetatable, tostring

---@class yschema.Printer
---@field private streams yschema.Streams
---@field private format "text"|"json"|"sarif"|"junit"|"codequality"|"github"
---@field private path? string where a report for programs goes; nil: to standard error
---@field private quiet? boolean
---@field private all? boolean every place of a repeated violation is reported
---@field private to_result? boolean a report for programs goes to the stream of results
---@field private colour_when "auto"|"always"|"never"
---@field private document? string written in place of a report on violations
---@field private about? yschema.Report the violations and warnings so far
local Printer = {}
Printer.__index = Printer

--- Creates a printer.
---@param options { report: string?, report_file: string?, quiet: boolean?, color: string?, all: boolean? }
---@param streams yschema.Streams
---@return yschema.Printer
function printer.new(options, streams)
  return setmetatable({
    streams = streams,
    format = options.report or "text",
    path = options.report_file,
    to_result = options.report_is_result,
    quiet = options.quiet,
    colour_when = options.color or "auto",
    all = options.all,
  }, Printer)
end

-- Returns whether texts for people have colours. `is_result`: they go to standard output.
function Printer:is_coloured(is_result)
  local is_terminal
  if is_result then
    is_terminal = self.streams.out == io.stdout and core.is_terminal(1)
  else
    is_terminal = self.streams.err == io.stderr and core.is_terminal(2)
  end
  return colour.wanted(self.colour_when, is_terminal, os.getenv)
end

--- Writes a text for people to standard error, unless a report for programs goes there. Names and values in it cannot
-- act on a terminal, or as commands on a CI system.
---@param text string
function Printer:print(text)
  if text == "" or (self.format ~= "text" and not self.path) then return end
  text = core.printable(text)
  self.streams.err:write(self:is_coloured() and colour.text(text) or text)
end

--- Prints notes, unless the user wants only violations.
---@param notes string[]
function Printer:notes(notes)
  for _, note in ipairs(self.quiet and {} or notes) do self:print("yschema: Note: " .. note .. "\n") end
end

--- Prints a summary, which is not part of a report.
---@param line string
function Printer:sum_up(line)
  self.streams.err:write(core.printable(line))
end

--- Prints the warnings and errors of a core schema or run. Returns its exit status.
---@param owner userdata
---@param identity? yschema.Identity what names the places of violations, for fingerprints
---@return integer status
function Printer:report(owner, identity)
  if not self.quiet then self:print(owner:warnings_text(self.all)) end
  self:print(owner:text(self.all))
  if self.format ~= "text" then
    local earlier = self.about
    self.about = report.new(owner)
    for _, records in ipairs(identity and { self.about.violations, self.about.warnings } or {}) do
      identity:note(records)
    end
    if earlier then report.add_before(self.about, earlier) end
  end
  return owner:exit_status()
end

--- Returns whether the report omits valid documents without warnings. Formats for programs name their files.
---@return boolean
function Printer:omits_valid() return self.format == "text" end

--- Prints the verdict on a document.
---@param verdict yschema.Verdict
function Printer:add(verdict)
  if verdict.warnings and not self.quiet then self:print(verdict.warnings) end
  if verdict.text then self:print(verdict.text) end
  if self.format == "text" then return end
  self.about = self.about or report.empty()
  report.add_file(self.about, verdict.file)
  if verdict.report then report.add(self.about, verdict.report) end
end

--- Reports an error that is not in the data: an invalid call, or a failure of the system.
---@param problem string
---@return integer status
function Printer:complain(problem)
  self:print("yschema: Error: " .. problem .. "\n")
  self.about = self.about or report.empty()
  report.add_problem(self.about, problem)
  return 2
end

-- Writes to standard output. Returns nil and the problem when that fails, as on a full disk or a closed pipe.
function Printer:write_out(text)
  local ok, problem = self.streams.out:write(text)
  if ok then ok, problem = self.streams.out:flush() end
  return ok, problem
end

--- Sets the document for programs, in a command whose result is no list of violations. An error replaces it.
---@param text string
function Printer:set_document(text) self.document = text end

--- Prints a result. When it cannot be written, the command fails.
---@param text string
---@param layout? "changes"|"patch"|"fleet" of a text for people, which may have colours
---@return integer status
function Printer:result(text, layout)
  if layout and self:is_coloured(true) then text = colour.result(text, layout) end
  local ok, problem = self:write_out(text)
  if ok then return 0 end
  return self:complain("cannot write the result: " .. tostring(problem))
end

--- Writes a result to a file, or prints it if there is no file or it is "-". With -q, it is not printed.
---@param text string
---@param path? string the argument of -o
---@return integer status
function Printer:deliver(text, path)
  if (path or "-") == "-" then return self.quiet and 0 or self:result(text) end
  local ok, problem = file_access.write(path, text)
  if ok then return 0 end
  return self:complain(("-o: %s"):format(tostring(problem)))
end

--- Prints a result that is a text for people.
---@param text string
---@param layout? "changes"|"patch"|"fleet"
---@return integer status
function Printer:text(text, layout) return self:result(core.printable(text), layout) end

-- Whether a program reads standard output, so that a difference must contain the exact bytes of a file. A terminal does
-- not, nor the log of GitHub, which runs commands in it.
local function is_read_by_program()
  if core.is_terminal(1) then return false end
  return os.getenv "GITHUB_ACTIONS" ~= "true" or require "lfs".attributes("/dev/stdout", "mode") == "file"
end

--- Prints the difference between two versions of a file.
---@param text string
---@return integer status
function Printer:patch(text) return self[is_read_by_program() and "result" or "text"](self, text, "patch") end

--- Writes the report for programs, if one was requested.
---@param status integer of what was done
---@return integer status
function Printer:finish(status)
  if self.format == "text" then return status end
  local about = self.about or report.empty()
  local text = for_log(status < 2 and self.document or about[self.format](about), self.format)
  if not self.path and self.to_result then
    local ok, problem = self:write_out(text)
    if ok then return status end
    self:sum_up("yschema: Error: cannot write the report: " .. tostring(problem) .. "\n")
    return 2
  end
  if not self.path then
    if status ~= 0 or not self.quiet or self.format ~= "json" then self.streams.err:write(text) end
    return status
  end
  local ok, problem = file_access.write(self.path, text)
  if ok then return status end
  return self:complain("cannot write the report: " .. tostring(problem))
end

-- The words of a call except the file of the report, and the parts of words after an equals sign: each may name a file
-- to read.
local function other_words(argv)
  local words = {}
  for i, argument in ipairs(argv) do
    if argv[i - 1] ~= "--report-file" and not argument:find "^%-%-report%-file=" then
      words[#words + 1] = argument
      words[#words + 1] = argument:match "=(.+)$"
    end
  end
  return words
end

--- Returns the options for printing from invalid arguments.
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
  if found.report_file and file_access.refusal(found.report_file, other_words(argv)) then
    return {}
  end
  return found
end

return printer
