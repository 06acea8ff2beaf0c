-- The property of each text with code lines: it is loaded, applied and printed, or there is a
-- report; nothing is thrown. See fuzz_code.c.

local yschema = require "yschema"

local options = {
  name = "text.yml", budget = 100000, code_in_values = true,
  limits = { max_bytes = 65536, max_depth = 60, max_alias_nodes = 1000 },
}

-- "one\n=====\ntwo" -> { "one\n", "two" }
local function split(text)
  local parts, from = {}, 1
  while true do
    local first, last = text:find("\n=====\n", from, true)
    parts[#parts + 1] = text:sub(from, first)
    if not first then return parts end
    from = last + 1
  end
end

-- A report says something, in text and in JSON.
local function check_report(report)
  assert(tostring(report) ~= "" and #report.violations > 0, "an error without a record")
  assert(yschema.parse(report:json(), "report.json"))
end

local function export_all(schema)
  schema:describe()
  schema:openapi()
  schema:json_schema()
  local defaults, report = schema:defaults()
  if defaults == nil then check_report(report) end
end

return function(text)
  local parts = split(text)
  local schema, report = yschema.load(parts[1], options)
  if not schema then return check_report(report) end
  export_all(schema)
  local values
  values, report = schema:apply((table.unpack or unpack)(parts, 2)) -- luacheck: ignore
  if values == nil then return check_report(report) end
  yschema.encode(values, "yaml")
end
