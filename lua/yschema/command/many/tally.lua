--- Counts the verdicts of `yschema check`.
--
-- @module yschema.command.many.tally

local counted = require "yschema.base.writing".counted

local tally = {}

local os, setmetatable = os, setmetatable

---@class yschema.Tally
---@field began integer in seconds
---@field files? integer nil: the documents are no files
---@field remembered integer files that `--resume` skipped
---@field documents integer
---@field invalid integer documents, and files that cannot be read
---@field skipped integer files that were skipped, and documents of no kind
---@field known integer violations that a baseline lists
---@field stale integer entries of baselines that no longer occur
---@field status integer
local Tally = {}
Tally.__index = Tally

--- Begins to count.
---@return yschema.Tally
function tally.new()
  return setmetatable({
    began = os.time(), files = 0, documents = 0, invalid = 0, skipped = 0, remembered = 0, known = 0, stale = 0,
    status = 0,
  }, Tally)
end

--- Counts a document.
---@param verdict yschema.Verdict
function Tally:count(verdict)
  local status = verdict.status
  if verdict.remembered == "first" then self.remembered = self.remembered + 1 end
  if verdict.skipped then
    self.skipped = self.skipped + 1
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
  self.skipped, self.invalid = self.skipped + verdict.skipped, self.invalid + verdict.invalid
  if verdict.status > self.status then self.status = verdict.status end
end

--- Writes the line that ends the work. A time below two seconds is not shown.
---@return string
function Tally:summary()
  local lasted = os.time() - self.began
  local function more(count, text) return count == 0 and "" or (", " .. text):format(count) end
  return ("%s%s: %d valid, %d invalid, %d skipped%s%s%s%s\n"):format(
    self.files and counted(self.files, "file") .. ", " or "", counted(self.documents, "document"),
    self.documents - self.invalid, self.invalid, self.skipped,
    more(self.known, "%d known"), more(self.stale, "%d stale"),
    self.remembered == 0 and "" or (", %s remembered"):format(counted(self.remembered, "file")),
    lasted < 2 and "" or (", %d s"):format(lasted))
end

return tally
