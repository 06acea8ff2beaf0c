--- What a run or a schema found: records for programs, a text for people.
--
-- A report is plain data: it holds nothing of the run that made it, so that a
-- server may keep it, or drop it, at no cost.
--
-- @module yschema.report

local core = require "yschema.core"

local report = {}

local assert, ipairs, pairs, setmetatable = assert, ipairs, pairs, setmetatable
local concat = table.concat

--- What yschema/meta.lua says. `tostring(report)` is the report for people, "" without
-- faults.
---@class yschema.Report
local Report = {}
Report.__index = Report
Report.__name = "yschema.Report"

-- The text is kept where nobody trips over it.
local texts = setmetatable({}, { __mode = "k" })

function Report:__tostring()
  return texts[self] or ""
end

-- The order in which a record's texts stand, as in the core's own JSON.
local record_mt = { keys = {
  "path", "message", "kind", "rule", "found", "expected", "hint",
  "file", "line", "column", "schema_file", "schema_line",
} }

-- Records as the items of a list, a line each. Copies get the metatable, since
-- the records are the caller's.
local function items(records)
  if not records[1] then return "" end
  local lines = {}
  for i, record in ipairs(records) do
    local copy = setmetatable({ path = "" }, record_mt)
    for key, value in pairs(record) do copy[key] = value end
    lines[i] = assert(core.encode(copy, "json")):gsub("\n$", "")
  end
  return "\n" .. concat(lines, ",\n") .. "\n"
end

--- The report for programs, as `--report json` prints it:
-- `{"violations": [...], "warnings": [...]}`, a record a line.
---@return string json
function Report:json()
  return '{"violations": [' .. items(self.violations) .. '], "warnings": ['
    .. items(self.warnings) .. "]}\n"
end

--- The report of a core object, which may be closed afterwards.
---@param owner userdata a schema, a run, or what `core.parse` failed with
---@return yschema.Report
function report.new(owner)
  local violations, warnings = owner:violations()
  local self = setmetatable({
    violations = violations,
    warnings = warnings,
    status = owner:exit_status(),
  }, Report)
  if violations[1] then texts[self] = owner:text() end
  return self
end

return report
