--- Divides the files of a call into schemas, values, and files that are only loaded.
--
-- @module yschema.pipeline.given_sources

local lazily = require "yschema.base.lazily"
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"
local ytt_templates = lazily "yschema.pipeline.ytt_templates"

local given_sources = {}

--- A file that was given.
---@class yschema.GivenSource
---@field source userdata a core source
---@field word integer the number of the word that named it
---@field found boolean it was found in a directory
---@field role? "schema"|"values"|"library" a library holds no documents: code of others loads it

--- Reads what words name, and makes all of it available to `load`.
---@param schema_object yschema.CoreSchema
---@param words string[] arguments of -f
---@return yschema.GivenSource[]
function given_sources.read(schema_object, words)
  local given = {}
  for number, word in ipairs(words) do
    local sources, is_directory = source_files.named(schema_object.core, word, schema_object.settings.max_bytes)
    for _, source in ipairs(sources) do
      local is_library = schemas.offer(schema_object, source)
      given[#given + 1] = { source = source, word = number, found = is_directory }
      given[#given].role = is_library and "library" or nil
    end
  end
  return given
end

--- Adds the schemas among files, and finds out the roles of all. Adds a record if there is no schema.
---@param schema_object yschema.CoreSchema
---@param given yschema.GivenSource[]
---@param words string[] the arguments
---@return userdata[] values the sources of the files that are neither schemas nor libraries by their names
function given_sources.add_schemas(schema_object, given, words)
  local core_schema, values, documents, schema_count = schema_object.core, {}, {}, 0
  for _, item in ipairs(given) do
    local source = item.source
    if not item.role then
      documents[#documents + 1] = source
      local is_schema = false
      if source:likely_schema() then is_schema = schemas.add(schema_object, source) end
      item.role = is_schema == false and "values" or "schema"
      if is_schema == false then values[#values + 1] = source else schema_count = schema_count + 1 end
    end
  end
  if schema_count == 0 and core_schema:exit_status() == 0 then
    require("yschema.pipeline.missing_schema").add_record(core_schema, documents, words)
  end
  return values
end

--- Returns whether a file is left out: a directory may hold templates of a ytt project.
---@param schema_object yschema.CoreSchema
---@param source userdata
---@param found boolean it was found in a directory
---@return boolean
function given_sources.is_left_out(schema_object, source, found)
  return found and ytt_templates.is_template(source, schema_object.settings.code_in_values)
end

return given_sources
