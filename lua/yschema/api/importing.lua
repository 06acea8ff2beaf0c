--- Makes schemas of JSON Schemas, custom resource definitions and OpenAPI: `yschema.import_json_schema` and others,
-- which yschema/meta.lua documents.
--
-- @module yschema.api.importing

local core = require "yschema.core"
local file_kinds = require "yschema.base.file_kinds"
local importer = require "yschema.importing.importer"
local openapi = require "yschema.importing.openapi"
local report = require "yschema.report.report"

local importing = {}

-- Returns nil and the problem.
local function failed(problem, owner)
  if not owner then return nil, problem end
  return nil, tostring(report.closing(owner))
end

--- Makes a schema of a JSON Schema.
---@param text string
---@param settings yschema.Settings
---@param name? string
---@return yschema.Import? import
---@return string? problem
function importing.json_schema(text, settings, name)
  local source = core.source(name or "schema.json", text, name, not name or file_kinds.is_json(name))
  local import, problem, owner = importer.import(source, settings)
  if not import then return failed(problem, owner) end
  import.outline = nil -- the text is the user's, who may change it
  return import
end

-- Imports the parts. Returns nil and the problem when one cannot be imported.
local function import_all(parts, settings)
  local ok, problem = importer.import_parts(parts, settings)
  if not ok then return nil, problem end
  local list = {}
  for i, part in ipairs(parts) do
    local import = part.import
    list[i] = { text = import.text, exact = import.exact, losses = import.losses, notes = import.notes,
      title = part.title }
    for _, pair in ipairs(part.has) do list[i][pair.key == "apiVersion" and "api_version" or pair.key] = pair.value end
  end
  return list
end

-- Makes a function that imports the parts which `read` finds in a text.
local function of_parts(read, default_name)
  return function(text, settings, name)
    name = name or default_name
    local parts, problem, owner = read(core.source(name, text, name, file_kinds.is_json(name)), settings)
    if not parts then return failed(problem, owner) end
    local list
    list, problem = import_all(parts, settings)
    local closed = {}
    for _, part in ipairs(parts) do
      if not closed[part.documents] then part.documents:close() end
      closed[part.documents] = true
    end
    return list, problem
  end
end

--- Makes a schema of each version of custom resource definitions.
---@type fun(text: string, settings: yschema.Settings, name?: string): yschema.PartImport[]?, string?
importing.crd = of_parts(openapi.definitions, "crd.yml")

--- Makes a schema of each component of an OpenAPI document.
---@type fun(text: string, settings: yschema.Settings, name?: string): yschema.PartImport[]?, string?
importing.openapi = of_parts(openapi.components, "openapi.yml")

return importing
