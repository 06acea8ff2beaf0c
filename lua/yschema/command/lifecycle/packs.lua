--- The command `yschema packs`: lists the schemas that ship with yschema, or prints one.
--
-- @module yschema.command.lifecycle.packs

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local is_pack = require "yschema.packs.names".is
local packs = require "yschema.packs.packs"
local writing = require "yschema.base.writing"

local command = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function command.invalid_argument(options)
  local name = options.rest[1]
  if options.rest[2] then return ("unexpected argument '%s'; one pack is printed at a time"):format(options.rest[2]) end
  if name and not is_pack(name) then
    return ("'%s' is no pack; write: yschema packs, or yschema packs pack:NAME"):format(name)
  end
  if name and options.report == "json" then return "--report json is for the list, without a name" end
end

-- Prints a pack as it is, so that its lines have the numbers that reports name.
local function print_pack(name, settings, out)
  local source, problem = file_access.read(name, name, settings.max_bytes)
  if not source then return out:complain(("%s: %s"):format(name, problem)) end
  local status = out:result(source:text())
  source:close()
  return status
end

local ordered = writing.ordered { "name", "schema", "tool", "version", "files", "covers", "leaves_out", "path" }

local function text_of(list, columns)
  local out = {}
  for _, pack in ipairs(list) do
    out[#out + 1] = pack.schema
    writing.wrap(out, ("%s %s: %s"):format(pack.tool, pack.version, pack.files), "    ", "    ", nil, columns)
    writing.wrap(out, pack.covers, "    covers: ", "      ", nil, columns)
    writing.wrap(out, pack.leaves_out, "    leaves out: ", "      ", nil, columns)
  end
  return table.concat(out, "\n") .. "\n"
end

--- Prints the list, or a pack.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function command.run(options, settings, _, out)
  if options.rest[1] then return print_pack(options.rest[1], settings, out) end
  local list = packs.list()
  if options.report ~= "json" then return out:text(text_of(list, out:columns(true))) end
  for i, pack in ipairs(list) do list[i] = ordered(pack) end
  out:set_document(assert(core.encode(list, "json")) .. "\n")
  return 0
end

return command
