--- Finds the lines of an entry of a map in block style.
--
-- @module yschema.migration.blocks

local tokens = require "yschema.migration.tokens"

local blocks = {}

local ipairs = ipairs

-- The text from a byte of a line to its end, or the next line with content.
local function text_from(lines, number, byte)
  local text = lines[number]:sub(byte)
  while number < #lines and (text:find "^%s*$" or text:find "^%s*#" or text:find "^%-%-%-%s*$") do
    number = number + 1
    text = lines[number]
  end
  return text
end

-- The text after the key or the dash of a node; nil when neither is found.
local function value_text(lines, node)
  if not node.parent then return (text_from(lines, node.line, 1):gsub("^%-%-%- ", "")) end
  local line = lines[node.line]
  local at = lines:byte(node.line, node.column)
  if not node.key then return (line .. " "):find("^%-%s", at) and text_from(lines, node.line, at + 1) or nil end
  local token = tokens.key(line, at, node.key)
  return token and text_from(lines, node.line, line:find(":", token.last + 1, true) + 1)
end

--- Finds the curly bracket with which the value of a node begins on its line.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return integer?
function blocks.opening(lines, node)
  local line = lines[node.line]
  if not line then return nil end
  if not node.parent then return line:match "^%s*(){" or line:match "^%-%-%-%s+(){" end
  local at = lines:byte(node.line, node.column)
  if not node.key then return line:match("^%-%s+(){", at) or line:match("^(){", at) end
  local token = tokens.key(line, at, node.key)
  return token and line:match("^%s*:%s*(){", token.last + 1)
end

--- Returns whether a node is in brackets, or may be.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return boolean
function blocks.is_in_brackets(lines, node)
  local map = node.parent
  if not map then return false end
  if map.has_brackets == nil then
    local text = value_text(lines, map)
    map.has_brackets = not text or text:find "^%s*[%[{]" ~= nil or text:find "^%s*[&!][^%s]*%s+[%[{]" ~= nil
      or blocks.is_in_brackets(lines, map)
  end
  return map.has_brackets
end

--- Finds the last line of an entry that begins on a line of its own.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return integer
function blocks.last_line(lines, node)
  local at = node.next_line - 1
  while at > node.line do
    local line = lines[at]
    local outside = lines:is_blank(at) or lines:is_comment(at)
      and lines:indentation(at) < node.column or line:find "^%-%-%-" or line:find "^%.%.%." or line:find "^%%"
    if not outside then return at end
    at = at - 1
  end
  return node.line
end

--- Returns whether an entry has lines of its own, in block style.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return boolean
function blocks.is_block(lines, node)
  return lines:indentation(node.line) >= lines:byte(node.line, node.column) - 1 and node.next_line > node.line
    and not blocks.is_in_brackets(lines, node)
end

--- Returns the blanks and dashes before the first entry of a map that begins after a dash.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return string? dash nil: the node is no such entry
function blocks.dash(lines, node)
  if not node.parent or node ~= node.parent[1] then return nil end
  local before = lines[node.line]:sub(1, lines:byte(node.line, node.column) - 1)
  if not before:find "^[ -]*%- +$" or before:find "^%-%-%-" or node.next_line <= node.line then return nil end
  return not blocks.is_in_brackets(lines, node) and before or nil
end

--- Returns whether the lines of an entry contain nothing else, except for a dash before it.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return boolean
function blocks.has_lines(lines, node) return blocks.is_block(lines, node) or blocks.dash(lines, node) ~= nil end

--- Finds the first of the comments directly above an entry. Comments at the top of a file are about the file.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return integer line the line of the entry when there is none
function blocks.first_comment(lines, node)
  local at = node.line
  while at > 1 and lines:is_comment(at - 1) and lines:indentation(at - 1) == node.column - 1 do at = at - 1 end
  return at > 1 and at or node.line
end

--- Returns whether there is a comment on lines that will be removed, except for those from `first` to `last`.
---@param lines yschema.TextLines
---@param from integer
---@param to integer
---@param first integer
---@param last integer
---@return boolean
function blocks.loses_comment(lines, from, to, first, last)
  for number = from, to do
    if (number < first or number > last) and lines:has(number, "#") then return true end
  end
  return false
end

--- Finds the block scalar at the end of a text without a final line break. Its value has no final line break either,
-- but would have one if another line followed.
---@param lines yschema.TextLines
---@param root yschema.MigratedNode
---@return yschema.MigratedNode? node
---@return yschema.Token? header the indicator after its key: `|`, `>2`
function blocks.open_scalar(lines, root)
  if lines.ends[#lines] ~= "" then return nil end
  local node = root.last_node or root
  while node[1] do
    local last = node[1]
    for _, below in ipairs(node) do last = below.line > last.line and below or last end
    node = last
  end
  root.last_node = node
  if node.line >= #lines then return nil end
  if node.kind ~= "string" or node.value:find "\n$" then return nil end
  local line = lines[node.line]
  local first, last = line:match "%s()[|>][%d+]*()%s*$"
  if not first then first, last = line:match "%s()[|>][%d+]*()%s+#.*$" end
  return first and node or nil, first and { first = first, last = last - 1, style = "plain" } or nil
end

--- Returns whether there is an annotation directly above an entry.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@return boolean
function blocks.is_annotated(lines, node)
  local at = node.line - 1
  while at > 0 and (lines:is_comment(at) or lines:is_blank(at)) do
    if lines[at]:find "^%s*#@" then return true end
    at = at - 1
  end
  return false
end

--- Returns whether lines have an anchor or an alias.
---@param lines yschema.TextLines
---@param from integer
---@param to integer
---@return boolean
function blocks.has_anchor(lines, from, to)
  for number = from, to do
    if lines:has(number, "[%s%[{,:-][&*][%w_-]") then return true end
  end
  return false
end

return blocks
