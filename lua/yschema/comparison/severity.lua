--- Reads a file that changes verdicts: names of rules, each with a verdict.
--
-- A schema validates the file, so that violations are reported with their lines.
--
-- @module yschema.comparison.severity

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local rules = require "yschema.comparison.rules"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options

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
  local schema = schemas.new(settings_of({}, 1))
  schemas.add(schema, core.source("the names of rules", schema_text()))
  schemas.compile(schema)
  local run = runs.start(schema)
  local source, problem = file_access.read(path == "-" and "stdin.yml" or path, path, max_bytes, path == "-")
  if source then
    runs.take_source(schema, run, source)
    runs.finish(schema, run)
  else
    run:add_error("READ", path, tostring(problem))
  end
  local values = run:exit_status() == 0 and run:value() or nil
  report(run)
  run:close()
  schema.core:close()
  return values
end

return severity
