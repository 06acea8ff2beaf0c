--- Lists the origins of a value for programs: `report:origin(path)`.
--
-- @module yschema.provenance.origins

local paths = require "yschema.provenance.paths"
local report = require "yschema.report.report"
local nodes = require "yschema.provenance.nodes"

local origins = {}

-- The fields of an event, in the order in which they are written.
local fields = {
  "action", "value", "by", "flag", "file", "line", "column", "annotation", "annotation_line", "renamed_from",
}

local event_mt = { keys = fields }

--- Copies the events of a node for programs.
---@param node yschema.ProvenanceNode
---@param ordered? boolean the copies keep the order of their fields, for `core.encode`
---@return yschema.Origin[]
function origins.of(node, ordered)
  local list = {}
  for i, event in ipairs(node.events) do
    local copy = ordered and setmetatable({}, event_mt) or {}
    for _, name in ipairs(fields) do copy[name] = event[name] end
    list[i] = copy
  end
  return list
end

--- Finds the origins of the value with a path.
---@param root yschema.ProvenanceNode
---@param path string
---@return yschema.Origin[]? origins nil when there is no such value
---@return string[]|string? near similar paths, or what is wrong with the path
function origins.find(root, path)
  local steps, problem = paths.read(path)
  if not steps then return nil, problem end
  local node, above, last, missing = nodes.find(root, steps)
  if node then return origins.of(node) end
  return nil, nodes.near(root, above, last, missing, steps)
end

--- Gives a report the method `origin` for the values that it is about.
---@param about yschema.Report
---@param root yschema.ProvenanceNode
function origins.attach(about, root)
  report.set_origins(about, function(path) return origins.find(root, path) end)
end

return origins
