--- Finds and writes keys and scalars in a line of YAML or JSON.
--
-- @module yschema.migration.tokens

local core = require "yschema.core"

local tokens = {}

local type = type

--- A piece of a line.
---@class yschema.Token
---@field first integer its first byte
---@field last integer
---@field style "plain"|"single"|"double"

--- Finds the end of a quoted text that begins at a byte; nil when it does not end on the line.
---@param line string
---@param first integer
---@return integer?
function tokens.quoted_end(line, first)
  local quote = line:sub(first, first)
  local at = first + 1
  while at <= #line do
    local letter = line:sub(at, at)
    if quote == '"' and letter == "\\" then
      at = at + 1
    elseif letter == quote then
      if quote == '"' or line:sub(at + 1, at + 1) ~= "'" then return at end
      at = at + 1
    end
    at = at + 1
  end
end

-- Reads a scalar as the core does.
local function read(text)
  local parsed, owner = core.parse(core.source("token", text))
  if not parsed then
    owner:close()
    return nil
  end
  local node = parsed:count() == 1 and parsed:outline(1)
  parsed:close()
  return node or nil
end

local function quoted_token(line, first)
  local last = tokens.quoted_end(line, first)
  return last and { first = first, last = last, style = line:sub(first, first) == '"' and "double" or "single" }
end

--- Finds the key that begins at a byte of a line.
---@param line string
---@param first integer
---@param key string its text
---@return yschema.Token? token nil when the end of the key is unknown, or the key is written in another way
function tokens.key(line, first, key)
  local token
  if line:find("^[\"']", first) then
    token = quoted_token(line, first)
    local node = token and read(line:sub(token.first, token.last))
    if not node or node.value ~= key then return nil end
  elseif line:sub(first, first + #key - 1) == key and not line:find("^[&*!?|>%%@`#]", first) then
    token = { first = first, last = first + #key - 1, style = "plain" }
  end
  if token and line:find("^%s*:", token.last + 1) then return token end
end

--- Writes a key in the style of another one.
---@param key string
---@param style "plain"|"single"|"double"
---@return string? text nil when it cannot be written on one line
function tokens.written_key(key, style)
  if key:find "[%c]" then return nil end
  if style == "single" then return "'" .. key:gsub("'", "''") .. "'" end
  local json = core.encode(key, "json"):gsub("\n$", "")
  if style == "double" then return json end
  local yaml = core.encode(key, "yaml"):gsub("\n$", "")
  return yaml:find "[,%[%]{}\n]" and json or yaml
end

--- Finds the scalar after a key on the same line.
---@param line string
---@param after integer the last byte of the key
---@param node yschema.OutlineNode its value
---@return yschema.Token?
function tokens.scalar(line, after, node)
  local first = line:match("^%s*:%s*()", after + 1)
  if not first or line:find("^[&*!|>%%@`#%[{]", first) then return nil end
  local token
  if line:find("^[\"']", first) then
    token = quoted_token(line, first)
  else
    local text = line:match("^[^#,%]}]*", first)
    local last = first + #text:gsub("%s+$", "") - 1
    token = last >= first and { first = first, last = last, style = "plain" }
  end
  local found = token and read(line:sub(token.first, token.last))
  local rest = token and line:sub(token.last + 1)
  if not found or found.kind ~= node.kind or found.value ~= node.value then return nil end
  return (rest:find "^%s*$" or rest:find "^%s+#" or rest:find "^%s*[,}%]]") and token or nil
end

--- Writes a scalar.
---@param node yschema.OutlineNode
---@param is_json boolean
---@return string? text nil when it cannot be written on one line
function tokens.written_scalar(node, is_json)
  local value = node.value
  if node.kind == "null" then return "null" end
  if value == nil then return nil end
  if type(value) == "string" and value:find "[,%[%]{}%c]" then is_json = true end
  local text = core.encode(value, is_json and "json" or "yaml")
  text = text and text:gsub("\n$", "")
  if not text or text:find "\n" then return nil end
  return node.kind == "float" and text:find "^%-?%d+$" and text .. ".0" or text
end

return tokens
