--- Validates real files by two schemas, and lists those with another outcome.
--
-- @module yschema.comparison.replay

local validator = require "yschema.comparison.values.validator"
local file_access = require "yschema.base.file_access"

local replay = {}

local ipairs, tostring = ipairs, tostring

--- A file with another outcome.
---@class yschema.ReplayedFile
---@field file string
---@field message? string the report of the schema that refuses it; nil: the result differs
---@field path? string the first place where the results differ

-- Validates a file. Returns nil when both outcomes are the same, or the first schema refuses it.
local function validate_file(from, to, source)
  local before = validator.source(from.schema, source)
  if before.status ~= 0 then return nil end
  local after = validator.source(to.schema, source)
  if after.status ~= 0 then return { file = source:name(), message = after.text } end
  if validator.equal(before.value, after.value) then return nil end
  return { file = source:name(), path = validator.first_difference(before.value, after.value) }
end

--- Validates files by both schemas.
---@param from yschema.Side the schema for which the files were written
---@param to yschema.Side
---@param paths string[]
---@return yschema.ReplayedFile[]? files nil when a file cannot be read
---@return string? problem
function replay.files(from, to, paths)
  local found = {}
  for _, path in ipairs(paths) do
    local source, problem = file_access.read(path, path, from.schema.settings.max_bytes)
    if not source then return nil, ("%s: %s"):format(path, tostring(problem)) end
    found[#found + 1] = validate_file(from, to, source)
  end
  return found
end

return replay
