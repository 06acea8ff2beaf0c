--- The command `yschema import`: makes schemas from a JSON Schema, custom resource definitions, OpenAPI, or what a node
-- of APISIX says of itself.
--
-- @module yschema.command.lifecycle.import

local garbage_collection = require "yschema.importing.garbage_collection"
local file_access = require "yschema.base.file_access"
local imported = require "yschema.command.lifecycle.imported"
local importer = require "yschema.importing.importer"
local lazily = require "yschema.base.lazily"

local apisix = lazily "yschema.importing.apisix"
local import_parts = lazily "yschema.command.lifecycle.import_parts"
local loss_report = lazily "yschema.importing.loss_report"

local import = {}

local USAGE = "write: yschema import json-schema FILE, crd FILE..., openapi FILE or apisix FILE"

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function import.invalid_argument(options)
  local kind, path = options.rest[1], options.rest[2]
  if not kind then return "nothing is named; " .. USAGE end
  if kind == "crd" or kind == "openapi" then return import_parts.invalid_argument(options) end
  if kind ~= "json-schema" and kind ~= "apisix" then
    return ("'%s' cannot be imported, only json-schema, crd, openapi and apisix; %s"):format(kind, USAGE)
  end
  if not path then return "no file is named; " .. USAGE end
  if options.rest[3] then
    return ("unexpected argument '%s'; one file is imported at a time"):format(options.rest[3])
  end
  return imported.invalid_output(options)
end

--- Imports a JSON Schema or an answer of APISIX, and prints or writes the schema.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function import.run(options, settings, _, out)
  local path = options.rest[2]
  local kind = options.rest[1]
  if kind == "crd" or kind == "openapi" then return import_parts.run(options, settings, out) end

  local found = garbage_collection.seldom(function()
    local made = imported.from(path, settings, out, ".json", kind == "apisix" and apisix.import or importer.import)
    return made and imported.compiles(made, path, settings, out) and made
  end)
  if not found then return 2 end
  local problem = options.output and file_access.refusal(options.output)
  if problem then return out:complain("-o " .. problem) end
  if options.loss and not imported.deliver_loss(options, loss_report.json(found, path), out) then return 2 end
  if not options.quiet then out:print(loss_report.text(found, path)) end
  if options.exact and not found.exact then return 1 end
  if (options.output or "-") == "-" then return out:result(found.text) end
  return out:deliver(found.text, options.output)
end

return import
