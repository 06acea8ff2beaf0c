--- Keeps secrets out of reports where a node validates values by a schema of its own.
--
-- That schema may not know which values are sensitive by the schema that came with them. So what it says of them would
-- show secrets: in the log of the node, and to all who may read what it tells.
--
-- @module resty.yschema.source.guarding

local report = require "yschema.report.report"

local guarding = {}

local concat, find, ipairs = table.concat, string.find, ipairs

local note = "The values are not shown, because some may be sensitive, which the schema of this node need not know.\n"

--- Tells whether reports on texts must not show values.
---@param list resty.yschema.Text[] from the source
---@param own resty.yschema.Text[] the schema of this node
---@return boolean
function guarding.needed(list, own)
  for _, item in ipairs(list) do
    -- What came back from the dictionary has the node's schema already.
    local is_own = item.role == "S" and own[1] and item.text == own[1].text and item.name == own[1].name
    if is_own or item.role ~= "V" and find(item.text, "schema/sensitive", 1, true) then return true end
  end
  return false
end

--- Makes a report that tells places, and what had to stand there.
---@param about yschema.Report
---@return yschema.Report
function guarding.report(about)
  local list, lines = {}, {}
  for i, violation in ipairs(about.violations) do
    list[i] = {
      path = "", kind = violation.kind, message = violation.kind, expected = violation.expected, file = violation.file,
      line = violation.line, column = violation.column, schema_file = violation.schema_file,
      schema_line = violation.schema_line,
    }
    lines[i] = ("%s%s: %s%s\n"):format(violation.file or "values", violation.line and ":" .. violation.line or "",
      violation.kind, violation.expected and ", expected: " .. violation.expected or "")
  end
  lines[#lines + 1] = note
  return report.of_parts { text = concat(lines), violations = list, warnings = {}, status = about.status }
end

return guarding
