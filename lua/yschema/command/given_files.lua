--- The files and flags that a command is given: the schemas among them, and what gives values to a run.
--
-- @module yschema.command.given_files

local flags = require "yschema.command.flags"
local lazily = require "yschema.base.lazily"
local given_sources = lazily "yschema.pipeline.given_sources"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local value_flags = lazily "yschema.command.value_flags"
local ytt_templates = lazily "yschema.pipeline.ytt_templates"

local given_files = {}

local ipairs, pairs, table = ipairs, pairs, table

--- Adds the schemas among the files of -f.
---@param schema_object yschema.CoreSchema
---@param options table
---@return userdata[] values the sources of the other files
---@return table<userdata, boolean> found which of them were found in a directory
function given_files.add(schema_object, options)
  local given, found = given_sources.read(schema_object, options.file), {}
  for _, item in ipairs(given) do found[item.source] = item.found end
  return given_sources.add_schemas(schema_object, given, options.file), found
end

-- Returns advice for directories that hold nothing but templates, whose result may have been meant to be validated.
local function all_templates(left_out, found)
  local count = 0
  for _, is_found in pairs(found) do
    if is_found then count = count + 1 end
  end
  if count ~= #left_out then return "" end
  return "to validate what ytt makes of them: ytt -f FOLDER | yschema check -f schema.yml -"
end

-- Gives the values of files to a run. Files of a directory that are templates of a ytt project are left
-- out, and one warning names them.
local function take_files(schema_object, run, values, found)
  local left_out = {}
  for _, source in ipairs(values) do
    local served = schemas.serves(schema_object, source)
    if not served and given_sources.is_left_out(schema_object, source, found[source]) then
      left_out[#left_out + 1] = source:name()
    elseif not served then
      if found[source] then ytt_templates.assume(source) end
      runs.take_source(schema_object, run, source)
    end
  end
  if left_out[1] then
    run:add_error("TEMPLATES", left_out[1], table.concat(left_out, ", "), all_templates(left_out, found))
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
