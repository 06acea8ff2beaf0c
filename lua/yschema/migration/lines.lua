--- Splits a text into lines with their line breaks, so that joining them gives the same bytes.
--
-- @module yschema.migration.lines

local lines = {}

local ipairs, setmetatable, table = ipairs, setmetatable, table

---@class yschema.TextLines
---@field [integer] string the lines, without line breaks
---@field ends string[] the line break of each; "" only for the last one
---@field origin (integer|false)[] the number of each line in the first text; false: it is new
---@field mark string the byte order mark, or ""
---@field private bytes table<integer, integer[]|false> for lines where `byte` was asked: where each column begins;
--- false: each column is a byte
---@field private found table<string, table<integer, boolean>> the results of `has`
local Lines = {}
Lines.__index = Lines

--- Splits a text. A line ends with a line feed, a carriage return, or both.
---@param text string
---@param mark? string the byte order mark before it
---@return yschema.TextLines
function lines.of(text, mark)
  local self = setmetatable({ ends = {}, origin = {}, bytes = {}, found = {}, mark = mark or "" }, Lines)
  local from = 1
  while from <= #text do
    local at = text:find("[\r\n]", from)
    local ending = at and (text:match("^\r\n", at) or text:sub(at, at)) or ""
    self[#self + 1] = text:sub(from, (at or #text + 1) - 1)
    self.ends[#self], self.origin[#self] = ending, #self
    from = (at or #text) + #ending + (at and 0 or 1)
  end
  return self
end

--- Returns the line break for new lines: that of the line above, or of the first line.
---@param number integer of a line
---@return string
function Lines:ending(number)
  for i = number, 1, -1 do
    if self.ends[i] and self.ends[i] ~= "" then return self.ends[i] end
  end
  return self.ends[1] and self.ends[1] ~= "" and self.ends[1] or "\n"
end

--- Counts the blanks at the beginning of a line.
---@param number integer
---@return integer
function Lines:indentation(number) return #self[number]:match "^ *" end

--- Returns whether a line has only a comment.
---@param number integer
---@return boolean
function Lines:is_comment(number) return self[number]:find "^%s*#" ~= nil end

---@param number integer
---@return boolean
function Lines:is_blank(number) return self[number]:find "^%s*$" ~= nil end

--- Returns whether a pattern is found in a line. The line is searched once.
---@param number integer
---@param pattern string
---@return boolean
function Lines:has(number, pattern)
  local found = self.found[pattern] or {}
  self.found[pattern] = found
  if found[number] == nil then found[number] = self[number]:find(pattern) ~= nil end
  return found[number]
end

-- Returns where each column of a line begins; false when each is a byte.
local function column_bytes(line)
  if not line:find "[\128-\191]" then return false end
  local bytes = {}
  for at in line:gmatch "()[^\128-\191]" do bytes[#bytes + 1] = at end
  return bytes
end

--- Returns the byte where a column of a line begins.
---@param number integer
---@param column integer in characters, from 1
---@return integer
function Lines:byte(number, column)
  local bytes = self.bytes[number]
  if bytes == nil then
    bytes = column_bytes(self[number])
    self.bytes[number] = bytes
  end
  if not bytes then return column end
  return bytes[column] or #self[number] + column - #bytes
end

--- An edit replaces the lines `first` to `last`. `last` is `first - 1` when it only adds lines.
---@class yschema.LineEdit
---@field first integer
---@field last integer
---@field text string[] the new lines

local function add(self, line, ending, origin)
  self[#self + 1] = line
  self.ends[#self], self.origin[#self] = ending, origin
end

-- Adds the lines of an edit.
local function add_edit(made, self, edit)
  for i, line in ipairs(edit.text) do
    local old = edit.first + i - 1
    local ending = old <= edit.last and self.ends[old] or ""
    add(made, line, ending ~= "" and ending or self:ending(edit.first), old <= edit.last and self.origin[old])
  end
end

-- A text without a final line break stays without one, unless its last line is empty now: such a line consists of its
-- line break.
local function end_as(made, self, keeps_break)
  local count = #made
  for i = 1, count - 1 do
    if made.ends[i] == "" then made.ends[i], made.origin[i] = self:ending(#self), false end
  end
  if not keeps_break and count > 0 and made[count] ~= "" and self.ends[#self] == "" and made.ends[count] ~= "" then
    made.ends[count], made.origin[count] = "", false
  end
end

--- Applies edits, which are in the order of the lines and do not overlap.
---@param edits yschema.LineEdit[]
---@param keeps_break? boolean the last line keeps its line break, even if the text had no final one
---@return yschema.TextLines
function Lines:edited(edits, keeps_break)
  local made, at = setmetatable({ ends = {}, origin = {}, bytes = {}, found = {}, mark = self.mark }, Lines), 1
  local function copy(to)
    for i = at, to do add(made, self[i], self.ends[i], self.origin[i]) end
  end
  for _, edit in ipairs(edits) do
    copy(edit.first - 1)
    add_edit(made, self, edit)
    at = edit.last + 1
  end
  copy(#self)
  end_as(made, self, keeps_break)
  return made
end

--- Joins the lines.
---@return string
function Lines:text()
  local parts = { self.mark }
  for i, line in ipairs(self) do
    parts[#parts + 1] = line
    parts[#parts + 1] = self.ends[i]
  end
  return table.concat(parts)
end

return lines
