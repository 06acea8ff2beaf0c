--- `yschema` without a command: validates values, and prints them with their defaults.
--
-- @module yschema.command.results.apply

local flags = require "yschema.command.flags"
local formats = require "yschema.report.formats"
local given_files = require "yschema.command.given_files"
local lazily = require "yschema.base.lazily"
local identity = lazily "yschema.baseline.identity"
local inspect = lazily "yschema.command.results.inspect"
local project = lazily "yschema.batch.project"

local apply = {}

-- Says what to do without files.
local function advice()
  local path = project.find()
  return "no files: give a schema with -f\n" .. flags.advice "apply"
    .. (path and (" To validate what %s lists: yschema check"):format(path)
      or " To begin, 'yschema init' writes a schema and values.")
end

--- Applies the schemas among the files of -f to the values among them.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function apply.run(options, settings, streams, out)
  if not options.file[1] then return out:complain(advice()) end
  local given, status = given_files.compile(options, settings, out)
  if not given then return status end
  if options.data_values_schema_inspect then return inspect.print(given, options, out) end
  local run = given_files.run(given, options, streams)
  status = out:report(run, formats.needs_fingerprints(options.report)
    and identity.new(given.values, { given.schema }) or nil)
  return status ~= 0 and status or out:deliver_values(run, options.format or "yaml", options.output)
end

return apply
