--- Translates the definitions of the kinds of Kubernetes itself, which its swagger.json has.
--
-- A server reads these objects into types of Go: unknown keys are errors, and formats are those of the types.
--
-- @module yschema.importing.kubernetes.core_kinds

local formats = require "yschema.importing.kubernetes.formats"
local structural = require "yschema.importing.kubernetes.structural"
local tables = require "yschema.importing.reading.tables"

local core_kinds = {}

local is_map = tables.is_map

local QUANTITY = "%.api%.resource%.Quantity$"

--- Returns whether definitions are those of Kubernetes, of which some have a group, version and kind.
---@param definitions table
---@return boolean
function core_kinds.are_meant(definitions)
  for _, node in next, definitions do
    if is_map(node) and node["x-kubernetes-group-version-kind"] ~= nil then return true end
  end
  return false
end

--- Returns whether objects of a kind are lists of others, which `check` validates one by one.
---@param kind string
---@param node table its definition
---@return boolean
function core_kinds.is_list(kind, node)
  return kind:find "List$" ~= nil and node.properties.items ~= nil and node.properties.spec == nil
end

local function take_pattern(node, format)
  node.pattern, node["x-must-be"] = format.pattern, format.words
end

local function translate(node, pointer)
  if node.format == "int-or-string" then
    node.type, node.format = { "integer", "string" }, nil
  elseif node.format == "byte" then
    node.format = nil
    take_pattern(node, formats.bytes)
  elseif node.format == "double" then
    node.format = nil
  end
  structural.translate_range(node)
  structural.translate_bounds(node)
  if is_map(node.properties) and node.additionalProperties == nil then node.additionalProperties = false end
  node["x-kubernetes-list-map-keys"] = nil -- which only server-side apply looks at
  structural.each_below(node, pointer, translate)
end

--- Translates one definition.
---@param node table
---@param pointer string
---@param name string
function core_kinds.translate(node, pointer, name)
  if name:find(QUANTITY) then
    node.type = { "string", "number" }
    take_pattern(node, formats.quantity)
  end
  translate(node, pointer)
end

return core_kinds
