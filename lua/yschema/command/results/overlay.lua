--- The command `yschema overlay`: applies overlays to documents (reference#overlays).
--
-- @module yschema.command.results.overlay

local core = require "yschema.core"
local file_kinds = require "yschema.base.file_kinds"
local flags = require "yschema.command.flags"
local overlays = require "yschema.pipeline.overlays"
local source_files = require "yschema.pipeline.source_files"

local overlay = {}

--- Applies the overlays among the files of -f to the other documents in them.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@return integer status
function overlay.run(options, settings, _, out)
  if not options.file[1] then return out:complain("no files: give documents with -f\n" .. flags.advice "overlay") end
  local layers, documents, by_name = core.layers(settings), {}, {}
  for _, path in ipairs(options.file) do
    for _, source in ipairs(source_files.named(layers, path, settings.max_bytes)) do
      by_name[source:name()] = source
      if not file_kinds.is_library(source:name()) then documents[#documents + 1] = source end
    end
  end
  for _, source in ipairs(documents) do
    overlays.take_source(layers, source, "either", settings, by_name)
  end
  overlays.apply(layers, settings)
  local status = out:report(layers)
  if status ~= 0 then return status end
  local text, problem = layers:encode(options.format or "yaml")
  if not text then return out:complain(problem) end
  return out:deliver(text, options.output)
end

return overlay
