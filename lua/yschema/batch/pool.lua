--- Does jobs, in this process or in several ones, and reports their verdicts in the order of the jobs.
--
-- @module yschema.batch.pool

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local distribution = lazily "yschema.batch.workers.distribution"

local pool = {}

--- The largest number of workers.
pool.most = 256

--- Jobs: those of a `yschema.JobList`, or lines that are still read.
---@class yschema.Jobs
---@field count fun(self: yschema.Jobs): integer
---@field piece_size fun(self: yschema.Jobs, first: integer, processes: integer): integer the jobs of a piece
---@field together fun(self: yschema.Jobs, first: integer, most: integer): integer 0: it has to be read
---@field at fun(self: yschema.Jobs, number: integer): yschema.Job
---@field done fun(self: yschema.Jobs, first: integer, last: integer)
---@field text? fun(self: yschema.Jobs, first: integer, count: integer): string
---@field open? fun(self: yschema.Jobs, first: integer, text: string) before `at` is called for these jobs
---@field reads? fun(self: yschema.Jobs): boolean whether more is to be read now
---@field read? fun(self: yschema.Jobs)

--- The functions of a pool's jobs.
---@class yschema.Work
---@field validate fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict)): integer? returns how many jobs it has
-- done; nil: one
---@field in_runs? boolean a verdict is about one or more jobs: `yschema.LineVerdict`
---@field failed fun(job: yschema.Job, problem: string): yschema.Verdict when no verdict could be reached
---@field begin fun(job: yschema.Job) called before the verdicts of a job are reported
---@field receive fun(verdict: yschema.Verdict): boolean gets each verdict; returns whether to go on
---@field stops? fun(): boolean whether the work ends before all jobs are done
---@field count? fun(files: integer, documents: integer) counts valid files, when their verdicts need not be reported

-- Returns work whose `validate` throws no errors: it emits a verdict where a job fails. It counts the jobs in any case.
local function without_errors(work)
  local function validate(job, emit)
    local ok, done = pcall(work.validate, job, emit)
    if not ok then emit(work.failed(job, tostring(done))) end
    return ok and done or 1
  end
  return setmetatable({ validate = validate }, { __index = work })
end

-- Does jobs in this process. Returns whether all verdicts were reported.
local function one_after_the_other(jobs, work)
  local goes_on, first = true, 1
  local function emit(verdict) goes_on = goes_on and work.receive(verdict) end
  while goes_on and first <= jobs:count() do
    local count = jobs:together(first, math.huge)
    local last = first + count - 1
    if count == 0 then jobs:read() elseif jobs.open then jobs:open(first, jobs:text(first, count)) end
    while goes_on and first <= last do
      if work.stops and work.stops() then return goes_on end
      local job = jobs:at(first)
      work.begin(job)
      local done = work.validate(job, emit)
      jobs:done(first, first + done - 1)
      first = first + done
    end
  end
  return goes_on
end

--- Does jobs, in several processes if there is more than one.
---@param jobs yschema.Jobs
---@param count integer of processes
---@param work yschema.Work
---@return boolean went_on whether all verdicts were reported
function pool.each(jobs, count, work)
  work = without_errors(work)
  count = math.min(count, jobs:count(), pool.most)
  local workers = count > 1 and core.workers()
  if not workers then return one_after_the_other(jobs, work) end
  return distribution.each(jobs, count, workers, work)
end

return pool
