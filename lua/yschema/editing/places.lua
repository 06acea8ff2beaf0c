--- A text as lines and bytes: where lines begin and end, and which comments belong to an entry, or are within a value.
--
-- @module yschema.editing.places

local places = {}

---@class yschema.TextPlaces
---@field text string without a byte order mark
---@field starts integer[] the first byte of each line
---@field eol string the line break for new lines
---@field near? integer the line that was found last
local Places = {}
Places.__index = Places

--- Finds the lines of a text. A line ends with a line feed, a carriage return, or both.
---@param text string
---@return yschema.TextPlaces
function places.of(text)
  local starts, at = { 1 }, 1
  while true do
    local found = text:find("[\r\n]", at)
    if not found then break end
    at = found + #(text:match("^\r\n", found) or " ")
    if at <= #text then starts[#starts + 1] = at end
  end
  return setmetatable({ text = text, starts = starts, eol = text:match "\r?\n" or text:match "\r" or "\n" }, Places)
end

--- Returns the number of the line that contains a byte.
---@param byte integer
---@return integer
function Places:line(byte)
  local starts, near = self.starts, self.near or 1
  for at = near, near + 1 do -- most questions are about the line of the one before, or the next one
    if starts[at] and starts[at] <= byte and byte < (starts[at + 1] or #self.text + 2) then
      self.near = at
      return at
    end
  end
  local low, high = 1, #starts
  while low < high do
    local middle = math.floor((low + high + 1) / 2)
    if starts[middle] <= byte then low = middle else high = middle - 1 end
  end
  self.near = low
  return low
end

--- Returns the last byte of a line with its line break.
---@param number integer
---@return integer
function Places:line_last(number) return (self.starts[number + 1] or #self.text + 1) - 1 end

--- Returns the last byte of a line without its line break, which may be that before the line.
---@param number integer
---@return integer
function Places:content_last(number)
  local first, last = self.starts[number], self:line_last(number)
  while last >= first and self.text:find("^[\r\n]", last) do last = last - 1 end
  return last
end

--- Returns the last byte of a value without a line break. Only a scalar whose last line is empty ends with one.
---@param node yschema.EditedNode
---@return integer
function Places:value_last(node)
  local is_break = node.last >= node.first and self.text:find("^[\r\n]", node.last)
  return is_break and self:content_last(self:line(node.last)) or node.last
end

--- Returns the text of a line from a byte on, without its line break.
---@param number integer
---@param first? integer
---@return string
function Places:line_text(number, first)
  return self.text:sub(first or self.starts[number], self:content_last(number))
end

--- Returns the first byte of an entry or item, which may be its `?` or its dash.
---@param node yschema.EditedNode
---@return integer
function places.start(node) return node.indicator or node.key_first or node.first end

--- Returns whether an entry is the first thing on its line.
---@param node yschema.EditedNode
---@return boolean
function Places:has_line(node)
  local start = places.start(node)
  local _, blank = self.text:find("^[ \t]*", self.starts[self:line(start)])
  return blank >= start - 1
end

--- Returns how far the line of an entry is indented before it, counting dashes before it, too.
---@param node yschema.EditedNode
---@return integer
function Places:indentation(node)
  local start = places.start(node)
  return start - self.starts[self:line(start)]
end

local function is_comment(line) return line:find "^[ \t]*#" ~= nil end
local function is_blank(line) return line:find "^[ \t]*$" ~= nil end

--- Returns the first line of the comments directly above an entry. Comments at the top of a text are about the text.
---@param node yschema.EditedNode
---@return integer line that of the entry when there is none
function Places:first_comment(node)
  local own = self:line(places.start(node))
  local indentation, at = self:indentation(node), own
  while at > 1 do
    local above = self:line_text(at - 1)
    if not is_comment(above) or #above:match "^[ \t]*" ~= indentation then break end
    at = at - 1
  end
  return at > 1 and at or own
end

--- Returns the last line of an entry of a block collection: comments below it that are indented deeper belong to it.
---@param node yschema.EditedNode
---@return integer line
function Places:last_line(node)
  local indentation = self:indentation(node)
  local last = self:line(node.last)
  local at = last
  while at < #self.starts do
    at = at + 1
    local line = self:line_text(at)
    if is_comment(line) then
      if #line:match "^[ \t]*" <= indentation then break end
      last = at
    elseif not is_blank(line) then
      break
    end
  end
  return last
end

--- Returns whether there is an annotation in the comments above an entry.
---@param node yschema.EditedNode
---@return boolean
function Places:is_annotated(node)
  local at = self:line(places.start(node)) - 1
  while at > 0 do
    local line = self:line_text(at)
    if line:find "^%s*#@" then return true end
    if not is_comment(line) and not is_blank(line) then return false end
    at = at - 1
  end
  return false
end

-- ---- comments within a value -------------------------------------------------------

local function has_mark(text, first, last) return last >= first and text:sub(first, last):find("#", 1, true) ~= nil end

-- Looks for a comment between the leaves of a node. Returns the last byte that was seen; or nil when there is one.
local function look(text, node, at)
  if node.key_first then
    if has_mark(text, at + 1, node.key_first - 1) then return nil end
    at = node.key_last
  end
  if has_mark(text, at + 1, node.content - 1) then return nil end
  if node.style == "literal" or node.style == "folded" then
    if text:sub(node.content, node.last):match("^[^\r\n]*"):find "#" then return nil end
    return node.last
  end
  if node.kind ~= "map" and node.kind ~= "array" then return node.last end
  at = node.content - 1
  for _, below in ipairs(node) do
    at = look(text, below, at)
    if not at then return nil end
  end
  return not has_mark(text, at + 1, node.last) and node.last or nil
end

--- Returns whether there is a comment between a byte and the end of a value, outside of its scalars.
---@param text string
---@param node yschema.EditedNode
---@param first? integer
---@return boolean
function places.has_comment(text, node, first)
  local at = first and first - 1 or node.first - 1
  if has_mark(text, at + 1, node.first - 1) then return true end
  local key = node.key_first
  node.key_first = nil
  local found = look(text, node, node.first - 1) == nil
  node.key_first = key
  return found
end

return places
