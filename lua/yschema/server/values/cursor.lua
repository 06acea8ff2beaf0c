--- Finds out what can be written at the cursor.
--
-- A mark is put at the cursor, and the text is read with it, so the reader itself says where the mark is: in a key or
-- in a value, and below which nodes.
--
-- @module yschema.server.values.cursor

local layouts = require "yschema.server.values.layouts"
local positions = require "yschema.server.positions"
local views = require "yschema.server.values.views"

local cursor = {}

local find, sub = string.find, string.sub

-- In a longer text, only the best way to put the mark is tried: it takes as long as reading the text.
local MOST_TRIED = 256 * 1024

local MARK = "zzCursorOfYschemazz"

-- The text before the cursor in its line.
---@class yschema.LineStart
---@field quote? string the quote that is open
---@field bracket? string the bracket that was opened last, and is open
---@field is_value boolean it is after a colon
---@field is_comment boolean

local CLOSING = { ["]"] = true, ["}"] = true }

-- Steps over a character outside of quotes.
local function step(state, prefix, at)
  local c = sub(prefix, at, at)
  local is_start = at == 1 or find(sub(prefix, at - 1, at - 1), "[%s%[{,:%-]") ~= nil
  if (c == '"' or c == "'") and is_start then
    state.quote = c
  elseif c == "#" and (at == 1 or find(prefix, "^%s", at - 1)) then
    state.is_comment = true
  elseif c == "[" or c == "{" then
    if is_start then state.open[#state.open + 1] = c end
    state.is_value = false
  elseif CLOSING[c] then
    state.open[#state.open] = nil
  elseif c == "," and state.open[1] then
    state.is_value = false
  elseif c == ":" and (at == #prefix or find(prefix, "^%s", at + 1)) then
    state.is_value = true
  end
end

-- Reads a line up to the cursor.
local function line_start(prefix)
  local state, at = { open = {}, is_value = false, is_comment = false }, 1
  while at <= #prefix and not state.is_comment do
    local c = sub(prefix, at, at)
    if not state.quote then
      step(state, prefix, at)
    elseif c == "\\" and state.quote == '"' then
      at = at + 1
    elseif c == state.quote then
      state.quote = nil
    end
    at = at + 1
  end
  state.bracket = state.open[#state.open]
  return state
end

-- ---- marks --------------------------------------------------------------------------

-- A text with a mark. `extra` is after the word in which the cursor is.
---@class yschema.MarkedText
---@field content yschema.EditorText
---@field at integer where the cursor is
---@field lead string what is missing before the cursor
---@field tail integer how many bytes of the word are after the cursor
---@field extra string
local Marked = {}
Marked.__index = Marked

local function marked(text, at, tail, lead, extra)
  local new = sub(text, 1, at - 1) .. lead .. MARK .. sub(text, at, at + tail - 1) .. extra .. sub(text, at + tail)
  return setmetatable({ content = positions.of(new), at = at, lead = lead, tail = tail, extra = extra }, Marked)
end

-- Returns the place in the text without the mark.
function Marked:place(at)
  local first = #self.lead + #MARK
  if at <= self.at then return at end
  if at <= self.at + first then return self.at end
  if at <= self.at + first + self.tail then return at - first end
  return math.max(self.at + self.tail, at - first - #self.extra)
end

-- The ways to put a mark at the cursor, the best first.
local function ways(at, prefix, suffix, start)
  local tail = #suffix:match(start.quote and "^[^" .. start.quote .. "]*" or "^[%w_.%-/]*")
  local rest = sub(suffix, tail + 1)
  local is_closed = start.quote and sub(rest, 1, 1) == start.quote
  if start.quote and not is_closed then tail, rest = #suffix:match "^[%w_.%-/]*", "" end
  local quote = start.quote and not is_closed and start.quote or ""
  local has_colon = find(rest, "^[\"']?%s*:") ~= nil
  local lead = start.is_value and not start.quote and prefix:find ":$" and " " or ""
  local as_value = { at, tail, lead, quote }
  local as_key = { at, tail, lead, quote .. (has_colon and "" or ": ") }
  if is_closed and not has_colon and not start.is_value then as_key = { at, tail + 1, lead, ": " } end
  if start.is_value or start.bracket == "[" or has_colon then return { as_value, as_key }, has_colon end
  return { as_key, as_value }, has_colon
end

-- ---- contexts -----------------------------------------------------------------------

--- The texts that can be written at the cursor.
---@class yschema.CursorContext
---@field kind "key"|"value"
---@field chain yschema.LayoutNode[] the nodes at the cursor; the last one has the mark
---@field is_lone boolean the key is the only one of its map, which may be meant to be a value
---@field first integer where what is written begins
---@field after integer the place after it
---@field quote? string in which it is
---@field lead string what has to be written before it
---@field has_colon boolean a colon follows
---@field is_flow boolean it is within brackets or braces
---@field indentation integer of the key

local function has_mark(value) return type(value) == "string" and find(value, MARK, 1, true) ~= nil end

-- Whether a node is there because of the mark.
local function is_mark(node) return has_mark(node.key) or has_mark(node.value) end

local SCALARS = { plain = true, single = true, double = true }

local function is_flow(chain)
  for i = 1, #chain - 1 do
    if chain[i].style == "flow" or chain[i].style == "pair" then return true end
  end
  return false
end

local function context_of(with_mark, layout, text)
  local chain = layout:chain(with_mark.at + #with_mark.lead + 1)
  local node = chain[#chain]
  if not node then return nil end
  local kind = has_mark(node.key) and SCALARS[node.key_style] and "key"
    or has_mark(node.value) and SCALARS[node.style] and "value"
  if not kind then return nil end
  layout.leaves_out = is_mark
  local first, last = node.first, node.last
  if kind == "key" then first, last = node.key_content, node.key_last end
  first = with_mark:place(first)
  local line = text:line_of(first)
  return {
    kind = kind, chain = chain, first = first, after = with_mark:place(last + 1), lead = with_mark.lead,
    is_flow = is_flow(chain), indentation = first - (text:line_bytes(line)),
    is_lone = kind == "key" and chain[#chain - 1]:below()[1] == nil,
  }
end

--- Finds out what can be written at a place.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param at integer
---@return yschema.CursorContext? nil: nothing, such as in a comment
function cursor.find(server, text, at)
  local content = text.open.content
  local first, last = content:line_bytes(content:line_of(at))
  local prefix, suffix = sub(content.text, first, at - 1), sub(content.text, at, last)
  local start = line_start(prefix)
  if start.is_comment then return nil end
  local list, has_colon = ways(at, prefix, suffix, start)
  if #content.text > MOST_TRIED then list[2] = nil end
  for _, way in ipairs(list) do
    local with_mark = marked(content.text, way[1], way[2], way[3], way[4])
    local layout = views.layout(server, text, with_mark.content)
    local context = context_of(with_mark, layout, content)
    if context then
      context.quote, context.has_colon = start.quote, has_colon
      context.layout = layout
      return context
    end
    layout:close()
  end
end

--- Returns the steps to the node at the cursor, or to the map in which its key is.
---@param context yschema.CursorContext
---@return yschema.Step[]
function cursor.steps(context)
  return layouts.steps(context.chain, #context.chain - (context.kind == "key" and 1 or 0))
end

return cursor
