--- The command `yschema packs`: lists the schemas that ship with yschema.
--
-- @module yschema.command.lifecycle.packs

local core = require "yschema.core"
local packs = require "yschema.packs.packs"
local writing = require "yschema.base.writing"

local command = {}

local assert, ipairs, table = assert, ipairs, table

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function command.invalid_argument(options)
  if options.rest[1] then return "it takes no words: each pack is listed" end
end

local ordered = writing.ordered { "name", "schema", "tool", "version", "files", "covers", "leaves_out", "path" }

local function text_of(list)
  local out = {}
  for _, pack in ipairs(list) do
    out[#out + 1] = pack.schema
    writing.wrap(out, ("%s %s: %s"):format(pack.tool, pack.version, pack.files), "    ", "    ")
    writing.wrap(out, pack.covers, "    covers: ", "      ")
    writing.wrap(out, pack.leaves_out, "    leaves out: ", "      ")
  end
  return table.concat(out, "\n") .. "\n"
end

--- Prints the list.
---@param options table
---@param _ yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function command.run(options, _, _, out)
  local list = packs.list()
  if options.report ~= "json" then return out:text(text_of(list)) end
  for i, pack in ipairs(list) do list[i] = ordered(pack) end
  out:set_document(assert(core.encode(list, "json")) .. "\n")
  return 0
end

return command
