--- The command `yschema inspect`: prints a schema (reference#inspection).
--
-- @module yschema.command.results.inspect

local flags = require "yschema.command.flags"
local given_files = require "yschema.command.given_files"

local inspect = {}

-- Writes the contents of a compiled schema in a format.
local function inspected(owner, options)
  local format, schema = options.format or "yaml", owner.core
  if format == "html" then return require("yschema.api.example").page(owner) end
  if format == "luals" then
    return require("yschema.export.lua_types").of(schema:describe(false), options.class or "Values")
  end
  return schema:inspect(format)
end

--- Prints a schema.
---@param given yschema.GivenFiles
---@param options table
---@param out yschema.Printer
---@return integer status
function inspect.print(given, options, out)
  local text, problem = inspected(given.schema, options)
  if not text then return out:complain(problem) end
  return out:deliver(text, options.output)
end

--- Prints the schema in the files of -f.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@return integer status
function inspect.run(options, settings, _, out)
  if not options.file[1] then return out:complain("no files: give a schema with -f\n" .. flags.advice "inspect") end
  local given, status = given_files.compile(options, settings, out)
  return given and inspect.print(given, options, out) or status
end

return inspect
