--- Masks all values in reports of a node that validates them by a schema of its own.
--
-- That schema may not know which values are sensitive by the schema that came with them. Its reports would show them:
-- in the log of the node, and in its status in etcd.
--
-- @module resty.yschema.report.masking

local report = require "yschema.report.report"

local masking = {}

local concat, find, ipairs = table.concat, string.find, ipairs

local note = "Values are not shown, because the schema of this node may not know which of them are sensitive.\n"

--- Returns whether reports on texts must not show values.
---@param list resty.yschema.Text[] from the source
---@param own resty.yschema.Text[] the schema of this node
---@return boolean
function masking.needed(list, own)
  for _, item in ipairs(list) do
    -- A report from the dictionary has the node's schema already.
    local is_own = item.role == "S" and own[1] and item.text == own[1].text and item.name == own[1].name
    if is_own or item.role ~= "V" and find(item.text, "schema/sensitive", 1, true) then return true end
  end
  return false
end

--- Makes a report with the places of the violations and what is expected there.
---@param about yschema.Report
---@return yschema.Report
function masking.report(about)
  local list, lines = {}, {}
  for i, violation in ipairs(about.violations) do
    list[i] = {
      path = "", kind = violation.kind, message = violation.kind, expected = violation.expected, file = violation.file,
      line = violation.line, column = violation.column, schema_file = violation.schema_file,
      schema_line = violation.schema_line, schema_pointer = violation.schema_pointer,
    }
    lines[i] = ("%s%s: %s%s\n"):format(violation.file or "values", violation.line and ":" .. violation.line or "",
      violation.kind, violation.expected and ", expected: " .. violation.expected or "")
  end
  if about.more_violations then lines[#lines + 1] = ("and %d more violations\n"):format(about.more_violations) end
  lines[#lines + 1] = note
  return report.of_parts { text = concat(lines), violations = list, warnings = {}, status = about.status,
    more_violations = about.more_violations }
end

return masking
