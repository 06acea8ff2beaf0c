--- Fingerprints of records, by which services recognise a violation when other parts of its file have changed. They
-- have no line and no value.
--
-- @module yschema.report.fingerprints

local core = require "yschema.core"
local regions = require "yschema.report.regions"

local fingerprints = {}

---@class yschema.Fingerprints
---@field private seen table<string, integer> how often a fingerprint was given
local Fingerprints = {}
Fingerprints.__index = Fingerprints

--- Returns the fingerprint of a record. Those of violations that nothing distinguishes are numbered.
---@param record yschema.Violation
---@param path string of the file that it is about
---@return string
function Fingerprints:of(record, path)
  local region = regions.of(record)
  local is_known = record.pointer or record.kind == "stale"
  local place = region.place or is_known and record.path or record.message
  local text = core.digest(table.concat({ path, region.document or "", record.rule, place }, "\0"))
  local count = (self.seen[text] or 0) + 1
  self.seen[text] = count
  return ("%s:%d"):format(text, count)
end

--- Begins to give fingerprints to the records of one report.
---@return yschema.Fingerprints
function fingerprints.new() return setmetatable({ seen = {} }, Fingerprints) end

return fingerprints
