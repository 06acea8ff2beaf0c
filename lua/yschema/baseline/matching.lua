--- Gives the violations of a job their places, and omits those that its baseline lists.
--
-- @module yschema.baseline.matching

local identity = require "yschema.baseline.identity"
local report = require "yschema.report.report"

local matching = {}

local ipairs, setmetatable = ipairs, setmetatable

---@class yschema.Matching
---@field private known_key? fun(record: yschema.Violation, fallback: string): string?
---@field private schemas yschema.CoreSchema[]
---@field private identity? yschema.Identity
local Matching = {}
Matching.__index = Matching

--- Takes the texts that are validated next.
---@param sources userdata[] core sources
function Matching:take(sources) self.identity = identity.new(sources, self.schemas) end

--- Notes the places of the records of a run, and removes from the run and its report what is known.
---@param about yschema.Report of the run
---@param run userdata which is over
---@param name string of the file that was validated
---@param line? integer where its document begins; nil: all documents were merged
---@return string[]? keys of the known violations; nil: there are none
function Matching:apply(about, run, name, line)
  if self.identity then
    self.identity:note(about.violations, line)
    self.identity:note(about.warnings, line)
  end
  if not self.known_key or about.status ~= 1 then return nil end
  local listed, keys = {}, {}
  for i, record in ipairs(about.violations) do
    local key = self.known_key(record, name)
    if key then
      listed[i] = true
      keys[#keys + 1] = key
    end
  end
  report.omit(about, run, listed)
  return keys[1] and keys
end

--- Makes what matches the violations of one job; nil: their places are not needed.
---@param job yschema.Job
---@return yschema.Matching?
function matching.of(job)
  if not (job.baseline or job.how.identify) then return nil end
  local schemas = {}
  for i, kind in ipairs(job.kinds or { job }) do schemas[i] = kind.schema end
  if not schemas[1] then return nil end
  return setmetatable({ schemas = schemas, known_key = job.baseline and job.baseline:matcher(job) }, Matching)
end

return matching
