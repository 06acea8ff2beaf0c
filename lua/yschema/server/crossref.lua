--- Violations between documents of several files: references and identities of a configuration, which
-- `yschema check` compares when all files are validated.
--
-- @module yschema.server.crossref

local plain_tables = require "yschema.base.plain_tables"
local resolver = require "yschema.crossref.resolver"
local validation = require "yschema.batch.validation"

local crossref = {}

--- The documents that are compared with each other.
---@class yschema.ComparedJobs
---@field jobs yschema.Job[] in the order of `yschema check`
---@field verdicts table<yschema.Job, yschema.Verdict[]> the verdicts with mentions, of jobs that are validated
---@field is_stale boolean something has changed since they were compared

---@class yschema.Crossref
---@field private groups yschema.ComparedJobs[]
---@field private group_of table<yschema.Plan, yschema.ComparedJobs>
local Crossref = {}
Crossref.__index = Crossref

local function plan_of(job) return job.references and job.references.has_wide and job.references end

--- Adds jobs. Those without references and identities of a configuration do not matter.
---@param jobs yschema.Job[]
function Crossref:add(jobs)
  for _, job in ipairs(jobs) do
    local plan = plan_of(job)
    local group = plan and self.group_of[plan]
    if plan and not group then
      group = { jobs = {}, verdicts = {}, is_stale = true }
      self.group_of[plan], self.groups[#self.groups + 1] = group, group
    end
    if group then table.insert(group.jobs, job) end
  end
end

--- Removes all jobs that are compared with some jobs.
---@param jobs yschema.Job[]
---@param forget fun(cause: yschema.ComparedJobs) as by `compare`
function Crossref:remove(jobs, forget)
  for _, job in ipairs(jobs) do
    local plan = plan_of(job)
    for i = #self.groups, 1, -1 do
      if plan and self.groups[i] == self.group_of[plan] then
        forget(table.remove(self.groups, i))
        self.group_of[plan] = nil
      end
    end
  end
end

--- Forgets the verdicts on a job, because it has changed.
---@param job yschema.Job
function Crossref:forget(job)
  local group = self.group_of[plan_of(job) or ""]
  if group then group.verdicts[job], group.is_stale = nil, true end
end

local function nothing() end

--- Begins a job that is validated.
---@param job yschema.Job
---@return fun(verdict: yschema.Verdict) note takes the verdicts on it
function Crossref:begin(job)
  local group = self.group_of[plan_of(job) or ""]
  if not group then return nothing end
  local verdicts = {}
  group.verdicts[job], group.is_stale = verdicts, true
  return function(verdict)
    if verdict.mentions or verdict.unsure or verdict.status == 2 then
      verdicts[#verdicts + 1] = { file = verdict.file, line = verdict.line, status = verdict.status,
        mentions = verdict.mentions, unsure = verdict.unsure }
    end
  end
end

-- Validates the files that were not validated. Their diagnostics are not needed.
function Crossref:complete(group)
  for _, job in ipairs(group.jobs) do
    if not group.verdicts[job] then validation.validate_job(job, self:begin(job)) end
  end
end

--- Returns the jobs whose documents are compared with those of a job, in order.
---@param job yschema.Job
---@return yschema.Job[]
function Crossref:compared_with(job)
  local group = self.group_of[plan_of(job) or ""]
  return group and group.jobs or {}
end

local function has_any(group, jobs) return plain_tables.any(group.jobs, function(job) return jobs[job] end) end

-- Compares documents.
local function resolve(group, jobs, emit)
  local references = resolver.of_configurations(validation.verdict_of, jobs)
  for _, job in ipairs(group.jobs) do
    references:begin(job)
    for _, verdict in ipairs(group.verdicts[job]) do references:take(verdict) end
  end
  references:finish(nothing, function(verdict) emit(group, verdict) end, function(work) return work end)
end

--- Compares the documents of groups in which something has changed.
---@param jobs? table<yschema.Job, boolean> verdicts are made only on documents of these; nil: of all
---@param forget fun(cause: yschema.ComparedJobs) the last results are no longer right
---@param emit fun(cause: yschema.ComparedJobs, verdict: yschema.Verdict)
function Crossref:compare(jobs, forget, emit)
  for _, group in ipairs(self.groups) do
    if group.is_stale or not jobs then
      forget(group)
      if not jobs or has_any(group, jobs) then
        self:complete(group)
        resolve(group, jobs, emit)
      else
        group.verdicts = {}
      end
      group.is_stale = not jobs
    end
  end
end

--- Makes a collection of no jobs.
---@return yschema.Crossref
function crossref.new() return setmetatable({ groups = {}, group_of = {} }, Crossref) end

return crossref
