--- The command `yschema import`: makes schemas from a JSON Schema, custom resource definitions or OpenAPI.
--
-- @module yschema.command.lifecycle.import

local collecting = require "yschema.importing.collecting"
local file_access = require "yschema.base.file_access"
local imported = require "yschema.command.lifecycle.imported"
local importer = require "yschema.importing.importer"
local lazily = require "yschema.base.lazily"
local lfs = require "lfs"

local import_parts = lazily "yschema.command.lifecycle.import_parts"
local loss_report = lazily "yschema.importing.loss_report"

local import = {}

local ipairs, tostring = ipairs, tostring

local USAGE = "write: yschema import json-schema FILE, crd FILE... or openapi FILE"

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function import.invalid_argument(options)
  local kind, path = options.rest[1], options.rest[2]
  if not kind then return "nothing is named; " .. USAGE end
  if kind == "crd" or kind == "openapi" then return import_parts.invalid_argument(options) end
  if kind ~= "json-schema" then
    return ("'%s' cannot be imported, only json-schema, crd and openapi; %s"):format(kind, USAGE)
  end
  if not path then return "no file is named; " .. USAGE end
  if options.rest[3] then
    return ("unexpected argument '%s'; one file is imported at a time"):format(options.rest[3])
  end
  if path == "" then return "an argument is empty" end
  for _, name in ipairs { "output", "loss" } do
    if options[name] == "" then return ("--%s: its argument is empty"):format(name) end
  end
  if options.loss == "-" and (options.output or "-") == "-" then
    return "--loss -: the schema goes to standard output, too; write it to a file with -o FILE"
  end
  if options.output and not options.force and lfs.attributes(options.output, "mode") == "file" then
    return "-o " .. file_access.IS_THERE:format(options.output)
  end
end

-- Writes a text to a file, or to standard output for "-".
local function written(path, text, out)
  if path == "-" then return out:result(text) == 0 end
  local ok, problem = file_access.write(path, text)
  if not ok then out:complain(("%s: cannot be written: %s"):format(path, tostring(problem))) end
  return ok
end

--- Imports a JSON Schema, and prints or writes the schema.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function import.run(options, settings, _, out)
  local path = options.rest[2]
  if options.rest[1] ~= "json-schema" then return import_parts.run(options, settings, out) end

  local found = collecting.seldom(function()
    local made = imported.from(path, settings, out, ".json", importer.import)
    return made and imported.compiles(made, path, settings, out) and made
  end)
  if not found then return 2 end
  local problem = options.output and file_access.refusal(options.output)
  if problem then return out:complain("-o " .. problem) end
  problem = options.loss and options.loss ~= "-" and file_access.refusal(options.loss)
  if problem then return out:complain("--loss " .. problem) end
  if options.loss and not written(options.loss, loss_report.json(found, path), out) then return 2 end
  if not options.quiet then out:print(loss_report.text(found, path)) end
  if options.exact and not found.exact then return 1 end
  if not options.output then return out:result(found.text) end
  return written(options.output, found.text, out) and 0 or 2
end

return import
