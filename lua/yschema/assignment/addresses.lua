--- Reads which values are set: paths as in reports, in which items may also be selected by a key, as in
-- `servers[name=b].weight`, and assignments `PATH=VALUE`. The number of a document may stand before a path: `2:a.b`.
--
-- @module yschema.assignment.addresses

local paths = require "yschema.provenance.paths"

local addresses = {}

--- Where a value is, or is to be.
---@class yschema.Address
---@field path string as the user wrote it
---@field steps yschema.Step[]
---@field document? integer its document, from 1; nil: the only one

--- Splits the number of a document from the path after it.
---@param path string
---@return integer? document nil: there is no number
---@return string path
function addresses.document(path)
  local number, rest = path:match "^(%d+):(.*)$"
  if not number then return nil, path end
  return tonumber(number), rest
end

--- Reads a path.
---@param path string
---@return yschema.Address? address
---@return string? problem
function addresses.read(path)
  local document, own = addresses.document(path)
  if own == "" then return nil, "a path is empty" end
  local steps, problem = paths.read(own, true)
  if document == 0 then steps, problem = nil, "documents are numbered from 1" end
  if not steps then return nil, ("'%s' is not the path of a value: %s"):format(path, problem) end
  return { path = path, steps = steps, document = document }
end

-- Finds the equals sign that ends a path: it is outside of brackets and quotes.
local function find_end(text)
  local at, is_in_brackets = 1, false
  while at <= #text do
    local c = text:sub(at, at)
    if c == "=" and not is_in_brackets then return at end
    if c == "[" then is_in_brackets = true elseif c == "]" then is_in_brackets = false end
    if c == '"' then
      repeat
        at = at + 1
        if text:sub(at, at) == "\\" then at = at + 2 end
      until at > #text or text:sub(at, at) == '"'
    end
    at = at + 1
  end
end

--- Splits an assignment into a path and the text of a value.
---@param text string
---@return string? path nil: it is no assignment
---@return string? value
function addresses.split(text)
  local at = find_end(text)
  if not at or at == 1 then return nil end
  return text:sub(1, at - 1), text:sub(at + 1)
end

return addresses
