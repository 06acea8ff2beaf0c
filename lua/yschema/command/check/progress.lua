--- Shows the progress of `yschema check` and `yschema test` on a terminal, once it takes longer than a second.
--
-- @module yschema.command.check.progress

local progress = {}

---@class yschema.Progress
---@field total integer
---@field tally yschema.Tally
---@field stream file*
---@field words { one: string, bad: string }
---@field columns? integer of the terminal
---@field shown integer when the current line was written; 0: there is none
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
---@param words? { one: string, bad: string } what is counted in place of files, and in place of invalid ones
---@param columns? integer of the terminal
---@return yschema.Progress
function progress.new(stream, watched, total, words, columns)
  return setmetatable({
    columns = columns,
    total = total, tally = watched, stream = stream, shown = 0, words = words or { one = "file", bad = "invalid" },
  }, Progress)
end

-- Joins the parts of a line that fit the terminal, whose last column stays free: the first ones matter most.
local function joined(parts, columns)
  local line = parts[1]
  for i = 2, #parts do
    local longer = line .. ", " .. parts[i]
    if columns and #longer >= columns then break end
    line = longer
  end
  return columns and line:sub(1, columns - 1) or line
end

--- Shows the line, at most once a second.
function Progress:show()
  local now, counted = os.time(), self.tally
  local lasted = now - counted.began
  if lasted <= 1 or now == self.shown then return end
  self.shown = now
  local done = counted.files
  local left = math.ceil(lasted / done * (self.total - done))
  local grouped = progress.grouped
  self.stream:write("\r" .. joined({
    ("%s of %s %s%s"):format(grouped(done), grouped(self.total), self.words.one, self.total == 1 and "" or "s"),
    grouped(counted.invalid) .. " " .. self.words.bad,
    grouped(left) .. " s left",
  }, self.columns) .. "\27[K")
  self.stream:flush()
end

--- Clears the line before something else is printed.
function Progress:clear()
  if self.shown ~= 0 then self.stream:write "\r\27[K" end
  self.shown = 0
end

return progress
