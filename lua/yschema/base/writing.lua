--- Helpers for results that are written: the shapes of JSON, lines for a terminal, and numbers in sentences.
--
-- @module yschema.base.writing

local core = require "yschema.core"

local writing = {}

local byte, find, setmetatable = string.byte, string.find, setmetatable

local BLANK = 32

--- Returns a function that gives a map an order of keys, in which `core.encode` writes them.
---@param keys string[]
---@return fun(map: table): table
function writing.ordered(keys)
  local mt = { keys = keys }
  return function(map) return setmetatable(map, mt) end
end

--- Makes an array, which may be empty.
---@param items? any[]
---@return any[]
function writing.list(items) return setmetatable(items or {}, core.array_mt) end

-- The columns of a terminal.
local width = 80

--- Adds lines with the words of a text, which fit a terminal.
---@param out string[] gets the lines
---@param text string
---@param lead string the beginning of the first line
---@param indent string that of the others
---@param tail? string the end of all lines but the last one
function writing.wrap(out, text, lead, indent, tail)
  if text == "" then return end
  local is_one_line = #lead + #text <= width and byte(text, 1) ~= BLANK and byte(text, -1) ~= BLANK
  if is_one_line and not find(text, "  ", 1, true) and not find(text, "%c") then
    out[#out + 1] = lead .. text
    return
  end
  local line, is_empty = lead, true
  for word in text:gmatch "%S+" do
    if not is_empty and #line + 1 + #word + #(tail or "") > width then
      out[#out + 1] = line .. (tail or "")
      line, is_empty = indent, true
    end
    line, is_empty = line .. (is_empty and "" or " ") .. word, false
  end
  if not is_empty then out[#out + 1] = line end
end

--- Writes a number and what it counts: "1 file", "2 files".
---@param count integer
---@param word string for one of them
---@return string
function writing.counted(count, word) return ("%d %s%s"):format(count, word, count == 1 and "" or "s") end

return writing
