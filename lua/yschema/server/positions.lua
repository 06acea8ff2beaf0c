--- Texts as editors see them: lines, and positions that count in bytes, in UTF-16 or in characters.
--
-- A position of the protocol is `{ line, character }`, both from 0. Within this room, a place is the byte in the text,
-- from 1.
--
-- @module yschema.server.positions

local core = require "yschema.core"

local positions = {}

-- After so many questions about one text, it is worth noting where all its lines begin.
local FEW = 30

local byte, find, gmatch, sub = string.byte, string.find, string.gmatch, string.sub
local ipairs, math, setmetatable = ipairs, math, setmetatable

-- Lua 5.1 has no `table.move`.
local move = table.move or function(from, first, last, at, to)
  for i = first, last do to[at + i - first] = from[i] end
end

--- The units in which positions may count, the best one first.
positions.units = { "utf-8", "utf-16", "utf-32" }

---@alias yschema.Unit "utf-8"|"utf-16"|"utf-32"
---@alias yschema.Position { line: integer, character: integer }

--- A text with its lines.
---@class yschema.EditorText
---@field text string
---@field private asked integer how many questions about lines there were
---@field private starts? integer[] where each line begins; nil: not looked for yet
local Text = {}
Text.__index = Text

--- Makes a text.
---@param text string
---@return yschema.EditorText
function positions.of(text) return setmetatable({ text = text, asked = 0 }, Text) end

-- ---- lines --------------------------------------------------------------------------

-- Finds where the lines of a text begin, but for the first one. `count`: how many starts there are before.
local function add_starts(starts, count, text, at)
  if not find(text, "\r", at, true) then
    local first = at
    for after in gmatch(sub(text, first), "\n()") do
      count = count + 1
      starts[count] = after + first - 1
    end
    return starts
  end
  while true do
    at = find(text, "[\r\n]", at)
    if not at then return starts end
    at = at + (find(text, "^\r\n", at) and 2 or 1)
    count = count + 1
    starts[count] = at
  end
end

local function starts_of(text) return add_starts({ 1 }, 1, text, 1) end

-- Finds where the lines begin after a part of a text with lines has been replaced, from those of the text before. Line
-- breaks of two bytes may have been divided or made: then all are looked for again.
local function moved_starts(self, first, after, replacement)
  if not self.starts or find(self.text, "\r", 1, true) or find(replacement, "\r", 1, true) then return nil end
  local starts, count = {}, self:line_of(first)
  move(self.starts, 1, count, 1, starts)
  for place in gmatch(replacement, "\n()") do
    count = count + 1
    starts[count] = first + place - 1
  end
  local shift = first + #replacement - after
  local rest = after <= #self.text and self:line_of(after) or #self.starts
  if shift == 0 then
    move(self.starts, rest + 1, #self.starts, count + 1, starts)
  else
    for i = rest + 1, #self.starts do
      count = count + 1
      starts[count] = self.starts[i] + shift
    end
  end
  return starts
end

--- Returns where the lines of the text begin.
---@return integer[]
function Text:line_starts()
  self.starts = self.starts or starts_of(self.text)
  return self.starts
end

-- Returns where the lines begin, if that is known, or worth finding out.
function Text:known_starts()
  self.asked = self.asked + 1
  return self.starts or self.asked > FEW and self:line_starts() or nil
end

--- Returns the bytes of a line, without its end.
---@param line integer from 1
---@return integer first
---@return integer last
function Text:line_bytes(line)
  local starts = self:known_starts()
  if not starts then
    local first, last = core.line(self.text, line)
    return first or #self.text + 1, last or #self.text
  end
  local first = starts[line] or #self.text + 1
  local last = (starts[line + 1] or #self.text + 1) - 1
  while last >= first and find(sub(self.text, last, last), "[\r\n]") do last = last - 1 end
  return first, last
end

--- Returns a line without its end; "" for one that is not there.
---@param line integer from 1
---@return string
function Text:line(line)
  local first, last = self:line_bytes(line)
  return sub(self.text, first, last)
end

-- ---- units --------------------------------------------------------------------------

-- Returns how many units a character takes whose first byte is given, and how many bytes.
local function size_of(first, unit)
  local bytes = first < 0xC0 and 1 or first < 0xE0 and 2 or first < 0xF0 and 3 or 4
  if unit == "utf-8" then return bytes, bytes end
  return unit == "utf-16" and bytes == 4 and 2 or 1, bytes
end

-- Counts the units in a part of a line.
local function count(line, unit)
  if unit == "utf-8" or not find(line, "[\128-\255]") then return #line end
  local units, at = 0, 1
  while at <= #line do
    local own, bytes = size_of(byte(line, at), unit)
    units, at = units + own, at + bytes
  end
  return units
end

-- Returns how many bytes a number of units takes, at most the whole line. Half a character counts as none.
local function bytes_of(line, units, unit)
  if unit == "utf-8" or not find(line, "[\128-\255]") then return math.min(units, #line) end
  local at = 1
  while at <= #line do
    local own, bytes = size_of(byte(line, at), unit)
    if units < own then break end
    units, at = units - own, at + bytes
  end
  return math.min(at - 1, #line)
end

--- Returns the place of a position. One after the end of its line is that end; one after the text is its end.
---@param position yschema.Position
---@param unit yschema.Unit
---@return integer byte from 1
function Text:place(position, unit)
  local most = #self.text + 1
  local line = math.floor(math.min(math.max(position.line, 0), most))
  local first, last = self:line_bytes(line + 1)
  local units = math.floor(math.min(math.max(position.character, 0), most))
  return first + bytes_of(sub(self.text, first, last), units, unit)
end

--- Returns the line in which a place is, from 1.
---@param at integer
---@return integer
function Text:line_of(at)
  local starts = self:known_starts()
  if not starts then return core.line_of(self.text, math.min(math.max(at, 1), #self.text + 1)) end
  local low, high = 1, #starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle] <= at then low = middle else high = middle - 1 end
  end
  return low
end

--- Returns the position of a place.
---@param at integer
---@param unit yschema.Unit
---@return yschema.Position
function Text:position(at, unit)
  local line = self:line_of(at)
  local first, last = self:line_bytes(line)
  return { line = line - 1, character = count(sub(self.text, first, math.min(at - 1, last)), unit) }
end

--- Returns the place of a column of a line, as reports count it: in characters, from 1.
---@param line integer from 1
---@param column integer
---@return integer
function Text:place_of_column(line, column)
  local first = self:line_bytes(line)
  return first + bytes_of(self:line(line), column - 1, "utf-32")
end

--- Returns a range of the protocol.
---@param first integer
---@param after integer the place after the last byte
---@param unit yschema.Unit
---@return { start: yschema.Position, end: yschema.Position }
function Text:range(first, after, unit)
  return { start = self:position(first, unit), ["end"] = self:position(after, unit) }
end

-- ---- changes ------------------------------------------------------------------------

--- Makes the text that a list of changes leads to.
---@param changes { range: table?, text: string }[] without a range, the text is all of it
---@param unit yschema.Unit
---@return yschema.EditorText
function Text:changed(changes, unit)
  local now = self
  for _, change in ipairs(changes) do
    local range = change.range
    if range then
      local first = now:place(range.start, unit)
      local after = math.max(now:place(range["end"], unit), first)
      local text = sub(now.text, 1, first - 1) .. change.text .. sub(now.text, after)
      local starts = moved_starts(now, first, after, change.text)
      now = positions.of(text)
      now.starts = starts
    else
      now = positions.of(change.text)
    end
  end
  return now
end

return positions
