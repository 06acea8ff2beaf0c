--- Says how many records a report does not list, in formats of which each line or element is a record.
--
-- @module yschema.report.omitted

local rules = require "yschema.report.rules"

local omitted = {}

--- The note in place of the records that a report does not list.
---@class yschema.OtherRecords
---@field message string
---@field severity "error"|"warning"
---@field kind "more-violations"|"more-warnings"
---@field rule string the same
---@field file? string that of the last record that is listed
---@field path string
---@field pointer string

local function add(list, kind, number, records, is_warning)
  if not number then return end
  local last = records[#records]
  list[#list + 1] = rules.record("more-" .. kind, {
    severity = is_warning and "warning" or "error", file = last and last.file, path = "", pointer = "",
    message = ("%d more %s, which this report does not list"):format(number, number == 1 and kind:sub(1, -2) or kind),
  })
end

--- Returns records that say how many others there are.
---@param report yschema.Report
---@return yschema.OtherRecords[]
function omitted.of(report)
  local list = {}
  add(list, "violations", report.more_violations, report.violations, false)
  add(list, "warnings", report.more_warnings, report.warnings, true)
  return list
end

return omitted
