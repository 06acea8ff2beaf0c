--- Makes the schema of `yschema.load_json_schema`.
--
-- @module yschema.api.json_schema

local compiling = require "yschema.jsonschema.compiling"
local report = require "yschema.report.report"

local json_schema = {}

-- Records the lines of a problem, which may begin with the file and a line number.
local function record(schema, source, problem)
  local name = source:name():gsub("%W", "%%%0")
  for one in problem:gmatch "[^\n]+" do
    local line, words = one:match("^" .. name .. ":(%d+): (.*)$")
    words = words or one:match("^" .. name .. ": (.*)$") or one
    schema:add_error_at("JSON_SCHEMA", source, tonumber(line) or 1, 0, words)
  end
end

--- Adds a JSON Schema to an empty schema, and compiles it.
---@param schema yschema.CoreSchema from `schemas.new`
---@param source userdata a core source
---@return boolean compiled
---@return yschema.Report about
function json_schema.compile(schema, source)
  local compiled, problem, owner = compiling.compile(schema, source)
  if problem then record(schema.core, source, problem) end
  local about = report.new(owner or schema.core)
  if owner then owner:close() end
  return compiled ~= nil, about
end

return json_schema
