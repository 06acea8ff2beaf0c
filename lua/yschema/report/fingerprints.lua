--- Fingerprints of records, by which services recognise a violation when other parts of its file have changed. They
-- have no line and no value.
--
-- @module yschema.report.fingerprints

local core = require "yschema.core"
local violation_kinds = require "yschema.report.violation_kinds"

local fingerprints = {}

local concat, setmetatable = table.concat, setmetatable

---@class yschema.Fingerprints
---@field private regions table<yschema.Violation, table> what `report.identify` notes
---@field private seen table<string, integer> how often a fingerprint was given
local Fingerprints = {}
Fingerprints.__index = Fingerprints

--- Returns the rule that a record is about.
---@param record yschema.Violation
---@return string
function fingerprints.rule(record)
  return record.kind == "stale" and record.rule or violation_kinds.rule_id(record)
end

--- Returns the fingerprint of a record. Those of violations that nothing distinguishes are numbered.
---@param record yschema.Violation
---@param path string of the file that it is about
---@return string
function Fingerprints:of(record, path)
  local region = self.regions[record] or {}
  local is_known = record.pointer or record.kind == "stale"
  local place = region.place or is_known and record.path or record.message
  local text = core.digest(concat({ path, region.document or "", fingerprints.rule(record), place }, "\0"))
  local count = (self.seen[text] or 0) + 1
  self.seen[text] = count
  return ("%s:%d"):format(text, count)
end

--- Begins to give fingerprints to the records of one report.
---@param regions table<yschema.Violation, table>
---@return yschema.Fingerprints
function fingerprints.new(regions) return setmetatable({ regions = regions, seen = {} }, Fingerprints) end

return fingerprints
