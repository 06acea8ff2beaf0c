--- What all forms of `yschema import` do: read a document, report why it cannot be imported, and compile what was made.
--
-- @module yschema.command.lifecycle.imported

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local schemas = require "yschema.pipeline.schemas"

local imported = {}

local tostring = tostring

--- Reads a document, and makes something of it.
---@param path string "-" is standard input
---@param settings yschema.Settings
---@param out yschema.Printer
---@param extension string of standard input: ".json" or ".yml"
---@param make fun(source: userdata, settings: yschema.Settings): any, string?, table? gives what it made; or nil, and a
---  problem or an object of the core with records
---@return any? made nil when that fails, which is reported
function imported.from(path, settings, out, extension, make)
  local name = path == "-" and "stdin" .. extension or path
  local source, problem = file_access.read(name, path, settings.max_bytes, true)
  if not source then
    out:complain(("%s: %s"):format(path == "-" and "standard input" or path, tostring(problem)))
    return nil
  end
  local made, invalid, owner = make(source, settings)
  if made then return made end
  if owner then
    out:report(owner)
    owner:close()
  else
    out:complain(invalid)
  end
  return nil
end

--- Compiles a schema that was made.
---@param made yschema.Import
---@param name string what it was made of
---@param settings yschema.Settings
---@param out yschema.Printer
---@return boolean ok false when it has errors, which are reported
function imported.compiles(made, name, settings, out)
  local schema = schemas.new(settings)
  local source = core.source(name .. " (imported)", made.text)
  local ok = schemas.add(schema, source, made.outline) and schemas.compile(schema)
  if not ok then out:report(schema.core) end
  schema.core:close()
  return ok
end

return imported
