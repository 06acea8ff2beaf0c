--- Counts the verdicts of `yschema check`, and writes the line that ends its report.
--
-- @module yschema.command.check.tally

local writing = require "yschema.base.lazily" "yschema.base.writing"

local tally = {}

---@class yschema.Tally
---@field began integer in seconds
---@field one "file"|"document" of what there are so many
---@field files integer files, or documents, of which something was reported or nothing had to be
---@field invalid integer those of them with errors
---@field errors integer
---@field warnings integer
---@field remembered integer files that `--resume` skipped
---@field unread integer files and words of the call of which nothing was validated
---@field skipped integer files that were skipped
---@field of_no_kind integer documents, or lines, that were skipped
---@field known integer violations that a baseline lists
---@field stale integer entries of baselines that no longer occur
---@field interrupted? integer files that were not reached when the user interrupted the command
---@field status integer
---@field private names table<string, true> of the files with errors, each with its configuration
---@field private job_is_bad boolean whether the file of the current job has errors
local Tally = {}
Tally.__index = Tally

--- Begins to count.
---@return yschema.Tally
function tally.new()
  return setmetatable({
    began = os.time(), one = "file", files = 0, invalid = 0, errors = 0, warnings = 0, unread = 0, skipped = 0,
    of_no_kind = 0, remembered = 0, known = 0, stale = 0, status = 0, names = {}, job_is_bad = false,
  }, Tally)
end

--- Counts the file of a job.
function Tally:begin() self.files, self.job_is_bad = self.files + 1, false end

-- Counts the errors of a verdict, and its file as one with errors. Several layers of one job may be unreadable.
function Tally:count_errors(verdict)
  local records = type(verdict.report) == "table" and verdict.report.violations or {}
  self.errors = self.errors + (verdict.errors or #records)
  local name = verdict.file .. "\0" .. (verdict.entry or "")
  local is_counted = self.names[name] or verdict.unread and self.job_is_bad
  self.names[name], self.job_is_bad = true, verdict.unread
  if not is_counted then self.invalid = self.invalid + 1 end
end

--- Counts a document, or a file that cannot be read.
---@param verdict yschema.Verdict
function Tally:count(verdict)
  local status = verdict.status
  if verdict.remembered == "first" then self.remembered = self.remembered + 1 end
  if verdict.skipped == "file" then
    self.files, self.skipped = self.files - 1, self.skipped + 1
    return
  elseif verdict.skipped then
    self.of_no_kind = self.of_no_kind + 1
    return
  end
  if verdict.unread then self.unread = self.unread + 1 end
  self.known = self.known + #(verdict.known or {})
  self.warnings = self.warnings + (verdict.warnings or 0)
  if status ~= 0 then self:count_errors(verdict) end
  if status > self.status then self.status = status end
end

--- Counts files whose documents are all valid.
---@param files integer
function Tally:count_valid(files) self.files = self.files + files end

--- Counts lines.
---@param verdict yschema.LineVerdict
function Tally:count_lines(verdict)
  self.files = self.files + verdict.lines - verdict.skipped
  self.of_no_kind, self.invalid = self.of_no_kind + verdict.skipped, self.invalid + verdict.invalid
  self.errors, self.warnings = self.errors + verdict.errors, self.warnings + verdict.warnings
  if verdict.status > self.status then self.status = verdict.status end
end

--- Writes how many errors are in how many files: `2 errors in 1 of 30 files`.
---@param after? string stands after the errors
---@return string
function Tally:errors_in_words(after)
  local errors = (self.errors == 0 and "no errors" or writing.counted(self.errors, "error")) .. (after or "")
  if after and self.errors == 0 then return errors end
  local some = self.errors > 0 and self.files ~= 1 and ("%d of "):format(self.invalid) or ""
  return ("%s in %s%s"):format(errors, some, writing.counted(self.files, self.one))
end

--- Writes the line that ends the work. A time below two seconds is not shown.
---@return string
function Tally:summary()
  local parts, lasted = { self:errors_in_words() }, os.time() - self.began
  local function add(count, what, one)
    if count > 0 then parts[#parts + 1] = (one and writing.counted(count, one) or ("%d"):format(count)) .. what end
  end
  add(self.warnings, "", "warning")
  add(self.unread, " not read")
  add(self.skipped, " skipped", "file")
  add(self.of_no_kind, " skipped", "document")
  add(self.known, " known")
  add(self.stale, " stale")
  add(self.remembered, " remembered", "file")
  if lasted >= 2 then add(lasted, " s") end
  return table.concat(parts, ", ") .. "\n"
end

return tally
