--- Counts the verdicts of `yschema check`.
--
-- @module yschema.command.many.tally

local counted = require "yschema.base.writing".counted

local tally = {}

local os, setmetatable, table = os, setmetatable, table

---@class yschema.Tally
---@field began integer in seconds
---@field files? integer that were read; nil: the documents are no files
---@field remembered integer files that `--resume` skipped
---@field documents integer
---@field invalid integer documents
---@field unread integer files and words of the call of which nothing was validated
---@field skipped integer files that were skipped
---@field of_no_kind integer documents, or lines, that were skipped
---@field private counted boolean whether the file of the current job counts
---@field known integer violations that a baseline lists
---@field stale integer entries of baselines that no longer occur
---@field status integer
local Tally = {}
Tally.__index = Tally

--- Begins to count.
---@return yschema.Tally
function tally.new()
  return setmetatable({
    began = os.time(), files = 0, documents = 0, invalid = 0, unread = 0, skipped = 0, of_no_kind = 0,
    remembered = 0, known = 0, stale = 0, status = 0, counted = false,
  }, Tally)
end

--- Counts the file of a job, unless a verdict says that it cannot be read.
function Tally:begin() self.files, self.counted = self.files + 1, true end

-- Counts a file, or a word, of which nothing was validated.
function Tally:count_unread(verdict)
  self.unread = self.unread + 1
  if self.counted then self.files, self.counted = self.files - 1, false end
  if verdict.status > self.status then self.status = verdict.status end
end

--- Counts a document.
---@param verdict yschema.Verdict
function Tally:count(verdict)
  local status = verdict.status
  if verdict.remembered == "first" then self.remembered = self.remembered + 1 end
  if verdict.unread then return self:count_unread(verdict) end
  if verdict.skipped then
    self.of_no_kind = self.of_no_kind + 1
    return
  end
  if verdict.late then
    self.documents = self.documents - 1
    if verdict.late == "again" or status == 0 then self.invalid = self.invalid - (status == 0 and 0 or 1) end
  end
  self.documents = self.documents + 1
  self.known = self.known + #(verdict.known or {})
  if status ~= 0 then self.invalid = self.invalid + 1 end
  if status > self.status then self.status = status end
end

--- Counts files whose documents are all valid.
---@param files integer
---@param documents integer
function Tally:count_valid(files, documents)
  self.files, self.documents = self.files + files, self.documents + documents
end

--- Counts lines.
---@param verdict yschema.LineVerdict
function Tally:count_lines(verdict)
  self.documents = self.documents + verdict.lines - verdict.skipped
  self.of_no_kind, self.invalid = self.of_no_kind + verdict.skipped, self.invalid + verdict.invalid
  if verdict.status > self.status then self.status = verdict.status end
end

--- Writes the line that ends the work. A time below two seconds is not shown.
---@return string
function Tally:summary()
  local lasted = os.time() - self.began
  local function more(count, text) return count == 0 and "" or (", " .. text):format(count) end
  local skipped = {}
  if self.skipped > 0 then skipped[1] = counted(self.skipped, "file") end
  if self.of_no_kind > 0 then skipped[#skipped + 1] = counted(self.of_no_kind, "document") end
  return ("%s%s: %d valid, %d invalid, %s skipped%s%s%s%s%s\n"):format(
    self.files and counted(self.files, "file") .. ", " or "", counted(self.documents, "document"),
    self.documents - self.invalid, self.invalid, skipped[1] and table.concat(skipped, " and ") or "0",
    self.unread == 0 and "" or ", " .. counted(self.unread, "error"),
    more(self.known, "%d known"), more(self.stale, "%d stale"),
    self.remembered == 0 and "" or (", %s remembered"):format(counted(self.remembered, "file")),
    lasted < 2 and "" or (", %d s"):format(lasted))
end

return tally
