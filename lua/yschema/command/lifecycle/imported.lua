--- The steps of every form of `yschema import`: read a document, report why it cannot be imported, compile the result.
--
-- @module yschema.command.lifecycle.imported

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local lfs = require "yschema.base.lazily" "lfs"
local schemas = require "yschema.pipeline.schemas"

local imported = {}

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
---@param out? yschema.Printer
---@return boolean ok false when it has errors, which are reported if there is a printer
function imported.compiles(made, name, settings, out)
  local schema = schemas.new(settings)
  local source = core.source(name .. " (imported)", made.text)
  local ok = schemas.add(schema, source, made.outline) and schemas.compile(schema)
  if not ok and out then out:report(schema.core) end
  schema.core:close()
  return ok
end

--- Returns the problem of the flags for files that are written, or nil.
---@param options table
---@param to_folder? boolean -o names a folder
---@return string? problem
function imported.invalid_output(options, to_folder)
  if options.loss == "-" and (options.output or "-") == "-" then
    return "--loss -: the schema goes to standard output, too; write it to a file with -o FILE"
  end
  if options.output and not to_folder and not options.force and lfs.attributes(options.output, "mode") == "file" then
    return "-o " .. file_access.IS_THERE:format(options.output)
  end
end

--- Writes the losses to the file of `--loss`, or to standard output for "-".
---@param options table
---@param text string
---@param out yschema.Printer
---@return boolean ok false when it cannot be written, which is reported
function imported.deliver_loss(options, text, out)
  if not options.loss then return true end
  if options.loss == "-" then return out:result(text) == 0 end
  local problem = file_access.refusal(options.loss)
  if problem then return out:complain("--loss " .. problem) == 0 end
  local ok, about = file_access.write(options.loss, text)
  return ok or out:complain(("--loss %s: cannot be written: %s"):format(options.loss, tostring(about))) == 0
end

return imported
