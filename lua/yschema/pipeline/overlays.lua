--- Applies overlays to any YAML documents, without a schema (reference#overlays).
--
-- @module yschema.pipeline.overlays

local annotation_arguments = require "yschema.expression.annotation_arguments"
local core_calls = require "yschema.expression.core_calls"

local overlays = {}

--- Gives a text to layers, or to a run. Its code runs if the settings allow it.
---@param layers userdata of `core.layers`, or a core run
---@param source userdata a core source
---@param layer "base"|"overlay"|"either"|"template" of layers; "template": a run takes it
---@param settings yschema.Settings
---@param sources? table<string, userdata> the sources that its code may `load`, by name
function overlays.take_source(layers, source, layer, settings, sources)
  if not settings.code_in_values or not source:has_code() then
    layers:parse(source, layer)
    return
  end
  local session = require "yschema.code.session"
  local run = session.new(layers, settings, sources):read(source)
  local frame = run and run:execute()
  if frame then layers:keep(frame, layer) end
end

--- Applies those documents that are overlays to the other documents.
---@param layers userdata
---@param settings yschema.Settings
---@return boolean ok false when there are records
function overlays.apply(layers, settings)
  if layers:exit_status() ~= 0 then
    annotation_arguments.validate_refused(layers)
    return false
  end
  annotation_arguments.evaluate(layers, settings)
  if layers:exit_status() ~= 0 then return false end
  core_calls.run(settings, layers.apply, layers)
  return layers:exit_status() == 0
end

return overlays
