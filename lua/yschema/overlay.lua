--- Overlays on any YAML documents (language.md 7).
--
-- @module yschema.overlay

local core = require "yschema.core"
local arguments = require "yschema.arguments"
local host = require "yschema.host"

local overlay = {}

--- Begins with no documents.
---@param settings yschema.Settings
---@return userdata layers to be given documents with `parse` and `give`
function overlay.new(settings)
  return core.layers(settings)
end

local function apply(layers) return layers:apply() end

--- Applies the overlays among the documents to the others.
---@param layers userdata
---@param settings yschema.Settings
---@return boolean ok else there are records
function overlay.apply(layers, settings)
  if layers:exit_status() ~= 0 then
    arguments.judge_refused(layers)
    return false
  end
  arguments.evaluate(layers, settings)
  if layers:exit_status() ~= 0 then return false end
  host.run(settings.budget, apply, layers)
  return layers:exit_status() == 0
end

return overlay
