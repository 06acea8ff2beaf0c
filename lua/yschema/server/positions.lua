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

local byte, find, gmatch, match, sub = string.byte, string.find, string.gmatch, string.match, string.sub

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
---@field private measured? table the line that was measured last
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

--- Returns where a line begins after its blanks.
---@param line integer from 1
---@return integer
function Text:indented(line)
  local first, last = self:line_bytes(line)
  local at = match(self.text, "^[ \t]*()", first)
  return at <= last and at or first
end

-- ---- units --------------------------------------------------------------------------

-- In a line with characters of several bytes, the units are counted up to every so many bytes. Otherwise each of the
-- values of a long line would need another count.
local STEP = 256

-- Returns how many units a character takes whose first byte is given, and how many bytes.
local function size_of(first, unit)
  local bytes = first < 0xC0 and 1 or first < 0xE0 and 2 or first < 0xF0 and 3 or 4
  if unit == "utf-8" then return bytes, bytes end
  return unit == "utf-16" and bytes == 4 and 2 or 1, bytes
end

-- Counts on from one character to another. Returns the units and the bytes before the first character at or after a
-- byte, or before the one that would make it more than `most` units.
local function walk(line, units, bytes, last, most, unit)
  while bytes < last do
    local own, size = size_of(byte(line, bytes + 1), unit)
    if units + own > most then break end
    units, bytes = units + own, bytes + size
  end
  return units, bytes
end

-- Returns the units and the bytes at steps of a line.
local function marks_of(line, unit)
  local marks, units, bytes = { units = { 0 }, bytes = { 0 } }, 0, 0
  while bytes < #line do
    units, bytes = walk(line, units, bytes, math.min(bytes + STEP, #line), math.huge, unit)
    marks.units[#marks.units + 1], marks.bytes[#marks.bytes + 1] = units, bytes
  end
  return marks
end

-- Returns the number of the last item of a sorted list that is not more than a value.
local function last_of(list, value)
  local low, high = 1, #list
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if list[middle] <= value then low = middle else high = middle - 1 end
  end
  return low
end

-- Returns what measures a line: the last one is kept, because many places of one line may be asked for.
function Text:ruler(line)
  local ruler = self.measured
  if ruler and ruler.line == line then return ruler end
  local first, last = self:line_bytes(line)
  local content = sub(self.text, first, last)
  ruler = { line = line, first = first, last = last, content = content }
  ruler.is_plain = not find(content, "[\128-\255]")
  self.measured = ruler
  return ruler
end

local function mark_before(ruler, unit, name, value)
  ruler[unit] = ruler[unit] or marks_of(ruler.content, unit)
  local marks = ruler[unit]
  local i = last_of(marks[name], value)
  return marks.units[i], marks.bytes[i]
end

-- Counts the units in the first bytes of a line.
local function count(ruler, bytes, unit)
  bytes = math.min(math.max(bytes, 0), #ruler.content)
  if unit == "utf-8" or ruler.is_plain then return bytes end
  local units, from = mark_before(ruler, unit, "bytes", bytes)
  return (walk(ruler.content, units, from, bytes, math.huge, unit))
end

-- Returns how many bytes a number of units takes, at most the whole line. Half a character counts as none.
local function bytes_of(ruler, units, unit)
  local size = #ruler.content
  if unit == "utf-8" or ruler.is_plain then return math.min(units, size) end
  local before, from = mark_before(ruler, unit, "units", units)
  local _, bytes = walk(ruler.content, before, from, size, units, unit)
  return math.min(bytes, size)
end

--- Returns the place of a position. One after the end of its line is that end; one after the text is its end.
---@param position yschema.Position
---@param unit yschema.Unit
---@return integer byte from 1
function Text:place(position, unit)
  local most = #self.text + 1
  local line = math.floor(math.min(math.max(position.line, 0), most))
  local ruler = self:ruler(line + 1)
  return ruler.first + bytes_of(ruler, math.floor(math.min(math.max(position.character, 0), most)), unit)
end

--- Returns the line in which a place is, from 1.
---@param at integer
---@return integer
function Text:line_of(at)
  local starts = self:known_starts()
  if not starts then return core.line_of(self.text, math.min(math.max(at, 1), #self.text + 1)) end
  return last_of(starts, at)
end

--- Returns the position of a place.
---@param at integer
---@param unit yschema.Unit
---@return yschema.Position
function Text:position(at, unit)
  local ruler = self:ruler(self:line_of(at))
  return { line = ruler.line - 1, character = count(ruler, at - ruler.first, unit) }
end

--- Returns the place of a column of a line, as reports count it: in characters, from 1.
---@param line integer from 1
---@param column integer
---@return integer
function Text:place_of_column(line, column)
  local ruler = self:ruler(line)
  return ruler.first + bytes_of(ruler, column - 1, "utf-32")
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

local function is_within(text, at) return at <= #text and byte(text, at) >= 0x80 and byte(text, at) < 0xC0 end

-- Texts are compared by so many bytes before they are compared by bytes.
local PIECE = 4096

-- Returns where two texts differ first, if they do before `most` bytes.
local function first_difference(old, new, most)
  local first = 1
  while first + PIECE <= most and sub(old, first, first + PIECE - 1) == sub(new, first, first + PIECE - 1) do
    first = first + PIECE
  end
  while first <= most and byte(old, first) == byte(new, first) do first = first + 1 end
  return first
end

-- Returns how many bytes at the end of two texts are the same, at most so many.
local function same_at_end(old, new, most)
  local kept = 0
  while kept + PIECE < most
    and sub(old, #old - kept - PIECE + 1, #old - kept) == sub(new, #new - kept - PIECE + 1, #new - kept) do
    kept = kept + PIECE
  end
  while kept < most and byte(old, #old - kept) == byte(new, #new - kept) do kept = kept + 1 end
  return kept
end

--- Returns the smallest edit of the protocol that makes another text of this one.
---@param new string
---@param unit yschema.Unit
---@param by_lines? boolean it replaces whole lines
---@return { range: table, newText: string }
function Text:edit(new, unit, by_lines)
  local old, most = self.text, math.min(#self.text, #new)
  local first = first_difference(old, new, most)
  local kept = same_at_end(old, new, most - first + 1)
  while first > 1 and (is_within(old, first) or is_within(new, first) or by_lines and byte(old, first - 1) ~= 10) do
    first = first - 1
  end
  while kept > 0 and (is_within(old, #old - kept + 1) or is_within(new, #new - kept + 1)
    or by_lines and byte(old, #old - kept) ~= 10) do
    kept = kept - 1
  end
  return { range = self:range(first, #old - kept + 1, unit), newText = sub(new, first, #new - kept) }
end

return positions
