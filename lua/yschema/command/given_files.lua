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

--- The contents of the files of -f.
---@class yschema.GivenFiles
---@field schema yschema.CoreSchema compiled
---@field values userdata[] the sources of the other files
---@field found table<userdata, boolean> which of them were found in a directory

--- Compiles the schemas among the files of -f, and reports their errors and warnings.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@return yschema.GivenFiles? given nil: the schemas have errors
---@return integer status
function given_files.compile(options, settings, out)
  local schema, found = schemas.new(settings), {}
  local given = given_sources.read(schema, options.file)
  for _, item in ipairs(given) do found[item.source] = item.found end
  local values = given_sources.add_schemas(schema, given, options.file)
  local compiled = schemas.compile(schema)
  local status = out:report(schema.core)
  return compiled and { schema = schema, values = values, found = found } or nil, status
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

--- Runs the schemas with the values of files, of flags and of the environment.
---@param given yschema.GivenFiles
---@param options table
---@param streams yschema.Streams
---@return userdata run which is over
function given_files.run(given, options, streams)
  local schema = given.schema
  local run = runs.start(schema)
  take_files(schema, run, given.values, given.found)
  if flags.give_values(options) then
    value_flags.give_flags(run, options, streams.environment, schema.settings.max_bytes)
  end
  runs.finish(schema, run)
  return run
end

return given_files
