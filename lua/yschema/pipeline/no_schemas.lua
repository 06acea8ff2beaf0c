--- Says what a file is that was given as a schema and is none.
--
-- @module yschema.pipeline.no_schemas

local no_schemas = {}

local tostring = tostring

-- Tells whether a text, which is no schema of ours, is a JSON Schema.
local function is_json_schema(text)
  if text:find '^%s*{' then
    return text:find '"%$schema"%s*:' ~= nil
      or text:find '"properties"%s*:%s*{' ~= nil and text:find '"type"%s*:%s*"object"' ~= nil
  end
  text = "\n" .. text
  return text:find '\n["\']?%$schema["\']?:' ~= nil
    or text:find "\nproperties:" ~= nil and text:find "\ntype:%s*object" ~= nil
end

no_schemas.REMEDY = "Judge by it with yschema check --json-schema FILE, or make a schema of it with"
  .. " yschema import json-schema FILE -o schema.yml"

--- Says why a source is no schema.
---@param source userdata a core source
---@return string problem
---@return boolean is_json_schema
function no_schemas.problem(source)
  if is_json_schema(tostring(source:text())) then return "it is a JSON Schema. " .. no_schemas.REMEDY, true end
  return "it is no schema (its documents have no #@data/values-schema above them)", false
end

return no_schemas
