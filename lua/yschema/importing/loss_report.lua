--- Writes the losses of an import, for people and for programs.
--
-- @module yschema.importing.loss_report

local core = require "yschema.core"
local writing = require "yschema.base.writing"

local loss_report = {}

--- Writes the report for people.
---@param import yschema.Import
---@param path string of the JSON Schema
---@return string
function loss_report.text(import, path)
  local lines = {}
  for _, list in ipairs { import.notes, import.losses } do
    for _, loss in ipairs(list) do
      lines[#lines + 1] = ("%s:%d: %s: %s: %s\n"):format(loss.file, loss.line, loss.verdict, loss.pointer, loss.reason)
    end
  end
  local count = #import.losses
  if import.exact then
    lines[#lines + 1] = ("%s: exact\n"):format(path)
    return table.concat(lines)
  end
  lines[#lines + 1] = ("%s: %d %s not exact\n"):format(path, count, count == 1 and "keyword is" or "keywords are")
  return table.concat(lines)
end

local order = { keys = { "verdict", "keyword", "file", "line", "pointer", "reason" } }

local function rows_of(list)
  local rows = writing.list()
  for i, loss in ipairs(list) do
    local row = setmetatable({}, order)
    for _, name in ipairs(order.keys) do row[name] = loss[name] end
    rows[i] = row
  end
  return rows
end

local function report_of(import, name)
  return setmetatable({ schema = name, exact = import.exact, losses = rows_of(import.losses),
    notes = rows_of(import.notes) }, { keys = { "schema", "exact", "losses", "notes" } })
end

--- Writes the report as JSON.
---@param import yschema.Import
---@param path string of the JSON Schema
---@return string
function loss_report.json(import, path) return (core.encode(report_of(import, path), "json")) end

--- Writes the reports of several schemas as JSON.
---@param parts { title: string, import: yschema.Import }[]
---@return string
function loss_report.of_parts(parts)
  local list, exact = writing.list(), true
  for i, part in ipairs(parts) do
    list[i], exact = report_of(part.import, part.title), exact and part.import.exact
  end
  return (core.encode(setmetatable({ exact = exact, schemas = list }, { keys = { "exact", "schemas" } }), "json"))
end

return loss_report
