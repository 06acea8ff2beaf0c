--- Writes what an import could not keep, for people and for programs.
--
-- @module yschema.importing.loss_report

local core = require "yschema.core"

local loss_report = {}

local concat, ipairs, setmetatable = table.concat, ipairs, setmetatable

--- Writes the report for people.
---@param import yschema.Import
---@param path string of the JSON Schema
---@return string
function loss_report.text(import, path)
  if import.exact then return ("%s: exact\n"):format(path) end
  local lines = {}
  for i, loss in ipairs(import.losses) do
    lines[i] = ("%s:%d: %s: %s: %s\n"):format(loss.file, loss.line, loss.verdict, loss.pointer, loss.reason)
  end
  local count = #import.losses
  lines[count + 1] = ("%s: %d %s not exact\n"):format(path, count, count == 1 and "keyword is" or "keywords are")
  return concat(lines)
end

local order = { keys = { "verdict", "keyword", "file", "line", "pointer", "reason" } }

--- Writes the report as JSON.
---@param import yschema.Import
---@param path string of the JSON Schema
---@return string
function loss_report.json(import, path)
  local losses = setmetatable({}, core.array_mt)
  for i, loss in ipairs(import.losses) do
    local row = setmetatable({}, order)
    for _, name in ipairs(order.keys) do row[name] = loss[name] end
    losses[i] = row
  end
  local report = setmetatable({ schema = path, exact = import.exact, losses = losses },
    { keys = { "schema", "exact", "losses" } })
  return (core.encode(report, "json"))
end

return loss_report
