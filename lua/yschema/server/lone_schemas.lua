--- Compiles a schema that no project file names, as an editor has it.
--
-- @module yschema.server.lone_schemas

local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local schemas = require "yschema.pipeline.schemas"

local lone_schemas = {}

-- Makes what code may `load` available: files in the folder of the schema.
local function offer_loaded(schema, source)
  for word in source:text():gmatch "load%s*%(%s*[\"']([^\"'\n]+)[\"']" do
    local place = file_access.folder_of(source:name()) .. word
    local loaded = file_kinds.is_library(word) and not schema.sources[word]
      and file_access.read(word, place, schema.settings.max_bytes)
    if loaded then
      schemas.offer(schema, loaded)
      offer_loaded(schema, loaded)
    end
  end
end

--- Compiles a schema, with the files that its code loads.
---@param source userdata
---@param settings yschema.Settings
---@return yschema.CoreSchema? schema nil: it is none
---@return boolean ok false when its core schema has errors
function lone_schemas.compile(source, settings)
  local schema = schemas.new(settings)
  schemas.offer(schema, source)
  offer_loaded(schema, source)
  if schemas.add(schema, source) == false then return nil, false end
  return schema, schemas.compile(schema)
end

return lone_schemas
