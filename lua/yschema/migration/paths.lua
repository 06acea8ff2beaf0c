--- Paths of reports, such as `tls["tls.crt"].name` and `hosts[0]`, taken apart (reference#paths).
--
-- @module yschema.migration.paths

local core = require "yschema.core"

local paths = {}

local tonumber = tonumber

-- Finds the closing quote of a key in brackets.
local function quote_end(path, at)
  while at <= #path do
    local letter = path:sub(at, at)
    if letter == '"' then return at end
    at = at + (letter == "\\" and 2 or 1)
  end
end

local function unquoted(text)
  local parsed = core.parse(core.source("key", '"' .. text .. '"'))
  return parsed and parsed:value(1) or text
end

--- Takes a path apart.
---@param path string
---@return (string|integer)[] steps keys, and indexes from 1
function paths.steps(path)
  local steps, at = {}, 1
  while at <= #path do
    local index, after = path:match("^%[(%d+)%]()", at)
    if index then
      steps[#steps + 1], at = tonumber(index) + 1, after
    elseif path:find('^%["', at) then
      local last = quote_end(path, at + 2)
      if not last then return steps end
      steps[#steps + 1], at = unquoted(path:sub(at + 2, last - 1)), last + 2
    else
      local from = path:sub(at, at) == "." and at + 1 or at
      local key = path:match("^[^.%[]+", from) or ""
      steps[#steps + 1], at = key, from + #key
      if key == "" then at = at + 1 end
    end
  end
  return steps
end

return paths
