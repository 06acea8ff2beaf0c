--- Reads a file that changes verdicts: names of rules, each with a verdict.
--
-- @module yschema.comparison.severity

local own_files = require "yschema.pipeline.own_files"
local rules = require "yschema.comparison.rules"

local severity = {}

-- Writes the schema: each rule is an optional key, whose value is a verdict.
local function schema_text()
  local verdicts = '"' .. table.concat(rules.verdicts, '", "') .. '"'
  local lines = { "#@data/values-schema", "#@schema/keys-may-be-present", "---" }
  for _, name in ipairs(rules.names()) do
    lines[#lines + 1] = "#@schema/validation one_of=[" .. verdicts .. "]"
    lines[#lines + 1] = name .. ": " .. rules.verdicts[1]
  end
  return table.concat(lines, "\n") .. "\n"
end

--- Reads a file with verdicts.
---@param path string
---@param max_bytes integer
---@param report fun(owner: userdata) reports violations and problems
---@return table<string, string>? verdicts by the names of rules; nil when the file is invalid or cannot be read
function severity.read(path, max_bytes, report)
  local schema = own_files.schema("the names of rules", schema_text())
  local source, problem = own_files.source(path, max_bytes)
  local values = own_files.values(schema, { path = path, source = source, problem = problem }, report)
  schema.core:close()
  return values
end

return severity
