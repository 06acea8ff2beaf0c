--- Writes reports as JSON.
--
-- @module yschema.report.json

local core = require "yschema.core"

local json = {}

local assert, ipairs = assert, ipairs
local concat = table.concat

-- Of the format. It rises when a reader of reports would have to change.
local VERSION = 1

-- Writes records as the items of a list, one on each line. They are encoded at once: LuaJIT takes long to keep many
-- strings that are almost the same, as their lines would be. In a string, the beginning of a record would have
-- backslashes.
local function items(records, in_order)
  if not records[1] then return "" end
  local list = {}
  for i, record in ipairs(records) do list[i] = in_order(record) end
  local text = assert(core.encode(list, "json")):gsub('},{"path":', '},\n{"path":')
  return "\n" .. text:match "^%[(.*)%]%s*$" .. "\n"
end

--- Writes a report.
---@param report yschema.Report
---@param in_order fun(record: yschema.Violation): table gives a record with its fields in order
---@return string
function json.text(report, in_order)
  local function member(name, others)
    local list = ('"%s": [%s]'):format(name, items(report[name], in_order))
    return others and ('%s, "more_%s": %d'):format(list, name, others) or list
  end
  local head = ('"version": %d, "status": %d'):format(VERSION, report.status)
  local members = { head, member("violations", report.more_violations), member("warnings", report.more_warnings) }
  if report.known then members[4] = member "known" end
  return "{" .. concat(members, ", ") .. "}\n"
end

return json
