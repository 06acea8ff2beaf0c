--- Writes keys and values as YAML or JSON.
--
-- @module yschema.editing.value_writer

local encoded = require("yschema.base.writing").encoded
local trees = require "yschema.editing.trees"

local value_writer = {}

--- How to write. What has moved is written by functions, because it keeps its spelling.
---@class yschema.WritingStyle
---@field json boolean
---@field flow? boolean the place is in brackets
---@field quotes? "single"|"double" of strings that need quotes
---@field map_step integer how much deeper the keys of a map are than its own key
---@field dash_step integer how much deeper dashes are than the key of their array
---@field eol string
---@field moved_lines fun(node: yschema.EditedNode, indentation: integer): string[]? the lines of a moved entry
---@field moved_part fun(node: yschema.EditedNode): string? the text of a moved entry in brackets

-- ---- scalars ------------------------------------------------------------------------

local function single_quoted(text) return "'" .. text:gsub("'", "''") .. "'" end

-- Returns what the core writes for a text that cannot stand in quotes as it is: with escapes, or in base64.
local function escaped(text)
  local written = encoded(text, "yaml")
  if written:find "^!!binary " then return written end
  return written:find '^"' and written:gsub('\\[\\"]', ""):find "\\[^U]" and written or nil
end

-- Writes a text in quotes. Line breaks need double ones.
local function quoted(text, quotes)
  local written = escaped(text)
  if written then return written end
  return (quotes == "double" or text:find "%c") and encoded(text, "json") or single_quoted(text)
end

-- Whether YAML reads a text without quotes as the same text. Within brackets, more characters need quotes.
local function is_plain(text, flow)
  if text == "" or text:find "[\r\n]" or flow and text:find "[,%[%]{}]" then return false end
  return encoded(text, "yaml") == text
end

local function text_of(text, style, own)
  if style.json then return encoded(text, "json") end
  if own == "single" or own == "double" then return quoted(text, own) end
  return is_plain(text, style.flow) and text or quoted(text, style.quotes)
end

--- Writes a scalar on one line.
---@param node yschema.EditedNode
---@param style yschema.WritingStyle
---@param own? string the style of the scalar that it replaces
---@return string? text nil when that is impossible
function value_writer.scalar(node, style, own)
  local value = node.value
  if node.written then return node.written end
  if node.kind == "null" then return "null" end
  if value == nil then return nil end
  if node.kind == "string" then return text_of(value, style, own) end
  local text = encoded(value, style.json and "json" or "yaml")
  return node.kind == "float" and text:find "^%-?%d+$" and text .. ".0" or text
end

--- Writes a key.
---@param key string
---@param kind? string when it is no string
---@param style yschema.WritingStyle
---@param own? string the style of the key that it replaces
---@return string? text nil when it does not fit on a line
function value_writer.key(key, kind, style, own)
  if kind then return style.json and encoded(key, "json") or key end
  if key:find "%c" then return nil end
  if own == "plain" and not style.json then return is_plain(key, style.flow) and key or quoted(key, style.quotes) end
  return text_of(key, style, own)
end

-- ---- values on one line -------------------------------------------------------------

local function entry_on_line(node, style, is_map)
  if node.from then return style.moved_part(node) end
  local text = value_writer.on_line(trees.value(node), style)
  if not is_map then return text end
  local key, kind = trees.key(node)
  local head = value_writer.key(key, kind, style)
  return head and text and head .. ": " .. text
end

--- Writes a value on one line.
---@param node yschema.EditedNode
---@param style yschema.WritingStyle
---@param own? string the style of the scalar that it replaces
---@return string? text nil when that is impossible
function value_writer.on_line(node, style, own)
  if not trees.is_collection(node) then return value_writer.scalar(node, style, own) end
  local flow = setmetatable({ flow = true }, { __index = style })
  local parts = {}
  for _, below in ipairs(trees.sequence(node)) do
    if not below.gone then
      parts[#parts + 1] = entry_on_line(below, flow, node.kind == "map")
      if not parts[#parts] then return nil end
    end
  end
  local list = table.concat(parts, ", ")
  return node.kind == "map" and "{" .. list .. "}" or "[" .. list .. "]"
end

-- ---- values on several lines --------------------------------------------------------

-- The lines of a literal scalar, or nil when the text must be written in another way.
local function literal(text, indentation)
  if not text:find "\n" or escaped(text) then return nil end
  if text:find "^[ \n]" or text:find "[ \t]\n" or text:find "^\t" or text:find "[ \t]$" then return nil end
  local tail = text:match "\n*$"
  local lines = { #tail == 0 and "|-" or #tail == 1 and "|" or "|+" }
  for line in text:sub(1, #text - #tail):gmatch "([^\n]*)\n?" do
    lines[#lines + 1] = line == "" and "" or (" "):rep(indentation) .. line
  end
  if lines[#lines] == "" then lines[#lines] = nil end
  for _ = 2, #tail do lines[#lines + 1] = "" end
  return lines
end

local add_entries

-- Adds the lines of a value after its key or dash, which is the last line.
local function add_value(node, head, indentation, style, out, is_item)
  if trees.is_collection(node) and trees.sequence(node)[1] then
    local step = node.kind == "map" and style.map_step or style.dash_step
    if not is_item then out[#out + 1] = head end
    local at = #out + 1
    local deeper = is_item and indentation + 2 or indentation + step
    if not add_entries(node, deeper, style, out) then return false end
    if is_item then out[at] = head .. " " .. out[at]:sub(deeper + 1) end
    return true
  end
  local lines = node.kind == "string" and literal(node.value, indentation + style.map_step)
  if lines then
    out[#out + 1] = head .. " " .. lines[1]
    for i = 2, #lines do out[#out + 1] = lines[i] end
    return true
  end
  local text = value_writer.on_line(node, style)
  out[#out + 1] = text and head .. " " .. text
  return text ~= nil
end

local function add_moved(node, indentation, style, out)
  local lines = style.moved_lines(node, indentation)
  for _, line in ipairs(lines or {}) do out[#out + 1] = line end
  return lines ~= nil
end

-- Adds the lines of the entries of a collection.
function add_entries(node, indentation, style, out)
  for _, below in ipairs(trees.sequence(node)) do
    if not below.gone and not value_writer.entry(below, indentation, style, node.kind, out) then return false end
  end
  return true
end

--- Adds the lines of an entry or item.
---@param node yschema.EditedNode
---@param indentation integer
---@param style yschema.WritingStyle
---@param kind "map"|"array" of its collection
---@param out string[]
---@return boolean done
function value_writer.entry(node, indentation, style, kind, out)
  if node.from then return add_moved(node, indentation, style, out) end
  local blanks = (" "):rep(indentation)
  if kind == "array" then return add_value(trees.value(node), blanks .. "-", indentation, style, out, true) end
  local key, key_kind = trees.key(node)
  local head = value_writer.key(key, key_kind, style)
  return head ~= nil and add_value(trees.value(node), blanks .. head .. ":", indentation, style, out, false)
end

--- Writes a map or an array that is not empty, or a text of several lines, as lines below its key.
---@param node yschema.EditedNode
---@param indentation integer of the key or dash
---@param style yschema.WritingStyle
---@param is_item boolean
---@return string[]? lines the first one is what goes on the line of the key or dash; nil when that is impossible
function value_writer.as_lines(node, indentation, style, is_item)
  local out = {}
  return add_value(node, "", indentation, style, out, is_item) and out or nil
end

--- Writes the entries of a map or an array as lines.
---@param node yschema.EditedNode
---@param style yschema.WritingStyle
---@return string[]? lines nil when that is impossible
function value_writer.entries(node, style)
  local out = {}
  return add_entries(node, 0, style, out) and out or nil
end

--- Counts the ways in which a document is written, to write new parts alike.
---@param root yschema.EditedNode
---@return { map_step: integer, dash_step: integer, quotes: string? }
function value_writer.habits(root, places)
  local counts = { map = {}, array = {}, quotes = {} }
  local function count(kind, what) counts[kind][what] = (counts[kind][what] or 0) + 1 end
  local function visit(node)
    local first = node[1]
    if first and node.style == "block" and node.parent and node.parent.style == "block" and node.key_first then
      count(node.kind, places:indentation(first) - places:indentation(node))
    end
    if node.style == "single" or node.style == "double" then count("quotes", node.style) end
    for _, below in ipairs(node) do visit(below) end
  end
  visit(root)
  local function most(list, otherwise)
    local best, found = 0, otherwise
    for what, number in pairs(list) do
      if number > best or number == best and type(what) == "number" and what < found then best, found = number, what end
    end
    return found
  end
  return { map_step = most(counts.map, 2), dash_step = most(counts.array, 0), quotes = most(counts.quotes, nil) }
end

return value_writer
