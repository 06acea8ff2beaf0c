--- Finds the entries of a map in brackets on one line.
--
-- @module yschema.migration.flow

local tokens = require "yschema.migration.tokens"

local flow = {}

local ipairs = ipairs

-- Returns the byte after the quoted text that begins at a byte, or the next byte. nil: the quotes are not closed.
local function step(line, at, before)
  if not line:find("^[\"']", at) or not before:find "[%[{,:]" then return at + 1 end
  local last = tokens.quoted_end(line, at)
  return last and last + 1
end

-- Notes a letter outside of quotes. Returns whether the bracket around the first byte ends there. An entry ends with a
-- comma or a curly bracket.
local function note(found, stack, letter, at)
  local top = stack[#stack]
  local closes = letter:find "[%]}]"
  if not top.entry and not closes and not letter:find "[%s,]" then top.entry = at end
  if (closes or letter == ",") and top.entry then found.ends[top.entry] = letter ~= "]" and at end
  if letter == "," then top.entry = nil end
  if letter:find "[%[{]" then stack[#stack + 1] = { open = at } end
  if not closes then return false end
  if top.open then found.brackets[top.open] = letter == "}" and at end
  stack[#stack] = nil
  return #stack == 0
end

-- Finds where entries and brackets end, from a byte on to the end of the bracket around it.
local function scan(line, found, stack, at, before)
  while at and at <= #line do
    local letter = line:sub(at, at)
    if letter == "#" and line:find("^%s", at - 1) or note(found, stack, letter, at) then break end
    at = step(line, at, before)
    if not letter:find "%s" then before = letter end
  end
  for _, open in ipairs(stack) do
    if open.entry then found.ends[open.entry] = false end
    if open.open then found.brackets[open.open] = false end
  end
end

-- What was found of some lines. A long line has many entries, which are asked for one by one.
local known, count, most_known = {}, 0, 8

local function found_in(line)
  if not known[line] then
    if count == most_known then known, count = {}, 0 end
    known[line], count = { ends = {}, brackets = {}, inner = {} }, count + 1
  end
  return known[line]
end

--- Finds the last byte of an entry that begins at a byte; nil when it does not end on the line.
---@param line string
---@param first integer
---@return integer?
function flow.entry_end(line, first)
  local found = found_in(line)
  if found.ends[first] == nil then scan(line, found, { { entry = first } }, first, ",") end
  local after = found.ends[first]
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

-- Finds the place before the bracket that closes a map, and whether the map has entries.
local function find_end(line, open, close)
  local last = close - 1
  while last > open and line:find("^[%s,]", last) do last = last - 1 end
  return { at = last + 1, has_entries = line:match("^%s*()", open + 1) < close }
end

--- Finds where to add entries to a map whose `{` is at a byte: before its `}`. nil when it does not end on the line.
---@param line string
---@param open integer
---@return integer? at
---@return boolean? has_entries
function flow.end_of(line, open)
  local found = found_in(line)
  if found.brackets[open] == nil then scan(line, found, { { open = open } }, open + 1, "{") end
  local close = found.brackets[open]
  if not close then return nil end
  found.inner[open] = found.inner[open] or find_end(line, open, close)
  return found.inner[open].at, found.inner[open].has_entries
end

return flow
