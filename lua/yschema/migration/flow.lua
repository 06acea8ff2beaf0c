--- Finds the entries of a map in brackets on one line.
--
-- @module yschema.migration.flow

local tokens = require "yschema.migration.tokens"

local flow = {}

-- Returns the byte after the quoted text that begins at a byte, or the next byte. nil: the quotes are not closed.
local function step(line, at, before)
  if not line:find("^[\"']", at) or not before:find "[%[{,:]" then return at + 1 end
  local last = tokens.quoted_end(line, at)
  return last and last + 1
end

-- Finds the first of some characters outside of the brackets and quotes that begin at or after a byte.
local function find_outside(line, at, wanted, before)
  local depth = 0
  while at and at <= #line do
    local letter = line:sub(at, at)
    if depth == 0 and letter:find(wanted) then return at end
    if letter == "#" and line:find("^%s", at - 1) then return nil end
    if letter:find "[%[{]" then depth = depth + 1 end
    if letter:find "[%]}]" then depth = depth - 1 end
    if depth < 0 then return nil end
    at = step(line, at, before)
    if not letter:find "%s" then before = letter end
  end
end

--- Finds the last byte of an entry that begins at a byte; nil when it does not end on the line.
---@param line string
---@param first integer
---@return integer?
function flow.entry_end(line, first)
  local after = find_outside(line, first, "[,}]", ",")
  return after and first - 1 + #line:sub(first, after - 1):gsub("%s+$", "")
end

--- Returns the bytes to remove with an entry: the entry, and one of the commas beside it.
---@param line string
---@param first integer
---@param last integer
---@return integer first
---@return integer last
function flow.with_comma(line, first, last)
  local after = line:match("^%s*,%s*()", last + 1)
  if after then return first, after - 1 end
  local comma = line:sub(1, first - 1):find ",%s*$"
  return comma or first, last
end

--- Finds where to add entries to a map whose `{` is at a byte: before its `}`. nil when it does not end on the line.
---@param line string
---@param open integer
---@return integer? at
---@return boolean? has_entries
function flow.end_of(line, open)
  local close = find_outside(line, open + 1, "}", "{")
  if not close then return nil end
  local inner = line:sub(open + 1, close - 1)
  if inner:find "^%s*$" then return open + 1, false end
  return open + 1 + #inner:gsub("[%s,]+$", ""), true
end

return flow
