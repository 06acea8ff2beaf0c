--- Shows how far `yschema check` is, on a terminal, once it lasts longer than a second.
--
-- @module yschema.command.many.progress

local progress = {}

local math, os, setmetatable = math, os, setmetatable

---@class yschema.Progress
---@field total integer
---@field tally yschema.Tally
---@field stream file*
---@field shown integer the time of the line that is shown; 0: none is
local Progress = {}
Progress.__index = Progress

--- Writes a number with commas between thousands.
---@param number integer
---@return string
function progress.grouped(number)
  local digits = ("%d"):format(number)
  local head = (#digits - 1) % 3 + 1
  return digits:sub(1, head) .. digits:sub(head + 1):gsub("...", ",%0")
end

--- Begins to watch a tally.
---@param stream file* a terminal
---@param watched yschema.Tally
---@param total integer of files
---@return yschema.Progress
function progress.new(stream, watched, total)
  return setmetatable({ total = total, tally = watched, stream = stream, shown = 0 }, Progress)
end

--- Shows the line, unless it was shown in this second.
function Progress:show()
  local now, counted = os.time(), self.tally
  local lasted = now - counted.began
  if lasted <= 1 or now == self.shown then return end
  self.shown = now
  local left = math.ceil(lasted / counted.files * (self.total - counted.files))
  self.stream:write(("\r%s of %s, %s, %s s left\27[K"):format(progress.grouped(counted.files),
    progress.grouped(self.total) .. (self.total == 1 and " file" or " files"),
    progress.grouped(counted.invalid) .. (counted.invalid == 1 and " violation" or " violations"), progress.grouped(left)))
  self.stream:flush()
end

--- Takes the line away, because something else is printed.
function Progress:clear()
  if self.shown ~= 0 then self.stream:write "\r\27[K" end
  self.shown = 0
end

return progress
