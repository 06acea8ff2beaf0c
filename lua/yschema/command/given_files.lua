--- The files and flags that a command is given: the schemas among them, and what gives values to a run.
--
-- @module yschema.command.given_files

local flags = require "yschema.command.flags"
local lazily = require "yschema.base.lazily"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"
local value_flags = lazily "yschema.command.value_flags"
local ytt_templates = lazily "yschema.pipeline.ytt_templates"

local given_files = {}

local ipairs, pairs, require, table = ipairs, pairs, require, table

-- Returns the sources of what -f names, without those that are only loaded by others, and the set of
-- those that were found in a directory.
local function given_sources(schema_object, options)
  local given, found = {}, {}
  for _, path in ipairs(options.file) do
    local sources, is_directory = source_files.named(schema_object.core, path, schema_object.settings.max_bytes)
    for _, source in ipairs(sources) do
      if not schemas.offer(schema_object, source) then
        given[#given + 1] = source
        found[source] = is_directory
      end
    end
  end
  return given, found
end

--- Adds the schemas among the files of -f.
---@param schema_object yschema.CoreSchema
---@param options table
---@return userdata[] values the sources of the other files
---@return table<userdata, boolean> found which of them were found in a directory
function given_files.add(schema_object, options)
  local core_schema, values, schema_count = schema_object.core, {}, 0
  local documents, found = given_sources(schema_object, options)
  for _, source in ipairs(documents) do
    local is_schema = false
    if source:likely_schema() then is_schema = schemas.add(schema_object, source) end
    if is_schema == false then values[#values + 1] = source else schema_count = schema_count + 1 end
  end
  if schema_count == 0 and core_schema:exit_status() == 0 then
    require("yschema.pipeline.missing_schema").add_record(core_schema, documents, options.file)
  end
  return values, found
end

-- Returns advice for directories that hold nothing but templates, which somebody perhaps wanted to be judged.
local function all_templates(left_out, found)
  local count = 0
  for _, is_found in pairs(found) do
    if is_found then count = count + 1 end
  end
  return count == #left_out and "to judge what ytt makes of them: ytt -f FOLDER | yschema check -f schema.yml -" or ""
end

-- Gives the values of files to a run. Files of a directory that are templates of a ytt project are left
-- out, and one warning names them.
local function take_files(schema_object, run, values, found)
  local left_out = {}
  for _, source in ipairs(values) do
    local served = schemas.serves(schema_object, source)
    if not served and found[source] and ytt_templates.is_template(source, schema_object.settings.code_in_values) then
      left_out[#left_out + 1] = source:name()
    elseif not served then
      if found[source] then ytt_templates.assume(source) end
      runs.take_source(schema_object, run, source)
    end
  end
  if left_out[1] then
    run:fault("TEMPLATES", left_out[1], table.concat(left_out, ", "), all_templates(left_out, found))
  end
end

--- Gives the values of files, of flags and of the environment to a run.
---@param schema_object yschema.CoreSchema
---@param run userdata
---@param values userdata[] what `add` gave
---@param found table<userdata, boolean>
---@param options table
---@param streams yschema.Streams
function given_files.take(schema_object, run, values, found, options, streams)
  take_files(schema_object, run, values, found)
  if flags.give_values(options) then
    value_flags.give_flags(run, options, streams.environment, schema_object.settings.max_bytes)
  end
end

return given_files
