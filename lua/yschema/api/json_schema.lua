--- Makes the schema of `yschema.load_json_schema`.
--
-- @module yschema.api.json_schema

local compiler = require "yschema.jsonschema.compiler"
local report = require "yschema.report.report"
local text_of = require "yschema.metaschema.validity".text_of

local json_schema = {}

--- Adds a JSON Schema to an empty schema, and compiles it.
---@param schema yschema.CoreSchema from `schemas.new`
---@param source userdata a core source
---@return boolean compiled
---@return yschema.Report about
function json_schema.compile(schema, source)
  local compiled, problems, owner = compiler.compile(schema, source)
  for _, one in ipairs(problems or {}) do
    local is_own = one.file == source:name()
    local line = is_own and (one.line or 0) > 0 and one.line or 1
    schema.core:add_error_at("JSON_SCHEMA", source, line, 0, is_own and one.text or text_of { one })
  end
  local about = report.new(owner or schema.core)
  if owner then owner:close() end
  return compiled ~= nil, about
end

return json_schema
