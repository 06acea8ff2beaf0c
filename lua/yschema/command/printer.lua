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
local ci_log = lazily "yschema.report.ci_log"
local record_blocks = lazily "yschema.report.blocks"
local report = lazily "yschema.report.report"
local writing = lazily "yschema.base.writing"

local printer = {}

---@class yschema.Printer
---@field private streams yschema.Streams
---@field private format string a name of `yschema.report.formats`
---@field private path? string where a report for programs goes; nil: to standard error
---@field private quiet? boolean
---@field private all? boolean every place of a repeated violation is reported
---@field private to_result? boolean reports go to the stream of results
---@field private has_other_result? boolean standard output has lines for programs, or a patch
---@field private concise? boolean only the first lines of blocks are printed
---@field private has_blocks? boolean something was reported
---@field private rule? string the first rule that a report on a terminal names
---@field blocks? yschema.BlockOptions violations are printed as blocks; nil: in the layout of ytt
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
  local self = setmetatable({
    streams = streams,
    format = options.report or "text",
    path = options.report_file,
    to_result = options.report_is_result,
    quiet = options.quiet,
    colour_when = options.color or "auto",
    all = options.all,
    concise = options.concise,
    blocks = options.report_has_blocks
      and { all = options.all, warnings = not options.quiet, concise = options.concise } or nil,
    has_other_result = options.ndjson or options.lines or options.dry_run
      or (options.propose or options.from and options.from[1]) and not options.write,
  }, Printer)
  local blocks = self.blocks
  if blocks then blocks.columns = options.columns or self:columns(self:reports_to_result()) end
  return self
end

--- Returns the columns of the terminal to which texts for people go, or nil. `is_result`: they go to standard output.
---@param is_result? boolean
---@return integer?
function Printer:columns(is_result)
  if is_result then return self.streams.out == io.stdout and core.terminal_columns(1) or nil end
  return self.streams.err == io.stderr and core.terminal_columns(2) or nil
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

-- Returns a text for people whose lines fit the terminal, if there is one.
local function fitted(text, columns) return columns and writing.fitted(text, columns) or text end

--- Writes a text for people to standard error, unless a report for programs goes there. Names and values in it cannot
-- act on a terminal, or as commands on a CI system.
---@param text string
function Printer:print(text)
  if text == "" or (self.format ~= "text" and not self.path) then return end
  text = fitted(core.printable(text), self:columns())
  self.streams.err:write(self:is_coloured() and colour.text(text) or text)
end

-- Whether the text of a report goes to standard output.
function Printer:reports_to_result() return self.blocks and self.format == "text" and not self.has_other_result end

-- Writes the text of a report, which is the result of a command that has no other one. Returns whether more can be
-- printed.
function Printer:print_report(text)
  if not self:reports_to_result() then
    self:print(text)
    return true
  end
  if text == "" then return true end
  if self.has_blocks and not self.blocks.concise then text = "\n" .. text end
  self.has_blocks = true
  self.rule = self.rule or self.blocks.columns and text:match "^\n?%S[^\n]-: %l+%[([^%]\n]+)%]: " or nil
  text = fitted(core.printable(text), self.blocks.columns)
  return self:result(self:is_coloured(true) and colour.text(text) or text) == 0
end

--- Prints a line of a report, beside its blocks.
---@param line string
function Printer:print_line(line)
  if self:reports_to_result() then
    self:text(line)
  else
    self:print(line)
  end
end

--- Prints notes, unless the user wants only violations.
---@param notes string[]
function Printer:notes(notes)
  for _, note in ipairs(self.quiet and {} or notes) do self:print("yschema: Note: " .. note .. "\n") end
end

--- Prints a line that is not part of a report to standard error.
---@param line string
function Printer:note(line) self.streams.err:write(core.printable(line)) end

--- Prints the summary that ends a report: below a text for people, or else to standard error.
---@param line string
---@return integer status
function Printer:sum_up(line)
  if not self:reports_to_result() or self.blocks.concise then
    self:note(line)
    return 0
  end
  local advice = self.rule and not self.quiet
    and ("For more about a rule, try 'yschema explain --rule %s'.\n"):format(self.rule) or ""
  return self:result((self.has_blocks and "\n" or "") .. fitted(core.printable(advice .. line), self.blocks.columns))
end

--- Prints the warnings and errors of a core schema or run. Returns its exit status.
---@param owner userdata
---@param identity? yschema.Identity what names the places of violations, for fingerprints
---@return integer status
function Printer:report(owner, identity)
  local blocks = self.blocks
  if blocks then
    self:print_report(owner:blocks(blocks.all, blocks.warnings, blocks.concise, nil, blocks.columns))
  elseif self.concise then
    self:print(owner:blocks(true, not self.quiet, true))
  else
    local columns = self:columns()
    if not self.quiet then self:print(owner:warnings_text(self.all, columns)) end
    self:print(owner:text(self.all, columns))
  end
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
---@return boolean writes more can be printed
function Printer:add(verdict)
  local writes, text = true, verdict.text or ""
  local shown = verdict.shown or self.concise and not self.blocks and verdict.report and verdict.report.violations
  if shown and (self.concise or text == "") then text = record_blocks.of_records(shown, "error", self.concise) end
  if verdict.of_call then self:print(text) else writes = self:print_report(text) end
  if self.format == "text" then return writes end
  self.about = self.about or report.empty()
  report.add_file(self.about, verdict.file)
  if verdict.report then report.add(self.about, verdict.report) end
  return writes
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

-- Where the pieces of a result go: standard output, or a file, which is replaced at the end, when it is complete.
-- `about` stands in front of a problem. Returns nil and the problem if there is no such file.
function Printer:open_result(path)
  if (path or "-") == "-" then
    local stream = self.streams.out
    return {
      about = "cannot write the result: ",
      write = function(piece) return stream:write(piece) end,
      finish = function() return stream:flush() end,
      discard = function() end,
    }
  end
  local refusal = file_access.refusal(path)
  if refusal then return nil, refusal end
  local draft, problem = core.draft(path)
  if not draft then return nil, problem end
  return {
    about = "-o: ",
    write = function(piece) return draft:write(piece) end,
    finish = function() return draft:finish() end,
    discard = function() draft:discard() end,
  }
end

-- Writes the values of a run to a place, in pieces. Returns true, or nil and the problem.
local function write_values(run, format, place)
  local failed = false
  local ok, problem = run:print(format, function(piece)
    local written, why = place.write(piece)
    failed = not written
    return written, why
  end)
  if ok then
    ok, problem = place.finish()
    failed = true
  else
    place.discard()
  end
  if ok then return true end
  return nil, (failed and place.about or "") .. tostring(problem)
end

local function ignore() return true end

--- Writes the values of a run to a file, or prints them if there is no file or it is "-": only a piece of the text is
-- in memory at a time. With -q, they are not printed, but JSON must have them.
---@param run userdata of the core
---@param format "yaml"|"json"
---@param path? string the argument of -o
---@return integer status
function Printer:deliver_values(run, format, path)
  local ok, problem
  if self.quiet and (path or "-") == "-" then
    if format == "yaml" then return 0 end
    ok, problem = run:print(format, ignore)
  else
    local place, refusal = self:open_result(path)
    if not place then return self:complain("-o: " .. refusal) end
    ok, problem = write_values(run, format, place)
  end
  return ok and 0 or self:complain(problem)
end

--- Prints a result that is a text for people.
---@param text string
---@param layout? "changes"|"patch"|"fleet"
---@return integer status
function Printer:text(text, layout)
  text = core.printable(text)
  return self:result(layout ~= "patch" and layout and fitted(text, self:columns(true)) or text, layout)
end

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
  local text = ci_log.harmless(status < 2 and self.document or about[self.format](about), self.format)
  if not self.path and self.to_result then
    local ok, problem = self:write_out(text)
    if ok then return status end
    self:note("yschema: Error: cannot write the report: " .. tostring(problem) .. "\n")
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

return printer
