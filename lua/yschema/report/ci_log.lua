--- Makes reports harmless for the log of a CI system.
--
-- @module yschema.report.ci_log

local formats = require "yschema.report.formats"

local ci_log = {}

--- Writes a report so that it is no command where it gets into the log of a CI system, which reads `##[` anywhere in
-- a line. In JSON, `##[` can only be in strings.
---@param text string
---@param format string
---@return string
function ci_log.harmless(text, format)
  return formats.named[format].is_json and (text:gsub("##(%a*%[)", "#\\u0023%1")) or text
end

return ci_log
