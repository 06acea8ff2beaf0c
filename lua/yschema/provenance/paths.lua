--- The paths of nodes, as reports print them: `a.b[0]["c.d"]`. They may also be written `a.b[0]."c.d"`, or as
-- JSON pointers (RFC 6901), which begin with `/`.
--
-- @module yschema.provenance.paths

local pointers = require "yschema.text.json_pointer"

local paths = {}

-- Reads the quoted key that begins at a position. Returns it and the position after it.
local function quoted(text, from)
  local key, at = {}, from + 1
  while at <= #text do
    local c = text:sub(at, at)
    local hex = text:match("^\\x(%x%x)", at)
    if c == '"' then return table.concat(key), at + 1 end
    if hex then
      key[#key + 1], at = string.char(tonumber(hex, 16)), at + 4
    elseif c == "\\" then
      key[#key + 1], at = text:sub(at + 1, at + 1), at + 2
    else
      key[#key + 1], at = c, at + 1
    end
  end
  return nil, "a quote is not closed"
end

-- Reads a selection in brackets, such as `[name=b]` or `[name="a b"]`, or the `[+]` of a new item. nil: there is none.
local function selection(text, from)
  if text:sub(from, from + 2) == "[+]" then return { appends = true }, from + 3 end
  local key, at = text:match("^%[([%w_-]+)=()", from)
  if not key then return nil end
  if text:sub(at, at) ~= '"' then
    local value, after = text:match("^([^%]\"]+)%]()", at)
    return value and { selects = key, value = value }, after
  end
  local value, after = quoted(text, at)
  return value and text:sub(after, after) == "]" and { selects = key, value = value } or nil, after + 1
end

-- Reads the step in brackets that begins at a position: the index of an item, or a quoted key.
local function bracketed(text, from, selects)
  if selects then
    local step, at = selection(text, from)
    if step then return step, at end
  end
  local index = text:match("^%[(%-?%d+)%]", from)
  if index then return { index = tonumber(index) }, from + #index + 2 end
  if text:sub(from + 1, from + 1) ~= '"' then return nil, "expected an index or a quoted key after [" end
  local key, at = quoted(text, from + 1)
  if not key then return nil, at end
  if text:sub(at, at) ~= "]" then return nil, "a ] is missing" end
  return { key = key }, at + 1
end

local function step_at(text, from, selects)
  local c = text:sub(from, from)
  if c == "[" then return bracketed(text, from, selects) end
  if c == '"' then
    local key, at = quoted(text, from)
    return key and { key = key }, at
  end
  local key = text:match("^[^%.%[%]\"]+", from)
  if not key then return nil, "a key is missing" end
  return { key = key }, from + #key
end

--- Splits a JSON pointer; see `yschema.text.json_pointer`.
---@type fun(pointer: string): string[]
paths.tokens = pointers.tokens

local function steps_of_pointer(text)
  local steps = {}
  for i, token in ipairs(paths.tokens(text)) do
    steps[i] = { key = token, index = token:match "^%d+$" and tonumber(token) }
  end
  return steps
end

--- One step of a path. A step of a JSON pointer may have both fields, because it may be either.
---@class yschema.Step
---@field key? string
---@field index? integer of an item, from 0; a negative one leads nowhere
---@field selects? string the item that has this key
---@field value? string with this value
---@field appends? boolean a new item

--- Reads a path.
---@param text string
---@param selects? boolean `[name=b]` and `[+]` are steps, too
---@return yschema.Step[]? steps
---@return string? problem
function paths.read(text, selects)
  if text:sub(1, 1) == "/" then return steps_of_pointer(text) end
  local steps, at = {}, 1
  while at <= #text do
    if at > 1 and text:sub(at, at) == "." then at = at + 1 end
    local step, next_at = step_at(text, at, selects)
    if not step then return nil, next_at end
    steps[#steps + 1], at = step, next_at
    local c = text:sub(at, at)
    if c ~= "" and c ~= "." and c ~= "[" then return nil, ("expected . or [ before %s"):format(text:sub(at)) end
  end
  if text:sub(-1) == "." then return nil, "a key is missing at the end" end
  return steps
end

local function escaped(key)
  return (key:gsub('["\\]', "\\%0"):gsub("[%c\127]", function(c) return ("\\x%02x"):format(c:byte()) end))
end

--- Adds a step to a path.
---@param path string
---@param step yschema.Step
---@return string
function paths.join(path, step)
  if not step.key then return path .. "[" .. step.index .. "]" end
  if not step.key:find "^[%w_-]+$" then return path .. '["' .. escaped(step.key) .. '"]' end
  return path == "" and step.key or path .. "." .. step.key
end

--- Returns the path of a list of steps.
---@param steps yschema.Step[]
---@return string
function paths.of(steps)
  local path = ""
  for _, step in ipairs(steps) do path = paths.join(path, step) end
  return path
end

--- Returns the JSON pointer of a list of steps or tokens.
---@param steps (yschema.Step|string)[]
---@return string
function paths.pointer(steps)
  local parts = {}
  for i = 1, #steps do
    local step = steps[i]
    local token = type(step) == "string" and step or step.key or ("%d"):format(step.index)
    parts[i] = "/" .. pointers.escaped(token)
  end
  return table.concat(parts)
end

return paths
