--- Writes reports as JSON.
--
-- @module yschema.report.json

local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local writing = require "yschema.base.writing"

local json = {}

-- The version of the format. It rises when a reader of reports would have to change.
local VERSION = 1

-- The order of the fields of a record, as in the core's own JSON.
local record_mt = { keys = {
  "path", "pointer", "message", "kind", "rule", "argument", "severity", "found", "value", "expected", "hint", "fix",
  "file", "line", "column", "schema_file", "schema_line", "schema_pointer",
} }

--- Copies records for `core.encode`, which then writes their fields in their order. The copies get a metatable, because
-- the records themselves belong to the caller.
---@param records yschema.Violation[]
---@return table[]
function json.in_order(records)
  local list = writing.list()
  for i, record in ipairs(records) do list[i] = setmetatable(changed({ path = "" }, record), record_mt) end
  return list
end

-- Writes records as the items of a list, one on each line. They are encoded at once: LuaJIT takes long to keep many
-- strings that are almost the same, as their lines would be. In a string, the beginning of a record would have
-- backslashes.
local function items(records)
  if not records[1] then return "" end
  local text = assert(core.encode(json.in_order(records), "json")):gsub('},{"path":', '},\n{"path":')
  return "\n" .. text:match "^%[(.*)%]%s*$" .. "\n"
end

--- Writes a report.
---@param report yschema.Report
---@return string
function json.text(report)
  local function member(name, others)
    local list = ('"%s": [%s]'):format(name, items(report[name]))
    return others and ('%s, "more_%s": %d'):format(list, name, others) or list
  end
  local head = ('"version": %d, "status": %d'):format(VERSION, report.status)
  local members = { head, member("violations", report.more_violations), member("warnings", report.more_warnings) }
  if report.known then members[4] = member "known" end
  return "{" .. table.concat(members, ", ") .. "}\n"
end

return json
