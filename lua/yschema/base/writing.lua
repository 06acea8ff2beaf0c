--- Helpers for results that are written: YAML and JSON, lines for a terminal, and numbers in sentences.
--
-- @module yschema.base.writing

local core = require "yschema.core"

local writing = {}

local byte, concat, find, ipairs, setmetatable = string.byte, table.concat, string.find, ipairs, setmetatable

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

--- Writes a value as YAML or JSON, without the end of the last line.
---@param value any
---@param format? "yaml"|"json" the default is YAML
---@return string? text nil: the format has no such value
function writing.encoded(value, format)
  local text = core.encode(value, format or "yaml")
  return text and (text:gsub("\n$", ""))
end

--- Writes a key as it is in a map of YAML.
---@param key string
---@return string? text nil: it takes more than a line
function writing.yaml_key(key)
  local text = core.encode({ [key] = 1 }, "yaml")
  return text and text:match "^([^\n]*): 1\n$"
end

--- Returns a text without its byte order mark.
---@param text string
---@return string
function writing.without_mark(text)
  return text:find "^\239\187\191" and text:sub(4) or text -- a replacement would copy all of it
end

-- The columns of a terminal; a text that fills a wider one is hard to read.
local USUAL_WIDTH = 80

--- Adds lines with the words of a text, which fit a terminal.
---@param out string[] gets the lines
---@param text string
---@param lead string the beginning of the first line
---@param indent string that of the others
---@param tail? string the end of all lines but the last one
---@param columns? integer of the terminal, if it has less than 80
function writing.wrap(out, text, lead, indent, tail, columns)
  if text == "" then return end
  local width = columns and columns < USUAL_WIDTH and columns or USUAL_WIDTH
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

-- Lines that users or programs take as they are, and lines of files, which the core has cut.
local KEPT = { "^%S.-:%d+:%d+: ", "^    = fix: ", "^ *%d* |" }

local function is_kept(line)
  for _, pattern in ipairs(KEPT) do
    if line:find(pattern) then return true end
  end
  return false
end

-- Breaks a line at its blanks. Its further lines are indented deeper than it.
local function add_broken(out, line, ending, columns)
  local lead = line:match "^ *"
  local indent = lead .. "  "
  local row, taken, is_empty = lead, #lead, true
  for blanks, word in line:sub(#lead + 1):gmatch "( *)([^ ]+)" do
    local width = core.text_width(word)
    if not is_empty and taken + #blanks + width > columns then
      out[#out + 1] = row .. "\n"
      row, taken, blanks = indent, #indent, ""
    end
    row, taken, is_empty = row .. blanks .. word, taken + #blanks + width, false
  end
  out[#out + 1] = row .. ending
end

--- Breaks lines that are longer than a terminal is wide.
---@param text string
---@param columns? integer of the terminal; nil: there is none
---@return string
function writing.fitted(text, columns)
  if not columns then return text end
  local out = {}
  for line, ending in text:gmatch "([^\n]*)(\n?)" do
    if #line > columns and not is_kept(line) then
      add_broken(out, line, ending, columns)
    else
      out[#out + 1] = line .. ending
    end
  end
  return concat(out)
end

--- Writes a number and what it counts: "1 file", "2 files".
---@param count integer
---@param word string for one of them
---@return string
function writing.counted(count, word) return ("%d %s%s"):format(count, word, count == 1 and "" or "s") end

return writing
