--- Writes values that functions of a schema gave in the place of the old ones.
--
-- @module yschema.migration.values

local blocks = require "yschema.migration.blocks"
local flow = require "yschema.migration.flow"
local tokens = require "yschema.migration.tokens"

local values = {}

local concat, ipairs, tostring = table.concat, ipairs, tostring

--- The place of an old value.
---@class yschema.ValuePlace
---@field token yschema.Token what to replace on the line of the key
---@field last integer the last line of the value
---@field in_brackets boolean
---@field needs_blank boolean there is no blank between the colon and the token

-- ---- the old value ------------------------------------------------------------------

-- Whether there is a comment after the key that would be lost with the value.
local function has_comment(lines, node, rest, last)
  if rest:find "^%s*#" or rest:find "%s#" then return true end
  local content = rest:find "^%s*[|>]" and 0 or nil
  for number = node.line + 1, last do
    local indentation = lines:indentation(number)
    if content == 0 and not lines:is_blank(number) then content = indentation end
    local is_content = content and (content == 0 or indentation >= content)
    if not is_content and (" " .. lines[number]):find "%s#" then return true end
  end
  return false
end

-- Finds a value that ends with the line on which its entry ends.
local function on_lines(lines, node, key, colon)
  local line, last = lines[node.line], blocks.last_line(lines, node)
  local scalar = last == node.line and tokens.scalar(line, key.last, node)
  if scalar then return { token = scalar, last = last, in_brackets = false, needs_blank = false } end
  local rest = line:sub(colon + 1)
  if (":" .. rest):find "[%s:][&*][%w_-]" or blocks.has_anchor(lines, node.line + 1, last) then
    return nil, "and its old value has an anchor or an alias"
  end
  if has_comment(lines, node, rest, last) then return nil, "and a comment within its old value would be lost" end
  local first = line:match("^%s*()", colon + 1)
  local token = { first = first, last = #line:gsub("%s+$", ""), style = key.style }
  if token.last < first then token.first, token.last = colon + 1, #line end
  return { token = token, last = last, in_brackets = false, needs_blank = token.first == colon + 1 }
end

--- Finds the place of the value of an entry.
---@param lines yschema.TextLines
---@param node yschema.MigratedNode
---@param key yschema.Token
---@return yschema.ValuePlace? place
---@return string? problem
function values.place(lines, node, key)
  local line = lines[node.line]
  local colon = line:find(":", key.last + 1, true)
  if blocks.has_lines(lines, node) then return on_lines(lines, node, key, colon) end
  local last = blocks.is_in_brackets(lines, node) and flow.entry_end(line, colon + 1)
  if not last then return nil, "and the end of its old value is not certain" end
  local first = line:match("^%s*()", colon + 1)
  if first > last then first, last = colon + 1, colon end
  if line:sub(first, last):find "^[&*]" then return nil, "and its old value has an anchor or an alias" end
  local token = { first = first, last = last, style = key.style }
  return { token = token, last = node.line, in_brackets = true, needs_blank = first == colon + 1 }
end

-- ---- the new value ------------------------------------------------------------------

local function is_collection(node) return node.kind == "map" or node.kind == "array" end

-- Writes the key of an entry with its colon.
local function written_key(node, is_json)
  if node.key_kind then return tostring(node.key) .. ":" end
  local text = tokens.written_key(node.key, is_json and "double" or "plain")
  return text and text .. ":"
end

--- Writes a value on one line.
---@param node yschema.OutlineNode
---@param is_json boolean
---@return string? text nil when that is impossible
function values.on_line(node, is_json)
  if not is_collection(node) then return tokens.written_scalar(node, is_json) end
  local parts = {}
  for i, below in ipairs(node) do
    local key = node.kind == "array" and "" or written_key(below, is_json)
    local text = values.on_line(below, is_json)
    if not key or not text then return nil end
    parts[i] = key .. (key ~= "" and " " or "") .. text
  end
  local list = concat(parts, ", ")
  return node.kind == "map" and "{" .. list .. "}" or "[" .. list .. "]"
end

-- Adds the lines of a map or an array that is not empty. Returns false when they cannot be written.
local function add_lines(node, indentation, out)
  for _, below in ipairs(node) do
    local head = node.kind == "array" and "-" or written_key(below, false)
    if not head then return false end
    head = (" "):rep(indentation) .. head
    if not (is_collection(below) and below[1]) then
      local text = values.on_line(below, false)
      if not text then return false end
      out[#out + 1] = head .. " " .. text
    elseif node.kind == "map" then
      out[#out + 1] = head
      if not add_lines(below, indentation + (below.kind == "map" and 2 or 0), out) then return false end
    else
      local at = #out + 1
      if not add_lines(below, indentation + 2, out) then return false end
      out[at] = head .. " " .. out[at]:sub(indentation + 3)
    end
  end
  return true
end

--- Writes a map or an array as lines below its key.
---@param node yschema.OutlineNode
---@param indentation integer of the key
---@return string[]? text nil: the value goes on the line of its key
function values.as_lines(node, indentation)
  local out = {}
  if not is_collection(node) or not node[1] then return nil end
  return add_lines(node, indentation + (node.kind == "map" and 2 or 0), out) and out or nil
end

return values
